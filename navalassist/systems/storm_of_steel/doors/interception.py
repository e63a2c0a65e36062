"""GW.INT: a mission of the enemy is intercepted, or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import BaseModel, Field

from navalassist.engine.overruled import Because
from navalassist.engine.shapes import Form
from navalassist.play.duties import Duty, Now
from navalassist.play.systems import Choices, Misfits, Reader, Target
from navalassist.systems.storm_of_steel.acting import action_of
from navalassist.systems.storm_of_steel.afloat import Options, Values
from navalassist.systems.storm_of_steel.doors import DOORS
from navalassist.systems.storm_of_steel.doors.missions import at_sea
from navalassist.systems.storm_of_steel.rules.gw_interception import Interception, modifiers
from navalassist.systems.storm_of_steel.rules.rows import action_row, fleet_row
from navalassist.systems.storm_of_steel.sailing import (
    air_of,
    busy_with,
    fleets_of,
    hunters,
    ready_hunters,
    squadrons_in,
)
from navalassist.systems.storm_of_steel.sea_ways import can_come, no_way
from navalassist.systems.storm_of_steel.state import Side, Stage
from navalassist.systems.storm_of_steel.turn import TURN
from navalassist.systems.storm_of_steel.waiting import due, enemy, waiting

SLUG = "gw-interception"


def who_can_come(values: Values | None) -> Options:
    """The fleets that are ready, and come by water to a mission of the enemy that may still be intercepted."""
    facts = values or {}
    rows = [action_row(key) for key, _ in at_sea(values)]
    seas = [(str(facts[f"{row}.area"]), Side(facts[f"{row}.side"]).enemy) for row in rows]

    def comes(fleet: str) -> bool:
        place = str(facts[f"{fleet_row(fleet)}.place"])
        return any(can_come(facts, place, area, side) for area, side in seas)

    return [(key, words) for key, words in ready_hunters(values) if comes(key)]


class InterceptionForm(Form):
    """What is typed when a side tries to intercept."""

    action: Annotated[str, Field(title="Naval action"), Choices(at_sea)]
    fleets: Annotated[
        tuple[str, ...],
        Field(title="Fleets that intercept", description="Of the other side."),
        Choices(hunters, many=True, shown=who_can_come),
    ]
    because: Because = ""


@DOORS.situation(SLUG, form=InterceptionForm, basis=modifiers)
def interception(reader: Reader, target: Target) -> BaseModel:
    """The mission, the fleets that hunt it, and both Air Levels."""
    action = action_of(reader, target["action"])
    side = action.side.enemy
    fleets = fleets_of(reader, target["fleets"], side, "fleets")
    units = squadrons_in(reader, fleets)
    if busy := busy_with(reader.state.values, units):
        raise Misfits({"fleets": f"{busy.removesuffix('.')}: choose another fleet"})
    return Interception(
        side=side,
        action=action,
        hunters=units,
        sailing=fleets,
        air=air_of(reader, side),
        enemy_air=air_of(reader, side.enemy),
        **reader.fields("campaign:clock", "step"),
        no_way=no_way(reader, fleets, action.area, side),
        because=target["because"],
    )


@DOORS.duty(*TURN.steps_of(SLUG))
def intercept(now: Now) -> Iterator[Duty]:
    """A line for each mission that the enemy may still intercept; it is his tap."""
    for key, words, action in waiting(now, Stage.MISSION):
        yield due(SLUG, key, words, enemy(action["side"]), "Intercept, or let it pass")
