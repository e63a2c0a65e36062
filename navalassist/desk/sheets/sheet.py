"""The turn sheet: what matters for one side's player turn, and empty boxes for its dice, on paper."""

from __future__ import annotations

from typing import Any

from navalassist.desk.access import SEATS, At, head_of
from navalassist.desk.sheets import standing
from navalassist.desk.sheets.paper import Row, columns_of, rows_of
from navalassist.play.state import State
from navalassist.play.systems import enemy_of
from navalassist.rules.europa.r33_contact import SHIPPING_RESULTS
from navalassist.rules.europa.words import Side
from navalassist.systems.europa.board import outlook
from navalassist.systems.europa.chart import malta_now

RESULTS = SHIPPING_RESULTS.slug


def context_of(here: At, wanted: str) -> dict[str, Any]:
    """What the sheet of a side shows; of the side whose player turn it is where `wanted` names none."""
    side = Side(wanted) if wanted in list(Side) else Side(here.state.clock[1])
    state = here.state
    rows = rows_of(state, side)
    facts = state.values
    used = {leg.look.zone for row in rows for leg in row.legs}
    return {
        "head": head_of(here),
        "home": f"/c/{here.campaign.slug}/",
        "side": side.value,
        "sides": [(s.value, *SEATS[s.value], s is side) for s in Side],
        "roller": enemy_of(side, here.system),
        "rows": rows,
        "summary": outlook.summary(row.outlook for row in rows if not row.stays),
        "zones": standing.zone_lines(state, side, used),
        "force": standing.in_force(here, facts),
        "conditions": standing.conditions(here, facts),
        "marks": standing.marks(here, facts),
        "points": list(standing.points(here, facts)),
        "malta": malta_now(facts, state.book),
        "results": results(state, rows),
        "due": any(row.checks for row in rows),
    }


def results(state: State, rows: list[Row]) -> dict[str, Any] | None:
    """The columns of the Shipping Results Table that these rows may need; None where none of them is checked."""
    table, columns = state.tables.get(RESULTS), columns_of(rows)
    if table is None or not columns:
        return None
    titles = {line.key: line.label for line in table.columns}
    lines = [(row.key, [table.label(table.cell(row.key, column).value) for column in columns]) for row in table.rows]
    return {"table": table, "columns": [titles[column] for column in columns], "lines": lines}
