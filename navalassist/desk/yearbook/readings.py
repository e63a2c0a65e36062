"""What the book reads of a year: each rule that stands, read once for luck and once for what its system tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.auditlog.payloads import with_payloads
from navalassist.desk.at import At
from navalassist.desk.system_pages import system_pages_of
from navalassist.desk.yearbook.years import Year
from navalassist.play.corrections.standing import standing, turns_meant
from navalassist.play.rules.rolls import Rolled, rolled
from navalassist.play.storage.bodies import body_of

# So many entries are remembered by a server's process, and so many are read at once.
REMEMBERED, BATCH = 6_000, 100
Reads = Callable[[Entry, Mapping[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of an entry: its roll with odds, and what the rule system tells of; None for neither."""

    roll: Rolled | None
    own: Any


@dataclass(frozen=True, slots=True)
class InTurn:
    """The same with the turn in which it counts: a correction in that of what it corrects."""

    turn: str
    read: Read


# By the hash of an entry and whose eyes read it. An entry never changes, so nothing of it is read twice.
_remembered: dict[tuple[str, frozenset[str]], Read] = {}


def readings(here: At, year: Year) -> list[InTurn]:
    """Every rule of the year that stands, as far as the viewer may read it, in the order of writing."""
    meant, within, pages = turns_meant(here.viewer), set(year.turns), system_pages_of(here.system.key).year
    found = standing(here.viewer, *year.span).filter(kind__in=("rule", "correction"))
    listed = [
        (key, digest, turn)
        for key, digest, chain, number, written in found.values_list("pk", "hash", "chain", "sequence", "turn")
        if (turn := meant.get(f"{chain}/{number}", written)) in within
    ]
    if len(_remembered) > REMEMBERED:
        _remembered.clear()
    read = dict(_read([line[:2] for line in listed], here.viewer.audiences, pages.reads if pages else nothing))
    return [InTurn(turn, read[digest]) for _, digest, turn in listed]


def nothing(entry: Entry, body: Mapping[str, Any]) -> None:
    """A system that tells nothing of its own."""


def _read(listed: Sequence[tuple[int, str]], eyes: frozenset[str], reads: Reads) -> Iterator[tuple[str, Read]]:
    known = {digest: read for _, digest in listed if (read := _remembered.get((digest, eyes)))}
    yield from known.items()
    new = [key for key, digest in listed if digest not in known]
    for start in range(0, len(new), BATCH):
        entries = with_payloads(Entry.objects.filter(pk__in=new[start : start + BATCH]))
        while entries:
            # What a record comes to is let go at once: while many are kept, room for each takes longer than reading it.
            entry = entries.pop()
            body = body_of(entry, eyes)
            read = _remembered[entry.hash, eyes] = Read(rolled(entry, body), reads(entry, body))
            yield entry.hash, read
