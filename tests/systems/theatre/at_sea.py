"""Lingayen in Operations, with orders by hand: the landing fleet and its cover, and two American flotillas."""

from __future__ import annotations

from typing import Any

from navalassist.campaigns.models import Campaign
from navalassist.engine import Create, Set
from navalassist.systems.theatre.state.fleets import Group
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.words import GroupKind, Mission, Side
from tests.in_hand import InHand

AXIS, ALLIED = Side.AXIS, Side.ALLIED
TURN = "1941-12"


def group(key: str, side: Side, kind: GroupKind, port: str, number: int = 9) -> Create:
    return Group(key=key, side=side, number=number, kind=kind, place=f"pg-port:{port}").made()


def order(key: str, side: Side, of: str, mission: Mission = Mission.PATROL, route: str = "", **more: Any) -> Create:
    begins = {"start": "pg-port:taipei" if side is AXIS else "pg-port:manila"}
    told = {"group": of, "route": route, "target": route.split()[-1] if route else "", **begins, **more}
    return Order(key=key, side=side, turn=TURN, mission=mission, **told).made()


LANDING = order("landing", AXIS, "fleet", Mission.INVASION, "E1 D1 D2 D3 D4 D5")
COVER = order("cover", AXIS, "a2", route="D2 C3 C4 C5")
BOATS_1 = order("boats-1", ALLIED, "u1", route="E6 E7 D6")
BOATS_2 = order("boats-2", ALLIED, "u2", route="E6 E7 D6 D5")


def at_sea(campaign: Campaign, axis: Any = (LANDING, COVER), allied: Any = (BOATS_1, BOATS_2)) -> InHand:
    """The orders stand, and it is Operations."""
    table = InHand(campaign)
    fleet = group("fleet", AXIS, GroupKind.CONVOY, "taipei", 4)
    table.edit(fleet, *axis, seat="axis", act="pg-order.add")
    second = (Set(f"pg-unit:boats-{number}.group", "u2") for number in (9, 10))
    table.edit(
        group("u2", ALLIED, GroupKind.FLOTILLA, "manila", 2), *second, *allied, seat="allied", act="pg-order.add"
    )
    table.until("axis/operations")
    return table
