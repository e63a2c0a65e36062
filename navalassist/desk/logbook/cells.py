"""The table cells that an entry read: each table in the version that it read, with its cells marked and in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from navalassist.desk.grids import cell_text
from navalassist.desk.logbook.books import table_read
from navalassist.desk.logbook.record import Body, Plain
from navalassist.desk.logbook.wording import wording_of
from navalassist.engine import Provenance
from navalassist.play.charts.known import ticks_of
from navalassist.play.state import State
from tables.table import MODIFIER, RuleTable

PART = re.compile(r"(?:^|/)([a-z]+)-(\d+)(?:/|$)")
KINDS = {
    "printed": "a printed cell",
    "restored": "a restored cell",
    "stand-in": "a stand-in",
    "house": "a cell of the club's own",
    "unknown": "an unknown cell, decided by the moderator",
    "precedent": "an unknown cell, read as the moderator decided before",
}


@dataclass(frozen=True)
class Reading:
    """One cell in words. `who`: the part of the procedure that read it (`lot 2`).

    place: the keys of its row and column; seen_by: of one that was asked for, the seat that saw it in print too.
    applied: False for a line that was only looked at, since its condition did not hold or an earlier line did.
    """

    row: str
    column: str
    text: str
    meaning: str
    provenance: str
    who: str
    anchor: str
    applied: bool = True
    place: tuple[str, str] = ("", "")
    seen_by: str = ""

    @property
    def is_asked(self) -> bool:
        """True for a cell that was asked for when this was carried out."""
        return self.provenance == Provenance.UNKNOWN

    @property
    def kind(self) -> str:
        """Where its text comes from: `a printed cell`."""
        return KINDS.get(self.provenance, self.provenance)

    @property
    def is_lost(self) -> bool:
        """True for a cell that nobody has read from the printed chart."""
        return self.provenance in (Provenance.STAND_IN, Provenance.UNKNOWN)


@dataclass
class TableRead:
    """One table that was read. table: None when its text is gone. around: the column to draw, None for all."""

    slug: str
    version: str
    table: RuleTable | None
    rolled: bool = False
    around: str | None = None
    hits: dict[str, str] = field(default_factory=dict)
    readings: list[Reading] = field(default_factory=list)
    modifiers: list[Reading] = field(default_factory=list)

    @property
    def title(self) -> str:
        return self.table.title if self.table else self.slug

    @property
    def version_text(self) -> str:
        """`version 1 (7d8cdd135573)`"""
        number, _, checksum = self.version.partition("-")
        return f"version {number}" + (f" ({checksum})" if checksum else "")


def tables_read(body: Body, state: State) -> list[TableRead]:
    """The tables that the entry read, those with dice first."""
    found: dict[tuple[str, str], TableRead] = {}
    terms = all_terms(body)
    for answer in body.get("answers", ()):
        for cell in answer.get("cells", ()):
            key = (cell["table"], cell["version"])
            if key not in found:
                found[key] = TableRead(*key, table_read(state, *key))
            _note(found[key], answer, cell, _applied(found[key].table, answer, cell, terms))
    fitting = wording_of(state).rules.fitting
    for read in found.values():
        seen = ticks_of(state, read.slug)
        read.readings = [
            replace(one, meaning=fitting(body, one.meaning), seen_by=seen.get("/".join(one.place), ""))
            for one in read.readings
        ]
        read.modifiers = [replace(one, meaning=fitting(body, one.meaning)) for one in read.modifiers]
        read.hits = _labels(reading for reading in read.readings if reading.applied)
        read.readings.sort(key=lambda reading: not reading.applied)
        read.modifiers.sort(key=lambda reading: not reading.applied)
    return sorted(found.values(), key=lambda read: not read.rolled)


def part_of(key: str) -> str:
    """`lot 2` of `lot-2/effect`; '' for an ask that stands by itself."""
    parts = PART.findall(key)
    return f"{parts[-1][0]} {parts[-1][1]}" if parts else ""


def all_terms(body: Body) -> list[Plain]:
    """The terms of every sum of the entry, in the order in which their lines were looked at."""
    found = [term for answer in body.get("answers", ()) for term in answer.get("terms", ())]
    outcome = body.get("outcome")
    values = list(outcome.values()) if isinstance(outcome, Mapping) else []
    for value in values:
        parts = [value, *(value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ())]
        parts += [inner for part in parts if isinstance(part, Mapping) for inner in part.values()]
        tallies = [part for part in parts if isinstance(part, Mapping) and isinstance(part.get("terms"), list)]
        found += [term for tally in tallies for term in tally["terms"] if term not in found]
    return found


def _applied(table: RuleTable | None, answer: Plain, cell: Plain, left: list[Plain]) -> bool:
    """Whether a line that was looked at counted: its term is the first of those left with its value and paragraph.

    What no term was made of counts, as does a cell that dice were read in.
    """
    value = answer.get("reading")
    if answer.get("faces") or isinstance(value, bool) or not isinstance(value, int):
        return True
    rules = _rules_of(table, str(cell["row"]))
    alike = [term for term in left if term["value"] == value]
    term = next((term for term in alike if term["rule"] in rules), alike[0] if alike else None)
    if term is None:
        return True
    left.remove(term)
    return bool(term["applies"])


def _rules_of(table: RuleTable | None, row: str) -> tuple[str, ...]:
    """The paragraphs of a line of a table."""
    if table is None:
        return ()
    if row.startswith(f"{MODIFIER}/"):
        return next((m.line.rules for m in table.modifiers if m.cell.row == row), ())
    try:
        return table.row_axis.find(row).rules
    except LookupError:
        return ()


def _note(read: TableRead, answer: Plain, cell: Plain, applied: bool) -> None:
    table, row, column = read.table, str(cell["row"]), str(cell["column"])
    rolled = bool(answer.get("faces"))
    read.rolled = read.rolled or rolled
    anchor = _anchor(table, row, column)
    value = cell.get("value")
    reading = Reading(
        row=_heading(table, row, "row"),
        column=_heading(table, column, "column"),
        text=cell_text(table, value) if table else str(value),
        meaning=table.meanings.get(str(value), "") if table else "",
        provenance=str(cell.get("provenance", "")),
        who=_whose(answer) if rolled else "",
        anchor=anchor,
        applied=applied,
        place=(row, column),
    )
    if column == MODIFIER:
        read.modifiers.append(reading)
        return
    read.readings.append(reading)
    if rolled and table is not None and len(table.columns) > 5:
        read.around = column


def _whose(answer: Plain) -> str:
    """What a throw was for: `lot 2`, or the unit that has dice of its own."""
    key, label = str(answer.get("key", "")), str(answer.get("label", ""))
    part = part_of(key)
    # A unit has a name, whatever number stands in its key.
    return part if part.startswith("lot ") else (label if "/" in key else "") or part


def _anchor(table: RuleTable | None, row: str, column: str) -> str:
    try:
        return table.anchor(row, column) if table else ""
    except LookupError:
        return ""


def _heading(table: RuleTable | None, key: str, word: str) -> str:
    """The heading of a row or column as people read it; of a list of conditions, the condition."""
    if table is None:
        return key
    if word == "row" and key.startswith(f"{MODIFIER}/"):
        return next(((m.line.text or m.line.label).rstrip(".") for m in table.modifiers if m.cell.row == key), key)
    axis = table.row_axis if word == "row" else table.column_axis
    try:
        line = axis.find(key)
    except LookupError:
        return key
    return line.text.rstrip(".") if word == "row" and line.text and len(table.columns) == 1 else line.label


def _labels(readings: Iterable[Reading]) -> dict[str, str]:
    """anchor -> `lot 2`, `lots 1, 3`; '' where only one thing reads the table."""
    found: dict[str, list[str]] = {}
    for reading in readings:
        found.setdefault(reading.anchor, []).append(reading.who)
    labels = {}
    for anchor, names in found.items():
        names = [name for name in names if name]
        words = {name.partition(" ")[0] for name in names}
        if len(names) > 1 and len(words) == 1 and all(name.partition(" ")[2].isdigit() for name in names):
            labels[anchor] = f"{words.pop()}s {', '.join(name.partition(' ')[2] for name in names)}"
        else:
            labels[anchor] = ", ".join(f"{name} × {n}" if n > 1 else name for name, n in Counter(names).items())
    return labels


def counted(body: Body) -> str:
    """`4, all printed`; `5: 4 printed, 1 restored`."""
    kinds: dict[str, int] = {}
    for answer in body.get("answers", ()):
        for cell in answer.get("cells", ()):
            name = str(cell.get("provenance", ""))
            kinds[name] = kinds.get(name, 0) + 1
    total = sum(kinds.values())
    if len(kinds) == 1:
        return f"{total}, {'all ' if total > 1 else ''}{next(iter(kinds))}"
    return f"{total}: " + ", ".join(f"{number} {name}" for name, number in kinds.items()) if kinds else "none"


def restored(body: Body) -> bool:
    """True if a restored cell was read."""
    cells: list[Any] = [cell for answer in body.get("answers", ()) for cell in answer.get("cells", ())]
    return any(cell.get("provenance") == Provenance.RESTORED for cell in cells)
