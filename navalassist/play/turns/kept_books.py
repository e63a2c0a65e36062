"""Order books that were opened and kept from the other side: as the turn ends everybody reads them."""

from __future__ import annotations

from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.engine.orders import Book, BookState, Seal, key_of
from navalassist.engine.reader import View
from navalassist.play.write.showing import show_rows
from navalassist.play.write.writer import Writer

SHOWN = "orders.shown"


def show_kept(writer: Writer, turn: str) -> None:
    """Everybody reads the books that were under way in a turn, and may check their seals."""
    books = View(writer.state.values).rows(Book, turn=turn)
    if books and all(book.state is BookState.UNDER_WAY for book in books):
        show_books(writer, turn, SHOWN, "Order books of the turn shown")


def show_books(writer: Writer, turn: str, act: str, title: str) -> Entry:
    """Everybody reads the orders of a turn, and the texts that were sealed."""
    view, books = View(writer.state.values), writer.system.order_books
    rows: list[str] = []
    effects: list[Any] = []
    for side in writer.system.sides:
        key, orders = key_of(turn, side), books.orders(view, side, turn) if books else []
        rows += [one.row for one in orders if one.row in writer.state.audiences]
        effects += view.row(Book, key).set(state=BookState.OPENED, text=view.row(Seal, key).text)
    show_rows(writer, rows)
    return writer.edit(act, effects, seat=writer.viewer.seat, chain=PUBLIC, title=title)
