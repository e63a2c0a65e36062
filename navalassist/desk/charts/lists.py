"""The list of modifiers of a block: its lines as the form sends and draws them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.http import QueryDict

from navalassist.desk.charts.share import SHORT
from navalassist.engine import Provenance
from navalassist.engine.cells import MODIFIER
from navalassist.engine.forms import ticked_table
from navalassist.play.charts.known import Chart
from navalassist.play.systems import System
from tables.editing import Fault
from tables.lists import CONDITION, VALUE, TypedList, TypedModifier
from tables.table import RuleTable

NAMES = ("value", "condition", "words", "origin")
# Where a line comes from, as whoever types it says.
ORIGINS = (Provenance.PRINTED, Provenance.RESTORED, Provenance.HOUSE, Provenance.STAND_IN)
IN_WORDS, TAKEN_OUT = "", "-"
BLANK = TypedModifier("", "", "", Provenance.PRINTED)
# So many empty lines wait below the last one: a list grows with each save, and needs no script to.
WAITING = 2


@dataclass(frozen=True, slots=True)
class LineField:
    """A line of the list as it is drawn.

    id: of its number; conditions, origins: value, words, chosen; place: as a screen reader says it; faults: sentences
    below it; wrong: its parts that have one; row: of its cell; tick: may this seat read it back.
    """

    id: str
    line: TypedModifier
    conditions: tuple[tuple[str, str, bool], ...]
    origins: tuple[tuple[str, bool], ...]
    place: str
    faults: tuple[str, ...]
    wrong: frozenset[int]
    row: str
    ticked: bool
    tick: bool

    @property
    def origin(self) -> str:
        """Where its number comes from; an unknown one is asked for."""
        return Provenance.UNKNOWN.value if self.line.condition and not self.line.value else self.line.origin.value

    @property
    def short(self) -> str:
        """That in a word."""
        return "" if self.line.is_empty else SHORT[self.origin]

    @property
    def bad_value(self) -> bool:
        """True where its number can't be kept."""
        return VALUE in self.wrong

    @property
    def bad_condition(self) -> bool:
        """True where its condition can't."""
        return CONDITION in self.wrong


def has_list(table: RuleTable) -> bool:
    """True for a table under which rules look for modifiers."""
    return bool(table.conditions or table.modifiers)


def asks_ticks(system: System, slug: str) -> bool:
    """True where the form of a rule lists the words of a table, to be ticked."""
    return any(ticked_table(form) == slug for form in system.forms.values())


def sent_list(sent: QueryDict, chart: Chart, number: int) -> tuple[TypedModifier, ...] | None:
    """The lines as they were sent; as the campaign has them where none were. ValueError for half of them."""
    columns = [sent.getlist(f"{name}-of-{number}") for name in NAMES]
    if not any(columns):
        return chart.form().modifiers
    known = {origin.value: origin for origin in ORIGINS}
    lines = [
        TypedModifier(value.strip(), seen, "" if seen else " ".join(words.split()), known.get(origin, ORIGINS[0]))
        for value, seen, words, origin in zip(*columns, strict=True)
    ]
    return tuple(line for line in lines if not line.is_empty and line.condition != TAKEN_OUT)


def lines_of(number: int, chart: Chart, typed: Iterable[TypedModifier], ticks: Iterable[str], seat: str) -> _Lines:
    """How the lines of a block are drawn."""
    return _Lines(number, chart, tuple(typed), frozenset(ticks), seat)


@dataclass(frozen=True)
class _Lines:
    number: int
    chart: Chart
    typed: tuple[TypedModifier, ...]
    ticks: frozenset[str]
    seat: str

    def drawn(self, faults: Iterable[Fault], in_words: bool) -> tuple[LineField, ...]:
        """The lines, and those that wait for something. in_words: some rule asks for ticks."""
        told = [fault for fault in faults if fault.listed]
        every = (*self.typed, *(BLANK,) * WAITING)
        return tuple(self._line(at, line, told, in_words) for at, line in enumerate(every))

    def _line(self, at: int, line: TypedModifier, told: list[Fault], in_words: bool) -> LineField:
        mine = [fault for fault in told if fault.row == at]
        row = f"{MODIFIER}/{TypedList(self.chart.newest, self.typed).key(line)}" if not line.is_empty else ""
        place = f"Modifier {at + 1}"
        origin = line.origin if line.origin in ORIGINS else ORIGINS[0]
        return LineField(
            f"b{self.number}m{at}",
            line,
            tuple(_conditions(self.chart.newest.conditions, line, in_words, old=at < len(self.typed))),
            tuple((one.value, one is origin) for one in ORIGINS),
            place,
            tuple(f"{place}: {fault.problem}" for fault in mine),
            frozenset(fault.column for fault in mine),
            row,
            row in self.ticks,
            row in self.chart.typed and self.chart.may_read_back(self.seat, row),
        )


def _conditions(
    seen: Mapping[str, str], line: TypedModifier, in_words: bool, old: bool
) -> Iterable[tuple[str, str, bool]]:
    if in_words or not line.condition:
        yield IN_WORDS, "in words, to be ticked" if in_words else "choose a condition", not line.condition
    yield from ((key, words, key == line.condition) for key, words in seen.items())
    if line.condition and line.condition not in seen:
        yield line.condition, line.condition, True
    if old:
        yield TAKEN_OUT, "take this line out", False
