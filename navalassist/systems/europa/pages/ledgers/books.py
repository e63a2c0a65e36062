"""What the page of ledgers shows: every count of points, how it stands, and its postings, the newest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q

from navalassist.auditlog.models import Entry
from navalassist.desk.answers import receipt_url
from navalassist.desk.at import At
from navalassist.desk.ledgers.books import Counted, SideBook, declared, with_postings
from navalassist.desk.ledgers.postings import change_words, signed
from navalassist.desk.sources import entry_links
from navalassist.desk.turn.verdicts import verdict_of
from navalassist.engine import to_plain
from navalassist.play.storage.bodies import body_of
from navalassist.rules.europa.accounts import Account
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


@dataclass(frozen=True, slots=True)
class InPorts:
    """The SPs and SRPs of a side. totals: free points of each kind over all ports; veiled: the viewer reads none."""

    stored: list[Stored]
    totals: tuple[tuple[str, str], ...]
    veiled: bool


def books(here: At) -> list[SideBook]:
    """The ledgers of both sides, as far as the viewer sees them."""
    facts = here.state.values
    roster = Roster(facts, here.state.clock[0])
    found = []
    for side in Side:
        veiled = is_closed(facts) and not here.viewer.sees(side)
        beside = _in_ports(here, roster, side, veiled)
        found.append(SideBook(side.value, list(_ledgers(here, side, veiled)), beside))
    return with_postings(here, found)


def _in_ports(here: At, roster: Roster, side: Side, veiled: bool) -> InPorts:
    lines = [(place, count) for place, count in roster.lines(side.value) if place.ware.what in POINTS_IN_PORTS]
    links = entry_links(here, [f"{place.row}.base" for place, _ in lines])
    shown = sorted((_stored(here, place, count, links) for place, count in lines), key=lambda one: (one.name, one.what))
    kept = [what for what in POINTS_IN_PORTS if any(place.ware.what == what for place, _ in lines)]
    return InPorts(shown, tuple((what.upper(), _total(lines, what)) for what in kept), veiled)


def _total(lines: list[tuple[Place, Count]], what: str) -> str:
    free = sum((count.free for place, count in lines if place.ware.what == what), start=ZERO)
    return signed(Decimal(stored(free)))


def _ledgers(here: At, side: Side, veiled: bool) -> Iterator[Counted]:
    facts = here.state.values
    yield from (_tapped(one, side, one.key.partition("/")[0]) for one in declared(here, side.value) if one.fact)
    mine = [account for account in accounts(facts) if account.side is side]
    if veiled and not mine:
        yield Counted("", "Repair, replacement and supply points", "", note="their side keeps them to itself")
    elif not any(account.what == "nrp" for account in mine):
        yield _tapped(Counted("", "Naval repair points", "0", note="not entered yet"), side, "nrp")
    yield from (_account(account) for account in mine)
    if side is Side.ALLIED and STOCK_POINTS in facts:
        yield from _of_malta(facts)


def _of_malta(facts: Facts) -> Iterator[Counted]:
    """Malta repair points, and what an earlier version made of them and kept apart."""
    convert = ("Convert", "malta-converted/")
    taps = (("Receive", "malta-points/"), ("Spend", "malta-repaired/"), convert)
    yield Counted(STOCK_POINTS, "Malta repair points", str(facts[STOCK_POINTS]), taps=taps)
    if apart := facts[STOCK_NRP]:
        note = "kept apart by an earlier version: the next conversion brings them to the naval repair points"
        yield Counted(STOCK_NRP, "Naval repair points on Valletta", str(apart), note=note, taps=(convert,))


def _tapped(ledger: Counted, side: Side, what: str, organisation: str = "") -> Counted:
    """With the addresses at which its points come and go."""
    query = urlencode({"side": side.value, "what": what} | ({"organisation": organisation} if organisation else {}))
    return replace(ledger, taps=(("Receive", f"points-received/?{query}"), ("Spend", f"points-spent/?{query}")))


def _account(account: Account) -> Counted:
    barred = ""
    if account.sweeping:
        barred = f"{to_plain(account.sweeping)} of the deficit made by sweeping: no sweeping in danger zones"
    title = "Naval repair points" if account.what == "nrp" else f"Air replacement points, {account.organisation}"
    short = account.before < 0
    found = Counted(f"{account.row}.balance", title, signed(account.before), short=short, note=barred)
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
