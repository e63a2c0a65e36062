"""What scenarios of Europa are made of: their parts, and what of a row has to fit the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from navalassist.engine import Create
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.parts import Facts, Part, Rows, RowsOf, ScenarioParts
from navalassist.systems.europa import scenario_rows, setup, theatres
from navalassist.systems.europa.fleet import GROUP, OFF, SUNK, UNIT, WITHDRAWN
from navalassist.systems.europa.places import places

GROUP_FIELDS = ("side", "name", "place", "zone")
UNIT_FIELDS = (
    *("side", "name", "kind", "nation", "strength", "reverse", "flipped", "hits", "code_c_fighter", "place"),
    *("arrives", "leaves", "refit", "mines", "organisation"),
)
FLEETS = (RowsOf("group", GROUP_FIELDS), RowsOf("task-force", UNIT_FIELDS))
CONDITIONS = (RowsOf("condition", adds=False),)
POINTS = (RowsOf("ledger", adds=False), RowsOf("account", by_side=True))
HISTORY = "as in history"
PORT_FIELDS = ("owner", "kind", "operational", "ever_allied", "owner_source", "map_reference")
PARTS = (
    Part("ports", "Ports", (RowsOf("port", PORT_FIELDS, adds=False),), "setup/ports/", begins=HISTORY),
    Part("conditions", "Conditions of the war", CONDITIONS, "setup/conditions/", begins=HISTORY),
    Part("malta", "Malta", (RowsOf("malta", adds=False), RowsOf("malta-stock")), "setup/malta/"),
    Part("zones", "Sea zones", (RowsOf("zone", ("interference", "declared", "hits"), adds=False),), "setup/zones/"),
    Part("fleets", "Fleets", FLEETS, "fleet/", "No naval units"),
    Part("transports", "Transports and stocks", (RowsOf("roster", by_side=True),), "board/roster/", "None are counted"),
    Part("air", "Air units", (RowsOf("air-unit"),), "air/", "No air units"),
    Part("mines", "Mines", (RowsOf("mines"),), "mines/", "No mines"),
    Part("ledgers", "Ledgers", POINTS, "ledgers/", begins="at 0 points"),
    Part("rulings", "Rulings", (RowsOf("ruling", adds=False),), "setup/rulings/"),
)
OUT = (OFF, WITHDRAWN, SUNK, "canal:kiel")


def base(turn: str, given: Rows) -> Iterator[Create]:
    """The rows of a new campaign of a turn, with the waters that a file plays."""
    waters = given.get(theatres.ROW, {}).get("value", theatres.PLAIN)
    return setup.rows(None, {}, str(waters), turn)


def complete(row: str, fields: Mapping[str, Any], said: str) -> dict[str, Any]:
    """With the owner of a port its source, and what an Allied owner says of it once and for all (33.B.8.a)."""
    found = dict(fields)
    if row.startswith("port:") and "owner" in fields:
        found.setdefault("owner_source", f"{str(fields['owner']).capitalize()}. {said}".strip())
        if fields["owner"] == "allied":
            found["ever_allied"] = True
    return found


def check(facts: Facts, row: str) -> str:
    """What of a row doesn't fit the others, in words."""
    kind, _, key = row.partition(":")
    if kind == "condition":
        return _condition(key, facts[f"{row}.value"])
    if wrong := scenario_rows.unfit(facts, row):
        return wrong
    zone = facts.get(f"{row}.zone", "") if kind in ("air-unit", "group", "mines") else ""
    if zone and zone not in places().zones:
        return f"zone: there is no sea zone {zone}; known are {', '.join(places().zones)}"
    if kind in (UNIT, GROUP):
        return _place(facts, row, OUT if kind == UNIT else OUT[-1:])
    port = facts.get(f"{row}.port", "") if kind == "roster" else ""
    return f"port: there is no port {port}" if port and f"port:{port}.owner" not in facts else ""


def _condition(key: str, value: Any) -> str:
    known = places().conditions.get(key)
    if known is None or any(value is one or (value == one and type(value) is type(one)) for one in known.values):
        return ""
    words = ", ".join(str(one).lower() if isinstance(one, bool) else one for one in known.values)
    return f"value: choose one of {words}"


def _place(facts: Facts, row: str, out: tuple[str, ...]) -> str:
    """What is wrong with where a unit or a group is: a unit may be in a group of its own side."""
    place, is_unit = str(facts[f"{row}.place"]), row.startswith(f"{UNIT}:")
    kind, _, key = place.partition(":")
    if place in out or (kind == "port" and f"{place}.owner" in facts):
        return ""
    if kind == GROUP and is_unit and f"{place}.place" in facts:
        whose = facts[f"{place}.side"]
        return "" if whose == facts[f"{row}.side"] else f"place: {place} is a group of the {str(whose).capitalize()}"
    if kind == "hex":
        try:
            return "" if str(Hex.of(key)) == key else f"place: write the hex as {Hex.of(key)}"
        except ValueError as error:
            return f"place: {error}"
    fits = ", ".join(("port:<key>", *(("group:<key>",) if is_unit else ()), "hex:<sheet:hex>"))
    none = f"a group is in no {GROUP}" if kind == GROUP and not is_unit else f"there is no {place or 'such place'}"
    return f"place: {none}; it is {fits}, or one of {', '.join(out)}"


SCENARIOS = ScenarioParts(
    parts=PARTS,
    base=base,
    complete=complete,
    check=check,
    folder=Path(__file__).with_suffix(""),
)
