"""What the steps ask of shipping: sail or strike off what is on the board, and the dice that the enemy rolls for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from navalassist.engine import Figure
from navalassist.engine.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.play.rules.resolve import preview
from navalassist.rules.europa.r36_gibraltar import MEDITERRANEAN
from navalassist.rules.europa.sailing import Voyage
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import CargoKind, ShipmentState, Side, Step
from navalassist.systems.europa.aboard import unit_of
from navalassist.systems.europa.board.outlook import first_contact
from navalassist.systems.europa.board.rows import owes, stays
from navalassist.systems.europa.board.words import sails_text
from navalassist.systems.europa.closed import is_closed
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.ends import end_name
from navalassist.systems.europa.situations import began_at_sea

AT_SEA = ShipmentState.AT_SEA.value
UNDER_WAY = (ShipmentState.PLANNED.value, AT_SEA)
BOARD = "board/"
# Rows that have a line of their own.
MOST_LINES = 8


def still_to_sail(now: Now) -> list[str]:
    """Keys of the shipments that a step is for: those planned for its turn or before, and those at sea that sail on."""
    found = [row for row in now.state.rows("shipment") if f"{row}.state" in now.facts]
    return [row.removeprefix("shipment:") for row in found if _is_for(now, row)]


def _is_for(now: Now, row: str) -> bool:
    """What was passed over in its turn waits on the board, and is due again."""
    facts = now.facts
    state = facts[f"{row}.state"]
    if facts[f"{row}.side"] != now.moment.player_turn or state not in UNDER_WAY:
        return False
    if facts[f"{row}.turn"] > now.moment.turn:
        return False
    told = {name: facts[f"{row}.{name}"] for name in ("state", "route", "leg", "sailed_in")}
    return state != AT_SEA or not stays(told, now.clock)


def shipments(count: int) -> str:
    """`1 shipment`, `3 shipments`"""
    return "1 shipment" if count == 1 else f"{count} shipments"


@DOORS.duty(*TURN.steps_of("sail"))
def sail(now: Now) -> Iterator[Duty]:
    """A line for each row that has not sailed, with whose dice it needs and its chance; many are told together."""
    waiting = sorted(still_to_sail(now), key=lambda key: (now.state.row(f"shipment:{key}")["turn"], _number(now, key)))
    for key in waiting[:MOST_LINES]:
        yield _line(now, key)
    if rest := waiting[MOST_LINES:]:
        passes = tuple(_passed(now, key) for key in rest)
        yield Duty(f"and {len(rest)} more rows", "33.A.1", kind=Kind.DUE, url=BOARD, seat=_seat(now), passes=passes)


def _line(now: Now, key: str) -> Duty:
    """A row that sails or is struck off (33.A, 33.D)."""
    row = now.state.row(f"shipment:{key}")
    rule, small = "33.A.1", "it sails, or is struck off"
    if began_at_sea(row, now.clock):
        rule, small = "33.A.2" if now.moment.step == Step.EXPLOITATION else "R-57", "at sea as this step began"
    return Duty(
        f"Row {row['row']}: {_name(row)}, {_way(now, row)}",
        rule,
        small,
        Kind.DUE,
        f"{BOARD}#row-{key}",
        _seat(now),
        () if now.ahead else _outlook(now, key),
        strong=True,
        passes=(_passed(now, key),),
    )


def _seat(now: Now) -> str:
    """The enemy rolls, at a closed table once asked to (R-56)."""
    side = Side(now.moment.player_turn)
    return side.value if is_closed(now.facts) else side.enemy.value


def _number(now: Now, key: str) -> int:
    return int(now.state.row(f"shipment:{key}")["row"])


def _way(now: Now, row: Mapping[str, Any]) -> str:
    """`Naples–Tripoli`"""
    return "–".join(end_name(now.state.values, row[end]) for end in ("origin", "destination"))


@DOORS.duty(*TURN.steps_of("board-fuel"))
def fuel_of_the_board(now: Now) -> Iterator[Duty]:
    """Axis task forces without a counter that have sailed as a row owe fuel as those of naval groups do (36.E)."""
    this = "/".join(now.clock[:2])
    for row in () if now.ahead else now.state.rows("shipment"):
        if now.facts.get(f"{row}.cargo") != CargoKind.TASK_FORCE or now.facts[f"{row}.side"] != Side.AXIS:
            continue
        fields, unit = now.state.row(row), unit_of(now.facts, row.partition(":")[2])
        if not unit and _has_left(fields, this) and _in_the_mediterranean(now, fields["origin"]):
            name, port = _name(fields), fields["origin"]
            query = urlencode({"side": "axis", "what": "srp", "points": 1, "port": port, "reason": f"Fuel: {name}"})
            text = f"Pay the fuel of {name}: 1 SRP or 5 SPs"
            small = f"it left {end_name(now.state.values, port)} as a row of the board, which takes none"
            yield by_rule("points-spent", text, query, small=small, rule="36.E", again=True)


def _has_left(row: Mapping[str, Any], this: str) -> bool:
    """Whether it has left its port in this player turn. What sails through one zone is never seen at sea in one."""
    since = str(row["sailed_in"]) or f"{row['turn']}/{row['side']}"
    return row["state"] not in ("planned", "struck") and since.startswith(this)


def _in_the_mediterranean(now: Now, port: str) -> bool:
    return not MEDITERRANEAN.isdisjoint(now.facts.get(f"port:{port}.zones", ()))


@DOORS.duty(*TURN.steps_of("empties"))
def at_sea(now: Now) -> Iterator[Duty]:
    """What is typed on the board while shipping moves."""
    yield Duty("Send the empties back", "33.D", "sailing alone they are harder to find", url=BOARD)


@DOORS.duty(*TURN.steps_of("plan"))
def plan(now: Now) -> Iterator[Duty]:
    """Before its naval steps a side plans what will sail."""
    side = Side(now.moment.player_turn)
    count = len(still_to_sail(now))
    yield Duty(f"Plan {side.label} shipments", "33.A", f"{shipments(count)} on the board so far", url=BOARD)


@DOORS.duty(*TURN.steps_of("captured-port"))
def captured(now: Now) -> Iterator[Duty]:
    """Every status depends on who owns the ports."""
    yield Duty("Enter a captured port", "33.B", "statuses follow at once", url="setup/ports/?port=")


def _outlook(now: Now, key: str) -> tuple[Figure, ...]:
    """The chance of its next contact, its expected loss, and the chance that all of it arrives: exact."""
    try:
        found = preview(now.state, "voyage", {"shipment": key}, now.system)
    except (LookupError, ValueError):
        return ()
    told = {figure.key: figure for figure in found.figures}
    if found.refusal or not {"all-arrive", "loss"} <= told.keys():
        return ()
    assert isinstance(found.situation, Voyage)
    chance = first_contact(now.state, found.situation)
    contact = () if chance is None else (Figure("contact", "Contact", chance),)
    return (*contact, told["loss"], replace(told["all-arrive"], label="all arrive"))


def _passed(now: Now, key: str) -> Passed:
    row = now.state.row(f"shipment:{key}")
    state = "has not sailed"
    if row["state"] == AT_SEA:
        fresh = row["sailed_in"] == "/".join(now.clock)
        state = "at sea, has not arrived" if fresh else "at sea, not checked in this step"
    if owes(now.state, key):
        state += "; its dice have been asked for"
    return Passed(key, f"Row {row['row']}: {_name(row)} {_way(now, row)} {state}", "shipment")


def _name(row: Mapping[str, Any]) -> str:
    return str(row["label"]) or sails_text(row)
