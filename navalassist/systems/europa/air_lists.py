"""Several air units in one input: a pasted list of counters, and last turn's missions flown once more (33.C)."""

from __future__ import annotations

import re
import uuid
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import Field

from navalassist.engine import Set, create
from navalassist.engine.shapes import Form
from navalassist.play.write.roster_paste import cells_of
from navalassist.rules.europa.air_units import KIND, MOST_UNITS, Nature
from navalassist.systems.europa.air import HOME, MISSIONS, PLACES, air_rows, fields_of
from navalassist.systems.europa.places import places
from navalassist.systems.europa.upkeep import Edit, EditError

Facts = Mapping[str, Any]
MOST_LINES = 40
NATURES = {
    **{nature.value: nature for nature in Nature},
    **dict.fromkeys(("none", "-", "not naval"), Nature.NON_NAVAL),
}
NUMBER, HEXES = re.compile(r"\d+(?:\.5|½)?|½"), re.compile(r"(\d+) ?hex(?:es)?")


class CounterForm(Form):
    """What a line of a table of counters has; side, zone and place of all are chosen beside it."""

    name: str = Field(title="Name")
    nature: Nature = Field(Nature.NON_NAVAL, title="Type")
    fighter: bool = Field(False, title="Fighter")
    tbf: str = Field("", title="TBF")
    range: str = Field(title="Range")
    hexes_to_base: str = Field("", title="Hexes from its airbase")


def as_table(text: str) -> str:
    """The text as a table with names of columns, which lines without such are made to. EditError for one that is none.

    A line without them has name, type, TBF, range; a fighter's may say `fighter`, and its hexes last.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not 1 <= len(lines) <= MOST_LINES:
        raise EditError("list", f"List: one counter a line, 1 to {MOST_LINES} of them; these are {len(lines)}.")
    if "name" in (cell.casefold() for cell in cells_of(lines[0])[0]):
        return text
    names = tuple(CounterForm.model_fields)
    rows = (_of_line(line) for line in lines)
    return "\n".join("\t".join(row) for row in (names, *(tuple(row[name] for name in names) for row in rows)))


def add_all(values: Facts, rows: Iterable[Mapping[str, Any]], where: Mapping[str, str]) -> Edit:
    """The counters of a table, all of them or none. where: side, zone and place of all. EditError for a full zone."""
    made = [counter(row, where) for row in rows]
    there = [row for row in air_rows(values) if values[f"{row}.zone"] == where["zone"] and values[f"{row}.place"]]
    if where["place"] != HOME and len(there) + len(made) > MOST_UNITS:
        name = places().zones[str(where["zone"])].short
        raise EditError("list", f"{name}: at most {MOST_UNITS} air units fly there, and {len(there)} do already.")
    effects = (create(f"{KIND}:{uuid.uuid4().hex}", **fields) for fields in made)
    names = ", ".join(str(fields["name"]) for fields in made)
    return Edit("air.add", f"{len(made)} air units added: {names[:120]}", tuple(effects))


def counter(row: Mapping[str, Any], where: Mapping[str, str]) -> dict[str, Any]:
    """All fields of the unit of a line. EditError names the field that does not fit."""
    told = {name: "on" if value is True else str(value or "") for name, value in row.items()}
    return fields_of({**told, "nature": str(Nature(row["nature"]).value), **where})


def _of_line(line: str) -> dict[str, str]:
    """`SM 79, V, 2, 20` or `Me 110C, fighter, 2, 12, 4 hexes`; a fighter's third number is its hexes."""
    name, *parts = (part.strip() for part in re.split(r"[,;\t]", line))
    words = [part.casefold() for part in parts]
    numbers = [part for part in words if NUMBER.fullmatch(part)]
    hexes = [found[1] for part in words if (found := HEXES.fullmatch(part))]
    fighter = "fighter" in words
    if fighter and len(numbers) == 1:
        numbers.insert(0, "0")
    nature = next((NATURES[word] for word in words if word in NATURES), Nature.NON_NAVAL)
    if fighter and not hexes and len(numbers) == len(("tbf", "range", "hexes")):
        hexes = [numbers.pop()]
    if len(numbers) != len(("tbf", "range")):
        right = "name, type, TBF and range, as in SM 79, V, 2, 20; of a fighter Me 110, fighter, 2, 12, 4 hexes"
        raise EditError("list", f"“{line[:60]}”: write {right}.")
    tbf, reach = numbers
    told = {"name": name, "nature": nature.value, "fighter": "yes" if fighter else "", "tbf": tbf, "range": reach}
    return {**told, "hexes_to_base": hexes[0] if hexes else ""}


def again(values: Facts, flown: Iterable[tuple[str, str, str]], side: str) -> list[tuple[str, str, str, str]]:
    """The missions of a side's last player turn: unit, zone, place, and why it can't be flown once more, '' if it can.

    flown: unit, zone and place of each, as the log tells them; of a unit the last one counts. Who was taken away is
    told by nothing that is left.
    """
    wanted = {unit: (zone, place) for unit, zone, place in flown if place in MISSIONS}
    there = [row for row in air_rows(values) if row in wanted and values[f"{row}.side"] == side]
    flying = Counter(str(values[f"{row}.zone"]) for row in air_rows(values) if values[f"{row}.place"] != HOME)
    found = []
    for row in there:
        zone, place = wanted[row]
        why = ""
        if (now := str(values[f"{row}.place"])) != HOME:
            why = f"it is {PLACES[now]}, {places().zones[str(values[f'{row}.zone'])].short}"
        elif flying[zone] >= MOST_UNITS:
            why = f"{MOST_UNITS} air units fly there, and no more can"
        flying[zone] += not why
        found.append((row, zone, place, why))
    return found


def as_before(values: Facts, flown: Iterable[tuple[str, str, str]], side: str) -> Edit:
    """The missions of a side's last player turn once more. EditError where none of them can be flown."""
    told = again(values, flown, side)
    can = [(row, zone, place) for row, zone, place, why in told if not why]
    if not can:
        raise EditError("act", "No air unit that is at its base flew a mission in the last player turn of its side.")
    effects = []
    for row, zone, place in can:
        effects += [Set(f"{row}.zone", zone)] if values[f"{row}.zone"] != zone else []
        effects.append(Set(f"{row}.place", place))
    words = ", ".join(f"{values[f'{row}.name']} {PLACES[place]}" for row, _, place in can)
    return Edit("air.move", f"As last turn: {words[:140]}", tuple(effects))
