"""What is still lost of charts, said where it counts: on a chart's page, and before a rule is rolled that reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.text import slugify

from navalassist.desk.at import At
from navalassist.desk.charts.readers import tables_of
from navalassist.desk.charts.share import share_in_play
from navalassist.engine import Provenance
from navalassist.engine.english import counted, listed
from tables.axes import AxisKind
from tables.table import RuleTable


@dataclass(frozen=True, slots=True)
class Lost:
    """A table in play with cells that nobody read from print. name: of its printed chart, as addresses have it."""

    title: str
    name: str
    said: str


def lost_of_rule(here: At, rule: str) -> list[Lost]:
    """The charts that a rule reads and that are not all read from print, as they are in play."""
    precedents = here.state.book.precedents
    found = []
    for slug in sorted(tables_of(rule) & here.state.tables.keys()):
        table = here.state.tables[slug]
        if share := share_in_play({slug: table}, precedents):
            found.append(Lost(table.title, slugify(table.chart or table.title), lost_in_words(share.counts)))
    return found


def lost_in_words(counts: Mapping[str, int]) -> str:
    """`60 stand-ins and 6 unknown cells`; '' where nothing is lost."""
    told = ((Provenance.STAND_IN, "stand-in"), (Provenance.UNKNOWN, "unknown cell"))
    return listed(counted(counts[origin], noun) for origin, noun in told if counts[origin])


def checked(table: RuleTable) -> str:
    """What holds of every version of a table, since none is kept of which it does not: its rows cover the dice once."""
    if table.row_axis.kind is AxisKind.NUMBERS and table.dice:
        rows = f"each result of {table.dice} has one row"
    elif table.row_axis.kind in (AxisKind.NUMBERS, AxisKind.THRESHOLDS, AxisKind.RATIOS):
        rows = "each number has one row"
    else:
        rows = "each row that the rule looks for is there"
    return f"{rows[0].upper()}{rows[1:]}, and no cell is empty but the unknown ones."
