"""Ways over the sea: which areas fleets reach, through no strait that another holds, and the bases they go home to.

How far a fleet sails in a month nobody says (R-84); that it gets there by water at all is known.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from navalassist.engine.forms import Listed, Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import key_of
from navalassist.systems.storm_of_steel import forces
from navalassist.systems.storm_of_steel.actions import ACTIONS, sides_left, squadrons_of
from navalassist.systems.storm_of_steel.movers import Mover
from navalassist.systems.storm_of_steel.places import places
from navalassist.systems.storm_of_steel.state import Action, Area, Base, BaseKind, Mission, Side, Squadron, Stage


def no_way(read: Reader, fleets: Sequence[Mover], area: str, side: Side) -> str:
    """Which of these fleets can't come into an area by water, as a sentence; '' for none."""
    for fleet in fleets:
        starts = forces.areas_of(read, fleet.place) if fleet.place else []
        if area in starts or not starts or area in _reached(read.view, starts, side):
            continue
        there, shut = read.name(Area.row_of(area)), _straits_shut(read, side)
        if area in _reached(read.view, starts, None):
            return f"{fleet.name} does not come into {there}: its way leads by {shut}."
        return f"{fleet.name} does not come into {there}: no water leads there."
    return ""


def can_come(view: View, place: str, area: str, side: Side) -> bool:
    """Whether a fleet of a side that lies there comes into an area by water."""
    return bool(place) and area in _reached(view, forces.areas_of(view, place), side)


def _reached(view: View, starts: Sequence[str], side: Side | None) -> set[str]:
    """The areas that a side reaches from these; None: with every strait open."""
    reached, waiting = set(starts), deque(starts)
    while waiting:
        here = waiting.popleft()
        for there in view.get(Area.fact_of(here, "neighbours")) or ():
            if there not in reached and (side is None or _is_open(view, here, there, side)):
                reached.add(there)
                waiting.append(there)
    return reached


def _is_open(view: View, here: str, there: str, side: Side) -> bool:
    guard = next((strait.base for strait in places().straits if {here, there} == {*strait.between}), None)
    return guard is None or bool(view.get(Base.fact_of(guard, "owner"), side) == side)


def _straits_shut(read: Reader, side: Side) -> str:
    """`Constantinople, which is neutral`: the bases that shut a strait to a side."""
    shut = []
    for strait in places().straits:
        owner = read.get(Base.fact_of(strait.base, "owner"), side)
        if owner != side:
            shut.append(f"{read[Base.fact_of(strait.base, 'name')]}, which is {forces.owner_words(owner)}")
    return " and ".join(dict.fromkeys(shut))


def nearest_first(rule: str) -> Listed:
    """All bases, first those on the areas of actions that may go on by this rule, or beside them."""

    def choices(view: View) -> Options:
        areas = [action.area for action in ACTIONS.all(view, *ACTIONS.stages_of(rule))]
        beside = [near for area in areas for near in view.row(Area, area).neighbours]

        def distance(key: str) -> int:
            lies_on = set(view.row(Base, key).areas)
            return 0 if lies_on & set(areas) else 1 if lies_on & set(beside) else 2

        return sorted(forces.bases(view), key=lambda base: distance(base[0]))

    return choices


def homes(rule: str) -> Listed:
    """The ways home of those who leave an action by this rule; every base where there is none."""

    def choices(view: View) -> Options:
        found = [
            home
            for action in ACTIONS.all(view, *ACTIONS.stages_of(rule))
            for side in _leaving(view, action)
            for home in ways_home(view, action, side)
        ]
        return list(dict.fromkeys(found)) or nearest_first(rule)(view)

    return choices


def _leaving(view: View, action: Action) -> tuple[Side, ...]:
    """The side that refused combat; else those that are still there."""
    if action.stage is Stage.WITHDRAW and action.advantage:
        return (Side(action.advantage),)
    return sides_left(view, action)


def ways_home(view: View, action: Action, side: Side) -> Options:
    """A side's bases, first those that the rule allows; the others say so: they need a reason."""
    before, beside = _waters_before(view, action, side), view.row(Area, action.area).neighbours

    def way(key: str) -> int:
        """Of re-basing forces 0 in the area before (R-80); of others naval bases, the nearest (R-81)."""
        base = view.row(Base, key)
        if before:
            return 3 if set(base.areas).isdisjoint(before) else 0
        if base.kind is not BaseKind.NAVAL_BASE or set(base.areas).isdisjoint((action.area, *beside)):
            return 3
        return 1 if action.area in base.areas else 2

    own = {key: words for key, words in forces.bases(view) if view.row(Base, key).owner.value == side.value}
    allowed = min(map(way, own), default=0)
    return [(key, own[key] if way(key) == allowed else f"elsewhere: {own[key]}") for key in sorted(own, key=way)]


def _waters_before(view: View, action: Action, side: Side) -> list[str]:
    """The areas from which a re-basing force came; none for any other."""
    if action.mission is not Mission.REBASING or action.side is not side:
        return []
    places_now = [view.row(Squadron, key).place for key in squadrons_of(action, side)]
    found = (key_of(str(view.get(f"{place}.came_from", ""))) for place in places_now)
    return list(filter(None, found))
