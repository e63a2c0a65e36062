"""Quiet steps: those in which nothing can happen are passed over with the step that ends before them, by one tap.

A step is quiet where its system says so, by the facts that the side acting in it sees; of the enemy's steps by those
that everybody sees, since nobody may learn from an offer what is kept from them. What is due keeps a step too
(`agenda.quiet_after`). The last step of a turn is never passed over: a turn ends by a tap of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from navalassist.campaigns.facts import PUBLIC
from navalassist.engine.duties import Moment
from navalassist.engine.reader import Values
from navalassist.play.systems import System


class Sight:
    """What the side that acts now judges steps by: all that it sees in its own, in its enemy's what everybody sees."""

    def __init__(self, now: Moment, values: Mapping[str, Any], audiences: Mapping[str, str], system: System) -> None:
        """Nothing is sorted out yet."""
        self._values, self._audiences, self._system = values, audiences, system
        self.now, self._side = now, system.acting(now.player_turn, now.step)

    def of(self, moment: Moment) -> tuple[Mapping[str, Any], bool]:
        """The facts by which a step is judged, and whether it is that side's own."""
        own = self._system.acting(moment.player_turn, moment.step) == self._side
        return (self._own if own else self._public), own

    @cached_property
    def _own(self) -> Mapping[str, Any]:
        return self._visible({PUBLIC, self._side})

    @cached_property
    def _public(self) -> Mapping[str, Any]:
        return self._visible({PUBLIC})

    def _visible(self, to: Collection[str]) -> Mapping[str, Any]:
        hidden = {row for row, audience in self._audiences.items() if audience not in to}
        if not hidden:
            return self._values
        return Values({key: value for key, value in self._values.items() if key.rpartition(".")[0] not in hidden})


def said_quiet(sight: Sight, system: System) -> Iterator[Moment]:
    """The steps of this turn after now of which the system says that nothing can happen, up to the first other one."""
    after = system.next_moment(sight.now)
    while (following := system.next_moment(after)).turn == sight.now.turn:
        facts, own = sight.of(after)
        if not system.quiet(facts, after, own):
            break
        yield after
        after = following


def up_to(moments: Iterable[Moment], until: str, system: System) -> tuple[Moment, ...]:
    """Of steps to pass over, those before `until` (`axis/nas-2/recon`); none where they do not lead there."""
    found: list[Moment] = []
    for moment in moments:
        found.append(moment)
        if system.next_moment(moment).place == until:
            return tuple(found)
    return ()
