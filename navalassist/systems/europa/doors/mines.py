"""36.C: mines. Damage by them, taking them aboard and laying them, each by itself; and what a step asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine import Outcome, Result
from navalassist.engine.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.engine.forms import Choices, FormErrors
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader
from navalassist.engine.rule import Shown
from navalassist.engine.shapes import Form
from navalassist.play.systems import Target
from navalassist.play.turns.parts import part_now
from navalassist.rules.europa.accounts import NRP
from navalassist.rules.europa.amounts import tidy
from navalassist.rules.europa.mines import AtSea, mined_mark
from navalassist.rules.europa.r36_minelaying import AerialMining, Laid, Laying, Loading
from navalassist.rules.europa.r36_mines import MineCheck, Mined, Occasion
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side, Step
from navalassist.systems.europa import fleet
from navalassist.systems.europa.accounts import account_of
from navalassist.systems.europa.allowances import allowance_of
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.fleet import GROUP, GROUPS, MINES, UNIT, UNITS
from navalassist.systems.europa.fleet_edits import zone_choices
from navalassist.systems.europa.fleet_marks import marks_on
from navalassist.systems.europa.mines import belt_at, due_checks, enemy_mines, points_words, spared, typed_hex


def hexes_with_mines(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """Where the group is, or a hex with mines that it has come through."""
    found = sorted({str(hex) for side in Side for hex in enemy_mines(values or {}, side)})
    return [("", "where it is"), *((name, name) for name in found)]


def carriers_of_mines(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """The naval units that carry mine points, and how many."""
    units = UNITS.of(values) if values else []
    carried = ((key, name, (values or {}).get(f"{UNIT}:{key}.mines", 0)) for key, name in units)
    return [(key, f"{name}, {points_words(mines)}") for key, name, mines in carried if mines]


class CheckForm(Form):
    """What is typed when a group comes among mines."""

    group: Annotated[str, Field(title="Naval group"), GROUPS]
    hex: Annotated[str, Field(title="Hex with the mines"), Choices(hexes_with_mines)] = ""
    occasion: Annotated[Occasion, Field(title="Why")] = Occasion.ENTERED
    because: Because = ""


class LoadForm(Form):
    """What is typed when mines are taken aboard."""

    unit: Annotated[str, Field(title="Naval unit"), UNITS]
    points: Annotated[int, Field(ge=1, le=99, title="Mine points")] = 1
    cost: Annotated[
        Decimal,
        Field(ge=0, le=99, title="Naval repair points", description="Their cost by your own rules (R-39)."),
    ]
    because: Because = ""


class LayForm(Form):
    """What is typed when a unit lays mines."""

    unit: Annotated[str, Field(title="Naval unit"), Choices(carriers_of_mines)]
    points: Annotated[int, Field(ge=1, le=99, title="Mine points", description="5 MPs each.")] = 1
    night: Annotated[bool, Field(title="By night: a block of 5 MPs is one point")] = False
    because: Because = ""


class AirForm(Form):
    """What is typed when aircraft have laid mines."""

    side: Annotated[Side, Field(title="Whose aircraft")]
    hex: Annotated[str, Field(title="Hex", description="As 18A:2010.")]
    points: Annotated[int, Field(ge=1, le=99, title="Mine points", description="By your air rules (R-39).")]
    zone: Annotated[str, Field(title="Sea zone of the hex"), Choices(zone_choices)] = ""
    because: Because = ""


@DOORS.situation("mine-damage", form=CheckForm)
def mine_check(reader: Reader, target: Target) -> BaseModel:
    """The group, its units, and the enemy's mines in the hex."""
    key = target["group"]
    row = fleet.group_row(reader, key)
    side, place = Side(row["side"]), str(row["place"])
    where = typed_hex(target["hex"]) if target["hex"] else fleet.hex_of(reader.state.values, place)
    if where is None:
        raise FormErrors({"hex": "nobody knows in which hex this group is: choose the one with the mines"})
    now = reader.fields("campaign:clock", "player_turn", "step")
    return MineCheck(
        side=side,
        group=key,
        name=row["name"],
        hex=where,
        mines=belt_at(reader, side.enemy, where).points,
        units=fleet.units_of(reader, key),
        occasion=Occasion(target["occasion"]),
        in_port=place.startswith("port:") and not fleet.moved_now(reader.state.values, key),
        player_turn=Side(now["player_turn"]),
        phase=Step(now["step"]),
        checked=reader.source(f"{mined_mark(key, where)}.kind"),
        spared=spared(reader.state.values, key, where, reader.get),
        marks=marks_on(reader.state.values, f"{GROUP}:{key}"),
        because=target["because"],
    )


@DOORS.situation("mines-loaded", form=LoadForm)
def loading(reader: Reader, target: Target) -> BaseModel:
    """The unit, where it lies, and the repair points in hand."""
    unit = fleet.unit_of(reader, target["unit"])
    return Loading(
        side=unit.side,
        unit=unit.key,
        name=unit.name,
        in_port=fleet.place_of(reader.state.values, unit.key).startswith("port:"),
        carried=reader[f"{UNIT}:{unit.key}.mines"],
        points=target["points"],
        cost=tidy(target["cost"]),
        account=account_of(reader, unit.side, NRP),
        because=target["because"],
    )


def group_of(reader: Reader, key: str) -> AtSea:
    """A naval group that spends MPs where it is."""
    row, now = fleet.group_row(reader, key), reader.fields("campaign:clock", "turn", "player_turn", "step")
    return AtSea(
        key=key,
        name=row["name"],
        place=row["place"],
        began=fleet.began_at(reader.state.values, key),
        strip=fleet.strip_now(reader.state.values, key),
        turn=now["turn"],
        player_turn=Side(now["player_turn"]),
        phase=Step(now["step"]),
        naval_step=part_now(reader.state.values),
        allowance=allowance_of(reader, fleet.units_of(reader, key)),
    )


def group_at_sea(reader: Reader, unit: str) -> AtSea:
    """The group in which a unit sails, in a hex. FormErrors where it is in none."""
    place = str(reader[f"{UNIT}:{unit}.place"])
    if not place.startswith(f"{GROUP}:"):
        raise FormErrors({"unit": "it sails in no naval group: put it to sea first"})
    group = group_of(reader, place.partition(":")[2])
    if group.hex is None:
        raise FormErrors({"unit": f"its group, {group.name}, is at sea in no hex"})
    return group


@DOORS.situation("mines-laid", form=LayForm)
def laying(reader: Reader, target: Target) -> BaseModel:
    """The unit, its group, and the mines of its side that lie in the hex."""
    unit = fleet.unit_of(reader, target["unit"])
    group = group_at_sea(reader, unit.key)
    assert group.hex is not None
    return Laying(
        side=unit.side,
        unit=unit.key,
        name=unit.name,
        carried=reader[f"{UNIT}:{unit.key}.mines"],
        points=target["points"],
        group=group,
        night=target["night"],
        belt=belt_at(reader, unit.side, group.hex, str(reader[f"{GROUP}:{group.key}.zone"])),
        because=target["because"],
    )


@DOORS.situation("mines-laid-by-air", form=AirForm)
def aerial_mining(reader: Reader, target: Target) -> BaseModel:
    """The mines that lie in the hex, and those that are added."""
    side = Side(target["side"])
    return AerialMining(
        side=side,
        points=target["points"],
        belt=belt_at(reader, side, typed_hex(target["hex"]), target["zone"]),
        phase=Step(reader["campaign:clock.step"]),
        because=target["because"],
    )


@DOORS.shows("mine-damage")
def shown_of_a_check(facts: Mapping[str, Any], check: MineCheck, result: Result[Outcome[Mined]]) -> Shown:
    """In a closed campaign everybody learns of the hex, its mines, and the hits."""
    fields: dict[str, Any] = {"side": check.side.value, "hex": str(check.hex), "mine_points": check.mines}
    return Shown(fields if result.value is None else {**fields, "hits_in_all": result.value.result.toll.hits})


@DOORS.shows("mines-laid")
def shown_of_laying(facts: Mapping[str, Any], laying: Laying, result: Result[Outcome[Laid]]) -> Shown:
    """Mines lie open on the map; who laid them there is its side's affair."""
    return Shown({"side": laying.side.value, "hex": str(laying.belt.hex), "mine_points": laying.points})


@DOORS.duty(*TURN.steps_of("mine-damage"))
def among_mines(now: Now) -> Iterator[Duty]:
    """A line for each hex with enemy mines where a group was not checked, which came into it or began there."""
    if now.ahead:
        return
    for row in now.state.rows(GROUP):
        if f"{row}.side" not in now.facts:
            continue
        key, name = row.partition(":")[2], now.facts[f"{row}.name"]
        for due in due_checks(now.facts, key):
            small = f"{points_words(due.mines)}: {due.occasion.label}"
            yield by_rule(
                "mine-damage",
                f"Mines: {name} in {due.hex}",
                f"group={key}&hex={due.hex}&occasion={due.occasion}",
                small=small,
                figures=now.chances("mine-damage", {"group": key, "hex": str(due.hex), "occasion": due.occasion}),
                kind=Kind.DUE,
                seat=str(now.facts[f"{row}.side"]),
                done="",
                passes=(Passed(f"{key}/{due.hex}", f"{name} in {due.hex}, {small}", "mine check", True),),
            )


@DOORS.duty(*TURN.steps_of("mines-laid"))
def lay_them(now: Now) -> Iterator[Duty]:
    """A unit at sea that carries mines may lay them."""
    for key, words in () if now.ahead else carriers_of_mines(now.facts):
        mine = now.facts[f"{UNIT}:{key}.side"] == now.moment.player_turn
        if mine and fleet.place_of(now.facts, key).startswith("hex:"):
            small = "5 MPs a point"
            yield by_rule("mines-laid", f"Lay mines: {words}", f"unit={key}", small=small, again=True, done="")


@DOORS.duty(*TURN.steps_of("mine-belts"))
def look_at_them(now: Now) -> Iterator[Duty]:
    """The list of all mines, where there are any."""
    found = now.state.rows(MINES)
    if found and not now.ahead:
        yield Duty("Mine belts", "36.C", f"{len(found)} kept, hex by hex", url="mines/")


@DOORS.duty(*TURN.steps_of("mines-laid-by-air"))
def lay_from_the_air(now: Now) -> Iterator[Duty]:
    """Where mines are kept at all."""
    if now.state.rows(MINES) and not now.ahead:
        seat = now.moment.player_turn
        yield by_rule("mines-laid-by-air", query=f"side={seat}", small="by your air rules", again=True)


@DOORS.duty(*TURN.steps_of("mines-loaded"))
def take_aboard(now: Now) -> Iterator[Duty]:
    """Where mines are kept at all, and a unit of the phasing side lies in port."""
    if now.state.rows(MINES) and not now.ahead and any(_in_port(now)):
        yield by_rule("mines-loaded", small="from naval repair points", again=True)


def _in_port(now: Now) -> Iterator[bool]:
    for row in now.state.rows(UNIT):
        if now.facts.get(f"{row}.side") == now.moment.player_turn:
            yield fleet.place_of(now.facts, row.partition(":")[2]).startswith("port:")
