"""Quiet steps: those in which nothing can happen are passed over with the step that ends before them, by one tap.

A step is quiet where its system says so, by the facts that the side acting in it sees; of the enemy's steps by those
that everybody sees, since nobody may learn from an offer what is kept from them. What is due keeps a step too
(`agenda.quiet_after`). The last step of a turn is never passed over: a turn ends by a tap of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import Create, apply_effects
from navalassist.engine.duties import Moment
from navalassist.engine.reader import Values
from navalassist.play.systems import System, never_quiet
from navalassist.play.turns.steps import ended_with
from navalassist.play.write.writer import field_names


def said_quiet(
    now: Moment, values: Mapping[str, Any], audiences: Mapping[str, str], system: System
) -> Iterator[tuple[Moment, Mapping[str, Any]]]:
    """The steps of this turn after now of which the system says that nothing can happen, up to the first other one.

    Each with the facts by which that is said, as they are once the steps before have ended. Where a row is made as one
    ends, the way ends there: it is to be seen first.
    """
    if system.quiet is never_quiet:
        return
    side, moment, values = system.acting(now.player_turn, now.step), now, dict(values)
    own, public = (_seen(values, audiences, to) for to in ({PUBLIC, side}, {PUBLIC}))
    while system.next_moment(after := system.next_moment(moment)).turn == now.turn:
        if ends := ended_with(values, moment, after, system):
            if any(isinstance(effect, Create) for effect in ends):
                return
            apply_effects(ends, values, field_names)
            own, public = (_seen(values, audiences, to) for to in ({PUBLIC, side}, {PUBLIC}))
        its_own = system.acting(after.player_turn, after.step) == side
        facts = own if its_own else public
        if not system.quiet(facts, after, its_own):
            return
        yield after, facts
        moment = after


def _seen(values: Mapping[str, Any], audiences: Mapping[str, str], to: Collection[str]) -> Mapping[str, Any]:
    hidden = {row for row, audience in audiences.items() if audience not in to}
    return Values({key: value for key, value in values.items() if key.rpartition(".")[0] not in hidden})


def up_to(moments: Iterable[Moment], until: str, system: System) -> tuple[Moment, ...]:
    """Of steps to pass over, those before `until` (`axis/nas-2/recon`); none where they do not lead there."""
    found: list[Moment] = []
    for moment in moments:
        found.append(moment)
        if system.next_moment(moment).place == until:
            return tuple(found)
    return ()
