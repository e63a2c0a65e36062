"""Squadrons and fleets entered by hand: added, changed, moved between fleets and places, taken away.

Nothing here writes. Inputs come as a form has them and leave as an `Edit`; `EditError` names the field.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any

from pydantic import Field

from navalassist.engine import Create, Effect, Remove, Set, create
from navalassist.engine.shapes import Form
from navalassist.play.edits import Edit, EditError, name_typed, sets
from navalassist.play.systems import Choices
from navalassist.systems.storm_of_steel import afloat
from navalassist.systems.storm_of_steel.rules.rows import AREA, BASE, FLEET, fleet_row, squadron_row
from navalassist.systems.storm_of_steel.stand_ins import factors_of
from navalassist.systems.storm_of_steel.state import Nation, Side, SquadronKind
from navalassist.taskforces.great_war import Fleet, Squadron

Facts = Mapping[str, Any]
Options = list[tuple[str, str]]
OWN_BASES = "GW.REFUSE.2"
FACTORS = ("combat", "protection", "contact")
MOST = 99
DUTIES = (("", "none"), ("convoy", "escorts convoys"), ("raiding", "raids commerce"))


def fleet_places(values: Facts | None) -> Options:
    """Where a fleet may be: in a base or port, or at sea in an area."""
    at_sea = [(f"{AREA}:{key}", f"at sea: {name}") for key, name in afloat.area_choices(values)]
    return [("", "choose"), *base_places(values), *at_sea]


def own_places(values: Facts, side: str, place: str) -> tuple[Options, Options]:
    """Where a fleet lies without a reason: its side's bases, the seas, where it is; and the bases of others."""
    options = fleet_places(values)
    others = [one for one in options if not _is_own(values, one[0], side) and one[0] != place]
    return [one for one in options if one not in others], others


def _is_own(values: Facts, place: str, side: str) -> bool:
    return not place.startswith(f"{BASE}:") or values.get(f"{place}.owner") == side


def base_places(values: Facts | None) -> Options:
    """Every base and port, with its owner."""
    return [(f"{BASE}:{key}", name) for key, name in afloat.base_choices(values)]


def squadron_places(values: Facts | None) -> Options:
    """Where a squadron may be: in a fleet, in a base by itself, not in play yet, or lost."""
    fleets = [(f"{FLEET}:{key}", f"in {name}") for key, name in afloat.fleet_choices(values)]
    return [("", "choose"), *fleets, *base_places(values), *afloat.PLACE_WORDS.items()]


class SquadronForm(Form):
    """What is typed for a squadron."""

    side: Annotated[Side, Field(title="Side")]
    name: Annotated[str, Field(title="Name on the counter")]
    nation: Annotated[Nation, Field(title="Nation")]
    kind: Annotated[SquadronKind, Field(title="What it is")]
    place: Annotated[str, Field(title="Where it is"), Choices(squadron_places)]
    combat: Annotated[int | None, Field(ge=0, le=MOST, title="Combat strength")] = None
    protection: Annotated[int | None, Field(ge=0, le=MOST, title="Protection factor")] = None
    contact: Annotated[int | None, Field(ge=0, le=MOST, title="Contact rating")] = None


class FleetForm(Form):
    """What is typed for a fleet."""

    side: Annotated[Side, Field(title="Side")]
    name: Annotated[str, Field(title="Name of the fleet")]
    place: Annotated[str, Field(title="Where it is"), Choices(fleet_places)]
    duty: Annotated[str, Field(title="Duty at sea"), Choices(lambda values: list(DUTIES))] = ""


def add_squadron(values: Facts, typed: Mapping[str, Any]) -> Edit:
    """A new squadron; factors that were left empty are the stand-ins of its kind, and the log says so."""
    fields = _squadron_fields(values, typed, factors_of(SquadronKind(typed["kind"])))
    _check_joins(values, fields["place"])
    made = create(squadron_row(uuid.uuid4().hex), **Squadron.new_facts(**fields))
    stand_in = any(typed[name] is None for name in FACTORS)
    words = f", factors {_factors(fields)} with stand-ins" if stand_in else ""
    return Edit("squadron.add", f"{fields['name']} added{words}", (made,))


def change_squadron(values: Facts, key: str, typed: Mapping[str, Any]) -> Edit:
    """A squadron becomes what was typed; a factor left empty stays. In a naval action only its name changes."""
    row = _row(values, squadron_row(key))
    fields = _squadron_fields(values, typed, {name: int(values[f"{row}.{name}"]) for name in FACTORS})
    _check_free(values, key, "place", fields["place"])
    if fields["place"] != values[f"{row}.place"]:
        _check_joins(values, fields["place"])
        _check_lies(values, row, fields["place"], fields["side"])
    for name in ("side", "nation", "kind", *FACTORS):
        if fields[name] != values[f"{row}.{name}"]:
            _check_free(values, key, name)
    return Edit("squadron.change", f"{fields['name']} changed", _changes(values, row, fields))


def remove_squadron(values: Facts, key: str) -> Edit:
    """A squadron is taken out of the campaign: a slip, for one that is eliminated stays, as lost."""
    row = _row(values, squadron_row(key))
    _check_free(values, key, "name")
    return Edit("squadron.remove", f"{values[f'{row}.name']} taken away", (Remove(row),))


def move_squadrons(values: Facts, keys: Collection[str], place: str) -> Edit:
    """Squadrons of one side join a fleet, lie in a base by themselves, or leave play."""
    if not keys:
        raise EditError("squadrons", "Squadrons: choose at least one.")
    rows = [_row(values, squadron_row(key)) for key in dict.fromkeys(keys)]
    sides = {str(values[f"{row}.side"]) for row in rows}
    if len(sides) > 1:
        raise EditError("squadrons", "Squadrons: choose those of one side.")
    options = dict(squadron_places(values))
    if not place or place not in options:
        raise EditError("place", "Where they go: choose of the list.")
    side = sides.pop()
    _check_side(values, place, side)
    _check_joins(values, place)
    for row in rows:
        _check_lies(values, row, place, side)
    for key in dict.fromkeys(keys):
        _check_free(values, key, "squadrons", place)
    moved = tuple(Set(f"{row}.place", place) for row in rows if values[f"{row}.place"] != place)
    if not moved:
        raise EditError("place", "Where they go: they are there already.")
    names = ", ".join(str(values[f"{row}.name"]) for row in rows)
    return Edit("squadron.place", f"{names}: {options[place]}", moved)


def add_fleet(values: Facts, typed: Mapping[str, Any]) -> Edit:
    """A new fleet, without squadrons as yet."""
    fields = _fleet_fields(values, typed)
    _check_own(values, fields["place"], fields["side"])
    made = create(fleet_row(uuid.uuid4().hex), **Fleet.new_facts(**fields))
    return Edit("fleet.add", f"{fields['name']} formed", (made,))


def change_fleet(values: Facts, key: str, typed: Mapping[str, Any]) -> Edit:
    """A fleet becomes what was typed; one that has squadrons stays on its side. In an action only its name changes."""
    row = _row(values, fleet_row(key))
    fields = _fleet_fields(values, typed)
    for name in ("place", "side", "duty"):
        if fields[name] != values[f"{row}.{name}"]:
            _check_fleet_free(values, row, name)
    if fields["place"] != values[f"{row}.place"]:
        _check_own(values, fields["place"], fields["side"])
    if fields["side"] != values[f"{row}.side"] and afloat.squadrons_at(values, row):
        raise EditError("side", f"Side of {fields['name']}: its squadrons must leave it first.")
    fields |= _came_from(values, row, fields["place"])
    return Edit("fleet.change", f"{fields['name']} changed", _changes(values, row, fields))


def move_fleet(values: Facts, key: str, place: str, because: str = "") -> Edit:
    """A fleet goes to another area or base; where it was at sea is kept, for a re-basing that is turned back.

    because: why it lies in a base that is not its side's.
    """
    row = _row(values, fleet_row(key))
    name = str(values[f"{row}.name"])
    options = dict(fleet_places(values))
    if not place or place not in options:
        raise EditError("place", f"{name}: choose where it goes of the list.")
    _check_fleet_free(values, row, "place")
    if not because:
        _check_own(values, place, str(values[f"{row}.side"]))
    fields = {"place": place, **_came_from(values, row, place)}
    if place.startswith(f"{BASE}:"):
        # A duty is one at sea (GW.RAID).
        fields["duty"] = ""
    return Edit("fleet.move", f"{name}: {options[place]}", _changes(values, row, fields))


def remove_fleet(values: Facts, key: str) -> Edit:
    """A fleet is one no more: in a base its squadrons lie there by themselves."""
    row = _row(values, fleet_row(key))
    _check_fleet_free(values, row, "name")
    name, place = str(values[f"{row}.name"]), str(values[f"{row}.place"])
    squadrons = afloat.squadrons_at(values, row)
    if squadrons and not place.startswith(f"{BASE}:"):
        raise EditError("place", f"{name}: it is at sea. Bring it to a base first, or let its squadrons join another.")
    ashore = tuple(Set(f"{squadron_row(squadron)}.place", place) for squadron in squadrons)
    return Edit("fleet.remove", f"{name} ended", (*ashore, Remove(row)))


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
            return move_squadrons(values, squadrons, fleet_row(fleet))
    _check_sails_in(values, squadrons, _row(values, fleet_row(fleet)))
    return move_squadrons(values, squadrons, place)


def sides_of(values: Facts, effects: Iterable[Effect]) -> frozenset[str]:
    """Whose rows effects touch: the sides of the rows as they stand, and those that they become. None: of no side."""
    found: set[str] = set()
    for effect in effects:
        if isinstance(effect, Create):
            found.add(str(dict(effect.fields).get("side", "")))
            continue
        row = effect.key if isinstance(effect, Remove) else effect.key.rpartition(".")[0]
        found.add(str(values.get(f"{row}.side", "")))
        if isinstance(effect, Set) and effect.key == f"{row}.side":
            found.add(str(effect.value))
    return frozenset(found - {""})


def places_of(values: Facts, side: str, but: str = "") -> Options:
    """Where squadrons of a side may go: its other fleets and its bases, out of play, or where their fleet lies."""
    places = [one for one in squadron_places(values) if one[0] != but and values.get(f"{one[0]}.side", side) == side]
    lies = values.get(f"{but}.place")
    return [one for one in places if _is_own(values, one[0], side) or one[0] == lies]


def _squadron_fields(values: Facts, typed: Mapping[str, Any], plain: Mapping[str, int]) -> dict[str, Any]:
    """All facts of a squadron as typed. plain: what stands for a factor that is left out."""
    found = {name: str(typed[name]) for name in ("side", "nation", "kind", "place")}
    if found["place"] not in dict(squadron_places(values)):
        raise EditError("place", "Where it is: choose of the list.")
    _check_side(values, found["place"], found["side"])
    factors = {name: plain[name] if typed[name] is None else int(typed[name]) for name in FACTORS}
    return {"name": name_typed(typed["name"]), **found, **factors}


def _fleet_fields(values: Facts, typed: Mapping[str, Any]) -> dict[str, Any]:
    found = {name: str(typed[name]) for name in ("side", "place", "duty")}
    if not found["place"] or found["place"] not in dict(fleet_places(values)):
        raise EditError("place", "Where it is: choose of the list.")
    if found["duty"] and not found["place"].startswith(f"{AREA}:"):
        raise EditError("duty", "Duty at sea: a fleet in a base has none.")
    return {"name": name_typed(typed["name"]), **found}


def _came_from(values: Facts, row: str, place: str) -> dict[str, Any]:
    """The area that a fleet leaves, where it leaves one."""
    before = str(values[f"{row}.place"])
    return {"came_from": before} if place != before and before.startswith(f"{AREA}:") else {}


def _check_free(values: Facts, squadron: str, about: str, place: str = "") -> None:
    """One that takes part in a naval action stays where it is until that is over. place: where it would go."""
    row = squadron_row(squadron)
    number = _action_with(values, squadron)
    if number and values[f"{row}.place"] != place:
        name = values[f"{row}.name"]
        raise EditError(about, f"{name}: it takes part in action {number}, which has not ended.")


def _check_fleet_free(values: Facts, fleet: str, about: str) -> None:
    """A fleet stays as it is while a squadron of its own takes part in a naval action."""
    for squadron in afloat.squadrons_at(values, fleet):
        number = _action_with(values, squadron)
        if number:
            name = values[f"{fleet}.name"]
            raise EditError(about, f"{name}: it takes part in action {number}, which has not ended.")


def _check_joins(values: Facts, place: str) -> None:
    """No squadron joins a fleet of which one takes part in a naval action: it would share what comes of that."""
    if place.startswith(f"{FLEET}:"):
        _check_fleet_free(values, place, "place")


def _check_sails_in(values: Facts, squadrons: Iterable[str], fleet: str) -> None:
    """Only a fleet's own squadrons leave it."""
    for key in squadrons:
        row = _row(values, squadron_row(key))
        if values[f"{row}.place"] != fleet:
            name, whose = values[f"{row}.name"], values[f"{fleet}.name"]
            raise EditError("squadrons", f"{name}: it does not sail in {whose}; choose among those that do.")


def _action_with(values: Facts, squadron: str) -> int:
    """The number of the naval action that a squadron takes part in; 0 for none."""
    for row in afloat.rows_of(values, "action"):
        part = (*values[f"{row}.central"], *values[f"{row}.allied"])
        if squadron in part and values[f"{row}.stage"] != "ended":
            return int(values[f"{row}.number"])
    return 0


def _factors(fields: Mapping[str, Any]) -> str:
    return "/".join(str(fields[name]) for name in FACTORS)


def _check_side(values: Facts, place: str, side: str) -> None:
    """Nobody joins a fleet of the enemy."""
    if place.startswith(f"{FLEET}:") and values.get(f"{place}.side") != side:
        raise EditError("place", "Where it is: choose a fleet of its own side.")


def _check_own(values: Facts, place: str, side: str) -> None:
    """A fleet lies in bases of its own side (GW.REFUSE.2)."""
    if not _is_own(values, place, side):
        base, owner = afloat.name_of(values, place), afloat.owner_words(str(values[f"{place}.owner"]))
        told = f"{base} is {owner}, and a fleet lies in bases of its own side. With a reason, set it there by hand."
        raise EditError("place", told, OWN_BASES)


def _check_lies(values: Facts, row: str, place: str, side: str) -> None:
    """A squadron lies in bases of its own side, or where its fleet was set by hand."""
    if not _is_own(values, place, side) and values.get(f"{values[f'{row}.place']}.place") != place:
        base, owner = afloat.name_of(values, place), afloat.owner_words(str(values[f"{place}.owner"]))
        told = f"{base} is {owner}: set the fleet of {values[f'{row}.name']} there by hand first, with a reason."
        raise EditError("place", told, OWN_BASES)


def _row(values: Facts, row: str) -> str:
    if f"{row}.side" not in values:
        raise EditError("name", "It is no longer here; somebody has taken it away.")
    return row


def _changes(values: Facts, row: str, fields: Mapping[str, Any]) -> tuple[Effect, ...]:
    changed = {name: value for name, value in fields.items() if values[f"{row}.{name}"] != value}
    if not changed:
        raise EditError("name", f"{values[f'{row}.name']}: it stands so already, nothing would change.")
    return sets(row, changed)
