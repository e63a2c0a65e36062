"""The same dice in another column: what they would have given. It reads a table and touches nothing."""

from __future__ import annotations

from dataclasses import dataclass

from navalassist.desk.grids import cell_text
from navalassist.desk.logbook.books import table_read
from navalassist.desk.logbook.record import Body, Die, dice_of, thrown
from navalassist.desk.logbook.wording import wording_of
from navalassist.play.state import State
from tables.table import RuleTable

SAME = "The same as in the column that was read: everything after it would be the same."


@dataclass(frozen=True)
class Column:
    """One column: what these dice read there. read: it is the one that the entry read."""

    key: str
    label: str
    text: str
    read: bool
    chosen: bool


@dataclass(frozen=True)
class WhatIf:
    """What `desk/logbook/what_if.html` draws."""

    table: RuleTable
    dice: tuple[Die, ...]
    row: str
    columns: tuple[Column, ...]
    chosen: Column
    meaning: str
    anchor: str
    then: str

    @property
    def hits(self) -> tuple[str, ...]:
        """The cell to mark in the table."""
        return (self.anchor,)


def what_if(body: Body, state: State, column: str) -> WhatIf | None:
    """The first throw of an entry, in a column; '' for the one that it read.

    None when the entry has no throw that reads a table, or the table's text is gone. LookupError, in a sentence, for a
    column that the table does not have.
    """
    answer = next((a for a in thrown(body) if len(a.get("cells", ())) == 1), None)
    cell = answer["cells"][0] if answer else {}
    table = table_read(state, cell["table"], cell["version"]) if answer else None
    if answer is None or table is None:
        return None
    line = table.column_axis.find(int(column) if column.lstrip("-").isdigit() else column or cell["column"], "column")
    columns = tuple(
        Column(
            c.key, c.label, cell_text(table, table.cell(cell["row"], c.key).value), c.key == cell["column"], c == line
        )
        for c in table.columns
    )
    value = table.cell(cell["row"], line.key).value
    return WhatIf(
        table=table,
        dice=dice_of(answer, body),
        row=str(cell["row"]),
        columns=columns,
        chosen=next(c for c in columns if c.chosen),
        meaning=table.meanings.get(str(value), "") or cell_text(table, value),
        anchor=table.anchor(cell["row"], line.key),
        then=SAME if value == cell.get("value") else wording_of(state).rules.then(body, str(value)),
    )
