"""The order in which interceptions are fought: the last announced first, a chain before what hangs on it (PG.6.4.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from navalassist.systems.theatre.state.battles import Interception


def before(one: Interception, announced: Iterable[Interception]) -> tuple[Interception, ...]:
    """The interceptions of the force that intercepts here: its battle against those is fought first (R-214)."""
    return tuple(other for other in announced if other.order in one.movers and other.key != one.key)


def in_order(announced: Sequence[Interception]) -> tuple[Interception, ...]:
    """The interceptions of a turn as they are fought."""
    left, found = sorted(announced, key=lambda one: -one.number), list[Interception]()
    while left:
        free = (one for one in left if not any(other in left for other in before(one, announced)))
        # Two patrols may intercept one another: then the last announced is first.
        following = next(free, left[0])
        left.remove(following)
        found.append(following)
    return tuple(found)
