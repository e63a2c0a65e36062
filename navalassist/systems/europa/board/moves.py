"""Rows brought up and down, and the empties of an arrived row sent back. Each is one entry, and none throws dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.engine import Effect, Set, create
from navalassist.engine.reader import Unknown
from navalassist.play.state import State
from navalassist.play.write.writer import Writer
from navalassist.rules.europa.words import CargoKind, ShipmentState, TransportKind
from navalassist.systems.europa.board import rows
from navalassist.systems.europa.board.words import counted
from navalassist.systems.europa.ends import REINFORCEMENT, kind_of_end
from navalassist.systems.europa.setup import Draft

WAYS = {"up": -1, "down": 1}
# The mark of a row whose empties were sent back; its note is the row that brings them.
SENT = "sent-back"


def in_order(state: State, side: str) -> list[str]:
    """The rows of a side that still sail, in the order of the board: "roll all" follows it."""
    found = {key: state.row(key) for key in state.rows("shipment")}
    sails = [key for key, row in found.items() if row["side"] == side and row["state"] in rows.SAILS_ON]
    sails.sort(key=lambda key: (found[key]["turn"], found[key]["row"]))
    return [key.partition(":")[2] for key in sails]


def move(writer: Writer, key: str, way: str) -> Entry:
    """A row changes places with its neighbour. way: up or down. Unknown where there is none to change with."""
    row = rows.own_row(writer, key)
    order = in_order(writer.state, row["side"])
    if way not in WAYS or key not in order:
        raise Unknown("only rows that still sail can be moved up or down")
    place = order.index(key) + WAYS[way]
    if not 0 <= place < len(order):
        raise Unknown(f"row {row['row']} is the {'first' if way == 'up' else 'last'} of its side already")
    other = writer.state.row(f"shipment:{order[place]}")
    title = f"Row {row['row']} moved {way}, now row {other['row']}"
    return writer.edit(
        "shipment.move", _exchanged(key, row, order[place], other), seat=row["side"], title=title, shipment=key
    )


def _exchanged(one: str, row: Mapping[str, Any], two: str, other: Mapping[str, Any]) -> list[Effect]:
    """The two rows with each other's numbers. What was left from an earlier turn counts as of the later one."""
    turn = max(row["turn"], other["turn"])
    wanted = {one: (other["row"], row["turn"]), two: (row["row"], other["turn"])}
    effects: list[Effect] = [Set(f"shipment:{key}.row", number) for key, (number, _) in wanted.items()]
    return effects + [Set(f"shipment:{key}.turn", turn) for key, (_, now) in wanted.items() if now != turn]


def empties_of(row: Mapping[str, Any]) -> str:
    """The transports that arrived and could sail back empty, `5 NTs`; '' for none, or where they came empty."""
    if row["state"] != ShipmentState.ARRIVED or not row["transports_afloat"] or row["cargo"] == CargoKind.EMPTY:
        return ""
    if kind_of_end(row["origin"]) in REINFORCEMENT:
        # What came into play afloat has no port to go back to.
        return ""
    carrier = TransportKind(row["transports"])
    return counted(row["transports_afloat"], carrier.value.upper()) if carrier.is_transport else ""


def to_send(state: State, key: str, row: Mapping[str, Any]) -> str:
    """The empties of a row that have not been sent back yet; those of a row that was removed may be sent again."""
    made = state.values.get(f"mark:{SENT}/{key}.note", "")
    gone = not made or state.values.get(f"shipment:{made}.state", "struck") == "struck"
    return empties_of(row) if gone else ""


def back_of(row: Mapping[str, Any]) -> Draft:
    """The way back of the transports that arrived: empty, alone (33.D), through the same zones in turn."""
    return replace(
        rows.draft_of(row),
        cargo=CargoKind.EMPTY.value,
        label="",
        points="0",
        res="0",
        transport_count=row["transports_afloat"],
        origin=row["destination"],
        destination=row["origin"],
        route=tuple({**leg, "stops": False} for leg in reversed(row["route"])),
        code_c_fighter=False,
        alone=True,
    )


def send_back(writer: Writer, key: str) -> str:
    """The empties of an arrived row as a new row; its key. Unknown where no transports of it arrived."""
    row = rows.own_row(writer, key)
    if not empties_of(row):
        raise Unknown(f"no transports of row {row['row']} have arrived that could sail back empty")
    if not to_send(writer.state, key, row):
        raise Unknown(f"the empties of row {row['row']} have been sent back already")
    return rows.add(writer, back_of(row), "shipment.back", lambda made: _sent(writer.state, key, made))


def _sent(state: State, key: str, made: str) -> Effect:
    """The mark; the turn that ends takes it away with the rows that it is about."""
    mark = f"mark:{SENT}/{key}"
    if f"{mark}.kind" in state.values:
        return Set(f"{mark}.note", made)
    return create(mark, kind=SENT, subject=f"shipment:{key}", place="", ends="turn", until="", note=made)
