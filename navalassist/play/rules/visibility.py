"""For whom the entry of a rule is, by what the rule reads and may make; and from whose eyes it may be carried out."""

from __future__ import annotations

from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import MODERATOR
from navalassist.engine.reader import Reader
from navalassist.play.state import State
from navalassist.play.systems import System
from navalassist.play.write.writer import NotYours, Writer


def audience_for(writer: Writer, reader: Reader, seat: str) -> str:
    """For whom the whole entry will be. NotYours as `check_visibility`, now that what takes part is shown."""
    audience = check_visibility(writer, reader, seat)
    if reader.may_make and audience != PUBLIC:
        # What the rule makes may be the first secret of a side, which then has no seed of its own as yet.
        others = {*writer.state.audiences.values()} - {audience}
        writer.bind_dice(audience, *([MODERATOR] if others else []))
    return audience


def check_visibility(writer: Writer, reader: Reader, seat: str) -> str:
    """The audience of what a rule reads. NotYours where a seat's own tap on its secrets comes from other eyes.

    Also at one table: a refusal, or what has changed meanwhile, would tell what only that seat knows.
    """
    audience = secret_audience(writer.state, reader, writer.system)
    if seat == audience and not writer.viewer.sees(audience):
        raise NotYours(seat)
    return audience


def secret_audience(state: State, reader: Reader, system: System) -> str:
    """The audience of the secret rows that were read, or may be made: public when there are none, the moderator's for
    several."""
    if not state.audiences and not reader.may_make:
        return PUBLIC
    found = {state.audiences.get(key.rpartition(".")[0], PUBLIC) for key in reader.read}
    found |= {system.is_for(state, row, fields) for row, fields in reader.may_make.items()}
    found -= {PUBLIC}
    if len(found) > 1:
        return MODERATOR
    return found.pop() if found else PUBLIC
