"""The facts of the Great War: what their tables refuse, and that all of them go through the log and back."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from navalassist.campaigns.facts import FactRow, fact_models
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


@pytest.mark.parametrize("kind", PLAIN)
def test_a_row_goes_through_the_log_is_changed_and_taken_away(demo: InHand, kind: str) -> None:
    row, model = f"{kind}:test", fact_models()[kind]
    facts = model.new_facts(**PLAIN[kind])
    demo.edit(create(row, **facts), seat="moderator")
    assert {name: demo.state.values[f"{row}.{name}"] for name in model.FACT_FIELDS} == facts
    stored = model._default_manager.get(campaign=demo.campaign, key="test")
    assert {name: stored.fact(name) for name in model.FACT_FIELDS} == facts
    assert str(stored)
    text = (
        "short_name"
        if kind == rows.AREA
        else "cause"
        if kind == rows.OWED_LOSS
        else "ends"
        if kind == rows.ACTION
        else "name"
    )
    demo.edit(Set(f"{row}.{text}", "other words"), seat="moderator")
    demo.edit(Remove(row), seat="moderator")
    assert not model._default_manager.filter(campaign=demo.campaign, key="test").exists()


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        (rows.AREA, "dominated", "axis"),
        (rows.BASE, "owner", "vichy"),
        (rows.BASE, "kind", "jetty"),
        (rows.BASE, "devastated", True),
        (rows.SQUADRON, "side", "axis"),
        (rows.SQUADRON, "kind", "cv"),
        (rows.FLEET, "side", "neutral"),
        (rows.FLEET, "duty", "patrol"),
        (rows.ACTION, "side", "axis"),
        (rows.ACTION, "mission", "patrol"),
        (rows.ACTION, "attacker", "both"),
        (rows.ACTION, "advantage", "both"),
        (rows.ACTION, "order", "neither"),
        (rows.ACTION, "stage", "tea"),
        (rows.OWED_LOSS, "side", ""),
        (rows.OWED_LOSS, "factors", -1),
        (rows.LAND_UNIT, "side", "neutral"),
        (rows.LAND_UNIT, "kind", "army"),
        (rows.LAND_UNIT, "terrain", "sea"),
        (rows.LAND_UNIT, "place", "village"),
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


def test_the_tables_take_just_the_words_that_the_rules_know() -> None:
    assert set(great_war.SIDES) == set(Side)
    assert set(great_war.KINDS) == set(SquadronKind)
    assert set(great_war.MISSIONS) == set(Mission)
    assert set(great_war.STAGES) == set(Stage)


@pytest.mark.parametrize(
    ("row_of", "kind"),
    [
        (rows.area_row, rows.AREA),
        (rows.base_row, rows.BASE),
        (rows.squadron_row, rows.SQUADRON),
        (rows.fleet_row, rows.FLEET),
        (rows.action_row, rows.ACTION),
        (rows.owed_loss_row, rows.OWED_LOSS),
        (rows.land_unit_row, rows.LAND_UNIT),
    ],
)
def test_every_kind_of_row_has_its_name_and_its_model(row_of: Any, kind: str) -> None:
    assert row_of("test") == f"{kind}:test"
    assert rows.key_of(row_of("test")) == "test"
    assert issubclass(fact_models()[kind], FactRow)


def test_who_held_an_area_and_a_base_is_kept(demo: InHand) -> None:
    demo.edit(Set("area:aegean.dominated", "allied"), Set("base:mudros.owner", "allied"), seat="moderator")
    for fact, kept in (("area:aegean.dominated", ["", "allied"]), ("base:mudros.owner", ["neutral", "allied"])):
        assert [change.value for change in FactHistory.objects.of(demo.campaign, fact)] == kept
