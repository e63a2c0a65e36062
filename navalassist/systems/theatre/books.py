"""The order books of both sides (PG.6.3): sealed with a hash, opened together, and then under way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from navalassist.engine import Effect
from navalassist.engine.orders import OrderBooks
from navalassist.engine.reader import View
from navalassist.systems.theatre.closed import is_closed
from navalassist.systems.theatre.missions import faults
from navalassist.systems.theatre.rulings import R218, SPOTTED
from navalassist.systems.theatre.state.orders import Landing, Order
from navalassist.systems.theatre.state.words import Progress


def begun(view: View, side: str, orders: Sequence[Any]) -> Iterator[Effect]:
    """Every mission is under way as the books are opened."""
    for order in orders:
        if isinstance(order, Order):
            yield from order.set(progress=Progress.UNDER_WAY)


def kept(view: View) -> bool:
    """True where the enemy sees of the orders what he spots, until the turn ends (R-218)."""
    return is_closed(view.values) and view.get(f"ruling:{R218.number}.choice", R218.default) == SPOTTED


BOOKS = OrderBooks((Order, Landing), check=faults, begins=begun, kept=kept)
