"""What of Supermarina may be put right as of a turn that is over: what its lists of ports and minefields say."""

from __future__ import annotations

from typing import Any

from navalassist.desk.logbook.past_rows import Field, past_facts_of
from navalassist.desk.logbook.wording import CorrectionPolicy, PastFact
from navalassist.engine import Set
from navalassist.play.state import State
from navalassist.play.write.edits import Edit
from navalassist.systems.supermarina.state import Minefield, Port, Region

FIELDS: tuple[Field, ...] = (
    (Port, "owner", "Owners of ports"),
    (Port, "captured", "Ports that were captured"),
    (Port, "cargo", "Cargo that ports take"),
    (Port, "fuel", "Fuel that ports give"),
    (Port, "repair", "Repair points of ports"),
    (Port, "aa", "Heavy AA of ports"),
    (Port, "land_aa", "AA of the land game"),
    (Minefield, "active", "Minefields"),
)
STORE: tuple[Field, ...] = ((Port, "stock", "Malta"), (Port, "hungry", "Malta"))


class SupermarinaCorrections(CorrectionPolicy):
    """Facts of ports and minefields since an earlier turn."""

    def past_facts(self, state: State) -> list[PastFact]:
        """All of them; a store of supplies is Malta's alone."""
        malta = {row for row in state.rows(Port.KIND) if state.values[f"{row}.region"] == Region.MALTA}
        store = [one for one in past_facts_of(state, STORE) if one.fact.rpartition(".")[0] in malta]
        return [*past_facts_of(state, FIELDS), *store]

    def put_right(self, state: State, past: PastFact, to: Any, why: str, when: tuple[str, str]) -> Edit:
        """A port that changed hands was captured, for good (SM.1.D.6.r), as where its list says so."""
        edit, (row, _, name) = super().put_right(state, past, to, why, when), past.fact.rpartition(".")
        taken = f"{row}.captured"
        if name != "owner" or not row.startswith(Port.KIND) or state.values[taken]:
            return edit
        return Edit(edit.act, edit.title, (*edit.effects, Set(taken, True)))
