"""The rows of the log, grouped by turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.desk.access import At
from navalassist.desk.logbook.lines import Line, line_of
from navalassist.desk.logbook.naming import entry_url, short_entry, thrown_at, turn_name
from navalassist.desk.logbook.record import reason_word
from navalassist.desk.logbook.waits import waiting_url
from navalassist.desk.templatetags.parts import side_word
from navalassist.play.bodies import body_of
from navalassist.play.undo import is_open


@dataclass(frozen=True)
class Row:
    """One entry as the log draws it. look: `fix` for a correction, `was` for what was corrected or taken back."""

    anchor: str
    number: str
    url: str
    time: datetime
    day: str
    seat: str
    line: Line
    look: str = ""
    struck_by: str = ""
    struck_url: str = ""
    reason: str = ""
    note: str = ""
    wanted: bool = False
    answer_url: str = ""
    read_until: bool = False


@dataclass
class Group:
    """The rows of one player turn."""

    title: str
    rows: list[Row] = field(default_factory=list)


def anchor_of(reference: str) -> str:
    """`e144`; `e-axis-12` in a side's own chain."""
    chain, _, number = reference.partition("/")
    return f"e{number}" if chain == PUBLIC else f"e-{chain}-{number}"


def groups_of(
    here: At, entries: Iterable[Entry], followers: Mapping[str, Entry], wanted: str = "", read: int = 0
) -> list[Group]:
    """The entries under headings; `wanted` is the one that the address asks for.

    read: the key of the last entry that was read before; a line stands above it where newer ones come before it.
    """
    above = False
    groups: list[Group] = []
    last: tuple[str, str] | None = None
    for entry, day in _with_days(entries):
        if (entry.turn, entry.player_turn) != last:
            last = (entry.turn, entry.player_turn)
            groups.append(Group(f"{turn_name(here.state, entry.turn)} · {side_word(entry.player_turn)} player turn"))
        row = _row(here, entry, day, followers.get(entry.reference), entry.reference == wanted)
        groups[-1].rows.append(replace(row, read_until=True) if above and entry.pk <= read else row)
        above = entry.pk > read > 0
    return groups


def _with_days(entries: Iterable[Entry]) -> Iterator[tuple[Entry, str]]:
    """Each entry, with its date where it is another than in the row above."""
    last = ""
    for entry in entries:
        day = f"{entry.time.day} {entry.time:%b %Y}"
        yield entry, day if day != last else ""
        last = day


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
        **_look(here, entry, body, follower),  # type: ignore[arg-type]
    )


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
        found |= {
            "look": "was",
            "struck_by": f"{word} {short_entry(follower.reference)}",
            "struck_url": entry_url(here.state, follower.reference),
        }
    return found
