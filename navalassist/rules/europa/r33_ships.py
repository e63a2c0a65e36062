"""The naval unit of the fleet that a row of the board is, or that carries its cargo: one ship sails once (33.D, 33.E).

It moves on the card of its group, where fuel, mines, danger zones and night are met; in the zones that it enters there
it is checked with what it carries. What was lost with its strength on the way is found out at the next check.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from navalassist.engine import Effect, Set
from navalassist.rules.europa.amounts import ZERO, tidy
from navalassist.rules.europa.fates import Fate
from navalassist.rules.europa.gone import row_gone
from navalassist.rules.europa.items import Item, Ship
from navalassist.rules.europa.mines import mark
from navalassist.rules.europa.naval_units import damage
from navalassist.rules.europa.sailing import Sailing
from navalassist.rules.europa.words import ShipmentState, ShippingResult

BACK = "turned-back"
# What turned back with one of these is allowed no further movement in its player turn (33.E).
BARS_MOVING = (ShippingResult.RETURNED, ShippingResult.HALF)


class Drowned(NamedTuple):
    """What a ship no longer carries, since mines, gunfire or an earlier check took strength of it."""

    res: Decimal = ZERO
    transports: int = 0


def back_mark(unit: str) -> str:
    """The mark of a unit that was turned back in this player turn."""
    return f"mark:{BACK}/{unit}"


def drowned(item: Item, ship: Ship | None) -> Drowned:
    """Counters of transports carry by their strength (36.I); warships carry all of it, until they sink."""
    if ship is None or not item.kind.is_shipping:
        return Drowned()
    if not item.transports.is_transport:
        return Drowned() if ship.unit.current else Drowned(item.afloat, item.transport_count)
    left = min(item.transport_count, ship.unit.current)
    return Drowned(tidy(max(ZERO, item.afloat - left * item.carries)), item.transport_count - left)


def without_the_drowned(sailing: Sailing) -> Sailing:
    """The sailing with what is still afloat of its item."""
    item, gone = sailing.item, drowned(sailing.item, sailing.ship)
    if gone == Drowned():
        return sailing
    res = tidy(item.res - gone.res) if item.kind.is_cargo else item.res
    left = item.model_copy(update={"res": res, "transport_count": item.transport_count - gone.transports})
    return sailing.model_copy(update={"item": left})


def gone_down(sailing: Sailing) -> Fate | None:
    """The fate of a row whose ship is sunk; None while it is afloat."""
    if sailing.ship is None or sailing.ship.unit.current:
        return None
    why = f"It went down with {sailing.ship.unit.name}."
    return Fate(None, ShipmentState.LOST, ZERO, 0, why=why, rule="33.E")


def with_the_drowned(fate: Fate, item: Item, ship: Ship | None) -> Fate:
    """What became of the whole item: what its ship lost before counts with what the check took."""
    gone = drowned(item, ship)
    if gone == Drowned():
        return fate
    lost = tidy(fate.res_lost + gone.res)
    return replace(fate, res_lost=lost, transports_lost=fate.transports_lost + gone.transports)


def is_only_eliminated(fate: Fate) -> bool:
    """A naval unit that E alone turned back may move on: the book bars that after R and ½E, and not after E (33.E)."""
    results = {lot.result for lot in fate.lots}
    return ShippingResult.ELIMINATED in results and results.isdisjoint(BARS_MOVING)


def ship_effects(sailing: Sailing, fate: Fate) -> tuple[Effect, ...]:
    """The hits of the unit; that it is turned back and moves no more; its group goes with its last unit.

    fate: of the check alone. What of a counter's cargo came back while the rest sails on is told of its row only.
    """
    ship = sailing.ship
    if ship is None or not ship.unit.current:
        return ()
    hits = fate.transports_lost if sailing.item.transports.is_transport else fate.hits
    found = list(damage(ship.unit, hits) if hits else ())
    left, back = ship.unit.damaged(hits).current, fate.state is ShipmentState.RETURNED
    home = ship.home if back and left else ""
    if home:
        found.append(Set(f"task-force:{ship.unit.key}.place", f"port:{home}"))
    if back and left and not ship.already_back and not is_only_eliminated(fate):
        found.append(mark(back_mark(ship.unit.key), f"task-force:{ship.unit.key}"))
    if ship.group and ship.alone and (home or not left):
        found += row_gone(f"group:{ship.group}", ship.marks)
    return tuple(found)
