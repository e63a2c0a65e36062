"""What an entry says of a scenario: its title, its sources, and of each row where it comes from and what is made up."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from navalassist.auditlog.models import Entry, Payload
from navalassist.engine import Create, Effect
from navalassist.engine.rows import ROWS
from navalassist.play.scenarios.fit import Fitted
from navalassist.play.state import State, facts_of
from navalassist.play.storage.bodies import body_of
from navalassist.play.write.roster_edits import STAND_IN
from navalassist.play.write.row_edits import mark_of

TAKEN = "scenario.take"
# The acts by which rows come out of a scenario.
ACTS = ("campaign.begin", "campaign.side", TAKEN)


@dataclass(frozen=True, slots=True)
class RowMark:
    """Where a row comes from: a source in words with its address, and what of it is made up."""

    source: str = ""
    url: str = ""
    stand_in: str = ""


def told_of(fitted: Fitted, rows: Collection[str], part: str = "") -> dict[str, Any]:
    """What an entry says that makes or changes these rows. part: the one that was taken, '' for all."""
    of = {row: fitted.of[row] for row in rows if row in fitted.of}
    used = {said.source for said in of.values()}
    sources = {key: [source.text, source.url] for key, source in fitted.scenario.sources.items() if key in used}
    head = fitted.scenario.head
    told = {"title": head.title, "rows": {row: [said.source, said.stand_in] for row, said in of.items()}}
    return told | {key: value for key, value in (("about", head.about), ("sources", sources), ("part", part)) if value}


def list_marks(fitted: Fitted, made: Iterable[Effect]) -> Iterable[Create]:
    """The marks of lines of lists that are made up, as far as a scenario says so."""
    for effect in made:
        said = fitted.of.get(effect.key) if isinstance(effect, Create) else None
        kind = ROWS.get(effect.key.partition(":")[0])
        if said and said.stand_in and kind is not None and kind.ROSTER is not None:
            yield Create(mark_of(effect.key), (("origin", STAND_IN),))


def entries_of(state: State, audiences: frozenset[str]) -> list[tuple[Entry, dict[str, Any]]]:
    """The entries that a scenario made, with what they say of it, as far as these eyes may read them."""
    said = reduce(or_, (Q(content__contains=f'"act":"{act}"') for act in ACTS))
    hidden = Payload.objects.filter(said, entry__campaign=state.campaign, audience__in=audiences).values("entry")
    found = Entry.objects.filter(campaign=state.campaign, chain__in=audiences, kind__in=("setup", "edit"))
    found = found.filter(said | Q(pk__in=hidden)).order_by("id")
    bodies = ((entry, body_of(entry, audiences)) for entry in found)
    return [(entry, body["scenario"]) for entry, body in bodies if body["act"] in ACTS and "scenario" in body]


def marks_of(state: State, audiences: frozenset[str]) -> dict[str, RowMark]:
    """row -> where it comes from, of those that still stand as a scenario made them."""
    marks = {}
    for entry, told in entries_of(state, audiences):
        sources = told.get("sources", {})
        for row, (source, stand_in) in told["rows"].items():
            if entry.reference in _sources(state, row):
                text, url = sources.get(source, ("", ""))
                marks[row] = RowMark(text, url, stand_in)
            else:
                marks.pop(row, None)
    return marks


def _sources(state: State, row: str) -> set[str]:
    return {state.sources.get(key, "") for key in facts_of(row)[1]}
