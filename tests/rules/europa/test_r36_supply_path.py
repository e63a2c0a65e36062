"""36.H: the way of a naval supply line. What danger zones add to its count is tested with 33.F."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.engine import REGISTER
from navalassist.rules.europa.danger_zones import Exerts
from navalassist.rules.europa.hexes import Hex
from navalassist.rules.europa.r36_supply_path import Guard, SupplyPath, WayHex
from navalassist.rules.europa.words import Side
from tests.rules.play import result_of

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


@pytest.mark.rule("E36.H.1")
def test_an_enemy_two_hexes_off_bars_nothing() -> None:
    assert reason(path("18A:0605", "18A:0412")) == ""
    result = result_of(RULE, path("18A:0605"))
    assert (result.value.result.hexes, result.value.result.at_night) == (10, "none of it")


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


@pytest.mark.rule("E36.D.4")
def test_hexes_in_enemy_danger_zones_are_counted() -> None:
    exerts = (Exerts.ALLIED, Exerts.AXIS, Exerts.UNKNOWN, Exerts.SOVIET, Exerts.NOBODY)
    way = tuple(WayHex(hex=Hex("18A", 4, place), exerts=whose) for place, whose in enumerate(exerts, start=1))
    result = result_of(RULE, path(way=way, night=Hex.of("18A:0401")))
    traced = result.value.result
    assert (traced.in_danger_zones, traced.not_known) == (2, 1)
    assert traced.at_night == "18A:0401 to 18A:0405"


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
