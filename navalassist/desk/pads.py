"""The strip and the pad of typed dice: the digits that the dice of a rule show, and what the next one is, if known."""

from __future__ import annotations

from dataclasses import dataclass

from navalassist.auditlog.shape import dice_of
from navalassist.engine import Book, Procedure, run
from navalassist.play.dice.server import NotThrown
from navalassist.play.rules.resolve import DICE, Preview

# What the next digit of a strip is of: a sign each in `data-next`.
SIX, TEN, TENS, ONES = "6", "0", "T", "O"
SAID = {SIX: "", TEN: "D10", TENS: "tens", ONES: "ones"}


@dataclass(frozen=True)
class Pad:
    """decimal: D10 may be asked for; next: the digits that are asked for first, a sign each, '' where nobody knows."""

    decimal: bool = False
    next: str = ""

    @property
    def keys(self) -> str:
        """The digits that may be tapped."""
        return "1234567890" if self.decimal else "123456"

    @property
    def first(self) -> str:
        """What is tapped first, in a word."""
        return SAID.get(self.next[:1], "")

    @property
    def pattern(self) -> str:
        """What a strip may hold, as a page says it to a browser."""
        return rf"[{'0-9' if self.decimal else '1-6'} ,;+\/\-]*"

    @property
    def takes(self) -> str:
        """The same in words, where a browser finds another sign."""
        return f"A digit for each die, {'0 to 9' if self.decimal else '1 to 6'}."

    @property
    def hint(self) -> str:
        """How its dice are typed, where that is not plain."""
        if not self.decimal:
            return ""
        return "A digit for each die. The 0 of a D10 is ten; a d100 is tens, then ones, and 00 is a hundred."


def pad_of(procedure: Procedure | None, first: str = "") -> Pad:
    """The pad of a rule. first: the dice that it asks for first, as an answer names them: `2d6`."""
    count, sides = dice_of({"dice": first})
    sign = {10: TEN, 100: TENS + ONES}.get(sides, SIX)
    return Pad(procedure is not None and procedure.decimal, sign * count)


def first_asked(found: Preview, book: Book) -> str:
    """The dice that a rule asks for before it knows of anything else; '' where it asks for none, or has no D10."""
    if found.refusal or not found.procedure.decimal:
        return ""
    asked = run(found.procedure, found.situation, book, NotThrown({})).pending
    return asked.dice if asked and asked.kind == DICE else ""
