"""What of the Great War may be put right as of a turn that is over: tracks, sea areas and bases."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.desk.logbook.past_rows import Field, past_facts_of
from navalassist.desk.logbook.wording import PastFact
from navalassist.play.state import State
from navalassist.systems.storm_of_steel.conditions import TRACKS, track_title
from navalassist.systems.storm_of_steel.state import Area, Base

YES_OR_NO = ((True, "yes"), (False, "no"))
FIELDS: tuple[Field, ...] = (
    (Base, "owner", "Owners of bases"),
    (Base, "kind", "Kinds of bases"),
    (Base, "fortress", "Fortresses"),
    (Area, "dominated", "Domination of sea areas"),
    (Area, "raiding", "Commerce raided"),
)


def past_facts(state: State) -> list[PastFact]:
    """All of them that there are."""
    return [*(one for one in _tracks() if one.fact in state.values), *past_facts_of(state, FIELDS)]


def _tracks() -> Iterator[PastFact]:
    for track in TRACKS.values():
        if track.kind == "yes":
            yield PastFact(track.fact, track_title(track), YES_OR_NO, group="Tracks")
        elif track.kind == "number":
            yield PastFact(track.fact, track_title(track), bounds=(track.low, track.high), group="Tracks")
