"""GW.RAID: commerce is raided in an area, as the mission of a naval action, by all raiders there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine.overruled import Because
from navalassist.engine.shapes import Form
from navalassist.play.duties import Duty, Now, by_rule
from navalassist.play.read import Read
from navalassist.play.systems import Choices, Misfits, Reader, Target
from navalassist.systems.storm_of_steel.acting import action_of, free_loss, taking_part, unopposed
from navalassist.systems.storm_of_steel.actions import NavalAction
from navalassist.systems.storm_of_steel.afloat import (
    Options,
    Values,
    area_choices,
    fleet_choices,
    fleets_at,
    name_of,
    squadrons_at,
    squadrons_in_area,
    squadrons_of,
)
from navalassist.systems.storm_of_steel.basis import weighed
from navalassist.systems.storm_of_steel.doors import DOORS
from navalassist.systems.storm_of_steel.marks import raided_mark
from navalassist.systems.storm_of_steel.rules.gw_raiding import RULE, Raid, column
from navalassist.systems.storm_of_steel.rules.mission import SLUG as MISSION
from navalassist.systems.storm_of_steel.rules.rows import (
    AREA,
    CONVOY,
    FLEET,
    RAIDING,
    area_row,
    fleet_row,
    squadron_row,
)
from navalassist.systems.storm_of_steel.state import CONVOY_TACTIC, MERCHANT_LEVEL, USW, Mission, Side, Unit
from navalassist.systems.storm_of_steel.state import SquadronKind as Ship
from navalassist.systems.storm_of_steel.told import action_told, maybe_action_told, squadrons_told
from navalassist.systems.storm_of_steel.turn import TURN
from navalassist.systems.storm_of_steel.waiting import due

SLUG = "gw-raid"


def missions(values: Values | None) -> Options:
    """The actions whose raid nobody stops any more; with a reason, none."""
    return [("", "none"), *unopposed(values, Mission.RAIDING)]


def hunting_grounds(values: Values | None) -> Options:
    """The area of the action, then those in which commerce is raided, then all others."""
    found = area_choices(values)
    found.sort(key=lambda area: not (values or {})[f"{area_row(area[0])}.raiding"])
    return [("", "the area of the naval action"), *found]


def fleets_of(side: Side) -> Choices:
    """The fleets of a side."""

    def choices(values: Values | None) -> Options:
        facts = values or {}
        return [(key, words) for key, words in fleet_choices(values) if facts[f"{fleet_row(key)}.side"] == side]

    return Choices(choices, many=True)


class RaidForm(Form):
    """What is typed when commerce is raided."""

    action: Annotated[str, Field(title="Naval action"), Choices(missions)] = ""
    area: Annotated[str, Field(title="Sea area"), Choices(hunting_grounds)] = ""
    raiders: Annotated[
        tuple[str, ...],
        Field(
            title="Raiding fleets",
            description="None ticked: all raiders there that no other action holds. Others need a reason.",
        ),
        fleets_of(Side.CENTRAL),
    ] = ()
    convoys: Annotated[
        tuple[str, ...],
        Field(
            title="Convoying fleets",
            description="None ticked: all fleets there that are on convoy duty. Others need a reason.",
        ),
        fleets_of(Side.ALLIED),
    ] = ()
    because: Because = ""


@DOORS.situation(SLUG, form=RaidForm, basis=weighed(column))
def raid(reader: Reader, target: Target) -> BaseModel:
    """The area with its raiders and convoys, and what the campaign keeps of the war on commerce."""
    action = action_of(reader, target["action"]) if target["action"] else None
    area = target["area"] or (action.area if action else "")
    if not area:
        raise Misfits({"area": "choose the area where commerce is raided, or a naval action"})
    row = reader.fields(area_row(area), "name", "raiding")
    along = _along(reader, area, target["action"])
    raiders, strange = _raiders(reader, target["raiders"], area, tuple(filter(None, (action, *along))))
    convoys, astray = _convoys(reader, target["convoys"], area)
    return Raid(
        area=area,
        name=row["name"],
        raided=row["raiding"],
        raided_before=reader.get(f"{raided_mark(area)}.kind") is not None,
        raiders=raiders,
        convoys=convoys,
        flotillas=_flotillas(reader, area),
        engaged=_engaged(reader, area, (*raiders, *convoys), (target["action"], *(one.key for one in along))),
        fleets=tuple(dict.fromkeys(target["raiders"])),
        escorts=tuple(dict.fromkeys(target["convoys"])),
        idle=_idle(reader.state.values, area),
        misplaced=strange or astray,
        level=reader.get(MERCHANT_LEVEL),
        usw=bool(reader.get(USW)),
        tactic=bool(reader.get(CONVOY_TACTIC)),
        action=action,
        along=along,
        **reader.fields("campaign:clock", "step"),
        loss=free_loss(reader.state.values, "raid"),
        because=target["because"],
    )


def _along(reader: Reader, area: str, but: str) -> tuple[NavalAction, ...]:
    """The other raiding missions in the area that nobody stops any more."""
    found = [key for key, _ in unopposed(reader.state.values, Mission.RAIDING) if key != but]
    return tuple(one for one in (action_of(reader, key) for key in sorted(found)) if one.area == area)


def _raiders(
    reader: Reader, typed: tuple[str, ...], area: str, actions: tuple[NavalAction, ...]
) -> tuple[tuple[Unit, ...], str]:
    """All raiders in the area that no other action holds, or those of the typed fleets; and what of these is wrong."""
    busy = taking_part(reader.state.values)
    standing = _of_fleets(reader, on_duty(reader.state.values, area, RAIDING))
    free = (unit for unit in standing if unit.key not in busy)
    there = (*(unit for one in actions for unit in one.of(Side.CENTRAL)), *free)
    return _typed_or(
        reader, typed, tuple(dict.fromkeys(there)), f"raid in {name_of(reader.state.values, area_row(area))}"
    )


def _convoys(reader: Reader, typed: tuple[str, ...], area: str) -> tuple[tuple[Unit, ...], str]:
    """All convoys in the area, or those of the typed fleets; and what of these is wrong."""
    there = _of_fleets(reader, on_duty(reader.state.values, area, CONVOY))
    return _typed_or(reader, typed, there, f"convoy in {name_of(reader.state.values, area_row(area))}")


def _idle(values: Values, area: str) -> str:
    """The Allied fleets in the area that are on no convoy duty, or no more: a fleet that put to sea to intercept."""
    there = fleets_at(values, f"{AREA}:{area}", Side.ALLIED.value)
    names = (name_of(values, fleet_row(key)) for key in there if key not in on_duty(values, area, CONVOY))
    return ", ".join(names)


def _typed_or(
    reader: Reader, typed: tuple[str, ...], there: tuple[Unit, ...], does: str
) -> tuple[tuple[Unit, ...], str]:
    """The units of the typed fleets, or where none is typed those that are there; a sentence where the two differ."""
    if not typed:
        return there, ""
    named = _of_fleets(reader, tuple(dict.fromkeys(typed)))
    strange = next((unit for unit in named if unit not in there), None)
    if strange is not None:
        return named, f"{strange.name} does not {does}."
    missing = next((unit for unit in there if unit not in named), None)
    return named, f"All units that {does} count, {missing.name} too." if missing else ""


def _of_fleets(reader: Reader, fleets: tuple[str, ...]) -> tuple[Unit, ...]:
    """The squadrons of fleets."""
    for key in fleets:
        reader.fields(fleet_row(key), "side", "place", "duty")
    found = [key for fleet in fleets for key in squadrons_at(reader.state.values, fleet_row(fleet))]
    return squadrons_of(reader, found)


def on_duty(values: Values, area: str, duty: str) -> tuple[str, ...]:
    """Keys of the fleets of a duty in an area, as far as they have squadrons: raiders are Central, convoys Allied."""
    side = Side.CENTRAL if duty == RAIDING else Side.ALLIED
    there = fleets_at(values, f"{AREA}:{area}", side.value)
    on_it = (key for key in there if values[f"{FLEET}:{key}.duty"] == duty)
    return tuple(key for key in on_it if squadrons_at(values, fleet_row(key)))


def free_raiders(values: Values, area: str) -> tuple[str, ...]:
    """Keys of the raiding fleets in an area of which nobody is in an action that is not over."""
    busy = taking_part(values)
    fleets = on_duty(values, area, RAIDING)
    return tuple(key for key in fleets if busy.isdisjoint(squadrons_at(values, fleet_row(key))))


def _flotillas(reader: Reader, area: str) -> tuple[Unit, ...]:
    """The Central transport flotillas in the area, whatever their fleet does there."""
    keys = squadrons_in_area(reader.state.values, area, Side.CENTRAL.value)
    return squadrons_of(reader, [key for key in keys if reader[f"{squadron_row(key)}.kind"] == Ship.TRN])


def _engaged(reader: Reader, area: str, units: tuple[Unit, ...], raiding: tuple[str, ...]) -> tuple[str, ...]:
    """Of these units and all Central ones there, those in an action that does not end with this raid."""
    keys = [*(unit.key for unit in units), *squadrons_in_area(reader.state.values, area, Side.CENTRAL.value)]
    busy = taking_part(reader.state.values, raiding)
    return tuple(key for key in dict.fromkeys(keys) if key in busy)


@DOORS.told(SLUG)
def of_a_raid(read: Read, situation: Mapping[str, Any]) -> Mapping[str, Any]:
    """The area, the units, and what the campaign keeps of the war on commerce."""
    row = area_row(situation["area"])
    return {
        "name": read[f"{row}.name"],
        "raided": read[f"{row}.raiding"],
        "raided_before": read.known(f"{raided_mark(situation['area'])}.kind") is not None,
        **{name: squadrons_told(read, situation[name]) for name in ("raiders", "convoys", "flotillas")},
        "level": read.known(MERCHANT_LEVEL),
        "usw": bool(read.known(USW)),
        "tactic": bool(read.known(CONVOY_TACTIC)),
        "action": maybe_action_told(read, situation["action"]),
        "along": [action_told(read, one["key"]) for one in situation["along"]],
    }


@DOORS.duty(*TURN.steps_of(SLUG))
def raids(now: Now) -> Iterator[Duty]:
    """A line for each raid that nobody stops any more; raiders at sea begin as a mission, which may be stopped."""
    for key, words in unopposed(now.facts, Mission.RAIDING):
        area = name_of(now.facts, area_row(now.facts[f"action:{key}.area"]))
        yield due(SLUG, key, words, Side.CENTRAL.value, f"Raid commerce in {area}")
    if now.ahead or now.moment.player_turn != Side.CENTRAL:
        return
    for area, name in area_choices(now.facts):
        may_raid = now.facts[f"{area_row(area)}.raiding"] and f"{raided_mark(area)}.kind" not in now.facts
        fleets = free_raiders(now.facts, area) if may_raid else ()
        if fleets:
            words = ", ".join(name_of(now.facts, fleet_row(key)) for key in fleets)
            query = "&".join((f"mission={Mission.RAIDING.value}", f"area={area}", *(f"fleets={key}" for key in fleets)))
            yield by_rule(MISSION, f"Raid commerce in {name}", query, rule=RULE, small=words, done="", again=True)
