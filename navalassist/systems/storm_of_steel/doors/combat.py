"""GW.COMBAT: gunfire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import BaseModel, Field

from navalassist.engine.shapes import Form
from navalassist.play.duties import EITHER, Duty, Now
from navalassist.play.systems import Choices, Reader, Target
from navalassist.systems.storm_of_steel.acting import action_of
from navalassist.systems.storm_of_steel.afloat import action_choices
from navalassist.systems.storm_of_steel.doors import DOORS
from navalassist.systems.storm_of_steel.rules.gw_combat import Combat
from navalassist.systems.storm_of_steel.state import BOTH, Side, Stage
from navalassist.systems.storm_of_steel.turn import TURN
from navalassist.systems.storm_of_steel.waiting import due, waiting

SLUG = "gw-combat"


class CombatForm(Form):
    """What is typed when fleets fire."""

    action: Annotated[
        str, Field(title="Naval action"), Choices(lambda values: action_choices(values, Stage.FIRE.value))
    ]


@DOORS.situation(SLUG, form=CombatForm)
def combat(reader: Reader, target: Target) -> BaseModel:
    """The action with both fleets as they are now; who fires follows from it."""
    action = action_of(reader, target["action"])
    return Combat(side=action.fires_next, action=action)


@DOORS.duty(*TURN.steps_of(SLUG))
def fire(now: Now) -> Iterator[Duty]:
    """A line for each action in which somebody fires next; where both do, it is either side's tap."""
    for key, words, action in waiting(now, Stage.FIRE):
        order, fired = action["order"], action["fired"]
        if order == BOTH:
            yield due(SLUG, key, words, EITHER, "Both fleets fire at once")
            continue
        side = Side(order) if order not in fired else Side(order).enemy
        yield due(SLUG, key, words, side.value, f"The {side.label} fleet fires")
