"""How a row's chance comes about, zone by zone, in numbers that multiply out.

A row comes through a zone unharmed where there is no contact, or where every lot's die leaves its lot unharmed; it
arrives whole where it comes through every zone so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from navalassist.engine import compute
from navalassist.play.state import State
from navalassist.rules.europa.fates import Convoy, LotFate, Toll
from navalassist.rules.europa.r33_contact import convoy_of, lots_of, roll_contact, roll_for_lot
from navalassist.rules.europa.r33_naval_status import Barred
from navalassist.rules.europa.r33_voyage import Passage, passages_of, toll_of_check
from navalassist.rules.europa.sailing import Voyage
from navalassist.rules.europa.words import ShippingResult

FACES = 6


@dataclass(frozen=True, slots=True)
class Worked:
    """One zone. dice: one for each lot; faces: on how many of six a lot is unharmed, None where the lots differ."""

    contact: Fraction
    dice: int
    faces: int | None
    unharmed: Fraction


def worked_of(state: State, voyage: Voyage) -> Mapping[str, Worked]:
    """Each zone with a check, by its key, in the order of sailing. NoOdds where a table lacks what is asked for."""
    passages = compute(passages_of(voyage), state.book)
    if isinstance(passages, Barred):
        return {}
    convoy = convoy_of(voyage.item)
    return {one.zone.value: _zone(state, convoy, one) for one in passages if one is not None}


def _zone(state: State, convoy: Convoy, passage: Passage) -> Worked:
    """One check: the chance of contact, what a die leaves unharmed, and both together."""
    lots, odds = lots_of(convoy), state.enumerator.odds
    chances = {odds(partial(roll_for_lot, lot, passage.results)).chance(_spared) for lot in lots}
    return Worked(
        odds(partial(roll_contact, passage.status, passage.zone)).chance(bool),
        len(lots),
        int(chances.pop() * FACES) if len(chances) == 1 else None,
        odds(partial(toll_of_check, convoy, passage)).chance(_nothing),
    )


def _spared(fate: LotFate) -> bool:
    return fate.result is ShippingResult.NO_EFFECT


def _nothing(toll: Toll) -> bool:
    return toll.is_nothing
