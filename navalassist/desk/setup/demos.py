"""The demos of the rule systems, and which of them whoever looks may load."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest

from navalassist.campaigns.models import Clock
from navalassist.desk.grids import counts_in_words
from navalassist.desk.outfit import outfit_of
from navalassist.play.systems import SYSTEMS, Demo
from tables import all_tables


@dataclass(frozen=True, slots=True)
class Offer:
    """A demo to be tried. title: where and when it plays; plays: what happens in it; cells: how much is printed.

    home: the campaign; address: the page on which its step is played; both '' for one that is to be loaded first.
    """

    system: str
    title: str
    rules: str
    plays: str
    cells: str
    home: str = ""
    address: str = ""


def demo_for(request: HttpRequest, system: str) -> Demo | None:
    """The demo of a rule system, if this person may load it: in a club an administrator alone."""
    known = SYSTEMS.get(system)
    return known.demo if known and may_load(request) else None


def may_load(request: HttpRequest) -> bool:
    """True for everybody at one table, and for a club's administrator."""
    if not settings.CLUB:
        return True
    return isinstance(request.user, User) and request.user.is_staff


def demos_for(request: HttpRequest) -> list[Offer]:
    """The demos that this person may load, those that are there too. One query."""
    found = [(key, system, system.demo) for key, system in SYSTEMS.items() if system.demo] if may_load(request) else []
    clocks = Clock.objects.filter(campaign__slug__in=[demo.slug for _, _, demo in found])
    steps = dict(clocks.values_list("campaign__slug", "step"))
    return [
        Offer(
            system=key,
            title=demo.about,
            rules=system.title,
            plays=system.plays,
            cells=cells_of(key),
            **places_of(key, demo.slug, steps.get(demo.slug)),
        )
        for key, system, demo in found
    ]


def places_of(system: str, slug: str, step: str | None) -> dict[str, str]:
    """Where a demo is, of an offer; nothing where it is not there."""
    return {"home": f"/c/{slug}/", "address": address_of(system, slug, step)} if step is not None else {}


def address_of(system: str, slug: str, step: str) -> str:
    """The page of a campaign on which this step is played."""
    played_on = outfit_of(system).page_of(step)
    return f"/c/{slug}/{played_on.path if played_on else ''}"


def cells_of(system: str) -> str:
    """How much of a rule system's tables is printed, in words."""
    return counts_in_words(*(table for slug, table in all_tables().items() if slug.startswith(f"{system}/")))
