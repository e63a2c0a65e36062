"""Where hexes are drawn, and what the layers of the charts hold."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.engine import create
from navalassist.rules.europa.hexes import Hex
from navalassist.systems.europa.charted import (
    drawn,
    fitted,
    fleet_marks,
    hex_size,
    mine_marks,
    point_of,
    points,
    rings,
)
from navalassist.systems.europa.places import places
from tests.systems.test_chart import facts_at_the_start

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


def facts() -> dict[str, Any]:
    """A new campaign, with ships and mines."""
    found = facts_at_the_start()
    for row, fields in (SHIPS | BELT).items():
        found |= {f"{row}.{name}": value for name, value in create(row, **fields).fields}
    return found


def test_a_hex_lies_at_its_port_or_where_the_ports_of_its_sheets_put_it_unless_these_lie_close() -> None:
    """Valletta and Tobruk, 44 hexes apart, put Misurata within two hexes of where it is drawn."""
    known = points(facts(), "med")
    port = places().ports["valletta"].spot
    assert known[Hex.of("18A:0407")] == (port.x, port.y)
    assert point_of(known, Hex.of("18A:0407")) == (port.x, port.y)
    misurata = known.pop(Hex.of("18A:1022"))
    found = point_of(known, Hex.of("18A:1022"))
    assert found is not None
    assert abs(complex(*found) - complex(*misurata)) < 2.5 * hex_size("med")
    assert point_of(known, Hex.of("17:0101")) is None
    assert fitted(((0j, 0j), (4 + 0j, 40 + 0j))) is None
    fit = fitted(((0j, 0j), (10 + 0j, 100j)))
    assert fit[0] == pytest.approx(10j)


def test_fleets_and_mines_are_drawn_where_their_place_is_known() -> None:
    marks = {mark.text: mark for _, mark in drawn(facts(), "med", fleet_marks(facts()))}
    assert set(marks) == {"Force H: Gibraltar", "Force B: hex 18A:2010", "2 Axis, One, Two: Taranto"}
    assert (marks["2 Axis, One, Two: Taranto"].count, marks["2 Axis, One, Two: Taranto"].url) == (2, "fleet/")
    assert marks["Force B: hex 18A:2010"].url == "fleet/group/force-b/"
    [(_, belt)] = drawn(facts(), "med", mine_marks(facts()))
    assert (belt.text, belt.count, belt.side) == ("Axis mines in 18A:0407: 3 points", 3, "axis")
    assert [mark.text for _, mark in drawn(facts(), "north", fleet_marks(facts()))] == ["Force H: Gibraltar"]


def test_rings_are_as_large_as_the_rule_says() -> None:
    """Genoa, a northern port, reaches 5 hexes and after Italy's surrender 3; Tripoli 1. Half a hex more is its edge."""
    size = hex_size("med")
    reach = {(ring.side, ring.x, ring.y): ring.r for ring in rings(facts(), "med")}
    after = {(r.side, r.x, r.y): r.r for r in rings(facts() | {"condition:italy-surrendered.value": True}, "med")}
    for key, side, before_it, after_it in (("genoa", "axis", 5, 3), ("tripoli", "axis", 1, 1), ("oran", "", 0, 0)):
        spot = places().ports[key].spot
        place = (side, spot.x, spot.y)
        assert reach.get(place, 0) == round(size * (before_it + 0.5)) * bool(before_it)
        assert after.get(place, 0) == round(size * (after_it + 0.5)) * bool(after_it)
    valletta = places().ports["valletta"].spot
    assert reach["allied", valletta.x, valletta.y] == round(size * 5.5)
    assert after["allied", valletta.x, valletta.y] == round(size * 9.5)
    assert rings(facts(), "north")


def test_only_what_reaches_out_has_a_ring() -> None:
    """R-63: a jetty is no naval base, and by the other reading neither is Tripoli, a standard port here.

    36.D.1.a.2 speaks of ports: Genoa reaches 5 hexes whatever its size.
    """
    found = facts()

    def ringed(key: str, **more: str) -> bool:
        spot = places().ports[key].spot
        changed = found | {fact.replace("_", ":", 1).replace("__", "."): value for fact, value in more.items()}
        return any((ring.side, ring.x, ring.y) == ("axis", spot.x, spot.y) for ring in rings(changed, "med"))

    assert ringed("tripoli")
    assert not ringed("tripoli", port_tripoli__kind="jetty")
    assert not ringed("tripoli", **{"ruling_R-63__choice": "large"})
    assert ringed("tripoli", **{"ruling_R-63__choice": "large"}, port_tripoli__kind="major")
    assert ringed("genoa", port_genoa__kind="jetty")
