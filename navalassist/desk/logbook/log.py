"""The log: which entries a page shows, in which order, and what stands in each row.

Pages are turned by entry (`?before=public/144`), never by number: what is added meanwhile moves nothing, and no number
tells how many entries of another side there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from navalassist.auditlog.models import Entry, EntryQuerySet
from navalassist.campaigns.facts import PUBLIC
from navalassist.desk.at import At
from navalassist.desk.logbook.filters import Filters
from navalassist.play.corrections.undo import last_input
from navalassist.play.storage.index import key_of

PAGE = 50


@dataclass(frozen=True)
class Page:
    """One page of entries, the newest first, and the addresses of its neighbours ('' where there is none).

    stopped: the search looked through many entries and found too few; `older` goes on from there.
    """

    entries: tuple[Entry, ...]
    newer: str
    older: str
    newest: bool
    stopped: bool = False


class NoSuchEntry(LookupError):
    """The entry that an address names is not there, or not for these eyes."""


def entries_of(here: At) -> EntryQuerySet:
    """Every entry that this viewer may see. Each knows the campaign: nobody asks for it once more for each."""
    entries: EntryQuerySet = here.campaign.entries.all()
    return entries.seen_by(here.viewer.audiences)


def place_of(here: At, reference: str) -> int:
    """Where an entry stands among all; told to nobody. NoSuchEntry for one that is not there or hidden."""
    key = key_of(here.campaign, reference) if reference.partition("/")[0] in here.viewer.audiences else None
    if key is None:
        raise NoSuchEntry(reference)
    return key


def by_keys(here: At, keys: Sequence[int]) -> list[Entry]:
    """Entries by their keys, in that order."""
    found = {entry.pk: entry for entry in entries_of(here).filter(pk__in=keys)}
    return [found[key] for key in keys if key in found]


def page_of(here: At, filters: Filters, query: Mapping[str, str], floor: int = 0) -> Page:
    """The page that the address asks for. NoSuchEntry for an unknown `before`, `after` or `at`.

    floor: the key above which entries count, where only what is new is asked for.
    """
    search, limit = filters.search(here), PAGE + 1
    if after := query.get("after"):
        found, _ = search.oldest(limit, above=max(place_of(here, after), floor))
        more, shown = len(found) > PAGE, by_keys(here, found[:PAGE][::-1])
        older = filters.address(before=shown[-1].reference) if shown else filters.address(at=after)
        newer = filters.address(after=shown[0].reference) if more and shown else ""
        return Page(tuple(shown), newer, older, newest=False)
    below, newest = None, True
    if before := query.get("before"):
        below, newest = place_of(here, before), False
    elif at := query.get("at"):
        below, newest = place_of(here, at) + 1, False
    if search.conditions:
        found, stopped = search.newest(limit, below=below, above=floor)
        shown = by_keys(here, found[:PAGE])
    else:
        shown, stopped = _plain(here, below, floor), 0
        found, shown = [entry.pk for entry in shown], shown[:PAGE]
    older = filters.address(before=shown[-1].reference) if len(found) > PAGE else ""
    if stopped:
        older = filters.address(before=by_keys(here, [stopped])[0].reference)
    newer = "" if newest or not shown else filters.address(after=shown[0].reference)
    return Page(tuple(shown), newer, older, newest, bool(stopped))


def _plain(here: At, below: int | None, floor: int) -> list[Entry]:
    """The newest entries of all, and one more than a page holds."""
    entries = entries_of(here).filter(id__gt=floor) if floor else entries_of(here)
    if below is not None:
        entries = entries.filter(id__lt=below)
    return list(entries.newest_first()[: PAGE + 1])


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


@lru_cache(maxsize=256)
def turns_until(identity: str, turn: str) -> tuple[str, ...]:
    """The campaign's turns, the newest first. Each turn binds its dice, so the entries that bind tell them all."""
    bound = Entry.objects.filter(campaign__identity=identity, chain=PUBLIC, kind="seed").order_by("-id")
    return tuple(dict.fromkeys((turn, *bound.values_list("turn", flat=True))))
