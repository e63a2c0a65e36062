"""Nothing blocks a player who knows better: a refusal of the book is passed over when a reason is given."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from navalassist.engine import Refusal, Term
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Frozen, Words

BECAUSE = "Do it all the same, and say why"
Because = Annotated[
    Words,
    Field(title=BECAUSE, description="Leave it empty to keep to the book. What you write stands on the receipt."),
]


class Overrulable(Frozen):
    """A situation whose refusal a player may overrule with a reason, which stands in the log."""

    because: Words = Says("", "", help="Why it is done although the book forbids it.", only_if=True)

    @property
    def is_overruled(self) -> bool:
        """True where a reason is given to pass over the book."""
        return bool(self.because.strip())


def unless_overruled(situation: Overrulable, refusal: Refusal | None) -> Refusal | None:
    """The refusal, or None where a reason to pass over it is given."""
    return None if situation.is_overruled else refusal


def overruled(situation: Overrulable, refusal: Refusal | None) -> tuple[Term, ...]:
    """A term of no weight that says on the receipt what was passed over, and why; none where nothing was."""
    if refusal is None or not situation.is_overruled:
        return ()
    return (Term(refusal.rule, f"overruled: {refusal.reason} Done because: {situation.because.strip()}", 0),)


def passed_over(situation: Overrulable, refusal: Refusal | None) -> str:
    """What was passed over and why, as a result says it: `36.C.2: … Done because: …`; '' where nothing was."""
    return "".join(f"{term.rule}: {term.text.removeprefix('overruled: ')}" for term in overruled(situation, refusal))
