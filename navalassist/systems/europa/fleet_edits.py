"""Naval units and groups entered by hand: added, changed, taken away, joined to a group, brought to a port.

Nothing here writes. Inputs come as a form has them and leave as an `Edit`; `EditError` names the field.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any

from pydantic import Field, ValidationError

from navalassist.engine import Effect, Set, create
from navalassist.engine.forms import Choices
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.reader import rows_in
from navalassist.engine.shapes import Form
from navalassist.play.write.edits import Edit, EditError, name_typed, one_line, sets
from navalassist.rules.europa.naval_units import NavalUnit, UnitKind, half_of
from navalassist.rules.europa.strips import night_left
from navalassist.rules.europa.words import Side
from navalassist.systems.europa import entered, fleet, fleet_marks
from navalassist.systems.europa.fleet import GROUP, OFF, SUNK, UNIT, WITHDRAWN, place_of
from navalassist.systems.europa.places import places
from navalassist.systems.europa.theatres import ports_shown, zones_shown
from navalassist.taskforces.models import NavalGroup, TaskForce

Facts = Mapping[str, Any]
APART = {OFF: "not in play", WITHDRAWN: "withdrawn", SUNK: "sunk"}
REVERSE_WORDS = "Empty: half for a task force or transport, else none. 0: it has none."
# Only Soviet ones are told apart by a rule (36.F.1).
NATIONS = ("Italian", "German", "Romanian", "British", "American", "French", "Soviet", "Greek", "Dutch", "Polish")
HEX_SHAPE = "write a hex as sheet, colon and four digits, such as 18A:2010"


def unit_places(values: Facts | None) -> list[tuple[str, str]]:
    """Where a unit may be: in a group, in a port, or out of play."""
    facts = values or {}
    groups = sorted((str(facts[f"{row}.name"]), row) for row in rows_in(facts, GROUP))
    return [("", "choose"), *((row, f"in {name}") for name, row in groups), *port_places(values), *APART.items()]


def places_of_side(values: Facts | None, side: Side) -> list[tuple[str, str]]:
    """Where a unit of this side may be: in one of its groups, in a port that the enemy does not own, or out of play."""
    return [(place, name) for place, name in unit_places(values) if not _is_of_enemy(values or {}, place, side)]


def _is_of_enemy(values: Facts, place: str, side: str) -> bool:
    kind = place.partition(":")[0]
    owner = values.get(f"{place}.{'side' if kind == GROUP else 'owner'}", "")
    return owner == Side(side).enemy.value


def port_places(values: Facts | None) -> list[tuple[str, str]]:
    """Every port that the campaign shows, by name; None: every port."""
    ports = places().ports.values() if values is None else ports_shown(values)
    return sorted(((f"port:{port.key}", port.name) for port in ports), key=lambda choice: choice[1])


def group_places(values: Facts | None) -> list[tuple[str, str]]:
    """Where a group may be, beside a hex that is written."""
    return [("", "at sea, in the hex below"), ("canal:kiel", "in the Kiel canal"), *port_places(values)]


def zone_choices(values: Facts | None) -> list[tuple[str, str]]:
    """No sea zone, or one of those that the campaign shows."""
    shown = places().zones.values() if values is None else zones_shown(values)
    return [("", "not said"), *((zone.key, zone.short) for zone in shown)]


def nations(values: Facts | None) -> list[tuple[str, str]]:
    """Nations that have fleets, and those that stand on units already."""
    kept = {str(values[f"{row}.nation"]) for row in rows_in(values, UNIT)} if values else set()
    return [("", "not said"), *((name, name) for name in (*NATIONS, *sorted(kept - {*NATIONS, ""})))]


class UnitForm(Form):
    """What is typed for a naval unit."""

    side: Annotated[Side, Field(title="Side")]
    name: Annotated[str, Field(title="Name on the counter")]
    kind: Annotated[UnitKind, Field(title="What it is")] = UnitKind.TASK_FORCE
    strength: Annotated[int, Field(ge=1, le=99, title="Strength points, full side")]
    reverse: Annotated[int | None, Field(ge=0, le=98, title="On the half-strength side", description=REVERSE_WORDS)] = (
        None
    )
    place: Annotated[str, Field(title="Where it is"), Choices(unit_places)]
    hits: Annotated[int, Field(ge=0, le=99, title="Hits on it")] = 0
    flipped: Annotated[bool, Field(title="A task force's half-strength side is up")] = False
    refit: Annotated[bool, Field(title="In refit")] = False
    code_c_fighter: Annotated[bool, Field(title="Has a code C fighter aboard")] = False
    mines: Annotated[int, Field(ge=0, le=99, title="Mine points carried")] = 0
    nation: Annotated[str, Field(title="Nation"), Choices(nations)] = ""
    organisation: Annotated[str, Field(title="Organisation of its aircraft")] = ""
    arrives: Annotated[str, Field(title="Arrives by the order of battle", description="A turn: 1941-05-1.")] = ""
    leaves: Annotated[str, Field(title="Leaves by the order of battle")] = ""


class GroupForm(Form):
    """What is typed for a naval group that is there."""

    name: Annotated[str, Field(title="Name of the group")]
    place: Annotated[str, Field(title="Where it is"), Choices(group_places)] = ""
    hex: Annotated[str, Field(title="Hex, at sea", description="As 18A:2010.")] = ""
    zone: Annotated[str, Field(title="Sea zone"), Choices(zone_choices)] = ""


def add_unit(values: Facts, typed: Mapping[str, Any]) -> Edit:
    """A new naval unit."""
    key = uuid.uuid4().hex
    fields = _unit_fields(values, key, typed)
    _check_side(values, str(fields["place"]), str(fields["side"]))
    made = create(f"{UNIT}:{key}", **TaskForce.new_facts(**fields))
    return Edit("unit.add", f"{fields['name']} added", (made,))


def change_unit(values: Facts, key: str, typed: Mapping[str, Any]) -> Edit:
    """A naval unit becomes what was typed; the group that it leaves goes with its last unit."""
    row = _row(values, UNIT, key)
    fields = _unit_fields(values, key, typed)
    if fields["place"] != values[f"{row}.place"]:
        _check_side(values, str(fields["place"]), str(fields["side"]))
        _check_meets(values, key, str(fields["place"]))
    changed = {name: value for name, value in fields.items() if values[f"{row}.{name}"] != value}
    if not changed:
        raise EditError("name", f"{fields['name']}: it stands so already, nothing would change.")
    left = _goes(values, key, str(changed["place"])) if "place" in changed else ()
    return Edit("unit.change", f"{fields['name']} changed", (*sets(row, changed), *left))


def place_unit(values: Facts, key: str, place: str, because: str = "") -> Edit:
    """A naval unit joins a group where both are, comes to a port, or leaves play. because: why it is put right so."""
    row = _row(values, UNIT, key)
    name, side = str(values[f"{row}.name"]), str(values[f"{row}.side"])
    if not place or place not in dict(unit_places(values)):
        raise EditError("place", f"{name}: choose where it goes of the list.")
    if values[f"{row}.place"] == place:
        raise EditError("place", f"{name}: it is there already.")
    _check_side(values, place, side)
    if not because:
        _check_meets(values, key, place)
    up = int(values[f"{row}.reverse" if values[f"{row}.flipped"] else f"{row}.strength"])
    _check_afloat(name, int(values[f"{row}.hits"]), up, place)
    where = dict(unit_places(values))[place]
    return Edit("unit.place", f"{name}: {where}", (Set(f"{row}.place", place), *_goes(values, key, place)))


def remove_unit(values: Facts, key: str) -> Edit:
    """A naval unit is taken out of the campaign."""
    row = _row(values, UNIT, key)
    name = values[f"{row}.name"]
    gone = (*fleet_marks.gone(values, row), *_end(values, _emptied(values, {key})))
    return Edit("unit.remove", f"{name} taken away", gone)


def form_group(values: Facts, name: str, units: Collection[str], key: str = "") -> Edit:
    """Naval units of one place sail together from now on; what parts from a group at sea keeps its moves.

    key: of the group, where it must be a certain one.
    """
    name = name_typed(name)
    if not units:
        raise EditError("units", "Naval units: choose at least one.")
    rows = [_row(values, UNIT, key) for key in units]
    sides = {str(values[f"{row}.side"]) for row in rows}
    stand = {place_of(values, key) for key in units}
    if len(sides) > 1:
        raise EditError("units", "Naval units: those of one side sail together.")
    if len(stand) > 1:
        raise EditError("units", "Naval units: choose those that are in one place.")
    place = stand.pop()
    if place in APART:
        raise EditError("units", f"Naval units: these are {APART[place]}; bring them to a port first.")
    row = f"{GROUP}:{key or uuid.uuid4().hex}"
    group, kept = _kept(values, rows)
    strip = fleet.strip_now(values, group) if group else ()
    lost = (effect for key in units for effect in entered.joins(values, key, row, strip))
    fields = NavalGroup.new_facts(side=sides.pop(), name=name, place=place, **kept)
    moved = tuple(Set(f"{unit}.place", row) for unit in rows)
    places, ended = {key: str(values[f"{UNIT}:{key}.place"]) for key in units}, _emptied(values, set(units))
    marks = (*fleet_marks.parted(values, places, ended, row), *lost)
    return Edit("group.form", f"{name} formed", (create(row, **fields), *marks, *moved, *_end(values, ended)))


def change_group(values: Facts, key: str, typed: Mapping[str, Any]) -> Edit:
    """The name and the place of a naval group, entered by hand: no MPs, no fuel."""
    row = _row(values, GROUP, key)
    place = str(typed["place"])
    fields = {"name": name_typed(typed["name"]), "place": place or _hex(typed["hex"]), "zone": str(typed["zone"])}
    changed = {name: value for name, value in fields.items() if values[f"{row}.{name}"] != value}
    if not changed:
        raise EditError("name", f"{fields['name']}: it stands so already, nothing would change.")
    return Edit("group.change", f"{fields['name']} changed", sets(row, changed))


def end_group(values: Facts, key: str) -> Edit:
    """A naval group in port is a group no more: its units lie there by themselves."""
    row = _row(values, GROUP, key)
    name, place = str(values[f"{row}.name"]), str(values[f"{row}.place"])
    if not place.startswith("port:"):
        raise EditError("place", f"{name}: it is at sea. Bring it to a port first, or let its units join another.")
    units = [unit for unit in rows_in(values, UNIT) if values[f"{unit}.place"] == row]
    ashore = (Set(f"{unit}.place", place) for unit in units)
    return Edit("group.end", f"{name} ended", (*ashore, *fleet_marks.gone(values, row)))


def _kept(values: Facts, units: Iterable[str]) -> tuple[str, dict[str, Any]]:
    """The group that the units part from, its zone and moves: of several, the one with least left to do by night."""
    places = (str(values[f"{unit}.place"]) for unit in units)
    groups = [place for place in dict.fromkeys(places) if place.startswith(f"{GROUP}:")]
    if not groups:
        return "", {}
    group = max(groups, key=lambda row: _spent(values, row.partition(":")[2]))
    kept = {name: values[f"{group}.{name}"] for name in ("zone", "began", "strip", "strip_of")}
    return group.partition(":")[2], kept


def _spent(values: Facts, group: str) -> tuple[int, int, int]:
    """How much of its phase a group has used: by night for good, by night for now, and all its MPs (36.A.2)."""
    strip = fleet.strip_now(values, group)
    left = night_left(strip)
    return -left.phase, -left.now, sum(move.mps for move in strip)


def _emptied(values: Facts, leaving: Collection[str]) -> tuple[str, ...]:
    """The groups that lose their last unit."""
    before = {str(values[f"{UNIT}:{key}.place"]) for key in leaving}
    groups = {place for place in before if place.startswith(f"{GROUP}:")}
    stay = {str(values[f"{row}.place"]) for row in rows_in(values, UNIT) if row.partition(":")[2] not in leaving}
    return tuple(group for group in sorted(groups - stay) if f"{group}.side" in values)


def _end(values: Facts, groups: Iterable[str]) -> Iterable[Effect]:
    """Groups that are no more."""
    return (effect for group in groups for effect in fleet_marks.gone(values, group))


def _goes(values: Facts, key: str, place: str) -> tuple[Effect, ...]:
    """What goes with a unit that goes elsewhere: marks, and the group whose last unit it was."""
    row = f"{UNIT}:{key}"
    marks = fleet_marks.out_of_play(values, row) if place in (OFF, WITHDRAWN) else entered.leaves(values, key)
    if place.startswith(f"{GROUP}:"):
        marks += (*fleet_marks.joined(values, key, place), *_one_strip(values, key, place))
    return (*marks, *_end(values, _emptied(values, {key})))


def _one_strip(values: Facts, unit: str, to: str) -> tuple[Effect, ...]:
    """The strip of a group that a unit joins: of both the one with less left to do; the others' ways are lost."""
    group, before = to.partition(":")[2], str(values[f"{UNIT}:{unit}.place"])
    own = before.partition(":")[2] if before.startswith(f"{GROUP}:") else ""
    if not own or _spent(values, own) <= _spent(values, group):
        return entered.joins(values, unit, to, fleet.strip_now(values, group))
    strip = fleet.strip_now(values, own)
    others = [row.partition(":")[2] for row in rows_in(values, UNIT) if values[f"{row}.place"] == to]
    lost = (effect for other in others for effect in entered.joins(values, other, to, strip))
    return (*sets(to, {name: values[f"{before}.{name}"] for name in ("began", "strip", "strip_of")}), *lost)


def _unit_fields(values: Facts, key: str, typed: Mapping[str, Any]) -> dict[str, Any]:
    fields = {**typed, "name": name_typed(typed["name"]), "side": str(typed["side"]), "kind": str(typed["kind"])}
    fields |= {name: one_line(typed[name], 20 if name != "organisation" else 30, name) for name in SHORT}
    if fields["reverse"] is None:
        fields["reverse"] = half_of(fields["strength"], UnitKind(fields["kind"]))
    shape = {name: fields[name] for name in ("name", "side", "kind", "strength", "reverse", "flipped", "hits")}
    try:
        unit = NavalUnit(key=key, **shape)
    except ValidationError as error:
        words = str(error.errors()[0]["msg"]).removeprefix("Value error, ")
        raise EditError("reverse", f"{fields['name']}: {words}.") from None
    if unit.flipped and unit.kind is not UnitKind.TASK_FORCE:
        words = f"{unit.name}: only a task force has its half-strength side up for good; type its hits."
        raise EditError("flipped", words, "36.F.3")
    _check_afloat(unit.name, unit.hits, unit.side_up, str(fields["place"]))
    return fields


SHORT = ("nation", "organisation", "arrives", "leaves")


def _check_afloat(name: str, hits: int, up: int, place: str) -> None:
    """With as many hits as the side that is up has points a unit is sunk, and stays so until its hits are changed."""
    if hits >= up and place != SUNK:
        words = f"{name}: {hits} hits sink it; leave it sunk, or change its hits first."
        raise EditError("hits", words, "36.F.3")


def _check_side(values: Facts, place: str, side: str) -> None:
    """Nobody joins a group of the enemy, or lies in a port that the enemy owns."""
    if place.startswith(f"{GROUP}:") and values.get(f"{place}.side") != side:
        raise EditError("place", "Where it is: choose a group of its own side.")
    if _is_of_enemy(values, place, side):
        name = fleet.place_words(values, place)
        raise EditError("place", f"Where it is: {name} belongs to the other side; choose another port.", "36.B")


def _check_meets(values: Facts, key: str, place: str) -> None:
    """A unit in play joins a group only where both are, and sails to a port as a group does."""
    here = place_of(values, key)
    there = str(values[f"{place}.place"]) if place.startswith(f"{GROUP}:") else place
    if here in APART or there in APART or here == there:
        return
    name = values[f"{UNIT}:{key}.name"]
    is_at, goes_to = (fleet.place_words(values, stand) for stand in (here, there))
    how = "it joins where both are" if place.startswith(f"{GROUP}:") else "it sails there in a group"
    text = f"{name} is in {is_at}, and that is {goes_to}: {how}. To put a slip right, say why."
    raise EditError("place", text, "36.A")


def _hex(text: Any) -> str:
    try:
        return f"hex:{Hex.of(str(text))}"
    except ValueError:
        raise EditError("hex", f"Hex: {HEX_SHAPE}, or choose a port.") from None


def _row(values: Facts, kind: str, key: str) -> str:
    row = f"{kind}:{key}"
    if f"{row}.side" not in values:
        raise EditError("unit", "It is no longer here; somebody has taken it away.")
    return row
