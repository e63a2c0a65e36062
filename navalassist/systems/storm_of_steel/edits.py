"""Squadrons and fleets entered by hand: added, changed, moved between fleets and places, taken away.

Nothing here writes. Inputs come as a form has them and leave as an `Edit`; `EditError` names the field.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from navalassist.engine.forms import Options
from navalassist.engine.reader import View
from navalassist.play.write.edits import Edit, EditError
from navalassist.play.write.row_edits import ByHand, row_there
from navalassist.systems.storm_of_steel import forces
from navalassist.systems.storm_of_steel.actions import busy_action
from navalassist.systems.storm_of_steel.movers import is_base
from navalassist.systems.storm_of_steel.stand_ins import factors_of
from navalassist.systems.storm_of_steel.state import (
    FACTORS,
    PLACE_WORDS,
    POOL,
    Area,
    Base,
    Duty,
    Fleet,
    Squadron,
    SquadronKind,
)

Facts = Mapping[str, Any]
OWN_BASES = "GW.REFUSE.2"
CHOOSE = [("", "choose")]


# --- where they may be


def base_places(view: View) -> Options:
    """Every base and port, with its owner."""
    return [(Base.row_of(key), name) for key, name in forces.bases(view)]


def fleet_places(view: View) -> Options:
    """Where a fleet may be: in a base or port, or at sea in an area."""
    return [*CHOOSE, *base_places(view), *((Area.row_of(key), f"at sea: {name}") for key, name in forces.areas(view))]


def squadron_places(view: View) -> Options:
    """Where a squadron may be: in a fleet, in a base by itself, not in play yet, or lost."""
    fleets = [(Fleet.row_of(key), f"in {name}") for key, name in forces.fleets(view)]
    return [*CHOOSE, *fleets, *base_places(view), *PLACE_WORDS.items()]


def own_places(view: View, fleet: Fleet) -> tuple[Options, Options]:
    """Where a fleet lies without a reason: its side's bases, the seas, where it is; and the bases of others."""
    options = fleet_places(view)
    others = [one for one in options if not _is_own(view, one[0], fleet.side) and one[0] != fleet.place]
    return [one for one in options if one not in others], others


def places_beside(view: View, fleet: Fleet) -> Options:
    """Where its squadrons may go: other fleets of its side and its bases, out of play, or where it lies itself."""
    places = [one for one in squadron_places(view) if one[0] != fleet.row]
    own = [one for one in places if view.get(f"{one[0]}.side", fleet.side) == fleet.side]
    return [one for one in own if _is_own(view, one[0], fleet.side) or one[0] == fleet.place]


def _is_own(view: View, place: str, side: str) -> bool:
    return not is_base(place) or view.get(f"{place}.owner") == side


def _chosen(options: Options, place: str, told: str) -> str:
    """The words of a place. EditError for none of the list."""
    words = dict(options).get(place)
    if not place or words is None:
        raise EditError("place", told)
    return words


# --- squadrons


class Squadrons(ByHand[Squadron]):
    """Squadrons entered by hand."""

    kind = Squadron
    choices = {"place": squadron_places}
    optional = FACTORS
    first = ("side", "name", "nation", "kind", "place")
    begins = {"place": POOL}

    def check(self, view: View, now: Squadron, before: Squadron | None) -> Squadron:
        """It joins a fleet of its side that is in no action; of one that is in an action only the name changes."""
        _chosen(squadron_places(view), now.place, "Where it is: choose of the list.")
        _check_side(view, now.place, now.side)
        if before is None:
            _check_joins(view, now.place)
            return now
        if now.place != before.place:
            _check_free(view, before, "place")
            _check_joins(view, now.place)
            _check_lies(view, before, now.place, now.side)
        for name in ("side", "nation", "kind", *FACTORS):
            if getattr(now, name) != getattr(before, name):
                _check_free(view, before, name)
        return now

    def add(self, values: Facts, typed: Facts, words: str = "added") -> Edit:
        """A new one; factors that were left empty are the stand-ins of its kind, and the log says so."""
        plain = factors_of(SquadronKind(typed["kind"]))
        factors = {name: plain[name] if typed[name] is None else typed[name] for name in FACTORS}
        if any(typed[name] is None for name in FACTORS):
            words += f", factors {'/'.join(map(str, factors.values()))} with stand-ins"
        return super().add(values, {**typed, **factors}, words)

    def remove(self, values: Facts, key: str) -> Edit:
        """One is taken out of the campaign: a slip, for one that is eliminated stays, as lost."""
        view = View(values)
        _check_free(view, row_there(view, Squadron, key), "name")
        return super().remove(values, key)


SQUADRONS = Squadrons()


def move_squadrons(values: Facts, keys: Collection[str], place: str) -> Edit:
    """Squadrons of one side join a fleet, lie in a base by themselves, or leave play."""
    view = View(values)
    if not keys:
        raise EditError("squadrons", "Squadrons: choose at least one.")
    units = [row_there(view, Squadron, key) for key in dict.fromkeys(keys)]
    side = units[0].side
    if any(unit.side is not side for unit in units):
        raise EditError("squadrons", "Squadrons: choose those of one side.")
    words = _chosen(squadron_places(view), place, "Where they go: choose of the list.")
    _check_side(view, place, side)
    _check_joins(view, place)
    moved = [unit for unit in units if unit.place != place]
    for unit in units:
        _check_lies(view, unit, place, side)
    for unit in moved:
        _check_free(view, unit, "squadrons")
    if not moved:
        raise EditError("place", "Where they go: they are there already.")
    names = ", ".join(unit.name for unit in units)
    return Edit("squadron.place", f"{names}: {words}", tuple(one for unit in moved for one in unit.set(place=place)))


# --- fleets


class Fleets(ByHand[Fleet]):
    """Fleets entered by hand."""

    kind = Fleet
    choices = {"place": fleet_places}
    unasked = ("came_from",)

    def check(self, view: View, now: Fleet, before: Fleet | None) -> Fleet:
        """It lies in its side's bases and has its duty at sea; with squadrons it keeps its side, in action its place.

        The area that it leaves, where it leaves one, is kept.
        """
        _chosen(fleet_places(view), now.place, "Where it is: choose of the list.")
        if now.duty and is_base(now.place):
            raise EditError("duty", "Duty at sea: a fleet in a base has none.")
        for name in ("place", "side", "duty"):
            if before and getattr(now, name) != getattr(before, name):
                _check_fleet_free(view, before, name)
        if before is None or now.place != before.place:
            _check_own(view, now.place, now.side)
        if before and now.side is not before.side and forces.squadrons_at(view, now.row):
            raise EditError("side", f"Side of {now.name}: its squadrons must leave it first.")
        return now.model_copy(update=_came_from(before, now.place)) if before else now

    def add(self, values: Facts, typed: Facts, words: str = "formed") -> Edit:
        """A new one, without squadrons as yet."""
        return super().add(values, typed, words)

    def remove(self, values: Facts, key: str) -> Edit:
        """One is a fleet no more: in a base its squadrons lie there by themselves."""
        view = View(values)
        fleet = row_there(view, Fleet, key)
        _check_fleet_free(view, fleet, "name")
        squadrons = forces.squadrons_at(view, fleet.row)
        if squadrons and not is_base(fleet.place):
            told = f"{fleet.name}: it is at sea. Bring it to a base first, or let its squadrons join another."
            raise EditError("place", told)
        ashore = (one for unit in squadrons for one in unit.set(place=fleet.place))
        return Edit("fleet.remove", f"{fleet.name} ended", (*ashore, fleet.gone()))


FLEETS = Fleets()


def move_fleet(values: Facts, key: str, place: str, because: str = "") -> Edit:
    """A fleet goes to another area or base; where it was at sea is kept, for a re-basing that is turned back.

    because: why it lies in a base that is not its side's.
    """
    view = View(values)
    fleet = row_there(view, Fleet, key)
    words = _chosen(fleet_places(view), place, f"{fleet.name}: choose where it goes of the list.")
    _check_fleet_free(view, fleet, "place")
    if not because:
        _check_own(view, place, fleet.side)
    if place == fleet.place:
        raise EditError("name", f"{fleet.name}: it stands so already, nothing would change.")
    # A duty is one at sea (GW.RAID).
    ashore = {"duty": Duty.NONE} if is_base(place) and fleet.duty else {}
    return Edit("fleet.move", f"{fleet.name}: {words}", fleet.set(place=place, **_came_from(fleet, place), **ashore))


def sent(values: Facts, act: str, fleet: str, place: str, squadrons: Collection[str], because: str = "") -> Edit:
    """What a fleet's card asks: it goes to a place, squadrons join it, or some of its own leave it for a place."""
    match act:
        case "move":
            return move_fleet(values, fleet, place, because)
        case "by-hand":
            if not because:
                raise EditError("note", "Why: write a reason, which stands in the entry.", OWN_BASES)
            return move_fleet(values, fleet, place, because)
        case "join":
            return move_squadrons(values, squadrons, Fleet.row_of(fleet))
    view = View(values)
    _check_sails_in(view, squadrons, row_there(view, Fleet, fleet))
    return move_squadrons(values, squadrons, place)


def _came_from(fleet: Fleet, place: str) -> dict[str, Any]:
    """The area that a fleet leaves, where it leaves one."""
    leaves = place != fleet.place and fleet.place.startswith(Area.row_of(""))
    return {"came_from": fleet.place} if leaves and fleet.came_from != fleet.place else {}


# --- what forbids it


def _check_free(view: View, unit: Squadron, about: str, whose: Squadron | Fleet | None = None) -> None:
    """One that takes part in a naval action stays as it is until that is over."""
    if action := busy_action(view, unit.key):
        name = (whose or unit).name
        raise EditError(about, f"{name}: it takes part in action {action.number}, which has not ended.")


def _check_fleet_free(view: View, fleet: Fleet, about: str) -> None:
    """A fleet stays as it is while a squadron of its own takes part in a naval action."""
    for unit in forces.squadrons_at(view, fleet.row):
        _check_free(view, unit, about, fleet)


def _fleet_at(view: View, place: str) -> Fleet | None:
    begins = Fleet.row_of("")
    return view.find(Fleet, place.removeprefix(begins)) if place.startswith(begins) else None


def _check_joins(view: View, place: str) -> None:
    """No squadron joins a fleet of which one takes part in a naval action: it would share what comes of that."""
    if fleet := _fleet_at(view, place):
        _check_fleet_free(view, fleet, "place")


def _check_sails_in(view: View, squadrons: Iterable[str], fleet: Fleet) -> None:
    """Only a fleet's own squadrons leave it."""
    for key in squadrons:
        unit = row_there(view, Squadron, key)
        if unit.place != fleet.row:
            told = f"{unit.name}: it does not sail in {fleet.name}; choose among those that do."
            raise EditError("squadrons", told)


def _check_side(view: View, place: str, side: str) -> None:
    """Nobody joins a fleet of the enemy."""
    fleet = _fleet_at(view, place)
    if fleet and fleet.side != side:
        raise EditError("place", "Where it is: choose a fleet of its own side.")


def _check_own(view: View, place: str, side: str) -> None:
    """A fleet lies in bases of its own side (GW.REFUSE.2)."""
    if not _is_own(view, place, side):
        told = f"{_whose(view, place)}, and a fleet lies in bases of its own side. With a reason, set it there by hand."
        raise EditError("place", told, OWN_BASES)


def _check_lies(view: View, unit: Squadron, place: str, side: str) -> None:
    """A squadron lies in bases of its own side, or where its fleet was set by hand."""
    if not _is_own(view, place, side) and view.get(f"{unit.place}.place") != place:
        told = f"{_whose(view, place)}: set the fleet of {unit.name} there by hand first, with a reason."
        raise EditError("place", told, OWN_BASES)


def _whose(view: View, place: str) -> str:
    """`Harwich is Allied`"""
    return f"{view.name(place)} is {forces.owner_words(view[f'{place}.owner'])}"
