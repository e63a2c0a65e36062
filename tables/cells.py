"""Kinds of cells: what may stand in a chart that players type, and the one way in which it is written.

A table may list every text that its cells hold (`[results]`), or say of which kind they are (`[cells]`), or both: then
the listed texts have words of their own, and others of the kind may stand beside them.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

Code = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z*]{0,5}$")]
NEVER = "-"
# All three are typed for "never".
DASHES = "-–—"
# These divide a line of the grid and mark where a cell comes from.
MARKS_OF_THE_GRID = frozenset("|;=~^!?")
LONGEST_WORDS = 60
# What is read for what on paper; and how long a text is that this is tried for, and how many are offered.
LOOK_ALIKE = {"I": "1", "l": "1", "i": "1", "O": "0", "o": "0", "S": "5", "Z": "2", "B": "8"}
LONGEST_MEANT, MOST_MEANT = 12, 2


class CellKind(StrEnum):
    """What a cell holds.

    number: a whole number. to-hit: a face that hits, or never. percent: 0 to 100. pips: a chance in tenths, 0 to 10.
    pair: two numbers or codes, `28/54`. codes: codes with counts, `2G+1F`. words: a few words.
    """

    NUMBER = "number"
    TO_HIT = "to-hit"
    PERCENT = "percent"
    PIPS = "pips"
    PAIR = "pair"
    CODES = "codes"
    WORDS = "words"


_BOUNDS = {CellKind.NUMBER: (0, 999), CellKind.TO_HIT: (1, 10), CellKind.PERCENT: (0, 100), CellKind.PIPS: (0, 10)}


class CellError(ValueError):
    """A text that is none of the kind; the sentence says what would be right."""


class Unlike(CellError):
    """A text that is none of the kind; nothing is said yet of what would be right."""


class Cells(BaseModel):
    """The kind of a table's cells, and what limits them.

    low, high: bounds of a number. codes: code -> what it means; the rule knows each. once: codes that take no count,
    such as X for a ship that sinks.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: CellKind
    low: int | None = None
    high: int | None = None
    codes: dict[Code, str] = Field(default_factory=dict)
    once: tuple[Code, ...] = ()

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if (self.low is not None or self.high is not None) and self.kind not in _BOUNDS:
            raise ValueError(f"cells of the kind {self.kind} have no low and no high")
        if self.kind is CellKind.CODES and not self.codes:
            raise ValueError('cells of the kind codes need their codes: codes = { G = "a gun hit" }')
        if self.codes and self.kind not in (CellKind.CODES, CellKind.PAIR):
            raise ValueError(f"cells of the kind {self.kind} have no codes")
        if missing := [code for code in self.once if code not in self.codes]:
            raise ValueError(f"once names {missing[0]}, which is none of the codes")
        return self

    @property
    def bounds(self) -> tuple[int, int]:
        """The lowest and the highest number."""
        low, high = _BOUNDS.get(self.kind, (0, 999))
        return (low if self.low is None else self.low, high if self.high is None else self.high)

    def written(self, typed: str) -> str:
        """Return what was typed as a table keeps it. CellError, which says what would be right, for another kind."""
        text = " ".join(typed.split())
        try:
            return self._understood(text)
        except Unlike:
            raise self._wrong(text) from None

    def _understood(self, text: str) -> str:
        """The text as a table keeps it. Unlike for another kind."""
        match self.kind:
            case CellKind.PAIR:
                return self._pair(text)
            case CellKind.CODES:
                return self._codes(text)
            case CellKind.WORDS:
                return self._words(text)
        if self.kind is CellKind.TO_HIT and text in DASHES:
            return NEVER
        return self._number(text.removesuffix("%").strip() if self.kind is CellKind.PERCENT else text)

    @property
    def wanted(self) -> str:
        """What would be right, as a sentence says it after "write"."""
        low, high = self.bounds
        match self.kind:
            case CellKind.PAIR:
                listed = f", or the codes {', '.join(self.codes)}" if self.codes else ""
                return f"two numbers with a stroke between them, such as 28/54{listed}"
            case CellKind.CODES:
                return f"one or more of {', '.join(self.codes)}, such as {self._example()}"
            case CellKind.WORDS:
                return f"words, at most {LONGEST_WORDS} characters"
        never = f', or "{NEVER}" for never' if self.kind is CellKind.TO_HIT else ""
        return f"a whole number from {low} to {high}{never}"

    def _example(self) -> str:
        counted = [code for code in self.codes if code not in self.once]
        examples = ["+".join(f"{2 - at}{code}" for at, code in enumerate(counted[:2])), *self.once[:1]]
        return " or ".join(example for example in examples if example)

    def _number(self, text: str) -> str:
        low, high = self.bounds
        if not re.fullmatch(r"[-+]?\d{1,6}", text) or not text.isascii() or not low <= int(text) <= high:
            raise Unlike(text)
        return str(int(text))

    def _pair(self, text: str) -> str:
        halves = [half.strip() for half in text.split("/")]
        if len(halves) != 2:
            raise Unlike(text)
        return "/".join(map(self._half, halves))

    def _half(self, half: str) -> str:
        if half and half in DASHES:
            return NEVER
        if half.upper() in self.codes:
            return half.upper()
        if not half.isascii() or not re.fullmatch(r"\d{1,3}", half):
            raise Unlike(half)
        return str(int(half))

    def _codes(self, text: str) -> str:
        if text and text in DASHES:
            return NEVER
        counts: dict[str, int] = {}
        for part in re.split(r"[+ ,]+", text.upper()):
            found = re.fullmatch(r"([1-9][0-9]?)?([A-Z][A-Z*]*)", part, re.ASCII)
            if found is None or found[2] not in self.codes or (found[1] and found[2] in self.once):
                raise Unlike(text)
            counts[found[2]] = counts.get(found[2], 0) + int(found[1] or 1)
        return "+".join(code if code in self.once else f"{counts[code]}{code}" for code in self.codes if code in counts)

    def _words(self, text: str) -> str:
        if not text or len(text) > LONGEST_WORDS or not text.isprintable():
            raise Unlike(text)
        if taken := next((character for character in text if character in MARKS_OF_THE_GRID), ""):
            raise CellError(f'"{text}" holds "{taken}", which marks cells: write it in words')
        return text

    def _wrong(self, text: str) -> CellError:
        shown = text if len(text) <= LONGEST_WORDS else f"{text[:LONGEST_WORDS]}…"
        meant = self._meant(text)
        return CellError(
            f'"{shown}" is not understood: write {self.wanted}{f"; perhaps it is {meant}" if meant else ""}'
        )

    def _meant(self, text: str) -> str:
        """`2G or 2F`: what was probably meant, one sign of it another one; '' where that is anybody's guess."""
        if len(text) > LONGEST_MEANT:
            return ""
        # What looks alike on paper comes first, then a code that this chart does not know.
        for others in (_looks_alike, self._another_code):
            tried = (f"{text[:at]}{one}{text[at + 1 :]}" for at, sign in enumerate(text) for one in others(sign))
            found = dict.fromkeys(right for other in tried if (right := self._kept(other)))
            if 0 < len(found) <= MOST_MEANT:
                return " or ".join(found)
        return ""

    def _another_code(self, sign: str) -> str:
        return "".join(self.codes) if sign.isalpha() else ""

    def _kept(self, text: str) -> str:
        """A text as a table keeps it; '' for one that is none of the kind."""
        try:
            return self._understood(text)
        except CellError:
            return ""


def _looks_alike(sign: str) -> str:
    return LOOK_ALIKE.get(sign, "")
