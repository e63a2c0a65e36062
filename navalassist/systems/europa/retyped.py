"""What was typed for a rule, worked out from its situation where that holds it in another shape.

So that it can be typed anew in a correction: the figures of a move hang together, and are made of one line of MPs; the
aircraft of a carrier group are typed in one line too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from navalassist.engine.reader import rows_where
from navalassist.engine.rows import key_of
from navalassist.rules.europa.r36_carriers import CarrierArrival
from navalassist.rules.europa.r36_naval_move import CANAL, NavalMove
from navalassist.rules.europa.strips import Spent
from navalassist.systems.europa.fleet import GROUP

Facts = Mapping[str, Any]
# Fields of the form that a move has under the same names.
ALIKE = ("protected", "reaction", "lands", "attacks", "through", "because")


@dataclass(frozen=True)
class Retyped:
    """fixed: what can't be another (whose move it is); typed: the other fields of the rule's form."""

    fixed: Facts
    typed: Facts

    @property
    def whole(self) -> dict[str, Any]:
        """All fields of the form."""
        return {**self.fixed, **self.typed}


def what_was_typed(procedure: str, values: Facts, situation: Facts) -> Retyped | None:
    """What was typed for a rule by its situation; None for a rule whose situation holds it field by field."""
    try:
        if procedure == "naval-move":
            return of_a_move(values, NavalMove.model_validate(situation))
        if procedure == "carrier-arrives":
            return of_an_arrival(CarrierArrival.model_validate(situation))
    except ValidationError:
        pass
    return None


def of_an_arrival(carrier: CarrierArrival) -> Retyped:
    """A carrier group that came into play: where, and with which aircraft."""
    return Retyped(
        {"unit": carrier.unit.key},
        {
            "to": carrier.to,
            "aircraft": ", ".join(carrier.aircraft),
            "fighter": carrier.fighter,
            "because": carrier.because,
        },
    )


def of_a_move(values: Facts, move: NavalMove) -> Retyped:
    """A naval move: MPs with their hexes, where it ends, and how its fuel was paid."""
    kind, _, end = move.to.partition(":")
    fuel, canal = move.fuel, move.canal
    return Retyped(
        {"group": move.key},
        {
            "moves": " ".join(_spent(spent) for spent in move.moves),
            "ends": {"port": end, "canal": CANAL}.get(kind, ""),
            "zone": _zone(values, move),
            "way": tuple(zone.value for zone in move.zones) if move.chosen else (),
            "fuel": fuel.oil.value,
            "fuel_port": _named(values, "port", fuel.port) if fuel.elsewhere else "",
            "by_rail": fuel.by_rail,
            "against": _named(values, GROUP, move.prey),
            "canal": canal is not None,
            "banks": canal is not None and canal.banks,
            **{name: getattr(move, name) for name in ALIKE},
        },
    )


def _spent(spent: Spent) -> str:
    return f"{spent.mps}{'n' if spent.night else ''}" + (f" {spent.to}" if spent.to else "")


def _zone(values: Facts, move: NavalMove) -> str:
    """The sea zone where it ended; none where the port of its end tells it."""
    zone = move.to_zone.value if move.to_zone else ""
    return "" if tuple(values.get(f"{move.to}.zones") or ()) == (zone,) else zone


def _named(values: Facts, kind: str, name: str) -> str:
    """The key of a row by its name; '' for none."""
    return next(map(key_of, rows_where(values, kind, "name", name)), "") if name else ""
