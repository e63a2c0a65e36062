"""36.A: whether the MPs of a move reach, hex by hex of its way, as far as their distance is known.

A hex costs an MP at least, so a way that is shorter than the distance of its ends can't be. Where a distance is not
known it forbids nothing, and nobody says that it is met.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated

from pydantic import Field

from navalassist.engine import Refusal
from navalassist.engine.shapes import Frozen, Words

RULE = "36.A"
# No list of the maps' sheets is at hand: what can be none is refused, that a real one passes.
SHEET = re.compile(r"[1-9][0-9]?[A-D]?|WW[1-9][0-9]?")
LAST_SHEET = 50


class Stretch(Frozen):
    """The way from one place to the next that is named: the MPs typed for it, and how far that is at least."""

    start: Words = Field(description="Where it begins, as a page calls it.")
    end: Words = Field(description="Where it ends, as a page calls it.")
    mps: Annotated[int, Field(ge=0, le=9999, strict=True)] = Field(description="MPs typed for it.")
    least: Annotated[int, Field(ge=0, strict=True)] = Field(default=0, description="Hexes that it has at least.")
    exact: bool = Field(default=False, description="It has just so many.")

    @property
    def words(self) -> str:
        """`Naples to 18A:0206: at least 12 hexes, 15 typed`; `…: distance not known` where nothing is."""
        if not self.exact and not self.least:
            return f"{self.start} to {self.end}: distance not known"
        hexes = f"{self.least} hex" + ("" if self.least == 1 else "es")
        return f"{self.start} to {self.end}: {'' if self.exact else 'at least '}{hexes}, {self.mps} typed"

    @property
    def is_met(self) -> bool | None:
        """Whether its MPs reach; None where that can't be known."""
        if self.mps < self.least:
            return False
        return True if self.exact else None


def is_sheet(hexed: str) -> bool:
    """Whether a hex may lie on a sheet of the maps; its line and place count from 1."""
    sheet, _, number = hexed.partition(":")
    digits = re.sub(r"\D", "", sheet)
    whole = SHEET.fullmatch(sheet) is not None and int(digits) <= LAST_SHEET
    return whole and number[:2] != "00" and number[2:] != "00"


def refusal_of_way(stretches: Iterable[Stretch], hexes: Iterable[str], enemy_port: str) -> Refusal | None:
    """Why a way can't be sailed so; None where nothing is known against it. enemy_port: where it ends, if in one."""
    strange = next((hexed for hexed in hexes if not is_sheet(hexed)), None)
    if strange is not None:
        return Refusal(f"{strange} lies on no known sheet: correct the hex.", RULE)
    if enemy_port:
        return Refusal(f"{enemy_port} belongs to the other side: no group sails into it.", RULE)
    for stretch in stretches:
        if stretch.is_met is False:
            return Refusal(f"The MPs do not reach. {stretch.words}.", RULE)
    return None


def is_met(stretches: tuple[Stretch, ...]) -> bool | None:
    """Whether the MPs of all stretches reach; None where that can't be known."""
    found = {stretch.is_met for stretch in stretches}
    return False if False in found else None if None in found or not found else True
