"""The rows of a side's last player turn once more, in one tap.

SPs and RPs are there every turn; a unit with a name is there once. One that arrived or was lost sails no more from
where it sailed, and of one that turned back only what did so is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.engine.reader import Unknown, rows_where
from navalassist.engine.rows import key_of
from navalassist.play.state import State
from navalassist.play.write.writer import Writer
from navalassist.rules.europa.amounts import res_text
from navalassist.rules.europa.words import CargoKind, ShipmentState, TransportKind
from navalassist.systems.europa.aboard import sails_again, unit_of
from navalassist.systems.europa.board.rows import SAILS_ON, add_all, draft_of, port_name, standing_row, turn_to_sail
from navalassist.systems.europa.board.words import name_of, needed
from navalassist.systems.europa.ends import REINFORCEMENT, kind_of_end
from navalassist.systems.europa.setup import Draft


def repeatable(state: State, values: Mapping[str, Any], side: str) -> list[str]:
    """The rows of this side that sailed in its last player turn, in order: what "repeat" puts on the board again."""
    return [key for key in _sailed(state, values, side) if not _why_not(state, standing_row(state, key))]


def said_of(state: State, values: Mapping[str, Any], side: str) -> list[str]:
    """What is not repeated, and why; and what sails with less than it had."""
    rows = [standing_row(state, key) for key in _sailed(state, values, side)]
    told = [(name_of(row), _why_not(state, row) or _less(row)) for row in rows]
    return [f"{name}: {why}" for name, why in told if why]


def repeat(writer: Writer, side: str) -> Entry:
    """Every row of the side's last player turn once more, in one entry. Unknown when there was none."""
    writer.check_seat(side)
    values = writer.state.values
    keys = repeatable(writer.state, values, side)
    if not keys:
        raise Unknown("nothing of this side that sailed in its last player turn can sail again")
    drafts = [_draft(standing_row(writer.state, key), unit_of(values, key)) for key in keys]
    return add_all(writer, drafts, "shipment.repeat", "of the last turn")


def _sailed(state: State, values: Mapping[str, Any], side: str) -> list[str]:
    turn = turn_to_sail(state, side)
    keys = [key_of(row) for row in rows_where(values, "shipment", "side", side)]
    rows = {key: state.row(f"shipment:{key}") for key in keys}
    old = [key for key, row in rows.items() if row["turn"] < turn and row["state"] not in (*SAILS_ON, "struck")]
    # A reinforcement comes into play once.
    old = [key for key in old if kind_of_end(rows[key]["origin"]) not in REINFORCEMENT]
    # A ship that is gone, lies elsewhere, or sails already, sails not once more.
    old = [key for key in old if not (unit := unit_of(values, key)) or sails_again(values, unit, rows[key]["origin"])]
    return sorted(old, key=lambda key: (rows[key]["turn"], rows[key]["row"]))


def _is_one_unit(row: Mapping[str, Any]) -> bool:
    """A unit with a name: there is no second one."""
    return bool(row["cargo"] == CargoKind.UNIT and row["label"])


def _why_not(state: State, row: Mapping[str, Any]) -> str:
    """Why a row is not repeated; '' where it is."""
    kind = CargoKind(row["cargo"])
    if not _is_one_unit(row) and (kind.is_shipping or row["state"] != ShipmentState.LOST):
        return ""
    if _is_one_unit(row) and Decimal(row["res_returned"]):
        return ""
    return f"arrived at {port_name(state, row['destination'])}" if row["state"] == ShipmentState.ARRIVED else "lost"


def _less(row: Mapping[str, Any]) -> str:
    """`sails with 3 of its 6 REs`; '' for what sails as it did."""
    before, now = Decimal(draft_of(row).res), Decimal(_draft(row).res)
    return f"sails with the {res_text(now)} of its {res_text(before)} REs that came back" if now < before else ""


def _draft(row: Mapping[str, Any], unit: str = "") -> Draft:
    """What a row is once more: of a unit with a name, what came back."""
    before = draft_of(row, unit)
    if not _is_one_unit(row):
        return before
    left = Decimal(row["res_returned"])
    carried = TransportKind(row["transports"]).is_transport
    count = min(before.transport_count, needed(left, Decimal(row["carries"]))) if carried else before.transport_count
    return replace(before, points=res_text(left), res=res_text(left), transport_count=count)
