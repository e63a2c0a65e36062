"""Lines of a list are written: one entry for those of each seat and audience."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import Create
from navalassist.play.write.roster_edits import Facts, Kept, together
from navalassist.play.write.row_edits import ByHand, sides_of
from navalassist.play.write.writer import Writer


def write(writer: Writer, hand: ByHand[Any], kept: Iterable[Kept]) -> None:
    """One entry for the lines of each seat and audience."""
    groups: dict[tuple[str, str], list[Kept]] = {}
    for one in kept:
        seat = one.edit.side or next(iter(sorted(sides_of_line(writer.state.values, one))), "")
        groups.setdefault((seat, audience(writer, one)), []).append(one)
    for (seat, chain), lines in groups.items():
        edit = together(hand.kind, lines)
        writer.edit(edit.act, edit.effects, seat=seat, chain=chain, title=edit.title)


def sides_of_line(values: Facts, one: Kept) -> frozenset[str]:
    """Whose a line is, and whose it becomes."""
    there = str(values.get(f"{one.row}.side", ""))
    return sides_of(values, one.edit.effects) | frozenset({there} - {""})


def audience(writer: Writer, one: Kept) -> str:
    """Whom a line is for: its mark, and the template that is made of it, are for the same."""
    makes = any(isinstance(effect, Create) and effect.key == one.row for effect in one.edit.effects)
    return writer.home_of(one.edit.effects) if makes else writer.state.audiences.get(one.row, PUBLIC)
