"""GW.CONTACT.D and .A: the side with the advantage refuses combat or fires first. GW.REFUSE.1: refusing ends it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.english import the_side
from navalassist.engine.forms import Ask
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form
from navalassist.systems.storm_of_steel.actions import ACTIONS, NavalAction, action_of
from navalassist.systems.storm_of_steel.book import rule
from navalassist.systems.storm_of_steel.state import Side, Stage, combat_strength

CONTACT = "GW.CONTACT"
SLUG = "gw-decision"


class Choice(StrEnum):
    """What the side with the advantage does."""

    FIRE_FIRST = "fire-first"
    REFUSE = "refuse"

    @property
    def label(self) -> str:
        """As a form calls it."""
        return "fire first" if self is Choice.FIRE_FIRST else "refuse combat and withdraw"


DONE = {Choice.FIRE_FIRST: "fires first", Choice.REFUSE: "refuses combat"}


class DecisionForm(Form):
    """What is typed by the side with the advantage."""

    action: str = Ask("Naval action", ACTIONS.choices(SLUG))
    choice: Choice = Ask("The side with the advantage will")
    because: Because = ""


class Decision(Overrulable):
    """A side with the advantage, and what it chooses."""

    side: Side = Says("Side with the advantage")
    action: NavalAction = Says("Naval action")
    choice: Choice = Says("Decision")


@dataclass(frozen=True, slots=True)
class Decided(Result):
    """What was decided, in words."""

    choice: str
    overruled: str = ""

    def summary(self, given: Decision) -> Summary:
        """`The Central Powers refuse combat in the Ionian Sea.`"""
        verb, rest = ("fire", "first") if given.choice is Choice.FIRE_FIRST else ("refuse", "combat")
        return Summary(f"{the_side(given.side, verb)} {rest} in the {given.action.sea}.")


def situation(read: Reader, form: DecisionForm) -> Decision:
    """The action and the choice; the side is the one with the advantage."""
    action = action_of(read, form.action)
    return Decision(side=action.advantage or action.side, action=action, choice=form.choice)


def why_not(decision: Decision) -> Iterator[Refusal]:
    """The side with the advantage, once; to fire it needs combat strength."""
    action, side = decision.action, decision.side
    yield from ACTIONS.not_now(action, SLUG, CONTACT, final=True)
    if action.advantage != side:
        words = f"The {side.label} side does not have the advantage in action {action.number}."
        yield Refusal(words, CONTACT, final=True)
    if decision.choice is Choice.FIRE_FIRST and not combat_strength(action.of(side)):
        yield Refusal(f"The {side.label} fleet has no combat strength to fire with.", "GW.COMBAT")


@rule(
    SLUG,
    CONTACT,
    "Refuse combat or fire first",
    form=DecisionForm,
    situation=situation,
    why_not=why_not,
    due=("*/naval-operations", "*/transport"),
    listed="The side with the advantage refuses or fires first",
    duties=ACTIONS.lines(SLUG),
    dice="none: the side with the advantage decides",
)
def decide(decision: Decision) -> Play[Outcome[Decided]]:
    """Refusing means that nobody fires and that the side must withdraw; else it fires first."""
    yield from ()
    told = Decided(DONE[decision.choice])
    if decision.choice is Choice.REFUSE:
        return Outcome(told, decision.action.set(stage=Stage.WITHDRAW))
    return Outcome(told, decision.action.set(order=decision.side, stage=Stage.FIRE))
