"""A surface battle as an operation: its stages, in the order of SM.6.A to 6.E."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from navalassist.engine.operations import AtStage, Operation, each
from navalassist.engine.reader import View
from navalassist.systems.supermarina.combat import Battle, Stage
from navalassist.systems.supermarina.state import Side

ENGAGE, SCATTER, AVOID, STAND = "sm-engage", "sm-scatter", "sm-avoid", "sm-stand"
ORDERS, RANGE = "sm-orders", "sm-range"
TORPEDO_PLAN, FIRE_PLAN, GUNFIRE = "sm-torpedo-plan", "sm-fire-plan", "sm-gunfire"
SPECIAL_PLAN, SPECIAL_FIRE = "sm-special-plan", "sm-special-fire"
TARGETS, TORPEDOES, PARTING, RECORD = "sm-targets", "sm-torpedoes", "sm-parting", "sm-record"


def engaged(view: View, battle: Battle) -> Iterable[str]:
    """The side that was engaged."""
    return (battle.side.enemy,)


def leaver(view: View, battle: Battle) -> Iterable[str]:
    """The side that leaves."""
    return (battle.leaver,)


def nobody_runs_in(battle: Any) -> bool:
    """No ship closes to torpedo range in this round."""
    return not battle.running


def no_gun_bears(battle: Any) -> bool:
    """No ship has guns that reach so far (SM.6.C.lad)."""
    return not battle.can_fire


def nobody_launches(battle: Any) -> bool:
    """Torpedoes are launched at secondary range alone, by ships that have some left (SM.6.C.lad)."""
    return not battle.can_launch


BATTLES = Operation(
    Battle,
    AtStage(Stage.ANSWER, "Before", (STAND, SCATTER, AVOID), taps=engaged, then=(Stage.ORDERS, Stage.ENDED)),
    AtStage(Stage.ORDERS, "Range", (ORDERS,), rounds=True, then=(Stage.RANGE, Stage.TORPEDO_PLAN, Stage.PARTING)),
    AtStage(Stage.RANGE, "Range", (RANGE,), then=(Stage.TORPEDO_PLAN, Stage.PARTING)),
    AtStage(Stage.TORPEDO_PLAN, "Torpedoes declared", (TORPEDO_PLAN,), empty=nobody_launches),
    AtStage(Stage.FIRE_PLAN, "Gunfire", (FIRE_PLAN,), empty=no_gun_bears),
    AtStage(Stage.GUNFIRE, "Gunfire", (GUNFIRE,), taps=each(Side, but="fired"), empty=no_gun_bears),
    AtStage(Stage.SPECIAL_PLAN, "Run in", (SPECIAL_PLAN,), empty=nobody_runs_in),
    AtStage(Stage.SPECIAL_FIRE, "Run in", (SPECIAL_FIRE,), taps=each(Side, but="fired"), empty=nobody_runs_in),
    AtStage(Stage.TARGETS, "Torpedoes fired", (TARGETS,), empty=nobody_launches),
    AtStage(
        Stage.TORPEDOES,
        "Torpedoes fired",
        (TORPEDOES,),
        taps=each(Side, but="fired"),
        empty=nobody_launches,
        then=(Stage.ORDERS, Stage.RECORD),
    ),
    AtStage(Stage.PARTING, "After", (PARTING,), taps=leaver, then=(Stage.RECORD,)),
    AtStage(Stage.RECORD, "After", (RECORD,), taps=each(Side, but="recorded"), then=(Stage.ENDED,)),
    AtStage(Stage.ENDED, "End"),
    begins=("Engaged", (ENGAGE,)),
    lapses="the forces part",
)
