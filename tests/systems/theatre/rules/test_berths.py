"""PG.6.1.1, 6.1.2, 6.1.7 and 6.1.8: what ports base, how crews begin, what types of units are for."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine.reader import View
from navalassist.play import state as states
from navalassist.play.write.edits import EditError
from navalassist.systems.theatre import places
from navalassist.systems.theatre.berths import by_type, load_of, no_patrol, overfull, what_it_does
from navalassist.systems.theatre.deployment import spacing
from navalassist.systems.theatre.edits import AirUnits, Maps, Ports, Units
from navalassist.systems.theatre.state.battles import Result
from navalassist.systems.theatre.state.fleets import Type, Unit
from navalassist.systems.theatre.state.sea import Map, Port
from navalassist.systems.theatre.state.words import Mission, Nation, Side, Size, UnitType
from tests.in_hand import InHand
from tests.systems.theatre.rules.test_groups import fleet

TYPES = by_type(row for row in places.rows() if isinstance(row, Type))
MINOR, MAJOR = (Port(key=size.value, name="A port", owner="allied", size=size) for size in Size)


@pytest.fixture
def table(lingayen: Campaign) -> InHand:
    return InHand(lingayen)


def typed(table: InHand, hand: Any, before: str = "", **fields: Any) -> Any:
    """A line that is typed, and what is kept of it."""
    values = states.load(table.slug).values
    edit = hand.change(values, before, fields) if before else hand.add(values, fields)
    return dict(edit.effects[0].fields) if not before else edit


def wrong(table: InHand, hand: Any, before: str = "", **fields: Any) -> tuple[str, str]:
    with pytest.raises(EditError) as error:
        typed(table, hand, before, **fields)
    return error.value.about, str(error.value)


@pytest.mark.rule("PG.6.1.1")
@pytest.mark.parametrize(
    ("nations", "level"),
    [
        ("germany japan britain usa sweden", 300),
        ("france finland norway", 200),
        ("italy netherlands spain poland portugal greece", 100),
        ("russia rumania yugoslavia turkey belgium siam other", 0),
    ],
)
def test_crews_begin_with_the_training_of_their_nation(nations: str, level: int) -> None:
    assert {Nation(nation).training for nation in nations.split()} == {level}


@pytest.mark.rule("PG.6.1.1", "C22")
def test_a_new_unit_has_it_and_only_an_anti_aircraft_cruiser_has_a_leader(table: InHand) -> None:
    line = {"side": Side.ALLIED, "name": "Perth", "nation": Nation.BRITAIN, "type": UnitType.CL, "place": "due"}
    assert typed(table, Units(), **line)["experience"] == 300
    assert typed(table, Units(), **line, experience=120)["experience"] == 120
    assert wrong(table, Units(), **line, leader="Waller")[0] == "leader"
    assert typed(table, Units(), **{**line, "type": UnitType.CAA}, leader="Waller")["leader"] == "Waller"


@pytest.mark.rule("PG.6.1.2")
@pytest.mark.parametrize(
    ("port", "types", "fits"),
    [
        (MINOR, "BB " * 20, True),
        (MINOR, "BB " * 20 + "DD", False),
        (MINOR, "DD DE SS SSC " * 10, True),
        (MINOR, "CA " * 10 + "DD " * 20, True),
        (MINOR, "CL " * 10 + "DD " * 21, False),
        (MAJOR, "BB " * 40, True),
        (MAJOR, "BB " * 39 + "SS SS SS", False),
    ],
)
def test_a_port_bases_twenty_capital_ships_or_forty_escorts_and_a_major_one_twice_as_many(
    port: Port, types: str, fits: bool
) -> None:
    assert (overfull(port, (), fleet(types), TYPES) == "") is fits


@pytest.mark.rule("PG.6.1.2")
def test_which_types_are_escorts_is_in_the_list_of_types(table: InHand) -> None:
    """DD, DE, SS, SSC are (R-203); a CL counts as 2 until the list says otherwise."""
    escorts = {kind for kind, type_ in TYPES.items() if not type_.capital}
    assert escorts == {UnitType.DD, UnitType.DE, UnitType.SS, UnitType.SSC}
    assert load_of(fleet("CL DD"), TYPES) == 3
    table.set({"pg-type:cl.capital": False})
    view = View(states.load(table.slug).values)
    assert load_of(fleet("CL DD"), by_type(view.rows(Type))) == 2
    line = {"side": Side.ALLIED, "name": "Perth", "nation": Nation.BRITAIN, "type": UnitType.CL}
    assert wrong(table, Units(), **line, place="pg-port:taipei")[0] == "place"
    full = (
        Unit.new(f"x{n}", side="axis", name="X", nation="japan", type="cl", place="pg-port:mako") for n in range(40)
    )
    table.edit(*full, seat="axis")
    assert "bases 40 escorts" in wrong(table, Units(), **{**line, "side": Side.AXIS}, place="pg-port:mako")[1]


@pytest.mark.rule("PG.6.1.7", "PG.6.1.7.1", "PG.6.1.7.2", "PG.6.1.7.3", "PG.6.1.7.4", "PG.6.1.7.5")
@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        *(("BB", other, "3 hexes from each other") for other in ("BB", "BC", "CV")),
        ("BC", "CV", "3 hexes from each other"),
        *(("BC", other, "no other ship next to BC One") for other in ("CA", "CL", "DD", "SS")),
        *(("CA", other, "") for other in ("CA", "CL", "CVE", "DD")),
        ("CL", "DD", ""),
    ],
)
def test_how_far_ships_stay_apart_in_the_set_up_of_a_battle(table: InHand, one: str, other: str, said: str) -> None:
    """BB, BC and CV keep 3 hexes from each other, and no ship is next to them; others may stand side by side."""
    units = ((one, "One"), (other, "Other"))
    lines = [Result(key=name, battle="1", side="axis", name=name, type=type_) for type_, name in units]
    told = spacing(View(table.facts), lines)
    assert told == "" if not said else said in told


@pytest.mark.rule("PG.6.1.7.6", "PG.6.1.7.7", "PG.6.1.8.2")
def test_destroyers_and_their_like_alone_attack_submarines() -> None:
    assert {kind for kind, type_ in TYPES.items() if type_.hunts} == {UnitType.DD, UnitType.DE, UnitType.CLD}
    sees = {kind for kind, type_ in TYPES.items() if type_.spots_boats}
    assert sees == {UnitType.DD, UnitType.DE, UnitType.CLD, UnitType.CV, UnitType.CVE}
    assert "only destroyers and aircraft attack it" in what_it_does(TYPES[UnitType.SS])


@pytest.mark.rule("PG.6.1.8.1", "PG.6.1.8.4", "PG.6.1.8.5")
def test_escort_carriers_coastal_cruisers_and_destroyer_escorts_never_patrol() -> None:
    found = fleet("CVE CC DE CV CL CLD CAA")
    assert [one.rule for one in no_patrol(found, TYPES, Mission.PATROL)] == ["PG.6.1.8.1", "PG.6.1.8.4", "PG.6.1.8.5"]
    for mission in (Mission.ESCORT, Mission.INVASION, Mission.STRATEGIC):
        assert not list(no_patrol(found, TYPES, mission))


@pytest.mark.rule("PG.6.1.7.3", "PG.6.1.8.1")
def test_carriers_hold_up_to_three_air_units_and_an_escort_carrier_one(table: InHand) -> None:
    """Ryujo holds 2 by its type, and one is aboard; Kasuga Maru holds 1."""
    line = {"side": Side.AXIS, "name": "Fighters", "nation": Nation.JAPAN, "type": "fighter"}
    table.enter(lambda values: AirUnits().add(values, {**line, "base": "pg-unit:ryujo"}))
    assert "holds 2 air units and is full" in wrong(table, AirUnits(), **line, base="pg-unit:ryujo")[1]
    table.enter(lambda values: AirUnits().add(values, {**line, "base": "pg-unit:kasuga"}))
    assert wrong(table, AirUnits(), **line, base="pg-unit:kasuga")[0] == "base"
    assert wrong(table, Units(), "ryujo", air=4)[0] == "air"


@pytest.mark.rule("PG.6.1.8.3")
def test_an_anti_aircraft_cruiser_stands_on_the_map_already() -> None:
    assert "stands on the map already" in what_it_does(TYPES[UnitType.CAA])


@pytest.mark.rule("PG.6.1.8.6")
def test_small_submarines_alone_go_by_land_to_a_port_of_their_side(table: InHand) -> None:
    table.do("pg-overland", unit="midgets", port="taipei")
    assert table.facts["pg-unit:midgets.place"] == "pg-port:taipei"
    assert "another port of the Axis side" in table.refuse("pg-overland", unit="midgets", port="taipei")
    assert "another port of the Axis side" in table.refuse("pg-overland", unit="midgets", port="manila")
    assert "only small submarines" in table.refuse("pg-overland", unit="kuma", port="taipei")
    table.check()


@pytest.mark.rule("C23")
def test_a_map_is_no_smaller_than_what_lies_on_it(table: InHand) -> None:
    """The Far East has land in T15, in its last column, and in its last row."""
    view = View(table.facts)
    line = dict(view.row(Map, "far-east")) | {"across": 19}
    about, words = wrong(table, Maps(), "far-east", **line)
    assert about == "across"
    assert words == ("Squares across, and down: T15 lies off the map: it runs from A1 to S24, and T15 is there.")
    assert "lies off the map" in wrong(table, Maps(), "far-east", **line | {"across": 20, "down": 23})[1]
    assert typed(table, Maps(), "far-east", **line | {"across": 21})
    with pytest.raises(EditError, match="is on this map: take that away first"):
        Maps().remove(table.facts, "far-east")


@pytest.mark.rule("C24")
def test_pages_stand_where_a_port_with_ships_is_taken_out_of_the_list(table: InHand) -> None:
    table.enter(Ports().remove, "mako")
    axis = table.at("axis")
    for rule in ("patrol/?group=a2&route=D2+C3", "convoy/", "route/?group=a2", "escort/", "operational/"):
        assert axis.get(f"do/pg-{rule}").status_code == 200
    said = axis.post("do/pg-route/", group="a2", purpose="patrol", route="D2 C3", zones="")
    assert said.status_code == 422
