"""33.E, note on the half result: replacement points that come of what it eliminated are halved too. No dice."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from pydantic import Field

from navalassist.engine import Outcome, Play, Roller, procedure
from navalassist.engine.shapes import Frozen, Words
from navalassist.rules.europa.amounts import half_of, tidy
from navalassist.rules.europa.items import Res
from navalassist.rules.europa.r33_anti_shipping import EDITION, SYSTEM
from navalassist.rules.europa.rulings import R17
from navalassist.rules.europa.words import Side


class HalvedUnit(Frozen):
    """A unit that was half eliminated at sea, and what its losses would give."""

    side: Side = Field(description="Whose unit it is.")
    unit: Words = Field(description="What the unit is called.")
    points: Res = Field(gt=0, description="RPs that its elimination, or its reduction to a cadre, would give.")


@dataclass(frozen=True, slots=True)
class PointsLeft:
    """What comes of them: so many are lost with the ships, so many may be used."""

    points_kept: Decimal
    points_lost: Decimal


@procedure(
    "half-eliminated-rps",
    system=SYSTEM,
    rule="33.E",
    title="Halve the RPs after a half result",
    roller=Roller.NOBODY,
    edition=EDITION,
)
def halve_points(unit: HalvedUnit) -> Play[Outcome[PointsLeft]]:
    """Half are lost (R-40), the odd one as R-17 has it."""
    upwards = (yield from R17.look()) == "up"
    lost = half_of(unit.points, upwards)
    return Outcome(PointsLeft(tidy(unit.points - lost), lost))
