"""33.F: the SLP count that a supply line's zones and danger zones add to the port that it runs from, by itself."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, Any
from urllib.parse import urlencode

from pydantic import BaseModel, Field

from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.forms import Choices, FormErrors
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader, Unknown
from navalassist.engine.shapes import Form
from navalassist.play.systems import Target
from navalassist.rules.europa.combat_zones import combat_zone
from navalassist.rules.europa.items import Leg
from navalassist.rules.europa.r33_supply import SupplyLine, slp_addition
from navalassist.rules.europa.r36_supply_path import MOST_HEXES as MOST_WAY
from navalassist.rules.europa.r36_supply_path import WayHex
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.board.routes import asks
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.doors.air import zone_choices
from navalassist.systems.europa.doors.supply_path import (
    LONGEST_WAY,
    far_or_near,
    groups_that_guard,
    hexes_of,
    in_danger_zones,
)
from navalassist.systems.europa.places import places
from navalassist.systems.europa.sea_way import zones_of_port
from navalassist.systems.europa.situations import port_place, status_facts
from navalassist.systems.europa.theatres import ports_shown

MOST_AIR, MOST_HEXES, MOST_STATUS = 99, 999, 15


def port_choices(facts: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """None yet, and the ports that the campaign shows with their names, by name; None: every port."""
    ports = places().ports.values() if facts is None else ports_shown(facts)
    return [("", "choose a port"), *sorted(((port.key, port.name) for port in ports), key=lambda choice: choice[1])]


def first_port(facts: Mapping[str, Any], side: str) -> str:
    """The first port by name that a side owns; '' for a side without any."""
    keys = [key for key, _ in port_choices(facts) if key]
    return next((key for key in keys if facts.get(f"port:{key}.owner") == side), "")


class SupplyLineForm(Form):
    """What is typed for a supply line."""

    side: Annotated[Side, Field(title="Whose supply line")]
    port: Annotated[str, Field(title="Port that it runs from"), Choices(port_choices)]
    zones: Annotated[
        tuple[str, ...],
        Field(title="Sea zones that it runs through", description="Any part of a zone counts, and each zone once."),
        Choices(zone_choices, many=True),
    ]
    hexes: Annotated[
        str,
        Field(
            title="Hexes to an Axis port",
            description="Allied line in the Western or Central Med (33.B.1.b): 20, or Western Med 20, Central Med 9. "
            "Empty: within 15.",
        ),
    ] = ""
    near_soviet_base: Annotated[
        bool, Field(title="Within 3 hexes of a Soviet naval base (Axis line in the Baltic)")
    ] = False
    status: Annotated[
        str, Field(title="Agreed status", description="Only where no table prints one (R-51): Black Sea 3.")
    ] = ""
    enemy_air: Annotated[
        str,
        Field(
            title="Enemy air, modified TBF",
            description="Only in zones where no air units are kept (33.C): 4, or Central Med 4.",
        ),
    ] = ""
    own_air: Annotated[str, Field(title="Own air, modified TBF", description="Likewise.")] = ""
    way: Annotated[
        str,
        Field(
            title="Hexes of the way",
            max_length=LONGEST_WAY,
            description="To find those in enemy danger zones (36.D.4): 18A:2010 2011 2112, the sheet goes on. "
            "Empty: nobody counts them.",
        ),
    ] = ""
    danger_slps: Annotated[
        int, Field(ge=0, le=99, title="SLPs for hexes in enemy danger zones", description="By your rules (R-39).")
    ] = 0
    because: Because = ""


def zone_named(text: str) -> Zone | None:
    """A zone from its key or name in any spelling that a page shows; None for another."""
    wanted = " ".join(text.split()).casefold()
    for zone in places().zones.values():
        if wanted in (zone.key, zone.name.casefold(), zone.short.casefold()):
            return Zone(zone.key)
    return None


def by_zone(text: str, most: int, zones: Collection[Zone]) -> dict[Zone, int]:
    """`Western Med 20, Central Med 9`, or a number alone where only one zone is asked. Unknown in words.

    zones: those of the line that ask this.
    """
    found: dict[Zone, int] = {}
    for part in (part.strip() for part in text.split(",") if part.strip()):
        read = re.fullmatch(r"(.*?)\s*:?\s*(\d{1,4})", part)
        if read is None or int(read[2]) > most:
            raise Unknown(f"{part!r} is no zone with a number from 0 to {most}; write for example Central Med 4")
        found[_zone_of(read[1], zones)] = int(read[2])
    return found


def _zone_of(name: str, zones: Collection[Zone]) -> Zone:
    if not zones:
        raise Unknown("no zone of this line asks for it; leave it empty")
    if not name:
        if len(zones) == 1:
            return next(iter(zones))
        raise Unknown(f"say for which zone, as in {_names(zones)} 4")
    zone = zone_named(name)
    if zone is None or zone not in zones:
        raise Unknown(f"{name!r} does not ask for it; of this line only {_names(zones)}")
    return zone


def _names(zones: Iterable[Zone]) -> str:
    return " or ".join(places().zones[zone].short for zone in zones)


def typed_by_zone(
    target: Target, asked: Mapping[str, Collection[Zone]], zones: Collection[Zone]
) -> tuple[dict[Zone, int], ...]:
    """Hexes, agreed status, enemy and own air of each zone. FormErrors names every field that cannot be read."""
    fields = {
        "hexes": (MOST_HEXES, asked["hexes"]),
        "status": (MOST_STATUS, asked["status"]),
        "enemy_air": (MOST_AIR, zones),
        "own_air": (MOST_AIR, zones),
    }
    found, wrong = list[dict[Zone, int]](), dict[str, str]()
    for name, (most, which) in fields.items():
        try:
            found.append(by_zone(target[name], most, which))
        except Unknown as error:
            wrong[name] = str(error.args[0])
    if wrong:
        raise FormErrors(wrong)
    return tuple(found)


@DOORS.situation("supply-line", form=SupplyLineForm, basis=lambda line: slp_addition(line))
def supply_line(reader: Reader, target: Target) -> BaseModel:
    """The zones crossed with what is seen at the map there, and the facts that their statuses read."""
    side = Side(target["side"])
    zones = [Zone(key) for key in dict.fromkeys(target["zones"])]
    asked = {what: [zone for zone in zones if what in asks(side, zone)] for what in ("hexes", "soviet", "status")}
    hexes, status, against, helping = typed_by_zone(target, asked, zones)
    legs = tuple(
        Leg(
            zone=zone,
            hexes=hexes.get(zone),
            status=status.get(zone),
            near_soviet_base=bool(target["near_soviet_base"]) and zone in asked["soviet"],
            air_against=against.get(zone, 0),
            air_for=helping.get(zone, 0),
        )
        for zone in zones
    )
    port = port_place(reader, target["port"])
    danger = _danger(reader, side, target, zones)
    return SupplyLine(
        side=side,
        port=port,
        zones=legs,
        facts=status_facts(reader, side, zones),
        apart=_apart(reader, target["port"], zones),
        barred=_barred(reader, side, danger["way"]),
        because=target.get("because", ""),
        **danger,
    )


def _apart(reader: Reader, port: str, zones: Collection[Zone]) -> str:
    """Why these zones make no line from the port; '' where they do."""
    values = reader.state.values
    begins = [zone for zone in zones if zone in (*zones_of_port(values, port), *places().ports[port].zones)]
    if not begins:
        return f"{reader[f'port:{port}.name']} does not lie on the {_names(zones)}."
    reached, waiting = set(begins), list(begins)
    while waiting:
        for there in set(places().zones[waiting.pop()].neighbours) & set(zones) - reached:
            reached.add(Zone(there))
            waiting.append(Zone(there))
    left = [zone for zone in zones if zone not in reached]
    return f"The line does not reach the {_names(left)}: no zone of it touches there." if left else ""


def _barred(reader: Reader, side: Side, way: tuple[WayHex, ...]) -> str:
    """The hex of the way that lies in the combat zone of a group at sea (36.H); '' for none, as far as is known."""
    guards = far_or_near(reader, groups_that_guard(reader, side), [step.hex for step in way])
    for step in way:
        for guard in guards:
            if step.hex in combat_zone(guard.hex):
                return f"{step.hex} is in the combat zone of {guard.name}, in {guard.hex}: check the way by 36.H first."
    return ""


def _danger(reader: Reader, side: Side, target: Target, zones: Collection[Zone]) -> dict[str, Any]:
    """The hexes that were named, with their danger zones, and what they cost. FormErrors where none costs any."""
    # Targets that were kept before danger zones counted know neither.
    hexes, slps = hexes_of(target.get("way", ""), "way"), target.get("danger_slps", 0)
    if len(hexes) > MOST_WAY:
        raise FormErrors({"way": f"name at most {MOST_WAY} hexes"})
    way = in_danger_zones(reader, hexes, zones)
    if slps and way and all(step.exerts.against(side) is False for step in way):
        raise FormErrors({"danger_slps": "none of these hexes is in an enemy danger zone"})
    return {"way": way, "danger_slps": slps}


@DOORS.duty(*TURN.steps_of("supply-line"))
def trace(now: Now) -> Iterator[Duty]:
    """Supply is judged as a player turn begins."""
    side = now.moment.player_turn
    query = urlencode({"side": side, "port": first_port(now.facts, side)})
    yield by_rule("supply-line", small="what its zones and danger zones add to a port's SLPs", query=query, again=True)
