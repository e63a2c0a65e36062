"""A campaign that was set up begins."""

from __future__ import annotations

from navalassist.auditlog.course import SET_UP_OVER, STARTS
from navalassist.engine import Set
from navalassist.play.write.set_up import FACT, is_open
from navalassist.play.write.writer import Writer


def starts(writer: Writer) -> None:
    """From now on it is played. ValueError where it has begun."""
    if not is_open(writer.state.values):
        raise ValueError("the campaign has begun already")
    writer.edit(STARTS, (Set(FACT, SET_UP_OVER),), title="The campaign begins")
