"""Rolling the board: one row through its zones, on to the next decision, or all rows in order. Each check is an entry.

Nothing is forced: a result may change the next sailing, so a roll that goes on stops where a person has to decide.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.auditlog.shape import SHOWN
from navalassist.engine import DiceError, Refusal
from navalassist.engine.reader import Reader, Unknown
from navalassist.play.dice.server import DiceInput
from navalassist.play.rules.holds import refusal_of
from navalassist.play.rules.resolve import Refused, carry_out
from navalassist.play.state import State
from navalassist.play.write.writer import Conflict, Writer
from navalassist.rules.europa.r33_contact import convoy_of, lots_of
from navalassist.rules.europa.sailing import Sailing
from navalassist.systems.europa.aboard import unit_of
from navalassist.systems.europa.board.roster import Roster
from navalassist.systems.europa.board.rows import SAILS_ON, about, carry_over, own_row, stays
from navalassist.systems.europa.board.words import counted
from navalassist.systems.europa.closed import sight

CHECK = "cargo-contact"


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be rolled: `row` (with its key), `next` or `all`."""

    what: str
    key: str = ""

    @classmethod
    def of(cls, text: str) -> Order:
        """`row:<key>`, `next` or `all`. Unknown for anything else."""
        what, _, key = text.partition(":")
        if (what == "row" and key) or text in ("next", "all"):
            return cls(what, key)
        raise Unknown("say what is to be rolled: one row, on to the next decision, or all")


def waiting_rows(state: State) -> list[str]:
    """The rows of the side whose player turn it is that still sail in this step, in order."""
    side = state.clock[1]
    keys = [row.partition(":")[2] for row in state.rows("shipment")]
    rows = {key: state.row(f"shipment:{key}") for key in keys}
    sails = {key for key, row in rows.items() if row["state"] in SAILS_ON and not stays(row, state.clock)}
    mine = [key for key in sails if rows[key]["side"] == side]
    return sorted(mine, key=lambda key: (rows[key]["turn"], rows[key]["row"]))


def waits(state: State, key: str, row: Mapping[str, Any]) -> bool:
    """True while a check of this row waits for somebody's decision."""
    return f"mark:waiting/{row['operation'] or key}.kind" in state.values


def roll(writer: Writer, order: Order, dice: DiceInput, beyond: Collection[str] = ()) -> list[Entry]:
    """Carry the order out. Raises what carry_out raises, DiceError for typed dice too few or too many, Unknown.

    Then nothing at all is written. beyond: rows that sail even with more than the roster has at their origin.
    """
    if order.what == "row":
        row = own_row(writer, order.key)
        if stays(row, writer.state.clock):
            raise Unknown("this row stops at sea in this step: take its stop out to sail on")
        if waits(writer.state, order.key, row):
            raise Unknown("a check of this row waits for a decision: answer it on its receipt")
        _sail(writer, order.key, dice, False, beyond)
    else:
        _roll_on(writer, dice, order.what == "next", beyond)
    dice.finish()
    return writer.entries


def _roll_on(writer: Writer, dice: DiceInput, to_decision: bool, beyond: Collection[str]) -> None:
    """Row after row. A row that the book stops is left where it is; the first one is told why if nothing else sails.

    After dice of the server nothing takes the rows before back.
    """
    refused: Refused | None = None
    for key in waiting_rows(writer.state):
        if waits(writer.state, key, writer.state.row(f"shipment:{key}")):
            break
        if held := refusal_of(writer.state, CHECK, {"shipment": key}):
            # The moderator was asked about this one row; the others sail.
            refused = refused or Refused(held)
            continue
        try:
            if _sail(writer, key, dice, to_decision, beyond):
                break
        except Refused as stop:
            refused = refused or stop
            if to_decision:
                break
        except (Conflict, DiceError, Unknown):
            if not writer.has_thrown:
                raise
            # The server's dice for the rows before have told something: they stand, and this row is rolled by itself.
            break
    if not any(entry.procedure for entry in writer.entries):
        # A row that was carried over from an earlier turn and then refused has rolled nothing: it stays as it was.
        raise refused or Unknown("no row of this player turn is left to sail")


def check_roster(writer: Writer, key: str) -> None:
    """Refused where a row that puts to sea takes more than is kept free at its origin."""
    row = {**writer.state.row(f"shipment:{key}"), "unit": unit_of(writer.state.values, key)}
    facts = writer.viewer.view(writer.state.values, writer.state.audiences)
    if missing := Roster(facts, writer.state.clock[0]).why_short(row):
        tick = f"Tick “Sail all the same” at row {row['row']}, change the row, or correct the roster."
        raise Refused(Refusal(f"{missing} {tick}", ""))


def _sail(writer: Writer, key: str, dice: DiceInput, to_decision: bool, beyond: Collection[str]) -> bool:
    """A row through its zones until it arrives, stops or is stopped; True when a person has to decide something."""
    put_to_sea(writer, key, beyond)
    return sail_on(writer, key, dice, to_decision)


def put_to_sea(writer: Writer, key: str, beyond: Collection[str]) -> None:
    """What its own side settles before the dice: roster, turn, and in a closed campaign the marker. NotYours."""
    writer.check_seat(str(writer.state.values[f"shipment:{key}.side"]))
    if key not in beyond:
        check_roster(writer, key)
    carry_over(writer, key)
    sight(writer, key)


def sail_on(writer: Writer, key: str, dice: DiceInput, to_decision: bool = False) -> bool:
    """Check after check until a row arrives, stops or is stopped; True when a person has to decide something."""
    while True:
        row = writer.state.row(f"shipment:{key}")
        try:
            entry = carry_out(writer, CHECK, {"shipment": key}, dice, operation=row["operation"] or key)
        except DiceError as slip:
            raise DiceError(in_words(writer, key, row, slip), slip.key, more=slip.more) from slip
        except (Refused, Conflict) as stop:
            begun = writer.entries and writer.entries[-1].record["body"].get("operation") == (row["operation"] or key)
            if not begun or not (isinstance(stop, Refused) or writer.has_thrown):
                raise
            # It has sailed as far as the book lets it, and the players choose another way; or as far as the page does.
            return True
        after = writer.state.row(f"shipment:{key}")
        if entry.kind == "waiting" or (to_decision and met(entry)):
            return True
        if not goes_on(row, after, writer.state.clock):
            return False


def goes_on(before: Mapping[str, Any], after: Mapping[str, Any], clock: tuple[str, str, str]) -> bool:
    """True for a row that is at sea after a check and has another one before it in this step."""
    moved = any(after[name] != before[name] for name in ("state", "leg", "sailed_in"))
    return bool(after["state"] == "at-sea" and moved and not stays(after, clock))


def met(entry: Entry) -> bool:
    """True if the entry is a contact."""
    body = entry.record["body"]
    outcome = body.get(SHOWN) or body.get("outcome")
    return isinstance(outcome, dict) and outcome.get("contact") is True


def in_words(writer: Writer, key: str, row: dict[str, Any], slip: DiceError) -> str:
    """Which dice are still needed, for which row; what was typed so far has already told of a contact."""
    where = about(writer.state, row)
    if not slip.key.startswith("lot-") or "needed" not in slip.reason:
        return f"{where}: {slip.reason.removeprefix('Dice: ')}"
    situation = writer.system.situations[CHECK](Reader(writer.state), {"shipment": key})
    assert isinstance(situation, Sailing)
    lots = lots_of(convoy_of(situation.item))
    first = int(slip.key.partition("/")[0].removeprefix("lot-"))
    rest = [f"lot {lot.number} ({counted(lot.res, 'RE')})" if lot.res else "the effect" for lot in lots[first - 1 :]]
    many = "1 more die is" if len(rest) == 1 else f"{len(rest)} more dice are"
    return f"{where}: CONTACT in the {situation.leg.zone.label}; {many} needed, for {', '.join(rest)}"
