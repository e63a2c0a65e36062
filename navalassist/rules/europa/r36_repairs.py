"""NRPs mend hits: never on a carrier group in play (36.F.2), never above a half-strength side (36.F.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from navalassist.engine import Outcome, Play, Refusal, Roller, Set, procedure, to_plain
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.rules.europa.accounts import Account
from navalassist.rules.europa.items import Res
from navalassist.rules.europa.mines import EDITION, SYSTEM
from navalassist.rules.europa.naval_units import NavalUnit, UnitKind
from navalassist.rules.europa.rulings import R39
from navalassist.rules.europa.words import Side


class NavalRepair(Overrulable):
    """Naval repair points that mend hits on a naval unit, at the rate of a rule that is not at hand (R-39)."""

    side: Side = Field(description="Whose unit it is.")
    unit: NavalUnit = Field(description="The naval unit, as it stands.")
    hits: Annotated[int, Field(ge=1, le=99, strict=True)] = Field(description="Hits that are mended.")
    cost: Res = Field(description="Naval repair points that this costs, by the players' own rules.")
    account: Account = Field(description="The side's naval repair points.")


@dataclass(frozen=True, slots=True)
class Mended:
    """Strength before and after, and the points spent on it."""

    before: int
    after: int
    spent: str
    overruled: str = ""


def why_not(repair: NavalRepair) -> Refusal | None:
    """Hits that are there, on a unit that may be mended, with points in hand."""
    unit = repair.unit
    if unit.sunk:
        return Refusal(f"{unit.name} is sunk.", "36.F.3")
    if repair.hits > unit.hits:
        side = "its half-strength side is up for good, and it " if unit.flipped else ""
        return Refusal(f"{unit.name}: {side}has {unit.hits} hits to mend, not {repair.hits}.", "36.F.3")
    return unless_overruled(repair, _forbidden(repair))


def _forbidden(repair: NavalRepair) -> Refusal | None:
    if repair.unit.kind is UnitKind.CARRIER:
        return Refusal(f"{repair.unit.name} is not mended while it is in play: it pays as it withdraws.", "36.F.2")
    if repair.cost > repair.account.in_hand:
        held = to_plain(repair.account.in_hand)
        return Refusal(f"Naval repair points in hand: {held}, not {to_plain(repair.cost)}.", "36.F.2")
    return None


@procedure(
    "naval-repair",
    system=SYSTEM,
    rule="36.F.3",
    title="Mend a naval unit",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: the hits and their cost are typed",
    why_not=why_not,
)
def mend(repair: NavalRepair) -> Play[Outcome[Mended]]:
    """Hits go, up to what the side that is up prints; the points leave the account."""
    yield from R39.look()
    unit = repair.unit
    left = max(0, unit.hits - repair.hits)
    after = unit.model_copy(update={"hits": left})
    told = Mended(unit.current, after.current, to_plain(repair.cost), passed_over(repair, _forbidden(repair)))
    hits = (Set(f"task-force:{unit.key}.hits", left),) if left != unit.hits else ()
    return Outcome(told, (*hits, *repair.account.spent(repair.cost)))
