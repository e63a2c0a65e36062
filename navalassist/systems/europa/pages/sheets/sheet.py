"""The turn sheet: what matters for one side's player turn, and empty boxes for its dice, on paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.desk.access import SEATS
from navalassist.desk.at import At
from navalassist.desk.logbook.naming import several
from navalassist.desk.printed import known
from navalassist.desk.printed.parts import sheet_of, side_text, step_text
from navalassist.desk.words import decimal, percent
from navalassist.play.state import State
from navalassist.play.systems import enemy_of
from navalassist.rules.europa.r33_contact import SHIPPING_RESULTS
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.board import outlook
from navalassist.systems.europa.board.outlook import contact_on
from navalassist.systems.europa.chart import malta_now
from navalassist.systems.europa.pages.sheets import standing
from navalassist.systems.europa.pages.sheets.paper import Row, columns_of, rows_of

RESULTS = SHIPPING_RESULTS.slug


def page_of(here: At, query: Mapping[str, str]) -> dict[str, Any]:
    """The sheet of the side that `?side=` names."""
    return context_of(here, query.get("side", ""))


def context_of(here: At, wanted: str) -> dict[str, Any]:
    """What the sheet of a side shows; of the side whose player turn it is where `wanted` names none."""
    side = Side(wanted) if wanted in list(Side) else Side(here.state.clock[1])
    state = here.state
    rows = rows_of(state, side)
    facts = state.values
    used = {leg.look.zone for row in rows for leg in row.legs}
    names, roller = here.system.names, enemy_of(side, here.system)
    step = step_text(here) if side == state.clock[1] else "its player turn"
    strip = (
        ("Turn", f"{names.turn(state.clock[0])}, {side_text(here, side)} player turn"),
        ("Step", step),
        ("Rolls", f"{side_text(here, roller)}, 33.D"),
        ("Victory points", standing.points(here, facts)),
    )
    stay, soon = known.marks(here)
    malta = malta_now(facts, state.book)
    return sheet_of(here, f"Turn sheet, {side_text(here, side)}", _said(rows), strip, ()) | {
        "side": side.value,
        "sides": [(s.value, *SEATS[s.value], s is side) for s in Side],
        "roller": roller,
        "rows": rows,
        "zones": standing.zone_lines(state, side, used),
        "force": [*standing.in_force(here, facts), *standing.conditions(here, facts), *stay, *soon],
        "signs": [f"{side_text(here, one)}, seen" for one in here.system.sides],
        "malta": malta,
        "results": results(state, rows),
        "columns": contact_columns(state) if malta and not malta.fixed and any(_by_malta(row) for row in rows) else [],
        "due": any(row.checks for row in rows),
    }


def _by_malta(row: Row) -> bool:
    """True where a hit on Malta would change the column of its dice."""
    return any(leg.checked and leg.look.zone == Zone.CENTRAL_MED for leg in row.legs)


def contact_columns(state: State) -> list[tuple[int, str]]:
    """Every column with the throws that make contact in it: a raid on the same evening moves the column."""
    return [(column, contact_on(state, column).replace(" to ", "–") or "–") for column in range(16)]


def _said(rows: list[Row]) -> str:
    """`2 rows: all arrive 42 %, expected loss 2.8 REs.`"""
    if not rows:
        return "No shipment is planned or at sea."
    found = outlook.summary(row.outlook for row in rows if not row.stays)
    told = f": all arrive {percent(found.all_arrive)}, expected loss {decimal(found.loss)} REs" if found.known else ""
    return f"{several(len(rows), 'row')}{told}."


def results(state: State, rows: list[Row]) -> dict[str, Any] | None:
    """The columns of the Shipping Results Table that these rows may need; None where none of them is checked."""
    table, columns = state.tables.get(RESULTS), columns_of(rows)
    if table is None or not columns:
        return None
    titles = {line.key: line.label for line in table.columns}
    lines = [(row.key, [table.label(table.cell(row.key, column).value) for column in columns]) for row in table.rows]
    return {"table": table, "columns": [titles[column] for column in columns], "lines": lines}
