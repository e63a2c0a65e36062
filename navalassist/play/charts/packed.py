"""What goes out of a campaign in a chart pack: charts in which something was typed, and lists, as a seat sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.engine.rows import Row
from navalassist.play.charts.known import Chart, charts_of
from navalassist.play.state import State
from navalassist.play.storage.tables import parsed
from navalassist.play.write.roster_cells import roster_of
from navalassist.play.write.roster_edits import HOUSE, PRINTED, Facts, lines_of
from navalassist.play.write.row_edits import ByHand
from tables import all_tables
from tables.editing import edited
from tables.packs import MOST_LIST_LINES, NAME, PACKED, PackChart, PackList, chart_of, list_of
from tables.table import RuleTable

LONGEST_CELL = 200


@dataclass(frozen=True, slots=True)
class Packed:
    """What goes out. left: lines of lists that stay, since a pack finds lines by their names."""

    charts: tuple[PackChart, ...]
    lists: tuple[PackList, ...]
    left: tuple[str, ...] = ()

    @property
    def cells(self) -> int:
        """How many cells of charts."""
        return sum(chart.count() for chart in self.charts)

    @property
    def lines(self) -> int:
        """How many lines of lists."""
        return sum(len(one.lines) for one in self.lists)


def packed_of(state: State, hands: Iterable[ByHand[Any]], seats: Mapping[str, str], *, house: bool) -> Packed:
    """What a campaign holds for a pack, as far as the state shows it.

    seats: what each is called; house: the group's own cells and lines too.
    """
    charts = tuple(filter(None, (_chart(chart, seats, house) for chart in charts_of(state))))
    lists, left = [], list[str]()
    for hand in hands:
        found, more = _list(hand, state.values, house)
        left += more
        if found is not None:
            lists.append(found)
    return Packed(charts, tuple(lists), tuple(left))


def _chart(chart: Chart, seats: Mapping[str, str], house: bool) -> PackChart | None:
    """A chart in which somebody typed; what came with the program, the other campaign has too."""
    table = with_asked(chart)
    if not _is_typed(chart, table):
        return None
    by, read = (", ".join(sorted({seats.get(s, s) for s in done.values()})) for done in (chart.typed, chart.ticks))
    return chart_of(table, house=house, typed_by=by, read_by=read)


def _is_typed(chart: Chart, table: RuleTable) -> bool:
    """True where it holds what did not come with the program; it may have been typed in another campaign."""
    shipped = all_tables().get(chart.slug)
    if shipped is None:
        return bool(chart.typed or chart.asked)
    known = {cell for line in shipped.lines for cell in line}
    listed = {(item.cell, item.line.text) for item in shipped.modifiers}
    return any(cell.provenance in PACKED and cell not in known for line in table.lines for cell in line) or any(
        item.cell.provenance in PACKED and (item.cell, item.line.text) not in listed for item in table.modifiers
    )


def with_asked(chart: Chart) -> RuleTable:
    """The newest version with what was read from print in play."""
    if not chart.asked:
        return chart.newest
    made = edited(chart.newest_text, chart.form(), chart.asked)
    return parsed(made.text, chart.slug) if made.text else chart.newest


def _list(hand: ByHand[Any], values: Facts, house: bool) -> tuple[PackList | None, list[str]]:
    kind: type[Row] = hand.kind
    columns = roster_of(kind).columns
    if NAME not in columns:
        return None, []
    lines = [(texts, origin) for _, texts, origin in lines_of(hand, values) if origin in (PRINTED, HOUSE)]
    named = Counter(texts[NAME].casefold() for texts, _ in lines)
    fits, left = list[tuple[dict[str, str], str]](), list[str]()
    for texts, origin in lines:
        if named[texts[NAME].casefold()] == 1 and max(map(len, texts.values())) <= LONGEST_CELL:
            fits.append((texts, origin))
        else:
            left.append(texts[NAME])
    left += [texts[NAME] for texts, _ in fits[MOST_LIST_LINES:]]
    return list_of(kind.KIND, kind.SEVERAL, columns, fits[:MOST_LIST_LINES], house=house), left
