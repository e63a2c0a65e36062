"""The page of order books: a side writes its orders of the turn, seals them, and all books are opened together."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import at
from navalassist.desk.answers import act_once, done, page, problems
from navalassist.desk.at import At
from navalassist.desk.cards import WATCHES, base, form_of, typed, wrote
from navalassist.desk.problem import Problem
from navalassist.desk.rows import either
from navalassist.desk.system_pages import system_pages_of
from navalassist.engine.orders import Book, BookState, hash_of
from navalassist.engine.reader import View
from navalassist.engine.rows import saying
from navalassist.play.rules import order_books
from navalassist.play.rules.order_books import BookRefused, book_of, books_of, opens_at_once, to_open, wrong_with
from navalassist.play.write.edits import Edit, EditError
from navalassist.play.write.row_edits import ByHand, options, row_typed
from navalassist.play.write.writer import NotYours, Writer

CLOCK = "campaign:clock.turn"
UNASKED = ("side", "turn")
SEALS = "seal"


@dataclass(frozen=True, slots=True)
class OrderLine:
    """An order in words. fault: why the book can't be sealed with it."""

    row: str
    kind: str
    words: str
    fault: str


@dataclass(frozen=True, slots=True)
class SideBook:
    """A side's book of the turn. book: once it is sealed; mine: of the viewer's seat; seen: its orders may be read."""

    side: str
    book: Book | None
    mine: bool
    seen: bool
    orders: tuple[OrderLine, ...]
    faults: tuple[str, ...]

    @property
    def is_open(self) -> bool:
        """Everybody may read it."""
        return self.book is not None and self.book.state is BookState.OPENED

    @property
    def is_under_way(self) -> bool:
        """Its orders are carried out, and everybody reads them as the turn ends."""
        return self.book is not None and self.book.state is BookState.UNDER_WAY

    @property
    def again(self) -> str:
        """The hash of its text, worked out anew."""
        return hash_of(self.book.text) if self.book else ""


def hands(here: At) -> dict[str, ByHand[Any]]:
    """How each kind of order is written. 404 in a campaign without order books."""
    if here.system.order_books is None:
        raise Http404("The rule system of this campaign has no order books.")
    return {hand.kind.KIND: hand for hand in system_pages_of(here.system.key).orders}


def words_of(view: View, hand: ByHand[Any], order: Any) -> str:
    """`Force: Force 1 of North; where to: the east`"""
    told, kind = [], cast(Any, hand.kind)
    for name in (name for name in order.fact_names() if name not in UNASKED):
        info, value = order.__class__.model_fields[name], getattr(order, name)
        listed = dict(hand.choices[name](view) if name in hand.choices else options(kind, name))
        told.append(f"{saying(info).short or info.title}: {listed.get(value, value)}")
    return "; ".join(told)


def side_book(here: At, side: str, turn: str) -> SideBook:
    """A side's book, as far as the viewer may read it."""
    view, book = here.rows, book_of(here.rows, turn, side)
    seen = here.viewer.sees(side) or not here.system.is_closed(here.state.values)
    found = wrong_with(view, here.system, turn, side) if seen and book is None else []
    faults = {fault.about: fault.text for fault in reversed(found)}
    known = hands(here)
    lines = tuple(
        OrderLine(one.row, one.NOUN, words_of(view, known[one.KIND], one), faults.get(one.row, ""))
        for one in books_of(here.system).orders(view, side, turn)
        if one.KIND in known
    )
    of_all = tuple(fault.text for fault in found if not fault.about)
    return SideBook(side, book, here.viewer.seat == side, seen, lines, of_all)


def left_of(here: At, mine: SideBook) -> tuple[str, ...]:
    """What a book would be sealed without, in words: then it is asked first."""
    own = system_pages_of(here.system.key).orders_page
    orders = books_of(here.system).orders(here.rows, mine.side, here.state.clock[0])
    return ("it has no order",) * (not orders) + (own.left(here) if own else ())


def check_meant(request: HttpRequest, here: At) -> None:
    """Ask before a book is sealed from which something is missing, for it can't be taken back."""
    mine = side_book(here, here.viewer.seat, here.state.clock[0])
    if mine.book is None and not mine.faults and not request.POST.get("confirm") and (left := left_of(here, mine)):
        raise Problem(409, f"The book is not sealed yet: {'; '.join(left)}. Once sealed it is changed no more.", SEALS)


def show(
    request: HttpRequest, slug: str, problem: Problem | None = None, saved: list[Entry] | None = None
) -> HttpResponse:
    """The books of the turn, and those that were opened before."""
    here = at(request, slug)
    known, turn = hands(here), here.state.clock[0]
    books = [side_book(here, side, turn) for side in here.system.sides]
    mine = next((one for one in books if one.mine), None)
    forms = []
    if mine is not None and mine.book is None:
        forms = [
            (hand.kind.NOUN, f"add-{kind}", form_of(request, here, hand.form, f"add-{kind}", {}, problem))
            for kind, hand in known.items()
        ]
    own = system_pages_of(here.system.key).orders_page
    unopened = to_open(here.rows, here.system)
    earlier = [book for book in here.rows.rows(Book, state=BookState.OPENED) if book.turn != turn]
    context = base(request, here, problem, saved) | {
        "here": "orders",
        "turn": here.system.names.turn(turn),
        "books": books,
        "mine": mine,
        "forms": forms,
        "earlier": [(here.system.names.turn(book.turn), book, hash_of(book.text)) for book in reversed(earlier)],
        "to_open": unopened and here.system.names.turn(unopened),
        "waits": [one.side for one in books if one.book is None],
        "under_way": any(one.is_under_way for one in books),
        "at_once": opens_at_once(here.rows),
        "left": left_of(here, mine) if mine and not mine.book else (),
        "asks": problem is not None and problem.about == SEALS,
        "stay": request.path,
    }
    template = own.template if own else "desk/forces/orders.html"
    return page(request, template, context | (own.context(here) if own else {}))


def _adding(here: At, hand: ByHand[Any], fields: Mapping[str, Any]) -> Callable[[Any], Edit]:
    side = here.viewer.seat

    def make(values: Any) -> Edit:
        order_books.check_writing(View(values), values[CLOCK], side)
        whole = {**fields, "side": side, "turn": values[CLOCK]}
        row = hand.check(View(values), row_typed(hand.kind, uuid.uuid4().hex, whole), None)
        return Edit(f"{hand.kind.KIND}.add", f"{hand.kind.NOUN} written".capitalize(), (row.made(),), side=side)

    return make


def _striking(here: At, known: Mapping[str, ByHand[Any]], named: str) -> Callable[[Any], Edit]:
    side, (kind, _, key) = here.viewer.seat, named.partition(":")

    def make(values: Any) -> Edit:
        view = View(values)
        order_books.check_writing(view, values[CLOCK], side)
        row = view.find(known[kind].kind, key) if kind in known else None
        if row is None or row.side != side:
            raise EditError("order", "It is no longer here; somebody has taken it away.")
        return Edit(f"{kind}.remove", f"{row.NOUN} struck out".capitalize(), (row.gone(),), side=side)

    return make


def _act(request: HttpRequest, here: At, act: str) -> list[Entry]:
    """Seal, open, or the switch."""

    def carry_out(writer: Writer) -> None:
        if act == "seal":
            order_books.seal(writer, here.viewer.seat)
        elif act == "open":
            order_books.open_both(writer)
        else:
            order_books.switch(writer, request.POST.get("at_once") == "yes")

    try:
        return act_once(request, here, carry_out)
    except BookRefused as refused:
        raise Problem(422, str(refused), about=refused.about, rule=refused.rule) from None


@problems(show)
def save(request: HttpRequest, slug: str) -> HttpResponse:
    """An order is written or struck out, the book is sealed, both are opened, or the switch is set."""
    here, act = at(request, slug), request.POST.get("act", "")
    known = hands(here)
    if here.viewer.seat == OBSERVER:
        raise Problem(403, WATCHES)
    if act in ("open", "switch"):
        _act(request, here, act)
        return done(request, request.path, lambda: show(request, slug))
    if here.viewer.seat not in here.system.sides:
        raise NotYours(here.system.sides[0])
    if act == "seal":
        check_meant(request, here)
        _act(request, here, act)
    elif act == "remove":
        wrote(request, here, here.viewer.seat, _striking(here, known, request.POST.get("order", "")))
    elif (hand := known.get(act.removeprefix("add-"))) is not None:
        wrote(request, here, here.viewer.seat, _adding(here, hand, typed(request, here, hand.form)))
    else:
        raise Problem(422, f"This page cannot do {act[:40]!r}; use one of its buttons.", "act")
    return done(request, request.path, lambda: show(request, slug))


orders = either(show, save)
