"""Order books: a side seals its orders of the turn, with a hash that everybody sees; both books are opened together."""

from __future__ import annotations

import json
import secrets
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import OBSERVER
from navalassist.engine import Set, create
from navalassist.engine.orders import Book, BookState, Fault, OrderBooks, Seal, hash_of, key_of, text_of
from navalassist.engine.reader import Unknown, View
from navalassist.play.rules.disclosure import show_rows
from navalassist.play.systems import System
from navalassist.play.write.writer import NotYours, Writer

SEALED, OPENED = "orders.sealed", "orders.opened"
# A condition of the campaign: the books are opened as soon as both are sealed, without a tap.
AT_ONCE = "condition:order-books-at-once"


class BookRefused(ValueError):
    """Why a book can't be sealed or opened now, in one sentence. about: the order that stands in the way."""

    def __init__(self, text: str, about: str = "") -> None:
        super().__init__(text)
        self.about = about


def books_of(system: System) -> OrderBooks:
    """The order books of a system. Unknown where it has none."""
    if system.order_books is None:
        raise Unknown(f"{system.title} has no order books")
    return system.order_books


def book_of(view: View, turn: str, side: str) -> Book | None:
    """A side's book of a turn; None before it is sealed."""
    return view.find(Book, key_of(turn, side))


def opens_at_once(view: View) -> bool:
    """True where both books are opened as soon as both are sealed."""
    return bool(view.get(f"{AT_ONCE}.value", False))


def switch(writer: Writer, at_once: bool) -> Entry:
    """Books are opened as soon as both are sealed, or by a tap."""
    there = f"{AT_ONCE}.value" in writer.state.values
    effect = Set(f"{AT_ONCE}.value", at_once) if there else create(AT_ONCE, value=at_once)
    title = "Order books open as soon as both are sealed" if at_once else "Order books are opened by a tap"
    return writer.edit("orders.switch", (effect,), seat=writer.viewer.seat, title=title)


def check_writing(view: View, turn: str, side: str) -> None:
    """BookRefused where a side's orders of a turn may be changed no more."""
    if book_of(view, turn, side):
        raise BookRefused("The book of this turn is sealed: its orders stand as they are.")


def wrong_with(view: View, system: System, turn: str, side: str) -> list[Fault]:
    """What keeps a side's orders from being sealed. view: of what that side sees."""
    books = books_of(system)
    return list(books.check(view, side, books.orders(view, side, turn)))


def seal(writer: Writer, side: str) -> None:
    """A side seals its orders of this turn. BookRefused where something is wrong with one, or they are sealed."""
    writer.check_seat(side)
    system, turn = writer.system, writer.state.clock[0]
    values = {
        key: value
        for key, value in writer.state.values.items()
        if writer.state.audiences.get(key.rpartition(".")[0], PUBLIC) in (PUBLIC, side)
    }
    view = View(values)
    check_writing(view, turn, side)
    if faults := wrong_with(view, system, turn, side):
        raise BookRefused(faults[0].text, faults[0].about)
    key, orders = key_of(turn, side), books_of(system).orders(view, side, turn)
    text = text_of(side, turn, orders, secrets.token_hex(16))
    secret = side if system.is_closed(writer.state.values) else PUBLIC
    before = view.find(Seal, key)
    kept = before.set(text=text) if before else (Seal(key=key, side=side, text=text).made(),)
    writer.edit("orders.text", kept, seat=side, chain=secret)
    book = Book(key=key, side=side, turn=turn, hash=hash_of(text))
    title = f"{system.names.side(side)} seals its order book"
    writer.edit(SEALED, (book.made(),), seat=side, chain=PUBLIC, title=title)
    if opens_at_once(view) and all_sealed(View(writer.state.values), system, turn):
        open_both(writer)


def all_sealed(view: View, system: System, turn: str) -> bool:
    """True while every side's book is sealed and none is open."""
    books = [book_of(view, turn, side) for side in system.sides]
    return all(book is not None and book.state is BookState.SEALED for book in books)


def open_both(writer: Writer) -> Entry:
    """The books of all sides are opened, as one act. BookRefused before all are sealed."""
    if writer.viewer.seat == OBSERVER:
        raise NotYours(OBSERVER)
    system, turn, view = writer.system, writer.state.clock[0], View(writer.state.values)
    if not all_sealed(view, system, turn):
        raise BookRefused("The books are opened together, once every side has sealed its own.")
    rows: list[str] = []
    effects: list[Any] = []
    for side in system.sides:
        key, orders = key_of(turn, side), books_of(system).orders(view, side, turn)
        text = view.row(Seal, key).text
        if text != text_of(side, turn, orders, json.loads(text)["salt"]):
            raise BookRefused(f"The orders of {system.names.side(side)} are not those that it sealed.")
        rows += [one.row for one in orders if one.row in writer.state.audiences]
        effects += view.row(Book, key).set(state=BookState.OPENED, text=text)
    show_rows(writer, rows)
    title = "Order books opened"
    return writer.edit(OPENED, effects, seat=writer.viewer.seat, chain=PUBLIC, title=title)
