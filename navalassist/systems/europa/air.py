"""Air units that a campaign keeps: what a status reads of them, inputs by hand, and the end of their missions (33.C).

Nothing here writes. Inputs come as text and leave as an `Edit`; `EditError` names the field and what would be right.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from navalassist.engine import Effect, Remove, Set, create
from navalassist.engine.reader import Reader, rows_in
from navalassist.rules.europa.air_units import (
    FACT_NAMES,
    KIND,
    MOST_HEXES,
    MOST_TBF,
    MOST_UNITS,
    AirUnit,
    Nature,
    Place,
    unit_of,
)
from navalassist.rules.europa.amounts import res_text
from navalassist.rules.europa.words import Side, Step
from navalassist.systems.europa.places import places
from navalassist.systems.europa.upkeep import Edit, EditError, whole

Facts = Mapping[str, Any]
HOME = ""
PLACES = {**{place.value: place.label for place in Place}, HOME: "at its base"}
NAME_LENGTH = 60
MISSIONS = (Place.PATROL.value, Place.STRIKE.value)


def air_rows(values: Facts) -> list[str]:
    """The air units among facts, as row keys: `air-unit:4f…`."""
    return rows_in(values, KIND)


def air_keys(values: Facts, rows: Iterable[str], zones: Collection[str]) -> tuple[str, ...]:
    """The facts of the units that fly in these zones: what the zones' statuses read of them."""
    flying = (row for row in rows if values[f"{row}.place"] != HOME and values[f"{row}.zone"] in zones)
    return tuple(f"{row}.{name}" for row in flying for name in FACT_NAMES)


def air_read(reader: Reader, zones: Collection[str]) -> tuple[str, ...]:
    """The same from a campaign."""
    return air_keys(reader.state.values, reader.state.rows(KIND), zones)


def units_of(values: Facts, zone: str) -> list[tuple[AirUnit, str]]:
    """The units kept in a zone, with their places, as they were entered; those at their bases too."""
    rows = [row for row in air_rows(values) if values[f"{row}.zone"] == zone]
    found = []
    for row in rows:
        # A unit at its base has no place that rules know: it is read as it would be in the box.
        told = {**{f"{row}.{name}": values[f"{row}.{name}"] for name in FACT_NAMES}}
        place = told[f"{row}.place"]
        told[f"{row}.place"] = place or Place.BOX.value
        found.append((unit_of(told, row), str(place)))
    return found


def missions_over(values: Facts, step: str) -> tuple[Effect, ...]:
    """With a naval step the missions end that were flown in it; what stands in a box stays (R-61)."""
    if not Step(step).is_naval:
        return ()
    return tuple(Set(f"{row}.place", HOME) for row in air_rows(values) if values[f"{row}.place"] in MISSIONS)


# Inputs by hand


def add(values: Facts, typed: Mapping[str, str]) -> Edit:
    """A new air unit in a zone."""
    fields = fields_of(typed)
    _check_room(values, fields["zone"], fields["place"], "")
    row = f"{KIND}:{uuid.uuid4().hex}"
    return Edit("air.add", f"Air unit added, {_where(fields)}", (create(row, **fields),))


def change(values: Facts, key: str, typed: Mapping[str, str]) -> Edit:
    """An air unit becomes what was typed."""
    row = unit_row(values, key)
    fields = fields_of(typed)
    _check_room(values, fields["zone"], fields["place"], row)
    changed = {name: value for name, value in fields.items() if values[f"{row}.{name}"] != value}
    if not changed:
        raise EditError("name", f"{fields['name']}: it stands so already, nothing would change.")
    return Edit("air.change", f"{fields['name']} changed", _sets(row, changed))


def move(values: Facts, key: str, place: str) -> Edit:
    """An air unit goes to another place of its zone: the box, a mission, or its base."""
    row = unit_row(values, key)
    name, zone = str(values[f"{row}.name"]), str(values[f"{row}.zone"])
    _check_place(place)
    if values[f"{row}.place"] == place:
        raise EditError("place", f"{name}: it is there already.")
    _check_room(values, zone, place, row)
    return Edit("air.move", f"{name}: {_where({'zone': zone, 'place': place})}", _sets(row, {"place": place}))


def remove(values: Facts, key: str) -> Edit:
    """An air unit is taken out of the campaign."""
    row = unit_row(values, key)
    return Edit("air.remove", f"{values[f'{row}.name']} taken away", (Remove(row),))


def unit_row(values: Facts, key: str) -> str:
    """`air-unit:<key>`. EditError for a unit that is not there."""
    row = f"{KIND}:{key}"
    if f"{row}.side" not in values:
        raise EditError("unit", "This air unit is no longer here; somebody has taken it away.")
    return row


def fields_of(typed: Mapping[str, str]) -> dict[str, Any]:
    """All fields of an air unit from what was typed."""
    text = {name: str(typed.get(name, "")).strip() for name in FACT_NAMES}
    if text["side"] not in list(Side):
        raise EditError("side", "Side: choose Axis or Allied.")
    name = " ".join("".join(c if c.isprintable() else " " for c in text["name"]).split())
    if not name or len(name) > NAME_LENGTH:
        raise EditError("name", f"Name: type what the counter is called, at most {NAME_LENGTH} characters.")
    if text["nature"] not in list(Nature):
        raise EditError("nature", f"Type: choose one of {', '.join(nature.label for nature in Nature)}.")
    if text["zone"] not in places().zones:
        raise EditError("zone", "Sea zone: choose one of the list.")
    _check_place(text["place"])
    fighter = bool(text["fighter"])
    return {
        "side": text["side"],
        "name": name,
        "nature": text["nature"],
        "fighter": fighter,
        "tbf": res_text(_tbf(text["tbf"] or ("0" if fighter else ""))),
        "range": whole(text["range"], "range", "Range", 0, MOST_HEXES),
        "zone": text["zone"],
        "place": text["place"],
        "hexes_to_base": _hexes(text["hexes_to_base"]) if fighter else 0,
    }


def _hexes(text: str) -> int:
    return whole(text, "hexes_to_base", "Hexes from its airbase", 0, MOST_HEXES) if text else 0


def _tbf(text: str) -> Decimal:
    plain = "".join(text.replace(",", ".").split())
    plain = plain.replace("½", ".5") if "." not in plain else plain
    try:
        number = Decimal(plain)
    except InvalidOperation:
        number = Decimal(-1)
    if not number.is_finite() or not 0 <= number <= MOST_TBF or number % Decimal("0.5"):
        words = f"TBF: type a number from 0 to {MOST_TBF}, in steps of one half; a fighter may have none."
        raise EditError("tbf", words)
    return number


def _check_place(place: str) -> None:
    if place not in PLACES:
        raise EditError("place", f"Place: choose one of {', '.join(PLACES.values())}.")


def _check_room(values: Facts, zone: str, place: str, but: str) -> None:
    """More units than a zone takes would leave it without a status."""
    rows = [row for row in air_rows(values) if row != but and values[f"{row}.zone"] == zone]
    if place != HOME and sum(values[f"{row}.place"] != HOME for row in rows) >= MOST_UNITS:
        raise EditError("zone", f"{places().zones[zone].short}: {MOST_UNITS} air units fly there, and no more can.")


def _where(fields: Mapping[str, Any]) -> str:
    return f"{PLACES[fields['place']]}, {places().zones[fields['zone']].short}"


def _sets(row: str, fields: Mapping[str, Any]) -> tuple[Effect, ...]:
    return tuple(Set(f"{row}.{name}", value) for name, value in fields.items())
