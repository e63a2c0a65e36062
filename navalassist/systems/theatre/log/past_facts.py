"""What of the theatre campaign may be put right as of a turn that is over: what its lists of ports and squares say."""

from __future__ import annotations

from navalassist.desk.logbook.past_rows import Field, past_facts_of
from navalassist.desk.logbook.wording import CorrectionPolicy, PastFact
from navalassist.play.state import State
from navalassist.systems.theatre.state.sea import Port, Square

FIELDS: tuple[Field, ...] = (
    (Port, "owner", "Owners of ports"),
    (Port, "size", "Sizes of ports"),
    (Port, "yard", "Shipyards"),
    (Port, "yard_damage", "Damage of shipyards"),
    (Port, "guns", "Fixed coast guns"),
    (Port, "flak", "Fixed anti-aircraft guns"),
    (Square, "holder", "Holders of squares"),
)


class TheatreCorrections(CorrectionPolicy):
    """Facts of ports and squares since an earlier turn."""

    def past_facts(self, state: State) -> list[PastFact]:
        """All of them that everybody sees."""
        return list(past_facts_of(state, FIELDS))
