"""The log: which entries a page shows, in which order, and what stands in each row.

Pages are turned by entry (`?before=public/144`), never by number: what is added meanwhile moves nothing, and no number
tells how many entries of another side there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, Subquery, prefetch_related_objects

from navalassist.auditlog.models import Entry, EntryQuerySet
from navalassist.campaigns.facts import PUBLIC
from navalassist.desk.access import SEATS, At
from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.naming import turn_name, zone_name
from navalassist.desk.templatetags.parts import side_word
from navalassist.engine import REGISTER
from navalassist.play.undo import last_input

PAGE = 50
RULES = ("rule", "waiting", "correction")
SHIPMENT = '"shipment:'
KINDS: dict[str, tuple[str, Q]] = {
    "": ("Everything", Q()),
    "dice": ("Dice rolls", ~Q(dice="")),
    "rules": ("Rules carried out", Q(kind__in=RULES)),
    "inputs": ("Inputs", Q(kind__in=("edit", "undo"))),
    "setup": ("Set-up", Q(kind="setup") | Q(kind="edit") & ~Q(content__contains=SHIPMENT)),
    "corrections": ("Corrections", Q(kind__in=("correction", "undo"))),
    "clock": ("Turns and seeds", Q(kind__in=("clock", "seed", "reveal"))),
}
KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
NAMES = ("kind", "seat", "turn", "procedure", "zone", "item")


@dataclass(frozen=True)
class Option:
    """One choice of a filter."""

    value: str
    label: str
    current: bool
    url: str = ""


@dataclass(frozen=True)
class Filters:
    """What the address asks for; a value that the campaign does not know finds nothing."""

    chosen: Mapping[str, str]

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Filters:
        """From the query of an address."""
        return cls({name: query.get(name, "")[:80] for name in NAMES})

    def __bool__(self) -> bool:
        return any(self.chosen.values())

    def address(self, **other: str) -> str:
        """The query of an address with these filters, some of them replaced."""
        values = {**self.chosen, **other}
        return "?" + urlencode({name: value for name, value in values.items() if value}, safe="/")

    def apply(self, entries: EntryQuerySet, here: At) -> EntryQuerySet:
        """Only the entries that fit."""
        chosen = self.chosen
        kind = KINDS.get(chosen["kind"])
        wanted = kind[1] if kind else Q(kind=chosen["kind"])
        wanted &= _equal("seat", chosen) & _equal("turn", chosen) & _equal("procedure", chosen)
        if zone := chosen["zone"]:
            wanted &= _zone(zone)
        if item := chosen["item"]:
            wanted &= _item(item, here)
        return entries.filter(wanted)


def _equal(name: str, chosen: Mapping[str, str]) -> Q:
    return Q(**{name: chosen[name]}) if chosen[name] else Q()


def _zone(zone: str) -> Q:
    """Entries that sailed in a zone or changed it. The text is searched, never a pattern: only keys come here."""
    if not KEY.fullmatch(zone):
        return Q(pk__in=())
    return Q(content__contains=f'"zone":"{zone}"') | Q(content__contains=f'"zone:{zone}')


def _item(item: str, here: At) -> Q:
    """Entries of one shipment, by its key on the board or by its operation."""
    if not KEY.fullmatch(item):
        return Q(pk__in=())
    operation = str(here.state.values.get(f"shipment:{item}.operation") or item)
    return Q(operation=operation) | Q(content__contains=f'"shipment:{item}.')


@dataclass(frozen=True)
class Page:
    """One page of entries, the newest first, and the addresses of its neighbours ('' where there is none)."""

    entries: tuple[Entry, ...]
    newer: str
    older: str
    newest: bool


class NoSuchEntry(LookupError):
    """The entry that an address names is not there, or not for these eyes."""


def entries_of(here: At) -> EntryQuerySet:
    """Every entry that this viewer may see."""
    return Entry.objects.filter(campaign=here.campaign).seen_by(here.viewer.audiences)


def _place(here: At, reference: str) -> Subquery:
    """Where an entry stands among all, without telling its number to anybody."""
    chain, _, number = reference.partition("/")
    if chain not in here.viewer.audiences or not (number.isascii() and number.isdigit() and len(number) < 12):
        raise NoSuchEntry(reference)
    head = next((sequence for audience, sequence, _ in here.state.heads if audience == chain), 0)
    if not 1 <= int(number) <= head:
        raise NoSuchEntry(reference)
    found = Entry.objects.filter(campaign=here.campaign, chain=chain, sequence=int(number)).values("id")
    return Subquery(found)


def page_of(here: At, filters: Filters, query: Mapping[str, str]) -> Page:
    """The page that the address asks for; one query. NoSuchEntry for an unknown `before`, `after` or `at`."""
    entries = filters.apply(entries_of(here), here)
    if before := query.get("before"):
        found = list(entries.filter(id__lt=_place(here, before)).newest_first()[: PAGE + 1])
        return _page(filters, found, newest=False)
    if at := query.get("at"):
        found = list(entries.filter(id__lte=_place(here, at)).newest_first()[: PAGE + 1])
        return _page(filters, found, newest=False)
    if after := query.get("after"):
        found = list(entries.filter(id__gt=_place(here, after)).order_by("id")[: PAGE + 1])
        more, found = len(found) > PAGE, found[:PAGE][::-1]
        older = filters.address(before=found[-1].reference) if found else filters.address(at=after)
        newer = filters.address(after=found[0].reference) if more else ""
        return Page(tuple(found), newer, older, newest=False)
    return _page(filters, list(entries.newest_first()[: PAGE + 1]), newest=True)


def _page(filters: Filters, found: list[Entry], *, newest: bool) -> Page:
    shown = tuple(found[:PAGE])
    older = filters.address(before=shown[-1].reference) if len(found) > PAGE else ""
    newer = "" if newest or not shown else filters.address(after=shown[0].reference)
    return Page(shown, newer, older, newest)


def followers(here: At, shown: Page, filters: Filters) -> dict[str, Entry]:
    """reference -> the newest entry that corrected it or took it back.

    Whatever follows an entry is newer, so it stands on the newest page too; any other page asks for it.
    """
    if shown.newest and not filters:
        later: Iterable[Entry] = reversed(shown.entries)
    else:
        references = [entry.reference for entry in shown.entries]
        later = entries_of(here).correcting(references).order_by("id") if references else ()
    return {entry.corrects: entry for entry in later if entry.corrects}


def undoable(here: At, shown: Page, filters: Filters) -> Entry | None:
    """The input that can be taken back now, where the page shows what came last."""
    if filters or not shown.newest:
        return None
    last = next((entry for entry in shown.entries if entry.kind != "undo"), None)
    return last_input(here.viewer) if last and last.kind == "edit" else None


def with_payloads(entries: Iterable[Entry]) -> list[Entry]:
    """The entries, their secret parts fetched at once where there are any."""
    found = list(entries)
    secret = [entry for entry in found if "commitments" in entry.record]
    if secret:
        prefetch_related_objects(secret, "payloads")
    return found


@lru_cache(maxsize=256)
def turns_until(identity: str, turn: str) -> tuple[str, ...]:
    """The campaign's turns, the newest first. Each turn binds its dice, so the entries that bind tell them all."""
    bound = Entry.objects.filter(campaign__identity=identity, chain=PUBLIC, kind="seed").order_by("-id")
    return tuple(dict.fromkeys((turn, *bound.values_list("turn", flat=True))))


def chips(filters: Filters) -> list[Option]:
    """The kinds of entries, as links."""
    now = filters.chosen["kind"]
    return [Option(kind, label, kind == now, filters.address(kind=kind)) for kind, (label, _) in KINDS.items()]


def menus(here: At, filters: Filters) -> list[tuple[str, str, list[Option]]]:
    """The other filters: name, label, choices, the first of them "all"."""
    state, words = here.state, Words(here.state, {})
    shown = here.viewer.view(state.values, state.audiences)
    shipments = [row for row in state.rows("shipment") if f"{row}.side" in shown]
    procedures = [p for p in REGISTER.values() if p.system == here.campaign.system]
    found: list[tuple[str, str, str, list[tuple[str, str]]]] = [
        (
            "turn",
            "Turn",
            "all turns",
            [(t, turn_name(state, t)) for t in turns_until(str(here.campaign.identity), state.clock[0])],
        ),
        ("seat", "Seat", "all seats", [*((key, name) for key, (name, _) in SEATS.items()), ("system", "System")]),
        ("procedure", "Rule", "all rules", [(p.slug, f"{p.rule} {p.title}") for p in procedures]),
        (
            "zone",
            "Sea zone",
            "all zones",
            [(z.partition(":")[2], zone_name(state, z.partition(":")[2], short=True)) for z in state.rows("zone")],
        ),
        (
            "item",
            "Shipment",
            "all shipments",
            [(row.partition(":")[2], _shipment(shown, row, words)) for row in shipments],
        ),
    ]
    return [(name, label, _options(filters.chosen[name], every, choices)) for name, label, every, choices in found]


def _shipment(shown: Mapping[str, Any], row: str, words: Words) -> str:
    return f"{side_word(shown[f'{row}.side'])} {shown[f'{row}.row']}: {words.shipment(row.partition(':')[2])}"


def _options(now: str, every: str, choices: list[tuple[str, str]]) -> list[Option]:
    """A filter's choices; one that the address names and the campaign does not know is still shown."""
    options = [Option("", every, not now), *(Option(value, label, value == now) for value, label in choices)]
    if now and not any(option.current for option in options):
        options.append(Option(now, now, True))
    return options
