"""GW.CONTESTED: mobilization points are carried over a contested sea zone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine.overruled import Because
from navalassist.engine.shapes import Form
from navalassist.play.duties import Duty, Now, by_rule
from navalassist.play.read import Read
from navalassist.play.systems import Choices, Misfits, Reader, Target
from navalassist.systems.storm_of_steel.acting import afloat, in_play, taking_part
from navalassist.systems.storm_of_steel.afloat import (
    Options,
    Values,
    area_choices,
    next_number,
    place_words,
    side_of,
    squadron_words,
    squadrons_in_area,
)
from navalassist.systems.storm_of_steel.basis import weighed
from navalassist.systems.storm_of_steel.doors import DOORS
from navalassist.systems.storm_of_steel.rules.gw_contested import ContestedZone, counting, difference
from navalassist.systems.storm_of_steel.rules.rows import area_row, squadron_row
from navalassist.systems.storm_of_steel.sailing import busy_with
from navalassist.systems.storm_of_steel.state import Side, SquadronKind, Unit, mobilization
from navalassist.systems.storm_of_steel.told import squadrons_told
from navalassist.systems.storm_of_steel.turn import TURN

SLUG = "gw-contested"


def holders(_: Values | None) -> Options:
    """The side whose player turn it is, or either by name."""
    return [("", "the side whose player turn it is"), *((side.value, side.label) for side in Side)]


def small_ships(values: Values | None) -> Options:
    """Cruisers, escorts and submarines."""
    facts = values or {}
    kinds = [(key, words, SquadronKind(facts[f"{squadron_row(key)}.kind"])) for key, words in in_play(values)]
    return [(key, words) for key, words, kind in kinds if kind.fights_for_a_line]


def small_ships_met(values: Values | None) -> Options:
    """Those of them that are free in areas where both sides have some, with the area; the player turn's side first."""
    facts = values or {}
    turn = Side(facts.get("campaign:clock.player_turn") or Side.CENTRAL)
    held, found = taking_part(facts), list[tuple[str, str]]()
    for side in (turn, turn.enemy):
        for area, name in area_choices(values):
            if any(_contesting(facts, area, side.enemy)):
                free = (key for key in _contesting(facts, area, side) if key not in held)
                found += [(key, f"{squadron_words(facts, key)}, {name}") for key in free]
    return found


SMALL_SHIPS = Choices(small_ships, many=True, shown=small_ships_met)


def contested_first(values: Values | None) -> Options:
    """The sea areas, first those in which the enemy of the side whose player turn it is has small ships."""
    facts = values or {}
    enemy = Side(facts.get("campaign:clock.player_turn") or Side.CENTRAL).enemy
    return sorted(area_choices(values), key=lambda area: not any(_contesting(facts, area[0], enemy)))


CONTESTED = Choices(contested_first)


class CrossingForm(Form):
    """What is typed when points are carried over contested water."""

    area: Annotated[str, Field(title="Sea area", description="Those that are contested come first."), CONTESTED]
    carried: Annotated[
        int | None, Field(ge=0, le=9999, title="Points that sail", description="Empty: all that the side has.")
    ] = None
    holder: Annotated[
        str, Field(title="Whose line of communication", description="It transports the points."), Choices(holders)
    ] = ""
    units: Annotated[
        tuple[str, ...],
        Field(
            title="The holder's cruisers, escorts and submarines there",
            description="None ticked: all that his fleets have in the area. Of the enemy all count that he has there.",
        ),
        SMALL_SHIPS,
    ] = ()
    engaging: Annotated[
        tuple[str, ...],
        Field(
            title="Who of them would fight a general engagement",
            description="At most 10. None ticked: all. Of the enemy his strongest fight, 10 at most.",
        ),
        SMALL_SHIPS,
    ] = ()
    because: Because = ""


@DOORS.situation(SLUG, form=CrossingForm, basis=weighed(difference))
def crossing(reader: Reader, target: Target) -> BaseModel:
    """The units of both sides in the area, and the points of the side that holds the line."""
    area = target["area"]
    side = Side(target["holder"] or reader["campaign:clock.player_turn"])
    typed = _typed(reader, target["units"], side)
    mine, theirs = _there(reader, area, side), _there(reader, area, side.enemy)
    holding = typed or mine
    strangers = [key for key in target["engaging"] if key not in {unit.key for unit in counting(holding)}]
    if strangers:
        name = reader[f"{squadron_row(strangers[0])}.name"]
        words = f"{name} is not among the cruisers, escorts and submarines that hold the line"
        raise Misfits({"engaging": words})
    return ContestedZone(
        side=side,
        area=area,
        name=reader[f"{area_row(area)}.name"],
        defenders=holding,
        attackers=theirs,
        units=tuple(dict.fromkeys(target["units"])),
        engaging=tuple(dict.fromkeys(target["engaging"])),
        busy=busy_with(reader.state.values, typed),
        held=tuple(unit.key for unit in (*mine, *theirs) if unit.key in taking_part(reader.state.values)),
        **reader.fields("campaign:clock", "player_turn", "step"),
        elsewhere=_elsewhere(reader, area, typed),
        points=reader.get(mobilization(side)),
        carried=target["carried"],
        number=next_number(reader.state.values),
        because=target["because"],
    )


def _typed(reader: Reader, keys: tuple[str, ...], side: Side) -> tuple[Unit, ...]:
    """The ticked units that count. Misfits for one of the enemy, who is not the holder's to choose."""
    found = counting(afloat(reader, keys))
    stranger = next((unit for unit in found if side_of(reader, squadron_row(unit.key)) is not side), None)
    if stranger is not None:
        raise Misfits({"units": f"{stranger.name} is no unit of the {side.label} side, which holds the line"})
    return found


def _there(reader: Reader, area: str, side: Side) -> tuple[Unit, ...]:
    """The units of all fleets that a side has in the area, those too that an action holds."""
    return afloat(reader, squadrons_in_area(reader.state.values, area, side.value))


def _elsewhere(reader: Reader, area: str, typed: tuple[Unit, ...]) -> str:
    """Which of the ticked units is not in the area, as a sentence; empty for none."""
    there = squadrons_in_area(reader.state.values, area)
    stranger = next((unit for unit in typed if unit.key not in there), None)
    return "" if stranger is None else f"{stranger.name} is not in {reader[f'{area_row(area)}.name']}."


@DOORS.told(SLUG)
def of_a_crossing(read: Read, situation: Mapping[str, Any]) -> Mapping[str, Any]:
    """The area, the units of both sides, and the points of the side that holds the line."""
    return {
        "name": read[f"{area_row(situation['area'])}.name"],
        **{name: squadrons_told(read, situation[name]) for name in ("defenders", "attackers")},
        "points": read.known(mobilization(Side(situation["side"]))),
    }


@DOORS.duty(*TURN.steps_of(SLUG))
def crossings(now: Now) -> Iterator[Duty]:
    """A line for each sea area that the enemy of the side whose step it is contests."""
    if now.ahead:
        return
    side = Side(now.moment.player_turn)
    for area, name in area_choices(now.facts):
        places = [str(now.facts[f"{squadron_row(key)}.place"]) for key in _contesting(now.facts, area, side.enemy)]
        if places:
            words = ", ".join(place_words(now.facts, place) for place in dict.fromkeys(places))
            text = f"Carry points over {name}"
            yield by_rule(SLUG, text, f"area={area}", small=f"contested by {words}", done="", again=True)


def _contesting(values: Values, area: str, side: Side) -> Iterator[str]:
    """Keys of the units of a side that contest an area."""
    for key in squadrons_in_area(values, area, side.value):
        if SquadronKind(values[f"{squadron_row(key)}.kind"]).fights_for_a_line:
            yield key
