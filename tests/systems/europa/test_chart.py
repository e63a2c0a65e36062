"""The status of every zone for both sides on Mar I 41, against a table worked out by hand from rules 33.B, 2 and 3.

And where hexes are drawn, and what the layers of the charts hold.
"""

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import create
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa.sheets import fitted
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa import chart, charted
from navalassist.systems.europa.places import places
from navalassist.systems.europa.setup import rows
from tests.rules.world import a_book

# Mar I 41 as the demo stands, with Malta at 10: number and throws of 36 that make contact; or a word; or both.
BY_HAND = """
zone              axis              allied
western-med       12 28             6 12
tyrrhenian        not-subject       12 28
central-med       10 23             6 12
adriatic          0 3               12 28
aegean            12 28             0 3
south-aegean      not-declared      not-declared
eastern-med       barred 15         0 3
red-sea           12 28             4 8
indian-ocean      barred            not-subject
persian-gulf      barred            not-subject
arctic            nothing-printed   4 8
baltic            1 4               9 21
norwegian-sea     8 18              7 15
denmark-sea       1 4               9 21
north-sea         10 23             1 4
north-atlantic    nothing-printed   1 4
english-channel   13 30             9 21
french-atlantic   7 15              4 8
spanish-atlantic  nothing-printed   4 8
african-atlantic  nothing-printed   4 8
black-sea         nothing-printed   nothing-printed
"""
# Contact in each column 0 to 15, out of 36, as R-01 rebuilds the table.
THROWS = (3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 23, 26, 28, 30, 32, 33)


def facts_at_the_start(malta: int = 10) -> dict[str, Any]:
    """Every fact of a new campaign, as the set-up makes them."""
    facts = {f"{row.key}.{name}": value for row in rows(malta, {}) for name, value in row.fields}
    return facts | {"campaign:clock.turn": "1941-03-1", "campaign:clock.player_turn": "axis"}


def shown(status: chart.ZoneStatus) -> str:
    """A status as the table above writes it."""
    number = "" if status.number is None else str(status.number)
    if status.word is not chart.Word.SUBJECT:
        return f"{str(status.word).replace(' ', '-')} {number}".strip()
    assert status.chance is not None
    throws = status.chance * 36
    assert throws.denominator == 1
    return f"{number} {throws}"


def by_hand() -> list[tuple[str, str, str]]:
    lines = [line.split("  ") for line in BY_HAND.strip().splitlines()[1:]]
    found = [[part.strip() for part in line if part.strip()] for line in lines]
    return [(zone, axis, allied) for zone, axis, allied in found]


def test_the_table_by_hand_names_every_zone() -> None:
    assert {zone for zone, _, _ in by_hand()} == set(Zone)


@pytest.mark.parametrize(("zone", "axis", "allied"), by_hand())
def test_every_zone_on_mar_i_41_for_both_sides(zone: str, axis: str, allied: str) -> None:
    found = chart.statuses(facts_at_the_start(), a_book())
    assert (shown(found[Side.AXIS][Zone(zone)]), shown(found[Side.ALLIED][Zone(zone)])) == (axis, allied)


def test_the_chance_of_contact_in_every_column_is_the_one_of_the_rebuilt_table() -> None:
    book = a_book()
    assert tuple(chart.contact_chance(book, column) for column in range(16)) == tuple(Fraction(n, 36) for n in THROWS)


def test_each_status_says_why_with_a_rule_and_the_facts_it_hangs_on() -> None:
    for zones in chart.statuses(facts_at_the_start(), a_book()).values():
        for status in zones.values():
            assert status.reason, status
            assert status.rule.startswith("33.B"), status
            if status.word is chart.Word.SUBJECT:
                applied = [term for term in status.terms if term.applies]
                assert max(0, min(15, sum(term.value for term in applied))) == status.number
                assert {fact for term in applied for fact in term.facts} <= set(status.reads)


@pytest.mark.parametrize(
    ("number", "danger"), [(0, 1), (1, 1), (2, 2), (5, 2), (6, 3), (9, 3), (10, 4), (12, 4), (13, 5), (15, 5)]
)
def test_hatching_grows_denser_at_11_28_58_and_78_per_cent(number: int, danger: int) -> None:
    assert chart.status_of(Side.AXIS, Zone.CENTRAL_MED, facts_at_the_start(number), a_book()).danger == danger


@pytest.mark.rule("E33.B.1.a.2")
@pytest.mark.parametrize(("number", "short"), [(10, 5), (5, 0), (3, 0)])
def test_the_short_route_is_shown_five_lower_and_never_below_nothing(number: int, short: int) -> None:
    status = chart.status_of(Side.AXIS, Zone.CENTRAL_MED, facts_at_the_start(number), a_book())
    (variant,) = status.variants
    assert (variant.text, variant.number, variant.chance) == ("Short route", short, Fraction(THROWS[short], 36))


@pytest.mark.rule("E33.B.1.b", "E33.B.3.b")
@pytest.mark.parametrize("zone", [Zone.WESTERN_MED, Zone.CENTRAL_MED])
def test_allied_shipping_beyond_15_hexes_is_shown_as_not_subject(zone: Zone) -> None:
    (variant,) = chart.status_of(Side.ALLIED, zone, facts_at_the_start(), a_book()).variants
    assert (variant.text, variant.number) == ("Beyond 15 hexes", None)


def test_what_a_seat_may_not_see_is_said_and_not_guessed() -> None:
    facts = facts_at_the_start()
    del facts["malta:status.number"]
    status = chart.status_of(Side.AXIS, Zone.CENTRAL_MED, facts, a_book())
    assert (status.word, status.number, status.chance) == (chart.Word.HIDDEN, None, None)
    assert chart.malta_now(facts, a_book()) is None


def test_malta_by_the_scale_that_counts_strength_and_by_that_which_counts_damage() -> None:
    malta = chart.malta_now(facts_at_the_start(9), a_book())
    assert (malta.number, malta.strength, malta.other, malta.fixed) == (9, 9, 6, False)
    assert malta.chance == Fraction(21, 36)
    assert malta.chances[0] == Fraction(3, 36)
    malta = chart.malta_now(facts_at_the_start(9), a_book(R_04="rule36"))
    assert (malta.number, malta.strength, malta.other) == (9, 6, 6)
    assert malta.chance == Fraction(12, 36)
    assert malta.chances[0] == Fraction(33, 36)


@pytest.mark.rule("E36.A.4.N")
@pytest.mark.parametrize(("scale", "number"), [("rule33", 0), ("rule36", 15)])
def test_malta_under_an_axis_valletta_has_no_power(scale: str, number: int) -> None:
    facts = facts_at_the_start(number) | {"port:valletta.owner": "axis"}
    malta = chart.malta_now(facts, a_book(R_04=scale))
    assert (malta.fixed, malta.strength, malta.chance) == (True, 0, Fraction(3, 36))
    assert chart.status_of(Side.AXIS, Zone.CENTRAL_MED, facts, a_book(R_04=scale)).number == 0


SHIPS = {
    "group:force-h": {"side": "allied", "name": "Force H", "place": "port:gibraltar"},
    "group:force-b": {"side": "allied", "name": "Force B", "place": "hex:18A:2010"},
    "group:far": {"side": "axis", "name": "Far", "place": "hex:17:0101"},
    "task-force:one": {"side": "axis", "name": "One", "place": "port:taranto"},
    "task-force:two": {"side": "axis", "name": "Two", "place": "port:taranto"},
    "task-force:in-h": {"side": "allied", "name": "In it", "place": "group:force-h"},
    "task-force:gone": {"side": "allied", "name": "Gone", "place": "sunk"},
}
BELT = {"mines:axis/18A-0407": {"side": "axis", "hex": "18A:0407", "points": 3, "zone": ""}}


def afloat() -> dict[str, Any]:
    """A new campaign, with ships and mines."""
    found = facts_at_the_start()
    for row, fields in (SHIPS | BELT).items():
        found |= {f"{row}.{name}": value for name, value in create(row, **fields).fields}
    return found


def test_a_hex_lies_at_its_port_or_where_the_ports_of_its_sheets_put_it_unless_these_lie_close() -> None:
    """Valletta and Tobruk, 44 hexes apart, put Misurata within two hexes of where it is drawn."""
    known = dict(charted.points(afloat(), "med"))
    port = places().ports["valletta"].spot
    assert known[Hex.of("18A:0407")] == (port.x, port.y)
    assert charted.point_of(known, Hex.of("18A:0407")) == (port.x, port.y)
    misurata = known.pop(Hex.of("18A:1022"))
    found = charted.point_of(known, Hex.of("18A:1022"))
    assert found is not None
    assert abs(complex(*found) - complex(*misurata)) < 2.5 * charted.hex_size("med")
    assert charted.point_of(known, Hex.of("17:0101")) is None
    assert fitted(((0j, 0j), (4 + 0j, 40 + 0j)), charted.APART) is None
    fit = fitted(((0j, 0j), (10 + 0j, 100j)), charted.APART)
    assert fit[0] == pytest.approx(10j)


def test_fleets_and_mines_are_drawn_where_their_place_is_known() -> None:
    marks = {mark.text: mark for _, mark in charted.drawn(afloat(), "med", charted.fleet_marks(afloat()))}
    assert set(marks) == {"Force H: Gibraltar", "Force B: hex 18A:2010", "2 Axis, One, Two: Taranto"}
    assert (marks["2 Axis, One, Two: Taranto"].count, marks["2 Axis, One, Two: Taranto"].url) == (2, "fleet/")
    assert marks["Force B: hex 18A:2010"].url == "fleet/group/force-b/"
    [(_, belt)] = charted.drawn(afloat(), "med", charted.mine_marks(afloat()))
    assert (belt.text, belt.count, belt.side) == ("Axis mines in 18A:0407: 3 points", 3, "axis")
    assert [mark.text for _, mark in charted.drawn(afloat(), "north", charted.fleet_marks(afloat()))] == [
        "Force H: Gibraltar"
    ]


def test_rings_are_as_large_as_the_rule_says() -> None:
    """Genoa, a northern port, reaches 5 hexes and after Italy's surrender 3; Tripoli 1. Half a hex more is its edge."""
    size = charted.hex_size("med")
    reach = {(ring.side, ring.x, ring.y): ring.r for ring in charted.rings(afloat(), "med")}
    after = {
        (r.side, r.x, r.y): r.r for r in charted.rings(afloat() | {"condition:italy-surrendered.value": True}, "med")
    }
    for key, side, before_it, after_it in (("genoa", "axis", 5, 3), ("tripoli", "axis", 1, 1), ("oran", "", 0, 0)):
        spot = places().ports[key].spot
        place = (side, spot.x, spot.y)
        assert reach.get(place, 0) == round(size * (before_it + 0.5)) * bool(before_it)
        assert after.get(place, 0) == round(size * (after_it + 0.5)) * bool(after_it)
    valletta = places().ports["valletta"].spot
    assert reach["allied", valletta.x, valletta.y] == round(size * 5.5)
    assert after["allied", valletta.x, valletta.y] == round(size * 9.5)
    assert charted.rings(afloat(), "north")


def test_only_what_reaches_out_has_a_ring() -> None:
    """R-63: a jetty is no naval base, and by the other reading neither is Tripoli, a standard port here.

    36.D.1.a.2 speaks of ports: Genoa reaches 5 hexes whatever its size.
    """
    found = afloat()

    def ringed(key: str, **more: str) -> bool:
        spot = places().ports[key].spot
        changed = found | {fact.replace("_", ":", 1).replace("__", "."): value for fact, value in more.items()}
        return any((ring.side, ring.x, ring.y) == ("axis", spot.x, spot.y) for ring in charted.rings(changed, "med"))

    assert ringed("tripoli")
    assert not ringed("tripoli", port_tripoli__kind="jetty")
    assert not ringed("tripoli", **{"ruling_R-63__choice": "large"})
    assert ringed("tripoli", **{"ruling_R-63__choice": "large"}, port_tripoli__kind="major")
    assert ringed("genoa", port_genoa__kind="jetty")
