"""36.C.3: mines are swept: by task forces, 20 MPs a point, and by themselves in a side's initial phase."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field

from navalassist.engine import Effect, Figure, Odds, Outcome, Play, Refusal, Roller, Set, procedure
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Count, Frozen, Words
from navalassist.rules.europa.gone import Marks
from navalassist.rules.europa.mines import (
    BY_THEMSELVES,
    EDITION,
    SWEEP_MPS,
    SYSTEM,
    AtSea,
    Belt,
    mark,
    not_phasing,
    noted_as_swept,
    sweep_mark,
    swept_mark,
)
from navalassist.rules.europa.naval_units import NavalUnit, UnitKind
from navalassist.rules.europa.r36_mines import struck_by_mines
from navalassist.rules.europa.rulings_36 import R23
from navalassist.rules.europa.toll import Toll, is_gone, toll_effects, toll_figures, without_the_lost
from navalassist.rules.europa.words import Side, Step

MPS_SPENT = "Its 20 MPs stand in the strip of its group already"
# Mines further than this from every enemy-owned port go by themselves; exactly so far is within.
NEAR = 7


class Sweep(Overrulable):
    """A task force sweeps one mine point of the enemy in its hex."""

    side: Side = Field(description="Whose task force it is.")
    unit: NavalUnit = Field(description="The task force.")
    others: Count = Field(default=0, description="Other naval units that sail in its group.")
    group: AtSea = Field(description="The naval group in which it sails.")
    belt: Belt = Field(description="The enemy mines in its hex.")
    checked: bool = Field(description="It was checked for mines in this hex in this step.")
    mps_spent: bool = Field(
        default=False,
        description="Its 20 MPs stand in the strip already, spent by another task force of its group.",
    )
    points: Count = Field(default=0, description="Mine points that it has swept in this hex in this phase already.")
    swept: bool = Field(default=False, description="Its side has swept mines in this player turn already.")
    alone: bool = Field(default=False, description="So far those are only mines that went by themselves (R-72).")
    marks: Marks = Field(default=(), description="The marks on its group, which go with it.")


@dataclass(frozen=True, slots=True)
class Swept:
    """Enemy mine points in the hex before and after, and what the others did to the task force."""

    before: int
    after: int
    hex: str
    toll: Toll
    overruled: str = ""


def why_not(sweep: Sweep) -> Refusal | None:
    """A task force in an enemy minefield, in its own naval steps, once it was checked for entering or being there."""
    return unless_overruled(sweep, _forbidden(sweep))


def _forbidden(sweep: Sweep) -> Refusal | None:
    if sweep.unit.kind is not UnitKind.TASK_FORCE:
        return Refusal(f"{sweep.unit.name} is no task force.", "36.C.3")
    if not sweep.unit.current:
        return Refusal(f"{sweep.unit.name} is sunk.", "36.C.3")
    if not sweep.belt.points:
        return Refusal(f"No enemy mines lie in {sweep.belt.hex}.", "36.C.3")
    wrong = not_phasing(sweep.side, sweep.group, "36.C.3")
    if wrong := wrong or (None if sweep.mps_spent else sweep.group.refusal_of_mps(SWEEP_MPS)):
        return wrong
    if not sweep.checked:
        return Refusal("It must first be checked for the mines that it has come among.", "36.C.3")
    return _short_of_mps(sweep) if sweep.mps_spent else None


def _short_of_mps(sweep: Sweep) -> Refusal | None:
    """The strip shows fewer MPs in the hex than its points take, with this one."""
    needs, spent = (sweep.points + 1) * SWEEP_MPS, sweep.group.spent_here
    if spent >= needs:
        return None
    before = f", after {sweep.points} that {sweep.unit.name} has swept," if sweep.points else ""
    return Refusal(f"“{MPS_SPENT}”: this point{before} takes {needs} MPs spent in {sweep.belt.hex} in this phase; "
                   f"its group has spent {spent} there.", "36.C.3")  # fmt: skip


def figures(odds: Odds[Swept]) -> tuple[Figure, ...]:
    """What may be expected of the mines that are left."""
    return toll_figures(odds.map(lambda swept: swept.toll))


@procedure(
    "mines-swept",
    system=SYSTEM,
    rule="36.C.3",
    title="Sweep mines with a task force",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="1d6 a strength point, if mines are left",
    why_not=why_not,
    figures=figures,
)
def sweep_a_point(sweep: Sweep) -> Play[Outcome[Swept]]:
    """One point goes for 20 MPs; at once the task force is checked for those that are left (R-23)."""
    yield from R23.look()
    before = sweep.belt.points
    after = max(0, before - 1)
    toll = yield from struck_by_mines((sweep.unit,), after, sweep.side)
    told = Swept(before, after, str(sweep.belt.hex), toll, passed_over(sweep, _forbidden(sweep)))
    return Outcome(told, (*sweep.belt.with_points(after), *_after(sweep, toll)))


def _after(sweep: Sweep, toll: Toll) -> tuple[Effect, ...]:
    units = (sweep.unit,)
    noted = noted_as_swept(sweep.side, sweep.swept, sweep.alone)
    hits = toll_effects(units, toll)
    if not sweep.others and is_gone(units, toll):
        return (*noted, *hits, *without_the_lost(sweep.group.key, sweep.marks, units, toll))
    spent = () if sweep.mps_spent else sweep.group.spends(SWEEP_MPS)
    return (*noted, *hits, *_counted(sweep), *spent)


def _counted(sweep: Sweep) -> tuple[Effect, ...]:
    """One more point that this task force has swept here in the phase."""
    row, number = sweep_mark(sweep.unit.key, sweep.belt.hex), str(sweep.points + 1)
    if sweep.points:
        return (Set(f"{row}.note", number),)
    return (mark(row, f"task-force:{sweep.unit.key}", f"hex:{sweep.belt.hex}", number),)


class EnemyBelt(Frozen):
    """An enemy minefield as the phasing side finds it, and the ports that decide whether it stays."""

    belt: Belt = Field(description="The mines.")
    own_coast: Words = Field(
        default="", description="Why the hex is a coastal hex of their own, such as a port's name; empty if it is not."
    )
    near: Words = Field(default="", description="An enemy-owned port within 7 hexes and its distance; empty for none.")
    unknown: Words = Field(
        default="", description="Enemy-owned ports of which nobody knows whether they are; empty for none."
    )
    far: bool = Field(default=False, description="The players say that no enemy-owned port is within 7 hexes.")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a minefield goes, its paragraph, and why."""

    goes: bool
    why: str


def verdict(found: EnemyBelt) -> Verdict:
    """A coastal hex of their own, or none of the enemy's ports within 7 hexes (R-23)."""
    if found.own_coast:
        return Verdict(True, f"a coastal hex that he owns: {found.own_coast}")
    if found.near:
        return Verdict(False, f"within 7 hexes of an enemy-owned port: {found.near}")
    if found.far:
        return Verdict(True, "no enemy-owned port within 7 hexes, as you say")
    if found.unknown:
        return Verdict(False, f"not known: how far it is to {found.unknown}")
    return Verdict(True, "no enemy-owned port within 7 hexes, of the ports entered in this campaign")


class InitialSweep(Overrulable):
    """All enemy minefields, as the initial phase of a side begins."""

    side: Side = Field(description="Who sweeps.")
    player_turn: Side = Field(description="Whose player turn it is.")
    phase: Step = Field(description="The step.")
    belts: tuple[EnemyBelt, ...] = Field(default=(), description="Enemy mines, hex by hex.")
    swept: bool = Field(default=False, description="Their side has swept mines in this player turn already.")


@dataclass(frozen=True, slots=True)
class SweptAway:
    """The mine points that went, from which hexes, and those that stay."""

    points: int
    hexes: str
    stay: int
    overruled: str = ""


def why_not_initial(sweep: InitialSweep) -> Refusal | None:
    """In one's own initial phase, where anything goes."""
    return unless_overruled(sweep, _initial_forbidden(sweep))


def _initial_forbidden(sweep: InitialSweep) -> Refusal | None:
    if sweep.player_turn is not sweep.side or sweep.phase is not Step.INITIAL:
        return Refusal(f"{sweep.side.label} sweepers do this in the {sweep.side.label} initial phase.", "36.C.3")
    if not any(verdict(found).goes for found in sweep.belts):
        return Refusal("No enemy mines go by themselves now.", "36.C.3")
    return None


@procedure(
    "mines-swept-at-start",
    system=SYSTEM,
    rule="36.C.3",
    title="Sweep mines of the initial phase",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: they are taken from the map",
    why_not=why_not_initial,
)
def sweep_at_start(sweep: InitialSweep) -> Play[Outcome[SweptAway]]:
    """Enemy mines in coastal hexes of their own, and those far from every enemy-owned port, are taken away."""
    yield from R23.look()
    gone = [found.belt for found in sweep.belts if verdict(found).goes]
    points = sum(belt.points for belt in gone)
    told = SweptAway(
        points,
        ", ".join(str(belt.hex) for belt in gone),
        sum(found.belt.points for found in sweep.belts) - points,
        passed_over(sweep, _initial_forbidden(sweep)),
    )
    row, ledger = swept_mark(sweep.side), f"ledger:{sweep.side.value}"
    noted = () if sweep.swept or not gone else (mark(row, ledger, "", BY_THEMSELVES),)
    return Outcome(told, (*noted, *(effect for belt in gone for effect in belt.with_points(0))))
