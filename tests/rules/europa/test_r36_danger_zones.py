"""36.D, 36.D.1: whose danger zone a hex is in. Distances are counted by hand on the grid of the sheets.

On one line of a sheet, places that differ by n are n hexes apart; that is how most tests below lay their ports.
"""

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navalassist.engine import Book, compute
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa.combat_zones import combat_zone
from navalassist.rules.europa.danger_zones import (
    Border,
    DangerPort,
    Exerts,
    Found,
    Waters,
    any_of,
    both,
    danger_zone,
    hexes_text,
    in_adriatic,
    opposite,
    side_of_the_line,
    whose,
)
from navalassist.rules.europa.reach import NOT_KNOWN, Span, Spot, kilometres, span, straight
from navalassist.rules.europa.words import Owner, PortKind, Side, Zone
from tables import all_tables

HERE = Hex.of("26:1010")


def port(owner: str, hexes: int, high: int | None = -1, **more: Any) -> DangerPort:
    """A port so far away; high None: nobody knows how far at most."""
    most = hexes if high == -1 else high
    return DangerPort(key="naples", name="Naples", owner=Owner(owner), low=hexes, high=most, **more)


def at(*ports: DangerPort, zone: Zone | None = Zone.TYRRHENIAN, where: str = "26:1010", **more: Any) -> Found:
    """Whose danger zone the hex is in."""
    return whose(Waters(hex=Hex.of(where), zone=zone, ports=ports, **more))


def baltic(where: str, border: Border = Border.STANDS, **more: Any) -> Exerts:
    """Whose danger zone a hex of the Baltic is in."""
    return at(zone=Zone.BALTIC, where=where, border=border, **more).exerts


@pytest.mark.rule("E36.D", "E36.D.x1-4")
def test_a_naval_base_reaches_one_hex_whether_it_works_or_not_unless_it_is_suspended() -> None:
    assert at(port("axis", 1)).exerts is Exerts.AXIS
    assert at(port("axis", 2)).exerts is Exerts.ALLIED
    assert at(port("vichy", 1)).exerts is Exerts.ALLIED
    assert "1 hex away" in at(port("axis", 1)).why
    found = at(port("axis", 0, german=True, northern=True, silent="collateral damage"))
    assert found.exerts is Exerts.ALLIED
    assert any("exerts no danger zone: collateral damage" in line.text for line in found.lines)
    assert at(port("axis", 6, silent="collateral damage")).exerts is Exerts.ALLIED


@pytest.mark.rule("E36.D", "E36.A.2.c")
def test_what_counts_as_a_naval_base_is_a_ruling_and_a_combat_zone_is_seven_hexes_by_day_one_by_night() -> None:
    """R-63: every port but a jetty, or only major and great ports."""
    for kind, ports, large in (("jetty", "allied", "allied"), ("minor", "axis", "allied"), ("great", "axis", "axis")):
        waters = Waters(hex=HERE, zone=Zone.TYRRHENIAN, ports=(port("axis", 1, kind=PortKind(kind)),))
        assert compute(danger_zone(waters), Book(all_tables())).exerts == ports
        assert compute(danger_zone(waters), Book(all_tables(), {"R-63": "large"})).exerts == large
    here = Hex.of("18A:3523")
    assert len(combat_zone(here)) == 7
    assert Hex.of("18A:3422") in combat_zone(here)
    assert combat_zone(here, night=True) == frozenset((here,))


@pytest.mark.rule("E36.D.1.a.1", "E36.D.1.a.2", "E36.D.1.a.5")
def test_german_danish_and_northern_mediterranean_ports_reach_five_hexes_after_italys_surrender_three() -> None:
    assert at(port("axis", 5, german=True), zone=Zone.NORTH_SEA).exerts is Exerts.AXIS
    assert at(port("axis", 6, german=True), zone=Zone.NORTH_SEA).exerts is Exerts.ALLIED
    assert at(port("allied", 5, german=True, soviet=True), zone=Zone.NORTH_SEA).exerts is Exerts.ALLIED
    assert at(port("axis", 5, northern=True)).exerts is Exerts.AXIS
    assert at(port("axis", 6, northern=True)).exerts is Exerts.ALLIED
    assert at(port("axis", 2, northern=False)).exerts is Exerts.ALLIED
    assert at(port("axis", 3, northern=True), italy_surrendered=True).exerts is Exerts.AXIS
    assert at(port("axis", 4, northern=True), italy_surrendered=True).exerts is Exerts.ALLIED


@pytest.mark.rule("E36.D.1.a.4")
def test_the_adriatic_is_axis_on_and_north_of_its_line_until_italy_surrenders() -> None:
    """The line's four hexes are 26:3310, 3309, 3408, 3407: each is next to the one before."""
    line = [Hex.of(f"26:{name}") for name in ("3310", "3309", "3408", "3407")]
    assert all(b in a.neighbours() for a, b in itertools.pairwise(line))
    for name, exerts in (("3310", "axis"), ("3408", "axis"), ("2005", "axis"), ("3409", "allied"), ("3508", "allied")):
        assert at(zone=Zone.ADRIATIC, where=f"26:{name}").exerts == exerts
    assert at(zone=Zone.ADRIATIC, where="26:3310", italy_surrendered=True).exerts is Exerts.ALLIED
    # Before June 1940 Italy is of no side.
    assert at(zone=Zone.ADRIATIC, where="26:3310", italy_neutral=True).exerts is Exerts.ALLIED
    assert at(zone=Zone.CENTRAL_MED, where="26:3310").exerts is Exerts.ALLIED
    # Another sheet, or a sea zone that nobody has named, leaves it open.
    assert at(zone=Zone.ADRIATIC, where="14A:3310").exerts is Exerts.UNKNOWN
    assert at(zone=None, where="26:3310").exerts is Exerts.UNKNOWN
    assert in_adriatic(Hex.of("18A:3310"), None) is False


@pytest.mark.rule("E36.D.1.a.6")
def test_axis_zones_end_within_five_hexes_of_an_allied_port_and_nine_after_the_surrender() -> None:
    axis = port("axis", 1, german=True, northern=True)
    for hexes, surrendered, exerts in (
        (5, False, "allied"),
        (6, False, "axis"),
        (9, True, "allied"),
        (10, True, "axis"),
    ):
        assert at(axis, port("allied", hexes), italy_surrendered=surrendered).exerts == exerts
    assert at(axis, port("allied", 1, soviet=True)).exerts is Exerts.AXIS
    assert at(port("allied", 5), zone=Zone.ADRIATIC, where="26:2005").exerts is Exerts.ALLIED


@pytest.mark.rule("E36.D.1.b", "E36.D")
def test_outside_the_baltic_what_the_axis_does_not_hold_is_allied_and_in_it_bases_reach_one_hex() -> None:
    found = at()
    assert (found.exerts, found.lines[0].ruling) == (Exerts.ALLIED, "R-25")
    # In the Baltic it is the Soviet side alone: an Allied port ends the Axis zone, and then it is nobody's.
    assert baltic("16A:0606", kronshtadt=(40, None)) is Exerts.AXIS
    assert at(port("allied", 2), zone=Zone.BALTIC, where="16A:0606", kronshtadt=(40, None)).exerts is Exerts.NOBODY
    # Hango at 1B:0115 lies on the line itself, where neither national zone is; the others end Axis zones.
    hango: dict[str, Any] = {"hango": Hex.of("1B:0115"), "zone": Zone.BALTIC}
    assert at(port("allied", 0, soviet=True), where="1B:0115", **hango).exerts is Exerts.SOVIET
    assert at(port("neutral", 0, soviet=True), where="1B:0115", **hango).exerts is Exerts.NOBODY
    assert at(port("allied", 0, soviet=True, silent="collateral damage"), where="1B:0115", **hango).exerts == "none"
    west: dict[str, Any] = {"zone": Zone.BALTIC, "where": "16A:0606", "kronshtadt": (40, None)}
    assert at(port("allied", 1), **west).exerts is Exerts.ALLIED
    assert at(port("allied", 2), **west).exerts is Exerts.NOBODY
    assert at(port("allied", 1, 3), **west).exerts is Exerts.UNKNOWN
    # Riga: west of the line the Axis zone of the Baltic stands, beside a Soviet base too.
    assert at(port("allied", 0, soviet=True), **west).exerts is Exerts.AXIS


@pytest.mark.rule("E36.D.1.a.3", "E36.D.1.c.1")
def test_the_baltic_lies_on_both_sides_of_hango_and_0715_until_one_falls() -> None:
    """With Hango at 1B:0115 the line runs straight along place 15: 16 is west of it, 14 east."""
    hango = Hex.of("1B:0115")
    assert [side_of_the_line(Waters(hex=Hex.of(f"1B:05{n}"), hango=hango)) for n in ("16", "15", "14")] == [-1, 0, 1]
    north = Waters(hex=Hex.of("1B:0920"), hango=Hex.of("1B:1315"))
    assert side_of_the_line(north) == -1
    assert baltic("1B:0516", hango=hango) is Exerts.AXIS
    assert baltic("1B:0515", hango=hango) is Exerts.NOBODY
    assert baltic("1B:0514", hango=hango) is Exerts.SOVIET
    assert baltic("1B:0514", Border.FELL, hango=hango) is Exerts.SOVIET
    assert baltic("1B:0514", Border.SAFE_ZONE, hango=hango, kronshtadt=(9, 9)) is Exerts.AXIS
    # Kronshtadt lies 13 to 15 hexes east of the line: 11 from it is east of the line, more than 20 is west of it.
    assert baltic("1B:0505", kronshtadt=(8, 11)) is Exerts.SOVIET
    assert baltic("1B:0530", kronshtadt=(21, 30)) is Exerts.AXIS
    assert baltic("1B:0517", kronshtadt=(12, 18)) is Exerts.UNKNOWN
    assert baltic("1B:0505", Border.SAFE_ZONE, kronshtadt=(3, 3)) is Exerts.AXIS


@pytest.mark.rule("E36.D.1.c.2", "E36.D.1.c.4", "E36.D.1.c.3")
def test_the_safe_zone_reaches_two_hexes_from_kronshtadt_grows_and_leaves_the_baltic_to_the_axis() -> None:
    assert baltic("1B:0505", Border.SAFE_ZONE, kronshtadt=(2, 2)) is Exerts.SOVIET
    assert baltic("1B:0505", Border.SAFE_ZONE, kronshtadt=(3, 3)) is Exerts.AXIS
    assert baltic("1B:0505", Border.SAFE_ZONE, kronshtadt=(1, 4)) is Exerts.UNKNOWN
    assert baltic("1B:0505", Border.GONE, kronshtadt=(0, 0), grown_east=True) is Exerts.AXIS
    # Places are counted from east to west and lines from north to south: 12 and less, 19 and less.
    far: dict[str, Any] = {"border": Border.SAFE_ZONE, "kronshtadt": (30, 30)}
    assert baltic("1B:2512", grown_east=True, **far) is Exerts.SOVIET
    assert baltic("1B:2513", grown_east=True, **far) is Exerts.AXIS
    assert baltic("1B:1930", grown_north=True, **far) is Exerts.SOVIET
    assert baltic("1B:2030", grown_north=True, **far) is Exerts.AXIS
    assert baltic("10B:1930", grown_north=True, **far) is Exerts.UNKNOWN
    assert baltic("10B:1930", grown_north=True, south=True, **far) is Exerts.AXIS
    assert baltic("1B:1930", grown_north=True, south=True, **far) is Exerts.SOVIET
    assert baltic("10B:1910", grown_east=True, **far) is Exerts.AXIS


def test_three_answers_whose_enemy_it_is_and_how_a_distance_reads() -> None:
    assert (any_of((None, True)), any_of((None, False)), any_of(())) == (True, None, False)
    assert (both(None, False), both(None, True), both(True, True)) == (False, None, True)
    assert (opposite(None), opposite(True)) == (None, False)
    assert Exerts.AXIS.against(Side.ALLIED) is True
    assert Exerts.ALLIED.against(Side.ALLIED) is False
    assert [e.against(Side.AXIS) for e in (Exerts.SOVIET, Exerts.ALLIED, Exerts.AXIS)] == [True, True, False]
    assert Exerts.UNKNOWN.against(Side.AXIS) is None
    assert Exerts.SOVIET.label == "the Soviet danger zone"
    spans = (NOT_KNOWN, Span(2, None), Span(3, 8), Span(1, 1), Span(4, 4))
    assert [hexes_text(found) for found in spans] == [
        "no known number of hexes",
        "2 hexes or more",
        "3 to 8 hexes",
        "1 hex",
        "4 hexes",
    ]
    assert (Span(2, 5).exact, Span(2, 5).within(1), Span(2, 5).within(5), Span(2, 5).within(3)) == (
        None,
        False,
        True,
        None,
    )


VALLETTA = Spot(Hex.of("18A:0407"), 1451, 3590)
TOBRUK = Spot(Hex.of("18A:4817"), 2397, 3208)
TRAPANI = Spot(Hex.of("26:3532"), 1251, 3802)


def test_where_sheets_do_not_join_positions_bound_the_distance() -> None:
    """Valletta to Trapani are 292 km: 11 or 12 hexes of 16 miles."""
    assert 285 < kilometres(VALLETTA, TRAPANI) < 300
    found = span(Hex.of("18A:0407"), TRAPANI, (VALLETTA, TOBRUK, TRAPANI, Spot(None, 0, 0)))
    assert found.exact is None
    assert found.low <= 11
    assert found.high is not None
    assert 12 <= found.high <= 18
    assert span(Hex.of("18A:0407"), TRAPANI, ()) == NOT_KNOWN
    assert span(Hex.of("18A:0407"), TOBRUK, ()).exact == 44


@given(st.integers(2, 48), st.integers(2, 48))
def test_bounds_hold_for_what_can_be_counted(line: int, place: int) -> None:
    """Tobruk seen from any hex of the sheet: the bounds by Valletta alone hold the distance that is counted."""
    here = Hex("18A", line, place)
    counted = span(here, TOBRUK, ()).exact
    bounds = span(here, TOBRUK._replace(hex=None), (VALLETTA,))
    assert counted is not None
    assert bounds.high is not None
    assert bounds.low <= counted <= bounds.high
    assert straight(here, TOBRUK.hex or here) <= counted


@pytest.mark.rule("E36.D.1.b")
def test_a_sea_zone_that_is_not_said_is_asked_for_and_what_is_not_known_may_be_typed() -> None:
    found = at(zone=None, where="10B:1930")
    assert (found.exerts, "name the zone" in found.why) == (Exerts.UNKNOWN, True)
    assert at(port("allied", 2), zone=None, where="10B:1930").exerts is Exerts.UNKNOWN
    assert at(port("axis", 1), zone=None, where="10B:1930").exerts is Exerts.AXIS
    assert at(zone=None, where="10B:1930", far_from_baltic=True).exerts is Exerts.ALLIED
    assert at(zone=None, where="18A:0521").exerts is Exerts.ALLIED
    # Sheet 1B is in the Baltic.
    assert at(zone=None, where="1B:0516", hango=Hex.of("1B:0115")).exerts is Exerts.AXIS
    found = at(port("axis", 3, 8, northern=True))
    assert found.exerts is Exerts.UNKNOWN
    assert "3 to 8 hexes" in found.why
    assert at(port("axis", 3, 8), port("allied", 0)).exerts is Exerts.ALLIED
    assert at(port("axis", 0), port("allied", 3, None)).exerts is Exerts.UNKNOWN
    typed = at(port("axis", 0), typed=Exerts.ALLIED)
    assert (typed.exerts, typed.lines[0].ruling) == (Exerts.ALLIED, "R-39")
