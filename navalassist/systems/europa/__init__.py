"""The Europa rule system: rules 33 and 36 joined to the campaign. Importing it registers the system with play."""

from collections.abc import Mapping
from typing import Any

from navalassist.engine import Effect
from navalassist.play.systems import Moment, Names, System, register_system
from navalassist.rules.europa import RULINGS
from navalassist.rules.europa import upkeep as calendar
from navalassist.rules.europa.clock import Moment as EuropaMoment
from navalassist.rules.europa.clock import next_step, turn_title
from navalassist.rules.europa.words import Side, Step
from navalassist.systems.europa import doors as doors
from navalassist.systems.europa import sailing_duties as sailing_duties
from navalassist.systems.europa import situations as situations
from navalassist.systems.europa.air import missions_over
from navalassist.systems.europa.board import roster
from navalassist.systems.europa.doors import DOORS


def next_moment(now: Moment) -> Moment:
    """What comes after a step."""
    turn, player_turn, step = next_step(now.turn, now.player_turn, now.step)
    return Moment(turn, player_turn.value, step.value)


def upkeep(before: Moment, after: Moment) -> tuple[Effect, ...]:
    """What the calendar itself changes at sea."""
    return calendar.upkeep(_at_sea(before), _at_sea(after))


def step_over(values: Mapping[str, Any], ending: Moment) -> tuple[Effect, ...]:
    """What rows go through when a step ends: naval missions of air units are over (33.C).

    With a turn, what the shipments did that are cleared away goes into the transport roster.
    """
    over = missions_over(values, ending.step)
    return (*over, *roster.cleared(values, ending.turn)) if next_moment(ending).turn != ending.turn else over


def _at_sea(moment: Moment) -> EuropaMoment:
    return EuropaMoment(moment.turn, Side(moment.player_turn), Step(moment.step))


def tap(player_turn: str, step: str) -> str:
    """Whose tap it is, in words."""
    side, here = Side(player_turn), Step(step)
    if here.is_naval:
        return f"{side.label} sails; the {side.enemy.label} seat rolls contact"
    return f"{side.label} player turn"


EUROPA = register_system(
    System(
        key="europa",
        title="Europa, rules 33 and 36",
        rulings=RULINGS,
        next_moment=next_moment,
        upkeep=upkeep,
        step_over=step_over,
        situations=DOORS.situations,
        forms=DOORS.forms,
        bases=DOORS.bases,
        duties=DOORS.duties,
        endings=DOORS.endings,
        names=Names(turn=turn_title, step=lambda step: Step(step).label, tap=tap),
    )
)
