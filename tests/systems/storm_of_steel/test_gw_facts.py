"""The facts of the Great War: what their tables refuse, and that all of them go through the log and back."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import IntegrityError, models, transaction

from navalassist.campaigns.facts import fact_models
from navalassist.campaigns.models import FactHistory
from navalassist.campaigns.rows import words_of
from navalassist.engine import Remove, Set, create
from navalassist.engine.rows import ROWS
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


@pytest.mark.parametrize("kind", PLAIN)
def test_a_row_goes_through_the_log_is_changed_and_taken_away(demo: InHand, kind: str) -> None:
    row, model = f"{kind}:test", fact_models()[kind]
    facts = dict(ROWS[kind].new("test", **PLAIN[kind]).fields)
    demo.edit(create(row, **facts), seat="moderator")
    assert {name: demo.state.values[f"{row}.{name}"] for name in model.FACT_FIELDS} == facts
    stored = model._default_manager.get(campaign=demo.campaign, key="test")
    assert {name: stored.fact(name) for name in model.FACT_FIELDS} == facts
    assert str(stored)
    text = (
        "short_name" if kind == "area" else "cause" if kind == "owed-loss" else "ends" if kind == "action" else "name"
    )
    demo.edit(Set(f"{row}.{text}", "other words"), seat="moderator")
    demo.edit(Remove(row), seat="moderator")
    assert not model._default_manager.filter(campaign=demo.campaign, key="test").exists()


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("area", "dominated", "axis"),
        ("base", "owner", "vichy"),
        ("base", "kind", "jetty"),
        ("base", "devastated", True),
        ("squadron", "side", "axis"),
        ("squadron", "kind", "cv"),
        ("fleet", "side", "neutral"),
        ("fleet", "duty", "patrol"),
        ("action", "side", "axis"),
        ("action", "mission", "patrol"),
        ("action", "attacker", "both"),
        ("action", "advantage", "both"),
        ("action", "order", "neither"),
        ("action", "stage", "tea"),
        ("owed-loss", "side", ""),
        ("owed-loss", "factors", -1),
        ("land-unit", "side", "neutral"),
        ("land-unit", "kind", "army"),
        ("land-unit", "terrain", "sea"),
        ("land-unit", "place", "village"),
    ],
)
def test_a_value_that_no_rule_knows_is_refused_by_the_database(
    demo: InHand, kind: str, field: str, value: object
) -> None:
    made, demo.forged = fact_models()[kind]._default_manager, True
    assert made.create(campaign=demo.campaign, key="right", **PLAIN[kind])
    with pytest.raises(IntegrityError), transaction.atomic():
        made.create(campaign=demo.campaign, key="wrong", **PLAIN[kind] | {field: value})


@pytest.mark.parametrize("kind", PLAIN)
def test_a_key_names_one_row_of_a_campaign(demo: InHand, kind: str) -> None:
    made, demo.forged = fact_models()[kind]._default_manager, True
    made.create(campaign=demo.campaign, key="twin", **PLAIN[kind])
    with pytest.raises(IntegrityError), transaction.atomic():
        made.create(campaign=demo.campaign, key="twin", **PLAIN[kind])


@pytest.mark.parametrize("kind", PLAIN)
def test_a_table_takes_just_the_words_that_rules_know(kind: str) -> None:
    checked = {name for check in fact_models()[kind]._meta.constraints for name, _ in conditions_of(check)}
    known = {name for name, info in ROWS[kind].model_fields.items() if words_of(info.annotation)}
    assert checked >= known - {"key"}


def conditions_of(check: models.BaseConstraint) -> Iterator[tuple[str, Any]]:
    """The columns that a check is about, each with what it holds."""
    if isinstance(check, models.CheckConstraint):
        for part in check.condition.children:  # type: ignore[union-attr]
            if isinstance(part, tuple):
                yield part[0].removesuffix("__in"), part[1]


def test_who_held_an_area_and_a_base_is_kept(demo: InHand) -> None:
    demo.edit(Set("area:aegean.dominated", "allied"), Set("base:mudros.owner", "allied"), seat="moderator")
    for fact, kept in (("area:aegean.dominated", ["", "allied"]), ("base:mudros.owner", ["neutral", "allied"])):
        assert [change.value for change in FactHistory.objects.of(demo.campaign, fact)] == kept
