"""After the gunfire each side may say that it stays; once both have, the mission goes on (R-87)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.english import capital, the_side
from navalassist.engine.forms import Ask, FormErrors
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form
from navalassist.systems.storm_of_steel import actions
from navalassist.systems.storm_of_steel.actions import ACTIONS, NavalAction
from navalassist.systems.storm_of_steel.book import rule
from navalassist.systems.storm_of_steel.forces import sides
from navalassist.systems.storm_of_steel.marks import mark, stays_mark, unsaid
from navalassist.systems.storm_of_steel.rulings import R33, R75, R87, R89, R90
from navalassist.systems.storm_of_steel.state import Side, Stage

GOES_ON = "GW.REFUSE.3"
STAY = "gw-fleets-stay"
# Characters in which an action says how it ended.
LONGEST = 200
BOTH_STAY = "both fleets stay"
OPEN = [stage for stage in Stage if stage is not Stage.ENDED]
# Of a mission that nobody has met there is nothing to say: it is carried out, or given up.
MET = [stage for stage in OPEN if stage not in (Stage.MISSION, Stage.UNOPPOSED)]


class StayForm(Form):
    """What is typed when a side does not withdraw, or gives up its part."""

    action: str = Ask("Naval action", ACTIONS.listed(*OPEN), shown=ACTIONS.listed(*MET))
    who: str = Ask(
        "Who stays",
        sides,
        none="the side whose part comes next",
        help="Each side says so for itself; after both have, the mission goes on.",
    )
    because: Because = ""


class Staying(Overrulable):
    """A side that does not withdraw from a naval action, or gives up its part in it."""

    side: Side = Says("Side that stays")
    action: NavalAction = Says("Naval action")
    stays: tuple[Side, ...] = Says("Sides that have said so", (), told=False)


@dataclass(frozen=True, slots=True)
class Stayed(Result):
    """The side that has said so, and what comes next."""

    stays: str
    next: str
    overruled: str = ""

    def summary(self, given: Staying) -> Summary:
        """`The Allies stay in the Western Approaches.`"""
        words = f"{the_side(given.side, 'stay')} in the {given.action.sea}."
        return Summary(words, notes=(capital(self.next),))


def situation(read: Reader, form: StayForm) -> Staying:
    """The action, the side, and who has said so before: whose part comes next is then the enemy of that side."""
    action = actions.action_of(read, form.action)
    said = actions.staying(read, action.key)
    if not form.who and action.stage is Stage.AFTER and not said:
        raise FormErrors({"who": "either side may stay: choose which"})
    following = said[0].enemy if said else actions.tap_of(action) or action.side
    return Staying(side=Side(form.who or following), action=action, stays=said)


def why_not(part: Staying) -> Iterator[Refusal]:
    """After the gunfire, once a side. A side whose part comes next may give it up with a reason, and no other."""
    action, side = part.action, part.side
    if action.is_deserted:
        return
    if action.stage is not Stage.AFTER:
        its_own = action.stage is not Stage.ENDED and actions.tap_of(action) == side
        yield from ACTIONS.not_now(action, STAY, GOES_ON, final=not its_own)
    elif side in part.stays:
        words = f"The {side.label} side has said already that it stays in action {action.number}."
        yield Refusal(words, GOES_ON, final=True)


@rule(
    STAY,
    GOES_ON,
    "Stay in the area",
    form=StayForm,
    situation=situation,
    why_not=why_not,
    dice="none: a side does not withdraw",
    before={"who": "side"},
)
def stay(part: Staying) -> Play[Outcome[Stayed]]:
    """Once both sides have said so the mission goes on (R-87); another exchange is another action (R-75)."""
    action, side = part.action, part.side
    if action.is_deserted:
        yield from R89.look()
        yield from R33.look()
        goes_on_alone = (*unsaid(action, part.stays), *actions.left_alone(action))
        return Outcome(Stayed(side.label, "the side that is left goes on"), goes_on_alone)
    yield from R75.look()
    yield from R87.look()
    yield from R90.look()
    if action.stage is not Stage.AFTER:
        # The side whose mission it is ends the action; its enemy ends no more than its own part in it.
        words = f"ended: {part.because.strip()}"[:LONGEST]
        over = actions.ended(action, words) if side is action.side else actions.goes_on(action, words)
        return Outcome(Stayed(side.label, "the side gives up its part"), over)
    if side.enemy not in part.stays:
        said = mark(stays_mark(action.key, side), action.row)
        return Outcome(Stayed(side.label, f"waits for the {side.enemy.label} side"), (said,))
    nobody_leaves = (*unsaid(action, part.stays), *actions.goes_on(action, BOTH_STAY))
    return Outcome(Stayed(side.label, BOTH_STAY), nobody_leaves)
