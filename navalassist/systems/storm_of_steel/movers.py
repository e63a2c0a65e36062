"""What changes its place in a naval action: fleets and lone squadrons that put to sea, and the harbours they go to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated

from pydantic import Field, StringConstraints

from navalassist.engine import Effect, Refusal, Set
from navalassist.engine.english import listed
from navalassist.engine.forms import FormErrors, Listed, Options
from navalassist.engine.reader import Reader, Unknown, View
from navalassist.engine.rows import Says, key_of
from navalassist.engine.shapes import Frozen, Words
from navalassist.systems.storm_of_steel import forces
from navalassist.systems.storm_of_steel.actions import ACTIONS, taking_part
from navalassist.systems.storm_of_steel.state import (
    Area,
    Base,
    Duty,
    Fleet,
    Harbour,
    Mission,
    Side,
    Squadron,
    Stage,
    Unit,
    air_level,
)

Row = Annotated[str, StringConstraints(pattern=r"^(fleet|squadron):[A-Za-z0-9][A-Za-z0-9_-]*$", max_length=100)]


class Mover(Frozen):
    """A fleet that goes as a whole, or a squadron whose fleet stays."""

    row: Row = Says("Its row", told=False)
    name: Words = Says("Its name", "")
    place: Words = Says("Where it is", "", places=True)
    came_from: Words = Says("The area that it was in before this one", "", places=True)
    duty: Duty = Says("What a fleet does at sea", Duty.NONE)

    @property
    def is_fleet(self) -> bool:
        """True for a whole fleet, which has a duty and a way behind it."""
        return self.row.startswith(Fleet.row_of(""))


Movers = Annotated[tuple[Mover, ...], Field(max_length=60)]


def put_to_sea(movers: Movers, area: str, mission: Mission | None = None) -> tuple[Effect, ...]:
    """They are in a sea area, on the duty of their mission: raiders are on theirs, others on none.

    mission: None for interceptors. Those that re-base keep the area from which they come, where they come from one.
    """
    sea = Area.row_of(area)
    effects: list[Effect] = []
    for mover in movers:
        if mover.place != sea:
            effects.append(Set(f"{mover.row}.place", sea))
        if mover.is_fleet:
            about = {"came_from": _way_behind(mover, sea, mission), "duty": _duty(mover, sea, mission)}
            effects += _changed(mover, about)
    return tuple(effects)


def _way_behind(mover: Mover, sea: str, mission: Mission | None) -> str:
    """The area before, of a re-basing fleet that comes from one (R-80); another mission has none."""
    from_the_sea = mover.place.startswith(Area.row_of("")) and mover.place != sea
    return mover.place if mission is Mission.REBASING and from_the_sea else ""


def _duty(mover: Mover, sea: str, mission: Mission | None) -> Duty:
    """Raiders are on that duty; interceptors that are in the area already keep theirs."""
    if mission is None and mover.place == sea:
        return mover.duty
    return Duty.RAIDING if mission is Mission.RAIDING else Duty.NONE


def _changed(mover: Mover, about: Mapping[str, str]) -> list[Effect]:
    """Those of these facts that are not so already."""
    return [Set(f"{mover.row}.{name}", str(value)) for name, value in about.items() if getattr(mover, name) != value]


def put_into(movers: Movers, base: Harbour) -> tuple[Effect, ...]:
    """They lie in a base, without a duty and without a way behind them."""
    effects: list[Effect] = []
    for mover in movers:
        effects.append(Set(f"{mover.row}.place", base.row))
        if mover.is_fleet:
            effects += [Set(f"{mover.row}.came_from", ""), Set(f"{mover.row}.duty", "")]
    return tuple(effects)


def not_own(base: Harbour, side: Side, rule: str) -> Iterator[Refusal]:
    """Why a side does not lie in a base."""
    if base.owner.value != side.value:
        yield Refusal(f"{base.name} is not a base or port of the {side.label} side.", rule)


def places_before(movers: Movers) -> tuple[str, ...]:
    """Keys of the areas from which they came into this one."""
    return tuple(dict.fromkeys(key_of(mover.came_from) for mover in movers if mover.came_from))


def names_of(movers: Movers, side: Side) -> str:
    """`Battle Cruiser Fleet and Harwich Force`; of those whose names nobody recorded `the Allied fleet`."""
    return listed(mover.name for mover in movers) or f"the {side.label} fleet"


# --- as rules read them


def air_of(read: Reader, side: Side) -> int:
    """The Air Level of a side."""
    level: int = read[air_level(side)]
    return level


def fleet_mover(read: Reader, key: str) -> Mover:
    """A whole fleet. Unknown for a key that the campaign does not have."""
    if not read.has(Fleet, key):
        raise Unknown(f"there is no fleet {key} in the campaign")
    row = Fleet.row_of(key)
    return Mover(row=row, **read.fields(row, "name", "place", "came_from", "duty"))


def fleets_of(read: Reader, keys: Iterable[str], side: Side, about: str) -> tuple[Mover, ...]:
    """Fleets of one side. FormErrors, about this field, for one of the other."""
    found = tuple(fleet_mover(read, key) for key in dict.fromkeys(keys))
    for mover in found:
        if read[f"{mover.row}.side"] != side:
            raise FormErrors({about: f"{mover.name} is no fleet of the {side.label} side: choose its own"})
    return found


def movers_of(read: Reader, force: Sequence[Unit]) -> tuple[Mover, ...]:
    """What of a force changes its place: fleets that sail with all they have, and squadrons of which others stay."""
    keys = {unit.key for unit in force}
    found: dict[str, Mover] = {}
    for unit in force:
        place = str(read[Squadron.fact_of(unit.key, "place")])
        in_fleet = place.startswith(Fleet.row_of(""))
        if in_fleet and {one.key for one in forces.squadrons_at(read.view, place)} <= keys:
            found[place] = found.get(place) or fleet_mover(read, key_of(place))
        else:
            came_from = str(read[f"{place}.came_from"]) if in_fleet else ""
            found[unit.row] = Mover(row=unit.row, name=unit.name, place=place, came_from=came_from)
    return tuple(found.values())


def harbour_of(read: Reader, key: str) -> Harbour:
    """A base or port. Unknown for a key that the campaign does not have."""
    return read.row(Harbour, key)


# --- what a form may choose


def ready(view: View) -> list[Fleet]:
    """The fleets that have squadrons, none of which is in an action that is not over."""
    busy = taking_part(view)

    def is_ready(fleet: Fleet) -> bool:
        units = {unit.key for unit in forces.squadrons_at(view, fleet.row)}
        return bool(units) and busy.isdisjoint(units)

    return [fleet for fleet in (view.row(Fleet, key) for key, _ in forces.fleets(view)) if is_ready(fleet)]


def ready_of_turn(*, sailing: bool) -> Listed:
    """Those of the side whose player turn it is, or else of the other; all are of one side, which goes unsaid."""

    def choices(view: View) -> Options:
        turn = view.get("campaign:clock.player_turn")
        found = [fleet for fleet in ready(view) if (fleet.side == turn) is sailing]
        return [(one.key, f"{one.name or one.key}, {forces.place_words(view, one.place)}") for one in found]

    return choices


def hunters(view: View) -> Options:
    """The fleets of sides whose enemy is on a mission that may still be intercepted."""
    sides = {action.side.enemy for action in ACTIONS.all(view, Stage.MISSION)}
    return [one for one in forces.fleets(view) if view.row(Fleet, one[0]).side in sides]


def is_base(place: str) -> bool:
    """True for a place that is a base or port."""
    return place.startswith(Base.row_of(""))
