"""How much of a chart is printed, restored, a stand-in, the group's own or unknown: as numbers and as a bar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from navalassist.engine import Provenance
from navalassist.engine.book import PRECEDENT
from navalassist.play.charts.known import Chart
from tables.table import RuleTable

# In the order of the bar; what was asked in play stands beside what was typed from print.
WORDS = {
    Provenance.PRINTED.value: "printed",
    PRECEDENT: "asked in play",
    Provenance.RESTORED.value: "restored",
    Provenance.STAND_IN.value: "stand-in",
    Provenance.HOUSE.value: "house",
    Provenance.UNKNOWN.value: "unknown",
}
# In a cell: nothing for print, and few letters for the rest.
SHORT = {
    Provenance.PRINTED.value: "",
    PRECEDENT: "asked",
    Provenance.RESTORED.value: "rest.",
    Provenance.STAND_IN.value: "stand-in",
    Provenance.HOUSE.value: "house",
    Provenance.UNKNOWN.value: "asks",
}
ALWAYS = (Provenance.PRINTED.value, Provenance.STAND_IN.value, Provenance.HOUSE.value, Provenance.UNKNOWN.value)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a bar. start, width: in hundredths of the bar, as SVG writes them."""

    origin: str
    number: int
    start: str
    width: str

    @property
    def word(self) -> str:
        """Where its cells come from."""
        return WORDS[self.origin]


@dataclass(frozen=True, slots=True)
class Share:
    """How many cells come from where."""

    counts: Mapping[str, int]

    @property
    def total(self) -> int:
        """How many cells there are."""
        return sum(self.counts.values())

    @property
    def printed(self) -> int:
        """How many were read from print, typed or asked in play."""
        return self.counts[Provenance.PRINTED.value] + self.counts[PRECEDENT]

    @property
    def percent(self) -> int:
        """The same of a hundred: 100 only where all are."""
        return 100 * self.printed // self.total if self.total else 0

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the bar that are not empty."""
        return tuple(self._parts())

    def _parts(self) -> Iterator[Part]:
        start = 0
        for origin in WORDS:
            if number := self.counts[origin]:
                yield Part(origin, number, f"{100 * start / self.total:.2f}%", f"{100 * number / self.total:.2f}%")
                start += number

    @property
    def legend(self) -> tuple[tuple[str, str, int], ...]:
        """Origin, word and number: the four that a bar always names, and others that have cells."""
        kept = (origin for origin in WORDS if origin in ALWAYS or self.counts[origin])
        return tuple((origin, WORDS[origin], self.counts[origin]) for origin in kept)

    def __str__(self) -> str:
        return ", ".join(f"{part.number} {part.word}" for part in self.parts)


def share_in_play(tables: Mapping[str, RuleTable], precedents: Iterable[tuple[str, str, str]]) -> Share | None:
    """What the tables in play come to together; None where no cell of them is a stand-in or unknown.

    precedents: table, row and column of what was asked in play.
    """
    together = Counter(dict.fromkeys(WORDS, 0))
    for table in tables.values():
        together.update(_counts(table))
    for slug, row, column in precedents:
        if slug in tables and tables[slug].cell(row, column).provenance is Provenance.UNKNOWN:
            together.update({Provenance.UNKNOWN.value: -1, PRECEDENT: 1})
    return Share(together) if together[Provenance.STAND_IN] + together[Provenance.UNKNOWN] else None


@lru_cache(maxsize=512)
def _counts(table: RuleTable) -> Mapping[str, int]:
    return {origin.value: number for origin, number in table.provenance_counts().items()}


def share_of(charts: Iterable[Chart]) -> Share:
    """What these tables come to together."""
    together = Counter(dict.fromkeys(WORDS, 0))
    for chart in charts:
        together.update(chart.counts)
    return Share(together)
