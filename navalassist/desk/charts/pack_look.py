"""A chart pack before it comes in: chart by chart and list by list what is new, what differs, and what was chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.http import QueryDict

from navalassist.desk.at import At
from navalassist.desk.charts.drawn import place_of
from navalassist.desk.charts.lists import asks_ticks
from navalassist.desk.charts.saving import why_not as charts_barred
from navalassist.desk.rosters.drawing import hands_of
from navalassist.desk.rosters.drawing import why_not as list_barred
from navalassist.desk.rosters.saving import line_barred
from navalassist.engine.english import counted
from navalassist.play.charts.beside import ChartBeside, ListBeside, one_line
from navalassist.play.charts.known import chart_of
from tables.pack_compare import Compared, Found, Whose
from tables.packs import Pack, PackChart, PackList

# A form holds no more fields than Django takes: where more differs, one choice is made for all of a part.
MOST_CHOICES = 600
MOST_SHOWN = 8
Of = tuple[str, str] | str


@dataclass(frozen=True, slots=True)
class Differs:
    """A cell or a line of which somebody says whose counts. of: as its chart or list knows it; name: of its field."""

    name: str
    of: Of
    place: str
    ours: str
    theirs: str
    may_ask: bool
    chosen: str = ""

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """What may be chosen, and its words."""
        found = ((Whose.OURS.value, f"ours: {self.ours}"), (Whose.THEIRS.value, f"the pack's: {self.theirs}"))
        return (*found, (Whose.ASK.value, "ask in play")) if self.may_ask else found


@dataclass(frozen=True)
class Part:
    """A chart or a list of a pack. key: as its fields are called; why_not: why it stays out; sent: the form, if any."""

    key: str
    title: str
    beside: ChartBeside | ListBeside
    each: bool
    why_not: str
    sent: QueryDict | None = None

    @property
    def is_chart(self) -> bool:
        """True for a chart."""
        return isinstance(self.beside, ChartBeside)

    @property
    def noun(self) -> str:
        """What it has many of."""
        return "cell" if self.is_chart else "line"

    @property
    def base(self) -> str:
        """The version that the form was drawn from; '' for a list."""
        return self.beside.chart.newest.version if isinstance(self.beside, ChartBeside) else ""

    @property
    def ticked(self) -> bool:
        """True where it is to come in."""
        if self.why_not or not self.may_come:
            return False
        return self.sent is None or self.key in self.sent.getlist("in")

    @property
    def may_come(self) -> bool:
        """True where anything of it would be another."""
        return any(self.beside.counts[found] for found in (Found.NEW, Found.REPLACED, Found.DIFFERS))

    @property
    def counts(self) -> tuple[tuple[int, str], ...]:
        """How many cells or lines are what, in words."""
        found = self.beside.counts
        same = found[Found.SAME] + found[Found.ORIGIN]
        new = ("fills an unknown cell", "fill unknown cells") if self.is_chart else ("new", "new")
        told = (
            (found[Found.NEW], *new),
            (found[Found.REPLACED], "takes the place of a stand-in", "take the place of stand-ins"),
            (same, "says the same", "say the same"),
            (found[Found.DIFFERS], "differs", "differ"),
            (found[Found.UNREAD], "not known here", "not known here"),
        )
        return tuple((number, one if number == 1 else many) for number, one, many in told if number)

    @cached_property
    def differing(self) -> tuple[Differs, ...]:
        """What has to be chosen, one by one."""
        return tuple(self._differing()) if self.each else ()

    def _differing(self) -> Iterator[Differs]:
        if isinstance(self.beside, ChartBeside):
            return self._cells(self.beside)
        return self._lines(self.beside)

    def _cells(self, beside: ChartBeside) -> Iterator[Differs]:
        for n, cell in enumerate(beside.cells):
            if cell.found is Found.DIFFERS:
                name, place = f"{self.key}.{n}", _place(beside, cell)
                ours, ask = cell.ours or "", not (cell.ticked or beside.is_asked(cell))
                yield Differs(name, (cell.row, cell.column), place, ours, cell.theirs, ask, self._sent(name))

    def _lines(self, beside: ListBeside) -> Iterator[Differs]:
        for n, line in enumerate(beside.lines):
            if line.found is Found.DIFFERS:
                one, name = line.compared, f"{self.key}.{n}"
                ours, theirs = (
                    ", ".join(cells[at] or "–" for at in one.columns)
                    for cells in (beside.ours[one.name.casefold()], one.theirs)
                )
                place = f"{one.name}: {', '.join(beside.titles[at].lower() for at in one.columns)}"
                yield Differs(name, one.name, place, ours, theirs, False, self._sent(name))

    def _sent(self, name: str) -> str:
        found = self.sent.get(name, "") if self.sent is not None else ""
        return found if found in tuple(Whose) else ""

    @property
    def one_choice(self) -> str:
        """What was chosen for all that differs, where that is too much to go through; `ours` where nothing was."""
        return self._sent(self.key) or Whose.OURS.value

    @property
    def missing(self) -> tuple[Differs, ...]:
        """What nobody has chosen yet."""
        return tuple(one for one in self.differing if not one.chosen) if self.ticked else ()

    @property
    def whose(self) -> Mapping[Of, Whose]:
        """Whose counts, as far as it was chosen."""
        if self.each:
            return {one.of: Whose(one.chosen) for one in self.differing if one.chosen}
        if isinstance(self.beside, ChartBeside):
            return {(cell.row, cell.column): Whose(self.one_choice) for cell in self.beside.differing}
        return {line.name: Whose(self.one_choice) for line in self.beside.differing}

    @property
    def unread(self) -> tuple[str, ...]:
        """The first that stay out, and why."""
        if isinstance(self.beside, ChartBeside):
            told = (f"{_place(self.beside, one)}, “{one.theirs}”: {one.problem}" for one in self.beside.unread)
            return tuple(one_line(text) for text, _ in zip(told, range(MOST_SHOWN), strict=False))
        return tuple(one_line(f"{line.compared.name}: {line.problem}") for line in self.beside.unread[:MOST_SHOWN])

    @cached_property
    def kinks(self) -> tuple[str, ...]:
        """What would look odd of the chart with all of the pack in it."""
        if not isinstance(self.beside, ChartBeside) or not self.may_come:
            return ()
        return self.beside.made(self.all_theirs).kinks

    @property
    def all_theirs(self) -> Mapping[tuple[str, str], Whose]:
        """All that differs as the pack has it."""
        cells = self.beside.differing if isinstance(self.beside, ChartBeside) else ()
        return {(cell.row, cell.column): Whose.THEIRS for cell in cells}

    @property
    def goes(self) -> int:
        """How many cells or lines go in, as far as it was chosen."""
        if not self.ticked:
            return 0
        chosen = sum(whose is not Whose.OURS for whose in self.whose.values())
        return self.beside.counts[Found.NEW] + self.beside.counts[Found.REPLACED] + chosen


def _place(beside: ChartBeside, cell: Compared) -> str:
    """Where a cell stands, as players say it; of a modifier, its condition."""
    return one_line(cell.words) or place_of(beside.chart.newest, cell.row, cell.column)


@dataclass(frozen=True)
class Look:
    """A pack beside a campaign. foreign: parts that the campaign does not have, in words."""

    pack: Pack
    parts: tuple[Part, ...]
    foreign: tuple[str, ...]

    @property
    def missing(self) -> tuple[tuple[Part, Differs], ...]:
        """What nobody has chosen yet."""
        return tuple((part, one) for part in self.parts for one in part.missing)

    @property
    def may_come(self) -> bool:
        """True where something can be brought in."""
        return any(part.may_come and not part.why_not for part in self.parts)

    @property
    def goes(self) -> str:
        """`310 cells and 14 lines go in`, as far as it was chosen; '' where nothing does."""
        cells, lines = (sum(part.goes for part in self.parts if part.is_chart is kind) for kind in (True, False))
        told = [counted(number, noun) for number, noun in ((cells, "cell"), (lines, "line")) if number]
        return f"{' and '.join(told)} {'goes' if cells + lines == 1 else 'go'} in" if told else ""

    @property
    def size(self) -> str:
        """`11 charts, 402 cells; 2 lists, 45 lines`"""
        cells = sum(chart.count() for chart in self.pack.charts)
        lines = sum(len(one.lines) for one in self.pack.lists)
        told = [f"{counted(len(self.pack.charts), 'chart')}, {counted(cells, 'cell')}"] if self.pack.charts else []
        told += [f"{counted(len(self.pack.lists), 'list')}, {counted(lines, 'line')}"] if self.pack.lists else []
        return "; ".join(told) or "nothing"

    @property
    def people(self) -> str:
        """Who typed and who read back, as far as the pack says so."""
        typed = sorted({one_line(chart.typed_by) for chart in self.pack.charts} - {""})
        read = sorted({one_line(chart.read_by) for chart in self.pack.charts} - {""})
        told = [f"typed by {', '.join(typed)}"] if typed else []
        return "; ".join([*told, f"read back by {', '.join(read)}"] if read else told)


def looked(here: At, pack: Pack, sent: QueryDict | None) -> Look:
    """The pack beside the campaign. sent: the form with what was chosen."""
    parts, foreign = [], []
    differing = 0
    for n, chart in enumerate(pack.charts):
        if chart.table not in here.state.tables:
            foreign.append(f"{one_line(chart.title)} ({counted(chart.count(), 'cell')})")
            continue
        part = _chart(here, n, chart, sent, differing)
        differing += len(part.differing)
        parts.append(part)
    for n, one in enumerate(pack.lists):
        if one.kind not in hands_of(here):
            foreign.append(f"{one_line(one.title)} ({counted(len(one.lines), 'line')})")
            continue
        part = _list(here, n, one, sent, differing)
        differing += len(part.differing)
        parts.append(part)
    return Look(pack, tuple(parts), tuple(foreign))


def _chart(here: At, n: int, chart: PackChart, sent: QueryDict | None, before: int) -> Part:
    beside = ChartBeside(chart_of(here.state, chart.table), chart, asks_ticks(here.system, chart.table))
    each = before + len(beside.differing) <= MOST_CHOICES
    part = Part(f"chart-{n}", beside.chart.newest.title, beside, each, charts_barred(here.viewer), sent)
    if not part.why_not and part.may_come and (faults := beside.made(part.all_theirs).faults):
        what = "modifiers" if faults[0].listed else "headings"
        return Part(part.key, part.title, beside, each, f"Its {what} do not fit: {faults[0].problem}", sent)
    return part


def _list(here: At, n: int, one: PackList, sent: QueryDict | None, before: int) -> Part:
    hand = hands_of(here)[one.kind]
    values = here.state.values
    beside = ListBeside(hand, values, one, lambda line: line_barred(here, values, line))
    each = before + len(beside.differing) <= MOST_CHOICES
    return Part(f"list-{n}", hand.kind.SEVERAL, beside, each, list_barred(here, hand.kind) or beside.problem, sent)
