"""Orders of the theatre campaign, worked out by hand on the map of the Far East: five squares are a range.

Patrol ranges: DD 4,800 miles 2, CL 7,200 and BC 7,200 4, CA and CV 8,400 4, SSC 2,400 1 (endurance 4).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Set
from navalassist.systems.theatre.missions import acts_from
from navalassist.systems.theatre.rulings import AT_ISLES, IN_ALL, NEVER_REFUELS
from navalassist.systems.theatre.state.fleets import Group
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.words import GroupKind, Mission, Nation, Side
from tests.in_hand import InHand, in_hand

# From Taipei into the South China Sea: 2 squares to Mako, 12 to A9.
TO_MAKO = "E1 D1 D2"
FROM_MAKO = "D3 D4 D5 D6 C6 C7 C8 B8 B9 A9"
# Two legs that are straight or not, and six diagonals: nine squares.
MAKO_TO_PALAU = "D2 E3 F4 G5 H6 I7 J8 K9 L10"


@pytest.fixture
def table(lingayen: Campaign) -> Iterator[InHand]:
    with in_hand(lingayen) as found:
        yield found


def ordered(table: InHand, slug: str, group: str, route: str, seat: str = "axis", **more: Any) -> Order:
    """The order that comes of it."""
    entry = table.do(slug, seat=seat, group=group, route=route, **more)
    assert entry.chain == seat
    return orders(table, seat)[-1]


def orders(table: InHand, seat: str = "axis") -> list[Order]:
    return list(table.at(seat).view_of(seat).rows(Order)) if hasattr(table, "view_of") else rows(table, seat)


def rows(table: InHand, seat: str) -> list[Order]:
    from navalassist.engine.reader import View

    return list(View(table.facts).rows(Order, side=seat))
