"""P25: what a side orders, ships and draws changes no byte of what the other seats see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import OBSERVER
from navalassist.engine.reader import View
from navalassist.play.rules import order_books
from navalassist.play.rules.order_books import BookRefused
from navalassist.systems.theatre.state.fleets import Group
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.words import GroupKind, Side
from tests.in_hand import InHand
from tests.promises.test_p25_non_interference import check_same, core

PAGES = ("", "pools/", "orders/", "units/", "log/", "do/", "version/", "lists/pg-pool/", "lists/pg-troop/")
FORMS = (
    "pg-send-transports/", "pg-invade/?start=pg-port:taipei", "pg-form/?port=takao&kind=merchant", "pg-release/",
    "pg-convoy/", "pg-escort/", "pg-assault/", "pg-sortie/", "pg-react/", "pg-evacuate/",
)  # fmt: skip
PARTS = (*PAGES, *(f"do/{form}" for form in FORMS))


def landing(*troops: str, **more: Any) -> dict[str, Any]:
    typed = {"start": "pg-port:taipei", "group": "a1", "lands": "E5", "route": "E1 D1 D2 D3 D4 D5"}
    return {**typed, "troops": troops, "pool": "japan-indian", **more}


def invade(table: InHand, *troops: str, **more: Any) -> object:
    return table.do("pg-invade", seat="axis", **landing(*troops, **more))


def refused_seal(table: InHand) -> None:
    with pytest.raises(BookRefused):
        table.act(order_books.seal, "axis", seat="axis")


def sailing(table: InHand) -> str:
    """The convoy's order."""
    return next(one.key for one in View(table.facts).rows(Order) if one.group == "axis-4")


TO_PALAU = "E2 F3 G4 H5 I6 J7 K8 L9 L10"
SENT = {"start": "pg-port:takao", "returns": "pg-port:palau", "pool": "japan-indian", "transports": "3"}
CONVOY = Group.new(
    "axis-4", side=Side.AXIS, number=4, kind=GroupKind.CONVOY, place="pg-port:takao", transports=2, pool="japan-indian"
)
CHANGES: dict[str, Callable[[InHand], object]] = {
    "an invasion is ordered": lambda table: invade(table, "troop-1", "snlf"),
    "it is struck out": lambda table: table.do("pg-strike-out", seat="axis", order=table.numbered("pg-order", 1)),
    "another is ordered": lambda table: invade(table, "troop-1", "troop-2", reduced=("troop-2",)),
    "transports are sent": lambda table: table.do("pg-send-transports", seat="axis", **SENT, route=TO_PALAU),
    "a convoy draws": lambda table: table.edit(CONVOY, seat="axis", chain="axis"),
    "it is ordered to sail": lambda table: table.do(
        "pg-convoy", seat="axis", group="axis-4", returns="pg-port:palau", route=TO_PALAU, oil=True
    ),
    "it is guarded": lambda table: table.do(
        "pg-escort", seat="axis", group="a2", convoy=sailing(table), route="D2 E2", until="G4"
    ),
    "it is broken up": lambda table: table.do("pg-release", seat="axis", group="axis-4"),
    "a pool grows": lambda table: table.set({"pg-pool:japan-pacific.transports": 30}, seat="axis"),
    "a unit goes into reserve": lambda table: table.set({"pg-troop:troop-1.place": "due"}, seat="axis"),
    "the book can't be sealed": refused_seal,
    "an input is taken back": lambda table: table.take_back("axis"),
}


@pytest.mark.promise("P25")
@pytest.mark.rule("X.4", "PG.6.3.6", "PG.6.2.1")
@pytest.mark.parametrize("seat", ["allied", OBSERVER])
def test_twelve_secret_changes_leave_every_other_seat_with_the_same_bytes(
    lingayen: Campaign, seat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    noon = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: noon)
    table = InHand(lingayen)
    before, mine = core(table.campaign, seat, PARTS), core(table.campaign, "axis", PARTS)
    assert len(CHANGES) == 12
    for why, change in CHANGES.items():
        change(table)
        check_same(before, core(table.campaign, seat, PARTS), why)
    assert core(table.campaign, "axis", PARTS) != mine
    table.check()
