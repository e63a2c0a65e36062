"""Rolls that were made on paper, entered together: each check in order with the dice that were thrown for it.

In:  a row of the printed sheet, with its dice by the number of the leg.
Out: entries, one a check. All or nothing: a `Slip` names the row, the zone and the die, and nothing is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.desk.logbook.naming import several
from navalassist.engine import DiceError
from navalassist.engine.forms import FieldError
from navalassist.play.dice.server import TYPED, DiceInput
from navalassist.play.rules.resolve import Refused, carry_out
from navalassist.play.write.writer import Writer
from navalassist.systems.europa.board.outlook import contact_on
from navalassist.systems.europa.board.rolling import CHECK, goes_on, in_words, waits
from navalassist.systems.europa.board.routes import zone_names
from navalassist.systems.europa.board.rows import about, carry_over
from navalassist.systems.europa.closed import sight
from navalassist.systems.europa.situations import next_leg

BOMBING = "malta-bombed"
CONTACT, LOTS = "contact", "lots"
CONTACT_DICE = 2
GAPS = " ,;+/-\t\r\n"


class Slip(FieldError):
    """Something typed that does not fit."""


@dataclass(frozen=True, slots=True)
class PaperDice:
    """What was written into the boxes of one check: `63`, and `421` where it made contact."""

    contact: str = ""
    lots: str = ""


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A row that was sailed on paper. dice: number of a leg -> its boxes; none where no zone asked for any.

    step: how the names of its boxes begin where it sails in a later step than the one that is on, `axis.exploitation.`
    """

    key: str
    dice: Mapping[int, PaperDice] = field(default_factory=dict)
    step: str = ""


def field_name(part: str, key: str, leg: int) -> str:
    """The field of a form: `contact-<row>-2`."""
    return f"{part}-{key}-{leg}"


def enter(writer: Writer, row: PaperRow, rolled_at: str) -> None:
    """Carry out every check of a row in order. Slip, Conflict, NotYours: then nothing is written.

    rolled_at: when the dice were thrown, as an entry keeps it.
    """
    _sail(writer, row, rolled_at)


def _sail(writer: Writer, paper: PaperRow, rolled_at: str) -> None:
    """One row through its zones, until it arrives, stops or is stopped. Every box that was filled in is used."""
    carry_over(writer, paper.key)
    sight(writer, paper.key)
    used: set[int] = set()
    while True:
        row = writer.state.row(f"shipment:{paper.key}")
        leg = next_leg(row, writer.state.clock)
        # What stopped in its last zone sails on in that one: its boxes are those of one check.
        entry = _check(writer, paper if leg not in used else PaperRow(paper.key, step=paper.step), row, leg, rolled_at)
        used.add(leg)
        after = writer.state.row(f"shipment:{paper.key}")
        if entry.kind == "waiting" or not goes_on(row, after, writer.state.clock):
            break
    for leg, dice in paper.dice.items():
        if leg not in used:
            place = f"{about(writer.state, row)}, {_zone(writer, row, leg)}"
            text = (
                f"{place}: dice are typed for it, but this row came no further than the {_zone(writer, row, max(used))}"
            )
            raise Slip(_first_field(_named(paper), leg, dice), f"{text}.")


def _check(writer: Writer, paper: PaperRow, row: dict[str, Any], leg: int, rolled_at: str) -> Entry:
    """The check of one zone, with just the dice of its boxes."""
    where = f"{about(writer.state, row)}, {_zone(writer, row, leg)}"
    boxes = paper.dice.get(leg, PaperDice())
    strip = _strip(where, _named(paper), leg, boxes)
    dice = DiceInput(TYPED, strip, rolled_at=rolled_at if strip else "")
    if waits(writer.state, paper.key, row):
        raise Slip("", f"{where}: a check of this row waits for a decision; answer it first.")
    entry = None
    try:
        entry = carry_out(writer, CHECK, {"shipment": paper.key}, dice, operation=row["operation"] or paper.key)
        dice.finish()
    except DiceError as slip:
        raise _slip(writer, where, paper, row, leg, slip, entry) from None
    except Refused as stop:
        raise Slip("", f"{where}: {stop.refusal.reason}", stop.refusal.rule) from None
    return entry


def _strip(where: str, key: str, leg: int, boxes: PaperDice) -> str:
    """The faces of one check. Slip for a sign that is none, or where the contact dice are not two."""
    faces: dict[str, str] = {}
    for part, typed in ((CONTACT, boxes.contact), (LOTS, boxes.lots)):
        faces[part] = "".join(sign for sign in typed if sign not in GAPS)
        for number, sign in enumerate(faces[part], start=1):
            if sign not in "123456":
                text = f"{where}: die {number} of “{part}” is {sign!r}, and a die has the faces 1 to 6."
                raise Slip(field_name(part, key, leg), text)
    count = len(faces[CONTACT])
    if count != CONTACT_DICE and (count or faces[LOTS]):
        text = f"{where}: contact has {count or 'no'} {'die' if count == 1 else 'dice'}, it takes {CONTACT_DICE}."
        raise Slip(field_name(CONTACT, key, leg), text)
    return faces[CONTACT] + faces[LOTS]


def _slip(
    writer: Writer, where: str, paper: PaperRow, row: dict[str, Any], leg: int, slip: DiceError, entry: Entry | None
) -> Slip:
    """Dice too few or too many, in words, and the field that they are missing from. entry: made with dice to spare."""
    boxes = paper.dice.get(leg, PaperDice())
    if "too many" in slip.reason:
        if boxes.lots:
            why = f"a lot takes one die, and there are none without contact{_column(writer, entry)}"
            return Slip(field_name(LOTS, _named(paper), leg), f"{where}: too many dice under “lots”: {why}.")
        return Slip(field_name(CONTACT, _named(paper), leg), f"{where}: no check is due there, so it takes no dice.")
    if slip.key.startswith("lot-"):
        return Slip(field_name(LOTS, _named(paper), leg), f"{in_words(writer, paper.key, row, slip)}.")
    text = f"{where}: its {CONTACT_DICE} contact dice are missing. Type them, or empty the whole row."
    return Slip(field_name(CONTACT, _named(paper), leg), text)


def _column(writer: Writer, entry: Entry | None) -> str:
    """`; after 3 hits column 6: contact on 3, 9 to 12`: hits on Malta that were typed along have moved it."""
    outcome = entry.record["body"].get("outcome") if entry else None
    column = outcome["column"] if outcome else None
    if column is None:
        return ""
    hits = sum(one.record["body"]["situation"]["hits"] for one in writer.entries if one.procedure == BOMBING)
    after = f"after {several(hits, 'hit')} " if hits else ""
    return f"; {after}column {column}: contact on {contact_on(writer.state, column) or 'no throw'}"


def _zone(writer: Writer, row: Mapping[str, Any], leg: int) -> str:
    """The short name of the zone of a leg."""
    route = row["route"]
    return str(zone_names(writer.state)(route[leg - 1]["zone"])) if leg <= len(route) else f"leg {leg}"


def _named(paper: PaperRow) -> str:
    """A row as the names of its boxes have it."""
    return f"{paper.step}{paper.key}"


def _first_field(key: str, leg: int, dice: PaperDice) -> str:
    return field_name(CONTACT if dice.contact else LOTS, key, leg)
