"""What the missions of a naval action share: when one may be carried out."""

from __future__ import annotations

from navalassist.engine import Refusal
from navalassist.systems.storm_of_steel.actions import NavalAction
from navalassist.systems.storm_of_steel.clock import Step
from navalassist.systems.storm_of_steel.state import Mission, Stage


def out_of_step(step: Step | None, rule: str) -> Refusal | None:
    """Missions are intercepted and carried out in steps of naval operations (R-74). step: None where nobody asks."""
    if step is None or step is Step.NAVAL_OPERATIONS:
        return None
    return Refusal(f"It is done in a step of {Step.NAVAL_OPERATIONS.label.lower()} (R-74).", rule)


def mission_refused(action: NavalAction | None, mission: Mission, rule: str) -> Refusal | None:
    """Why this mission is not carried out now; None where it is: as the last step of an action that nobody stopped."""
    if action is None:
        words = f"send a fleet on a {mission.label} mission first, which the enemy may intercept"
        return Refusal(f"No naval action is named: {words}.", rule)
    if action.mission is not mission:
        return Refusal(f"The mission of action {action.number} is {action.mission.label}.", rule)
    return at_stage(action, rule, Stage.UNOPPOSED)


def at_stage(action: NavalAction, rule: str, *stages: Stage) -> Refusal | None:
    """Why this step is not what comes next; None where it is."""
    if action.stage in stages:
        return None
    return Refusal(f"Action {action.number} {action.stage.label}.", rule)
