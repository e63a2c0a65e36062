"""Order books: a side seals its orders of the turn, with a hash that everybody sees; both books are opened together."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import OBSERVER
from navalassist.engine import Effect, Set, create
from navalassist.engine.orders import Book, BookState, Fault, OrderBooks, Seal, hash_of, key_of, text_of
from navalassist.engine.reader import Unknown, View
from navalassist.play.systems import System
from navalassist.play.turns.kept_books import show_books
from navalassist.play.write.set_up import check_begun
from navalassist.play.write.writer import NotYours, Writer

SEALED, OPENED = "orders.sealed", "orders.opened"
# Where each side keeps its opened book to itself: it is under way, and shown as the turn ends.
BEGUN = "orders.begun"
# A condition of the campaign: the books are opened as soon as both are sealed, without a tap.
AT_ONCE = "condition:order-books-at-once"


class BookRefused(ValueError):
    """Why a book can't be sealed or opened now, in one sentence. about: the order in the way; rule: its paragraph."""

    def __init__(self, text: str, about: str = "", rule: str = "") -> None:
        super().__init__(text)
        self.about, self.rule = about, rule


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
    try:
        return list(books.check(view, side, books.orders(view, side, turn)))
    except Unknown as missing:
        # What an order is about is gone since it was written.
        words = str(missing).rstrip(".")
        return [Fault(f"{words[:1].upper()}{words[1:]}. Strike out the order that names it.")]


def seal(writer: Writer, side: str) -> None:
    """A side seals its orders of this turn. BookRefused where something is wrong with one, or they are sealed."""
    check_begun(writer.state.values)
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
        raise BookRefused(faults[0].text, faults[0].about, faults[0].rule)
    key, orders = key_of(turn, side), books_of(system).orders(view, side, turn)
    text = text_of(side, turn, orders, secrets.token_hex(16))
    secret = side if system.is_closed(writer.state.values) else PUBLIC
    writer.edit("orders.text", (Seal(key=key, side=side, text=text).made(),), seat=side, chain=secret)
    book = Book(key=key, side=side, turn=turn, hash=hash_of(text))
    title = f"{system.names.side(side)} seals its order book"
    writer.edit(SEALED, (book.made(),), seat=side, chain=PUBLIC, title=title)
    if opens_at_once(view) and all_sealed(View(writer.state.values), system, turn):
        open_both(writer)


def all_sealed(view: View, system: System, turn: str) -> bool:
    """True while every side's book is sealed and none is open."""
    books = [book_of(view, turn, side) for side in system.sides]
    return all(book is not None and book.state is BookState.SEALED for book in books)


def to_open(view: View, system: System) -> str:
    """The first turn whose books are all sealed and not open, be it over; '' for none."""
    turns = sorted({book.turn for book in view.rows(Book, state=BookState.SEALED)})
    return next((turn for turn in turns if all_sealed(view, system, turn)), "")


def sealed_order(view: View, system: System, effects: Iterable[Effect]) -> str:
    """Why effects may not be: they change an order of a book that is sealed and not open; '' where none does."""
    kinds = system.order_books.kinds if system.order_books else ()
    rows = [row_changed(effect) for effect in effects] if kinds else []
    for kind in kinds:
        for row in (row for row in rows if row.partition(":")[0] == kind.KIND):
            order: Any = view.find(kind, row.partition(":")[2])
            book = order and book_of(view, order.turn, order.side)
            if book and book.state is BookState.SEALED:
                return (
                    f"The order book of {system.names.side(order.side)} is sealed: its orders stand until it is open."
                )
    return ""


def row_changed(effect: Effect) -> str:
    """The row that an effect makes, changes or takes out."""
    return effect.key.rpartition(".")[0] if isinstance(effect, Set) else str(effect.key)


def open_both(writer: Writer) -> Entry:
    """The books of all sides are opened, as one act. BookRefused before all are sealed.

    Where the system keeps them, from now on the orders stand and are under way, and `turns.kept_books` shows them.
    """
    if writer.viewer.seat == OBSERVER:
        raise NotYours(OBSERVER)
    system, view = writer.system, View(writer.state.values)
    turn = to_open(view, system)
    if not turn:
        raise BookRefused("The books are opened together, once every side has sealed its own.")
    books = books_of(system)
    for side in system.sides:
        text = view.row(Seal, key_of(turn, side)).text
        if text != text_of(side, turn, books.orders(view, side, turn), json.loads(text)["salt"]):
            raise BookRefused(f"The orders of {system.names.side(side)} are not those that it sealed.")
    if books.kept(view):
        under_way = [view.row(Book, key_of(turn, side)).set(state=BookState.UNDER_WAY) for side in system.sides]
        effects = [effect for some in under_way for effect in some]
        entry = writer.edit(BEGUN, effects, seat=writer.viewer.seat, chain=PUBLIC, title="Order books opened")
    else:
        entry = show_books(writer, turn, OPENED, "Order books opened")
    for side in system.sides:
        now = View(writer.state.values)
        if begun := list(books.begins(now, side, books.orders(now, side, turn))):
            title = f"Orders of {system.names.side(side)} under way"
            # Whoever opens them acts for both sides, as the end of a step does.
            seat = writer.viewer.seat
            writer.edit("orders.begin", begun, seat=seat, chain=writer.audience_of(begun[0]), title=title)
    return entry
