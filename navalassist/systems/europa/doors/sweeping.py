"""36.C.3: mines are swept by task forces, by themselves in an initial phase, and in danger zones; each by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine import Outcome, Play, Result, Tally, compute
from navalassist.engine.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.engine.forms import Choices, FormErrors, ticks_of
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader
from navalassist.engine.rule import Condition, Shown
from navalassist.engine.shapes import Form, Ticks
from navalassist.play.systems import Target
from navalassist.rules.europa.accounts import NRP
from navalassist.rules.europa.danger_zones import danger_zone
from navalassist.rules.europa.mines import BY_THEMSELVES, Belt, mined_mark, sweep_mark, swept_mark
from navalassist.rules.europa.naval_units import UnitKind
from navalassist.rules.europa.r36_sea_state import sea_row
from navalassist.rules.europa.r36_sweeping import MPS_SPENT, EnemyBelt, InitialSweep, Sweep, Swept, verdict
from navalassist.rules.europa.r36_zone_sweeping import NUMBERS, ZoneSweep, ZoneSwept, easier_mark, modifiers
from navalassist.rules.europa.rulings_36 import R23, R72
from navalassist.rules.europa.sea_state import SEA, SeaState
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side, Step
from navalassist.systems.europa import danger, fleet
from navalassist.systems.europa.accounts import account_of
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.doors.mines import group_at_sea
from navalassist.systems.europa.fleet import GROUP, UNIT, UNITS
from navalassist.systems.europa.fleet_marks import marks_on
from navalassist.systems.europa.mines import (
    belt_at,
    belt_choices,
    belts,
    enemy_points,
    near_ports,
    points_words,
    port_in,
    typed_hex,
)
from navalassist.systems.europa.sea import sea_kept, waters_of

Facts = Mapping[str, Any]
WORKED_OUT, YES, NO = "", "yes", "no"
TASK_FORCE = "task-force"


def task_forces_at_sea(values: Facts | None) -> list[tuple[str, str]]:
    """The task forces that sail in a naval group."""
    found = UNITS.of(values) if values else []
    return [(key, words) for key, words in found if _sails(values or {}, key)]


def _sails(values: Facts, key: str) -> bool:
    force = values[f"{UNIT}:{key}.kind"] == UnitKind.TASK_FORCE
    return force and fleet.place_of(values, key).startswith("hex:")


def enemy_belts(values: Facts | None) -> list[tuple[str, str]]:
    """The mines of the side that is not phasing."""
    phasing = (values or {}).get("campaign:clock.player_turn", "")
    return [(key, words) for key, words in belt_choices(values) if key.partition("/")[0] != phasing]


class SweepForm(Form):
    """What is typed when a task force sweeps."""

    unit: Annotated[str, Field(title="Task force"), Choices(task_forces_at_sea)]
    mps_spent: Annotated[bool, Field(title=MPS_SPENT)] = False
    because: Because = ""


class StartForm(Form):
    """What only the players at the map can say as an initial phase begins."""

    coast: Annotated[
        tuple[str, ...],
        Field(title="Coastal hexes that you own", description="Beside those of your ports, which are known."),
        Choices(enemy_belts, many=True),
    ] = ()
    far: Annotated[
        tuple[str, ...],
        Field(title="No enemy-owned port within 7 hexes", description="Where that is not known."),
        Choices(enemy_belts, many=True),
    ] = ()
    because: Because = ""


class ZoneForm(Form):
    """What is typed for a mine point in a danger zone."""

    belt: Annotated[str, Field(title="Mines"), Choices(belt_choices)]
    sea: Annotated[
        str,
        Field(title=SEA),
        Choices(lambda _: [("", "as it is kept for this turn"), *((sea.value, sea.label) for sea in SeaState)]),
    ] = ""
    cap: Annotated[bool, Field(title="A friendly CAP mission was flown in the hex")] = False
    coast_defence: Annotated[
        int, Field(ge=0, le=99, title="Enemy coast defence", description="Unsuppressed levels in the hex.")
    ] = 0
    zone: Annotated[
        str,
        Field(title="In a danger zone that you exert"),
        Choices(lambda _: [(WORKED_OUT, "worked out from the map"), (YES, "yes, as we read it"), (NO, "no")]),
    ] = WORKED_OUT
    ticks: Ticks = ticks_of(NUMBERS)
    because: Because = ""


def has_swept(reader: Reader, side: Side) -> bool:
    """True where a mark says that this side has swept mines in its player turn."""
    return bool(reader.get(f"{swept_mark(side)}.kind", ""))


def alone(reader: Reader, side: Side) -> bool:
    """True where the mines that this side has swept in its player turn all went by themselves."""
    return bool(reader.get(f"{swept_mark(side)}.note", "") == BY_THEMSELVES)


def lets_nothing(reader: Reader, side: Side) -> bool:
    """True where they don't let it sweep in its danger zones (R-72)."""
    return reader.state.book.ruling(R72) == TASK_FORCE and alone(reader, side)


@DOORS.situation("mines-swept", form=SweepForm)
def sweep(reader: Reader, target: Target) -> BaseModel:
    """The task force, its group, the enemy mines in the hex, and whether it was checked for them."""
    unit = fleet.unit_of(reader, target["unit"])
    group = group_at_sea(reader, unit.key)
    assert group.hex is not None
    others = [other for other in fleet.units_of(reader, group.key) if other.key != unit.key and other.current]
    return Sweep(
        side=unit.side,
        unit=unit,
        others=len(others),
        group=group,
        belt=belt_at(reader, unit.side.enemy, group.hex),
        checked=bool(reader.get(f"{mined_mark(group.key, group.hex)}.kind", "")),
        mps_spent=target["mps_spent"],
        points=int(reader.get(f"{sweep_mark(unit.key, group.hex)}.note") or 0),
        swept=has_swept(reader, unit.side),
        alone=alone(reader, unit.side),
        marks=marks_on(reader.state.values, f"{GROUP}:{group.key}"),
        because=target["because"],
    )


@DOORS.situation("mines-swept-at-start", form=StartForm, basis=lambda found: told(found))
def start(reader: Reader, target: Target) -> BaseModel:
    """Every enemy belt, with the ports that decide whether it goes."""
    now = reader.fields("campaign:clock", "player_turn", "step")
    side = Side(now["player_turn"])
    mines = (belt for belt in belts(reader.state.values) if belt.side is side.enemy)
    return InitialSweep(
        side=side,
        player_turn=side,
        phase=Step(now["step"]),
        belts=tuple(_as_found(reader, side, belt, target) for belt in mines),
        swept=has_swept(reader, side),
        because=target["because"],
    )


def _as_found(reader: Reader, side: Side, belt: Belt, target: Target) -> EnemyBelt:
    """A belt with what is known of its hex, and what was ticked for it."""
    key, values = f"{belt.side.value}/{belt.hex}", reader.state.values
    reader.fields(belt.row, "points")
    own = port_in(values, belt.hex, side.value)
    coast = str(values[f"port:{own}.name"]) if own else "as you say" if key in target["coast"] else ""
    if own:
        reader.fields(f"port:{own}", "owner", "map_reference")
    near = near_ports(values, belt.side, belt)
    return EnemyBelt(belt=belt, own_coast=coast, near=near.port, unknown=near.unknown, far=key in target["far"])


def told(sweep: InitialSweep) -> Play[tuple[Condition, ...]]:
    """Belt by belt: whether it goes, and why."""
    yield from R23.look()
    found = ((one.belt, verdict(one)) for one in sweep.belts)
    return tuple(
        Condition(
            f"{belt.side.label} mines in {belt.hex}, {points_words(belt.points)}, go by themselves",
            it.goes,
            it.why,
            "36.C.3",
            R23.number,
            (f"{belt.row}.points",),
        )
        for belt, it in found
    )


def tally(sweep: ZoneSweep) -> Play[Tally]:
    """The modifiers of the die."""
    return modifiers(sweep)


@DOORS.situation("mines-swept-in-zone", form=ZoneForm, basis=tally)
def zone_sweep(reader: Reader, target: Target) -> BaseModel:
    """The mines, whose danger zone they lie in, and what was typed of the hex."""
    owner, _, name = target["belt"].partition("/")
    side = Side(owner).enemy
    belt = belt_at(reader, side.enemy, typed_hex(name, "belt"))
    exerted, why = _exerted(reader, belt, side, target["zone"])
    return ZoneSweep(
        side=side,
        belt=belt,
        player_turn=Side(reader["campaign:clock.player_turn"]),
        exerted=exerted,
        zone_why=why[:200],
        sea=_sea(reader, belt, target["sea"]),
        sea_kept=sea_kept(reader.state.values, belt.zone),
        cap=target["cap"],
        coast_defence=target["coast_defence"],
        easier=bool(reader.get(f"{easier_mark(side, belt)}.kind", "")),
        swept=has_swept(reader, side),
        alone=lets_nothing(reader, side),
        account=account_of(reader, side, NRP),
        because=target["because"],
        ticks=target.get("ticks", ()),
    )


def _sea(reader: Reader, belt: Belt, typed: str) -> SeaState:
    """The state that somebody chose, else the one that is kept. FormErrors where there is neither."""
    kept = sea_kept(reader.state.values, belt.zone)
    if kept is not None:
        reader[f"{sea_row(waters_of(belt.zone))}.note"]
    if typed:
        return SeaState(typed)
    if kept is None:
        raise FormErrors({"sea": "how the sea is here is not kept for this turn: choose it"})
    return kept


def _exerted(reader: Reader, belt: Belt, side: Side, typed: str) -> tuple[bool | None, str]:
    """Whether the hex lies in a danger zone that this side exerts, and why."""
    if typed != WORKED_OUT:
        return typed == YES, "as you read it off the map"
    waters = danger.waters_at(reader.state.values, belt.hex, belt.zone, read=reader.__getitem__)
    found = compute(danger_zone(waters), reader.state.book)
    return found.exerts.against(side.enemy), f"it is {found.exerts.label} ({found.why})"


@DOORS.shows("mines-swept")
def shown_of_a_sweep(facts: Facts, sweep: Sweep, result: Result[Outcome[Swept]]) -> Shown:
    """In a closed campaign everybody learns of the hex, the point that went, and the hits."""
    fields: dict[str, Any] = {"side": sweep.side.value, "hex": str(sweep.belt.hex)}
    if result.value is None:
        return Shown(fields)
    found = result.value.result
    return Shown({**fields, "mine_points_left": found.after, "hits_in_all": found.toll.hits})


@DOORS.shows("mines-swept-in-zone")
def shown_of_a_zone_sweep(facts: Facts, sweep: ZoneSweep, result: Result[Outcome[ZoneSwept]]) -> Shown:
    """In a closed campaign everybody learns of the hex, the roll and the points that are left; accounts are secret."""
    fields: dict[str, Any] = {"side": sweep.side.value, "hex": str(sweep.belt.hex)}
    if result.value is None:
        return Shown(fields)
    found = result.value.result
    return Shown({**fields, "roll": f"{found.result.value}, {found.result.label}", "mine_points_left": found.left})


@DOORS.duty(*TURN.steps_of("mines-swept"))
def sweep_them(now: Now) -> Iterator[Duty]:
    """A task force of the phasing side that lies among enemy mines may sweep them."""
    for key, words in () if now.ahead else task_forces_at_sea(now.facts):
        side = Side(str(now.facts[f"{UNIT}:{key}.side"]))
        where = fleet.hex_of(now.facts, fleet.place_of(now.facts, key))
        points = enemy_points(now.facts, side, where) if where and side == now.moment.player_turn else 0
        if points:
            small = f"{points_words(points)} in {where}; 20 MPs a point"
            yield by_rule("mines-swept", f"Sweep with {words}", f"unit={key}", small=small, again=True, done="")


@DOORS.duty(*TURN.steps_of("mines-swept-at-start"))
def sweep_at_start(now: Now) -> Iterator[Duty]:
    """What goes by itself, in one tap; what nobody knows is asked for on its page."""
    side = Side(now.moment.player_turn)
    mines = [belt for belt in belts(now.facts) if belt.side is side.enemy]
    if not mines:
        return
    reader = Reader(now.state)
    found = [_as_found(reader, side, belt, {"coast": (), "far": ()}) for belt in mines]
    goes = [f"{one.belt.hex}" for one in found if verdict(one).goes]
    open_ones = sum(1 for one in found if not verdict(one).goes and not one.near)
    more = f"{open_ones} to decide" if open_ones else ""
    small = "; ".join(part for part in (f"goes: {', '.join(goes)}" if goes else "", more) if part)
    if now.ahead and not goes:
        return
    passes = (Passed("mines", f"Enemy mines in {', '.join(goes)}", "sweep"),) if goes else ()
    kind = Kind.DUE if goes else Kind.MAY
    yield by_rule("mines-swept-at-start", small=small or "none goes by itself", again=True, kind=kind, passes=passes)


@DOORS.duty(*TURN.steps_of("mines-swept-in-zone"))
def sweep_in_zones(now: Now) -> Iterator[Duty]:
    """In a player turn in which mines were swept, while no deficit of sweeping bars it."""
    side = Side(now.moment.player_turn)
    first = next((belt for belt in belts(now.facts) if belt.side is side.enemy), None)
    if first is None or now.ahead or f"{swept_mark(side)}.kind" not in now.facts:
        return
    owed = account_of(Reader(now.state), side, NRP).sweeping
    off = "no task force has swept in this player turn" if lets_nothing(Reader(now.state), side) else ""
    off = f"sweeping has made a deficit of {owed} NRPs" if owed else off
    query = f"belt={side.enemy}/{first.hex}"
    yield by_rule(
        "mines-swept-in-zone", query=query, small="one die a point", off=off, done="" if off else None, again=True
    )
