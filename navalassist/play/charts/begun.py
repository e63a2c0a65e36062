"""With which charts a campaign begins: stand-ins for what no text holds, or unknown cells that play asks for."""

from __future__ import annotations

from navalassist.play.storage.tables import shipped_texts, versioned_texts
from tables import RuleTable, all_tables, parse
from tables.editing import without_stand_ins

STAND_INS, OWN_BOX = "stand-ins", "own-box"


def lost_charts(system: str) -> tuple[RuleTable, ...]:
    """The tables of a system with stand-ins: of their printed charts no text is at hand."""
    tables = (all_tables()[slug] for slug in sorted(shipped_texts(system)))
    return tuple(table for table in tables if table.without_stand_ins() is not table)


def tables_for(system: str, choice: str) -> dict[str, str]:
    """slug@version -> text of the tables that a campaign begins with. ValueError for a choice that is none."""
    if choice not in (STAND_INS, OWN_BOX):
        raise ValueError(f"choose {STAND_INS} or {OWN_BOX}")
    if choice == STAND_INS:
        return versioned_texts(system)
    texts = {slug: without_stand_ins(text) for slug, text in shipped_texts(system).items()}
    return {f"{slug}@{parse(text.encode(), slug).version}": text for slug, text in texts.items()}
