"""Changing the board: rows added, changed, copied and struck. Each is one entry; an untouched row makes none."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import Effect, Set, create
from navalassist.engine.reader import Unknown
from navalassist.play.state import State
from navalassist.play.write.writer import Writer
from navalassist.rules.europa.amounts import res_text
from navalassist.rules.europa.clock import next_turn
from navalassist.rules.europa.words import ShipmentState, Side, Step
from navalassist.systems.europa.aboard import taken_aboard, unit_of
from navalassist.systems.europa.board.drafts import draft_fields
from navalassist.systems.europa.board.words import name_of
from navalassist.systems.europa.closed import is_closed
from navalassist.systems.europa.ends import end_name
from navalassist.systems.europa.setup import Draft, shipment_fields
from navalassist.systems.europa.situations import began_at_sea

SAILS_ON = ("planned", "at-sea")
UNIT = "unit"
NOT_THERE = "this row is no longer on the board"
# The mark of a row that the enemy has been asked to roll for.
MARK = "mark:owed/"
# Its note is the check that waits for more dice, or with this before it the last one, where those of a zone are next.
PAST = "past "
OWES = "the enemy has been asked to roll for this row: take the question back first"
ADDED = {"shipment.add": "added", "shipment.copy": "added as a copy", "shipment.back": "added, empties sent back"}


def standing_row(state: State, key: str) -> dict[str, Any]:
    """A row that stands on the board. Unknown for another."""
    row = state.row(f"shipment:{key}")
    if not row or row["state"] == "struck":
        raise Unknown(NOT_THERE)
    return row


def own_row(writer: Writer, key: str) -> dict[str, Any]:
    """A row that the viewer may see. Unknown for one that is not there, and for one that is not for these eyes."""
    if not writer.viewer.sees(writer.state.audiences.get(f"shipment:{key}", PUBLIC)):
        raise Unknown(NOT_THERE)
    return standing_row(writer.state, key)


def owes(state: State, key: str) -> bool:
    """True while the enemy owes the dice for a row."""
    return f"{MARK}{key}.kind" in state.values


def half_rolled(state: State, key: str) -> bool:
    """True while some of the dice of a check have fallen and the enemy owes more."""
    note = str(state.values.get(f"{MARK}{key}.note", ""))
    return bool(note) and not note.startswith(PAST)


def free_row(writer: Writer, key: str) -> dict[str, Any]:
    """A row that its side may change. Unknown for one that the enemy is to roll for."""
    row = own_row(writer, key)
    if owes(writer.state, key):
        raise Unknown(OWES)
    return row


def board_rows(state: State, values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """shipment key -> row, in the order of the board: what still sails, and what ended in this turn.

    values: the facts that the viewer may see.
    """
    turn = state.clock[0]
    found = {}
    for name in state.rows("shipment"):
        if f"{name}.side" in values:
            row = state.row(name)
            if row["state"] in SAILS_ON or (row["state"] != "struck" and row["turn"] >= turn):
                found[name.removeprefix("shipment:")] = row
    return dict(sorted(found.items(), key=lambda item: (item[1]["turn"], item[1]["row"])))


def turn_to_sail(state: State, side: str) -> str:
    """The turn of this side's next player turn: this one, unless it is over."""
    turn, player_turn, _ = state.clock
    over = player_turn == Side.ALLIED and side == Side.AXIS
    return next_turn(turn) if over else turn


def next_number(state: State, side: str) -> int:
    """The number of a new row; numbers of struck rows are not used again while those of this turn are at hand.

    Sides that see one another's rows count on together; a closed one counts its own (R-56).
    """
    turn, own = state.clock[0], is_closed(state.values)
    numbers = [
        row["row"]
        for row in (state.row(key) for key in state.rows("shipment"))
        if (row["turn"] >= turn or row["state"] in SAILS_ON) and (row["side"] == side or not own)
    ]
    return max(numbers, default=0) + 1


def about(state: State, row: Mapping[str, Any]) -> str:
    """A row in one line, for the log: `Row 3: 7 SP, Naples–Tripoli`."""
    return f"Row {row['row']}: {name_of(row)}, {pair_text(state, row)}"


def pair_text(state: State, row: Mapping[str, Any]) -> str:
    """`Naples–Tripoli`"""
    return "–".join(port_name(state, row[end]) for end in ("origin", "destination"))


def port_name(state: State, key: str) -> str:
    """The name of a port, or of what stands for one."""
    return end_name(state.values, key)


def add(
    writer: Writer,
    draft: Draft,
    act: str = "shipment.add",
    beside: Callable[[str], Effect] | None = None,
    key: str = "",
) -> str:
    """A new row at the end of its side's list; its key. beside: from that key, what else the entry does."""
    key = key or uuid.uuid4().hex
    number, turn = next_number(writer.state, draft.side), turn_to_sail(writer.state, draft.side)
    fields = shipment_fields(draft, number, turn, key)
    effects = (*_made(writer.state, key, fields, draft.unit), *((beside(key),) if beside else ()))
    writer.edit(act, effects, seat=draft.side, shipment=key, title=f"Row {number} {ADDED[act]}")
    return key


def add_all(writer: Writer, drafts: Sequence[Draft], act: str, note: str = "") -> Entry:
    """Several new rows of one side in one entry, which one undo takes back. ValueError for none."""
    if not drafts:
        raise ValueError("there is no row to put on the board")
    side = drafts[0].side
    first = next_number(writer.state, side)
    turn = turn_to_sail(writer.state, side)
    effects: list[Effect] = []
    for number, draft in enumerate(drafts, start=first):
        key = uuid.uuid4().hex
        effects += _made(writer.state, key, shipment_fields(draft, number, turn, key), draft.unit)
    last = first + len(drafts) - 1
    between = "and" if last == first + 1 else "to"
    title = f"Row {first} added" if last == first else f"Rows {first} {between} {last} added"
    return writer.edit(act, effects, seat=side, title=title, note=note)


def _made(state: State, key: str, fields: dict[str, Any], unit: str) -> tuple[Effect, ...]:
    return (create(f"shipment:{key}", **fields), *taken_aboard(state.values, key, unit))


def change(writer: Writer, key: str, draft: Draft) -> Entry | None:
    """Bring a row to what was typed; None when that is what it says already. Unknown when it sails no more."""
    row = free_row(writer, key)
    typed = changed_fields(row, draft, unit_of(writer.state.values, key))
    if not typed:
        return None
    fields = ((name, value) for name, value in typed.items() if name != UNIT)
    effects = [Set(f"shipment:{key}.{name}", value) for name, value in fields]
    aboard = taken_aboard(writer.state.values, key, typed[UNIT]) if UNIT in typed else ()
    note = f"{name_of(row)}, {pair_text(writer.state, row)}"
    return writer.edit(
        "shipment.change",
        (*effects, *aboard),
        seat=row["side"],
        shipment=key,
        title=f"Row {row['row']} changed",
        note=note,
    )


def changed_fields(row: Mapping[str, Any], draft: Draft, unit: str = "") -> dict[str, Any]:
    """The fields that differ, and the unit of the fleet as `unit`.

    What has put to sea may only change the rest of its way, and its company. unit: the one that carries it now.
    """
    if row["state"] not in SAILS_ON:
        raise Unknown("this row has sailed: correct its receipt instead")
    typed = draft_fields(draft)
    if has_sailed(row):
        route = _rest_changed(row, typed["route"])
        typed = {"destination": typed["destination"], "alone": typed["alone"], "route": route}
    elif draft.unit != unit:
        row, typed = {**row, UNIT: unit}, {**typed, UNIT: draft.unit}
    return {name: value for name, value in typed.items() if row[name] != value}


def _rest_changed(row: Mapping[str, Any], typed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A way of which a part lies behind. The zone that it is in stays too, but not what is seen at the map there."""
    behind = legs_behind(row)
    here = {**typed[behind], "zone": row["route"][behind]["zone"]} if typed[behind:] else row["route"][behind]
    return [*row["route"][:behind], here, *typed[behind + 1 :]]


def legs_behind(row: Mapping[str, Any]) -> int:
    """How many zones of its way it has left; the one that it is at sea in is not among them."""
    return max(0, row["leg"] - (2 if row["state"] == ShipmentState.AT_SEA else 1))


def here_of(row: Mapping[str, Any]) -> str:
    """The zone that it is at sea in; '' for what is in port."""
    return str(row["route"][legs_behind(row)]["zone"]) if row["state"] == ShipmentState.AT_SEA else ""


def stays(row: Mapping[str, Any], clock: tuple[str, str, str]) -> bool:
    """True for what stops at sea where it is in this step. Beginning an exploitation step there is checked first."""
    if row["state"] != ShipmentState.AT_SEA or not row["route"][legs_behind(row)].get("stops"):
        return False
    return not (clock[2] == Step.EXPLOITATION and began_at_sea(row, clock))


def has_sailed(row: Mapping[str, Any]) -> bool:
    """True once dice or a zone lie behind it."""
    return row["state"] != "planned" or row["leg"] > 1


def copy(writer: Writer, key: str) -> str:
    """The same row once more, as it was planned; its key."""
    row = own_row(writer, key)
    return add(writer, draft_of(row), "shipment.copy")


def draft_of(row: Mapping[str, Any], unit: str = "") -> Draft:
    """What a row was before it sailed. unit: the one of the fleet that carries it."""
    res = sum((Decimal(row[name]) for name in ("res_afloat", "res_lost", "res_returned")), Decimal(0))
    return Draft(
        row["side"],
        row["cargo"],
        row["label"],
        row["points"],
        res_text(res),
        row["transports"],
        row["transport_count"],
        row["origin"],
        row["destination"],
        tuple(row["route"]),
        row["carries"],
        row["code_c_fighter"],
        row["nation"],
        row["alone"],
        unit,
    )


def carry_over(writer: Writer, key: str) -> None:
    """A row left from an earlier turn sails as one of this turn, and is shown with its rows."""
    row, turn = writer.state.row(f"shipment:{key}"), writer.state.clock[0]
    if row and row["turn"] < turn and row["state"] in SAILS_ON:
        effects = (Set(f"shipment:{key}.turn", turn),)
        writer.edit("shipment.carry", effects, seat=row["side"], title=f"Row {row['row']} carried over")


def strike(writer: Writer, key: str) -> Entry:
    """Take a row off the board; the log keeps it. Unknown once it has sailed."""
    row = free_row(writer, key)
    if has_sailed(row):
        raise Unknown("a row that has sailed stays on the board; correct its receipt instead")
    effects = (Set(f"shipment:{key}.state", "struck"), *taken_aboard(writer.state.values, key, ""))
    note = f"{name_of(row)}, {pair_text(writer.state, row)}"
    return writer.edit(
        "shipment.strike", effects, seat=row["side"], shipment=key, title=f"Row {row['row']} removed", note=note
    )
