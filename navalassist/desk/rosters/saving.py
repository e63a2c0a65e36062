"""Lines of a list are kept: those that fit in one entry of their side; of each other the column is told, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, QueryDict

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.at import At
from navalassist.desk.cards import WATCHES
from navalassist.desk.problem import Problem
from navalassist.desk.rosters.drawing import NEW
from navalassist.desk.rows import OF_BOTH
from navalassist.desk.sides import seats_of
from navalassist.play.write.rights import NO_KEY
from navalassist.play.write.roster_edits import Facts, Fault, Kept, Line, Planned
from navalassist.play.write.roster_write import sides_of_line, write
from navalassist.play.write.row_edits import ByHand
from navalassist.play.write.submissions import KEY, SUBMISSION
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import AlreadyDone, Writer

# Lines of one form, and of a paste.
MOST_LINES = 400
Plan = Callable[[dict[str, Any]], Planned]


@dataclass(frozen=True, slots=True)
class Saved:
    """What came of lines: entries, lines that were kept, and faults."""

    entries: list[Entry]
    kept: list[Kept]
    faults: list[Fault]


def lines_sent(post: QueryDict, columns: Iterable[str], only: str) -> list[Line]:
    """The lines of a form; only: the one that was left. Problem for too many."""
    keys = [only] if only else list(dict.fromkeys(post.getlist("line")))
    if len(keys) > MOST_LINES:
        raise Problem(422, f"A form of a list has at most {MOST_LINES} lines, this has {len(keys)}.")
    return [_line(post, columns, key) for key in keys]


def _line(post: QueryDict, columns: Iterable[str], key: str) -> Line:
    cells = {name: str(post[f"{key}.{name}"]) for name in columns if f"{key}.{name}" in post}
    return Line(key, cells, post.get(f"{key}.origin", ""), new=key == NEW)


def saved(request: HttpRequest, here: At, hand: ByHand[Any], plan: Plan, only: str = "") -> Saved:
    """Carry out what fits of a plan, in one entry for each side whose lines they are. Problem, NotYours, Conflict."""
    if here.viewer.seat == OBSERVER:
        raise Problem(403, WATCHES)
    # A line has a key of its own: two that are left one after the other are two inputs.
    begins = f"{only}." if only else ""
    key = request.POST.get(f"{begins}{KEY}", "")
    if not SUBMISSION.fullmatch(key):
        raise Problem(422, f"{NO_KEY[0].upper()}{NO_KEY[1:]}.")
    try:
        with writing(here.viewer, submission=key, seen=request.POST.get(f"{begins}seen", "")) as writer:
            found = plan(writer.viewer.view(writer.state.values, writer.state.audiences))
            kept, barred = _rights(here, writer, found.kept)
            write(writer, hand, kept)
    except AlreadyDone as before:
        return Saved(before.entries, [], [])
    return Saved(writer.entries, kept, [*found.faults, *barred])


def _rights(here: At, writer: Writer, lines: Iterable[Kept]) -> tuple[list[Kept], list[Fault]]:
    """The lines that this viewer may tap for, and why not the others."""
    kept, faults = [], []
    for one in lines:
        if why := line_barred(here, writer.state.values, one):
            faults.append(Fault(one.key, "", "", "", why))
        else:
            kept.append(one)
    return kept, faults


def line_barred(here: At, values: Facts, one: Kept) -> str:
    """Why this viewer may not tap for a line; '' where it may."""
    sides = sides_of_line(values, one)
    foreign = sorted(side for side in sides if not here.viewer.may_act_as(side))
    if not foreign:
        return ""
    return OF_BOTH if len(sides) > 1 else f"This line is for the {seats_of(here.system)[foreign[0]][0]} seat to type."
