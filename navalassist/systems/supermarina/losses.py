"""What is lost with a transport: its cargo, and all of a lot that others share with it (SM.2.D)."""

from __future__ import annotations

from collections.abc import Iterable

from navalassist.engine import Effect
from navalassist.systems.supermarina.state import SUNK, Lot, Transport


def lost_cargo(lots: Iterable[Lot], lost: Iterable[Transport]) -> tuple[Lot, ...]:
    """The lots of which a part was aboard one that is lost: they are lost whole."""
    aboard = {one.cargo for one in lost}
    return tuple(lot for lot in lots if lot.key in aboard)


def sunk_transport(transport: Transport) -> tuple[Effect, ...]:
    """A transport is sunk. The cargo that it shared stays named on the others of its lot, and is lost all the same."""
    return transport.set(place=SUNK)
