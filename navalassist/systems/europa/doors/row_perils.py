"""36.C.1, 36.D.2 for rows of the board: what their way meets, rolled for where it comes through."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine import Outcome, Result
from navalassist.engine.forms import Choices, ticks_of
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader, rows_in
from navalassist.engine.rule import Shown
from navalassist.engine.shapes import Form, Ticks
from navalassist.play.systems import Target
from navalassist.rules.europa.mines import mined_mark
from navalassist.rules.europa.r36_danger_contact import NUMBERS, checked_mark
from navalassist.rules.europa.r36_row_perils import DANGER, MINES, RowDanger, RowLoss, RowMines, modifiers
from navalassist.rules.europa.sea_state import SEA
from navalassist.rules.europa.words import Side, Step
from navalassist.systems.europa.aboard import unit_of
from navalassist.systems.europa.board.perils import zone_at
from navalassist.systems.europa.board.rows import SAILS_ON, legs_behind
from navalassist.systems.europa.board.words import name_of
from navalassist.systems.europa.danger import waters_at
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.doors.danger import SEAS, WHOSE, offered, sea_state
from navalassist.systems.europa.doors.mines import hexes_with_mines
from navalassist.systems.europa.ends import end_name
from navalassist.systems.europa.fleet import UNIT
from navalassist.systems.europa.mines import enemy_points, typed_hex
from navalassist.systems.europa.sea import sea_kept
from navalassist.systems.europa.situations import item_of, shipment_row

Facts = Mapping[str, Any]


def rows_under_way(values: Facts | None) -> list[tuple[str, str]]:
    """The rows that still sail, by number."""
    facts = values or {}
    rows = rows_in(facts, "shipment")
    sails = sorted((row for row in rows if facts[f"{row}.state"] in SAILS_ON), key=lambda row: int(facts[f"{row}.row"]))
    return [(row.partition(":")[2], _words(facts, row)) for row in sails]


def _words(facts: Facts, row: str) -> str:
    ends = "–".join(end_name(facts, str(facts[f"{row}.{end}"])) for end in ("origin", "destination"))
    fields = ("cargo", "label", "points", "transports", "transport_count", "carries", "code_c_fighter")
    about = {name: facts[f"{row}.{name}"] for name in fields}
    return f"Row {facts[f'{row}.row']}: {name_of(about)}, {ends}"


ROWS = Choices(rows_under_way)


class RowMinesForm(Form):
    """What is typed when a row comes among mines."""

    row: Annotated[str, Field(title="Row of the board"), ROWS]
    hex: Annotated[str, Field(title="Hex with the mines"), Choices(lambda values: hexes_with_mines(values)[1:])]
    because: Because = ""


class RowDangerForm(Form):
    """What is typed when a row comes into a danger zone."""

    row: Annotated[str, Field(title="Row of the board"), ROWS]
    hex: Annotated[str, Field(title="Hex of its way", description="As 18A:2010.")]
    sea: Annotated[str, Field(title=SEA), offered(SEAS)] = ""
    night: Annotated[bool, Field(title="It sails there by night")] = False
    typed: Annotated[str, Field(title="Whose danger zone it is"), offered(WHOSE)] = ""
    ticks: Ticks = ticks_of(NUMBERS)
    because: Because = ""


def _of_row(reader: Reader, key: str, mark: str) -> dict[str, Any]:
    """The row as it stands, and what this naval step has seen of it."""
    _, row = shipment_row(reader, {"shipment": key})
    now, unit = reader.fields("campaign:clock", "player_turn", "step"), unit_of(reader.state.values, key)
    return {
        "side": Side(row["side"]),
        "item": item_of(reader, key, row),
        "row": reader[f"shipment:{key}.row"],
        "ship": str(reader[f"{UNIT}:{unit}.name"]) if unit else "",
        "player_turn": Side(now["player_turn"]),
        "phase": Step(now["step"]),
        "checked": reader.source(f"{mark}.kind") if reader.get(f"{mark}.kind") else "",
    }


@DOORS.situation(MINES, form=RowMinesForm)
def row_mines(reader: Reader, target: Target) -> BaseModel:
    """The row, and the enemy's mines in the hex."""
    where = typed_hex(target["hex"])
    about = _of_row(reader, target["row"], mined_mark(target["row"], where))
    mines = enemy_points(reader.state.values, about["side"], where)
    return RowMines(hex=where, mines=mines, because=target["because"], **about)


@DOORS.situation(DANGER, form=RowDangerForm, basis=modifiers)
def row_danger(reader: Reader, target: Target) -> BaseModel:
    """The row, the hex, and what weighs on the die."""
    where = typed_hex(target["hex"])
    about = _of_row(reader, target["row"], checked_mark(target["row"]))
    zone = _zone_at(reader, target["row"], where)
    return RowDanger(
        waters=waters_at(reader.state.values, where, zone, str(target["typed"]), reader.__getitem__),
        night=target["night"],
        sea=sea_state(reader, str(target["sea"]), zone),
        sea_kept=sea_kept(reader.state.values, zone),
        because=target["because"],
        ticks=target.get("ticks", ()),
        **about,
    )


def _zone_at(reader: Reader, key: str, here: Hex) -> str:
    """The sea zone of a hex of the way: that of a port beside it; else the only one that lies ahead, if it is one."""
    row = reader.fields(f"shipment:{key}", "route", "leg", "state")
    return zone_at(reader.state.values, [leg["zone"] for leg in row["route"][legs_behind(row) :]], here)


@DOORS.shows(MINES)
@DOORS.shows(DANGER)
def shown_of_a_row(facts: Facts, met: RowMines | RowDanger, result: Result[Outcome[RowLoss]]) -> Shown:
    """In a closed campaign everybody learns of the hex, and of the hits."""
    where = met.hex if isinstance(met, RowMines) else met.waters.hex
    fields: dict[str, Any] = {"side": met.side.value, "hex": str(where)}
    return Shown(fields if result.value is None else {**fields, "hits_in_all": result.value.result.hits})
