"""What situations of a naval action must say by the facts that they were read from; the check of a log asks it.

Left out is what is typed for the rule, and what is counted over many rows: which squadrons make up a whole fleet, which
other losses are owed, who else is in an action.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from navalassist.play.read import Read
from navalassist.systems.storm_of_steel.actions import NavalAction
from navalassist.systems.storm_of_steel.doors import DOORS
from navalassist.systems.storm_of_steel.marks import stays_mark
from navalassist.systems.storm_of_steel.rules.rows import FLEET, area_row, base_row, owed_loss_row
from navalassist.systems.storm_of_steel.sailing import areas_of
from navalassist.systems.storm_of_steel.state import Side, air_level
from navalassist.systems.storm_of_steel.told import action_told, afloat_told, squadron_told

Facts = Mapping[str, Any]


def _row(read: Read, row: str, *names: str) -> dict[str, Any]:
    return {name: read[f"{row}.{name}"] for name in names}


def _squadrons(read: Read, keys: Iterable[str]) -> list[Facts]:
    return [squadron_told(read, key) for key in keys]


def _of_action(read: Read, situation: Facts) -> tuple[dict[str, Any], NavalAction]:
    """The action as plain data, and as rules read it."""
    plain = action_told(read, situation["action"]["key"])
    return plain, NavalAction.model_validate(plain)


def _movers(read: Read, movers: Iterable[Facts]) -> list[Facts]:
    """Fleets as they lay; of a squadron that sails in one, the way of that fleet."""
    found: list[Facts] = []
    for mover in movers:
        row = mover["row"]
        about = _row(read, row, "name", "place")
        about["duty"] = read[f"{row}.duty"] if row.startswith(f"{FLEET}:") else ""
        sails_in = row if row.startswith(f"{FLEET}:") else about["place"]
        way = read[f"{sails_in}.came_from"] if sails_in.startswith(f"{FLEET}:") else ""
        found.append({"row": row, **about, "came_from": way})
    return found


def _harbour(read: Read, base: Facts | None) -> Facts | None:
    return base and {"key": base["key"], **_row(read, base_row(base["key"]), "name", "owner", "kind", "areas")}


@DOORS.told("gw-mission")
def of_a_mission(read: Read, situation: Facts) -> Facts:
    """The fleets and squadrons of both sides, the area and the base."""
    sailing = situation["sailing"]
    return {
        "side": read[f"{sailing[0]['row']}.side"],
        "area_name": read[f"{area_row(situation['area'])}.name"],
        "sailing": _movers(read, sailing),
        "squadrons": _squadrons(read, _keys(situation["squadrons"])),
        "target": _harbour(read, situation["target"]),
        "sought": [_sought(read, fleet["row"]) for fleet in situation["sought"]],
        "enemy": _squadrons(read, _keys(situation["enemy"])),
    }


def _sought(read: Read, row: str) -> Facts:
    """An enemy fleet, and the areas where it is."""
    return {"row": row, "name": read[f"{row}.name"], "areas": areas_of(read, read[f"{row}.place"])}


def _keys(units: Iterable[Facts]) -> list[str]:
    return [unit["key"] for unit in units]


@DOORS.told("gw-interception")
def of_an_interception(read: Read, situation: Facts) -> Facts:
    """The mission, the fleets that hunt it, and both Air Levels."""
    plain, action = _of_action(read, situation)
    side = action.side.enemy
    return {
        "side": side.value,
        "action": plain,
        "hunters": _squadrons(read, _keys(situation["hunters"])),
        "sailing": _movers(read, situation["sailing"]),
        "air": read[air_level(side)],
        "enemy_air": read[air_level(side.enemy)],
    }


@DOORS.told("gw-let-pass")
def of_letting_pass(read: Read, situation: Facts) -> Facts:
    """The mission of the enemy."""
    plain, action = _of_action(read, situation)
    return {"side": action.side.enemy.value, "action": plain}


@DOORS.told("gw-contact")
def of_a_contact(read: Read, situation: Facts) -> Facts:
    """The fleets, who attacks, and both Air Levels."""
    plain, action = _of_action(read, situation)
    side = Side(action.attacker or action.side)
    airs = {"attacker_air": read[air_level(side)], "defender_air": read[air_level(side.enemy)]}
    return {"side": side.value, "action": plain, **airs}


@DOORS.told("gw-decision")
def of_a_decision(read: Read, situation: Facts) -> Facts:
    """The action, and who has the advantage."""
    plain, action = _of_action(read, situation)
    return {"side": (action.advantage or action.side), "action": plain}


@DOORS.told("gw-combat")
def of_gunfire(read: Read, situation: Facts) -> Facts:
    """The fleets as they are, and who fires."""
    plain, action = _of_action(read, situation)
    return {"side": action.fires_next, "action": plain}


@DOORS.told("gw-losses")
def of_losses(read: Read, situation: Facts) -> Facts:
    """The loss, the units on which it falls, and the action that it is of."""
    key = situation["owed"]["key"]
    row = owed_loss_row(key)
    owed = _row(read, row, "side", "factors", "units", "cause")
    among = _squadrons(read, afloat_told(read, read[f"{row}.among"]))
    action = read[f"{row}.action"]
    return {
        "side": owed["side"],
        "owed": {"key": key, **owed, "among": among},
        "action": action_told(read, action) if action else None,
    }


@DOORS.told("gw-withdrawal", "gw-return")
def of_a_way_home(read: Read, situation: Facts) -> Facts:
    """The action, what goes home, and the base; neighbouring areas where they serve."""
    plain, action = _of_action(read, situation)
    near = {"nearby": read[f"{area_row(action.area)}.neighbours"]} if situation["nearby"] else {}
    movers, base = _movers(read, situation["movers"]), _harbour(read, situation["base"])
    said = {"stays": _stays(read, action)} if "stays" in situation else {}
    return {"action": plain, "movers": movers, "base": base, **near, **said}


def _stays(read: Read, action: NavalAction) -> list[str]:
    """The sides that have said that they stay."""
    return [side.value for side in Side if read.known(f"{stays_mark(action.key, side)}.kind") is not None]


@DOORS.told("gw-fleets-stay")
def of_staying(read: Read, situation: Facts) -> Facts:
    """The action, and who has said so before."""
    plain, action = _of_action(read, situation)
    return {"action": plain, "stays": _stays(read, action)}


@DOORS.told("gw-rebasing")
def of_a_re_basing(read: Read, situation: Facts) -> Facts:
    """The action, what re-bases, and where to."""
    plain, action = _of_action(read, situation)
    to_area = situation["to_area"]
    return {
        "side": action.side.value,
        "action": plain,
        "movers": _movers(read, situation["movers"]),
        "base": _harbour(read, situation["base"]),
        "to_area_name": read[f"{area_row(to_area)}.name"] if to_area else "",
        "neighbours": read[f"{area_row(action.area)}.neighbours"],
    }
