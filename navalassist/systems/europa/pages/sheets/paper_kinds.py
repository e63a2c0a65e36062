"""Lines of a turn on paper that are no rule: a new row of the board, and a group that forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from navalassist.desk.paper_hooks import PaperKind
from navalassist.engine.forms import Choices
from navalassist.engine.shapes import Form
from navalassist.play.write.edits import EditError
from navalassist.play.write.writer import Writer
from navalassist.systems.europa.board import rows
from navalassist.systems.europa.board.drafts import LegForm, RowForm, read
from navalassist.systems.europa.fleet import UNITS
from navalassist.systems.europa.fleet_edits import form_group, place_unit, unit_places
from navalassist.systems.europa.theatres import ports_shown, zones_shown

# The fields of a row's form, by what the board calls them.
OF_BOARD = {"legs": "by"}


def _ports(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    return sorted(((port.key, port.name) for port in ports_shown(values or {})), key=lambda port: port[1])


class NewRow(Form):
    """What is written into an empty row of the sheet."""

    sails: Annotated[str, Field(title="Sails", description="As on the board: 7 SP, or Ariete division, 4 REs.")]
    origin: Annotated[str, Field(title="From"), Choices(_ports)]
    destination: Annotated[str, Field(title="To"), Choices(_ports)]
    on: Annotated[str, Field(title="On", description="Where it is not as usual: 9 NTs.")] = ""
    by: Annotated[str, Field(title="By these sea zones", description="In order; none: the way that is proposed.")] = ""


class NewGroup(Form):
    """Naval units of one place that sail together from then on."""

    name: Annotated[str, Field(title="Name of the group", max_length=80)]
    units: Annotated[tuple[str, ...], Field(title="Naval units"), Choices(UNITS.of, many=True)]


class Joins(Form):
    """A naval unit that sails with others from then on."""

    unit: Annotated[str, Field(title="Naval unit"), UNITS]
    place: Annotated[str, Field(title="Where it is then"), Choices(unit_places)]


def plan_row(writer: Writer, typed: Mapping[str, Any], key: str) -> None:
    """A row that was planned on paper, for the side whose player turn it is. EditError names its field."""
    legs = tuple(LegForm(zone) for zone in _zones(writer, typed["by"]))
    form = RowForm(writer.state.clock[1], typed["sails"], typed["on"], typed["origin"], typed["destination"], legs)
    found = read(writer.state, form)
    for fault in found.faults:
        raise EditError(OF_BOARD.get(fault.about, fault.about), fault.text)
    assert found.draft is not None
    rows.add(writer, found.draft, key=key)


def _zones(writer: Writer, text: str) -> list[str]:
    """Sea zones by their names. EditError for a word that is none."""
    known = {name.casefold(): zone.key for zone in zones_shown(writer.state.values) for name in (zone.key, zone.short)}
    words = [" ".join(word.split()) for word in text.split(",") if word.strip()]
    for word in words:
        if word.casefold() not in known:
            names = ", ".join(zone.short for zone in zones_shown(writer.state.values))
            raise EditError("by", f"“{word[:40]}” is no sea zone here: write {names}, with commas between.")
    return [known[word.casefold()] for word in words]


def make_group(writer: Writer, typed: Mapping[str, Any], key: str) -> None:
    """A group forms, under a key that later lines know."""
    facts = writer.viewer.view(writer.state.values, writer.state.audiences)
    edit = form_group(facts, typed["name"], typed["units"], key)
    writer.edit(edit.act, edit.effects, title=edit.title, note="from the turn sheet")


def join(writer: Writer, typed: Mapping[str, Any], key: str) -> None:
    """A unit joins a group, or leaves one."""
    facts = writer.viewer.view(writer.state.values, writer.state.audiences)
    edit = place_unit(facts, typed["unit"], typed["place"])
    writer.edit(edit.act, edit.effects, title=edit.title, note="from the turn sheet")


NAVAL = ("*/naval-movement", "*/exploitation")
KINDS = (
    PaperKind("new-row", "Plan a new row", "33.A", NewRow, ("*/initial", "*/air", *NAVAL), plan_row),
    PaperKind("new-group", "Form a naval group", "36.A", NewGroup, ("*/initial", "*/air", *NAVAL), make_group),
    PaperKind("unit-joins", "A naval unit joins or leaves a group", "36.A", Joins, NAVAL, join),
)
