"""Words of the rules, rulings, rates, the facts that are read, and the places that they name."""

import re
import tomllib
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from navalassist.engine import REGISTER, Facts, compute
from navalassist.engine.facts import FactValue
from navalassist.rules.europa import RULINGS, words, world
from navalassist.rules.europa.amounts import half_of, res_text, tidy
from navalassist.rules.europa.items import Item, PortPlace
from navalassist.rules.europa.r33_contact import SHORT_ROUTE_PORTS, on_short_route
from navalassist.rules.europa.r33_naval_status import facts_needed, facts_optional, naval_status
from navalassist.rules.europa.rates import rates
from navalassist.rules.europa.words import CargoKind, Contact, ShippingResult, Side, TransportKind, Zone
from tests.rules.play import a_sailing, a_voyage, an_item
from tests.rules.world import ROOT, a_book, facts_of_1941

LABELLED: tuple[type[StrEnum], ...] = (Side, Zone, CargoKind, TransportKind, Contact, ShippingResult, words.Step)


@pytest.mark.parametrize("kind", LABELLED)
def test_every_word_has_a_label_of_its_own(kind: type[StrEnum]) -> None:
    labels = [member.label for member in kind]  # type: ignore[attr-defined]
    assert all(labels)
    assert len(set(labels)) == len(labels)


def test_each_side_has_the_other_as_its_enemy_and_no_voyage_a_leg_beyond_its_last() -> None:
    assert (Side.AXIS.enemy, Side.ALLIED.enemy) == (Side.ALLIED, Side.AXIS)
    with pytest.raises(ValidationError, match="the voyage has only 2 legs"):
        a_sailing(leg_number=3, legs=2)


# Rulings

NUMBERS = [*range(1, 31), *range(38, 42), 43, 46, 47, 48, 51, *range(54, 69), *range(70, 73), 93]


def test_the_rulings_of_rules_33_and_36_are_all_here_in_order_and_those_that_a_group_may_read_otherwise() -> None:
    assert [ruling.number for ruling in RULINGS] == [f"R-{number:02}" for number in NUMBERS]
    open_ones = {ruling.number for ruling in RULINGS if len(ruling.choices) > 1}
    expected = {
        "R-04",
        "R-05",
        "R-06",
        "R-07",
        "R-08",
        "R-10",
        "R-13",
        "R-14",
        "R-16",
        "R-17",
        "R-30",
        "R-55",
        "R-56",
        "R-60",
        "R-62",
        "R-63",
        "R-70",
        "R-72",
        "R-93",
    }
    assert open_ones == expected
    folder = Path(words.__file__).parent
    named = {n for path in folder.glob("*.py") for n in re.findall(r"R-\d\d", path.read_text(encoding="utf-8"))}
    assert named <= {ruling.number for ruling in RULINGS}


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.number)
def test_a_ruling_says_where_what_and_why(ruling: object) -> None:
    for field in ("where", "title", "trouble", "reason"):
        text = getattr(ruling, field)
        assert text.strip() == text
        assert len(text) > 1
    assert all(meaning.endswith(".") for _, meaning in ruling.choices)  # type: ignore[attr-defined]


# rates


@pytest.mark.rule("E33.E.SP")
def test_points_are_res_by_the_groups_own_rates() -> None:
    usual = compute(rates(), a_book())
    assert (usual.res_of(CargoKind.SP, Decimal(7)), usual.res_of(CargoKind.SRP, Decimal(2))) == (7, 10)
    assert (usual.res_of(CargoKind.UNIT, Decimal("2.5")), usual.nt) == (Decimal("2.5"), 1)
    assert compute(rates(), a_book(R_55="sp=1 srp=2.5 nt=1")).res_of(CargoKind.SRP, Decimal(2)) == 5


# Items


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kind": "empty", "transports": ""}, "empty transports are NTs, LCs or LBs"),
        ({"code_c_fighter": True}, "only for a carrier group"),
        ({"res": "2.3"}, "multiple of 0.5"),
        ({"res": "-1"}, "greater than or equal to 0"),
        ({"res": "100"}, "less than or equal to 99"),
        ({"res": "NaN"}, "finite"),
        ({"carries": "0"}, "greater than 0"),
        ({"transport_count": 1.5}, "integer"),
        ({"key": "a.b"}, "pattern"),
        ({"cargo": "coal"}, "cargo"),
    ],
)
def test_an_item_that_cannot_be_is_refused(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValidationError, match=re.escape(sentence)):
        an_item("7 sp", **change)


def test_an_item_has_a_name_and_amounts_have_one_way_to_be_written() -> None:
    assert an_item("7 sp", label="Axis fuel").name == "Axis fuel"
    assert an_item("1 task-force").name == "task force"
    assert [res_text(Decimal(text)) for text in ("7", "7.0", "2.50", "0", "10")] == ["7", "7", "2.5", "0", "10"]
    assert tidy(Decimal("30.0")) == 30
    assert half_of(Decimal(7), True) == 4
    assert half_of(Decimal(7), False) == 3


# Facts


class Watched(dict[str, FactValue]):
    """Facts that remember what was read."""

    def __init__(self) -> None:
        super().__init__(facts_of_1941())
        self.read: set[str] = set()

    def __getitem__(self, key: str) -> FactValue:
        self.read.add(key)
        return super().__getitem__(key)


@pytest.mark.rule("E33.B")
@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("zone", list(Zone))
def test_a_status_reads_only_the_facts_that_it_declares_and_every_one_can_be_checked(side: Side, zone: Zone) -> None:
    facts = Watched()
    for shipping in (True, False):
        compute(naval_status(side, zone, facts, None, "", shipping), a_book())  # type: ignore[arg-type]
    assert facts.read <= set(facts_needed(side, zone))
    known = facts_of_1941()
    for key in facts_needed(side, zone):
        assert world.fault_of(key, known[key]) == ""
        assert world.fault_of(key, "nonsense") or world.fault_of(key, 99)
    assert set(facts_optional(side, zone)) <= set(facts_needed(side, zone))


def test_missing_facts_are_named_with_what_they_may_be() -> None:
    with pytest.raises(ValidationError) as fault:
        a_voyage("7 sp", "central-med").model_validate({**a_voyage("7 sp", "central-med").model_dump(), "facts": {}})
    text = str(fault.value)
    assert "malta:status.number (0 to 15)" in text
    assert "port:valletta.owner ('axis' | 'allied' | 'vichy' | 'neutral')" in text
    sailing = a_sailing("2 unit", side="allied", zone="arctic").model_dump()
    with pytest.raises(ValidationError) as fault:
        a_sailing().model_validate({**sailing, "facts": {}})
    assert "campaign:clock.turn, condition:allied-hold-upper-norway.value (true | false)" in str(fault.value)


@pytest.mark.parametrize(
    ("zone", "key", "value", "sentence"),
    [
        ("central-med", "malta:status.number", 16, "must be a whole number from 0 to 15"),
        ("central-med", "malta:status.number", True, "must be a whole number from 0 to 15"),
        ("central-med", "malta:status.number", "nine", "must be a whole number from 0 to 15"),
        ("central-med", "port:valletta.owner", "pirates", "must be one of 'axis', 'allied', 'vichy', 'neutral'"),
        ("central-med", "port:valletta.owner", 1, "must be one of"),
        ("red-sea", "port:massaua.ever_allied", "no", "must be true or false"),
        ("aegean", "condition:suez-canal.value", "shut", "must be one of 'open', 'closed'"),
        ("baltic", "condition:at-war-with-ussr.value", 0, "must be true or false"),
        ("south-aegean", "zone:south-aegean.declared", "wide", "must be one of '', 'tight', 'loose'"),
    ],
)
def test_a_fact_that_the_rules_cannot_read_is_refused_in_words(
    zone: str, key: str, value: FactValue, sentence: str
) -> None:
    with pytest.raises(ValidationError, match=re.escape(sentence)):
        a_sailing("1 warship", zone=zone, world={"more": {key: value}})


def test_facts_that_were_found_to_fit_do_not_speak_for_those_that_only_equal_them() -> None:
    a_sailing("1 warship", zone="central-med", world={"more": {"malta:status.number": 1}})
    with pytest.raises(ValidationError, match="must be a whole number"):
        a_sailing("1 warship", zone="central-med", world={"more": {"malta:status.number": True}})


def test_facts_of_the_allies_are_checked_too_and_those_of_another_kind_not_judged() -> None:
    for key, value in (("campaign:clock.turn", "Mar I"), ("condition:allied-hold-upper-norway.value", None)):
        with pytest.raises(ValidationError, match=key):
            a_sailing("2 unit", side="allied", zone="arctic", world={"more": {key: value}})
    with pytest.raises(ValidationError, match=re.escape("port:naples.kind must be one of")):
        a_sailing("2 unit", side="allied", zone="central-med", world={"more": {"port:naples.kind": "huge"}})
    assert world.choices_of("shipment:row-1.state") is None
    assert world.choices_of("condition:unheard-of.value") is None
    assert world.fault_of("shipment:row-1.state", "planned") == ""
    assert Facts({"a": 1}) != world.CONDITIONS


# Schemas


def schemas() -> list[type[BaseModel]]:
    """The situations of the Europa procedures."""
    return [procedure.situation for procedure in REGISTER.values() if procedure.system == "europa"]


@pytest.mark.parametrize("situation", schemas(), ids=lambda model: model.__name__)
def test_every_field_of_a_situation_is_described(situation: type[BaseModel]) -> None:
    schema = situation.model_json_schema()
    models = [schema, *(part for part in schema.get("$defs", {}).values() if "properties" in part)]
    for model in models:
        for name, field in model["properties"].items():
            assert field.get("description"), f"{model['title']}.{name}"
    assert issubclass(situation, BaseModel)
    assert Item.model_config["frozen"]


# The ports and conditions that the rules name are the ones that the place files hold.


PLACES = ROOT / "navalassist" / "systems" / "europa" / "places"


def place_file(name: str) -> dict[str, Any]:
    """The content of a place file."""
    return tomllib.loads((PLACES / f"{name}.toml").read_text(encoding="utf-8"))


def in_groups(*groups: str) -> set[str]:
    """Ports of any of the groups."""
    return {key for key, port in place_file("ports").items() if set(groups) & set(port.get("groups", ()))}


def test_the_groups_of_ports_and_all_that_a_status_reads_are_in_the_place_files() -> None:
    assert set(world.ITALIAN_PORTS) == in_groups("italian-mainland", "italian-islands")
    assert set(world.CRETE_PORTS) == in_groups("crete")
    assert set(world.CYPRUS_PORTS) == in_groups("cyprus")
    assert set(world.RED_SEA_PORTS) == in_groups("red-sea")
    assert in_groups("tunisia-short-route", "pantelleria") == SHORT_ROUTE_PORTS
    ports = place_file("ports")
    found = {
        key for key in ports if on_short_route(PortPlace(key=key, groups=tuple(ports[key].get("groups", ()))), True)
    }
    assert found == in_groups("sicily", "sardinia", "corsica", "pantelleria", "tunisia-short-route")
    conditions = place_file("conditions")
    for key, choices in world.CONDITIONS.items():
        assert tuple(conditions[key].get("choices", ())) == choices, key
    ports, zones = place_file("ports"), place_file("zones")["zone"]
    assert {zone.value for zone in Zone} == set(zones)
    needed = {key for side in Side for zone in Zone for key in facts_needed(side, zone) if key.startswith("port:")}
    assert {key.removeprefix("port:").rpartition(".")[0] for key in needed} <= set(ports)
