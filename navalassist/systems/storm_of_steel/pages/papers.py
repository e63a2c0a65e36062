"""Turn sheet and take-over sheet of the Great War."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils import timezone

from navalassist.desk.access import SEATS
from navalassist.desk.at import At
from navalassist.desk.printed import known
from navalassist.desk.printed.parts import Section, moment_text, sheet_of, side_text, step_text
from navalassist.desk.printed.span import turn_before
from navalassist.systems.storm_of_steel.clock import quarter_of, quarter_title
from navalassist.systems.storm_of_steel.pages import standing

SIGNED = ("handed over by", "taken over by", "day, time")
# Rows of the turn sheet for missions that are sent on paper.
BLANK_MISSIONS = range(1, 7)


def strip_of(here: At) -> list[tuple[str, str]]:
    """Turn, step and quarter, as the head of a sheet has them."""
    quarter = quarter_title(quarter_of(here.state.clock[0]))
    return [("Turn", moment_text(here)), ("Step", step_text(here)), ("Quarter", quarter)]


def due(here: At) -> str:
    """Whose tap it is, and what is due."""
    return f"{here.system.names.tap(*here.state.clock[1:])}. {known.due_text(here)}"


def turn_sheet(here: At, query: Mapping[str, str]) -> dict[str, Any]:
    """How it stands, with empty rows for the missions of a player turn and boxes for their dice."""
    sections = [standing.in_progress(here), standing.tracks(here), *standing.fleets(here), standing.waters(here)]
    more = {"missions": BLANK_MISSIONS, "mover": here.state.clock[1]}
    side = here.state.clock[1]
    return sheet_of(here, f"Turn sheet, {side_text(here, side)}", due(here), strip_of(here), sections, **more)


def handover(here: At, query: Mapping[str, str]) -> dict[str, Any]:
    """What somebody needs who takes a seat over."""
    who = SEATS[here.viewer.seat]
    title = f"Take-over sheet, {who[1]} {who[0]}"
    return sheet_of(here, title, due(here), strip_of(here), _handed_over(here), signs=SIGNED, made=timezone.now())


def _handed_over(here: At) -> Iterator[Section]:
    yield standing.in_progress(here)
    yield from standing.fleets(here)
    yield standing.tracks(here)
    yield standing.waters(here)
    yield standing.bases(here)
    stay, soon = known.marks(here)
    yield Section("In force", tuple(stay))
    yield Section("Ends soon", tuple(soon))
    yield known.matters(here)
    yield known.rulings(here)
    yield known.own_tables(here)
    now, names = here.state.clock[0], here.system.names
    before = turn_before(here, now) or now
    told = names.turn(now) if before == now else f"{names.turn(before)} and {names.turn(now)}"
    yield known.done_since(here, before, f"What was done, {told}")
