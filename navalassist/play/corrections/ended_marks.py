"""Marks that are over behind a correction of an ended step: those that it made anew, and those on what is not there."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import Remove
from navalassist.engine.duties import Moment
from navalassist.play.state import State
from navalassist.play.storage.bodies import find
from navalassist.play.turns.parts import is_of_this_part, part_marks
from navalassist.play.turns.steps import end_in_secret, ending_marks
from navalassist.play.write.writer import Writer, field_names


def end_marks(writer: Writer, entry: Entry, after: Entry, seat: str, ended: Sequence[str]) -> None:
    """Marks of the correction that would have ended since the corrected entry end at once.

    ended: others that are over: those that had ended, and are made anew for the rule to change them again, and those on
    what is not there any more.
    """
    there = writer.state.rows("mark")
    mine = {row for row in there if writer.state.sources[f"{row}.kind"] == after.reference}
    over = dict.fromkeys([*(row for row in ended if row in there), *_over_since(writer, entry, mine)])
    if in_the_open := end_in_secret(writer, [Remove(row) for row in over], seat):
        writer.edit("turn.ends", in_the_open, kind="clock", seat=seat, chain=PUBLIC)


def marks_alone(state: State) -> list[str]:
    """The marks on rows that are not there, such as a group that is no more."""
    found = ((mark, str(state.values[f"{mark}.subject"])) for mark in state.rows("mark"))
    return [mark for mark, row in found if (names := field_names(row)) and f"{row}.{names[0]}" not in state.values]


def _over_since(writer: Writer, entry: Entry, mine: Collection[str]) -> list[str]:
    """Those of these marks that end between an entry, or what it corrects, and now."""
    while entry.kind == "correction":
        entry = find(entry.campaign, entry.corrects, frozenset({entry.chain, PUBLIC}))
    turn, player_turn, step = writer.state.clock
    same_step = (entry.turn, entry.player_turn, entry.step) == (turn, player_turn, step)
    if same_step and is_of_this_part(writer.state, entry):
        return []
    values = {key: value for key, value in writer.state.values.items() if key.rpartition(".")[0] in mine}
    if same_step:
        return part_marks(values, writer.system)
    before = Moment(entry.turn, entry.player_turn, entry.step)
    return ending_marks(values, before, Moment(turn, player_turn, step), writer.system)
