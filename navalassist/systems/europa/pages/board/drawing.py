"""Rows ready to be drawn: a new one, and one of the board with what was typed into it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.desk.at import At
from navalassist.play.state import State
from navalassist.systems.europa.aboard import unit_of
from navalassist.systems.europa.board import drafts
from navalassist.systems.europa.board.drafts import Read, RowForm
from navalassist.systems.europa.board.roster import Roster
from navalassist.systems.europa.board.rows import SAILS_ON, changed_fields, has_sailed
from navalassist.systems.europa.pages.board.drawn import Drawn
from navalassist.systems.europa.pages.board.ports import Ports


def new_row(here: At, ports: Ports, roster: Roster, form: RowForm, opened: bool) -> Drawn:
    """The row that is being typed. While nothing says what sails, nothing is wrong yet."""
    return Drawn(here, ports, roster, drafts.read(here.state, form), opened=opened, blank=not form.sails)


def saved_row(
    here: At,
    ports: Ports,
    roster: Roster,
    key: str,
    row: dict[str, Any],
    form: RowForm | None = None,
    opened: bool = False,
) -> Drawn:
    """A row of the board; `form` where something was typed into it."""
    if form is None or row["state"] not in SAILS_ON:
        return Drawn(
            here,
            ports,
            roster,
            Read(drafts.form_of_row(here.state, row, unit_of(here.state.values, key))),
            key,
            row,
            opened,
        )
    unit = unit_of(here.state.values, key)
    form = merged(here.state, form, row, unit)
    read = drafts.read(here.state, form, row["leg"] - 1 if has_sailed(row) else 0, key)
    changes = changed_fields(row, read.draft, unit) if read.draft else {}
    return Drawn(here, ports, roster, read, key, row, opened, changes)


def merged(state: State, form: RowForm, row: Mapping[str, Any], unit: str) -> RowForm:
    """What was typed, on top of what stands: a form without its legs keeps the way while the ports are the same."""
    saved = drafts.form_of_row(state, row, unit)
    if has_sailed(row):
        ends = saved.origin, form.destination
        form = RowForm(saved.side, saved.sails, saved.on, *ends, form.legs, form.way, form.alone)
    legs, way = (form.legs, form.way) if form.legs or form.way else (saved.legs, saved.way)
    return RowForm(saved.side, form.sails, form.on, form.origin, form.destination, legs, way, form.alone)
