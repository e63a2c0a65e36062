"""The Europa rule system: rules 33 and 36 joined to the campaign. Importing it registers the system with play."""

from collections.abc import Iterable, Mapping
from typing import Any

from navalassist.engine import Effect, Remove
from navalassist.engine.duties import Moment
from navalassist.engine.ledgers import Ledger
from navalassist.play.systems import Demo, Names, System, register_system
from navalassist.rules.europa import RULINGS
from navalassist.rules.europa import upkeep as calendar
from navalassist.rules.europa.clock import Moment as EuropaMoment
from navalassist.rules.europa.clock import next_step, turn_title
from navalassist.rules.europa.topics import TOPICS
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import ShipmentState, Side, Step
from navalassist.systems.europa import doors as doors
from navalassist.systems.europa import sailing_duties as sailing_duties
from navalassist.systems.europa import situations as situations
from navalassist.systems.europa.aboard import aboard_mark
from navalassist.systems.europa.air import missions_over
from navalassist.systems.europa.board import roster
from navalassist.systems.europa.closed import SHOWN_BY_PART, belongs_to, is_closed, old_sightings
from navalassist.systems.europa.danger import border_moves
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.old_rows import old_shipments
from navalassist.systems.europa.scenarios import SCENARIOS
from navalassist.systems.europa.sea import WEATHER
from navalassist.systems.europa.setup import DEMO_ABOUT, DEMO_SLUG, begin_demo
from navalassist.systems.europa.upkeep import MOST_POINTS


def next_moment(now: Moment) -> Moment:
    """What comes after a step."""
    turn, player_turn, step = next_step(now.turn, now.player_turn, now.step)
    return Moment(turn, player_turn.value, step.value)


def without_combat(now: Moment) -> Moment:
    """What came after a step up to 0.3.0, when turns had no combat step."""
    after = next_moment(now)
    return next_moment(after) if after.step == "combat" else after


def upkeep(before: Moment, after: Moment) -> tuple[Effect, ...]:
    """What the calendar itself changes at sea."""
    return calendar.upkeep(_at_sea(before), _at_sea(after))


def step_over(values: Mapping[str, Any], ending: Moment) -> tuple[Effect, ...]:
    """What rows go through when a step ends: naval missions of air units are over (33.C).

    With a turn, shipments whose voyage is over are cleared away, what they did goes into the transport roster, and old
    sightings go.
    """
    over = part_over(values, ending)
    if next_moment(ending).turn == ending.turn:
        return over
    gone = old_shipments(values, ending.turn)
    aboard = (mark for row in gone if f"{(mark := aboard_mark(row.partition(':')[2]))}.kind" in values)
    over = (*map(Remove, (*gone, *aboard)), *over, *border_moves(values))
    return (*over, *roster.cleared(values, ending.turn), *old_sightings(values, ending.turn))


def cleared_again(values: Mapping[str, Any], rows: Mapping[str, Mapping[str, Any]]) -> tuple[Effect, ...]:
    """Voyages of earlier turns that were corrected leave the board again, and the roster gets the difference."""
    return (*map(Remove, rows), *roster.cleared_again(values, rows))


def stays(values: Mapping[str, Any], rows: Iterable[str]) -> list[str]:
    """Voyages that sail on, as they were corrected: their cargo is at sea, and the rest of the way is still to come."""
    return sorted(row for row in rows if values[f"{row}.state"] == ShipmentState.AT_SEA)


def part_over(values: Mapping[str, Any], ending: Moment) -> tuple[Effect, ...]:
    """What rows go through when a naval step ends: the missions that were flown in it are over (R-61)."""
    return missions_over(values, ending.step)


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
        long_title="Europa, naval rules 33 and 36",
        plays="convoys, Malta, mines and fleets, in the Mediterranean, the Red Sea and northern waters",
        turn=TURN,
        topics=TOPICS,
        demos=(Demo(DEMO_SLUG, DEMO_ABOUT, begin_demo),),
        scenarios=SCENARIOS,
        rulings=RULINGS,
        weather=WEATHER,
        ledgers=(
            Ledger("vp", "Victory points", "ledger:{side}.vp", low=-MOST_POINTS, high=MOST_POINTS, by_hand=False),
        ),
        next_moment=next_moment,
        earlier=(without_combat,),
        upkeep=upkeep,
        step_over=step_over,
        cleared_again=cleared_again,
        stays=stays,
        parts=frozenset(step.key for step in TURN.step if step.parts),
        part_life="naval-step",
        part_over=part_over,
        situations=DOORS.situations,
        forms=DOORS.forms,
        bases=DOORS.bases,
        duties=DOORS.duties,
        endings=DOORS.endings,
        showers=DOORS.showers,
        tellers=DOORS.tellers,
        belongs_to=belongs_to,
        shown_by_part=SHOWN_BY_PART,
        is_closed=is_closed,
        names=Names(
            turn=turn_title,
            turn_keys=r"\d{4}-\d{2}-[12]",
            step=lambda step: Step(step).label,
            tap=tap,
            part="naval step {}".format,
        ),
        sides=("axis", "allied"),
        reasons={"wrong-cargo": "wrong cargo"},
        place="zone",
    )
)
