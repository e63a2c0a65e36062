"""Luck in pictures: where a number lies in the band of nine campaigns of ten, and how it came there turn by turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from navalassist.desk.at import At
from navalassist.desk.yearbook.tables import WIDTH as ROW
from navalassist.desk.yearbook.tables import Graph, Mark
from navalassist.desk.yearbook.years import Year, month_of, month_word
from navalassist.engine.counts import Counts

WIDTH, HEIGHT, LEFT, TOP, FOOT = 480, 170, 44, 10, 28
Point = tuple[int, int]
# After a turn: the least of the band, the most of it, and what came, each beyond what was to be expected.
Beyond = tuple[Fraction, Fraction, Fraction]


def mark_of(counts: Counts, expected: Fraction, came: int) -> Mark:
    """Where a number lies in its band."""
    low, high = counts.band
    scale = Fraction(ROW, max(high, came, 1))
    x, end, middle, at = (round(value * scale) for value in (low, high, expected, came))
    return Mark(x, max(end - x, 2), min(middle, ROW - 2), min(at, ROW - 4))


def beyond(chances: Sequence[Iterable[tuple[Fraction, Fraction]]]) -> Iterator[Beyond]:
    """How it stood before the first turn and after each. chances: of each turn's rolls, and whether it came."""
    counts, expected, came = Counts(), Fraction(0), Fraction(0)
    yield Fraction(0), Fraction(0), Fraction(0)
    for turn in map(list, chances):
        counts = counts.and_all(Counts.of(chance for chance, _ in turn))
        expected += sum((chance for chance, _ in turn), Fraction(0))
        came += sum((one for _, one in turn), Fraction(0))
        low, high = counts.band
        yield low - expected, high - expected, came - expected


def graph_of(
    here: At, year: Year, title: str, said: str, chances: Sequence[Iterable[tuple[Fraction, Fraction]]]
) -> Graph:
    """The graph of one line of luck over the turns of a year. said: the same in a sentence."""
    found = list(beyond(chances))
    most = max(Fraction(1), *(abs(number) for stood in found for number in stood))
    middle = TOP + (HEIGHT - TOP - FOOT) // 2

    def points(nth: int) -> list[Point]:
        return [
            (_x(n, len(found)), middle - round(stood[nth] * (middle - TOP) / most)) for n, stood in enumerate(found)
        ]

    low, high, line = points(0), points(1), points(2)
    top = int(most)
    far = round(top * (middle - TOP) / most)
    return Graph(
        title,
        _path([*high, *reversed(low)]),
        _path(line),
        middle,
        line[-1],
        tuple(_months(here, year, len(found))),
        ((middle - far, f"+{top}"), (middle, "0"), (middle + far, f"−{top}")),
        said,
    )


def _x(nth: int, of: int) -> int:
    return LEFT + nth * (WIDTH - LEFT - 8) // max(of - 1, 1)


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def _months(here: At, year: Year, of: int) -> Iterator[tuple[int, str]]:
    """Each month in the middle of its turns."""
    start = 0
    for month, turns in groupby(year.turns, month_of):
        end = start + len(list(turns))
        yield (_x(start, of) + _x(end, of)) // 2, month_word(here, month)
        start = end
