"""36.C.3, table 1: enemy mines in danger zones that a side exerts are swept on the Success Table, point by point."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from pydantic import Field

from navalassist.engine import (
    Effect,
    Figure,
    Odds,
    Outcome,
    Play,
    Refusal,
    Remove,
    Roller,
    Sub,
    TableKey,
    Tally,
    Term,
    call,
    procedure,
    to_plain,
)
from navalassist.engine.overruled import Overrulable, overruled, passed_over, unless_overruled
from navalassist.engine.shapes import Count, Ticks, Words
from navalassist.rules.europa.accounts import Account
from navalassist.rules.europa.mines import EASIER, EDITION, SYSTEM, Belt, hex_key, mark, noted_as_swept
from navalassist.rules.europa.rulings_36 import R43, R46, R72
from navalassist.rules.europa.sea_state import SeaState, refusal_of_sea
from navalassist.rules.europa.success import Success, success
from navalassist.rules.europa.words import Side

RULE = "36.C.3"
POINT: TableKey[bool] = TableKey("europa/36-zone-sweeping", lambda cell: cell == "swept")
COST: TableKey[Decimal] = TableKey("europa/36-zone-sweeping", Decimal)
NUMBERS: TableKey[int] = TableKey("europa/36-zone-sweeping", int)


def easier_mark(side: Side, belt: Belt) -> str:
    """The mark of a Great Success: the next roll in the hex has +1."""
    return f"mark:{EASIER}/{side.value}/{hex_key(belt.hex)}"


class ZoneSweep(Overrulable):
    """One mine point of the enemy in a danger zone that the sweeping side exerts."""

    side: Side = Field(description="Who sweeps.")
    belt: Belt = Field(description="The enemy mines.")
    player_turn: Side = Field(description="Whose player turn it is.")
    exerted: bool | None = Field(
        default=None, description="The hex lies in a danger zone that this side exerts; left out: not known."
    )
    zone_why: Words = Field(default="", description="Why it does, or does not.")
    sea: SeaState = Field(description="How the sea is.")
    sea_kept: SeaState | None = Field(default=None, description="The state that is kept of the sea; left out: none.")
    cap: bool = Field(default=False, description="A friendly CAP mission was flown in the hex.")
    coast_defence: Count = Field(default=0, description="Levels of unsuppressed enemy coast defence in the hex.")
    easier: bool = Field(default=False, description="The last point rolled for in the hex was a Great Success.")
    swept: bool = Field(default=False, description="This side has swept mines in this player turn.")
    alone: bool = Field(default=False, description="Only mines have gone by themselves, which do not let it (R-72).")
    account: Account = Field(description="The side's naval repair points.")
    ticks: Ticks = Field(default=(), description="Lines of table 1 that no rule sees, and that were ticked.")


@dataclass(frozen=True, slots=True)
class ZoneSwept:
    """What the Success Table gave: whether the point went, and the naval repair points that it cost."""

    result: Success
    swept: bool
    spent: str
    left: int
    balance: str
    overruled: str = ""


def why_not(sweep: ZoneSweep) -> Refusal | None:
    """In a player turn in which they sweep, in their own danger zone, unless a deficit of sweeping bars it (R-46)."""
    return unless_overruled(sweep, _forbidden(sweep))


def _forbidden(sweep: ZoneSweep) -> Refusal | None:
    if not sweep.belt.points:
        return Refusal(f"No enemy mines lie in {sweep.belt.hex}.", RULE)
    if sweep.player_turn is not sweep.side:
        return Refusal(f"The {sweep.side.label} side sweeps in its own player turn.", RULE)
    if sweep.account.sweeping:
        owed = to_plain(sweep.account.sweeping)
        return Refusal(f"Sweeping has made a deficit of {owed} NRPs: it is barred until that is paid.", RULE)
    if sweep.alone:
        return Refusal("Only mines that went by themselves were swept in this player turn, no task force's.", RULE)
    if not sweep.swept:
        return Refusal("This is for a turn in which he sweeps mines, and none were swept in this player turn.", RULE)
    if not sweep.exerted:
        reason = sweep.zone_why or ("it is not known" if sweep.exerted is None else "it is no such hex")
        return Refusal(f"{sweep.belt.hex} must lie in a danger zone that he exerts: {reason}.", RULE)
    return refusal_of_sea(sweep.sea, sweep.sea_kept, RULE)


def modifiers(sweep: ZoneSweep) -> Play[Tally]:
    """What is added to the die, with what the book would have forbidden."""
    pairs, coast = sweep.coast_defence // 2, f"Levels of enemy coast defence, by full pairs: {sweep.coast_defence}"
    lines = [
        ("no-cap", "No friendly CAP was flown in the hex", 0 if sweep.cap else 1, None),
        ("coast-defence", coast, pairs, R43.number),
        *((sea.value, f"{sea.label.capitalize()} seas", int(sweep.sea is sea), R43.number) for sea in SeaState),
        ("after-great-success", "The last point of this hex was a Great Success", int(sweep.easier), None),
    ]
    seen = {row: Term(RULE, text, max(1, times), times > 0, ruling) for row, text, times, ruling in lines}
    terms = yield from NUMBERS.modifiers(seen, sweep.ticks)
    return Tally((*terms.values(), *overruled(sweep, _forbidden(sweep))))


def figures(odds: Odds[ZoneSwept]) -> tuple[Figure, ...]:
    """The chance that the point goes, and what it may cost."""
    return (
        Figure("swept", "The point is swept", odds.chance(lambda found: found.swept)),
        Figure("nrp", "Expected cost", odds.expect(lambda found: Fraction(found.spent)), "NRP"),
    )


@procedure(
    "mines-swept-in-zone",
    system=SYSTEM,
    rule=RULE,
    title="Sweep mines in a danger zone",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="1d6 on the Success Table",
    why_not=why_not,
    figures=figures,
)
def sweep_in_zone(sweep: ZoneSweep) -> Play[Outcome[ZoneSwept]]:
    """One die on the Success Table for each mine point; what it costs may leave a deficit."""
    yield from R72.look()
    yield from R43.look()
    yield from R46.look()
    tally = yield from Sub("modifiers", call(modifiers, sweep))
    result = yield from success(tally, sweep.side.value, f"a mine point in {sweep.belt.hex}")
    goes = yield from POINT.look(row=result.value, column="point", key="point")
    cost = yield from COST.look(row=result.value, column="nrp", key="cost")
    left = max(0, sweep.belt.points - goes)
    forbidden = passed_over(sweep, _forbidden(sweep))
    told = ZoneSwept(result, goes, to_plain(cost), left, to_plain(sweep.account.before - cost), forbidden)
    paid = sweep.account.spent(cost, sweeping=True)
    return Outcome(told, (*_of_the_hex(sweep, result, left), *paid))


def _of_the_hex(sweep: ZoneSweep, result: Success, left: int) -> tuple[Effect, ...]:
    """The points, the +1 for the next of them, and that their side has swept."""
    row, great = easier_mark(sweep.side, sweep.belt), result is Success.GREAT_SUCCESS
    ledger = f"ledger:{sweep.side.value}"
    keeps = great and left > 0
    eased: tuple[Effect, ...] = ()
    if keeps != sweep.easier:
        eased = (mark(row, ledger, f"hex:{sweep.belt.hex}"),) if keeps else (Remove(row),)
    return (*sweep.belt.with_points(left), *eased, *noted_as_swept(sweep.side, sweep.swept))
