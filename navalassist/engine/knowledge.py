"""Levels of knowledge: what a side knows of a force whose marker everybody sees and whose contents are its owner's.

    FORCES = Known(Force, contents=ships_of, general=in_general, full=in_full, ends=Span.SEGMENT)

A system names it (`System(knowledge=(FORCES,))`). A rule teaches by its outcome: `Outcome(result, effects, learnt=
(FORCES.learnt("allied", force, Level.GENERAL),))`. Play then words what that side may know, from the contents as they
are, and keeps it as a row for that side alone, until the calendar ends it; what was seen stays in its memory.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Annotated, Any, Generic, TypeVar

from pydantic import StringConstraints

from navalassist.engine.effects import Effect
from navalassist.engine.learnt import Learnt, Level
from navalassist.engine.reader import View
from navalassist.engine.rows import Row, Says
from navalassist.engine.shapes import Worded

R = TypeVar("R", bound=Row)
SideKey = Annotated[str, StringConstraints(max_length=20)]
RowKey = Annotated[str, StringConstraints(max_length=120)]
Reference = Annotated[str, StringConstraints(max_length=40)]
Told = Annotated[str, StringConstraints(max_length=1000)]
# So many lines of what was seen are kept, the newest first; and so many characters of what is known.
REMEMBERED, LONGEST = 12, 800


class Span(Worded):
    """How long what is learnt holds."""

    STEP = "step", "until the end of the step"
    SEGMENT = "segment", "until the end of the segment"
    PLAYER_TURN = "player-turn", "until the end of the player turn"
    TURN = "turn", "until the end of the turn"
    KEPT = "kept", "for good"


class Knowledge(Row, kind="knowledge", noun="what is known", several="What is known"):
    """What a side knows of a force, and what it saw of it before. Only that side reads it, and the moderator."""

    side: SideKey = Says("Whose knowledge")
    about: RowKey = Says("Of what", places=True)
    level: Level = Says("How much it knows", Level.NOTHING, log="Known of {}")
    words: Told = Says("What it knows", "", log="What is known of {}")
    by: Reference = Says("What taught it", "", log="What taught it of {}")
    ends: Span = Says("How long", Span.KEPT, log="How long it holds of {}")
    memory: tuple[Told, ...] = Says("Seen before", (), log="Seen before of {}")


def names_of(row: Any, contents: Sequence[Row]) -> str:
    """What full knowledge says where a system says nothing else: the names."""
    return ", ".join(str(getattr(one, "name", "") or one.key) for one in contents) or "nothing"


def number_of(row: Any) -> str:
    """`Force 3`"""
    return f"{row.NOUN.capitalize()} {getattr(row, 'number', row.key)}"


def nowhere(view: View, row: Any) -> str:
    """Forces that nothing shows to everybody."""
    return ""


@dataclass(frozen=True)
class Known(Generic[R]):
    """A kind of force of which sides learn by levels.

    marker: its public row, with a `side`; contents: its owner's secret rows; general, full: what these levels say of
    them, in words; where: where it is seen, in words; title: what it is called; ends: how long a level holds;
    openly: what everybody sees of it now, in words, as in a battle; '' for nothing.
    """

    marker: type[R]
    contents: Callable[[View, R], Sequence[Row]]
    general: Callable[[R, Sequence[Any]], str]
    where: Callable[[View, R], str]
    full: Callable[[R, Sequence[Any]], str] = names_of
    title: Callable[[R], str] = number_of
    ends: Span = Span.KEPT
    openly: Callable[[View, R], str] = nowhere

    def learnt(self, side: str, row: R, level: Level) -> Learnt:
        """That a side learns of this force."""
        return Learnt(str(side), row.row, level)

    def words(self, view: View, row: R, level: Level) -> str:
        """What a level tells of a force now. view: with its contents."""
        if level is Level.NOTHING:
            return ""
        says = self.full if level is Level.FULL else self.general
        return shorten(says(row, self.contents(view, row)), LONGEST, placeholder=" …")

    def of(self, view: View, side: str, row: R) -> Knowledge:
        """What a side knows of a force, where the view has it; of what nobody has seen, nothing."""
        key = key_for(side, row.row)
        return view.find(Knowledge, key) or Knowledge(key=key, side=str(side), about=row.row)

    def teaches(self, view: View, learnt: Learnt, when: str, by: str) -> tuple[Effect, ...]:
        """The effects by which a side learns: none where it knows as much already. view: of all facts.

        when: the moment in words; by: the entry that teaches it.
        """
        row = view.row(self.marker, learnt.about.partition(":")[2])
        now = self.of(view, learnt.side, row)
        level, words = learnt.level, self.words(view, row, learnt.level)
        if level is Level.NOTHING:
            return now.set(level=level, words="", by=by) if now.level is not level else ()
        if level.rank < now.level.rank:
            return ()
        seen = f"seen in {self.where(view, row)}, {when}: {words}"
        memory = tuple(dict.fromkeys((seen, *now.memory)))[:REMEMBERED]
        fields = {"level": level, "words": words, "by": by, "ends": self.ends, "memory": memory}
        if not view.has(Knowledge, now.key):
            return (now.model_copy(update=fields).made(),)
        return now.set(**{name: value for name, value in fields.items() if value != getattr(now, name)})


def key_for(side: str, row: str) -> str:
    """The key of what a side knows of a row: `allied-force-3`."""
    return f"{side}-{row.replace(':', '-', 1)}"


def forgotten(view: View, spans: Collection[str]) -> Iterator[Effect]:
    """The effects by which levels that hold no longer than these spans fall back; what was seen stays in memory."""
    for key in view.keys(Knowledge):
        found = view.row(Knowledge, key)
        if found.level is not Level.NOTHING and found.ends in spans:
            yield from found.set(level=Level.NOTHING, words="")
