"""Reading an entry's record: its throws, columns and readings, and the shape of a read-out. No rule runs here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.auditlog.shape import dice_of as sides_of
from navalassist.desk.grids import cell_text
from navalassist.desk.logbook.books import table_read
from navalassist.desk.logbook.naming import entry_url, entry_word, place_kind, place_name, short_entry, title
from navalassist.desk.words import decimal
from navalassist.engine import REGISTER, Dice
from navalassist.engine.english import amount
from navalassist.play.corrections.reasons import FALLEN_AWAY, every_reason
from navalassist.play.corrections.undo import WHY_GIVEN_UP
from navalassist.play.state import State
from tables.table import RuleTable

# Fields of an outcome that say why, not what.
REASON = ("why", "rule", "text")
Body = Mapping[str, Any]
Plain = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Die:
    """One face, or the digit that a D10 shows, and whether a person typed it."""

    face: int | str
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """What one more throw, or a choice, gave: a lot with its die."""

    word: str
    text: str
    dice: tuple[Die, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """What became of something: a label and the amounts. said_after: in a line `4 SP lost`, not `lost 4 SP`."""

    label: str
    text: str
    lost: bool = False
    said_after: bool = False


@dataclass(frozen=True, slots=True)
class Odds:
    """Which throws give the verdict's first word: `7 to 12`, 21 of 36."""

    needs: str
    ways: int
    total: int

    @property
    def chance(self) -> Fraction:
        return Fraction(self.ways, self.total)


@dataclass(frozen=True, slots=True)
class Readout:
    """All that `desk/logbook/_readout.html` draws. `side`: whose shipping or affair it is; bad: the word hurts."""

    reference: str
    url: str
    head: str
    sentence: str = ""
    side: str = ""
    place: str = ""
    carried: str = ""
    column: str = ""
    column_word: str = "column"
    dice: tuple[Die, ...] = ()
    total: str = ""
    word: str = ""
    bad: bool = False
    odds: Odds | None = None
    why: str = ""
    rule: str = ""
    parts: tuple[Part, ...] = ()
    boxes: tuple[Box, ...] = ()
    notes: tuple[str, ...] = ()
    against: str = ""
    corrects: str = ""
    corrects_url: str = ""
    reason: str = ""
    waits: str = ""
    dice_word: str = field(default="")


def common(entry: Entry, body: Body, state: State) -> dict[str, Any]:
    """What every read-out has."""
    corrects = str(body.get("corrects", ""))
    waits = body.get("waits_for") or {}
    return {
        "reference": entry.reference,
        "url": entry_url(state, entry.reference),
        "side": str(body.get("situation", {}).get("side", "")),
        "corrects": entry_word(corrects) if corrects else "",
        "corrects_url": entry_url(state, corrects) if corrects else "",
        "reason": reason_word(str(body.get("reason", ""))),
        "waits": str(waits.get("label") or waits.get("key") or ""),
        "dice_word": dice_word(body),
    }


def beside(came: Fraction, expected: Fraction) -> str:
    """`as expected`, `1.2 over`"""
    if came == expected:
        return "as expected"
    return f"{decimal(abs(came - expected))} {'over' if came > expected else 'under'}"


def reason_word(reason: str) -> str:
    """Why something was corrected or given up, in words."""
    words = {**every_reason(), **WHY_GIVEN_UP, FALLEN_AWAY: "cannot be done any more"}
    return words.get(reason, reason)


def dice_word(body: Body) -> str:
    """`typed`, `same dice`, `goes on from 23: 6 3; new: 5`, or nothing for dice that the server threw."""
    dice = body.get("dice", {})
    before = str(body.get("corrects") or body.get("continues") or "")
    if dice.get("reused") and before:
        again, new = faces_again(body)
        what = "as in" if body.get("corrects") else "goes on from"
        return f"{what} {short_entry(before)}: {again}; {new}" if new else "same dice"
    return "typed" if dice.get("source") == "typed" else ""


def faces_again(body: Body) -> tuple[str, str]:
    """The faces that an earlier entry had thrown, `6 3`, and those that are new: `new: 5`, `typed: 5`, or nothing."""
    reused = body.get("dice", {}).get("reused", ())
    old, new = (
        " ".join(faces_text(answer) for answer in thrown(body) if (answer["key"] in reused) is again)
        for again in (True, False)
    )
    word = "typed" if body.get("dice", {}).get("source") == "typed" else "new"
    return old, f"{word}: {new}" if new else ""


def procedure_title(body: Body) -> str:
    """The rule in words; its slug when the register no longer knows it."""
    slug = str(body.get("procedure", ""))
    return REGISTER[slug].title if slug in REGISTER else title(slug)


def thrown(body: Body) -> list[Plain]:
    """The answers that have dice, in order."""
    return [answer for answer in body.get("answers", ()) if answer.get("faces")]


def dice_of(answer: Plain, body: Body) -> tuple[Die, ...]:
    """The dice of an answer, as they lay on the table."""
    typed = body.get("dice", {}).get("source") == "typed"
    return tuple(Die(face, typed) for face in lying(answer))


def lying(answer: Plain, sides: int = 0) -> list[int | str]:
    """What an answer's dice showed. sides: of its dice, where the answer itself does not say."""
    return Dice(1, sides or sides_of(answer)[1]).lying(answer.get("faces", ()))


def faces_text(answer: Plain, sides: int = 0) -> str:
    """`6 3`; of a d100 `7 0`"""
    return " ".join(map(str, lying(answer, sides)))


def column_of(answer: Plain) -> str:
    """The column that was read, or ''."""
    cells = answer.get("cells", ())
    return str(cells[0]["column"]) if cells else ""


def total_of(answer: Plain) -> str:
    """What the dice are read as: the row, where there is a sum to see."""
    faces, cells = answer.get("faces", ()), answer.get("cells", ())
    if hundred := hundred_of(answer):
        return hundred
    if len(cells) != 1:
        return ""
    row = str(cells[0]["row"])
    return row if len(faces) > 1 or row != str(sum(faces)) else ""


def hundred_of(answer: Plain) -> str:
    """What one d100 is read as: `70`, or `70 + 5 = 75` where something is added; '' for other dice."""
    faces = answer.get("faces", ())
    if len(faces) != 1 or Dice(1, sides_of(answer)[1]).digits == 1:
        return ""
    added = modifier_of(answer) if answer.get("cells") else 0
    return f"{faces[0]} {'+' if added > 0 else '−'} {abs(added)} = {faces[0] + added}" if added else str(faces[0])


def odds_of_reading(state: State, answer: Plain, result: str) -> Odds | None:
    """Which sums give `result` in the column that was read; None where the table's text is gone or has no dice."""
    cell = answer["cells"][0]
    table = table_read(state, cell["table"], cell["version"])
    if table is None or table.dice is None:
        return None
    return _odds(table, cell["column"], modifier_of(answer), result)


@lru_cache(maxsize=1024)
def _odds(table: RuleTable, column: str, shift: int, result: str) -> Odds:
    """A log asks the same of many rows; every throw of the dice is looked up once."""
    throws = [] if table.dice is None else [sum(throw) for throw in table.dice.throws()]
    those = [total for total in throws if table.cell(total + shift, column).value == result]
    return Odds(runs(sorted(set(those))), len(those), len(throws))


def modifier_of(answer: Plain) -> int:
    """What was added to the dice. A row beyond the table's open end is told by its heading, so it counts as none."""
    row = str(answer["cells"][0]["row"])
    return int(row) - sum(answer["faces"]) if row.lstrip("-").isdigit() else 0


def runs(numbers: Sequence[int]) -> str:
    """`2, 3, 8 to 12`"""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in found) or "none"


def reading_text(state: State, answer: Plain) -> str:
    """What an answer was read as, as the table prints it."""
    cells = answer.get("cells", ())
    if len(cells) == 1:
        table = table_read(state, cells[0]["table"], cells[0]["version"])
        if table is not None:
            value = cells[0].get("value")
            return table.meanings.get(value) or cell_text(table, value)
    return plain_text(answer.get("reading", answer.get("choice")))


def part_name(part: Plain, state: State) -> str:
    """What one of several things in an outcome is called: its place or name, else its first text that is no reason."""
    if (place := place_kind(state)) in part:
        return place_name(state, str(part[place]))
    if "name" in part:
        return str(part["name"])
    return next((title(str(v)) for n, v in part.items() if isinstance(v, str) and v and n not in REASON), "")


def plain_text(value: Any) -> str:
    """A recorded value in words."""
    match value:
        case None | "":
            return "–"
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return ", ".join(plain_text(part) for part in value) or "none"
        case Mapping():
            return ", ".join(f"{title(str(name))}: {plain_text(part)}" for name, part in value.items()) or "none"
        case int():
            return str(value).replace("-", "−")
    return amount(value) if str(value).replace(".", "").isdigit() else str(value)
