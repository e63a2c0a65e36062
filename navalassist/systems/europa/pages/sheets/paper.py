"""The rows of the printed turn sheet, and of the form into which it is copied: the same order, the same boxes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from navalassist.play.state import State
from navalassist.rules.europa.amounts import res_text
from navalassist.rules.europa.r33_contact import convoy_of, lots_of, results_column
from navalassist.rules.europa.r33_legality import declared_zone
from navalassist.rules.europa.sailing import Voyage
from navalassist.rules.europa.words import CargoKind, Zone
from navalassist.systems.europa.board import outlook, routes
from navalassist.systems.europa.board.outlook import LegLook, Outlook
from navalassist.systems.europa.board.rows import SAILS_ON, board_rows, pair_text, stays
from navalassist.systems.europa.board.words import name_of, on_text
from navalassist.systems.europa.late import CONTACT, LOTS, field_name


@dataclass(frozen=True, slots=True)
class PaperLeg:
    """A zone of a row's way. lots: the words of each lot, a box for each; contact: the field of its two dice."""

    number: int
    zone: str
    look: LegLook
    needs: str = ""
    lots: tuple[str, ...] = ()
    column: str = ""
    contact: str = ""
    lots_field: str = ""
    typed: tuple[str, str] = ("", "")

    @property
    def checked(self) -> bool:
        """True where dice are due."""
        return self.look.kind == "subject"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the sheet. shut: why it cannot sail as it is planned; stays: it stops at sea in this step.

    named: as the names of its boxes have it.
    """

    key: str
    number: int
    name: str
    way: str
    on: str
    outlook: Outlook
    legs: tuple[PaperLeg, ...]
    stays: bool = False
    sailed: bool = field(default=False)
    named: str = ""

    @property
    def checks(self) -> bool:
        """True where any zone of its way asks for dice."""
        return any(leg.checked for leg in self.legs)

    @property
    def shut(self) -> Any:
        """The refusal of its way, or None."""
        return self.outlook.shut


def rows_of(state: State, side: str, typed: Mapping[str, str] | None = None, step: str = "") -> list[Row]:
    """The rows of a side that still sail, in order. state: as the viewer may see it; typed: what stands in the form.

    step: how the names of the boxes begin where they sail in a later step.
    """
    found = board_rows(state, state.values)
    mine = [(key, row) for key, row in found.items() if row["side"] == side and row["state"] in SAILS_ON]
    return [_row(state, key, row, typed or {}, step) for key, row in mine]


def _row(state: State, key: str, row: Mapping[str, Any], typed: Mapping[str, str], step: str) -> Row:
    look = outlook.of_row(state, key, row)
    name = routes.zone_names(state)
    legs = tuple(_leg(state, f"{step}{key}", leg, look.voyage, name(leg.zone), typed) for leg in look.legs)
    return Row(
        key,
        row["row"],
        name_of(row),
        pair_text(state, row),
        "" if row["cargo"] == CargoKind.EMPTY else on_text(row),
        look,
        legs,
        stays(row, state.clock),
        bool(typed.get(f"sailed-{step}{key}")),
        f"{step}{key}",
    )


def _leg(state: State, key: str, look: LegLook, voyage: Voyage | None, zone: str, typed: Mapping[str, str]) -> PaperLeg:
    if look.kind != "subject" or voyage is None:
        return PaperLeg(look.number, zone, look)
    contact, lots = (field_name(part, key, look.number) for part in (CONTACT, LOTS))
    declared = declared_zone(Zone(look.zone), voyage.facts)
    return PaperLeg(
        look.number,
        zone,
        look,
        needs=outlook.contact_on(state, look.total or 0),
        lots=_lots(voyage),
        column=results_column(voyage.side, voyage.item.kind, Zone(look.zone), declared),
        contact=contact,
        lots_field=lots,
        typed=(typed.get(contact, "")[:20], typed.get(lots, "")[:40]),
    )


def _lots(voyage: Voyage) -> tuple[str, ...]:
    """What each lot is: `3 REs`, `2 NTs`, `the unit`."""
    kind, lots = voyage.item.kind, lots_of(convoy_of(voyage.item))
    if kind is CargoKind.EMPTY:
        return tuple(f"{lot.transports} {voyage.item.transports.value.upper()}" for lot in lots)
    if not kind.is_shipping:
        return tuple("the ship" for _ in lots)
    return tuple(f"{res_text(lot.res)} RE" for lot in lots)


def columns_of(rows: list[Row]) -> list[str]:
    """The columns of the Shipping Results Table that these rows may be read in, each once."""
    return list(dict.fromkeys(leg.column for row in rows for leg in row.legs if leg.column))


def rolls(chance: Fraction | None) -> str:
    """`21/36`"""
    return f"{chance.numerator * (36 // chance.denominator)}/36" if chance is not None else ""
