"""The tables of luck: for each seat's dice how often, in which month, and how much."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial

from navalassist.desk.at import At
from navalassist.desk.logbook.naming import several
from navalassist.desk.words import decimal
from navalassist.desk.yearbook.drawing import graph_of, mark_of
from navalassist.desk.yearbook.luck import SERVER, TYPED, Group, Line
from navalassist.desk.yearbook.tables import Row, Table
from navalassist.desk.yearbook.years import Year, month_word

COUNTS = ("What came", "Dice", "Rolls", "To expect", "Came", "9 times in 10", "So far from it")
AMOUNTS = ("What came", "Rolls", "To expect", "Came")
FILE = (
    *("dice of", "rule", "what", "dice", "month", "rolls", "to expect", "came"),
    *("from", "to", "so many or more", "so few or fewer"),
)
# Fewer rolls than these make no graph.
DRAWN = 10
BEYOND = {1: " ▲", -1: " ▼", 0: ""}


def tables(here: At, year: Year, lines: Sequence[Line]) -> Iterator[Table]:
    """All of them, seat by seat."""
    for seat in dict.fromkeys(line.seat for line in lines):
        counted = [line for line in lines if line.seat == seat and line.counted]
        amounts = [line for line in lines if line.seat == seat and not line.counted]
        if counted:
            yield _counts(here, year, seat, counted)
        if counted and len(year.months) > 1:
            yield _by_month(here, year, seat, counted)
        if amounts:
            rows = tuple(Row((line.title, *_sums(line.group), number(line.group.came))) for line in amounts)
            yield Table(f"luck-amounts-{seat}", "dice: amounts beside their odds", AMOUNTS, rows, side=seat)


def _counts(here: At, year: Year, seat: str, lines: Sequence[Line]) -> Table:
    drawn = [line for line in lines if len(line.group.ones) >= DRAWN]
    return Table(
        f"luck-{seat}",
        "dice beside their odds",
        COUNTS,
        tuple(row for line in lines for row in _rows(line)),
        side=seat,
        picture="Band",
        graphs=tuple(graph_of(here, year, line.title, line.said, line.group.by_turn(year)) for line in drawn),
        lines=partial(_file, year, lines),
    )


def _rows(line: Line) -> Iterator[Row]:
    for nth, (dice, group) in enumerate(line.by_dice()):
        came = (str(group.came), "{} to {}".format(*group.counts.band), group.words)
        mark = mark_of(group.counts, group.expected, int(group.came))
        yield Row((line.title, dice, *_sums(group), *came), mark=mark, part=nth > 0)


def _sums(group: Group) -> tuple[str, str]:
    return str(len(group.ones)), decimal(group.expected)


def _by_month(here: At, year: Year, seat: str, lines: Iterable[Line]) -> Table:
    """`3 of 2.1`, with a sign where it lies beyond the month's own band."""
    heads = ("Came, of what was to be expected", *(month_word(here, month) for month in year.months))
    rows = []
    for line in lines:
        months = (line.group.in_month(month) for month in year.months)
        cells = (f"{one.came} of {decimal(one.expected)}{BEYOND[one.beyond]}" if one.ones else "–" for one in months)
        rows.append(Row((line.title, *cells)))
    fine = ("▲ and ▼: more, or less, than nine months of ten bring.",)
    return Table(f"luck-months-{seat}", "dice by month", heads, tuple(rows), side=seat, fine=fine)


def _file(year: Year, lines: Iterable[Line]) -> Iterator[tuple[str, ...]]:
    """Each line over the year and over each of its months, of all dice and of each kind."""
    yield FILE
    for line in lines:
        for dice, group in line.by_dice():
            for month in ("", *year.months):
                part = group.in_month(month) if month else group
                if part.ones:
                    yield (line.seat, line.rule, line.what, dice, month or year.key, *_in_numbers(part))


def _in_numbers(group: Group) -> tuple[str, ...]:
    came, counts = int(group.came), group.counts
    sums = (Fraction(len(group.ones)), group.expected, group.came)
    return tuple(map(number, (*sums, *map(Fraction, counts.band), counts.at_least(came), counts.at_most(came))))


def number(value: Fraction) -> str:
    """As a spreadsheet reads it."""
    return f"{float(value):.4f}".rstrip("0").rstrip(".")


def boxes(lines: Iterable[Line]) -> list[tuple[str, str]]:
    """What the head of the book says of the rolls: how many, and of whose dice."""
    typed = [one.typed for line in lines if line.counted for one in line.group.ones]
    kinds = ((typed.count(False), SERVER), (typed.count(True), TYPED))
    return [("Rolls with odds", " · ".join(f"{many} {word}" for many, word in kinds if many) or "none")]


def said_of(lines: Iterable[Line]) -> str:
    """How many lines lie outside their band, and how many would by chance."""
    counted = [line for line in lines if line.counted]
    outside = sum(1 for line in counted if line.group.beyond)
    if not counted:
        return "No roll of this year had odds that left anything to luck."
    return f"{outside} of {several(len(counted), 'line')} outside the band; chance alone puts up to one in ten there."
