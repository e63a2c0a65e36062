"""What a campaign knows of its charts: the table in play, the version that comes next, what was asked and read back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from navalassist.campaigns.models import TableVersion
from navalassist.engine import Cell, Provenance
from navalassist.engine.book import PRECEDENT
from navalassist.engine.reader import rows_in
from navalassist.engine.rows import key_of
from navalassist.play.state import State
from navalassist.play.storage.statements import rows_of
from navalassist.play.storage.tables import parsed, shipped_texts
from tables.editing import TypedChart, as_typed
from tables.table import RuleTable

READ_BACK = "read-back"


@dataclass(frozen=True)
class Chart:
    """One table, as its campaign knows it.

    table, text: the version in play; following, following_text: the one from the next step on, None and '' where none
    waits. asked: what was read from the printed chart in play, by row and column, for cells that the newest version
    does not know. typed: row -> the seat that typed it last in this campaign; ticks: row -> the seat that read it back.
    """

    slug: str
    table: RuleTable
    text: str
    following: RuleTable | None = None
    following_text: str = ""
    asked: Mapping[tuple[str, str], str] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)
    ticks: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The printed chart it belongs to."""
        return self.newest.chart or self.newest.title

    @property
    def newest(self) -> RuleTable:
        """The version that was saved last: a change begins from it."""
        return self.following or self.table

    @property
    def newest_text(self) -> str:
        """The text of that version."""
        return self.following_text or self.text

    @property
    def number(self) -> int:
        """The number of the version that was saved last."""
        return number_of(self.newest.version)

    def cell(self, row: str, column: str) -> tuple[str | None, str]:
        """What the newest version says at these headings, and where that comes from; `precedent` for asked in play."""
        return self.says(self.newest.cell(row, column))

    def says(self, cell: Cell) -> tuple[str | None, str]:
        """The same of a cell of the newest version."""
        if cell.value is not None and cell.provenance is not Provenance.UNKNOWN:
            return cell.value, cell.provenance.value
        known = self.asked.get((cell.row, cell.column))
        return known, Provenance.UNKNOWN.value if known is None else PRECEDENT

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many cells of the newest version come from where: each provenance, and `precedent`, is named."""
        found = Counter(self.says(cell)[1] for line in self.newest.lines for cell in line)
        return {word: found[word] for word in (*(one.value for one in Provenance), PRECEDENT)}

    @property
    def total(self) -> int:
        """How many cells it has."""
        return sum(self.counts.values())

    @property
    def is_lost(self) -> bool:
        """True while a cell of it is a stand-in or unknown, though it may have been asked in play."""
        return self.counts[Provenance.STAND_IN] + self.counts[Provenance.UNKNOWN] > 0

    def form(self, stamp: Provenance = Provenance.PRINTED) -> TypedChart:
        """The newest version as its form shows it, with what was asked in play: `edited(newest_text, …, asked)`."""
        return as_typed(self.newest, stamp, self.asked)

    def may_read_back(self, seat: str, row: str) -> bool:
        """True if this seat may tick a row: another one typed it in this campaign."""
        return self.typed.get(row, seat) != seat


def number_of(version: str) -> int:
    """The number of a version: 2 of `2-4e7da448f81f`."""
    return int(version.partition("-")[0])


def charts_of(state: State) -> tuple[Chart, ...]:
    """All charts of a campaign; the tables of one printed chart stand together, in the order of their slugs."""
    texts = _texts(state)
    found = [_chart(state, slug, texts) for slug in sorted(state.tables)]
    first: dict[str, str] = {}
    for chart in found:
        first.setdefault(chart.name, chart.slug)
    return tuple(sorted(found, key=lambda chart: (first[chart.name], chart.slug)))


def chart_of(state: State, slug: str) -> Chart:
    """One table of a campaign. LookupError where it has none of that slug."""
    if slug not in state.tables:
        raise LookupError(slug)
    return _chart(state, slug, _texts(state))


def _texts(state: State) -> Mapping[tuple[str, str], str]:
    rows = rows_of(TableVersion, state.campaign, ("slug", "version", "text"))
    return {(slug, version): text for slug, version, text in rows}


def _chart(state: State, slug: str, texts: Mapping[tuple[str, str], str]) -> Chart:
    table, row = state.tables[slug], f"chart:{slug}"
    text = texts.get((slug, table.version)) or shipped_texts(state.campaign.system)[slug]
    next_text = texts.get((slug, state.values.get(f"{row}.next", "")), "")
    following = parsed(next_text, slug) if next_text else None
    asked = {(cell_row, column): said for (of, cell_row, column), said in state.book.precedents.items() if of == slug}
    return Chart(
        slug,
        table,
        text,
        following,
        next_text,
        asked,
        dict(state.values.get(f"{row}.typed", {})),
        ticks_of(state, slug),
    )


def ticks_of(state: State, slug: str) -> dict[str, str]:
    """The rows of a table that were read back, with the seats that did."""
    marks = f"{READ_BACK}/{slug}/"
    rows = [row for row in rows_in(state.values, "mark") if key_of(row).startswith(marks)]
    return {state.values[f"{row}.place"]: state.values[f"{row}.note"] for row in rows}


def tick_at(slug: str, row: str) -> str:
    """The row of the state that says that a row of a table was read back."""
    return f"mark:{READ_BACK}/{slug}/{row}"
