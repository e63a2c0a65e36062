"""The facts of the Great War: what their tables refuse, and that all of them go through the log and back."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import IntegrityError, models, transaction

from navalassist.campaigns.facts import fact_models
from navalassist.campaigns.models import FactHistory
from navalassist.engine import Remove, Set, create
from navalassist.systems.storm_of_steel.rules import rows
from navalassist.systems.storm_of_steel.state import Mission, Side, SquadronKind, Stage
from navalassist.taskforces import great_war
from tests.in_hand import InHand

# What a plain row of each kind holds.
PLAIN: dict[str, dict[str, Any]] = {
    rows.AREA: {"name": "Test Sea", "short_name": "Test", "position": 90, "neighbours": ["adriatic"]},
    rows.BASE: {"name": "Test Base", "areas": ["adriatic"], "owner": "allied"},
    rows.SQUADRON: {"side": "allied", "name": "Test Squadron", "nation": "british", "kind": "ca", "place": "pool"},
    rows.FLEET: {"side": "central", "name": "Test Fleet", "place": "area:adriatic"},
    rows.ACTION: {"number": 1, "side": "central", "mission": "bombardment", "area": "adriatic", "target": "venice"},
    rows.OWED_LOSS: {"side": "allied", "factors": 4, "among": ["battle-squadron-1"], "cause": "a test"},
    rows.LAND_UNIT: {"side": "allied", "name": "Test Division", "nation": "us"},
}


# What the tables refuse besides a word that they do not know.
REFUSED: dict[str, list[dict[str, Any]]] = {rows.BASE: [{"devastated": True}], rows.OWED_LOSS: [{"factors": -1}]}


def worded(model: type[models.Model]) -> Iterator[str]:
    """The fields that hold a word of a list."""
    for check in model._meta.constraints:
        if isinstance(check, models.CheckConstraint) and isinstance(check.condition, models.Q):
            found = [child[0] for child in check.condition.children if isinstance(child, tuple)]
            yield from (name.removesuffix("__in") for name in found if name.endswith("__in"))


@pytest.mark.parametrize("kind", PLAIN)
def test_a_row_goes_through_the_log_is_changed_and_taken_away(demo: InHand, kind: str) -> None:
    row, model = f"{kind}:test", fact_models()[kind]
    facts = model.new_facts(**PLAIN[kind])
    demo.edit(create(row, **facts), seat="moderator")
    stored = model._default_manager.get(campaign=demo.campaign, key="test")
    for now in (demo.state.row(row), {name: stored.fact(name) for name in model.FACT_FIELDS}):
        assert now == facts
    assert str(stored)
    text = {rows.AREA: "short_name", rows.OWED_LOSS: "cause", rows.ACTION: "ends"}.get(kind, "name")
    demo.edit(Set(f"{row}.{text}", "other words"), seat="moderator")
    demo.edit(Remove(row), seat="moderator")
    assert not model._default_manager.filter(campaign=demo.campaign, key="test").exists()


@pytest.mark.parametrize("kind", PLAIN)
def test_a_second_row_of_a_key_and_a_value_that_no_rule_knows_are_refused_by_the_database(
    demo: InHand, kind: str
) -> None:
    model, demo.forged = fact_models()[kind], True
    made = model._default_manager
    assert made.create(campaign=demo.campaign, key="right", **PLAIN[kind])
    unknown = [{name: "tea"} for name in worded(model)]
    assert unknown
    for wrong in [{"key": "right"}, *unknown, *REFUSED.get(kind, [])]:
        with pytest.raises(IntegrityError), transaction.atomic():
            made.create(**{"campaign": demo.campaign, "key": "wrong", **PLAIN[kind], **wrong})


def test_the_tables_take_just_the_words_that_the_rules_know() -> None:
    of_tables = (great_war.SIDES, great_war.KINDS, great_war.MISSIONS, great_war.STAGES)
    assert [set(words) for words in of_tables] == [set(words) for words in (Side, SquadronKind, Mission, Stage)]


def test_who_held_an_area_and_a_base_is_kept(demo: InHand) -> None:
    demo.edit(Set("area:aegean.dominated", "allied"), Set("base:mudros.owner", "allied"), seat="moderator")
    for fact, kept in (("area:aegean.dominated", ["", "allied"]), ("base:mudros.owner", ["neutral", "allied"])):
        assert [change.value for change in FactHistory.objects.of(demo.campaign, fact)] == kept
