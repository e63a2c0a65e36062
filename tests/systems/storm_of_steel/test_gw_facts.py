"""The facts of the Great War: what their tables refuse, and that all of them go through the log and back."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import IntegrityError, models, transaction

from navalassist.campaigns.facts import fact_models
from navalassist.campaigns.models import FactHistory
from navalassist.campaigns.rows import words_of
from navalassist.engine import EffectError, Remove, Set, create
from navalassist.engine.rows import ROWS, unfit
from tests.in_hand import InHand

FACTORS = {"combat": 2, "protection": 2, "contact": 2, "place": "pool"}
# What a plain row of each kind holds.
PLAIN: dict[str, dict[str, Any]] = {
    "area": {"name": "Test Sea", "short_name": "Test", "position": 90, "neighbours": ["adriatic"]},
    "base": {"name": "Test Base", "areas": ["adriatic"], "owner": "allied"},
    "squadron": {"side": "allied", "name": "Test Squadron", "nation": "british", "kind": "ca", **FACTORS},
    "fleet": {"side": "central", "name": "Test Fleet", "place": "area:adriatic"},
    "action": {"number": 1, "side": "central", "mission": "bombardment", "area": "adriatic", "target": "venice"},
    "owed-loss": {"side": "allied", "factors": 4, "among": ["battle-squadron-1"], "cause": "a test"},
    "land-unit": {"side": "allied", "name": "Test Division", "nation": "us"},
}


# What the tables refuse besides a word that they do not know.
REFUSED: dict[str, list[dict[str, Any]]] = {"base": [{"devastated": True}], "owed-loss": [{"factors": -1}]}


def worded(model: type[models.Model]) -> Iterator[str]:
    """The fields that hold a word of a list."""
    for check in model._meta.constraints:
        if isinstance(check, models.CheckConstraint) and isinstance(check.condition, models.Q):
            found = [child[0] for child in check.condition.children if isinstance(child, tuple)]
            yield from (name.removesuffix("__in") for name in found if name.endswith("__in"))


@pytest.mark.parametrize("kind", PLAIN)
def test_a_row_goes_through_the_log_is_changed_and_taken_away(demo: InHand, kind: str) -> None:
    row, model = f"{kind}:test", fact_models()[kind]
    facts = dict(ROWS[kind].new("test", **PLAIN[kind]).fields)
    demo.edit(create(row, **facts), seat="moderator")
    stored = model._default_manager.get(campaign=demo.campaign, key="test")
    for now in (demo.state.row(row), {name: stored.fact(name) for name in model.FACT_FIELDS}):
        assert now == facts
    assert str(stored)
    text = {"area": "short_name", "owed-loss": "cause", "action": "ends"}.get(kind, "name")
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


def test_each_field_of_a_row_that_holds_a_word_of_a_list_is_checked_by_its_table() -> None:
    for kind in PLAIN:
        known = {name for name, info in ROWS[kind].model_fields.items() if words_of(info.annotation)}
        assert set(worded(fact_models()[kind])) == known


def test_who_held_an_area_and_a_base_is_kept(demo: InHand) -> None:
    demo.edit(Set("area:aegean.dominated", "allied"), Set("base:mudros.owner", "allied"), seat="moderator")
    for fact, kept in (("area:aegean.dominated", ["", "allied"]), ("base:mudros.owner", ["neutral", "allied"])):
        assert [change.value for change in FactHistory.objects.of(demo.campaign, fact)] == kept


@pytest.mark.parametrize(("name", "value"), [("combat", 400), ("name", "x" * 81), ("kind", "cv")])
def test_what_no_rule_can_read_does_not_come_into_the_state(demo: InHand, name: str, value: Any) -> None:
    with pytest.raises(EffectError, match=f"squadron:goeben cannot hold this .{name}: "):
        demo.edit(Set(f"squadron:goeben.{name}", value), seat="moderator")
    assert not unfit("squadron:goeben", demo.state.row("squadron:goeben"))
