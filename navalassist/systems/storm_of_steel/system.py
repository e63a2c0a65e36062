"""The Great War system: the Storm of Steel naval tables joined to the campaign. Importing it registers it with play.

Both sides see everything: the tables know no spotting and nothing that is hidden, so that no campaign is closed.
"""

from navalassist.engine.duties import Moment
from navalassist.play.systems import Demo, Names, System, register_system
from navalassist.systems.storm_of_steel.actions import ACTIONS
from navalassist.systems.storm_of_steel.book import RULES, SYSTEM
from navalassist.systems.storm_of_steel.clock import (
    QUARTER_PATTERN,
    TURN_PATTERN,
    Step,
    next_step,
    quarter_title,
    turn_title,
)
from navalassist.systems.storm_of_steel.conditions import LEDGERS
from navalassist.systems.storm_of_steel.ends import step_over
from navalassist.systems.storm_of_steel.places import places
from navalassist.systems.storm_of_steel.rules import RULINGS
from navalassist.systems.storm_of_steel.scenarios import SCENARIOS
from navalassist.systems.storm_of_steel.setup import DEMO_ABOUT, DEMO_SLUG, begin_demo
from navalassist.systems.storm_of_steel.state import Area, Side
from navalassist.systems.storm_of_steel.topics import TOPICS
from navalassist.systems.storm_of_steel.turn import TURN


def next_moment(now: Moment) -> Moment:
    """What comes after a step."""
    turn, player_turn, step = next_step(now.turn, now.player_turn, now.step)
    return Moment(turn, player_turn.value, step.value)


def tap(player_turn: str, step: str) -> str:
    """Whose tap it is, in words."""
    side = Side(player_turn)
    if step == Step.NAVAL_OPERATIONS:
        return f"{side.label} fleets put to sea; the {side.enemy.label} seat intercepts"
    return f"{side.label} player turn"


# Places that do not fit stop the start, not an evening in its middle.
places()

STORM_OF_STEEL = register_system(
    System(
        key=SYSTEM,
        title="Great War at sea, Storm of Steel tables",
        long_title="Storm of Steel, Great War tables",
        plays="put to sea, be intercepted, fight, shell a coast; commerce war and supply",
        turn=TURN,
        topics=TOPICS,
        demos=(Demo(DEMO_SLUG, DEMO_ABOUT, begin_demo),),
        scenarios=SCENARIOS,
        rulings=(*RULINGS, *RULES.houses),
        next_moment=next_moment,
        # Up to 0.6.0 naval actions outlasted the step in which they were begun.
        edition="2",
        step_over=step_over,
        operations=(ACTIONS,),
        ledgers=LEDGERS,
        **RULES.parts,
        names=Names(
            turn=turn_title,
            key=lambda key: quarter_title(key) if "Q" in key else turn_title(key),
            turn_keys=f"{QUARTER_PATTERN}|{TURN_PATTERN}",
            step=lambda step: Step(step).label,
            tap=tap,
            side=lambda side: Side(side).label,
        ),
        sides=tuple(side.value for side in Side),
        place=Area.KIND,
    )
)
