"""The 15-hex rule by hexes of the maps (33.B.1.b, 33.B.3.b); a typed distance counts before what is counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.play import state as states
from navalassist.play.resolve import preview
from navalassist.play.systems import Reader
from navalassist.rules.europa.hexes import Hex
from navalassist.rules.europa.items import Leg
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa import EUROPA
from navalassist.systems.europa.fifteen import measured, measured_afloat
from tests.begun import begin_demo

pytestmark = pytest.mark.django_db
WEST, CENTRAL = Leg(zone=Zone.WESTERN_MED), Leg(zone=Zone.CENTRAL_MED)


@pytest.fixture
def demo(db: None) -> Iterator[Campaign]:
    """The demo campaign, and nothing remembered of another."""
    states.forget()
    yield begin_demo()
    states.forget()


def counted(demo: Campaign, *legs: Leg, side: Side = Side.ALLIED, ways: tuple[str, str], **facts: Any) -> list[Any]:
    """(hexes, how counted) of each leg."""
    state = states.load(demo.slug).copy()
    state.values |= {f"port:{name.replace('_', '-')}.{field}": value for name, (field, value) in facts.items()}
    return [(leg.hexes, leg.measured) for leg in measured(Reader(state), side, legs, *ways)]


@pytest.mark.rule("E33.B.1.b")
def test_an_end_within_reach_is_counted(demo: Campaign) -> None:
    """Valletta 18A:0407 to Licata 18A:0102: 3 lines, and 5.5 along, so 3 + 5.5 - 1.5 = 7."""
    way = ("gibraltar", "valletta")
    assert counted(demo, WEST, CENTRAL, ways=way) == [(None, ""), (7, "Malta (Valletta) to Licata")]
    out_of_order = counted(demo, WEST, CENTRAL, ways=way, licata=("operational", False))
    assert out_of_order == [(None, ""), (None, "")]
    assert counted(demo, CENTRAL, ways=way, licata=("kind", "jetty"))[0] == (None, "")
    assert counted(demo, CENTRAL, side=Side.AXIS, ways=way) == [(None, "")]


@pytest.mark.rule("E33.B.3.b")
def test_a_direct_way_that_is_far_off_is_counted_too(demo: Campaign) -> None:
    """Gibraltar to Oran, 19 hexes: Cagliari lies some 36 from Oran and 53 from Gibraltar, so no hex is within 15."""
    hexes, how = counted(demo, WEST, ways=("gibraltar", "oran"))[0]
    assert (hexes > 15, how) == (True, "Gibraltar to Oran by the direct way")
    assert counted(demo, WEST, ways=("gibraltar", "toulon")) == [(None, "")]
    # Sheet 18A joins no other that is known: nothing is said.
    assert counted(demo, WEST, ways=("gibraltar", "valletta"), valletta=("map_reference", "14B:0101")) == [(None, "")]


@pytest.mark.rule("E33.B.1.b")
def test_what_is_typed_counts_first(demo: Campaign) -> None:
    typed = Leg(zone=Zone.CENTRAL_MED, hexes=20)
    assert counted(demo, typed, ways=("gibraltar", "valletta")) == [(20, "")]


@pytest.mark.rule("E33.B.1.b")
def test_the_check_says_how_it_was_counted(demo: Campaign) -> None:
    state = states.load(demo.slug).copy()
    state.values["shipment:demo-2.leg"] = 2
    for slug in ("cargo-contact", "voyage"):
        found = preview(state, slug, {"shipment": "demo-2"}, EUROPA)
        assert "Malta (Valletta) to Licata" in str(found.situation)


@pytest.mark.rule("E33.B.1.b", "E33.B.3.b")
def test_a_naval_group_is_measured_by_the_hexes_of_its_way(demo: Campaign) -> None:
    """Valletta, 18A:0407, lies 7 hexes from Licata. Gibraltar lies far from every port that counts.

    With 80 MPs there and back a group may have come near one; from a start that nobody knows, so may it with as many.
    """
    reader = Reader(states.load(demo.slug))
    malta, rock = Hex.of("18A:0407"), Hex.of(str(reader["port:gibraltar.map_reference"]))

    def counted(*way: tuple[Hex, int], leg: Leg = CENTRAL, side: Side = Side.ALLIED) -> tuple[int | None, str]:
        found = measured_afloat(reader, side, leg, way)
        return found.hexes, found.measured

    assert counted((malta, 0)) == (7, "18A:0407 to Licata")
    assert counted((malta, 0), side=Side.AXIS) == (None, "")
    assert counted((malta, 0), leg=Leg(zone=Zone.AEGEAN)) == (None, "")
    assert counted((malta, 0), leg=Leg(zone=Zone.CENTRAL_MED, hexes=20)) == (20, "")
    assert counted() == (None, "")
    hexes, how = counted((rock, 0), (rock, 10), leg=WEST)
    assert hexes is not None
    assert (hexes > 15, how) == (True, f"{rock} to {rock} at least")
    assert counted((rock, 0), (rock, 80), leg=WEST) == (None, "")
    assert counted((rock, 80), leg=WEST) == (None, "")
