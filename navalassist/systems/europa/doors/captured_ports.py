"""36.B: ships in a port that an enemy has taken, and on a canal whose bank has fallen, each by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine import Outcome, Result
from navalassist.engine.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.engine.forms import Choices, FormErrors
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader, rows_in
from navalassist.engine.rows import key_of
from navalassist.engine.rule import Shown
from navalassist.engine.shapes import Form
from navalassist.play.systems import Target
from navalassist.rules.europa.naval_units import NavalUnit
from navalassist.rules.europa.r36_captured_port import AT_TABLE, CapturedPort, LostBank, Scuttled
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Owner, Side
from navalassist.systems.europa import fleet
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.fleet import GROUP, GROUPS, UNIT
from navalassist.systems.europa.fleet_marks import marks_on
from navalassist.systems.europa.mines import typed_hex

Facts = Mapping[str, Any]


def ships_in_ports(values: Facts) -> list[tuple[str, str]]:
    """(port, side) of every port with naval units of a side in it."""
    found = set()
    for row in rows_in(values, UNIT):
        place = fleet.place_of(values, key_of(row))
        if place.startswith("port:"):
            found.add((key_of(place), str(values[f"{row}.side"])))
    return sorted(found)


def port_choices(values: Facts | None) -> list[tuple[str, str]]:
    """(`naples/axis`, `Naples, Allied-owned: 2nd Squadron, Zara (Axis)`), taken ports first."""
    found = [(port, side, str((values or {})[f"port:{port}.owner"])) for port, side in ships_in_ports(values or {})]
    found.sort(key=lambda one: one[2] == one[1])
    return [(f"{port}/{side}", _words(values or {}, port, side, owner)) for port, side, owner in found]


def _words(values: Facts, port: str, side: str, owner: str) -> str:
    ships = ships_words(values, port, side)
    return f"{values[f'port:{port}.name']}, {owner.capitalize()}-owned: {ships} ({Side(side).label})"


def ships_words(values: Facts, port: str, side: str) -> str:
    """The names of a side's ships in a port: `2nd Squadron, Zara`."""
    here = (row for row in rows_in(values, UNIT) if fleet.place_of(values, key_of(row)) == f"port:{port}")
    return ", ".join(sorted(str(values[f"{row}.name"]) for row in here if values[f"{row}.side"] == side))


class PortForm(Form):
    """What is typed when a port with ships in it has fallen."""

    port: Annotated[str, Field(title="Port"), Choices(port_choices)]
    res: Annotated[
        int,
        Field(
            ge=0,
            le=99,
            title="Supported REs",
            description="Needed: those of the enemy that end the movement phase there; 0 if there are none.",
        ),
    ]
    drawn: Annotated[
        str,
        Field(
            title="Drawn at your table",
            description="Names of ships and forces, one for each RE, with commas between. Empty: they are drawn here. "
            "The receipt says that you drew them.",
        ),
    ] = ""
    inland: Annotated[bool, Field(title="It is an inland port: nothing escapes")] = False
    hex: Annotated[str, Field(title="Hex of the port", description="Where it is not known, as 26:2110.")] = ""
    because: Because = ""


class BankForm(Form):
    """What is typed when a bank has fallen."""

    group: Annotated[str, Field(title="Naval group"), GROUPS]
    taken: Annotated[bool, Field(title="An enemy unit owns a hex beside the hexside")] = False
    on_river: Annotated[bool, Field(title="The group is on a river")] = False
    because: Because = ""


@DOORS.situation("ships-scuttled", form=PortForm)
def captured_port(reader: Reader, target: Target) -> BaseModel:
    """The port, the ships in it and their groups, and what was typed."""
    port, _, of = target["port"].partition("/")
    side, row = Side(of), reader.fields(f"port:{port}", "name", "owner", "zones")
    groups = _groups_in(reader, port, side)
    units = (*_alone_in(reader, port, side), *(unit for _, inside in groups for unit in inside))
    refit = tuple(unit.key for unit in units if reader[f"{UNIT}:{unit.key}.refit"])
    trapped = target["inland"] or len(refit) == len(units)
    return CapturedPort(
        side=side,
        port=port,
        name=row["name"],
        owner=Owner(row["owner"]),
        units=units,
        refit=refit,
        inland=target["inland"],
        res=target["res"],
        drawn=_drawn(target["drawn"], units),
        hex=None if trapped else _hex(reader, port, target["hex"]),
        zone=str(next(iter(row["zones"]), "")),
        groups=tuple((key, tuple(unit.key for unit in inside)) for key, inside in groups),
        marks=tuple(mark for key, _ in groups for mark in marks_on(reader.state.values, f"{GROUP}:{key}")),
        escaped=_free_key(reader, f"escaped-{port}-{reader['campaign:clock.turn']}"),
        because=target["because"],
    )


def _alone_in(reader: Reader, port: str, side: Side) -> tuple[NavalUnit, ...]:
    """The units that lie in the port in no group."""
    found = (fleet.unit_of(reader, key) for key in fleet.keys_at(reader.state, f"port:{port}"))
    return tuple(unit for unit in found if unit.side is side)


def _groups_in(reader: Reader, port: str, side: Side) -> list[tuple[str, tuple[NavalUnit, ...]]]:
    """The side's groups in the port, each with its units."""
    values = reader.state.values
    rows = [row for row in reader.state.rows(GROUP) if values[f"{row}.place"] == f"port:{port}"]
    keys = [row.partition(":")[2] for row in rows if values[f"{row}.side"] == side]
    for key in keys:
        fleet.group_row(reader, key)
    return [(key, fleet.units_of(reader, key)) for key in keys]


def _hex(reader: Reader, port: str, typed: str) -> Hex:
    if typed:
        return typed_hex(typed)
    found = fleet.hex_of(reader.state.values, f"port:{port}")
    if found is None:
        raise FormErrors({"hex": "nobody knows the hex of this port: type it, for what escapes is at sea there"})
    reader[f"port:{port}.map_reference"]
    return found


def _drawn(text: str, units: tuple[NavalUnit, ...]) -> tuple[str, ...]:
    """The units that somebody named, as keys."""
    names = {unit.name.casefold(): unit.key for unit in units}
    found = []
    for name in filter(None, (part.strip() for part in text.split(","))):
        if name.casefold() not in names:
            raise FormErrors({"drawn": f"no unit in this port is called {name}"})
        found.append(names[name.casefold()])
    return tuple(found)


def _free_key(reader: Reader, key: str) -> str:
    """A key that no group has."""
    number, free = 2, key
    while f"{GROUP}:{free}.side" in reader.state.values:
        number, free = number + 1, f"{key}-{number}"
    return free


@DOORS.situation("scuttled-on-canal", form=BankForm)
def lost_bank(reader: Reader, target: Target) -> BaseModel:
    """The group, and what was ticked."""
    key = target["group"]
    row = fleet.group_row(reader, key)
    return LostBank(
        side=Side(row["side"]),
        group=key,
        name=row["name"],
        place=row["place"],
        units=fleet.units_of(reader, key),
        marks=marks_on(reader.state.values, f"{GROUP}:{key}"),
        **{name: target[name] for name in ("taken", "on_river", "because")},
    )


@DOORS.shows("ships-scuttled")
def shown_of_a_port(facts: Facts, port: CapturedPort, result: Result[Outcome[Scuttled]]) -> Shown:
    """In a closed campaign everybody learns of the port, and how many ships and points went down there."""
    fields: dict[str, Any] = {"side": port.side.value, "port": port.name}
    if result.value is None:
        return Shown(fields)
    found = result.value.result
    fields |= {"scuttled": found.scuttled + found.trapped, "dice_thrown": found.thrown}
    return Shown({**fields, "lots": AT_TABLE} if found.lots else fields)


@DOORS.duty(*TURN.steps_of("ships-scuttled"))
def ships_caught(now: Now) -> Iterator[Duty]:
    """Ships in a port that an enemy owns."""
    for port, side in () if now.ahead else ships_in_ports(now.facts):
        owner = now.facts.get(f"port:{port}.owner")
        if owner not in list(Side) or owner == side:
            continue
        name = str(now.facts[f"port:{port}.name"])
        yield by_rule(
            "ships-scuttled",
            f"{Side(side).label} ships in {name}: scuttle or escape",
            f"port={port}/{side}",
            small=f"{name} is {Side(str(owner)).label}-owned; there: {ships_words(now.facts, port, side)}",
            kind=Kind.DUE,
            seat=side,
            done="",
            passes=(Passed(f"{port}/{side}", f"{Side(side).label} ships in {name}", "captured port"),),
        )


@DOORS.duty(*TURN.steps_of("scuttled-on-canal"))
def bank_lost(now: Now) -> Iterator[Duty]:
    """A group in a canal whose bank may fall."""
    for row in () if now.ahead else now.state.rows(GROUP):
        if str(now.facts.get(f"{row}.place", "")).startswith("canal:"):
            query = f"group={row.partition(':')[2]}&taken=on"
            small = f"{now.facts[f'{row}.name']}, when a bank has fallen"
            yield by_rule("scuttled-on-canal", small=small, query=query, seat=str(now.facts[f"{row}.side"]))
