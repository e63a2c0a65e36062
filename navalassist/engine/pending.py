"""Pending damage: hits that are scored in a step count at its end, for all at once.

A rule reads what waits for a field with `Pending.of`, and scores more with `scores`. The end of the step adds it up by
itself; a rule that ends a step of its own (a round of a battle) takes the effects of `taking_effect` among its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from pydantic import StringConstraints

from navalassist.engine.effects import Effect, Set
from navalassist.engine.knowledge import RowKey
from navalassist.engine.reader import View
from navalassist.engine.rows import Row, Says
from navalassist.engine.shapes import Worded

R = TypeVar("R", bound=Row)

FieldName = Annotated[str, StringConstraints(max_length=40)]
Line = Annotated[str, StringConstraints(max_length=200)]


class Pending(Row, kind="pending", noun="pending damage", several="Pending damage"):
    """Damage to one field of a row that takes effect at the end of the step. lines: how it came about, one each."""

    about: RowKey = Says("To what", places=True)
    field: FieldName = Says("What it adds to")
    amount: int = Says("How much", 0, ge=0, le=999, log="Pending damage to {}")
    most: int = Says("As far as it can go", ge=0, le=999)
    lines: tuple[Line, ...] = Says("How it came about", ())

    @classmethod
    def of(cls, view: View, row: str, field: str, most: int) -> Pending:
        """What waits for a field of a row; most: the number that the field cannot pass."""
        key = f"{row.replace(':', '-', 1)}-{field}"
        return view.find(cls, key) or cls(key=key, about=row, field=field, most=most)

    def scores(self, amount: int, why: str) -> tuple[Effect, ...]:
        """The effects by which so much more waits; why: `2 by the fire of Fort Rock`. Nothing for none."""
        if not amount:
            return ()
        more = {"amount": self.amount + amount, "lines": (*self.lines, f"{amount} by {why}")}
        return self.set(**more) if self.lines else (self.model_copy(update=more).made(),)

    def comes_to(self, before: int) -> int:
        """The number of the field once it has taken effect."""
        return max(before, min(before + self.amount, self.most))


def taking_effect(view: View, rows: Iterable[str] | None = None) -> Iterator[Effect]:
    """The effects by which what waits counts from now on: of these rows (`fort:rock`), or all of it."""
    wanted = None if rows is None else set(rows)
    for key in view.keys(Pending):
        found = view.row(Pending, key)
        if wanted is not None and found.about not in wanted:
            continue
        fact = f"{found.about}.{found.field}"
        # What was hit may have gone meanwhile.
        if isinstance(before := view.get(fact), int) and found.comes_to(before) != before:
            yield Set(fact, found.comes_to(before))
        yield found.gone()


class Mark(Worded):
    """How a box of a record is drawn."""

    GONE = "gone", "hit"
    PENDING = "pending", "hit in this step, counts at its end"
    NOW = "now", "in force"
    LEFT = "left", "left"


@dataclass(frozen=True, slots=True)
class Box:
    """A box: its number, and how it is drawn."""

    number: int
    mark: Mark


@dataclass(frozen=True)
class Boxed(Generic[R]):
    """A kind whose rows have a record of boxes. boxes: its field with their numbers; hits: how many are gone."""

    kind: type[R]
    boxes: str
    hits: str

    def pending(self, view: View, row: R) -> Pending:
        """The damage that waits for one: what a rule adds to."""
        return Pending.of(view, row.row, self.hits, max(0, len(getattr(row, self.boxes)) - 1))

    def drawn(self, view: View, row: R) -> tuple[Box, ...]:
        """Its boxes: gone, hit in this step, in force, left."""
        hits = int(getattr(row, self.hits))
        after = self.pending(view, row).comes_to(hits)

        def mark(place: int) -> Mark:
            if place == hits:
                return Mark.PENDING if after > hits else Mark.NOW
            return Mark.GONE if place < hits else Mark.PENDING if place < after else Mark.LEFT

        return tuple(Box(number, mark(place)) for place, number in enumerate(getattr(row, self.boxes)))
