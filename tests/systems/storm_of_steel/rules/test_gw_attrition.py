"""GW.ATTR: supply attrition, worked out by hand from the printed table."""

from fractions import Fraction
from typing import Any

import pytest
from pydantic import ValidationError

from navalassist.engine import Outcome, Set
from navalassist.systems.storm_of_steel.state import Nation
from tests.rules.by_hand import WHY, figures, forbids, given, ones, played, ran, refused
from tests.rules.play import a_mark

Unit = dict[str, Any]


def army(key: str = "u1", **more: Any) -> Unit:
    """A Turkish unit in the open, without a line of communication."""
    return {"key": key, "name": key.upper(), "nation": Nation.TURKISH, **more}


def ship(key: str = "n1", **more: Any) -> Unit:
    """A German naval unit at sea."""
    return {"key": key, "name": key.upper(), "nation": Nation.GERMAN, "at": "Adriatic", **more}


def a_phase(*units: Unit, **more: Any) -> Any:
    """The Central attrition step of a summer month."""
    now = {"side": "central", "turn": "1916-07", "player_turn": "central", "step": "attrition", **more}
    land = [unit for unit in units if "at" not in unit]
    return given("gw-attrition", land=land, naval=[unit for unit in units if "at" in unit], **now)


def checked(*units: Unit, dice: str = "", **more: Any) -> Outcome[Any]:
    return played(a_phase(*units, **more), dice)


def killing(unit: Unit, turn: str) -> list[int]:
    """The rolls that eliminate a unit."""
    return [die for die in range(1, 7) if checked(unit, dice=str(die), turn=turn).result.lost]


def spared(unit: Unit) -> str:
    """The paragraph by which a unit throws no die, or nothing: then a 1 eliminates it."""
    [fate] = ones(a_phase(unit)).units
    assert fate.lost is not fate.why.startswith("no die: ")
    return str(fate.rule)


@pytest.mark.rule("GW.ATTR.land")
@pytest.mark.parametrize(
    ("terrain", "turn", "rolls"),
    [
        ("desert", "1916-01", [1, 2, 3]),
        ("mountain", "1916-12", [1, 2, 3]),
        ("desert", "1916-03", [1, 2]),
        ("mountain", "1916-11", [1, 2]),
        ("other", "1916-02", [1, 2]),
        ("other", "1916-07", [1]),
    ],
)
def test_a_land_unit_dies_by_terrain_and_season(terrain: str, turn: str, rolls: list[int]) -> None:
    assert killing(army(terrain=terrain), turn) == rolls


@pytest.mark.rule("GW.ATTR.naval")
@pytest.mark.parametrize("turn", ["1916-01", "1916-07"])
def test_a_naval_unit_dies_on_1_and_2_in_all_seasons(turn: str) -> None:
    assert killing(ship(), turn) == [1, 2]


@pytest.mark.rule("GW.ATTR.land")
def test_every_unit_has_a_die_of_its_own_and_those_that_die_are_taken_off() -> None:
    outcome = checked(army("u1"), army("u2", terrain="desert"), ship("n1"), dice="2 2 1")
    # u1 dies on a 1 alone, u2 on 1 and 2, the ship on 1 and 2.
    assert (outcome.result.lost, outcome.result.land_lost, outcome.result.naval_lost) == (2, 1, 1)
    found = [(fate.key, fate.lost) for fate in outcome.result.units]
    assert found == [("land-unit:u1", False), ("land-unit:u2", True), ("squadron:n1", True)]
    assert [effect for effect in outcome.effects if isinstance(effect, Set)] == [
        Set("land-unit:u2.lost", True),
        Set("squadron:n1.place", "lost"),
    ]


@pytest.mark.rule("GW.ATTR.land")
def test_a_unit_checks_once_in_a_turn_and_is_marked_until_it_is_over() -> None:
    outcome = checked(army("u1"), army("u2", loc=True), dice="5")
    assert outcome.effects == (a_mark("attrition/land-unit-u1", "turn", subject="land-unit:u1"),)
    forbids(a_phase(army("u1", checked=True), army("u2")), "GW.ATTR.land: U1 has made its check in this turn.")
    forbids(a_phase(ship("n1", checked=True)), "GW.ATTR.naval: N1 has made its check in this turn.")
    assert not refused(a_phase(army("u1", checked=True, loc=True), army("u2")))
    # Its mark stands already.
    assert checked(army("u1", checked=True), because=WHY, dice="1").effects == (Set("land-unit:u1.lost", True),)


@pytest.mark.rule("GW.ATTR.x1")
def test_a_line_of_communication_spares_a_land_unit_and_the_receipt_has_the_cell_and_the_rulings() -> None:
    outcome = checked(army(loc=True))
    assert (outcome.result.lost, outcome.effects) == (0, ())
    found = [(fate.lost, fate.why, fate.rule) for fate in outcome.result.units]
    assert found == [(False, "no die: it traces a line of communication", "GW.ATTR.x1")]
    result = ran(a_phase(army(terrain="desert"), turn="1916-01"), "3")
    assert [(cell.row, cell.column, cell.value) for cell in result.cells] == [("desert-or-mountain", "winter", "1-3")]
    assert dict(result.rulings) == {"R-42": "stands", "R-76": "stands"}
    found = [(answer.key, answer.reading) for answer in result.answers if answer.faces]
    assert found == [("land-unit-u1/die", "eliminated")]


@pytest.mark.rule("GW.ATTR.x2")
@pytest.mark.parametrize("kind", ["neutral", "guerrilla", "fortification", "headquarters"])
@pytest.mark.parametrize("place", ["", "off-map"])
def test_neutrals_guerrillas_fortifications_and_headquarters_never_check(kind: str, place: str) -> None:
    assert spared(army(kind=kind, place=place)) == "GW.ATTR.x2"


@pytest.mark.rule("GW.ATTR.x3")
@pytest.mark.parametrize("place", ["naval-base", "industrial-city", "fortified-zone", "port", "city"])
def test_bases_cities_fortified_zones_and_ports_spare_land_and_naval_units(place: str) -> None:
    assert spared(army(place=place, terrain="desert")) == spared(ship(place=place)) == "GW.ATTR.x3"


@pytest.mark.rule("GW.ATTR.x4", "GW.ATTR.x5", "GW.ATTR.x6")
@pytest.mark.parametrize(
    ("place", "about", "rule"),
    [
        ("off-map", {"own": True, "symbol": True}, "GW.ATTR.x4"),
        ("off-map", {"own": True}, ""),
        ("off-map", {"symbol": True}, ""),
        ("", {"own": True, "symbol": True}, ""),
        ("off-map", {"afloat": True}, "GW.ATTR.x5"),
        ("", {"afloat": True}, ""),
        ("off-map", {"kind": "uprising"}, "GW.ATTR.x6"),
        ("", {"kind": "uprising"}, ""),
    ],
)
def test_off_the_map_an_own_area_with_its_symbol_transport_and_an_uprising_spare(
    place: str, about: dict[str, Any], rule: str
) -> None:
    assert spared(army(place=place, area_name="India", **about)) == rule


@pytest.mark.rule("GW.ATTR.x7")
@pytest.mark.parametrize("area", ["Japan", "China", "siberia", "Pacific", "Pacific Ocean off-map zone"])
def test_japanese_units_are_spared_in_the_east(area: str) -> None:
    japanese = {"nation": Nation.JAPANESE}
    assert (
        spared(army(place="off-map", area_name=area, **japanese)) == spared(ship(at=area, **japanese)) == "GW.ATTR.x7"
    )


@pytest.mark.rule("GW.ATTR.x7")
def test_other_units_are_not_spared_there_nor_japanese_ones_elsewhere() -> None:
    japanese = {"nation": Nation.JAPANESE}
    for area in ("Indochina", "Northern China", "Sea of Japan", "South Pacific"):
        assert not spared(army(area_name=area, place="off-map", **japanese)), area
        assert not spared(ship(at=area, **japanese)), area
    assert not spared(army(nation=Nation.RUSSIAN, area_name="Siberia", place="off-map"))
    # A unit on the map of which somebody has once noted an area.
    assert not spared(army(area_name="China", **japanese))
    assert not spared(ship(**japanese))
    assert not spared(ship(at="Pacific"))


@pytest.mark.rule("GW.ATTR.land")
def test_the_numbers_before_the_roll_are_exact_for_forty_units_too() -> None:
    """Summer: two land units that die on 1 in 6 and 2 in 6, a ship on 2 in 6, and one that does not check."""
    phase = a_phase(army("u1"), army("u2", terrain="mountain"), army("u3", loc=True), ship("n1"))
    assert figures(phase) == {
        "none": Fraction(5, 6) * Fraction(4, 6) * Fraction(4, 6),
        "land-lost": Fraction(3, 6),
        "naval-lost": Fraction(2, 6),
    }
    phase = a_phase(*(army(f"u{n}") for n in range(30)), *(ship(f"n{n}") for n in range(10)))
    assert figures(phase) == {
        "none": Fraction(5, 6) ** 30 * Fraction(4, 6) ** 10,
        "land-lost": Fraction(30, 6),
        "naval-lost": Fraction(20, 6),
    }


@pytest.mark.rule("GW.ATTR.land")
def test_a_season_against_the_calendar_is_typed_with_a_reason() -> None:
    words = "winter: December, January and February are (R-76)."
    forbids(a_phase(army(), turn="1916-03", winter=True), f"GW.ATTR.land: Mar 1916 is not {words}")
    forbids(a_phase(army(), turn="1916-12", winter=False), f"GW.ATTR.land: Dec 1916 is {words}")
    outcome = checked(army(), dice="2", turn="1916-03", winter=True, because=WHY)
    assert (outcome.result.lost, outcome.result.season) == (1, "winter")
    assert not refused(a_phase(army(), turn="1916-12", winter=True))


@pytest.mark.rule("GW.ATTR.land")
@pytest.mark.parametrize(
    ("player_turn", "step", "now"),
    [
        ("central", "transport", "Central Powers player turn, Transport"),
        ("allied", "attrition", "Allied player turn, Supply and attrition"),
    ],
)
def test_units_check_in_the_attrition_step_of_their_own_player_turn(player_turn: str, step: str, now: str) -> None:
    own = "Its units check in their own step: Central Powers player turn, Supply and attrition (R-74)."
    early = a_phase(army(), player_turn=player_turn, step=step)
    forbids(early, f"GW.ATTR.land: {own} Now it is Jul 1916, {now}.")


@pytest.mark.rule("GW.ATTR.land", "GW.ATTR.naval")
def test_no_unit_is_checked_that_is_in_an_action_named_twice_or_not_at_all() -> None:
    for unit in (army(), ship()):
        with pytest.raises(ValidationError, match=f"{unit['key']} is named twice"):
            a_phase(unit, unit)
    forbids(a_phase(), "GW.ATTR.land: No unit is named that may suffer attrition.", always=True)
    busy = "N1 takes part in action 2, which is not over."
    forbids(a_phase(ship(), busy=busy), f"GW.ATTR.naval: {busy}", always=True)
