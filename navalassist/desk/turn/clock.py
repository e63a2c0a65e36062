"""The turn clock: every step of the turn, and whether it is done, now or later."""

from __future__ import annotations

from dataclasses import dataclass

from navalassist.desk.access import SEATS, later_part
from navalassist.desk.at import At
from navalassist.desk.moments import LIMIT, moments_of_turn
from navalassist.engine.duties import Moment
from navalassist.play.systems import System

DONE, NOW, LATER = "done", "now", "later"


@dataclass(frozen=True, slots=True)
class Tick:
    """One step on the clock. state: done, now or later."""

    side: str
    side_word: str
    symbol: str
    title: str
    state: str
    key: str


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a turn, and the name of the next one. part: which part of the step is on, after the first."""

    turn: str
    next_turn: str
    ticks: tuple[Tick, ...]
    part: str = ""

    @property
    def number(self) -> int:
        """Which step of the turn is on, from 1."""
        return next(n for n, tick in enumerate(self.ticks, 1) if tick.state == NOW)

    @property
    def then(self) -> str:
        """What comes after it: a step, or the next turn."""
        return self.ticks[self.number].title if self.number < len(self.ticks) else self.next_turn


def clock_of(here: At) -> Clock:
    """The clock as it stands."""
    moments, place, following = moments_of_turn(Moment(*here.state.clock), here.system)
    ticks = tuple(
        Tick(
            side=moment.player_turn,
            side_word=SEATS[moment.player_turn][0],
            symbol=SEATS[moment.player_turn][1],
            title=here.system.names.step(moment.step),
            state=DONE if n < place else NOW if n == place else LATER,
            key=f"{moment.player_turn}/{moment.step}",
        )
        for n, moment in enumerate(moments)
    )
    names = here.system.names
    return Clock(names.turn(here.state.clock[0]), names.turn(following), ticks, later_part(here))


def steps_to(now: Moment, until: str, system: System) -> int:
    """How many steps end on the way to the next `until` (`allied/naval-movement`)."""
    count, moment = 1, system.next_moment(now)
    while f"{moment.player_turn}/{moment.step}" != until and count < LIMIT:
        count, moment = count + 1, system.next_moment(moment)
    return count
