"""33.F and 36.H: a naval supply line, its way and what it adds to a port's SLP count."""

from typing import Any

import pytest
from pydantic import ValidationError

from navalassist.engine import REGISTER, Roller
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa.danger_zones import Exerts
from navalassist.rules.europa.r33_naval_status import facts_needed
from navalassist.rules.europa.r33_supply import SupplyLine, count_supply_line
from navalassist.rules.europa.r36_supply_path import Guard, SupplyPath, WayHex
from navalassist.rules.europa.words import Side, Zone
from tests.rules.play import a_leg, play, registered, result_of
from tests.rules.world import the_world


def a_line(zones: str, side: str = "axis", air: dict[str, int] | None = None, **world: object) -> SupplyLine:
    """A supply line through zones."""
    legs = tuple(a_leg(zone, **(air or {})) for zone in zones.split())
    facts = the_world(**world)  # type: ignore[arg-type]
    keys = {key for leg in legs for key in facts_needed(Side(side), leg.zone)}
    return SupplyLine(side=Side(side), zones=legs, facts={key: facts[key] for key in keys})  # type: ignore[arg-type]


@pytest.mark.rule("E33.F", "E33.A.3")
def test_the_zones_statuses_are_added_up_without_dice() -> None:
    # Western Med 12, Central Med 9 (Malta), Tyrrhenian not subject
    result = result_of(count_supply_line, a_line("western-med tyrrhenian central-med"))
    assert registered(count_supply_line).roller is Roller.NOBODY
    assert not [answer for answer in result.answers if answer.faces]
    count = result.value.result
    assert count.added == 21
    assert [(zone.zone, zone.added) for zone in count.zones] == [
        (Zone.WESTERN_MED, 12),
        (Zone.TYRRHENIAN, 0),
        (Zone.CENTRAL_MED, 9),
    ]
    assert count.zones[1].rule == "33.B.4.a"


@pytest.mark.rule("E33.F", "E33.B.2.a")
def test_any_part_of_a_zone_counts_once_and_a_bar_of_shipping_does_not_hold_back_the_count() -> None:
    assert play(count_supply_line, a_line("central-med adriatic central-med")).result.added == 9
    # Crete is Allied: shipping is barred, and the line pays 15.
    assert play(count_supply_line, a_line("eastern-med")).result.added == 15
    assert play(count_supply_line, a_line("western-med tyrrhenian", side="allied")).result.added == 6 + 12
    # 12 + 5 held at 15, 9 + 5 = 14
    line = a_line("western-med central-med", air={"air_against": 5})
    assert play(count_supply_line, line).result.added == 29


def whose(*zones: Exerts) -> tuple[WayHex, ...]:
    """Hexes of a way, one under the other, in these danger zones."""
    return tuple(WayHex(hex=Hex("18A", 4, place), exerts=zone) for place, zone in enumerate(zones, start=1))


@pytest.mark.rule("E33.F", "E36.D.4")
def test_what_danger_zones_add_joins_the_statuses_in_one_sum() -> None:
    """Axis, Malta at 9: 9 for the Central Med and 4 SLPs that the players' own rules say for two Allied hexes are 13.

    Soviet zones are enemies of the Axis as well; a hex of which it isn't known is named.
    """
    way = whose(Exerts.ALLIED, Exerts.AXIS, Exerts.UNKNOWN, Exerts.SOVIET, Exerts.NOBODY)
    line = a_line("central-med").model_copy(update={"way": way, "danger_slps": 4})
    result = result_of(count_supply_line, line)
    count = result.value.result
    assert count.added == 13
    assert [zone.added for zone in count.zones] == [9]
    term = count.supply_line.terms[-1]
    assert (term.rule, term.value, term.applies, term.ruling) == ("36.D.4", 4, True, "R-39")
    assert term.text == "Hexes in enemy danger zones: 2 of 5, and 1 of which it isn't known"
    assert "R-39" in dict(result.rulings)


@pytest.mark.rule("E36.D.4")
def test_hexes_that_cost_nothing_yet_are_told_a_cost_without_hexes_stands_and_missing_facts_are_refused() -> None:
    line = a_line("central-med", side="allied")
    told = play(count_supply_line, line.model_copy(update={"way": whose(Exerts.AXIS)})).result
    assert (told.added, told.supply_line.terms[-1].text) == (6, "Hexes in enemy danger zones: 1 of 1")
    assert not told.supply_line.terms[-1].applies
    typed = play(count_supply_line, line.model_copy(update={"danger_slps": 3})).result
    assert (typed.added, typed.supply_line.terms[-1].text) == (9, "Hexes in enemy danger zones")
    # As before where nobody says anything of them.
    assert len(play(count_supply_line, line).result.supply_line.terms) == 1
    with pytest.raises(ValidationError, match=r"malta:status\.number"):
        SupplyLine(side=Side.AXIS, zones=(a_leg("central-med"),), facts={})  # type: ignore[arg-type]


# 36.H: the way of a naval supply line. What danger zones add to its count is tested with 33.F.


RULE = REGISTER["supply-path"]
# Ten hexes down one line of a sheet: 18A:0401 to 18A:0410.
WAY = tuple(WayHex(hex=Hex("18A", 4, place)) for place in range(1, 11))


def path(*guards: str, way: tuple[WayHex, ...] = WAY, **more: Any) -> SupplyPath:
    """An Axis line, and enemies in these hexes."""
    found = tuple(Guard(name="Force H", hex=Hex.of(name)) for name in guards)
    return SupplyPath(side=Side.AXIS, way=way, guards=found, **more)


def reason(situation: SupplyPath) -> str:
    """Why not, '' for nothing."""
    refusal = RULE.why_not(situation)
    return refusal.reason if refusal else ""


@pytest.mark.rule("E36.H.1")
@pytest.mark.parametrize("guard", ["18A:0400", "18A:0401", "18A:0405", "18A:0506", "18A:0411"])
def test_no_hex_may_lie_in_an_enemy_combat_zone(guard: str) -> None:
    """From, into or through: the first hex, the last and those between; the zone is the hex and its neighbours.

    18A:0405 borders 0404, 0406, and, for an even line, 0305, 0306, 0505 and 0506.
    """
    assert "combat zone of Force H" in reason(path(guard))
    assert reason(path(guard, because="he lets us")) == ""


@pytest.mark.rule("E36.H.1", "E36.D.4")
def test_hexes_in_danger_zones_are_counted_and_an_enemy_two_hexes_off_bars_nothing() -> None:
    assert reason(path("18A:0605", "18A:0412")) == ""
    result = result_of(RULE, path("18A:0605"))
    assert (result.value.result.hexes, result.value.result.at_night) == (10, "none of it")
    exerts = (Exerts.ALLIED, Exerts.AXIS, Exerts.UNKNOWN, Exerts.SOVIET, Exerts.NOBODY)
    way = tuple(WayHex(hex=Hex("18A", 4, place), exerts=whose) for place, whose in enumerate(exerts, start=1))
    result = result_of(RULE, path(way=way, night=Hex.of("18A:0401")))
    traced = result.value.result
    assert (traced.in_danger_zones, traced.not_known) == (2, 1)
    assert traced.at_night == "18A:0401 to 18A:0405"


@pytest.mark.rule("E36.H.2")
def test_five_hexes_in_a_row_may_be_traced_at_night() -> None:
    """An enemy next to 0404 to 0406 bars them by day; with the night from 0403 to 0407 he bars only his own hex."""
    beside = "18A:0505"
    assert reason(path(beside))
    assert reason(path(beside, night=Hex.of("18A:0403"))) == ""
    # The night ends after five: 0406 is then by day.
    assert "18A:0406" in reason(path("18A:0506", night=Hex.of("18A:0401")))
    assert "18A:0405" in reason(path("18A:0405", night=Hex.of("18A:0403")))
    assert path(night=Hex.of("18A:0408")).at_night == tuple(step.hex for step in WAY[7:])


@pytest.mark.rule("E36.H.1")
def test_a_way_is_named_hex_by_hex_also_across_sheets_whose_join_the_players_see() -> None:
    with pytest.raises(ValueError, match="aren't adjacent"):
        path(way=(WAY[0], WAY[2]))
    with pytest.raises(ValueError, match="isn't on the way"):
        path(night=Hex.of("18A:0420"))
    with pytest.raises(ValueError, match="tick that they touch"):
        path(way=ACROSS)
    assert reason(path(way=ACROSS, joins=True)) == ""
    with pytest.raises(ValueError, match="aren't adjacent"):
        path(way=(ACROSS[0], ACROSS[2], ACROSS[3].model_copy(update={"hex": Hex.of("18A:0105")})), joins=True)
    result = result_of(RULE, path(way=ACROSS, joins=True))
    assert result.value.result.by_eye == "its hexes touch where the sheets change"


ACROSS = tuple(WayHex(hex=Hex.of(name)) for name in ("26:4929", "26:5029", "18A:0101", "18A:0102"))


@pytest.mark.rule("E36.H.1", "E36.H.2")
def test_an_enemy_on_another_sheet_is_asked_for_unless_surely_far_and_at_night_bars_nothing() -> None:
    assert "Whether Force H in 26:4929 lies beside the way" in reason(path("26:4929"))
    assert reason(path("26:4929", clear=True)) == ""
    result = result_of(RULE, path("26:4929", clear=True))
    assert result.value.result.by_eye == "no combat zone of Force H in 26:4929 on it"
    far = Guard(name="Force K", hex=Hex.of("26:4929"), far=True)
    assert reason(SupplyPath(side=Side.AXIS, way=WAY, guards=(far,))) == ""
    # He controls only his own hex then, which is none of the way.
    assert reason(path("26:4929", way=WAY[:5], night=Hex.of("18A:0401"))) == ""
    assert reason(path("26:4929", way=WAY[:6], night=Hex.of("18A:0401")))
