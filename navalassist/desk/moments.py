"""The steps of a turn, in order."""

from __future__ import annotations

from navalassist.engine.duties import Moment
from navalassist.play.systems import System

# Beyond so many steps a turn has no end.
LIMIT = 400


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
