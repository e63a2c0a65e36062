"""Parts of a step: a step of some systems has as many parts as the players say, and what belongs to one ends with it.

Which part is on stands in a mark that ends with the step; the first part has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import Effect, Remove, Set, create
from navalassist.engine.duties import Moment
from navalassist.engine.reader import Unknown, rows_where
from navalassist.play.state import State
from navalassist.play.systems import System
from navalassist.play.turns.steps import check_answered, end_in_secret
from navalassist.play.write.writer import Writer

# The mark that counts the parts of the step that is on.
KIND = "part"
ROW = f"mark:{KIND}/now"


def part_now(values: Mapping[str, Any]) -> int:
    """Which part of the step is on: 1 for the first, and in a step without parts."""
    return int(values.get(f"{ROW}.note") or 1)


def part_words(values: Mapping[str, Any], system: System) -> str:
    """`naval step 2`; '' in a step without parts."""
    has_parts = values["campaign:clock.step"] in system.parts
    return system.names.part(part_now(values)) if has_parts else ""


def clock_text(state: State) -> str:
    """The moment that a page was drawn at, for its forms: `1941-03-1/axis/naval-movement`, then with `/2`."""
    number = part_now(state.values)
    return "/".join((*state.clock, *([str(number)] if number > 1 else [])))


def act_of(system: System) -> str:
    """The act that begins the next part of a step, as the entries of a system have it."""
    return f"turn.{system.part_life}"


def part_marks(values: Mapping[str, Any], system: System) -> list[str]:
    """The marks that end as the next part begins."""
    life = system.part_life
    return rows_where(values, "mark", "ends", life)


def next_part(writer: Writer) -> Entry:
    """The next part of the step begins: what belongs to the last one ends, and all heads are anchored.

    The clock stays where it is. Unknown in a step without parts, StillAsked, NotYours for the other side.
    """
    values, now = writer.state.values, Moment(*writer.state.clock)
    seat = writer.check_seat(writer.system.acting(now.player_turn, now.step))
    if now.step not in writer.system.parts:
        raise Unknown(f"{writer.system.step_title(now.player_turn, now.step)} has no parts: nothing was begun")
    check_answered(writer)
    ended: list[Effect] = [Remove(row) for row in part_marks(values, writer.system)]
    ended = end_in_secret(writer, [*ended, *writer.system.part_over(values, now)], seat)
    return writer.edit(
        act_of(writer.system), (*ended, *counted(part_now(values) + 1)), kind="clock", seat=seat, anchored=True
    )


def counted(number: int) -> tuple[Effect, ...]:
    if number > 2:
        return (Set(f"{ROW}.note", str(number)),)
    about = {"kind": KIND, "subject": "campaign:clock", "place": "", "ends": "step", "until": "", "note": str(number)}
    return (create(ROW, **about),)


def part_of(entry: Entry, system: System) -> str:
    """In which part of its step an entry was written: `naval step 2`; '' for a step without parts. One query."""
    if entry.step not in system.parts:
        return ""
    where = {name: getattr(entry, name) for name in ("campaign", "turn", "player_turn", "step")}
    begun = Entry.objects.filter(**where, chain=PUBLIC, kind="clock", id__lt=entry.pk)
    return system.names.part(1 + sum(one.record["body"].get("act") == act_of(system) for one in begun))


def is_of_this_part(state: State, entry: Entry) -> bool:
    """True where no part has begun since an entry of this step was written. A query where the step has had several."""
    began = state.sources.get(f"{ROW}.note", "").rpartition("/")[2]
    if not began:
        return True
    return not Entry.objects.filter(
        campaign=entry.campaign, chain=PUBLIC, sequence=int(began), id__gt=entry.pk
    ).exists()
