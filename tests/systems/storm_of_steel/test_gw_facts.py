"""The facts of the Great War: what their tables refuse, and that all of them go through the log and back."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from navalassist.campaigns.facts import FactRow, fact_models
from navalassist.campaigns.models import FactHistory
from navalassist.engine import Remove, Set, create
from navalassist.rules.storm_of_steel.actions import Stage
from navalassist.rules.storm_of_steel.rows import (
    ACTION,
    AREA,
    BASE,
    FLEET,
    LAND_UNIT,
    OWED_LOSS,
    SQUADRON,
    action_row,
    area_row,
    base_row,
    fleet_row,
    key_of,
    land_unit_row,
    owed_loss_row,
    squadron_row,
)
from navalassist.rules.storm_of_steel.words import Kind, Mission, Side
from navalassist.taskforces import great_war
from tests.in_hand import InHand

pytestmark = pytest.mark.django_db

# What a plain row of each kind holds.
PLAIN: dict[str, dict[str, Any]] = {
    AREA: {"name": "Test Sea", "short_name": "Test", "position": 90, "neighbours": ["adriatic"]},
    BASE: {"name": "Test Base", "areas": ["adriatic"], "owner": "allied"},
    SQUADRON: {"side": "allied", "name": "Test Squadron", "nation": "british", "kind": "ca", "place": "pool"},
    FLEET: {"side": "central", "name": "Test Fleet", "place": "area:adriatic"},
    ACTION: {"number": 1, "side": "central", "mission": "bombardment", "area": "adriatic", "target": "venice"},
    OWED_LOSS: {"side": "allied", "factors": 4, "among": ["battle-squadron-1"], "cause": "a test"},
    LAND_UNIT: {"side": "allied", "name": "Test Division", "nation": "us"},
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
    text = "short_name" if kind == AREA else "cause" if kind == OWED_LOSS else "ends" if kind == ACTION else "name"
    demo.edit(Set(f"{row}.{text}", "other words"), seat="moderator")
    demo.edit(Remove(row), seat="moderator")
    assert not model._default_manager.filter(campaign=demo.campaign, key="test").exists()


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        (AREA, "dominated", "axis"),
        (BASE, "owner", "vichy"),
        (BASE, "kind", "jetty"),
        (BASE, "devastated", True),
        (SQUADRON, "side", "axis"),
        (SQUADRON, "kind", "cv"),
        (FLEET, "side", "neutral"),
        (FLEET, "duty", "patrol"),
        (ACTION, "side", "axis"),
        (ACTION, "mission", "patrol"),
        (ACTION, "attacker", "both"),
        (ACTION, "advantage", "both"),
        (ACTION, "order", "neither"),
        (ACTION, "stage", "tea"),
        (OWED_LOSS, "side", ""),
        (OWED_LOSS, "factors", -1),
        (LAND_UNIT, "side", "neutral"),
        (LAND_UNIT, "kind", "army"),
        (LAND_UNIT, "terrain", "sea"),
        (LAND_UNIT, "place", "village"),
    ],
)
def test_a_value_that_no_rule_knows_is_refused_by_the_database(
    demo: InHand, kind: str, field: str, value: object
) -> None:
    rows = fact_models()[kind]._default_manager
    assert rows.create(campaign=demo.campaign, key="right", **PLAIN[kind])
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.create(campaign=demo.campaign, key="wrong", **PLAIN[kind] | {field: value})


@pytest.mark.parametrize("kind", PLAIN)
def test_a_key_names_one_row_of_a_campaign(demo: InHand, kind: str) -> None:
    rows = fact_models()[kind]._default_manager
    rows.create(campaign=demo.campaign, key="twin", **PLAIN[kind])
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.create(campaign=demo.campaign, key="twin", **PLAIN[kind])


def test_the_tables_take_just_the_words_that_the_rules_know() -> None:
    assert set(great_war.SIDES) == set(Side)
    assert set(great_war.KINDS) == set(Kind)
    assert set(great_war.MISSIONS) == set(Mission)
    assert set(great_war.STAGES) == set(Stage)


@pytest.mark.parametrize(
    ("row_of", "kind"),
    [
        (area_row, AREA),
        (base_row, BASE),
        (squadron_row, SQUADRON),
        (fleet_row, FLEET),
        (action_row, ACTION),
        (owed_loss_row, OWED_LOSS),
        (land_unit_row, LAND_UNIT),
    ],
)
def test_every_kind_of_row_has_its_name_and_its_model(row_of: Any, kind: str) -> None:
    assert row_of("test") == f"{kind}:test"
    assert key_of(row_of("test")) == "test"
    assert issubclass(fact_models()[kind], FactRow)


def test_who_held_an_area_and_a_base_is_kept(demo: InHand) -> None:
    demo.edit(Set("area:aegean.dominated", "allied"), Set("base:mudros.owner", "allied"), seat="moderator")
    for fact, kept in (("area:aegean.dominated", ["", "allied"]), ("base:mudros.owner", ["neutral", "allied"])):
        assert [change.value for change in FactHistory.objects.of(demo.campaign, fact)] == kept
