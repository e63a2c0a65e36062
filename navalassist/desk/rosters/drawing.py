"""Lists as their pages show them: lines with their cells, what was typed again where it was not kept, templates."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, QueryDict

from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.at import At
from navalassist.desk.cards import WATCHES
from navalassist.desk.setup.views import barred
from navalassist.desk.system_pages import system_pages_of
from navalassist.engine.english import counted
from navalassist.engine.rows import Row
from navalassist.play.write.roster_cells import Column, columns_of, roster_of, texts_of
from navalassist.play.write.roster_edits import ORIGINS, TEMPLATE, Fault, lines_of, template_rows, templates_of
from navalassist.play.write.row_edits import ByHand
from navalassist.play.write.submissions import new_submission

NEW = "new"


@dataclass(frozen=True, slots=True)
class CellShown:
    """A cell of a line. choices: value, words, whether it is chosen; grey: the template's; bad: it was not kept."""

    name: str
    column: Column
    text: str
    choices: tuple[tuple[str, bool], ...] = ()
    grey: bool = False
    bad: bool = False


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line. key: of its row, `new` for the one that is to be typed; held: whoever looks can't change it."""

    key: str
    name: str
    side: str
    cells: tuple[CellShown, ...]
    origin: str
    faults: tuple[Fault, ...] = ()
    held: bool = False
    submission: str = ""
    seen: str = ""

    @property
    def is_new(self) -> bool:
        """True for the line of a new row."""
        return self.key == NEW

    @property
    def width(self) -> int:
        """How many columns a sentence below it has."""
        return len(self.cells) + 2


def hands_of(here: At) -> dict[str, ByHand[Any]]:
    """The lists of a campaign: kind -> how its rows are entered."""
    return {hand.kind.KIND: hand for hand in system_pages_of(here.system.key).lists}


def why_not(here: At, kind: type[Row]) -> str:
    """Why this seat can't change anything in a list; '' where it can."""
    if kind.SET_UP:
        return barred(here, "lists")
    return WATCHES if here.viewer.seat == OBSERVER else ""


@dataclass(frozen=True)
class Drawing:
    """A list for whoever looks. sent: what was typed; faults: why lines of it were not kept."""

    here: At
    hand: ByHand[Any]
    sent: QueryDict | None = None
    faults: Sequence[Fault] = ()

    @property
    def columns(self) -> dict[str, Column]:
        """Its columns."""
        return columns_of(self.hand, self.here.rows)

    def lines(self, only: Collection[str] | None = None) -> list[LineShown]:
        """The lines that the viewer sees; only: of these keys."""
        columns, values = self.columns, self.here.state.values
        templates, by = templates_of(values, self.hand.kind), roster_of(self.hand.kind).by
        found = []
        for row, texts, origin in lines_of(self.hand, values):
            if only is None or row.key in only:
                usual = templates.get(texts.get(by, "").casefold(), {}) if origin == TEMPLATE else {}
                found.append(self._line(columns, row.key, texts, origin, usual, row))
        return found

    def new(self, texts: Mapping[str, str], origin: str, usual: Mapping[str, str]) -> LineShown:
        """The line of a new row, as it begins."""
        return self._line(self.columns, NEW, texts, origin, usual, None)

    def _line(
        self,
        columns: Mapping[str, Column],
        key: str,
        texts: Mapping[str, str],
        origin: str,
        usual: Mapping[str, str],
        row: Row | None,
    ) -> LineShown:
        faults = tuple(fault for fault in self.faults if fault.key == key)
        if faults and self.sent is not None:
            texts = {name: self.sent.get(f"{key}.{name}", texts.get(name, "")) for name in columns}
            origin = self.sent.get(f"{key}.origin", origin)
        bad = {fault.column for fault in faults}
        cells = tuple(_cell(columns[name], texts.get(name, ""), usual.get(name), name in bad) for name in columns)
        side = str(getattr(row, "side", ""))
        held = bool(side) and not self.here.viewer.may_act_as(side)
        name = texts.get("name", "") or (key if row else f"new {self.hand.kind.NOUN}")
        return LineShown(key, name, side, cells, origin, faults, held, new_submission(), self.here.version)


def _cell(column: Column, text: str, usual: str | None, bad: bool) -> CellShown:
    choices = tuple((words, words == text) for _, words in column.words) if column.chosen else ()
    if choices and not any(chosen for _, chosen in choices):
        choices = ((text, True), *choices)
    return CellShown(column.name, column, text, choices, bool(text) and text == usual and column.name != "name", bad)


def shown(request: HttpRequest, drawing: Drawing) -> dict[str, Any]:
    """What the page of a list shows."""
    here, kind = drawing.here, drawing.hand.kind
    lines, hands = drawing.lines(), hands_of(here)
    home = f"/c/{here.campaign.slug}/lists/"
    values = here.state.values
    return {
        "several": kind.SEVERAL,
        "page_of": f"{home}{kind.KIND}/",
        "lists": [
            (hand.kind.SEVERAL, f"{home}{key}/", len(here.rows.keys(hand.kind)), key == kind.KIND)
            for key, hand in hands.items()
        ],
        "columns": list(drawing.columns.values()),
        "lines": lines,
        "new": new_line(request, drawing),
        "types": [name for name, _ in template_rows(values, kind)],
        "templated": bool(roster_of(kind).by),
        "origins": ORIGINS.items(),
        "why_not": why_not(here, kind),
        "state": state_of(drawing, lines),
        "has_boxes": any(column.boxes for column in drawing.columns.values()),
    }


def state_of(drawing: Drawing, lines: Sequence[LineShown]) -> str:
    """`31 squadrons. 1 line is not kept: Trento.`"""
    kind, keys = drawing.hand.kind, {fault.key for fault in drawing.faults}
    names = [line.name for line in lines if line.key in keys] + ([f"the new {kind.NOUN}"] if NEW in keys else [])
    total = f"{counted(len(lines), kind.NOUN)}."
    if not names:
        return total
    return f"{total} {counted(len(names), 'line')} {'is' if len(names) == 1 else 'are'} not kept: {', '.join(names)}."


def new_line(request: HttpRequest, drawing: Drawing, after: Mapping[str, str] | None = None) -> LineShown:
    """The line of a new row: blank, or with what its type usually has, or as a line that is copied.

    after: the new line before it, whose type and side it takes over.
    """
    here, hand = drawing.here, drawing.hand
    roster, values = roster_of(hand.kind), here.state.values
    templates = templates_of(values, hand.kind)
    if row := here.rows.find(hand.kind, request.GET.get("copy", "")):
        texts = texts_of(drawing.columns, row)
        return drawing.new({**texts, "name": ""}, "printed", {})
    columns = drawing.columns
    begun = {name: columns[name].text(value) for name, value in hand.begins.items() if name in columns}
    begun |= {name: (after or {}).get(name, "") for name in (roster.by, "side") if name in columns}
    asked = request.GET.get("new", "")
    if asked.casefold() in templates:
        begun[roster.by] = next(
            name for name, _ in template_rows(values, hand.kind) if name.casefold() == asked.casefold()
        )
    if "side" in columns and not begun.get("side"):
        begun["side"] = columns["side"].text(own_side(here))
    usual = templates.get(begun.get(roster.by, "").casefold(), {})
    return drawing.new({**begun, **usual}, TEMPLATE if usual else "printed", usual)


def own_side(here: At) -> str:
    """The side of the seat, or whose player turn it is."""
    return here.viewer.seat if here.viewer.seat in here.system.sides else here.state.clock[1]
