"""What may be put right as of a turn, for kinds that a system declares as rows: their own words, choices and bounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from navalassist.campaigns.rows import bound
from navalassist.desk.logbook.wording import PastFact
from navalassist.engine.rows import Row, saying
from navalassist.play.state import State
from navalassist.play.write.row_edits import options

# A kind, one of its fields, and what these are listed under.
Field = tuple[type[Row], str, str]


def past_facts_of(state: State, fields: Iterable[Field]) -> Iterator[PastFact]:
    """These fields of all rows that everybody sees: choices, or a whole number within its bounds.

    Those without a history only where they were not set again since.
    """
    for kind, name, group in fields:
        info = kind.model_fields[name]
        says, bounds = saying(info), (bound(info, "ge", 0), bound(info, "le", 0))
        for row in state.rows(kind.KIND):
            if row not in state.audiences:
                label = (says.log or f"{info.title}, {{}}").format(state.values[f"{row}.name"])
                yield PastFact(f"{row}.{name}", label, tuple(options(kind, name)), bounds, says.history, group)
