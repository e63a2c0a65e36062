"""GW.CONTACT: fleets that have met; and the side with the advantage decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from pydantic import BaseModel, Field

from navalassist.engine.overruled import Because
from navalassist.engine.shapes import Form
from navalassist.play.duties import Duty, Now
from navalassist.play.foretold import foretold
from navalassist.play.systems import Choices, Reader, Target
from navalassist.systems.storm_of_steel.acting import action_of
from navalassist.systems.storm_of_steel.afloat import Values, action_choices, name_of
from navalassist.systems.storm_of_steel.doors import DOORS
from navalassist.systems.storm_of_steel.rules.gw_contact import ContactRoll, column_of
from navalassist.systems.storm_of_steel.rules.gw_decision import Choice, Decision
from navalassist.systems.storm_of_steel.rules.rows import BASE, action_row, base_row, squadron_row
from navalassist.systems.storm_of_steel.sailing import air_of
from navalassist.systems.storm_of_steel.state import Mission, Side, Stage
from navalassist.systems.storm_of_steel.turn import TURN
from navalassist.systems.storm_of_steel.waiting import due, waiting

CONTACT, DECISION = "gw-contact", "gw-decision"
LOWEST = "Empty: that of its lowest unit (R-32)."


class ContactForm(Form):
    """What is typed when fleets have met."""

    action: Annotated[
        str, Field(title="Naval action"), Choices(lambda values: action_choices(values, Stage.CONTACT.value))
    ]
    inshore: Annotated[bool, Field(title="The defender is in a port, coastal or small island hex")] = False
    attacker_rating: Annotated[
        int | None, Field(ge=0, le=99, title="Contact rating of the attacker", description=LOWEST)
    ] = None
    defender_rating: Annotated[
        int | None, Field(ge=0, le=99, title="Contact rating of the defender", description=LOWEST)
    ] = None


@DOORS.situation(CONTACT, form=ContactForm, basis=column_of)
def contact(reader: Reader, target: Target) -> BaseModel:
    """The action, both Air Levels, and what is typed of ratings and the hex."""
    action = action_of(reader, target["action"])
    side = Side(action.attacker or action.side)
    return ContactRoll(
        side=side,
        action=action,
        attacker_rating=target["attacker_rating"],
        defender_rating=target["defender_rating"],
        inshore=target["inshore"],
        attacker_air=air_of(reader, side),
        defender_air=air_of(reader, side.enemy),
    )


@DOORS.duty(*TURN.steps_of(CONTACT))
def make_contact(now: Now) -> Iterator[Duty]:
    """A line for each action whose fleets have met; the attacker rolls."""
    for key, words, action in waiting(now, Stage.CONTACT):
        why = inshore(now.facts, key)
        told = f"{words}; {why}" if why else words
        line = due(CONTACT, key, told, action["attacker"], more="inshore=on" if why else "")
        yield replace(line, figures=foretold(now, CONTACT, action=key, inshore=bool(why)))


def inshore(values: Values, action: str) -> str:
    """Why the defender of an action is in a port or off a coast, as far as the campaign knows; '' for no reason.

    A fleet that is sought out may lie in a base (R-83); one that shells a shore is off its coast (R-73).
    """
    row = action_row(action)
    defender = Side(values[f"{row}.attacker"]).enemy
    if values[f"{row}.mission"] == Mission.BOMBARDMENT and values[f"{row}.side"] == defender:
        return f"the defender is off the coast of {name_of(values, base_row(str(values[f'{row}.target'])))}"
    for key in values[f"{row}.{defender.value}"]:
        fleet = str(values[f"{squadron_row(key)}.place"])
        place = str(values.get(f"{fleet}.place", fleet))
        if place.startswith(f"{BASE}:"):
            return f"the defender lies in {name_of(values, place)}"
    return ""


class DecisionForm(Form):
    """What is typed by the side with the advantage."""

    action: Annotated[
        str, Field(title="Naval action"), Choices(lambda values: action_choices(values, Stage.DECIDE.value))
    ]
    choice: Annotated[Choice, Field(title="The side with the advantage will")]
    because: Because = ""


@DOORS.situation(DECISION, form=DecisionForm)
def decision(reader: Reader, target: Target) -> BaseModel:
    """The action and the choice; the side is the one with the advantage."""
    action = action_of(reader, target["action"])
    side = Side(action.advantage or action.side)
    return Decision(side=side, action=action, choice=Choice(target["choice"]), because=target["because"])


@DOORS.duty(*TURN.steps_of(DECISION))
def make_up_its_mind(now: Now) -> Iterator[Duty]:
    """A line for each action in which a side has the advantage; it is its tap."""
    for key, words, action in waiting(now, Stage.DECIDE):
        yield due(DECISION, key, words, action["advantage"])
