"""GW.BOMBARD: a coast is bombarded, as the mission of a naval action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine import REGISTER
from navalassist.engine.overruled import Because
from navalassist.engine.shapes import Form
from navalassist.play.duties import Duty, Now, by_rule
from navalassist.play.read import Read
from navalassist.play.systems import Choices, Misfits, Reader, Target
from navalassist.systems.storm_of_steel.acting import action_of, afloat, free_loss, has_no_guns, in_play, unopposed
from navalassist.systems.storm_of_steel.afloat import Options, Values, coast_choices, name_of, side_of
from navalassist.systems.storm_of_steel.basis import weighed
from navalassist.systems.storm_of_steel.doors import DOORS
from navalassist.systems.storm_of_steel.doors.missions import GIVE_UP, MISSION
from navalassist.systems.storm_of_steel.ends import no_guns_words
from navalassist.systems.storm_of_steel.rules.actions import NavalAction
from navalassist.systems.storm_of_steel.rules.gw_bombardment import RULE, Bombardment, column
from navalassist.systems.storm_of_steel.rules.gw_bombardment import Target as Coast
from navalassist.systems.storm_of_steel.rules.rows import action_row, base_row, morale, squadron_row
from navalassist.systems.storm_of_steel.rules.squadrons import Squadron
from navalassist.systems.storm_of_steel.rules.turn import TURN
from navalassist.systems.storm_of_steel.rules.words import Mission, Side
from navalassist.systems.storm_of_steel.sailing import busy_with
from navalassist.systems.storm_of_steel.told import maybe_action_told, squadrons_told
from navalassist.systems.storm_of_steel.waiting import by_itself, due

SLUG = "gw-bombardment"
OF_A_BASE = ("name", "owner", "fortress", "city", "devastated")


def missions(values: Values | None) -> Options:
    """The actions whose bombardment nobody stops any more; with a reason, none."""
    return [("", "none"), *unopposed(values, Mission.BOMBARDMENT)]


def coasts(values: Values | None) -> Options:
    """The target of the action, or any base or port."""
    return [("", "the target of the naval action"), *coast_choices(values)]


class BombardmentForm(Form):
    """What is typed when ships shell a coast."""

    action: Annotated[str, Field(title="Naval action"), Choices(missions)] = ""
    base: Annotated[str, Field(title="What is shelled"), Choices(coasts)] = ""
    squadrons: Annotated[
        tuple[str, ...],
        Field(
            title="Squadrons that fire",
            description="None ticked: every battleship, battlecruiser and pre-dreadnought squadron of the action.",
        ),
        Choices(in_play, many=True),
    ] = ()
    fortification: Annotated[bool, Field(title="Another enemy fortification stands in the hex")] = False
    because: Because = ""


@DOORS.situation(SLUG, form=BombardmentForm, basis=weighed(column))
def bombardment(reader: Reader, target: Target) -> BaseModel:
    """The force, the coast, and morale of the enemy; ticks say which of the force fire."""
    action = action_of(reader, target["action"]) if target["action"] else None
    named = afloat(reader, target["squadrons"])
    side = _side(reader, named, action)
    own = action.of(side) if action else ()
    strangers = tuple(unit for unit in named if unit not in own)
    force = (*own, *strangers)
    firing = named or tuple(unit for unit in force if unit.kind.is_battle_line)
    return Bombardment(
        side=side,
        target=_coast(reader, target["base"] or (action.target if action else ""), target["fortification"]),
        force=force,
        firing=tuple(unit.key for unit in firing),
        morale=reader.get(morale(side.enemy)),
        action=action,
        busy=busy_with(reader.state.values, strangers),
        **reader.fields("campaign:clock", "step"),
        loss=free_loss(reader.state.values, "bombardment"),
        because=target["because"],
    )


def _side(reader: Reader, named: tuple[Squadron, ...], action: NavalAction | None) -> Side:
    """The one side whose mission it is, and whose squadrons are ticked."""
    sides = {side_of(reader, squadron_row(unit.key)) for unit in named} | ({action.side} if action else set())
    if len(sides) != 1:
        said = "of one side alone" if sides else "that fire, or choose a naval action"
        raise Misfits({"squadrons": f"tick the squadrons {said}"})
    return sides.pop()


def _coast(reader: Reader, key: str, fortification: bool) -> Coast:
    if not key:
        raise Misfits({"base": "choose what is shelled"})
    row = reader.fields(base_row(key), *OF_A_BASE)
    return Coast(key=key, other_fortification=fortification, **row)


@DOORS.told(SLUG)
def of_a_bombardment(read: Read, situation: Mapping[str, Any]) -> Mapping[str, Any]:
    """The base, the force, morale of the enemy, and the action."""
    row = base_row(situation["target"]["key"])
    return {
        "target": {name: read[f"{row}.{name}"] for name in OF_A_BASE},
        "force": squadrons_told(read, situation["force"]),
        "morale": read.known(morale(Side(situation["side"]).enemy)),
        "action": maybe_action_told(read, situation["action"]),
    }


@DOORS.duty(*TURN.steps_of(SLUG))
def bombardments(now: Now) -> Iterator[Duty]:
    """A line for each bombardment that nobody stops any more; any other begins as a mission, which may be stopped."""
    for key, words in unopposed(now.facts, Mission.BOMBARDMENT):
        base = name_of(now.facts, base_row(now.facts[f"action:{key}.target"]))
        if has_no_guns(now.facts, row := action_row(key)):
            text = f"Give the mission up: {no_guns_words(now.facts, row)}"
            yield by_itself(due(GIVE_UP, key, words, str(now.facts[f"{row}.side"]), text))
            continue
        yield due(SLUG, key, words, str(now.facts[f"action:{key}.side"]), f"Bombard {base}")
    if not now.ahead:
        text, query = REGISTER[SLUG].title, f"mission={Mission.BOMBARDMENT.value}"
        yield by_rule(
            MISSION, text, query, rule=RULE, small="a mission, which the enemy may intercept", done="", again=True
        )
