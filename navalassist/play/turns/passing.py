"""Quiet steps: those in which nothing can happen are passed over with the step that ends before them, by one tap.

A step is quiet where its system says so, by the facts that the side acting in it sees; of the enemy's steps by those
that everybody sees, since nobody may learn from an offer what is kept from them. What is due keeps a step too. The
last step of a turn is never passed over: a turn ends by a tap of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any

from navalassist.campaigns.facts import PUBLIC
from navalassist.engine.duties import Kind, Moment, Now
from navalassist.play.agenda import duties_at
from navalassist.play.state import State
from navalassist.play.systems import System

Audiences = Mapping[str, str]


def quiet_after(state: State, system: System) -> tuple[Moment, ...]:
    """The steps after the one that is on which the side that acts in it may pass over now."""
    now = Moment(*state.clock)

    def asks_nothing(moment: Moment) -> bool:
        facts, _ = seen_in(moment, now, state.values, state.audiences, system)
        return all(duty.kind is not Kind.DUE for duty in duties_at(Now(state, facts, moment, system)))

    return tuple(takewhile(asks_nothing, said_quiet(now, state.values, state.audiences, system)))


def said_quiet(now: Moment, values: Mapping[str, Any], audiences: Audiences, system: System) -> Iterator[Moment]:
    """The steps after one of which the system says that nothing can happen in them, up to the first of another kind."""
    after = system.next_moment(now)
    while (following := system.next_moment(after)).turn == now.turn:
        facts, own = seen_in(after, now, values, audiences, system)
        if not system.quiet(facts, after, own):
            break
        yield after
        after = following


def seen_in(
    moment: Moment, now: Moment, values: Mapping[str, Any], audiences: Audiences, system: System
) -> tuple[Mapping[str, Any], bool]:
    """By what the side that acts now judges a step: all that it sees in its own, else what everybody sees; which."""
    side = system.acting(now.player_turn, now.step)
    own = system.acting(moment.player_turn, moment.step) == side
    hidden = {row for row, audience in audiences.items() if audience not in ({PUBLIC, side} if own else {PUBLIC})}
    if not hidden:
        return values, own
    return {key: value for key, value in values.items() if key.rpartition(".")[0] not in hidden}, own


def up_to(moments: Iterable[Moment], until: str, system: System) -> tuple[Moment, ...]:
    """Of steps to pass over, those before `until` (`axis/nas-2/recon`); none where they do not lead there."""
    found: list[Moment] = []
    for moment in moments:
        found.append(moment)
        if system.next_moment(moment).place == until:
            return tuple(found)
    return ()
