"""36.C.1, 36.D.2: the hexes that a naval group came through, where its move did not name them.

Mines and danger zones are met hex by hex. A move that names none from one place to another is asked for them: its owner
names them, or says that the way met none of either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field

from navalassist.engine import Effect, Outcome, Play, Refusal, Remove, Roller, Set, procedure
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.shapes import Frozen, Key, Words
from navalassist.rules.europa.mines import EDITION, SYSTEM, mark
from navalassist.rules.europa.r36_way import Stretch, refusal_of_way
from navalassist.rules.europa.strips import Spent, Strip
from navalassist.rules.europa.words import Side

SLUG, ASKED = "way-hexes", "way-asked"
MOST_HEXES, MOST_STRETCHES = 40, 400
NONE_MET = "no enemy mines and no enemy danger zone in hexes that are not named"


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
    none_met: bool = Field(
        default=False, description="It met no enemy mines and no enemy danger zone in the hexes that are not named."
    )
    stretches: tuple[Stretch, ...] = Field(
        default=(), max_length=MOST_STRETCHES, description="Its way from place to place, with these hexes."
    )
    moved: tuple[Stretch, ...] = Field(
        default=(), max_length=MOST_STRETCHES, description="Each of its moves, with its MPs and how far it is by them."
    )


@dataclass(frozen=True, slots=True)
class Named:
    """What was said of the way."""

    group: str
    way: str


def why_not(way: WayHexes) -> Refusal | None:
    """Once for each way: hexes that its MPs reach, and all of them unless nothing was met in the others."""
    if not way.asked:
        return Refusal(f"Nobody asks for hexes of the way of {way.name or way.group}.", "36.D.2")
    if not (way.hexes or way.none_met):
        return Refusal("Name the hexes of the way, or say that it met none of either.", "36.D.2")
    refused = refusal_of_way(way.moved, map(str, way.hexes), "")
    gap = next((stretch for stretch in way.stretches if not is_named((stretch,))), None)
    if refused or gap is None or way.none_met:
        return refused
    words = f"{gap.start} to {gap.end}: name each hex between them, or say that the rest of the way met none of either."
    return Refusal(words, "36.D.2")


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
    words = "; ".join((*([" ".join(map(str, way.hexes))] if way.hexes else ()), *([NONE_MET] if way.none_met else ())))
    effects: list[Effect] = [Remove(asked_mark(way.group))]
    if way.hexes:
        named = with_hexes(way.strip, way.since, way.hexes)
        effects.append(Set(f"group:{way.group}.strip", [spent.plain for spent in named]))
    return Outcome(Named(way.name or way.group, words), tuple(effects))


def with_hexes(strip: Strip, since: int, hexes: Sequence[Hex]) -> Strip:
    """The strip with these hexes, each before the place to which its move leads. since: where the way begins.

    A place that the way names already parts the hexes of one move from those of the next.
    """
    found, left = list(strip[:since]), [str(here) for here in hexes]
    for number, move in enumerate(strip[since:], start=since + 1):
        parts = left.index(move.to) if move.to in left else 0
        through, left = (left, []) if number == len(strip) else (left[:parts], left[parts + bool(parts) :])
        found += [Spent(mps=0, night=move.night, to=to, naval_step=move.naval_step) for to in through if to != move.to]
        found.append(move)
    return _with_its_beginning(strip, found)


def _with_its_beginning(strip: Strip, found: list[Spent]) -> Strip:
    """Where the group began the phase stands with the first of its moves."""
    if not strip or found[0] == strip[0]:
        return tuple(found)
    later = (move.model_copy(update={"began": ""}) for move in found[1:])
    return (found[0].model_copy(update={"began": strip[0].began}), *later)
