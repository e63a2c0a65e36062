"""36.C.2: mine points come from naval repair points, are carried by naval units and laid; or aircraft lay them."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field

from navalassist.engine import Outcome, Play, Refusal, Roller, Set, procedure, to_plain
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Count, Key, Words
from navalassist.rules.europa.accounts import Account
from navalassist.rules.europa.items import Res
from navalassist.rules.europa.mines import EDITION, LAY_MPS, MOST_POINTS, SYSTEM, AtSea, Belt, Points, not_phasing
from navalassist.rules.europa.rulings import R39
from navalassist.rules.europa.rulings_36 import R22
from navalassist.rules.europa.words import Side, Step

FULL = f"A hex holds {MOST_POINTS} mine points of a side at most here."


class Loading(Overrulable):
    """Mine points that a naval unit takes aboard in port, from naval repair points."""

    side: Side = Field(description="Whose they are.")
    unit: Key = Field(description="Key of the naval unit; its facts are task-force:<key>.…")
    name: Words = Field(default="", description="Its name.")
    in_port: bool = Field(description="It lies in a port.")
    carried: Count = Field(default=0, description="Mine points that it carries before.")
    points: Points = Field(description="Mine points that it takes aboard.")
    cost: Res = Field(description="Naval repair points that they cost, by the rule that is not at hand (R-39).")
    account: Account = Field(description="The side's naval repair points.")


@dataclass(frozen=True, slots=True)
class Loaded:
    """Mine points aboard, before and after, and what they cost."""

    before: int
    after: int
    spent: str
    overruled: str = ""


def why_not_loaded(loading: Loading) -> Refusal | None:
    """In a port, with the naval repair points in hand."""
    return unless_overruled(loading, _loading_forbidden(loading))


def _loading_forbidden(loading: Loading) -> Refusal | None:
    if not loading.in_port:
        return Refusal("Mines are taken aboard in a port.", "36.C.2")
    if loading.carried + loading.points > MOST_POINTS:
        return Refusal(f"A unit carries {MOST_POINTS} mine points at most here.", "36.C.2")
    if loading.cost > loading.account.in_hand:
        held = to_plain(loading.account.in_hand)
        return Refusal(f"Naval repair points in hand: {held}, not {to_plain(loading.cost)}.", "36.C")
    return None


@procedure(
    "mines-loaded",
    system=SYSTEM,
    rule="36.C",
    title="Take mines aboard",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: the points and their cost are typed",
    why_not=why_not_loaded,
)
def load_mines(loading: Loading) -> Play[Outcome[Loaded]]:
    """Naval repair points become mine points aboard a unit; the rate belongs to a rule that is not at hand."""
    yield from R39.look()
    after = min(MOST_POINTS, loading.carried + loading.points)
    told = Loaded(loading.carried, after, to_plain(loading.cost), passed_over(loading, _loading_forbidden(loading)))
    aboard = Set(f"task-force:{loading.unit}.mines", after)
    return Outcome(told, (aboard, *loading.account.spent(loading.cost)))


class Laying(Overrulable):
    """A naval unit at sea lays mine points that it carries, in the hex of its group."""

    side: Side = Field(description="Whose they are.")
    unit: Key = Field(description="Key of the naval unit; its facts are task-force:<key>.…")
    name: Words = Field(default="", description="Its name.")
    carried: Count = Field(description="Mine points that it carries.")
    points: Points = Field(description="Mine points that it lays.")
    group: AtSea = Field(description="The naval group in which it sails.")
    night: bool = Field(default=False, description="The MPs are spent by night.")
    belt: Belt = Field(description="The mines of its side that lie there already.")


@dataclass(frozen=True, slots=True)
class Laid:
    """Mine points of a side in a hex, before and after."""

    before: int
    after: int
    hex: str
    mps: int = 0
    overruled: str = ""
    night: bool = False


def why_not_laid(laying: Laying) -> Refusal | None:
    """By a unit that carries so many, in its own naval steps."""
    return unless_overruled(laying, _laying_forbidden(laying))


def _laying_forbidden(laying: Laying) -> Refusal | None:
    if laying.points > laying.carried:
        return Refusal(f"It carries {laying.carried} mine points, not {laying.points}.", "36.C.2")
    if laying.belt.points + laying.points > MOST_POINTS:
        return Refusal(FULL, "36.C.2")
    dark = laying.group.refusal_of_night(laying.points * LAY_MPS) if laying.night else None
    wrong = not_phasing(laying.side, laying.group, "36.C.2") or dark
    return wrong or laying.group.refusal_of_mps(laying.points * LAY_MPS)


@procedure(
    "mines-laid",
    system=SYSTEM,
    rule="36.C.2",
    title="Lay mines",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: 5 MPs a mine point, by day or by night",
    why_not=why_not_laid,
)
def lay_mines(laying: Laying) -> Play[Outcome[Laid]]:
    """Each mine point takes 5 MPs of the group in the hex, by day or, as any movement, by night (36.A.2, R-22)."""
    if laying.night:
        yield from R22.look()
    after, mps = min(MOST_POINTS, laying.belt.points + laying.points), laying.points * LAY_MPS
    overruled = passed_over(laying, _laying_forbidden(laying))
    told = Laid(laying.belt.points, after, str(laying.belt.hex), mps, overruled, laying.night)
    left = max(0, laying.carried - laying.points)
    aboard = (Set(f"task-force:{laying.unit}.mines", left),) if left != laying.carried else ()
    return Outcome(told, (*aboard, *laying.belt.with_points(after), *laying.group.spends(mps, night=laying.night)))


class AerialMining(Overrulable):
    """Mine points that aircraft lay, by a rule that is not at hand (R-39)."""

    side: Side = Field(description="Whose aircraft they are.")
    points: Points = Field(description="Mine points that they lay, by your rules for aerial minelaying.")
    belt: Belt = Field(description="The mines of that side that lie there already.")
    phase: Step = Field(description="The step.")


def why_not_from_the_air(mining: AerialMining) -> Refusal | None:
    """In the air step."""
    return unless_overruled(mining, _air_forbidden(mining))


def _air_forbidden(mining: AerialMining) -> Refusal | None:
    if mining.phase is not Step.AIR:
        return Refusal("Aircraft lay mines in the air step.", "36.C.2")
    return Refusal(FULL, "36.C.2") if mining.belt.points + mining.points > MOST_POINTS else None


@procedure(
    "mines-laid-by-air",
    system=SYSTEM,
    rule="36.C.2",
    title="Lay mines from the air",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: the points are typed",
    why_not=why_not_from_the_air,
)
def lay_from_the_air(mining: AerialMining) -> Play[Outcome[Laid]]:
    """The rule of the air mission is not at hand: what it gives is typed, and only its mines are kept."""
    yield from R39.look()
    after = min(MOST_POINTS, mining.belt.points + mining.points)
    told = Laid(mining.belt.points, after, str(mining.belt.hex), 0, passed_over(mining, _air_forbidden(mining)))
    return Outcome(told, mining.belt.with_points(after))
