"""The rows of the log, grouped by turn. What nobody rolled is one folded line a step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.desk.at import At
from navalassist.desk.logbook.lines import LogLine, line_of
from navalassist.desk.logbook.naming import entry_url, short_entry, step_name, thrown_at, turn_name
from navalassist.desk.logbook.record import reason_word
from navalassist.desk.logbook.waits import waiting_url
from navalassist.desk.made_once.reading import kept_once
from navalassist.play.corrections.undo import is_open, strikes_out
from navalassist.play.storage.bodies import body_of

# Kinds of entries that only keep the books.
BOOKS = ("setup", "edit", "clock", "seed", "reveal", "nonce", "access")
# How many of them are named in the line that stands for all.
NAMED = 3


@dataclass(frozen=True)
class Row:
    """One entry as the log draws it. look: `fix` for a correction, `was` for what was corrected or taken back.

    step: in which it was made; book: it only keeps the books; undo: it can be taken back here.
    """

    anchor: str
    number: str
    url: str
    time: datetime
    day: str
    seat: str
    line: LogLine
    look: str = ""
    struck_by: str = ""
    struck_url: str = ""
    reason: str = ""
    note: str = ""
    wanted: bool = False
    answer_url: str = ""
    read_until: bool = False
    step: str = ""
    book: bool = False
    undo: bool = False
    new: bool = False


@dataclass(frozen=True)
class Fold:
    """What nobody rolled in a step, as one line: the step, and what some of it was."""

    step: str
    rows: list[Row]
    read_until: bool = False

    @property
    def text(self) -> str:
        """`Row 3 added, Dice of Mar I 41 bound, …`"""
        titles = list(dict.fromkeys(row.line.title for row in self.rows))
        return ", ".join(titles[:NAMED]) + (", …" if len(titles) > NAMED else "")


@dataclass
class Group:
    """The rows of one player turn, and lines that stand for several of them."""

    title: str
    rows: list[Row | Fold] = field(default_factory=list)


def anchor_of(reference: str) -> str:
    """`e144`; `e-axis-12` in a side's own chain."""
    chain, _, number = reference.partition("/")
    return f"e{number}" if chain == PUBLIC else f"e-{chain}-{number}"


def groups_of(
    here: At,
    entries: Iterable[Entry],
    followers: Mapping[str, Entry],
    *,
    wanted: str = "",
    read: int = 0,
    undo: Entry | None = None,
    fold: bool = False,
    whose: bool = False,
    keep: bool = False,
) -> list[Group]:
    """The entries under headings; `wanted` is the one that the address asks for, `undo` the one to be taken back.

    read: the key of the last entry that was read before; a line stands above it where newer ones come before it.
    fold: whether what nobody rolled becomes one line a step; whose: each row has the side that it happened to;
    keep: whether rows are made once for all, as those are that everybody looks at.
    """
    groups: list[Group] = []
    above = False
    for (turn, player_turn), some in groupby(_with_days(entries), lambda one: (one[0].turn, one[0].player_turn)):
        rows: list[Row] = []
        for entry, day in some:
            about = day, followers.get(entry.reference), entry.reference == wanted
            row = _kept_row(here, entry, *about) if keep else _row(here, entry, *about)
            row = replace(row, seat=_whose(here, entry) or row.seat) if whose else row
            new = entry.pk > read > 0
            rows.append(replace(row, new=new, read_until=above and not new, undo=bool(undo and entry.pk == undo.pk)))
            above = new
        title = f"{turn_name(here.state, turn)} · {here.system.turn_of(player_turn)}"
        groups.append(Group(title, list(_folded(rows)) if fold else [*rows]))
    return groups


def _folded(rows: Iterable[Row]) -> Iterator[Row | Fold]:
    """Rows, where those of a step that only keep the books are one line before its others; old and new ones apart."""
    for (step, _), some in groupby(rows, lambda row: (row.step, row.new)):
        of_step = list(some)
        books = [row for row in of_step if row.book and not (row.wanted or row.undo)]
        if len(books) < 2:
            yield from of_step
            continue
        marked = any(row.read_until for row in of_step)
        yield Fold(step, books, marked)
        yield from (replace(row, read_until=False) for row in of_step if row not in books)


def _with_days(entries: Iterable[Entry]) -> Iterator[tuple[Entry, str]]:
    """Each entry, with its date where it is another than in the row above."""
    last = ""
    for entry in entries:
        day = f"{entry.time.day} {entry.time:%b %Y}"
        yield entry, day if day != last else ""
        last = day


def _kept_row(here: At, entry: Entry, day: str, follower: Entry | None, wanted: bool) -> Row:
    """The same, made once for all who see the same. The entries themselves are not kept for it."""
    about = _row, entry.reference, day, follower and follower.reference, wanted
    return kept_once(here, about, lambda onlooker: _row(onlooker, entry, day, follower, wanted))


def _row(here: At, entry: Entry, day: str, follower: Entry | None, wanted: bool) -> Row:
    body = body_of(entry, here.viewer.audiences)
    return Row(
        anchor=anchor_of(entry.reference),
        number=short_entry(entry.reference),
        url=entry_url(here.state, entry.reference),
        time=entry.time,
        day=day,
        seat=entry.seat,
        line=line_of(entry, body, here.state),
        wanted=wanted,
        answer_url=_answer_url(here, entry, body),
        step=step_name(here.state, entry.step, entry.player_turn),
        book=entry.kind in BOOKS and follower is None,
        **_look(here, entry, body, follower),  # type: ignore[arg-type]
    )


def _whose(here: At, entry: Entry) -> str:
    """The side that a rule happened to, whose ships and cargo were rolled for; '' where it names none."""
    situation = body_of(entry, here.viewer.audiences).get("situation") or {}
    return side if (side := situation.get("side")) in here.system.sides else ""


def _answer_url(here: At, entry: Entry, body: Mapping[str, Any]) -> str:
    """Where a procedure that still waits is answered."""
    still = entry.kind == "waiting" and is_open(here.state, entry, body)
    return waiting_url(here.campaign.slug, entry.reference) if still else ""


def _look(here: At, entry: Entry, body: Mapping[str, Any], follower: Entry | None) -> dict[str, str]:
    """How corrections and what they correct are marked."""
    thrown = thrown_at(body)
    found: dict[str, str] = {"note": f"thrown on paper at {thrown} UTC"} if thrown else {}
    if entry.kind in ("correction", "undo"):
        reason = str(body.get("reason", ""))
        found = {"look": "fix", "reason": reason_word(reason), "note": str(body.get("note", ""))}
    if follower is not None:
        given_up = entry.kind == "waiting" and follower.kind == "undo"
        word = "given up by" if given_up else "taken back by" if follower.kind == "undo" else "corrected by"
        word = "struck out by" if strikes_out(follower) else word
        found |= {
            "look": "was",
            "struck_by": f"{word} {short_entry(follower.reference)}",
            "struck_url": entry_url(here.state, follower.reference),
        }
    return found
