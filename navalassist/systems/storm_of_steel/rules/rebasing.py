"""GW.REFUSE.3: a re-basing fleet that nobody has stopped puts into a base, or sails on to the next sea area."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from navalassist.engine import Effect, Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now
from navalassist.engine.english import capital, does
from navalassist.engine.forms import Ask, Options
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says, key_of
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form, Key, Words
from navalassist.systems.storm_of_steel import actions, forces, movers
from navalassist.systems.storm_of_steel.actions import ACTIONS, NavalAction
from navalassist.systems.storm_of_steel.book import rule
from navalassist.systems.storm_of_steel.clock import Step
from navalassist.systems.storm_of_steel.movers import Movers
from navalassist.systems.storm_of_steel.state import Area, Base, Harbour, MaybeKey, Mission, Side, Stage

SLUG, ARRIVES = "gw-rebasing", "GW.REFUSE.3"


def ways_on(view: View) -> Options:
    """Bases, then sea areas: `base:kiel`, `area:baltic`."""
    bases = [(Base.row_of(key), words) for key, words in forces.bases(view)]
    return [*bases, *((Area.row_of(key), f"on to {words}") for key, words in forces.areas(view))]


class RebasingForm(Form):
    """What is typed when a re-basing fleet was not stopped."""

    action: str = Ask("Naval action", actions.unopposed(Mission.REBASING))
    to: str = Ask("It goes to", ways_on)
    because: Because = ""


class Rebasing(Overrulable):
    """A re-basing fleet at sea, and where it goes."""

    side: Side = Says("Whose fleet it is")
    action: NavalAction = Says("Naval action")
    movers: Movers = Says("What re-bases")
    base: Harbour | None = Says("Base that it puts into", None)
    to_area: MaybeKey = Says("Sea area that it sails on to", "", of="area")
    to_area_name: Words = Says("Its name", "", told=False)
    neighbours: Annotated[tuple[Key, ...], Field(max_length=40)] = Says("Neighbouring areas", (), told=False)
    step: Step | None = Says("Step", None, told=False)

    @model_validator(mode="after")
    def _goes_somewhere(self) -> Self:
        if (self.base is None) is not bool(self.to_area):
            raise ValueError("it goes either to a base or to a sea area")
        return self


@dataclass(frozen=True, slots=True)
class Rebased(Result):
    """Where the fleet is now."""

    to: str
    overruled: str = ""

    def summary(self, given: Rebasing) -> Summary:
        """`Mediterranean Division sails on to the Adriatic.`; `Mediterranean Division puts into Pola.`"""
        fleets = capital(movers.names_of(given.movers, given.side))
        if given.base:
            return Summary(f"{does(fleets, 'put')} into {self.to}.")
        return Summary(f"{does(fleets, 'sail')} on to the {self.to}.")


def situation(read: Reader, form: RebasingForm) -> Rebasing:
    """The fleet, and the base or the next sea area."""
    action, to = actions.action_of(read, form.action), key_of(form.to)
    sails_on = form.to == Area.row_of(to)
    return Rebasing(
        side=action.side,
        action=action,
        movers=movers.movers_of(read, action.of(action.side)),
        base=None if sails_on else movers.harbour_of(read, to),
        to_area=to if sails_on else "",
        to_area_name=read[Area.fact_of(to, "name")] if sails_on else "",
        neighbours=tuple(read[Area.fact_of(action.area, "neighbours")]),
        **read.fields("campaign:clock", "step"),
    )


def typed_to(said: Mapping[str, Any]) -> str:
    """Where a fleet goes, as the form has it, of a situation as it was recorded."""
    return Base.row_of(said["base"]["key"]) if said["base"] else Area.row_of(said["to_area"])


def why_not(order: Rebasing) -> Iterator[Refusal]:
    """A fleet that was not intercepted, or has the sea to itself again, goes to where its area leads."""
    action = order.action
    if action.mission is not Mission.REBASING:
        words = f"The mission of action {action.number} is {action.mission.label}, not re-basing."
        yield Refusal(words, ARRIVES, final=True)
    yield from ACTIONS.not_now(action, SLUG, ARRIVES, final=True)
    yield from actions.out_of_step(order.step, ARRIVES)
    if order.base is not None:
        if action.area not in order.base.areas:
            words = f"{order.base.name} does not lie on {action.sea}: the fleet sails on to the next sea area first."
            yield Refusal(words, ARRIVES)
        yield from movers.not_own(order.base, order.side, ARRIVES)
    elif order.to_area not in order.neighbours:
        yield Refusal(f"{order.to_area_name} does not border on {action.sea}.", ARRIVES)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each re-basing that nobody stops; its form begins with the base that was named."""
    for action in ACTIONS.waiting(now, SLUG):
        if action.mission is Mission.REBASING:
            yield ACTIONS.line(now, SLUG, action, to=Base.row_of(action.target))


@rule(
    SLUG,
    ARRIVES,
    "Complete a re-basing",
    form=RebasingForm,
    situation=situation,
    why_not=why_not,
    due=("*/naval-operations", "*/transport"),
    duties=duties,
    dice="none: the fleet arrives, or sails on",
    before={"to": typed_to},
)
def re_base(order: Rebasing) -> Play[Outcome[Rebased]]:
    """It lies in its base, and the action is over; or it is in the next area, where it may be intercepted again."""
    yield from ()
    return Outcome(Rebased(order.base.name if order.base else order.to_area_name), _arrives(order))


def _arrives(order: Rebasing) -> tuple[Effect, ...]:
    action = order.action
    if order.base is not None:
        return (*movers.put_into(order.movers, order.base), *actions.ended(action, f"re-based to {order.base.name}"))
    again = {"area": order.to_area, order.side.enemy.value: [], "attacker": "", "advantage": "", "order": ""}
    return (
        *movers.put_to_sea(order.movers, order.to_area, Mission.REBASING),
        *action.set(**again, fired=[], stage=Stage.MISSION),
    )
