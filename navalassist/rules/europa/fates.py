"""What becomes of shipping: lots and their fates, the fate of an item in one zone, and of a whole voyage (33.E)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal

from navalassist.rules.europa.amounts import ZERO, tidy
from navalassist.rules.europa.words import CargoKind, ShipmentState, ShippingResult, TransportKind


@dataclass(frozen=True, slots=True)
class Convoy:
    """What of an item is afloat when it is checked: REs, and the transports that hold them."""

    kind: CargoKind
    res: Decimal
    transports: TransportKind
    count: int
    carries: Decimal


@dataclass(frozen=True, slots=True)
class Lot:
    """A part of an item that is rolled for alone; `hits_hurt` if a naval unit carries it or is it (R-54)."""

    number: int
    kind: CargoKind
    res: Decimal
    transports: int
    carries: Decimal
    hits_hurt: bool


@dataclass(frozen=True, slots=True)
class LotFate:
    """What the die did to a lot. Amounts in REs; for empty transports the REs that they could carry."""

    number: int
    res: Decimal
    transports: int
    result: ShippingResult
    res_lost: Decimal = ZERO
    res_returned: Decimal = ZERO
    transports_lost: int = 0
    transports_returned: int = 0
    hits: int = 0
    turned_back: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Toll:
    """The fates of several lots, added up."""

    res_lost: Decimal = ZERO
    res_returned: Decimal = ZERO
    transports_lost: int = 0
    transports_returned: int = 0
    hits: int = 0
    turned_back: bool = False

    def plus(self, lot: LotFate | Toll) -> Toll:
        """With one more lot, or with the toll of one more zone."""
        return Toll(
            tidy(self.res_lost + lot.res_lost),
            tidy(self.res_returned + lot.res_returned),
            self.transports_lost + lot.transports_lost,
            self.transports_returned + lot.transports_returned,
            self.hits + lot.hits,
            self.turned_back or lot.turned_back,
        )

    @property
    def is_nothing(self) -> bool:
        """True if everything sails on unharmed."""
        return not (self.turned_back or self.res_lost or self.transports_lost or self.hits)


NO_TOLL = Toll()


@dataclass(frozen=True, slots=True)
class Settled:
    """The lots in order and their toll. Only the toll counts when two are compared, so that odds have few cases."""

    toll: Toll = NO_TOLL
    lots: tuple[LotFate, ...] = field(default=(), compare=False)

    def plus(self, lot: LotFate) -> Settled:
        """With one more lot."""
        return Settled(self.toll.plus(lot), (*self.lots, lot))

    def plus_aboard(self, lot: LotFate) -> Settled:
        """With one more lot aboard the same warships: they take the worst of its results once, and not one for each."""
        worst = max(self.toll.hits, lot.hits)
        counted = replace(lot, hits=lot.hits if lot.hits > self.toll.hits else 0)
        lots = tuple(replace(earlier, hits=0) for earlier in self.lots) if counted.hits else self.lots
        return Settled(replace(self.toll.plus(lot), hits=worst), (*lots, counted))


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of an item in one zone.

    contact: None when no check was due, and then `why` and `rule` say why. column: the final naval status. Amounts of
    this zone alone in REs; `res_afloat` and `transports_afloat` are what sails on. Two fates are equal when their
    totals are, whichever lot it was.
    """

    contact: bool | None
    state: ShipmentState
    res_afloat: Decimal
    transports_afloat: int
    column: int | None = None
    why: str = ""
    rule: str = ""
    lots: tuple[LotFate, ...] = field(default=(), compare=False)
    res_lost: Decimal = ZERO
    res_returned: Decimal = ZERO
    transports_lost: int = 0
    transports_returned: int = 0
    hits: int = 0

    @property
    def unharmed(self) -> bool:
        """True if nothing was lost, hit or turned back."""
        return not any((self.res_lost, self.res_returned, self.transports_lost, self.hits)) and self.state in (
            ShipmentState.AT_SEA,
            ShipmentState.ARRIVED,
        )


@dataclass(frozen=True, slots=True)
class VoyageFate:
    """What became of an item on its whole way. Amounts in REs; for empty transports the REs that they could carry."""

    all_arrive: bool
    res_arrived: Decimal = ZERO
    res_lost: Decimal = ZERO
    res_returned: Decimal = ZERO
    transports_arrived: int = 0
    transports_lost: int = 0
    transports_returned: int = 0
    hits: int = 0
