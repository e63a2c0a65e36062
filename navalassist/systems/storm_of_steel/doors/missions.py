"""Missions: a fleet puts to sea, is let pass, arrives where it re-bases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine.overruled import Because
from navalassist.engine.rows import key_of
from navalassist.engine.shapes import Form
from navalassist.play.duties import Duty, Now, by_rule
from navalassist.play.systems import Choices, Misfits, Reader, Target
from navalassist.systems.storm_of_steel.acting import action_of, has_no_guns, unopposed
from navalassist.systems.storm_of_steel.afloat import (
    Options,
    Values,
    action_choices,
    area_choices,
    base_choices,
    next_number,
    squadrons_at,
)
from navalassist.systems.storm_of_steel.doors import DOORS
from navalassist.systems.storm_of_steel.rules.gw_mission import GiveUp, LetPass, MissionOrder, Rebasing, Sought
from navalassist.systems.storm_of_steel.rules.rows import (
    ACTION,
    AREA,
    action_row,
    area_row,
    base_row,
    fleet_row,
    squadron_row,
)
from navalassist.systems.storm_of_steel.rulings import R90
from navalassist.systems.storm_of_steel.sailing import (
    ENEMY_FLEETS,
    OWN_FLEETS,
    areas_of,
    base_or_none,
    busy_with,
    fleets_of,
    harbour_of,
    movers_of,
    ready_enemies,
    ready_to_sail,
    squadrons_in,
)
from navalassist.systems.storm_of_steel.sea_ways import no_way
from navalassist.systems.storm_of_steel.state import Mission, Side, SquadronKind, Stage
from navalassist.systems.storm_of_steel.turn import TURN
from navalassist.systems.storm_of_steel.waiting import due, enemy, waiting

MISSION, LET_PASS, GIVE_UP, RE_BASING = "gw-mission", "gw-let-pass", "gw-give-up", "gw-rebasing"


def seas(values: Values | None) -> Options:
    """The sea that the base lies on, or any."""
    return [("", "that of the base or port"), *area_choices(values)]


def seas_after(values: Values, typed: Values) -> list[tuple[str, Any]]:
    """Once a base or port is chosen, its seas first."""
    areas = values.get(f"{base_row(str(typed.get('target') or 'none'))}.areas")
    if not areas:
        return seas(values)
    first, *others = seas(values)
    lies_on = [one for one in others if one[0] in areas]
    begin = [first] if len(lies_on) == 1 else [("", "choose")]
    return [*begin, *lies_on, ("another…", [one for one in others if one not in lies_on])]


def enemies_after(values: Values, typed: Values) -> list[tuple[str, Any]]:
    """No mission but a General Engagement names its enemy."""
    return ready_enemies(values) if typed.get("mission") in (None, "", Mission.GENERAL_ENGAGEMENT) else []


def targets_after(values: Values, typed: Values) -> Options:
    """Of a bombardment the coasts of others, each with what shells can hurt there (GW.BOMBARD)."""
    if typed.get("mission") != Mission.BOMBARDMENT:
        return base_or_none(values)
    turn = values.get("campaign:clock.player_turn")
    coasts = [one for one in base_or_none(values) if values.get(f"{base_row(one[0])}.owner") != turn]
    return [(key, f"{words} · {_hurt(values, base_row(key))}" if key else words) for key, words in coasts]


def _hurt(values: Values, base: str) -> str:
    found = " and ".join(name for name in ("fortress", "city") if values.get(f"{base}.{name}"))
    return found or "neither fortress nor city: shells win nothing there"


def fleets_after(values: Values, typed: Values) -> Options:
    """Of a bombardment with how many squadrons of each have the guns for it."""
    if typed.get("mission") != Mission.BOMBARDMENT:
        return ready_to_sail(values)
    return [(key, f"{words} · {_guns(values, key)}") for key, words in ready_to_sail(values)]


def _guns(values: Values, fleet: str) -> str:
    units = squadrons_at(values, fleet_row(fleet))
    fire = sum(SquadronKind(values[f"{squadron_row(key)}.kind"]).is_battle_line for key in units)
    return f"{fire} that can shell a coast" if fire else "nobody in it can shell a coast"


class MissionForm(Form):
    """What is typed when a fleet is sent on a mission."""

    mission: Annotated[Mission, Field(title="Mission")]
    area: Annotated[str, Field(title="Sea area"), Choices(seas, after=seas_after)] = ""
    fleets: Annotated[
        tuple[str, ...],
        Field(title="Fleets that sail", description="Of one side."),
        replace(OWN_FLEETS, after=fleets_after),
    ]
    target: Annotated[
        str,
        Field(title="Base or port", description="What is shelled, or re-based to; no other mission has one."),
        Choices(base_or_none, after=targets_after),
    ] = ""
    against: Annotated[
        tuple[str, ...],
        Field(
            title="Enemy fleets that it meets",
            description="Of a General Engagement only: in the area, or in a base on it.",
        ),
        replace(ENEMY_FLEETS, after=enemies_after),
    ] = ()
    because: Because = ""


@DOORS.situation(MISSION, form=MissionForm)
def mission_order(reader: Reader, target: Target) -> BaseModel:
    """The fleets with their squadrons, the area, what is aimed at, and whom they meet."""
    mission = Mission(target["mission"])
    first = fleet_row(target["fleets"][0])
    side = Side(reader[f"{first}.side"])
    sailing = fleets_of(reader, target["fleets"], side, "fleets")
    against = fleets_of(reader, target["against"], side.enemy, "against")
    if against and mission is not Mission.GENERAL_ENGAGEMENT:
        raise Misfits({"against": f"a {mission.label} names no enemy: he may intercept it, so leave this empty"})
    if target["target"] and mission not in (Mission.BOMBARDMENT, Mission.REBASING):
        raise Misfits({"target": f"a {mission.label} has no base as its aim: leave this empty"})
    own, enemy_units = squadrons_in(reader, sailing), squadrons_in(reader, against)
    area = target["area"] or sea_of(reader, target["target"])
    return MissionOrder(
        side=side,
        number=next_number(reader.state.values),
        mission=mission,
        area=area,
        area_name=reader[f"{area_row(area)}.name"],
        sailing=sailing,
        squadrons=own,
        target=harbour_of(reader, target["target"]) if target["target"] else None,
        sought=tuple(Sought(row=one.row, name=one.name, areas=tuple(areas_of(reader, one.place))) for one in against),
        enemy=enemy_units,
        busy=busy_with(reader.state.values, (*own, *enemy_units)),
        no_way=no_way(reader, sailing, area, side),
        raided=bool(reader[f"{area_row(area)}.raiding"]),
        **reader.fields("campaign:clock", "player_turn", "step"),
        because=target["because"],
    )


def sea_of(reader: Reader, base: str) -> str:
    """The one sea area on which a base lies. Misfits where it lies on several, or none is named."""
    harbour = harbour_of(reader, base) if base else None
    if harbour is None or not harbour.areas:
        raise Misfits({"area": "choose the sea area"})
    if len(harbour.areas) > 1:
        *names, last = (str(reader[f"{area_row(area)}.name"]) for area in harbour.areas)
        raise Misfits({"area": f"{harbour.name} lies on {', '.join(names)} and {last}: choose one"})
    return harbour.areas[0]


@DOORS.duty(*TURN.steps_of(MISSION))
def missions(now: Now) -> Iterator[Duty]:
    """Fleets of the side whose step it is may put to sea."""
    if not now.ahead:
        yield by_rule(MISSION, small="bombardment, raid, re-basing or general engagement", again=True)


def at_sea(values: Values | None) -> Options:
    """The missions that may still be intercepted."""
    return action_choices(values, Stage.MISSION.value)


class PassForm(Form):
    """What is typed when nobody intercepts."""

    action: Annotated[str, Field(title="Naval action"), Choices(at_sea)]


@DOORS.situation(LET_PASS, form=PassForm)
def letting_pass(reader: Reader, target: Target) -> BaseModel:
    """The enemy mission."""
    action = action_of(reader, target["action"])
    return LetPass(side=action.side.enemy, action=action)


@DOORS.duty(*TURN.steps_of("gw-interception"))
def may_pass(now: Now) -> Iterator[Duty]:
    """A line for each mission that the enemy may let pass."""
    for key, words, action in waiting(now, Stage.MISSION):
        yield due(LET_PASS, key, words, enemy(action["side"]), "Let it pass", optional=True)


class GiveUpForm(Form):
    """What is typed when a mission is given up."""

    action: Annotated[
        str,
        Field(title="Naval action"),
        Choices(lambda values: action_choices(values, Stage.MISSION.value, Stage.UNOPPOSED.value)),
    ]


@DOORS.situation(GIVE_UP, form=GiveUpForm)
def giving_up(reader: Reader, target: Target) -> BaseModel:
    """The mission, which is its own side's to give up."""
    action = action_of(reader, target["action"])
    return GiveUp(side=action.side, action=action)


@DOORS.duty(*TURN.steps_of("gw-give-up"))
def may_give_up(now: Now) -> Iterator[Duty]:
    """A line for each mission that may still be intercepted, or waits to be carried out."""
    for key, words, action in waiting(now, Stage.MISSION, Stage.UNOPPOSED):
        if not has_no_guns(now.facts, action_row(key)):
            yield due(GIVE_UP, key, words, action["side"], "Give the mission up", optional=True)


def re_basing_actions(values: Values | None) -> Options:
    """The re-basings that nobody stops."""
    return unopposed(values, Mission.REBASING)


def ways_on(values: Values | None) -> Options:
    """Bases, then sea areas: `base:kiel`, `area:baltic`."""
    bases = [(f"base:{key}", words) for key, words in base_choices(values)]
    return [*bases, *((f"{AREA}:{key}", f"on to {words}") for key, words in area_choices(values))]


class RebasingForm(Form):
    """What is typed when a re-basing fleet was not stopped."""

    action: Annotated[str, Field(title="Naval action"), Choices(re_basing_actions)]
    to: Annotated[str, Field(title="It goes to"), Choices(ways_on)]
    because: Because = ""


@DOORS.situation(RE_BASING, form=RebasingForm)
def re_basing(reader: Reader, target: Target) -> BaseModel:
    """The fleet, and the base or the next sea area."""
    action = action_of(reader, target["action"])
    to_area = key_of(target["to"]) if target["to"].startswith(area_row("")) else ""
    return Rebasing(
        side=action.side,
        action=action,
        movers=movers_of(reader, action.of(action.side)),
        base=None if to_area else harbour_of(reader, key_of(target["to"])),
        to_area=to_area,
        to_area_name=reader[f"{area_row(to_area)}.name"] if to_area else "",
        neighbours=tuple(reader[f"{area_row(action.area)}.neighbours"]),
        **reader.fields("campaign:clock", "step"),
        because=target["because"],
    )


@DOORS.duty(*TURN.steps_of("gw-withdrawal"))
def arrive(now: Now) -> Iterator[Duty]:
    """A line for each re-basing that nobody stops; its form begins with the base that was named."""
    for key, words, action in waiting(now, Stage.UNOPPOSED):
        if action["mission"] == Mission.REBASING:
            yield due(RE_BASING, key, words, action["side"], more=f"to=base:{action['target']}")


DOORS.ends(f"{ACTION}.ends", "a naval action is over: {}".format, R90.number)
