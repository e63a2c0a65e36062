"""A surface battle as an operation: its stages, in the order of SM.6.A to 6.E."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from navalassist.engine.operations import AtStage, Operation, each
from navalassist.engine.reader import View
from navalassist.systems.supermarina.state import Battle, Range, Side, Stage

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


def is_beyond_torpedoes(battle: Any) -> bool:
    """Torpedoes are launched at secondary range alone (SM.6.C.lad)."""
    return battle.range is not Range.SECONDARY


BATTLES = Operation(
    Battle,
    AtStage(Stage.ANSWER, "Before", (STAND, SCATTER, AVOID), taps=engaged, then=(Stage.ORDERS, Stage.RECORD)),
    AtStage(Stage.ORDERS, "Range", (ORDERS,), rounds=True, then=(Stage.RANGE, Stage.TORPEDO_PLAN, Stage.PARTING)),
    AtStage(Stage.RANGE, "Range", (RANGE,), then=(Stage.TORPEDO_PLAN, Stage.PARTING)),
    AtStage(Stage.TORPEDO_PLAN, "Torpedoes declared", (TORPEDO_PLAN,), empty=is_beyond_torpedoes),
    AtStage(Stage.FIRE_PLAN, "Gunfire", (FIRE_PLAN,)),
    AtStage(Stage.GUNFIRE, "Gunfire", (GUNFIRE,), taps=each(Side, but="fired")),
    AtStage(Stage.SPECIAL_PLAN, "Run in", (SPECIAL_PLAN,), empty=nobody_runs_in),
    AtStage(Stage.SPECIAL_FIRE, "Run in", (SPECIAL_FIRE,), taps=each(Side, but="fired"), empty=nobody_runs_in),
    AtStage(Stage.TARGETS, "Torpedoes fired", (TARGETS,), empty=is_beyond_torpedoes),
    AtStage(
        Stage.TORPEDOES,
        "Torpedoes fired",
        (TORPEDOES,),
        taps=each(Side, but="fired"),
        empty=is_beyond_torpedoes,
        then=(Stage.ORDERS, Stage.RECORD),
    ),
    AtStage(Stage.PARTING, "After", (PARTING,), taps=leaver, then=(Stage.RECORD,)),
    AtStage(Stage.RECORD, "After", (RECORD,), taps=each(Side, but="recorded"), then=(Stage.ENDED,)),
    AtStage(Stage.ENDED, "End"),
    begins=("Engaged", (ENGAGE,)),
    lapses="the forces part",
)
