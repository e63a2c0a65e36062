"""Forces as a seat may see them, and records of boxes with the damage that waits.

A template shows one force with `parts/_force.html`, one record with `parts/_boxes.html`; the page `known/` shows all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.desk.access import at, head_of
from navalassist.desk.answers import page
from navalassist.desk.at import At
from navalassist.desk.logbook.naming import entry_url, entry_word
from navalassist.desk.made_once.page import for_all
from navalassist.engine.knowledge import Known
from navalassist.engine.learnt import Level
from navalassist.engine.pending import Box, Boxed, Mark


@dataclass(frozen=True, slots=True)
class ForceSeen:
    """A force for one pair of eyes. where: its marker; words: what it holds, '' where nothing is known.

    own: its contents are there to be read; level: of what was learnt, None where the contents are; lasts: how long;
    by: address and name of the entry that taught it; memory: what was seen before, the newest first;
    others: for whoever reads for both sides, what the enemy knows of it; openly: what everybody sees of it now.
    """

    row: str
    title: str
    side: str
    where: str
    words: str
    own: bool
    level: Level | None = None
    lasts: str = ""
    by: tuple[str, str] | None = None
    memory: tuple[str, ...] = ()
    others: tuple[tuple[str, str, str], ...] = ()
    openly: str = ""

    @property
    def levels(self) -> list[tuple[str, bool]]:
        """The three levels in words, and which it is."""
        return [(level.label, level is self.level) for level in Level]


def force_seen(here: At, known: Known[Any], row: Any) -> ForceSeen:
    """A force as the viewer may see it: all of its own, of others what was learnt, in the words of the system."""
    view, viewer = here.rows, here.viewer
    title, side, where = known.title(row), str(row.side), known.where(view, row)
    if viewer.sees(side) or not here.system.is_closed(here.state.values):
        words = known.words(view, row, Level.FULL)
        enemies = [known.of(view, one, row) for one in here.system.sides if one != side and viewer.sees(one)]
        others = tuple((enemy.side, enemy.level.label, enemy.words) for enemy in enemies)
        return ForceSeen(row.row, title, side, where, words, own=True, others=others)
    learnt = known.of(view, viewer.seat, row)
    # What teaches stands in the open; of an entry that the viewer may not read nothing leads to it.
    chain = learnt.by.partition("/")[0]
    by = (entry_url(here.state, learnt.by), entry_word(learnt.by)) if viewer.sees(chain) else None
    lasts = learnt.ends.label if learnt.level is not Level.NOTHING else ""
    return ForceSeen(
        *(row.row, title, side, where, learnt.words, False, learnt.level, lasts, by if lasts else None, learnt.memory),
        openly=known.openly(view, row),
    )


@dataclass(frozen=True, slots=True)
class Record:
    """The boxes of one row. pending: what waits for the end of the step, and lines: how it came about."""

    row: str
    name: str
    side: str
    boxes: tuple[Box, ...]
    pending: int
    lines: tuple[str, ...]

    @property
    def told(self) -> str:
        """The boxes for ears: `8 hit, 6 in force, 4 left`."""
        return ", ".join(f"{box.number} {box.mark.label}" for box in self.boxes)


def record_of(here: At, boxed: Boxed[Any], row: Any) -> Record:
    """The boxes of a row, with the damage that waits for it."""
    waits = boxed.pending(here.rows, row)
    name, side = str(getattr(row, "name", "") or row.key), str(getattr(row, "side", ""))
    return Record(row.row, name, side, boxed.drawn(here.rows, row), waits.amount, waits.lines)


def forces(here: At) -> list[ForceSeen]:
    """All forces of the campaign whose markers the viewer sees, the sides in their order."""
    found = [force_seen(here, known, row) for known in here.system.knowledge for row in here.rows.rows(known.marker)]
    return sorted(found, key=lambda one: (here.system.sides.index(one.side), one.title))


def records(here: At) -> Iterator[Record]:
    """All records of boxes that the viewer sees."""
    for boxed in here.system.records:
        for row in here.rows.rows(boxed.kind):
            yield record_of(here, boxed, row)


@require_safe
@for_all
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of forces and records. 404 in a campaign whose system has neither."""
    here = at(request, slug)
    if not (here.system.knowledge or here.system.records):
        raise Http404("The rule system of this campaign has no such page.")
    context = {
        "head": head_of(here),
        "here": "known",
        "forces": forces(here),
        "records": list(records(here)),
        "marks": list(Mark),
    }
    return page(request, "desk/forces/known.html", context)
