"""Voyages of shipping as a turn report tells them: what sailed where, what met it, what arrived in which port."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from navalassist.desk.at import At
from navalassist.desk.logbook.lines import dice_text
from navalassist.desk.logbook.naming import several, short_entry, zone_name
from navalassist.desk.words import percent
from navalassist.engine import to_plain
from navalassist.rules.europa.words import CargoKind, ShipmentState
from navalassist.systems.europa.log import shipping
from navalassist.systems.europa.report import Check, Load

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Voyage:
    """The checks of one shipment in one turn that stand, in order."""

    here: At
    checks: tuple[Check, ...]

    @property
    def side(self) -> str:
        return self.checks[0].side

    @property
    def sent(self) -> str:
        """`7 SP on 7 NTs`"""
        return " ".join(filter(None, (item_text(self.here, self.first), shipping.carried_text(self.first))))

    @property
    def first(self) -> Any:
        """What put to sea."""
        return self.checks[0].item

    @property
    def way(self) -> str:
        """`Naples–Tripoli`"""
        return shipping.route_text(self.checks[-1].item)

    @property
    def met(self) -> str:
        """`Central Med, 58 %: 6 3, contact`; of several checks each."""
        return "; ".join(_met(self.here, check) for check in self.checks if check.diced) or "not checked"

    @property
    def lost(self) -> str:
        """What went down, and hits."""
        return self._sum("res_lost", "transports_lost", sum(check.outcome["hits"] for check in self.checks))

    @property
    def back(self) -> str:
        """What returned to port."""
        return self._sum("res_returned", "transports_returned")

    def _sum(self, res: str, ships: str, hits: int = 0) -> str:
        whole = sum((Decimal(str(check.outcome[res])) for check in self.checks), Decimal(0))
        return load_text(self.here, self.first, whole, sum(check.outcome[ships] for check in self.checks), hits)

    @property
    def state(self) -> str:
        """Where it is after its last check."""
        return str(self.checks[-1].outcome["state"])

    @property
    def left(self) -> str:
        """What is left of it: cargo and transports, or the ship."""
        outcome = self.checks[-1].outcome
        if not CargoKind(self.first["kind"]).is_shipping:
            return shipping.item_text(self.first)
        return load_text(self.here, self.first, Decimal(str(outcome["res_afloat"])), outcome["transports_afloat"])

    @property
    def arrived(self) -> str:
        """What is in the port where it was bound; `at sea`."""
        if self.state == ShipmentState.AT_SEA:
            return f"at sea: {self.left}"
        return self.left if self.state == ShipmentState.ARRIVED else ""

    @property
    def row(self) -> tuple[str, ...]:
        """Its line of the report."""
        return self.sent, self.way, self.met, self.lost or NOTHING, self.back or NOTHING, self.arrived or NOTHING


def voyages(here: At, checks: Sequence[Check]) -> list[Voyage]:
    """The checks of each shipment together, in the order in which they put to sea."""
    found: dict[tuple[str, str], list[Check]] = {}
    for check in checks:
        found.setdefault((check.turn, str(check.item["key"])), []).append(check)
    return [Voyage(here, tuple(each)) for each in found.values()]


def ports(found: Iterable[Voyage]) -> list[tuple[str, str, str]]:
    """What arrived where: side, port, and what is there; what was turned back as well."""
    there: dict[tuple[str, str], list[str]] = {}
    for voyage in found:
        origin, goal = (str(voyage.first[end]["name"] or voyage.first[end]["key"]) for end in ("origin", "destination"))
        if voyage.state == ShipmentState.ARRIVED and voyage.left:
            there.setdefault((voyage.side, goal), []).append(voyage.left)
        if voyage.back:
            there.setdefault((voyage.side, origin), []).append(f"{voyage.back} back")
    return [(side, port, "; ".join(what)) for (side, port), what in there.items()]


def _met(here: At, check: Check) -> str:
    chance = next((Fraction(value) for key, _, value, _ in check.body.get("odds", ()) if key == "contact"), None)
    odds = "" if chance is None else f", {percent(chance)}"
    word = "contact" if check.contact else "no contact"
    corrected = f" (corrected, {short_entry(check.entry.reference)})" if check.entry.kind == "correction" else ""
    zone = zone_name(here.state, check.situation["leg"]["zone"], short=True)
    return f"{zone}{odds}: {dice_text(check.body)}, {word}{corrected}"


def item_text(here: At, item: Any) -> str:
    """What sailed; SRPs as SRPs."""
    return shipping.item_text(shipping.priced(item, here.state))


def load_text(here: At, item: Any, res: Decimal, ships: int, hits: int = 0) -> str:
    """So much of it: `4 SP, 4 NTs`; of SRPs both counts: `0.6 SRP (3 REs), 3 NTs`; '' for nothing."""
    return shipping.amounts(shipping.priced(item, here.state), to_plain(res), ships, hits)


def load_words(load: Load) -> str:
    """`7 REs, 7 NTs`; `nothing`."""
    parts = [several(load.res, "RE")] if load.res else []
    parts += [several(number, kind.upper()) for kind, number in load.transports.items() if number]
    return ", ".join(parts) or "nothing"


def is_cargo(check: Check) -> bool:
    """True for a check with dice of what is counted in REs."""
    return check.diced and CargoKind(check.item["kind"]).is_cargo


def expected_loss(checks: Iterable[Check]) -> Fraction:
    """The sum of the losses of cargo that were to be expected, in REs, as they were shown before each roll."""
    odds = (odd for check in checks if is_cargo(check) for odd in check.body.get("odds", ()))
    return sum((Fraction(value) for key, _, value, _ in odds if key == "loss"), Fraction(0))
