"""Rows of a scenario built as the rules read them, each under the key that its fields make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter, ValidationError

from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.parts import Facts
from navalassist.engine.shapes import Key
from navalassist.rules.europa import air_units
from navalassist.rules.europa.accounts import Account
from navalassist.rules.europa.mines import MOST_POINTS as MOST_MINES
from navalassist.rules.europa.mines import Belt
from navalassist.rules.europa.naval_units import NavalUnit
from navalassist.rules.europa.r36_malta import STOCK
from navalassist.systems.europa.board.roster import Place, ware_of
from navalassist.systems.europa.upkeep import INTERFERENCE_ZONES, MOST_HITS, MOST_POINTS, SOUTH_AEGEAN_DECLARED

KEYS: Final = TypeAdapter[str](Key)
DECLARES = SOUTH_AEGEAN_DECLARED.partition(".")[0]


class Fields(NamedTuple):
    """The fields of one row among all facts."""

    facts: Facts
    row: str

    def of(self, name: str) -> Any:
        """The value of a field."""
        return self.facts[f"{self.row}.{name}"]


def unfit(facts: Facts, row: str) -> str:
    """What of a row the rules could not read, in words; '' where they can."""
    kind = row.partition(":")[0]
    if (read := KINDS.get(kind)) is None:
        return ""
    try:
        read(row, Fields(facts, row))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        words = first["msg"].removeprefix("Value error, ")
        return f"{first['loc'][0]}: {words}" if first["loc"] else words
    except ValueError as error:
        return str(error)
    return ""


def _of(fields: Fields, *names: str) -> dict[str, Any]:
    return {name: fields.of(name) for name in names}


def _is(row: str, right: str) -> None:
    if row != right:
        raise ValueError(f"its fields make the key {right.partition(':')[2]}")


def _at_most(fields: Fields, most: int, *names: str) -> None:
    for name in names:
        if fields.of(name) > most:
            raise ValueError(f"{name}: a whole number from 0 to {most}")


def _key(row: str) -> None:
    try:
        KEYS.validate_python(row.partition(":")[2])
    except ValidationError:
        raise ValueError("a key has letters, digits and dashes, and begins with a letter or digit") from None


def _hex(name: str, text: str) -> None:
    try:
        found = str(Hex.of(text))
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    if found != text:
        raise ValueError(f"{name}: write the hex as {found}")


def _belt(row: str, fields: Fields) -> None:
    _hex("hex", fields.of("hex"))
    if not 1 <= fields.of("points") <= MOST_MINES:
        raise ValueError(f"points: a whole number from 1 to {MOST_MINES}")
    _is(row, Belt(**_of(fields, "side", "hex", "points", "zone")).row)


def _account(row: str, fields: Fields) -> None:
    _is(row, Account(**_of(fields, "side", "what", "organisation", "balance", "sweeping")).row)


def _holding(row: str, fields: Fields) -> None:
    place = Place(fields.of("side"), fields.of("port"), ware_of(fields.of("what"), fields.of("label")))
    if fields.of("what") == "unit" and not place.ware.label:
        raise ValueError("label: a unit has its name")
    _is(row, place.row)


def _unit(row: str, fields: Fields) -> None:
    _key(row)
    NavalUnit(
        key=row.partition(":")[2],
        **_of(fields, "name", "side", "kind", "strength", "reverse", "flipped", "hits"),
    )
    _at_most(fields, MOST_MINES, "mines")


def _air_unit(row: str, fields: Fields) -> None:
    _key(row)
    place = fields.of("place") or air_units.Place.BOX.value
    air_units.AirUnit(key=row.partition(":")[2], **{n: fields.of(n) for n in AIR}, place=place)


AIR = tuple(name for name in air_units.FACT_NAMES if name not in ("zone", "place"))


def _zone(row: str, fields: Fields) -> None:
    _at_most(fields, MOST_HITS, "hits")
    if fields.of("interference") and row.partition(":")[2] not in INTERFERENCE_ZONES:
        raise ValueError(f"interference: it is of the zones {', '.join(INTERFERENCE_ZONES)} alone")
    if row != DECLARES and (fields.of("declared") or fields.of("hits")):
        raise ValueError(f"declared: {DECLARES.partition(':')[2]} alone is declared, and hit")


def _stock(row: str, fields: Fields) -> None:
    _is(row, STOCK)
    _at_most(fields, MOST_POINTS, "points", "nrp")


def _port(row: str, fields: Fields) -> None:
    if fields.of("map_reference"):
        _hex("map_reference", fields.of("map_reference"))


KINDS: Mapping[str, Callable[[str, Fields], None]] = {
    "account": _account,
    "air-unit": _air_unit,
    "group": lambda row, fields: _key(row),
    "malta-stock": _stock,
    "mines": _belt,
    "port": _port,
    "roster": _holding,
    "task-force": _unit,
    "zone": _zone,
}
