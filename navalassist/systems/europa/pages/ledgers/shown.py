"""What the page of ledgers shows: every count of points, how it stands, and its postings, the newest first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q

from navalassist.auditlog.models import Entry
from navalassist.desk.answers import receipt_url
from navalassist.desk.at import At
from navalassist.desk.logbook.record import plain_text
from navalassist.desk.logbook.references import entries_by_reference
from navalassist.desk.setup.past import history
from navalassist.desk.sources import entry_links
from navalassist.desk.turn.verdicts import verdict_of
from navalassist.engine import to_plain
from navalassist.play.storage.bodies import body_of
from navalassist.rules.europa.accounts import Account
from navalassist.rules.europa.amounts import tidy
from navalassist.rules.europa.r36_malta import STOCK_POINTS
from navalassist.rules.europa.r36_malta_points import STOCK_NRP
from navalassist.rules.europa.words import Side
from navalassist.systems.europa.accounts import accounts
from navalassist.systems.europa.board.roster import ZERO, Count, Place, Roster, stored
from navalassist.systems.europa.closed import is_closed

Facts = Mapping[str, Any]
POINTS_IN_PORTS = ("sp", "srp")
# Postings that the page of a port's points shows.
MOST = 60


@dataclass(frozen=True, slots=True)
class Ledger:
    """One count of points. fact: what holds it; postings: its changes, the newest first."""

    fact: str
    title: str
    balance: str
    short: bool = False
    note: str = ""
    receive: str = ""
    spend: str = ""
    convert: str = ""
    postings: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Stored:
    """Points of one kind in one port."""

    port: str
    name: str
    what: str
    free: str
    at_sea: str
    coming: str
    url: str
    spend: str
    set_by: tuple[str, str] | None


@dataclass(slots=True)
class Book:
    """All ledgers of a side. total: the free points of each kind over all ports; veiled: the viewer reads only VPs."""

    side: Side
    ledgers: list[Ledger] = field(default_factory=list)
    stored: list[Stored] = field(default_factory=list)
    totals: tuple[tuple[str, str], ...] = ()
    veiled: bool = False


def books(here: At) -> list[Book]:
    """The ledgers of both sides, as far as the viewer sees them."""
    facts = here.state.values
    veiled = {side: is_closed(facts) and not here.viewer.sees(side) for side in Side}
    found = {side: list(_ledgers(facts, side, veiled[side])) for side in Side}
    past = postings(here, [ledger.fact for ledgers in found.values() for ledger in ledgers])
    roster = Roster(facts, here.state.clock[0])
    return [replace(_book(here, roster, side, found[side], past), veiled=veiled[side]) for side in Side]


def _book(here: At, roster: Roster, side: Side, ledgers: list[Ledger], past: Mapping[str, Any]) -> Book:
    dated = [_with(ledger, past.get(ledger.fact, ())) for ledger in ledgers]
    lines = [(place, count) for place, count in roster.lines(side.value) if place.ware.what in POINTS_IN_PORTS]
    links = entry_links(here, [f"{place.row}.base" for place, _ in lines])
    shown = sorted((_stored(here, place, count, links) for place, count in lines), key=lambda one: (one.name, one.what))
    kept = [what for what in POINTS_IN_PORTS if any(place.ware.what == what for place, _ in lines)]
    totals = tuple((what.upper(), _total(lines, what)) for what in kept)
    return Book(side, dated, shown, totals)


def _total(lines: list[tuple[Place, Count]], what: str) -> str:
    free = sum((count.free for place, count in lines if place.ware.what == what), start=ZERO)
    return signed(Decimal(stored(free)))


def _with(ledger: Ledger, past: Iterable[Mapping[str, Any]]) -> Ledger:
    return replace(ledger, postings=tuple(past))


def _ledgers(facts: Facts, side: Side, veiled: bool) -> Iterator[Ledger]:
    if f"ledger:{side.value}.vp" in facts:
        number = int(facts[f"ledger:{side.value}.vp"])
        yield _tapped(Ledger(f"ledger:{side.value}.vp", "Victory points", signed(Decimal(number))), side, "vp")
    mine = [account for account in accounts(facts) if account.side is side]
    if veiled and not mine:
        yield Ledger("", "Repair, replacement and supply points", "", note="their side keeps them to itself")
    elif not any(account.what == "nrp" for account in mine):
        yield _tapped(Ledger("", "Naval repair points", "0", note="not entered yet"), side, "nrp")
    yield from (_account(account) for account in mine)
    if side is Side.ALLIED and STOCK_POINTS in facts:
        yield from _of_malta(facts)


def _of_malta(facts: Facts) -> Iterator[Ledger]:
    """Malta repair points, and what an earlier version made of them and kept apart."""
    held = Ledger(STOCK_POINTS, "Malta repair points", str(facts[STOCK_POINTS]), convert="malta-converted/")
    yield replace(held, receive="malta-points/", spend="malta-repaired/")
    if apart := facts[STOCK_NRP]:
        note = "kept apart by an earlier version: the next conversion brings them to the naval repair points"
        found = Ledger(STOCK_NRP, "Naval repair points on Valletta", str(apart), note=note)
        yield replace(found, convert=held.convert)


def _tapped(ledger: Ledger, side: Side, what: str, organisation: str = "") -> Ledger:
    """With the addresses at which its points come and go."""
    query = urlencode({"side": side.value, "what": what} | ({"organisation": organisation} if organisation else {}))
    return replace(ledger, receive=f"points-received/?{query}", spend=f"points-spent/?{query}")


def _account(account: Account) -> Ledger:
    barred = ""
    if account.sweeping:
        barred = f"{to_plain(account.sweeping)} of the deficit made by sweeping: no sweeping in danger zones"
    title = "Naval repair points" if account.what == "nrp" else f"Air replacement points, {account.organisation}"
    short = account.before < 0
    found = Ledger(f"{account.row}.balance", title, signed(account.before), short=short, note=barred)
    return _tapped(found, account.side, account.what, account.organisation)


def _stored(here: At, place: Place, count: Count, links: Mapping[str, tuple[str, str]]) -> Stored:
    what = place.ware.what
    return Stored(
        port=place.port,
        name=str(here.state.values.get(f"port:{place.port}.name", place.port)),
        what=what.upper(),
        free=signed(Decimal(stored(count.free))),
        at_sea=stored(count.at_sea),
        coming=stored(count.coming),
        url=f"stock/{place.side}/{place.port}/",
        spend=f"points-spent/?side={place.side}&what={what}&port={place.port}",
        set_by=links.get(f"{place.row}.base"),
    )


def signed(number: Decimal) -> str:
    """A balance as the page shows it: `7`, `−2½`."""
    return ("−" if number < 0 else "") + plain_text(to_plain(tidy(abs(number))))


def postings(here: At, facts: list[str]) -> dict[str, list[dict[str, Any]]]:
    """fact -> its changes, the newest first, each with what came or went and its entry."""
    found: dict[str, list[dict[str, Any]]] = {}
    for line in history(here, [fact for fact in facts if fact]):
        found.setdefault(line["fact"], []).append(line)
    reasons = _reasons(here, found.values())
    for lines in found.values():
        before = [_number(line["words"]) for line in lines[1:]]
        for line, earlier in zip(lines, [*before, None], strict=True):
            now = _number(line["words"])
            line["words"] = line["words"] if now is None else signed(now)
            line["reason"] = reasons.get(line["url"], "")
            line["change"] = change_words(now - earlier) if now is not None and earlier is not None else ""
    return found


def _reasons(here: At, found: Iterable[list[dict[str, Any]]]) -> dict[str, str]:
    """Address of an entry -> for what the points were, as somebody wrote it."""
    references = {f"public/{line['entry']}" for lines in found for line in lines if str(line["entry"]).isdigit()}
    told = {}
    for entry in entries_by_reference(here, references).values():
        outcome = body_of(entry, here.viewer.audiences).get("outcome")
        if isinstance(outcome, Mapping) and outcome.get("reason"):
            told[receipt_url(entry, here.campaign.slug)] = str(outcome["reason"])
    return told


def _number(words: str) -> Decimal | None:
    """The number that a line of history tells."""
    text = words.replace("−", "-").replace("½", ".5")
    return Decimal(text) if re.fullmatch(r"-?[0-9]*(\.[0-9]+)?", text) and text not in ("", "-") else None


def change_words(by: Decimal) -> str:
    """`+3`, `−1.5`"""
    return f"+{signed(by)}" if by >= 0 else signed(by)


def stock_postings(here: At, side: str, port: str) -> list[dict[str, Any]]:
    """What changed the SPs and SRPs that a side counts in a port, the newest first, as far as the viewer sees it."""
    rows = [f"roster:{side}/{port}/{what}" for what in POINTS_IN_PORTS]
    asked = Q()
    for row in rows:
        asked |= Q(content__contains=f'"{row}') | Q(payloads__content__contains=f'"{row}')
    entries = Entry.objects.filter(campaign=here.campaign).seen_by(here.viewer.audiences).filter(asked)
    found = []
    for entry in entries.distinct().newest_first()[:MOST]:
        for fact, before, after in body_of(entry, here.viewer.audiences).get("changes", ()):
            row, _, name = str(fact).rpartition(".")
            if row in rows and name == "base" and before != after:
                found.append(_posting(here, entry, row, before, after))
    return found


def _posting(here: At, entry: Entry, row: str, before: Any, after: Any) -> dict[str, Any]:
    verdict = verdict_of(entry, here)
    change = Decimal(str(after or 0)) - Decimal(str(before or 0))
    return {
        "turn": verdict.turn,
        "player_turn": entry.player_turn,
        "what": row.rpartition("/")[2].upper(),
        "change": change_words(change),
        "why": verdict.word,
        "url": receipt_url(entry, here.campaign.slug),
        "entry": entry.sequence,
    }
