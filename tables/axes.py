"""The rows and columns of a table: their headings, and which number reads which line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

from navalassist.engine.cells import Number
from tables.errors import TableError


class AxisKind(StrEnum):
    """How a key finds its line.

    numbers: each whole number has its line; the first and the last line may be open ("1 or less", "6 or more").
    thresholds: a number between two headings reads the lower one; above the last heading there is no line.
    ratios: the same for halves, quarters and odds ("1½", "0.25", "1.8:1"), compared exactly; the first and the last
    line may be open.
    named: a key finds the line of that name. result: a single column, named "result".
    """

    NUMBERS = "numbers"
    THRESHOLDS = "thresholds"
    RATIOS = "ratios"
    NAMED = "named"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class Span:
    """The whole numbers that read one line; None is an open end."""

    low: int | None
    high: int | None

    @property
    def first(self) -> int:
        """The number that stands for the line, in ids: its low end, or its high end where the low end is open."""
        if self.low is not None:
            return self.low
        if self.high is None:
            raise ValueError("a span with two open ends has no first number")
        return self.high

    def numbers(self) -> range:
        """The numbers that the heading names: an open end counts as the number written there."""
        last = self.high if self.high is not None else self.first
        return range(self.first, last + 1)


@dataclass(frozen=True, slots=True)
class Band:
    """The numbers, whole or not, from `low` up to but without `below` that read one line; None is an open end.

    The last line that is not open ends with its own heading: `last` is then that number.
    """

    low: Fraction | None
    below: Fraction | None = None
    last: Fraction | None = None

    def holds(self, number: Fraction) -> bool:
        """True if the number reads this line."""
        if self.low is not None and number < self.low:
            return False
        if self.last is not None:
            return number <= self.last
        return self.below is None or number < self.below


@dataclass(frozen=True, slots=True)
class Line:
    """One row or one column.

    key: what `cell` is asked for and what `Cell.row` and `Cell.column` hold. label: the heading as people read it.
    group and text: the heading above and the condition, for tables that are lists of conditions. rules, rulings: the
    paragraphs (33.B.1.a) and rulings (R-04) that bear on this line.
    """

    key: str
    label: str
    span: Span | None = None
    group: str = ""
    text: str = ""
    rules: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    band: Band | None = None

    def __str__(self) -> str:
        return self.label

    def reads(self, key: Number | str) -> bool:
        """True if this line is read for the key: its heading, or a number of its span or band."""
        if isinstance(key, str):
            return key == self.key
        if self.band is not None:
            return self.band.holds(Fraction(key))
        return self.span is not None and isinstance(key, int) and _holds(self.span, key)

    @property
    def name(self) -> str:
        """The part of the id that stands for this line: `9`, `-western-med-short-route`, `-f-star`."""
        if self.span is not None:
            return str(self.span.first)
        return "-" + re.sub(r"[^a-z0-9]+", "-", _spelled(self.key)).strip("-")


# What a heading may hold that no html id can, so that "½" and "1.8:1" keep ids of their own.
_SPELLED = {"*": " star", "¼": " quarter", "½": " half", "¾": " three-quarters"}


def _spelled(heading: str) -> str:
    text = heading.lower()
    for character, word in _SPELLED.items():
        text = text.replace(character, word)
    return text


@dataclass(frozen=True, slots=True)
class Axis:
    """All rows, or all columns, in printed order. title: "2d6", "Naval status number"."""

    kind: AxisKind
    title: str
    lines: tuple[Line, ...]

    def find(self, key: Number | str, word: str = "line") -> Line:
        """The line that `key` reads. Open ends are clamped here. LookupError names the `word`: row or column."""
        for line in self.lines:
            if line.reads(key):
                return line
        raise LookupError(f"no {word} {key}; {self._extent()}")

    def keys(self) -> Mapping[int | str, Line]:
        """Every finite key and its line: numbers and headings. What lies in an open end is left to `find`."""
        found: dict[int | str, Line] = {}
        for line in self.lines:
            found[line.key] = line
            if line.span is not None:
                found.update(dict.fromkeys(line.span.numbers(), line))
        return MappingProxyType(found)

    def covers(self, number: int) -> bool:
        """True if the number reads a line."""
        return any(line.span is not None and _holds(line.span, number) for line in self.lines)

    def _extent(self) -> str:
        first, last = self.lines[0], self.lines[-1]
        if None in (first.span or first.band, last.span or last.band):
            return f"there is {', '.join(line.key for line in self.lines)}"
        return f"{self.title or 'the heading'} runs from {first.label} to {last.label}"


def _holds(span: Span, number: int) -> bool:
    return (span.low is None or span.low <= number) and (span.high is None or number <= span.high)


_HEADING = re.compile(r"(?P<low>-?\d+)(?: to (?P<high>-?\d+)| or (?P<open>less|more))?")


def span_of(heading: str) -> Span | None:
    """The numbers of a heading: "9", "3 to 5", "1 or less", "6 or more". None when it is not one of these."""
    match = _HEADING.fullmatch(heading)
    if match is None:
        return None
    low = int(match["low"])
    if match["open"]:
        return Span(None, low) if match["open"] == "less" else Span(low, None)
    return Span(low, int(match["high"]) if match["high"] else low)


def spans_in_order(headings: Sequence[str], word: str) -> tuple[Span, ...]:
    """The spans of a number axis, checked: no gap, no overlap, open ends only outside. `word` is "row" or "column"."""
    spans: list[Span] = []
    for heading in headings:
        span = span_of(heading)
        if span is None:
            raise _fault(word, heading, f'"{heading}" is not a number, "3 to 5", "1 or less" or "6 or more"')
        if span.low is not None and span.high is not None and span.low > span.high:
            raise _fault(word, heading, "the first number is higher than the second")
        if spans:
            _check_follows(spans[-1], span, heading, word)
        spans.append(span)
    return tuple(spans)


def _check_follows(before: Span, span: Span, heading: str, word: str) -> None:
    if span.low is None:
        raise _fault(word, heading, f'only the first {word} may say "or less"')
    if before.high is None:
        raise _fault(word, heading, f'only the last {word} may say "or more"')
    expected = before.high + 1
    if span.low > expected:
        raise _fault(word, heading, f"there is a gap: {expected} has no {word}")
    if span.low < expected:
        raise _fault(word, heading, f"{span.low} has a {word} already; the next must begin with {expected}")


def threshold_spans(headings: Sequence[str], word: str) -> tuple[Span, ...]:
    """The spans of a threshold axis: each heading reaches up to the number before the next; the last stands alone."""
    firsts: list[int] = []
    for heading in headings:
        if not re.fullmatch(r"\d+", heading):
            raise _fault(word, heading, f'"{heading}" is not a whole number')
        if firsts and int(heading) <= firsts[-1]:
            raise _fault(word, heading, f"headings must rise, and {heading} stands after {firsts[-1]}")
        firsts.append(int(heading))
    lasts = [number - 1 for number in firsts[1:]] + firsts[-1:]
    return tuple(Span(low, high) for low, high in zip(firsts, lasts, strict=True))


_OPEN = re.compile(r"(?P<number>.+?)(?: or (?P<open>less|more))?")
_RATIO = re.compile(r"(?P<left>\d{1,4}(?:\.\d{1,3})?)[:-](?P<right>\d{1,4}(?:\.\d{1,3})?)", re.ASCII)
_PARTS = {"¼": Fraction(1, 4), "½": Fraction(1, 2), "¾": Fraction(3, 4)}


def exactly(text: str) -> Fraction | None:
    """The number of a heading: `3`, `½`, `1½`, `0.25`, `1.8:1`, `1:2`, `3-1`. None for any other text."""
    ratio = _RATIO.fullmatch(text)
    if ratio is not None:
        return Fraction(ratio["left"]) / Fraction(ratio["right"]) if Fraction(ratio["right"]) else None
    whole, part = (text[:-1], _PARTS[text[-1]]) if text[-1:] in _PARTS else (text, Fraction())
    if part and not whole:
        return part
    if not re.fullmatch(r"\d{1,6}(\.\d{1,3})?" if not part else r"\d{1,6}", whole, re.ASCII):
        return None
    return Fraction(whole) + part


def ratio_bands(headings: Sequence[str], word: str) -> tuple[Band, ...]:
    """The bands of a ratio axis, checked: headings rise, open ends only outside. `word` is "row" or "column"."""
    numbers: list[Fraction] = []
    for place, heading in enumerate(headings):
        found = _OPEN.fullmatch(heading)
        number = exactly(found["number"]) if found else None
        if found is None or number is None:
            raise _fault(word, heading, f'"{heading}" is no number such as 3, 1½, 0.25 or 1.8:1')
        if numbers and number <= numbers[-1]:
            raise _fault(word, heading, f"headings must rise, and {heading} stands after {headings[place - 1]}")
        if found["open"] == "less" and place:
            raise _fault(word, heading, f'only the first {word} may say "or less"')
        if found["open"] == "more" and place + 1 < len(headings):
            raise _fault(word, heading, f'only the last {word} may say "or more"')
        numbers.append(number)
    lows = [None if headings[0].endswith(" or less") else numbers[0], *numbers[1:]]
    bands = [Band(low, below) for low, below in zip(lows[:-1], numbers[1:], strict=True)]
    last = Band(lows[-1]) if headings[-1].endswith(" or more") else Band(lows[-1], last=numbers[-1])
    return (*bands, last)


def _fault(word: str, heading: str, problem: str) -> TableError:
    return TableError(problem, row=heading) if word == "row" else TableError(problem, column=heading)
