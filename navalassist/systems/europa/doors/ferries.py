"""36.G: landing craft as ferries, by itself; and in every step what each ferry does, or why it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.forms import Choices, FormErrors
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader
from navalassist.engine.shapes import Form
from navalassist.play.state import State
from navalassist.play.systems import Target
from navalassist.rules.europa.naval_units import UnitKind
from navalassist.rules.europa.r36_ferries import CRAFT, Ferry, Water, ferry_row, why_ended
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Step
from navalassist.systems.europa import fleet
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.fleet import GROUP, UNIT, UNITS
from navalassist.systems.europa.fleet_edits import APART
from navalassist.systems.europa.mines import typed_hex

SLUG = "ferry-set"


def craft(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """Landing craft and barges that are in play."""
    facts = values or {}
    rows = ((key, name, f"{UNIT}:{key}") for key, name in UNITS.of(values))
    return [
        (key, name)
        for key, name, row in rows
        if UnitKind(facts[f"{row}.kind"]) in CRAFT and facts[f"{row}.place"] not in APART
    ]


class FerryForm(Form):
    """What is typed when a craft is to serve as a ferry."""

    unit: Annotated[str, Field(title="Landing craft or barge"), Choices(craft)]
    across: Annotated[str, Field(title="Hex on the other side", description="As 18A:2010.")]
    water: Annotated[Water, Field(title="Between them lies")] = Water.SEA
    at: Annotated[str, Field(title="Its own hex", description="Empty: where it is, if the campaign knows its hex.")] = (
        ""
    )
    because: Because = ""


@DOORS.situation(SLUG, form=FerryForm)
def ferry(reader: Reader, target: Target) -> BaseModel:
    """The craft, its hex, and whether it has moved in this turn."""
    key = target["unit"]
    unit = fleet.unit_of(reader, key)
    return Ferry(
        side=unit.side,
        unit=unit,
        at=_hex(reader, key, target["at"]),
        across=typed_hex(target["across"], "across"),
        water=Water(target["water"]),
        phase=Step(reader["campaign:clock.step"]),
        moved=has_moved(reader.state.values, key),
        place=fleet.place_of(reader.state.values, key),
        serves=str(reader.get(f"{ferry_row(key)}.note", "")),
        served_at=str(reader.get(f"{ferry_row(key)}.place", "")),
        because=target["because"],
    )


def _hex(reader: Reader, unit: str, text: str) -> Hex:
    if text.strip():
        return typed_hex(text, "at")
    where = fleet.hex_of(reader.state.values, fleet.place_of(reader.state.values, unit))
    if where is None:
        raise FormErrors({"at": "nobody knows the hex where it lies: type it"})
    return where


def has_moved(values: Mapping[str, Any], unit: str) -> bool:
    """True for a unit that has moved in the player turn that is on: by its group, or from where it was named."""
    if values.get(f"{ferry_row(unit)}.place", place := fleet.place_of(values, unit)) != place:
        return True
    group = str(values[f"{UNIT}:{unit}.place"])
    if not group.startswith(f"{GROUP}:") or not values[f"{group}.strip"]:
        return False
    moment = f"{values['campaign:clock.turn']}/{values['campaign:clock.player_turn']}"
    return str(values[f"{group}.strip_of"]).startswith(moment)


def ferries(state: State, values: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Every ferry of the player turn: the craft's key, its hexside, and why it ended, '' while it serves."""
    for key, _ in UNITS.of(values):
        note = values.get(f"{ferry_row(key)}.note")
        if note:
            unit = fleet.unit_of(Reader(state), key)
            yield key, str(note), why_ended(unit, has_moved(values, key))


@DOORS.duty(*TURN.steps_of(SLUG))
def set_and_see(now: Now) -> Iterator[Duty]:
    """In the initial phase craft may be named; in every step stands what the ferries do."""
    if now.ahead:
        return
    if now.moment.step == Step.INITIAL and craft(now.facts):
        yield by_rule(SLUG, small="the hexside counts as a major river", again=True)
    for key, hexside, ended in ferries(now.state, now.facts):
        name = now.facts[f"{UNIT}:{key}.name"]
        small = f"ended: {ended}" if ended else "a major river for its side until the player turn ends"
        yield Duty(f"Ferry: {name}, {hexside}", "36.G", small, url=f"fleet/unit/{key}/", done=None)
