"""The page of ledgers. It is looked at by GET; a posting by hand, and what strikes one out, is a POST to the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from navalassist.auditlog.models import Entry
from navalassist.desk.access import at
from navalassist.desk.answers import done, page, problems
from navalassist.desk.at import At
from navalassist.desk.cards import base, wrote
from navalassist.desk.ledgers.books import SHARED, books, totals
from navalassist.desk.ledgers.postings import struck
from navalassist.desk.problem import Problem
from navalassist.desk.rows import Saved, cannot_do, either
from navalassist.desk.setup.edits import note_of
from navalassist.desk.system_pages import LedgerPage, system_pages_of
from navalassist.engine import Set
from navalassist.engine.ledgers import BadPosting, Ledger
from navalassist.play.write.edits import Edit, EditError

POST, STRIKE = "ledger.posted", "ledger.struck"
PLAIN = LedgerPage(books)


def keeping(request: HttpRequest, slug: str) -> At:
    """The campaign, where its system declares ledgers; else 404."""
    here = at(request, slug)
    if not here.system.ledgers:
        raise Http404("The rule system of this campaign keeps no ledgers.")
    return here


def show(request: HttpRequest, slug: str, problem: Problem | None = None, saved: Saved = None) -> HttpResponse:
    """All ledgers; with a problem, what was typed stands where it was typed."""
    here = keeping(request, slug)
    own = system_pages_of(here.system.key).ledgers or PLAIN
    context = base(request, here, problem, saved) | {
        "here": own.here,
        "books": own.books(here),
        "totals": totals(here),
        "shared": SHARED,
        "typed": request.POST if problem else {},
    }
    return page(request, own.template, context)


@problems(show)
def save(request: HttpRequest, slug: str) -> HttpResponse:
    """Points are posted by hand, or a posting is struck out; each with a reason."""
    here, act, key = keeping(request, slug), request.POST.get("act", ""), request.POST.get("key", "")
    if act not in (POST, STRIKE):
        raise cannot_do(act)
    ledger, side = _named(here, key, act)
    points, why = request.POST.get("points", ""), note_of(request.POST)
    if not why:
        raise Problem(422, f"{ledger.title}: write for what the points are; it stands beside them.", "note")
    strikes: dict[str, str] = {}
    if act == STRIKE:
        strikes["strikes"] = request.POST.get("entry", "")

    def make(values: Mapping[str, Any]) -> Edit:
        gone = _struck(here, ledger.of(side), strikes["strikes"]) if strikes else 0
        return posting(here, ledger, side, values, points, gone, act)

    entries: list[Entry] = wrote(request, here, side, make, why, **strikes)
    return done(request, f"{request.path}#{key}", lambda: show(request, slug, saved=entries))


def posting(here: At, ledger: Ledger, side: str, values: Mapping[str, Any], points: str, gone: int, act: str) -> Edit:
    """The edit that posts points. gone: of a posting that is struck out with it."""
    fact = ledger.of(side)
    if fact not in values:
        raise EditError("key", f"{ledger.title}: this campaign has no such ledger.")
    try:
        after = ledger.posted(int(values[fact]), points, instead=gone)
    except BadPosting as wrong:
        raise EditError(wrong.about, str(wrong)) from None
    title = f"{ledger.title}, {here.system.names.side(side)}" if side else ledger.title
    return Edit(act, title, (Set(fact, after),), side=side)


def _struck(here: At, fact: str, reference: str) -> int:
    gone = struck(here, fact, reference)
    if gone is None:
        raise EditError("entry", "No posting by hand that still counts is this one: it was struck out, or is a rule's.")
    return gone


def _named(here: At, key: str, act: str) -> tuple[Ledger, str]:
    """The ledger of a form and whose it is; Problem for none in which points are posted by hand."""
    name, _, side = key.partition("/")
    for ledger in here.system.ledgers:
        if ledger.key == name and side in ledger.sides(here.system.sides) and (ledger.by_hand or act == STRIKE):
            return ledger, side
    raise Problem(422, "There is no such ledger in this campaign; use one of the page's buttons.", "key")


ledgers = either(show, save)
