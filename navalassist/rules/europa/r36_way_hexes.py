"""36.C.1, 36.D.2: the hexes that a naval group came through, where its move did not name them.

Mines and danger zones are met hex by hex. A move that names none from one place to another is asked for them: its owner
names them, or says that the way met none of either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field

from navalassist.engine import Effect, Outcome, Play, Refusal, Remove, Roller, Set, procedure
from navalassist.engine.shapes import Frozen, Key, Words
from navalassist.rules.europa.hexes import Hex
from navalassist.rules.europa.mines import EDITION, SYSTEM, mark
from navalassist.rules.europa.r36_way import Stretch, is_sheet
from navalassist.rules.europa.strips import Spent, Strip
from navalassist.rules.europa.words import Side

SLUG, ASKED = "way-hexes", "way-asked"
MOST_HEXES = 40
NONE_MET = "no enemy mines and no enemy danger zone on the way"


def asked_mark(group: str) -> str:
    """The mark of a group that has come through hexes nobody named; its note is the number of its first such move."""
    return f"mark:{ASKED}/{group}"


def is_named(stretches: Sequence[Stretch]) -> bool:
    """Whether each place of a way is next to the one before, so that no hex between them is left out."""
    return all(stretch.exact and stretch.least <= 1 for stretch in stretches)


def asked(group: str, moves: int, already: bool) -> tuple[Effect, ...]:
    """That the hexes of a way are asked for. moves: how many its group had made before it."""
    return () if already else (mark(asked_mark(group), f"group:{group}", "", str(moves)),)


class WayHexes(Frozen):
    """A naval group whose way is asked for, and what its owner says of it."""

    side: Side = Field(description="Whose group it is.")
    group: Key = Field(description="Key of the group; its facts are group:<key>.…")
    name: Words = Field(default="", description="Its name.")
    strip: Strip = Field(description="Its moves of this phase.")
    since: int = Field(ge=0, le=999, description="How many of them it had made before the way that is asked for.")
    asked: bool = Field(description="Its way is asked for.")
    hexes: tuple[Hex, ...] = Field(default=(), max_length=MOST_HEXES, description="Hexes of it, in order.")
    none_met: bool = Field(default=False, description="It met no enemy mines and no enemy danger zone.")


@dataclass(frozen=True, slots=True)
class Named:
    """What was said of the way."""

    group: str
    way: str


def why_not(way: WayHexes) -> Refusal | None:
    """Once for each way, and one thing or the other."""
    if not way.asked:
        return Refusal(f"Nobody asks for hexes of the way of {way.name or way.group}.", "36.D.2")
    if bool(way.hexes) is way.none_met:
        return Refusal("Name the hexes of the way, or say that it met none of either.", "36.D.2")
    strange = next((here for here in way.hexes if not is_sheet(str(here))), None)
    return Refusal(f"{strange} lies on no known sheet: correct the hex.", "36.D.2") if strange else None


@procedure(
    SLUG,
    system=SYSTEM,
    rule="36.D.2",
    title="Name the hexes of a way: mines and danger zones",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: its mines and danger zones are rolled for one by one",
    why_not=why_not,
)
def name_the_hexes(way: WayHexes) -> Play[Outcome[Named]]:
    """The hexes stand in the strip from now on, without MPs of their own; what they meet becomes due."""
    yield from ()
    words = " ".join(map(str, way.hexes)) or NONE_MET
    effects: list[Effect] = [Remove(asked_mark(way.group))]
    if way.hexes:
        effects.append(Set(f"group:{way.group}.strip", [spent.plain for spent in with_hexes(way)]))
    return Outcome(Named(way.name or way.group, words), tuple(effects))


def with_hexes(way: WayHexes) -> Strip:
    """The strip with these hexes before the last place that the way names, or at its end."""
    before, moves = way.strip[: way.since], way.strip[way.since :]
    step = moves[-1].naval_step if moves else 1
    night = bool(moves) and all(spent.night for spent in moves if spent.mps)
    named = tuple(Spent(mps=0, night=night, to=str(here), naval_step=step) for here in way.hexes)
    if moves and moves[-1].to:
        return (*before, *moves[:-1], *named, moves[-1])
    return (*before, *moves, *named)
