"""A copied campaign is row for row what the product makes, and a campaign of its own."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db.models import Model

from navalassist.auditlog.models import Entry, Tagged
from navalassist.campaigns.models import Campaign
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.systems.europa import setup as europa
from navalassist.systems.storm_of_steel import setup as storm_of_steel
from tests.begun import begin, begin_demo, begin_war, begin_war_demo

pytestmark = pytest.mark.django_db
# Identities and actors, hashes, times: another in each campaign.
OWN = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}|\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|\+00:00)")
CLOSED = {"malta": 10, "slug": "med", "theatres": "both", "rulings": {"R-56": "closed"}}


def rows(campaign: Campaign) -> dict[type[Model], list[Any]]:
    """All rows that are a campaign's, without their numbers and what is never the same twice."""
    found: dict[type[Model], list[Any]] = {Campaign: [(campaign.slug, campaign.name, campaign.system)]}
    for model in apps.get_models():
        owners = {"campaign": campaign} if "campaign" in (names := {f.name for f in model._meta.fields}) else {}
        owners = {"entry__campaign": campaign} if "entry" in names and not owners else owners
        if owners and model is not Tagged:
            fields = sorted(names - {"id", "campaign", "entry", "seed", "time"})
            told = model._default_manager.filter(**owners).order_by("id").values_list(*fields)
            found[model] = [OWN.sub("…", str(row)) for row in told]
    return found


@pytest.mark.parametrize(
    ("make", "copy", "words"),
    [
        pytest.param(europa.begin_demo, begin_demo, {}, id="the demo of Europa"),
        pytest.param(storm_of_steel.begin_demo, begin_war_demo, {}, id="the demo of the Great War"),
        pytest.param(europa.begin, begin, {"name": "Med", **CLOSED}, id="a closed campaign in all waters"),
        pytest.param(storm_of_steel.begin, begin_war, {"name": "War"}, id="the Great War without fleets"),
    ],
)
def test_a_copy_is_what_the_product_makes(
    make: Callable[..., Campaign], copy: Callable[..., Campaign], words: dict[str, Any]
) -> None:
    made = make(**words)
    product, state = rows(made), states.read(made, ())
    identity, hashes = made.identity, set(made.entries.values_list("hash", flat=True))
    for _ in range(2):
        _away(made)
        made = copy(**words)
        assert rows(made) == product
        assert sum(map(len, product.values())) > 100
        assert check_campaign(made).sound
        kept = states.load(made.slug)
        assert (kept.values, kept.audiences, kept.sources) == (state.values, state.audiences, state.sources)
        assert kept.heads == states._heads_now(made.slug)[2]
        assert (kept.tables, kept.kept) == (state.tables, state.kept)
        assert made.identity != identity
        assert not hashes & set(made.entries.values_list("hash", flat=True))


def _away(campaign: Campaign) -> None:
    """Out of the way of the next: an address belongs to one campaign."""
    Campaign.objects.filter(pk=campaign.pk).update(slug=f"old-{campaign.pk}")
    assert Entry.objects.filter(campaign=campaign).exists()
