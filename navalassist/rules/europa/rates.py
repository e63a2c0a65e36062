"""REs of points and transports as a group plays them (R-55)."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from navalassist.engine import Play
from navalassist.rules.europa.amounts import tidy
from navalassist.rules.europa.rulings import R55
from navalassist.rules.europa.words import CargoKind


@dataclass(frozen=True, slots=True)
class Rates:
    """REs of one SP, of one SRP, and the REs that one NT carries."""

    sp: Decimal
    srp: Decimal
    nt: Decimal

    def res_of(self, kind: CargoKind, points: Decimal) -> Decimal:
        """REs of so many points; units and replacement points are counted in REs already."""
        each = {CargoKind.SP: self.sp, CargoKind.SRP: self.srp}
        return tidy(points * each.get(kind, Decimal(1)))


def rates_of(choice: str) -> Rates:
    """The rates of a choice of R-55, written `sp=1 srp=5 nt=1`."""
    return Rates(**{name: Decimal(amount) for name, _, amount in (part.partition("=") for part in choice.split())})


def rates() -> Play[Rates]:
    """This campaign's rates."""
    choice = yield from R55.look()
    return rates_of(choice)
