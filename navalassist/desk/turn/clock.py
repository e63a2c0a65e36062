"""The turn clock: every step of the turn, and whether it is done, now or later."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from navalassist.desk.access import SEATS, later_part
from navalassist.desk.at import At
from navalassist.desk.moments import LIMIT, moments_of_turn
from navalassist.desk.words import OTHERS
from navalassist.engine.duties import EITHER, Moment
from navalassist.play.systems import System
from tables.turn import segment_of

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
    states = (DONE if n < place else NOW if n == place else LATER for n, _ in enumerate(moments))
    stretches = groupby(zip(moments, states, strict=True), key=lambda found: _stretch(found[0], moments[place]))
    ticks = tuple(_tick(here, *next(of_it), whole=whole) for (_, whole), of_it in stretches)
    names = here.system.names
    return Clock(names.turn(here.state.clock[0]), names.turn(following), ticks, later_part(here))


def _stretch(moment: Moment, now: Moment) -> tuple[str, str]:
    """What stands on the clock as one: a step, or a segment that is not on; and that segment."""
    segment = segment_of(moment.step)
    if not segment or (moment.player_turn, segment) == (now.player_turn, segment_of(now.step)):
        return moment.place, ""
    return moment.player_turn, segment


def _tick(here: At, moment: Moment, state: str, whole: str) -> Tick:
    """A step, or with `whole` the segment that it begins."""
    system = here.system
    side = moment.player_turn if whole else system.acting(moment.player_turn, moment.step)
    title = system.step_title(moment.player_turn, moment.step)
    if system.is_shared:
        side, word, symbol = EITHER, "Both sides", OTHERS[EITHER][0]
    else:
        word, symbol = SEATS[side]
    return Tick(
        side=side,
        side_word=word,
        symbol=symbol,
        title=system.turn.segment_title(moment.step) if whole and system.turn else title,
        state=state,
        key=moment.place,
    )


def steps_to(now: Moment, until: str, system: System) -> int:
    """How many steps end on the way to the next `until` (`allied/naval-movement`)."""
    count, moment = 1, system.next_moment(now)
    while moment.place != until and count < LIMIT:
        count, moment = count + 1, system.next_moment(moment)
    return count
