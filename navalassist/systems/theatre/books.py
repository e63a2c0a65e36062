"""The order books of both sides (PG.6.3): sealed with a hash, opened together, and then under way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from navalassist.engine import Effect
from navalassist.engine.duties import EITHER, Duties, Duty, Kind, Now, Passed
from navalassist.engine.orders import Book, BookState, OrderBooks, key_of
from navalassist.engine.reader import View
from navalassist.systems.theatre.closed import is_closed
from navalassist.systems.theatre.missions import WRITING, faults
from navalassist.systems.theatre.rulings import R218, SPOTTED
from navalassist.systems.theatre.state.orders import Landing, Order
from navalassist.systems.theatre.state.words import Progress, Side
from navalassist.systems.theatre.turn import ORDERS, TURN


def begun(view: View, side: str, orders: Sequence[Any]) -> Iterator[Effect]:
    """Every mission is under way as the books are opened."""
    for order in orders:
        if isinstance(order, Order):
            yield from order.set(progress=Progress.UNDER_WAY)


def kept(view: View) -> bool:
    """True where the enemy sees of the orders what he spots, until the turn ends (R-218)."""
    return is_closed(view.values) and view.get(f"ruling:{R218.number}.choice", R218.default) == SPOTTED


def lines(now: Now) -> Iterator[Duty]:
    """Each side seals its own book; then one tap opens both."""
    turn, phase = now.moment.turn, f"*/{now.moment.step}"
    books = {book.side: book for book in now.view.rows(Book, turn=turn)}
    if phase == ORDERS:
        for side in Side:
            done = now.state.sources.get(f"{books[side].row}.state", "") if side in books else ""
            words = f"Order book of the {side.label} side, not sealed"
            passes = () if done else (Passed(key_of(turn, side), words, "order book"),)
            yield _line(f"Seal the {side.label} order book", Kind.DUE, side.value, done, passes)
    if len(books) == len(Side) and all(book.state is BookState.SEALED for book in books.values()):
        passes = () if phase == ORDERS else (Passed(turn, "Order books, not opened", "pair of order books"),)
        yield _line("Open both order books", Kind.MAY if phase == ORDERS else Kind.DUE, EITHER, "", passes)


def _line(text: str, kind: Kind, seat: str, done: str, passes: tuple[Passed, ...]) -> Duty:
    more: dict[str, Any] = {"url": "orders/#seal", "about": "orders", "offered": seat == EITHER}
    return Duty(text, WRITING, kind=kind, seat=seat, done=done, passes=passes, **more)


BOOKS = OrderBooks((Order, Landing), check=faults, begins=begun, kept=kept)
DUTIES: Duties = [(tuple(f"*/{step}" for step in TURN.steps), lines)]
