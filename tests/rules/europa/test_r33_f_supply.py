"""33.F: what a naval supply line adds to a port's SLP count."""

import pytest
from pydantic import ValidationError

from navalassist.engine import Roller
from navalassist.rules.europa.danger_zones import Exerts
from navalassist.rules.europa.hexes import Hex
from navalassist.rules.europa.r33_naval_status import facts_needed
from navalassist.rules.europa.r33_supply import SupplyLine, count_supply_line
from navalassist.rules.europa.r36_supply_path import WayHex
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
def test_hexes_that_cost_nothing_yet_are_told_and_a_cost_without_hexes_stands() -> None:
    line = a_line("central-med", side="allied")
    told = play(count_supply_line, line.model_copy(update={"way": whose(Exerts.AXIS)})).result
    assert (told.added, told.supply_line.terms[-1].text) == (6, "Hexes in enemy danger zones: 1 of 1")
    assert not told.supply_line.terms[-1].applies
    typed = play(count_supply_line, line.model_copy(update={"danger_slps": 3})).result
    assert (typed.added, typed.supply_line.terms[-1].text) == (9, "Hexes in enemy danger zones")
    # As before where nobody says anything of them.
    assert len(play(count_supply_line, line).result.supply_line.terms) == 1


def test_facts_that_lack_a_zone_are_refused() -> None:
    with pytest.raises(ValidationError, match=r"malta:status\.number"):
        SupplyLine(side=Side.AXIS, zones=(a_leg("central-med"),), facts={})  # type: ignore[arg-type]
