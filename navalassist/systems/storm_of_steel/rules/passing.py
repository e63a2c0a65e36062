"""A mission is let pass by the enemy, or given up by its own side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now
from navalassist.engine.english import the_side
from navalassist.engine.forms import Ask
from navalassist.engine.reader import Reader
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form, Frozen
from navalassist.systems.storm_of_steel import actions
from navalassist.systems.storm_of_steel.actions import ACTIONS, NavalAction
from navalassist.systems.storm_of_steel.book import RULES, rule
from navalassist.systems.storm_of_steel.rulings import R52, R90
from navalassist.systems.storm_of_steel.state import Action, Side, Stage

LET_PASS, GIVE_UP = "gw-let-pass", "gw-give-up"
INT = "GW.INT"


class PassForm(Form):
    """What is typed when nobody intercepts."""

    action: str = Ask("Naval action", ACTIONS.choices(LET_PASS))


class LetPass(Frozen):
    """A side does not try to intercept a mission of its enemy."""

    side: Side = Says("Who lets it pass")
    action: NavalAction = Says("Enemy mission")


@dataclass(frozen=True, slots=True)
class Passed(Result):
    """What comes next."""

    next: str

    def summary(self, given: LetPass) -> Summary:
        """`The Allies let action 1 in the Western Approaches pass.`"""
        return Summary(f"{the_side(given.side, 'let')} action {given.action.number} in the {given.action.sea} pass.")


def let_pass_situation(read: Reader, form: PassForm) -> LetPass:
    """The enemy mission."""
    action = actions.action_of(read, form.action)
    return LetPass(side=action.side.enemy, action=action)


def why_not_pass(passing: LetPass) -> Iterator[Refusal]:
    """A mission of the enemy that may still be intercepted."""
    if passing.action.side is passing.side:
        yield Refusal(f"It is a mission of the {passing.side.label} side itself.", INT)
    yield from ACTIONS.not_now(passing.action, LET_PASS, INT)


@rule(
    LET_PASS,
    INT,
    "Let a mission pass",
    form=PassForm,
    situation=let_pass_situation,
    why_not=why_not_pass,
    may="*/naval-operations",
    duties=ACTIONS.lines(LET_PASS, "Let it pass", may=True),
    dice="none: nobody intercepts",
)
def let_pass(passing: LetPass) -> Play[Outcome[Passed]]:
    """Nobody intercepts: the mission is carried out."""
    yield from R52.look()
    return Outcome(Passed(Stage.UNOPPOSED.label), passing.action.set(stage=Stage.UNOPPOSED))


class GiveUpForm(Form):
    """What is typed when a mission is given up."""

    action: str = Ask("Naval action", ACTIONS.choices(GIVE_UP))


class GiveUp(Frozen):
    """A side gives up its own mission."""

    side: Side = Says("Whose mission it is")
    action: NavalAction = Says("Mission")


@dataclass(frozen=True, slots=True)
class GivenUp(Result):
    """What becomes of the fleet."""

    fleet: str

    def summary(self, given: GiveUp) -> Summary:
        """`The Central Powers give up action 12; the fleet is at sea in Western Approaches.`"""
        return Summary(f"{the_side(given.side, 'give')} up action {given.action.number}; the fleet is {self.fleet}.")


def give_up_situation(read: Reader, form: GiveUpForm) -> GiveUp:
    """The mission, which is its own side's to give up."""
    action = actions.action_of(read, form.action)
    return GiveUp(side=action.side, action=action)


def why_not_give_up(giving: GiveUp) -> Iterator[Refusal]:
    """While it may still be intercepted, or waits to be carried out."""
    if giving.action.side is not giving.side:
        yield Refusal(f"It is no mission of the {giving.side.label} side.", INT)
    yield from ACTIONS.not_now(giving.action, GIVE_UP, INT)


def may_give_up(now: Now) -> Iterator[Duty]:
    """A line for each mission that may still be intercepted, or waits to be carried out."""
    for action in ACTIONS.waiting(now, GIVE_UP):
        yield ACTIONS.line(now, GIVE_UP, action, "Give the mission up", seat=action.side, may=True)


@rule(
    GIVE_UP,
    "GW.REFUSE.3",
    "Give a mission up",
    form=GiveUpForm,
    situation=give_up_situation,
    why_not=why_not_give_up,
    may=("*/naval-operations", "*/transport"),
    duties=may_give_up,
    dice="none: nothing is carried out",
)
def give_up(giving: GiveUp) -> Play[Outcome[GivenUp]]:
    """It may be completed, and need not be: the fleet stays at sea, as one whose mission is done (R-90)."""
    yield from R90.look()
    action = giving.action
    return Outcome(GivenUp(f"at sea in {action.sea}"), actions.ended(action, "the mission was given up"))


RULES.ends(f"{Action.KIND}.ends", "a naval action is over: {}".format, R90.number)
