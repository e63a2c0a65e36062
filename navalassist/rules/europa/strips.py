"""The strip of a naval group: its MPs of a phase in order, by day and by night, and what is allowed by night (36.A.2).

The phase is the naval movement step or the naval exploitation step of the clock, with all naval steps in it (R-66): its
night MPs are counted over all of them (R-22). Each move knows its naval step, for what belongs to one of them alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from navalassist.engine import Effect, Refusal, Set
from navalassist.engine.maps.sheet_hexes import NAME, Hex
from navalassist.engine.shapes import Frozen, Words
from navalassist.rules.europa.words import Side, Step

RULE, ALLOWANCE_RULE = "36.A.2", "34"
NIGHT_OF_A_PHASE, BLOCK, DAY_BETWEEN = 25, 5, 10
MOST_MOVES = 40
MOVE = re.compile(r"([0-9]{1,3})(N?)")
SHAPE = "write MPs in order, with n for those by night, and hexes that it comes to: 10 18A:2010 5n 18A:2012"


NavalStep = Annotated[
    int, Field(ge=1, le=999, strict=True, description="Which naval step of the phase it is, from 1 on (R-66).")
]


class Spent(Frozen):
    """One move: its MPs, by day or by night, and the hex to which it came; 0 MPs for one that was named afterwards."""

    mps: Annotated[int, Field(ge=0, le=999, strict=True)] = Field(description="Movement points.")
    night: bool = Field(default=False, description="They are spent by night.")
    to: Words = Field(default="", description="The hex where it ends, as 18A:2010; '' where nobody said.")
    naval_step: NavalStep = 1
    began: Words = Field(default="", description="Where its group was as the phase began; of its first move alone.")
    inshore: bool = Field(default=False, description="It kept to protected inshore waters (36.A.1).")
    waits: bool = Field(default=False, description="It began the naval step by night, and has not moved yet (36.D.2).")

    @property
    def plain(self) -> dict[str, Any]:
        """As a row of a campaign keeps it; a move of the first naval step does not name it."""
        told = {"mps": self.mps, "night": self.night, "to": self.to}
        later = {} if self.naval_step == 1 else {"naval_step": self.naval_step}
        flags = {name: True for name in ("inshore", "waits") if getattr(self, name)}
        return {**told, **later, **({"began": self.began} if self.began else {}), **flags}


Strip = tuple[Spent, ...]


@dataclass(frozen=True, slots=True)
class Night:
    """What a group may still do by night.

    now: MPs at once; first: MPs by day before that; phase: MPs of the phase; start: MPs of a start of the naval step.
    """

    now: int
    first: int
    phase: int
    start: int

    @property
    def words(self) -> str:
        """`5 MPs now, 20 more in this phase`"""
        if not self.phase:
            return f"none left: {NIGHT_OF_A_PHASE} MPs by night were spent in this phase"
        left = f"{self.phase} left in this phase"
        return f"{self.now} MPs now, {left}" if self.now else f"none until {self.first} MPs by day are spent; {left}"


def night_left(strip: Iterable[Spent], naval_step: int | None = None) -> Night:
    """What a strip leaves (R-22): night MPs add up to a block of 5, and 10 by day in a row clear it.

    Who begins a naval step by night spends its block on it, and may yet move by these MPs as the first of the step. Who
    has not moved since may begin the next step by night too (the note to 36.D.2), with MPs of the phase, but not move.
    naval_step: the one that is on, None for that of the last move.
    """
    total = block = day = waited = step = 0
    idle = False
    for move in filter(lambda spent: spent.mps, strip):
        waited, step = waited if move.naval_step == step else 0, move.naval_step
        if not move.night:
            day, waited, idle = day + move.mps, 0, False
            continue
        new = move.mps if move.waits else max(0, move.mps - waited)
        total += new
        block = (0 if day >= DAY_BETWEEN else block) + (0 if move.waits and idle else new)
        waited = max(0, waited - move.mps) if not move.waits else 0 if idle else move.mps
        day, idle = 0, move.waits
    waited = waited if naval_step in (None, step) else 0
    phase = max(0, NIGHT_OF_A_PHASE - total) + waited
    free = BLOCK if day >= DAY_BETWEEN else max(0, BLOCK - block) + waited
    now = min(free, phase)
    return Night(now, 0 if now or not phase else DAY_BETWEEN - day, phase, min(BLOCK, phase) if idle else now)


def refusal_of_strip(before: Strip, moves: Strip, naval_step: int | None = None) -> Refusal | None:
    """Why these moves may not follow those of the phase so far; None when they may.

    naval_step: the one in which they are made; left out: that of the last move so far.
    """
    step = naval_step or (before[-1].naval_step if before else 1)
    made = tuple(move.model_copy(update={"naval_step": step}) for move in moves)
    for number, move in enumerate(made):
        left = night_left((*before, *made[:number]), step)
        if move.night and move.mps > left.now:
            return Refusal(f"{move.mps} MPs by night are too many: {left.words}.", RULE)
    return None


def refusal_of_allowance(before: Strip, mps: int, naval_step: int, allowance: int | None) -> Refusal | None:
    """Why no more MPs may be spent in this naval step; None where they may, or nobody has said how many there are."""
    if allowance is None:
        return None
    spent = sum(move.mps for move in of_step(before, naval_step) if not move.waits)
    if spent + mps <= allowance:
        return None
    left = f"{spent} are spent" if spent else "none is spent yet"
    return Refusal(f"{mps} MPs are too many: it has {allowance} a naval step, and {left}.", ALLOWANCE_RULE)


def of_step(strip: Iterable[Spent], naval_step: int) -> Strip:
    """The moves of one naval step."""
    return tuple(move for move in strip if move.naval_step == naval_step)


def is_at_night(strip: Strip) -> bool:
    """True for a group that has last moved by night."""
    return next((move.night for move in reversed(strip) if move.mps), False)


def parsed(text: str) -> Strip:
    """The moves that somebody typed: `10 5n 18A:2010`. ValueError says what would be right."""
    moves: list[Spent] = []
    for word in text.upper().replace(",", " ").split():
        if NAME.fullmatch(word):
            if not moves or moves[-1].to:
                raise ValueError(f"{word} stands without MPs before it: {SHAPE}")
            moves[-1] = moves[-1].model_copy(update={"to": str(Hex.of(word))})
            continue
        found = MOVE.fullmatch(word)
        if found is None or not int(found[1]):
            raise ValueError(f'"{word}" is no move: {SHAPE}')
        moves.append(Spent(mps=int(found[1]), night=bool(found[2])))
    if len(moves) > MOST_MOVES:
        raise ValueError(f"these are {len(moves)} moves: write at most {MOST_MOVES} at once")
    return tuple(moves)


def phase_of(turn: str, player_turn: Side, step: Step) -> str:
    """What a strip belongs to: `1941-03-1/axis`, and in the exploitation phase `1941-03-1/axis/exploitation`."""
    return f"{turn}/{player_turn}" + (f"/{step}" if step is Step.EXPLOITATION else "")


def spent_on(group: str, before: Strip, moves: Strip, phase: str, began: str, naval_step: int) -> tuple[Effect, ...]:
    """A group spends these MPs in a naval step: its strip goes on, that of an earlier phase is gone.

    before: its moves of this phase; phase: as `phase_of` has it; began: its place as the naval step began.
    """
    row = f"group:{group}"
    now = [move.model_copy(update={"naval_step": naval_step}) for move in moves]
    if not before:
        now[0] = now[0].model_copy(update={"began": began})
    whole = [spent.plain for spent in (*before, *now)]
    return (Set(f"{row}.strip", whole), Set(f"{row}.strip_of", phase), Set(f"{row}.began", began))
