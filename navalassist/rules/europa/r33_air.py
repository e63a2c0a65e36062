"""33.C: what the air units in and around the Anti-Shipping Box add to a sea zone's status, by itself. No dice."""

from __future__ import annotations

from pydantic import Field

from navalassist.engine import Outcome, Play, Roller, procedure
from navalassist.engine.shapes import Frozen
from navalassist.rules.europa.air_units import MOST_UNITS, AirCount, AirUnit, UnitCount, count_air
from navalassist.rules.europa.r33_anti_shipping import EARLIER, EDITION, SYSTEM
from navalassist.rules.europa.words import Side

__all__ = ["AirCount", "AirSituation", "AirUnit", "UnitCount", "count_air_units"]


class AirSituation(Frozen):
    """The air units of both sides over one sea zone."""

    side: Side = Field(description="The side whose shipping is to sail there.")
    units: tuple[AirUnit, ...] = Field(max_length=MOST_UNITS, description="Air units of both sides.")


@procedure(
    "anti-shipping-air",
    system=SYSTEM,
    rule="33.C",
    title="Count the air units against shipping",
    roller=Roller.NOBODY,
    edition=EDITION,
    earlier=EARLIER,
)
def count_air_units(situation: AirSituation) -> Play[Outcome[AirCount]]:
    """The modified TBF of both sides: what they add to the zone's status and what they take off it."""
    return Outcome((yield from count_air(situation.side, situation.units)))
