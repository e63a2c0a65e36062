"""GW.REFUSE: a force withdraws to a base; the side that remains completes its mission, or goes home and dominates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import EITHER, Duty, Now
from navalassist.engine.english import capital, does, side_of
from navalassist.engine.forms import Ask, FormErrors
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form, Key
from navalassist.systems.storm_of_steel import actions
from navalassist.systems.storm_of_steel.actions import ACTIONS, NavalAction
from navalassist.systems.storm_of_steel.book import rule
from navalassist.systems.storm_of_steel.forces import bases_on, sides
from navalassist.systems.storm_of_steel.marks import unsaid
from navalassist.systems.storm_of_steel.movers import Movers, harbour_of, movers_of, names_of, places_before, put_into
from navalassist.systems.storm_of_steel.rules.staying import STAY
from navalassist.systems.storm_of_steel.rulings import R33, R80, R81
from navalassist.systems.storm_of_steel.state import Area, BaseKind, Harbour, Mission, Owner, Side, Stage
from navalassist.systems.storm_of_steel.ways import homes, nearest_first, ways_home

WITHDRAWS, RETURNS = "GW.REFUSE.2", "GW.REFUSE.3"
WITHDRAWAL, RETURN = "gw-withdrawal", "gw-return"
ON_THE_AREA = "A friendly naval base on the sea area"


def _home(rule: str, help: str) -> Any:
    return Ask("It goes to", nearest_first(rule), shown=homes(rule), help=help)


class WithdrawalForm(Form):
    """What is typed when a force withdraws."""

    action: str = Ask("Naval action", ACTIONS.choices(WITHDRAWAL))
    who: str = Ask("Who withdraws", sides, none="the side that refused combat")
    base: str = _home(WITHDRAWAL, f"{ON_THE_AREA}; a re-basing force to the nearest base or port of the area before.")
    because: Because = ""


class ReturnForm(Form):
    """What is typed when the side that remains goes home."""

    action: str = Ask("Naval action", ACTIONS.choices(RETURN))
    base: str = _home(RETURN, f"{ON_THE_AREA}.")
    because: Because = ""


class Homecoming(Overrulable):
    """A force of a naval action that goes to a base. anywhere, nearby: by R-81.

    anywhere: its side has no base where the book sends it, and any of its own serves; nearby: neighbouring areas, where
    its side has no naval base on the area itself.
    """

    side: Side = Says("Side")
    action: NavalAction = Says("Naval action")
    movers: Movers = Says("Fleets, and squadrons whose fleet stays")
    base: Harbour = Says("Base it goes to")
    anywhere: bool = Says("Any of its bases serves", False, told=False)
    nearby: tuple[Key, ...] = Says("Neighbouring areas", (), told=False)


class Withdrawal(Homecoming):
    """A force that refused combat, or breaks off after the gunfire."""

    stays: tuple[Side, ...] = Says("Sides that stay", (), told=False)

    @property
    def areas_before(self) -> tuple[str, ...]:
        """Of a re-basing force, the areas from which it came (R-80); none for any other, or where none is known."""
        re_bases = self.action.mission is Mission.REBASING and self.side is self.action.side
        return places_before(self.movers) if re_bases else ()


class Return(Homecoming):
    """The force that remains when the other is gone, and has no mission to complete."""


@dataclass(frozen=True, slots=True)
class Withdrawn(Result):
    """Where the force went, and the side that remains."""

    to: str
    remains: str
    overruled: str = ""

    def summary(self, given: Withdrawal) -> Summary:
        """`Mediterranean Fleet withdraws from the Ionian Sea to Malta; the Central Powers remain.`"""
        fleets, remain = capital(names_of(given.movers, given.side)), f"{side_of(given.side.enemy)} remain"
        return Summary(f"{does(fleets, 'withdraw')} from the {given.action.sea} to {self.to}; {remain}.")


@dataclass(frozen=True, slots=True)
class Returned(Result):
    """Where the force went."""

    to: str
    overruled: str = ""

    def summary(self, given: Return) -> Summary:
        """`Battle Cruiser Fleet and Harwich Force return to Rosyth.`"""
        return Summary(f"{does(capital(names_of(given.movers, given.side)), 'return')} to {self.to}.")


def withdrawing(read: Reader, form: WithdrawalForm) -> Withdrawal:
    """The force of the side that refused, or of the one that is named."""
    action = actions.action_of(read, form.action)
    refused = action.advantage if action.stage is Stage.WITHDRAW else ""
    if not (form.who or refused):
        raise FormErrors({"who": "nobody has refused combat: choose the side that withdraws"})
    going = _going(read, action, Side(form.who or refused), form.base)
    away = Withdrawal(**going, stays=actions.staying(read, action.key))
    if not away.areas_before:
        return away
    return away.model_copy(update={"anywhere": not _has_base(read, away.areas_before, away.side)})


def returning(read: Reader, form: ReturnForm) -> Return:
    """The force that remains."""
    action = actions.action_of(read, form.action)
    return Return(**_going(read, action, action.remaining[0] if action.remaining else action.side, form.base))


def _going(read: Reader, action: NavalAction, side: Side, base: str) -> dict[str, Any]:
    """What of a force goes to a base, where, and what R-81 says of that."""
    movers, harbour = movers_of(read, action.of(side)), harbour_of(read, base)
    found = {"side": side, "action": action, "movers": movers, "base": harbour}
    if _has_base(read, (action.area,), side, BaseKind.NAVAL_BASE):
        return found
    nearby = read[Area.fact_of(action.area, "neighbours")]
    return found | {"nearby": nearby, "anywhere": not _has_base(read, nearby, side, BaseKind.NAVAL_BASE)}


def _has_base(read: Reader, areas: Iterable[str], side: Side, kind: BaseKind | None = None) -> bool:
    return any(bases_on(read.view, area, Owner(side.value), kind) for area in areas)


def why_not_withdraw(away: Withdrawal) -> Iterator[Refusal]:
    """The side that refused, or after the gunfire either one; to a base that the book allows."""
    action, side, base = away.action, away.side, away.base
    yield from ACTIONS.not_now(action, WITHDRAWAL, WITHDRAWS, final=True)
    if action.stage is Stage.WITHDRAW and action.advantage != side:
        words = f"It is the {side.enemy.label} side that refused combat in action {action.number}."
        yield Refusal(words, WITHDRAWS, final=True)
    if not away.movers:
        yield Refusal(f"The {side.label} side has no unit in action {action.number}.", WITHDRAWS, final=True)
    before = away.areas_before
    if away.anywhere or not before:
        yield from _not_home(away, WITHDRAWS, "a force that withdraws", "where the force withdraws from")
        return
    yield from _not_theirs(away, WITHDRAWS)
    if set(before).isdisjoint(base.areas):
        came = " or ".join(before)
        yield Refusal(f"{base.name} does not lie on {came}, the area from which the re-basing force came.", WITHDRAWS)


def why_not_return(going: Return) -> Iterator[Refusal]:
    """The side that remains, once the other is gone."""
    action, side = going.action, going.side
    yield from ACTIONS.not_now(action, RETURN, RETURNS, final=True)
    if not action.of(side):
        words = f"It is the {side.enemy.label} side that remains in action {action.number}."
        yield Refusal(words, RETURNS, final=True)
    yield from _not_home(going, RETURNS, "a fleet that returns", "where the fleet returns from")


def _not_home(going: Homecoming, rule: str, who: str, where: str) -> Iterator[Refusal]:
    """Only a friendly naval base on the area of the action; where there is none, on another by R-81."""
    base, action = going.base, going.action
    yield from _not_theirs(going, rule)
    if going.anywhere:
        return
    if base.kind is not BaseKind.NAVAL_BASE:
        yield Refusal(f"{base.name} is a port: {who} goes to a naval base on the sea area.", rule)
    if {action.area, *going.nearby}.isdisjoint(base.areas):
        beside = " or beside" if going.nearby else ""
        yield Refusal(f"{base.name} does not lie on{beside} {action.sea}, {where}.", rule)


def _not_theirs(going: Homecoming, rule: str) -> Iterator[Refusal]:
    if going.base.owner.value != going.side.value:
        yield Refusal(f"{going.base.name} is not a base of the {going.side.label} side.", rule)


def duties(now: Now) -> Iterator[Duty]:
    """Who refused withdraws; after the gunfire each side does or stays; who remains goes home."""
    view = now.view
    for action in ACTIONS.otherwise(now, STAY):
        left = actions.sides_left(view, action)
        text = "Go on with the side that is left" if left else "Nobody is left on either side"
        yield ACTIONS.line(now, STAY, action, text, seat=EITHER, by_itself=not left, who=(*left, action.side)[0])
    for action in ACTIONS.waiting(now, WITHDRAWAL):
        if action.stage is Stage.WITHDRAW:
            yield ACTIONS.line(now, WITHDRAWAL, action)
    for action in ACTIONS.waiting(now, STAY):
        for side in Side:
            if side not in actions.staying(view, action.key):
                yield ACTIONS.line(now, STAY, action, f"The {side.label} fleet stays", seat=side, who=side)
            home, text = ways_home(view, action, side), f"Withdraw the {side.label} fleet"
            base = home[0][0] if home else ""
            yield ACTIONS.line(now, WITHDRAWAL, action, text, seat=side, may=True, who=side, base=base)
    yield from ACTIONS.lines(RETURN)(now)


@rule(
    WITHDRAWAL,
    WITHDRAWS,
    "Withdraw to a base",
    form=WithdrawalForm,
    situation=withdrawing,
    why_not=why_not_withdraw,
    due=("*/naval-operations", "*/transport"),
    listed="A side withdraws or refuses, and the other goes on",
    duties=duties,
    dice="none: the owner names the base",
    before={"who": "side"},
)
def withdraw(away: Withdrawal) -> Play[Outcome[Withdrawn]]:
    """The force is in a base; the other side goes on with its mission, or goes home (GW.REFUSE.3)."""
    yield from R33.look()
    yield from R80.look()
    yield from R81.look()
    stays = away.side.enemy
    gone = (*put_into(away.movers, away.base), *away.action.set(**{away.side.value: ()}))
    then = (*unsaid(away.action, away.stays), *actions.alone(away.action, stays))
    return Outcome(Withdrawn(away.base.name, stays.label), (*gone, *then))


@rule(
    RETURN,
    RETURNS,
    "Return to a base",
    form=ReturnForm,
    situation=returning,
    why_not=why_not_return,
    dice="none: the owner names the base",
)
def go_home(going: Return) -> Play[Outcome[Returned]]:
    """After a general engagement or an interception the side that remains goes to a base, and the action is over."""
    yield from R33.look()
    yield from R81.look()
    over = actions.ended(going.action, f"the {going.side.label} fleet returns to {going.base.name}")
    return Outcome(Returned(going.base.name), (*put_into(going.movers, going.base), *over))
