"""Pending damage: hits that are scored in a step count at its end, for all at once.

A rule reads what waits for a field with `Pending.of`, and scores more with `scores`. The end of the step adds it up by
itself; a rule that ends a step of its own (a round of a battle) takes the effects of `taking_effect` among its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from pydantic import StringConstraints

from navalassist.engine.effects import Effect, Set
from navalassist.engine.knowledge import RowKey
from navalassist.engine.reader import View
from navalassist.engine.rows import Row, Says

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
