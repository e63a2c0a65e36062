"""The turn clock: every step of the turn, and whether it is done, now or later."""

from __future__ import annotations

from dataclasses import dataclass

from navalassist.desk.access import SEATS, At, later_part
from navalassist.engine.duties import Moment
from navalassist.play.systems import System

DONE, NOW, LATER = "done", "now", "later"
LIMIT = 40


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


def moments_of_turn(now: Moment, system: System) -> tuple[list[Moment], int, str]:
    """Every step of a turn of this system, the place of `now` among them, and the key of the next turn.

    A turn has the same steps as the next one: that is walked through as well, to find the steps before `now`.
    """
    ahead = [now]
    while ahead[-1].turn == now.turn and len(ahead) < LIMIT:
        ahead.append(system.next_moment(ahead[-1]))
    first = ahead[-1]
    whole = [first]
    while (following := system.next_moment(whole[-1])).turn == first.turn and len(whole) < LIMIT:
        whole.append(following)
    place = next(n for n, m in enumerate(whole) if (m.player_turn, m.step) == (now.player_turn, now.step))
    return [Moment(now.turn, m.player_turn, m.step) for m in whole], place, first.turn


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
