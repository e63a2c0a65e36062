"""Changing a chart: a new version of a table, from the next step on, and the other side reading it back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from navalassist.auditlog.course import CHANGE, TICK
from navalassist.auditlog.models import RULE_KINDS, Entry
from navalassist.auditlog.shape import MOST_OF_A_TABLE, STEP_ENDS
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, OBSERVER, Viewer
from navalassist.engine import Cell, Effect, Provenance, Remove, Set, create
from navalassist.engine.english import counted
from navalassist.engine.reader import Unknown
from navalassist.play.charts.known import READ_BACK, Chart, chart_of, number_of, tick_at
from navalassist.play.state import PRECEDENTS, State
from navalassist.play.storage.bodies import find
from navalassist.play.storage.tables import keep_version, parsed, shipped_stand_in
from navalassist.play.write.edits import EditError
from navalassist.play.write.writer import NotYours, Writer
from navalassist.seats.models import Seat
from tables import TableError
from tables.editing import as_typed, changed_rows, edited, typed_rows, unlike
from tables.table import RuleTable

NEXT_STEP, AT_ONCE = "in play from the next step", "in play at once"


def may_change(viewer: Viewer) -> bool:
    """True where this viewer may change charts: who may change rulings, or any seat where nobody is the moderator."""
    if viewer.seat == OBSERVER:
        return False
    return viewer.at_table or viewer.seat == MODERATOR or not _has_moderator(viewer.campaign)


def change(writer: Writer, slug: str, text: str) -> Entry:
    """Save a new version of a table, in play from the next step on; at once where nothing was played yet.

    text: the whole file. NotYours; Unknown for a table that the campaign does not have; EditError for a text that is
    no version of it, or changes nothing.
    """
    if not may_change(writer.viewer):
        raise NotYours(MODERATOR)
    chart = _known(writer.state, slug)
    table = _read(chart, text)
    rows = changed_rows(chart.newest, table)
    if not rows and table.version == chart.newest.version:
        raise EditError("text", f"{table.title}: it stands so already, nothing would change.")
    writer.keep_tables((slug,))
    keep_version(writer.viewer.campaign, slug, table.version, text)
    at_once = not was_played(writer.viewer.campaign)
    effects = tuple(_effects(writer.state, chart, table, rows, writer.viewer.seat, at_once))
    said = f"{_counted(chart.newest, table, rows)}, {_when(at_once)}"
    title = f"{table.title}, version {number_of(table.version)}: {said}"
    return writer.edit(CHANGE, effects, chain=PUBLIC, table=slug, version=table.version, text=text, title=title)


def read_back(writer: Writer, slug: str, rows: Iterable[str], read: bool) -> Entry:
    """Tick rows of a table that another seat typed as read back from the printed chart; or take ticks away.

    NotYours for an observer, Unknown for a table that is not there, EditError for rows that this seat may not tick.
    """
    chart, seat = _known(writer.state, slug), writer.check_seat(writer.viewer.seat)
    wanted = [row for row in dict.fromkeys(rows) if (row in chart.ticks) != read]
    if not wanted:
        raise EditError("rows", f"{chart.newest.title}: it stands so already, nothing would change.")
    for row in wanted:
        if row not in chart.typed:
            raise EditError("rows", f"Row {row[:40]}: nobody has typed it in this campaign.")
        if not chart.may_read_back(seat, row):
            raise EditError("rows", f"Row {row}: your own seat typed it; another one reads it back.")
    effects: list[Effect] = [_tick(slug, row, seat) if read else Remove(tick_at(slug, row)) for row in wanted]
    said = "1 row" if len(wanted) == 1 else f"{len(wanted)} rows"
    title = f"{chart.newest.title}: {said} {'read back' if read else 'to be read back again'}"
    return writer.edit(TICK, effects, chain=PUBLIC, table=slug, title=title)


def seen_too(writer: Writer, slug: str, row: str, column: str, seat: str) -> Entry:
    """Another seat has seen in the printed chart what was read for a cell in play.

    NotYours, Unknown as `read_back`; EditError for a cell that play never asked for, or that this seat read itself.
    """
    chart, line = _known(writer.state, slug), f"{row}/{column}"
    source = writer.state.sources.get(f"{PRECEDENTS}{slug}/{line}.note", "")
    if not source:
        raise EditError("cell", f"{chart.newest.title}: play has asked for no such cell.")
    if line in chart.ticks:
        raise EditError("cell", f"{chart.newest.title}: somebody else has seen this cell already.")
    written = next((entry for entry in writer.entries if entry.reference == source), None)
    asked = written or find(writer.viewer.campaign, source, frozenset({PUBLIC}))
    if asked.seat == writer.check_seat(seat):
        raise EditError("cell", f"{chart.newest.title}: your own seat read it; another one looks at the same cell.")
    title = f"{chart.newest.title}, {chart.newest.place(chart.newest.cell(row, column))}: seen by another seat too"
    return writer.edit(TICK, [_tick(slug, line, seat)], seat=seat, chain=PUBLIC, table=slug, title=title)


def with_stand_ins(writer: Writer, slug: str) -> Entry:
    """The unknown cells of a table become the stand-ins that come with it. Raises as `change`."""
    chart = _known(writer.state, slug)
    shipped = {(c.row, c.column): s for line in chart.newest.lines for c in line if (s := _shipped(slug, c))}
    form = as_typed(chart.newest, Provenance.STAND_IN, {**shipped, **chart.asked})
    made = edited(chart.newest_text, form, chart.asked)
    if made.faults:
        raise EditError("text", made.faults[0].problem)
    return change(writer, slug, made.text)


def _shipped(slug: str, cell: Cell) -> str:
    return shipped_stand_in(slug, cell.row, cell.column)


def was_played(campaign: Campaign) -> bool:
    """True once a rule was carried out, or a step has ended: from then on a change waits for the next step."""
    log = Entry.objects.filter(campaign=campaign, chain=PUBLIC)
    if log.filter(kind__in=RULE_KINDS).exists():
        return True
    return any(entry.record["body"].get("act") == STEP_ENDS for entry in log.filter(kind="clock"))


def _has_moderator(campaign: Campaign) -> bool:
    return Seat.objects.held().filter(campaign=campaign, seat=MODERATOR).exists()


def _known(state: State, slug: str) -> Chart:
    try:
        return chart_of(state, slug)
    except LookupError:
        raise Unknown(f"this campaign has no table {slug[:80]!r}") from None


def _read(chart: Chart, text: str) -> RuleTable:
    """The table of a text. EditError."""
    if len(text.encode()) > MOST_OF_A_TABLE:
        raise EditError("text", f"A table has at most {MOST_OF_A_TABLE:,} bytes, this has {len(text.encode()):,}.")
    try:
        table = parsed(text, chart.slug)
    except TableError as error:
        raise EditError("text", f"This is no table: {error}.") from None
    if wrong := unlike(chart.newest, table):
        raise EditError("text", f"This is no version of {chart.newest.title}: {wrong}.")
    return table


def _effects(
    state: State, chart: Chart, table: RuleTable, rows: Collection[str], seat: str, at_once: bool
) -> Iterator[Effect]:
    """What a new version does. Ticks of rows that say something else now are gone."""
    row, there = f"chart:{chart.slug}", typed_rows(table)
    before = state.row(row)
    typed = {**{old: by for old, by in chart.typed.items() if old in there}, **dict.fromkeys(sorted(rows), seat)}
    now = {"version": table.version if at_once else before.get("version", ""), "typed": typed}
    now["next"] = "" if at_once else table.version
    if before:
        yield from (Set(f"{row}.{name}", now[name]) for name in sorted(now) if now[name] != before[name])
    else:
        yield create(row, **now)
    yield from (Remove(tick_at(chart.slug, old)) for old in chart.ticks if old in rows or old not in there)


def _tick(slug: str, row: str, seat: str) -> Effect:
    return create(tick_at(slug, row), kind=READ_BACK, subject=slug, place=row, ends="never", until="", note=seat)


def _counted(before: RuleTable, table: RuleTable, rows: Collection[str]) -> str:
    """`6 cells printed`: where the cells of changed rows and the numbers of changed modifiers come from."""
    every = (*(cell for line in table.lines for cell in line), *(item.cell for item in table.modifiers))
    cells = [cell for cell in every if cell.row in rows]
    counts = {word: sum(cell.provenance is word for cell in cells) for word in Provenance}
    parts = [f"{count} {'cell' if count == 1 else 'cells'} {word.value}" for word, count in counts.items() if count]
    gone = len({item.cell.row for item in before.modifiers} - {item.cell.row for item in table.modifiers})
    parts += [f"{counted(gone, 'modifier')} taken out"] if gone else []
    return ", ".join(parts) or "no cell changed"


def _when(at_once: bool) -> str:
    return AT_ONCE if at_once else NEXT_STEP
