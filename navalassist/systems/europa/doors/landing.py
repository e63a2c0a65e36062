"""33.E, note on R: a returned reinforcement that came into play afloat is due to be placed by its owner."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine.duties import Duty, Kind, Now, Passed
from navalassist.rules.europa.turn import TURN
from navalassist.systems.europa.board.rows import about
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.landings import RULE, waiting


@DOORS.duty(*TURN.steps_of("landing"))
def place_it(now: Now) -> Iterator[Duty]:
    """One line for each that has no place yet."""
    if now.ahead:
        return
    for key in waiting(now.facts):
        row = now.state.row(f"shipment:{key}")
        yield Duty(
            f"Choose where a returned reinforcement lies: row {row['row']}",
            RULE,
            "it came into play afloat and has no port of origin",
            Kind.DUE,
            f"landing/{key}/",
            row["side"],
            strong=True,
            passes=(Passed(f"landing/{key}", f"{about(now.state, row)}: has no place yet", "returned reinforcement"),),
        )
