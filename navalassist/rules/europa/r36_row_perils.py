"""36.C.1 and 36.D.2 for a row of the board on transports without a name: mines and danger zones that its way meets.

A counter of the fleet meets them on its card. Each transport counts as a strength point (36.I); a hit sinks one with
what it carries.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from pydantic import Field

from navalassist.engine import (
    Effect,
    Figure,
    Odds,
    Outcome,
    Play,
    Refusal,
    Roller,
    Set,
    Sub,
    Tally,
    Term,
    call,
    procedure,
)
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Count, Ticks, Words
from navalassist.rules.europa.amounts import fraction, res_text, tidy
from navalassist.rules.europa.danger_zones import Waters, danger_zone, whose
from navalassist.rules.europa.gunnery import fire
from navalassist.rules.europa.items import Item
from navalassist.rules.europa.mines import EDITION, SYSTEM, mark, mined_mark
from navalassist.rules.europa.r36_danger_contact import CHECKED, CONTACT, NUMBERS, WORDS
from navalassist.rules.europa.rulings_36 import R58, R59, R60
from navalassist.rules.europa.sea_state import SeaState, refusal_of_sea
from navalassist.rules.europa.success import Success, success
from navalassist.rules.europa.words import ShipmentState, Side, Step

MINES, DANGER = "row-mines", "row-danger"


class _Met(Overrulable):
    """A row in a hex of its way."""

    side: Side = Field(description="Whose row it is.")
    item: Item = Field(description="What is afloat of it.")
    row: int = Field(ge=0, description="The number of the row.")
    ship: Words = Field(default="", description="The naval unit of the fleet that carries it; empty for none.")
    player_turn: Side = Field(description="Whose player turn it is.")
    phase: Step = Field(description="The step.")
    checked: Words = Field(
        default="", description="The entry that checked it there in this naval step; empty if none did."
    )


class RowMines(_Met):
    """A row among enemy mines."""

    hex: Hex = Field(description="The hex with the mines.")
    mines: Count = Field(description="Enemy mine points in the hex.")


class RowDanger(_Met):
    """A row in an enemy danger zone."""

    waters: Waters = Field(description="The hex, and what decides whose danger zone it is in.")
    night: bool = Field(default=False, description="It sails there by night.")
    sea: SeaState = Field(default=SeaState.CALM, description="How the sea is.")
    sea_kept: SeaState | None = Field(default=None, description="How it is kept in this turn; left out: not kept.")
    ticks: Ticks = Field(default=(), description="Lines of its list that no rule sees, and that were ticked.")


@dataclass(frozen=True, slots=True)
class RowLoss:
    """What the hits took of a row. result: of the Success Table, for a danger zone."""

    hits: int
    transports_lost: int
    res_lost: Decimal
    result: Success | None = None
    contact: bool | None = None
    overruled: str = ""


def _forbidden(met: _Met, rule: str) -> Refusal | None:
    """What neither mines nor danger zones can do to a row."""
    if met.ship:
        return Refusal(f"It sails with {met.ship}: what that meets is rolled for on its card.", rule)
    if not met.item.transports.is_transport or not met.item.transport_count:
        return Refusal("Only transports are rolled for here: put a counter of the fleet on the board.", rule)
    if met.item.state not in (ShipmentState.PLANNED, ShipmentState.AT_SEA):
        return Refusal("It sails no more.", rule)
    if met.player_turn is not met.side or not met.phase.is_naval:
        return Refusal(f"{met.side.label} shipping sails in the naval steps of its own player turn.", rule)
    return Refusal(f"It was checked there in this naval step: {met.checked}.", rule) if met.checked else None


def why_no_mines(met: RowMines) -> Refusal | None:
    """Once a hex and naval step (R-58)."""
    return unless_overruled(met, _no_mines(met))


def _no_mines(met: RowMines) -> Refusal | None:
    none = None if met.mines else Refusal(f"No enemy mines lie in {met.hex}.", "36.C.1")
    return _forbidden(met, "36.C.1") or none


def why_no_danger(met: RowDanger) -> Refusal | None:
    """In an enemy zone, once a naval step."""
    return unless_overruled(met, _no_danger(met))


def _no_danger(met: RowDanger) -> Refusal | None:
    if wrong := _forbidden(met, "36.D.2"):
        return wrong
    found = whose(met.waters)
    enemy = found.exerts.against(met.side)
    if enemy is None:
        words = f"Whose danger zone {met.waters.hex} is in isn't known: {found.why}. Say whose it is."
        return Refusal(words, "36.D.1")
    if not enemy:
        return Refusal(f"{met.waters.hex} is in {found.exerts.label}: {found.why}.", "36.D.1")
    return refusal_of_sea(met.sea, met.sea_kept, "36.D.2")


def figures(odds: Odds[RowLoss]) -> tuple[Figure, ...]:
    """Nothing lost, and the REs that are to be expected."""
    return (
        Figure("no-hit", "No hit", odds.chance(lambda loss: not loss.hits)),
        Figure("loss", "Expected loss", odds.expect(lambda loss: fraction(loss.res_lost)), "RE"),
    )


def lost(item: Item, hits: int) -> RowLoss:
    """Each hit sinks a transport, with as many REs as it carries."""
    sunk = min(hits, item.transport_count)
    return RowLoss(hits, sunk, tidy(min(item.res, sunk * item.carries)))


def loss_effects(item: Item, loss: RowLoss) -> tuple[Effect, ...]:
    """What is left of the row; it is lost with its last transport, or with the last of its cargo."""
    row, left = f"shipment:{item.key}", item.transport_count - loss.transports_lost
    if not loss.transports_lost:
        return ()
    found: list[Effect] = [
        Set(f"{row}.transports_afloat", left),
        Set(f"{row}.transports_lost", item.transports_lost + loss.transports_lost),
    ]
    if loss.res_lost:
        found.append(Set(f"{row}.res_afloat", res_text(tidy(item.res - loss.res_lost))))
        found.append(Set(f"{row}.res_lost", res_text(tidy(item.res_lost + loss.res_lost))))
    if not left or (item.kind.is_cargo and item.res == loss.res_lost):
        found.append(Set(f"{row}.state", ShipmentState.LOST.value))
    return tuple(found)


@procedure(
    MINES,
    system=SYSTEM,
    rule="36.C.1",
    title="Mines on the way of a row",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="1d6 a transport",
    why_not=why_no_mines,
    figures=figures,
)
def row_among_mines(met: RowMines) -> Play[Outcome[RowLoss]]:
    """As many throws as there are transports, each in the column of the mine points."""
    yield from R58.look()
    hits = yield from fire(met.mines, met.item.transport_count, 0, met.item.name, met.side.value)
    found = lost(met.item, hits)
    told = RowLoss(hits, found.transports_lost, found.res_lost, overruled=passed_over(met, _no_mines(met)))
    row = f"shipment:{met.item.key}"
    seen = () if met.checked else (mark(mined_mark(met.item.key, met.hex), row, f"hex:{met.hex}"),)
    return Outcome(told, (*loss_effects(met.item, found), *seen))


def modifiers(met: RowDanger) -> Play[Tally]:
    """The sum added to the die: of a row the sea and night are known."""
    lines = (
        ("stormy", "The sea is stormy", met.sea is SeaState.STORMY),
        ("rough", "The sea is rough", met.sea is SeaState.ROUGH),
        ("night", "At night", met.night),
    )
    seen = {row: Term("36.D.2", text, 1, applies) for row, text, applies in lines}
    terms = yield from NUMBERS.modifiers(seen, met.ticks)
    return Tally(tuple(terms.values()))


@procedure(
    DANGER,
    system=SYSTEM,
    rule="36.D.2",
    title="A danger zone on the way of a row",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="1d6; after a contact 1d6 more",
    why_not=why_no_danger,
    figures=figures,
)
def row_in_danger(met: RowDanger) -> Play[Outcome[RowLoss]]:
    """One die on the Success Table; after a contact one in the column of its transports, where not only TFs roll."""
    yield from R59.look()
    yield from danger_zone(met.waters)
    tally = yield from Sub("modifiers", call(modifiers, met))
    result = yield from success(tally, met.side.value, "the roll in the danger zone")
    contact = (yield from WORDS.look(row=result.value, column="contact")) == CONTACT
    hits = 0
    if contact and (yield from R60.look()) == "all":
        added = yield from NUMBERS.look(row=result.value, column="damage")
        hits = yield from fire(met.item.transport_count, 1, added, met.item.name, met.side.value)
    found = lost(met.item, hits)
    told = RowLoss(hits, found.transports_lost, found.res_lost, result, contact, passed_over(met, _no_danger(met)))
    row = f"shipment:{met.item.key}"
    seen = () if met.checked else (mark(f"mark:{CHECKED}/{met.item.key}", row, f"hex:{met.waters.hex}"),)
    return Outcome(told, (*loss_effects(met.item, found), *seen))
