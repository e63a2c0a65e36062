"""With which charts a campaign begins: stand-ins for what no text holds, unknown cells that are asked, or a pack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from navalassist.auditlog.shape import MOST_OF_A_TABLE
from navalassist.play.charts.beside import ChartBeside, ListBeside
from navalassist.play.charts.known import Chart
from navalassist.play.storage.tables import parsed, shipped_texts, versioned_texts
from navalassist.play.write.roster_write import write
from navalassist.play.write.row_edits import ByHand
from navalassist.play.write.writer import Writer
from tables import RuleTable, all_tables, parse
from tables.editing import without_stand_ins
from tables.pack_compare import Whose
from tables.packs import PackChart, PackList

STAND_INS, OWN_BOX, A_PACK = "stand-ins", "own-box", "pack"


def lost_charts(system: str) -> tuple[RuleTable, ...]:
    """The tables of a system with stand-ins: of their printed charts no text is at hand."""
    tables = (all_tables()[slug] for slug in sorted(shipped_texts(system)))
    return tuple(table for table in tables if table.without_stand_ins() is not table)


def tables_for(system: str, choice: str) -> dict[str, str]:
    """slug@version -> text of the tables that a campaign begins with. ValueError for a choice that is none."""
    if choice not in (STAND_INS, OWN_BOX):
        raise ValueError(f"choose {STAND_INS} or {OWN_BOX}")
    return versioned_texts(system) if choice == STAND_INS else _versioned(_without_stand_ins(system))


def tables_with(system: str, charts: Iterable[PackChart]) -> dict[str, str]:
    """The same with the charts of a pack; what that lacks is unknown. ValueError names a chart that makes no table."""
    texts = _without_stand_ins(system)
    for theirs in charts:
        if theirs.table in texts:
            texts[theirs.table] = _with(texts[theirs.table], theirs)
    return _versioned(texts)


def _without_stand_ins(system: str) -> dict[str, str]:
    return {slug: without_stand_ins(text) for slug, text in shipped_texts(system).items()}


def _versioned(texts: dict[str, str]) -> dict[str, str]:
    return {f"{slug}@{parse(text.encode(), slug).version}": text for slug, text in texts.items()}


def _with(text: str, theirs: PackChart) -> str:
    """A table with the cells of a pack. Whoever chose the pack for the campaign has said whose text counts."""
    table = parsed(text, theirs.table)
    beside = ChartBeside(Chart(theirs.table, table, text), theirs)
    whose = {(cell.row, cell.column): Whose.THEIRS for cell in beside.differing}
    if not beside.taken(whose):
        return text
    made = beside.made(whose)
    if made.faults:
        raise ValueError(f"{table.title}: {made.faults[0].problem}")
    if len(made.text.encode()) > MOST_OF_A_TABLE:
        raise ValueError(f"{table.title}: a table has at most {MOST_OF_A_TABLE:,} bytes")
    return made.text


def put_lists(writer: Writer, hands: Iterable[ByHand[Any]], lists: Iterable[PackList]) -> None:
    """The lines of a pack that fit come into a campaign that has just begun."""
    known = {hand.kind.KIND: hand for hand in hands}
    for theirs in lists:
        if hand := known.get(theirs.kind):
            beside = ListBeside(hand, writer.state.values, theirs, lambda line: "")
            write(writer, hand, beside.kept({line.name: Whose.THEIRS for line in beside.differing}))
