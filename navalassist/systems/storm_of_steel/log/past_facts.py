"""What of the Great War may be put right as of a turn that is over: tracks, sea areas and bases."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.desk.logbook.wording import PastFact
from navalassist.engine.rows import Row, saying
from navalassist.play.state import State
from navalassist.play.write.row_edits import options
from navalassist.systems.storm_of_steel.conditions import TRACKS, track_title
from navalassist.systems.storm_of_steel.state import Area, Base

YES_OR_NO = ((True, "yes"), (False, "no"))
# What one of them is, and how it is listed.
FIELDS: tuple[tuple[type[Row], str, str], ...] = (
    (Base, "owner", "Owners of bases"),
    (Base, "kind", "Kinds of bases"),
    (Base, "fortress", "Fortresses"),
    (Area, "dominated", "Domination of sea areas"),
    (Area, "raiding", "Commerce raided"),
)


def past_facts(state: State) -> list[PastFact]:
    """All of them that there are; those without a history only where they were not set again since."""
    return [*(one for one in _tracks() if one.fact in state.values), *_of_places(state)]


def _tracks() -> Iterator[PastFact]:
    for track in TRACKS.values():
        if track.kind == "yes":
            yield PastFact(track.fact, track_title(track), YES_OR_NO, group="Tracks")
        elif track.kind == "number":
            yield PastFact(track.fact, track_title(track), bounds=(track.low, track.high), group="Tracks")


def _of_places(state: State) -> Iterator[PastFact]:
    for kind, name, group in FIELDS:
        says = saying(kind.model_fields[name])
        for row in state.rows(kind.KIND):
            label = str(says.log).format(state.values[f"{row}.name"])
            yield PastFact(f"{row}.{name}", label, tuple(options(kind, name)), again=says.history, group=group)
