"""A chart pack beside a campaign: what each chart and each line would be here, and what goes in as it is chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from navalassist.engine.reader import View
from navalassist.play.charts.known import Chart
from navalassist.play.write.roster_cells import columns_of
from navalassist.play.write.roster_edits import Facts, Kept, Line, lines_of, planned
from navalassist.play.write.row_edits import ByHand
from tables.cells import CellError
from tables.editing import Edited, Grid
from tables.pack_compare import (
    Compared,
    ComparedLine,
    Found,
    Whose,
    compared,
    compared_lines,
    lines_put_in,
    put_in,
)
from tables.packs import NAME, PackCell, PackChart, PackList, PackModifier, PackRow

Place = tuple[str, str]
FROM_A_PACK = ", from a chart pack"
LONGEST_SOURCE = 200
# What goes in unless somebody chooses otherwise.
TAKEN = (Found.NEW, Found.REPLACED)


@dataclass(frozen=True)
class ChartBeside:
    """A chart of a pack beside the campaign's. asks_ticks: modifiers in words may come, since a form asks for them."""

    chart: Chart
    theirs: PackChart
    asks_ticks: bool = True

    @cached_property
    def cells(self) -> tuple[Compared, ...]:
        """Each cell and modifier of the pack. What was asked in play is as good as typed."""
        return tuple(map(self._known, compared(self.chart.newest, self.theirs)))

    def _known(self, cell: Compared) -> Compared:
        if cell.ticked and not self.asks_ticks:
            return replace(cell, found=Found.UNREAD, problem="No form of this campaign asks for such words.")
        asked = self.chart.asked.get((cell.row, cell.column))
        if cell.found is not Found.NEW or asked is None:
            return cell
        try:
            theirs = cell.theirs if cell.words else Grid(self.chart.newest, self.chart.form()).written(cell.theirs)
        except CellError:
            return cell
        return replace(cell, found=Found.SAME if theirs == asked else Found.DIFFERS, ours=asked)

    @cached_property
    def counts(self) -> Counter[Found]:
        """How many cells are what."""
        return Counter(cell.found for cell in self.cells)

    @property
    def differing(self) -> tuple[Compared, ...]:
        """Those of which somebody has to say which text counts."""
        return tuple(cell for cell in self.cells if cell.found is Found.DIFFERS)

    @property
    def unread(self) -> tuple[Compared, ...]:
        """Those that this chart does not know."""
        return tuple(cell for cell in self.cells if cell.found is Found.UNREAD)

    def taken(self, whose: Mapping[Place, Whose]) -> int:
        """How many cells become others."""
        chosen = sum(whose.get((cell.row, cell.column), Whose.OURS) is not Whose.OURS for cell in self.differing)
        return sum(self.counts[found] for found in TAKEN) + chosen

    def is_asked(self, cell: Compared) -> bool:
        """True for a cell that was asked in play: a precedent holds, so that it is not asked once more."""
        return (cell.row, cell.column) in self.chart.asked

    def made(self, whose: Mapping[Place, Whose]) -> Edited:
        """The next version of the chart, or what is wrong with it."""
        ours = {
            (cell.row, cell.column)
            for cell in self.differing
            if self.is_asked(cell) and whose.get((cell.row, cell.column)) is not Whose.THEIRS
        }
        out = {cell.row for cell in self.unread if cell.words} | {row for row, _ in ours}
        rows = tuple(_row(row, self.theirs.columns, ours) for row in self.theirs.rows)
        update = {"rows": rows, "modifiers": tuple(self._modifiers(out)), "source": self._source()}
        theirs = self.theirs.model_copy(update=update)
        return put_in(self.chart.newest_text, theirs, whose)

    def _modifiers(self, out: Container[str]) -> Iterator[PackModifier]:
        """Those of the pack that go in; out: the rows of those that don't."""
        places = [cell.row for cell in self.cells if cell.words]
        return (item for row, item in zip(places, self.theirs.modifiers, strict=True) if row not in out)

    def _source(self) -> str:
        """Where the cells come from: what the pack says, after what was typed here before."""
        said = [one_line(self.theirs.source).removesuffix(FROM_A_PACK)]
        before = self.chart.newest.source.removesuffix(FROM_A_PACK)
        if self.chart.typed and before not in said:
            said.insert(0, before)
        source = "; ".join(filter(None, said)) or "Typed by players"
        return f"{source[: LONGEST_SOURCE - len(FROM_A_PACK)]}{FROM_A_PACK}"


def _row(row: PackRow, columns: Sequence[str], without: set[Place]) -> PackRow:
    cells: list[PackCell | None] = [
        None if (row.heading, column) in without else cell for column, cell in zip(columns, row.cells, strict=True)
    ]
    return PackRow(heading=row.heading, cells=tuple(cells))


def one_line(text: str) -> str:
    """A text of a file as one line that can be printed."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


# --- lists


@dataclass(frozen=True, slots=True)
class LineBeside:
    """A line of a pack beside the campaign's. problem: why it can't come in."""

    compared: ComparedLine
    problem: str = ""

    @property
    def found(self) -> Found:
        """What it is here."""
        return Found.UNREAD if self.problem else self.compared.found


@dataclass(frozen=True)
class ListBeside:
    """A list of a pack beside the campaign's. barred: why whoever looks may not type a line; '' where they may."""

    hand: ByHand[Any]
    values: Facts
    theirs: PackList
    barred: Callable[[Kept], str]

    @cached_property
    def titles(self) -> dict[str, str]:
        """What the columns are called."""
        return {name: column.title for name, column in columns_of(self.hand, View(self.values)).items()}

    @cached_property
    def problem(self) -> str:
        """Why the list as a whole stays out; '' where it does not."""
        odd = next((column for column in self.theirs.columns if column not in self.titles), "")
        return f"It has a column “{odd}”, which this list does not have." if odd else ""

    @cached_property
    def lines(self) -> tuple[LineBeside, ...]:
        """Each line of the pack."""
        if self.problem:
            return ()
        named = Counter(texts[NAME].casefold() for _, texts, _ in self._ours)
        found = compared_lines(self.ours, self.theirs)
        wrong = self._faults(one for one in found if one.found is not Found.SAME)
        twice = "Two lines are called so here: change it in the list."
        return tuple(
            LineBeside(one, twice if named[one.name.casefold()] > 1 else wrong.get(one.name, "")) for one in found
        )

    @cached_property
    def _ours(self) -> list[tuple[Any, dict[str, str], str]]:
        return lines_of(self.hand, self.values)

    @cached_property
    def ours(self) -> dict[str, dict[str, str]]:
        """The cells of the campaign's lines, by name without capitals."""
        return {texts[NAME].casefold(): texts for _, texts, _ in self._ours}

    @cached_property
    def _keys(self) -> dict[str, str]:
        """The keys of the campaign's rows, by name without capitals."""
        return {texts[NAME].casefold(): row.key for row, texts, _ in self._ours}

    def _faults(self, lines: Iterable[ComparedLine]) -> dict[str, str]:
        """Why lines can't be kept, by name."""
        typed = {one.name: self._line(one) for one in lines}
        plan = planned(self.hand, self.values, typed.values())
        found = {fault.key: f"{fault.title}: {fault.text}" if fault.title else fault.text for fault in plan.faults}
        found |= {kept.key: why for kept in plan.kept if (why := self.barred(kept))}
        return {name: found[line.key] for name, line in typed.items() if line.key in found}

    def _line(self, one: ComparedLine) -> Line:
        key = self._keys.get(one.name.casefold())
        if key is None:
            return Line(f"new {one.name}", dict(one.theirs), one.origin, new=True)
        return Line(key, {column: one.theirs[column] for column in one.columns}, one.origin)

    @property
    def counts(self) -> Counter[Found]:
        """How many lines are what."""
        return Counter(line.found for line in self.lines)

    @property
    def differing(self) -> tuple[ComparedLine, ...]:
        """Those of which somebody has to say whose counts."""
        return tuple(line.compared for line in self.lines if line.found is Found.DIFFERS)

    @property
    def unread(self) -> tuple[LineBeside, ...]:
        """Those that stay out."""
        return tuple(line for line in self.lines if line.problem)

    def kept(self, whose: Mapping[str, Whose]) -> list[Kept]:
        """The edits of what goes in."""
        fit = (line.compared for line in self.lines if not line.problem)
        return planned(self.hand, self.values, map(self._line, lines_put_in(fit, whose))).kept
