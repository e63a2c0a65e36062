"""Luck: how often something came of a side's dice, beside how often the odds before each roll said that it would.

In:  what was read of a year's rules that stand, as the viewer may read them. Out: a line for what each rule may bring
by each seat's dice. A chance of 0 or 1 leaves nothing to luck and is not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from navalassist.desk.at import At
from navalassist.desk.words import decimal
from navalassist.desk.yearbook.readings import InTurn
from navalassist.desk.yearbook.years import Year, month_of
from navalassist.engine import REGISTER
from navalassist.engine.counts import Counts
from navalassist.play.rules.rolls import CHANCE, Told

SERVER, TYPED, ALL = "server's", "typed", "all"
# What is rarer is told as this.
RAREST = 1_000_000


@dataclass(frozen=True, slots=True)
class One:
    """A number of a roll: the turn in which it counts, whether its dice were typed, and what came of it."""

    turn: str
    typed: bool
    told: Told


@dataclass(frozen=True)
class Group:
    """Rolls for the same. `came`: how often it came, or how much."""

    ones: tuple[One, ...]

    @cached_property
    def expected(self) -> Fraction:
        """What was to be expected."""
        return sum((one.told.expected for one in self.ones), Fraction(0))

    @cached_property
    def came(self) -> Fraction:
        """What came."""
        return sum((one.told.came for one in self.ones), Fraction(0))

    @cached_property
    def counts(self) -> Counts:
        """How often it could come."""
        return Counts.of(one.told.expected for one in self.ones)

    @property
    def beyond(self) -> int:
        """1 where it came more often than the band holds, -1 where less often, else 0."""
        low, high = self.counts.band
        return (self.came > high) - (self.came < low)

    @property
    def words(self) -> str:
        """`so many or more: once in 9 campaigns; chance`"""
        if self.came == self.expected:
            return "as expected"
        more, came = self.came > self.expected, int(self.came)
        rare = self.counts.at_least(came) if more else self.counts.at_most(came)
        what = "so many or more" if more else "so few or fewer"
        return f"{what}: {once_in(rare)}; {'outside the band' if self.beyond else 'chance'}"

    def in_month(self, month: str) -> Group:
        """Those of a month."""
        return Group(tuple(one for one in self.ones if month_of(one.turn) == month))

    def by_turn(self, year: Year) -> list[list[tuple[Fraction, Fraction]]]:
        """Of each turn, each roll's chance and whether it came."""
        return [[(one.told.expected, one.told.came) for one in self.ones if one.turn == turn] for turn in year.turns]


@dataclass(frozen=True, slots=True)
class Line:
    """What a rule may bring by one seat's dice: a chance, or an amount."""

    seat: str
    procedure: str
    told: Told
    group: Group

    @property
    def counted(self) -> bool:
        """True for a chance."""
        return self.told.unit == CHANCE

    @property
    def rule(self) -> str:
        """What the rule is called."""
        return REGISTER[self.procedure].title

    @property
    def what(self) -> str:
        """`Contact`; of an amount with its unit."""
        return self.told.label if self.counted else f"{self.told.label} ({self.told.unit})"

    @property
    def title(self) -> str:
        """`Check an item for anti-shipping contact: Contact`"""
        return f"{self.rule}: {self.what}"

    @property
    def said(self) -> str:
        """`17 of 60 rolls, where 12.3 were to be expected; so many or more: once in 9 campaigns; chance`"""
        group, expected = self.group, decimal(self.group.expected)
        return f"{group.came} of {len(group.ones)} rolls, where {expected} were to be expected; {group.words}"

    def by_dice(self) -> Iterator[tuple[str, Group]]:
        """All of it; where dice of both kinds fell, each kind too."""
        typed, thrown = (Group(tuple(one for one in self.group.ones if one.typed is kind)) for kind in (True, False))
        if typed.ones and thrown.ones:
            yield from ((ALL, self.group), (SERVER, thrown), (TYPED, typed))
        else:
            yield (TYPED if typed.ones else SERVER), self.group


def once_in(chance: Fraction) -> str:
    """`once in 9 campaigns`"""
    number = round(1 / chance) if chance * RAREST > 1 else RAREST
    if number < 2:
        return "in most campaigns"
    return f"once in {number:,} campaigns{' or more' if number == RAREST else ''}".replace(",", "\u202f")


def lines_of(here: At, read: Iterable[InTurn]) -> list[Line]:
    """What came of the rolls of a year, seat by seat; what was rolled for most often first."""
    found: dict[tuple[str, str, str], list[One]] = {}
    for each in read:
        if (roll := each.read.roll) is None:
            continue
        for told in roll.figures:
            if told.unit != CHANCE or 0 < told.expected < 1:
                found.setdefault((roll.seat, roll.procedure, told.key), []).append(One(each.turn, roll.typed, told))
    lines = [Line(seat, slug, ones[-1].told, Group(tuple(ones))) for (seat, slug, _), ones in found.items()]
    seats = [*here.system.sides, *sorted({line.seat for line in lines} - set(here.system.sides))]
    return sorted(lines, key=lambda line: (seats.index(line.seat), not line.counted, -len(line.group.ones)))
