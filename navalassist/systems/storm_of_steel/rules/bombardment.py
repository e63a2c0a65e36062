"""GW.BOMBARD: the battle line of a fleet shells a coastal hex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, model_validator

from navalassist.engine import Add, Column, Effect, Figure, Odds, Outcome, Play, Refusal, Set, TableKey, Term
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import does, listed
from navalassist.engine.forms import Ask, FormErrors
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader
from navalassist.engine.rows import Row, Says
from navalassist.engine.rule import Result, Summary, weighed
from navalassist.engine.shapes import Form, Key, Words
from navalassist.systems.storm_of_steel import actions, forces
from navalassist.systems.storm_of_steel.actions import ACTIONS, NavalAction
from navalassist.systems.storm_of_steel.book import EDITION, EDITION_2, rule
from navalassist.systems.storm_of_steel.clock import Step
from navalassist.systems.storm_of_steel.pending_losses import Cause, owed_by
from navalassist.systems.storm_of_steel.rules import mission, passing
from navalassist.systems.storm_of_steel.rulings import R34, R85, R90, R92, WITH_CITY
from navalassist.systems.storm_of_steel.state import (
    Base,
    Mission,
    Morale,
    Name,
    Owner,
    Side,
    SquadronKind,
    Squadrons,
    Unit,
    morale,
)

BOMBARD = "GW.BOMBARD"
SLUG = "gw-bombardment"
MOST_COUNTED = 10
SHOW_OF_FORCE, OUTRAGE = -1, 2
# As many squadrons are told by name.
MANY = 3


class Shells(StrEnum):
    """A cell of the Bombardment Table."""

    STAR = "-*"
    NOTHING = "-"
    B = "B"
    X = "X"
    XX = "XX"

    @property
    def hits(self) -> bool:
        """True for the results that eliminate a fortress."""
        return self in (Shells.B, Shells.X, Shells.XX)


BOMBARDMENT: TableKey[Shells] = TableKey("storm_of_steel/bombardment", Shells)


class BombardmentForm(Form):
    """What is typed when ships shell a coast."""

    action: str = Ask("Naval action", actions.unopposed(Mission.BOMBARDMENT), none="none")
    base: str = Ask("What is shelled", forces.coasts, none="the target of the naval action")
    squadrons: tuple[str, ...] = Ask(
        "Squadrons that fire",
        forces.in_play,
        (),
        many=True,
        help="None ticked: every battleship, battlecruiser and pre-dreadnought squadron of the action.",
    )
    fortification: bool = Ask("Another enemy fortification stands in the hex", default=False)
    because: Because = ""


class Coast(Row, part="base"):
    """What is shelled: a coastal hex with a naval base or port."""

    name: Name = Says("Its name", "")
    owner: Owner = Says("Who owns it")
    fortress: bool = Says("A fortress stands there", False)
    other_fortification: bool = Says("Another enemy fortification is in the hex", False)
    city: bool = Says("A city is in the hex", False)
    devastated: bool = Says("The city is devastated already", False)

    @property
    def title(self) -> str:
        """Its name, or its key where it has none."""
        return self.name or self.key

    @property
    def is_neutral(self) -> bool:
        """True for a coast of neither side (R-85)."""
        return self.owner is Owner.NEUTRAL

    @property
    def fortified(self) -> bool:
        """True where any fortification stands, which is what the starred dash asks (R-34)."""
        return self.fortress or self.other_fortification


class Bombardment(Overrulable):
    """A force off a coast, and what it shells."""

    side: Side = Says("Who bombards")
    target: Coast = Says("What is shelled")
    force: Squadrons = Says("Attacking naval units, of which the owner loses one at -*")
    firing: Annotated[tuple[Key, ...], Field(max_length=60)] = Says("Those that fire", of="squadron")
    morale: Morale | None = Says("Enemy morale", None, help="Left out where nobody keeps it.")
    action: NavalAction | None = Says("Naval action", None)
    busy: Words = Says("In another action", "", only_if=True)
    step: Step | None = Says("Step", None, told=False)
    loss: Key = Says("Key of a loss", "loss", told=False)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        strangers = set(self.firing) - {unit.key for unit in self.force}
        if strangers:
            raise ValueError(f"firing: {min(strangers)} is none of the force")
        return self

    @property
    def guns(self) -> tuple[Unit, ...]:
        """The units that fire, of whatever kind."""
        return tuple(unit for unit in self.force if unit.key in self.firing)

    @property
    def battle_line(self) -> int:
        """How many of them the table counts."""
        return sum(unit.kind.is_battle_line for unit in self.guns)


@dataclass(frozen=True, slots=True)
class Bombarded(Result):
    """What the shells did. morale: what enemy morale changes by; before and after are left out where it does not."""

    result: Shells
    unit_lost: bool = False
    fortress_eliminated: bool = False
    city_devastated: bool = False
    morale: int = 0
    morale_before: int | None = None
    morale_after: int | None = None
    overruled: str = ""

    @property
    def came(self) -> list[tuple[str, str]]:
        """What came of it, part by part: in a sentence, and called out."""
        change = f"{self.morale:+d}".replace("-", "−")
        said = (
            (self.unit_lost, "a unit is lost", "UNIT LOST"),
            (self.fortress_eliminated, "the fortress was eliminated", "FORTRESS ELIMINATED"),
            (self.city_devastated, "the city was devastated", "CITY DEVASTATED"),
            (self.morale, f"enemy morale {change}", f"MORALE {change}"),
        )
        return [(words, called) for came, words, called in said if came]

    @property
    def words(self) -> str:
        """`the fortress was eliminated, enemy morale −1`; `no effect`"""
        return ", ".join(words for words, _ in self.came) or "no effect"

    def summary(self, given: Bombardment) -> Summary:
        """`I Scouting Group shells Hartlepool: the fortress was eliminated.`"""
        names = [unit.name for unit in given.guns]
        guns = listed(names) if len(names) <= MANY else f"{len(names)} squadrons"
        called = ", ".join(called for _, called in self.came) or "NO EFFECT"
        return Summary(f"{does(guns, 'shell')} {given.target.title}: {self.words}.", called, bool(self.came))


def situation(read: Reader, form: BombardmentForm) -> Bombardment:
    """The force, the coast, and morale of the enemy; ticks say which of the force fire."""
    action = actions.action_of(read, form.action) if form.action else None
    named = forces.afloat(read, form.squadrons)
    side = _side(read, named, action)
    own = action.of(side) if action else ()
    strangers = tuple(unit for unit in named if unit not in own)
    force = (*own, *strangers)
    firing = named or tuple(unit for unit in force if unit.kind.is_battle_line)
    base = form.base or (action.target if action else "")
    if not base:
        raise FormErrors({"base": "choose what is shelled"})
    return Bombardment(
        side=side,
        target=read.row(Coast, base, other_fortification=form.fortification),
        force=force,
        firing=tuple(unit.key for unit in firing),
        morale=read.get(morale(side.enemy)),
        action=action,
        busy=actions.busy_with(read.view, strangers),
        **read.fields("campaign:clock", "step"),
        loss=actions.free_loss(read.view, "bombardment"),
    )


def _side(read: Reader, named: tuple[Unit, ...], action: NavalAction | None) -> Side:
    """The one side whose mission it is, and whose squadrons are ticked."""
    sides = {Side(read[f"{unit.row}.side"]) for unit in named} | ({action.side} if action else set())
    if len(sides) != 1:
        said = "of one side alone" if sides else "that fire, or choose a naval action"
        raise FormErrors({"squadrons": f"tick the squadrons {said}"})
    return sides.pop()


def column(fire: Bombardment) -> Column:
    """The battleship, battlecruiser and pre-dreadnought squadrons that fire: counters, not factors."""
    kinds = [unit.kind for unit in fire.guns]
    line = [kind for kind in SquadronKind if kind.is_battle_line]
    terms = [Term(BOMBARD, f"{kind.label.lower()}s that fire", kinds.count(kind), kind in kinds) for kind in line]
    others = "units of other kinds among those that fire: they don't count"
    above = f"more than {MOST_COUNTED} squadrons fire in column {MOST_COUNTED}"
    terms += [
        Term(BOMBARD, others, len(kinds) - fire.battle_line, applies=False),
        Term(BOMBARD, above, 0, fire.battle_line > MOST_COUNTED, ruling=R34.number),
    ]
    return Column(tuple(terms))


def why_not(fire: Bombardment) -> Iterator[Refusal]:
    """Somebody must have the guns for it, on a hex of the enemy, as the mission of an action that was not stopped."""
    if fire.busy:
        yield Refusal(fire.busy, BOMBARD, final=True)
    if not fire.battle_line:
        yield Refusal("No battleship, battlecruiser or pre-dreadnought squadron fires.", BOMBARD)
    if fire.target.owner.value == fire.side.value:
        yield Refusal(f"{fire.target.title} is not held by the enemy.", BOMBARD)
    yield from actions.out_of_step(fire.step, BOMBARD)
    yield from actions.mission_refused(fire.action, Mission.BOMBARDMENT, BOMBARD)
    if (action := fire.action) is None:
        return
    if action.target != fire.target.key:
        yield Refusal(f"{fire.target.title} is not what action {action.number} was declared to bombard.", BOMBARD)
    for unit in fire.force:
        if unit not in action.of(fire.side):
            yield Refusal(f"{unit.name or unit.key} takes no part in action {action.number}.", BOMBARD)


def figures(odds: Odds[Bombarded]) -> tuple[Figure, ...]:
    """What the shells may do, and what they may cost."""
    return (
        Figure("fortress-eliminated", "The fortress is lost", odds.chance(lambda found: found.fortress_eliminated)),
        Figure("show-of-force", "Enemy morale −1", odds.chance(lambda found: found.morale == SHOW_OF_FORCE)),
        Figure("outrage", "Outrage, enemy morale +2", odds.chance(lambda found: found.morale == OUTRAGE)),
        Figure("unit-lost", "A unit of its own is lost", odds.chance(lambda found: found.unit_lost)),
        Figure("nothing", "Nothing happens", odds.chance(lambda found: not found.came)),
    )


def duties(now: Now) -> Iterator[Duty]:
    """A line for each bombardment that nobody stops any more; any other begins as a mission, which may be stopped."""
    for action in actions.unopposed_actions(now.view, Mission.BOMBARDMENT):
        if actions.has_no_guns(now.view, action):
            text = f"Give the mission up: {actions.no_guns_words(now.view, action)}"
            yield ACTIONS.line(now, passing.GIVE_UP, action, text, by_itself=True)
        else:
            yield ACTIONS.line(now, SLUG, action, f"Bombard {actions.target_words(now.view, action)}")
    if not now.ahead:
        text, query = "Bombard a coast", {"mission": Mission.BOMBARDMENT.value}
        small = "a mission, which the enemy may intercept"
        yield by_rule(mission.SLUG, text, query, rule=BOMBARD, small=small, done="", again=True)


@rule(
    SLUG,
    BOMBARD,
    "Bombard a coast",
    form=BombardmentForm,
    situation=situation,
    basis=weighed(column),
    why_not=why_not,
    figures=figures,
    due="*/naval-operations",
    duties=duties,
    dice="1d6",
    edition=EDITION_2,
    earlier=(EDITION,),
    before={"base": "target.key", "squadrons": "firing", "fortification": "target.other_fortification"},
)
def bombard(fire: Bombardment) -> Play[Outcome[Bombarded]]:
    """One die in the column of the squadrons that fire; the result says what becomes of fortress, city and morale.

    Where a reason is given although nobody fires, no die is thrown: the mission is given up.
    """
    yield from R34.look()
    yield from R90.look()
    if fire.target.is_neutral:
        yield from R85.look()
    shells = Shells.NOTHING
    if fire.battle_line:
        shells = yield from BOMBARDMENT.roll("shells", column=column(fire), label=fire.target.title)
    outrage = shells is Shells.XX and not fire.target.is_neutral
    with_city = outrage and (yield from R92.look()) == WITH_CITY
    change = _change(shells, fire.target, with_city)
    kept = fire.morale is not None and change != 0
    found = Bombarded(
        result=shells,
        unit_lost=shells is Shells.STAR and fire.target.fortified and not fire.target.is_neutral,
        fortress_eliminated=shells.hits and fire.target.fortress,
        city_devastated=shells is Shells.XX and fire.target.city and not fire.target.devastated,
        morale=change,
        morale_before=fire.morale if kept else None,
        morale_after=fire.morale + change if kept and fire.morale is not None else None,
    )
    return Outcome(found, tuple(_effects(fire, found)))


def _change(shells: Shells, target: Coast, with_city: bool) -> int:
    """Of enemy morale. A city has to be there for the show of force; the outrage is printed without that (R-92).

    Off a neutral coast there is no enemy whose morale could change (R-85).
    """
    if target.is_neutral:
        return 0
    if shells is Shells.XX:
        return OUTRAGE if target.city or not with_city else 0
    return SHOW_OF_FORCE if shells is Shells.X and target.city else 0


def _effects(fire: Bombardment, found: Bombarded) -> Iterator[Effect]:
    """What changes: the base, morale, a unit that the attacker has to name; and the action is over."""
    if found.unit_lost:
        yield owed_by(fire.loss, fire.side, fire.force, Cause.STAR, units=1)
    if found.fortress_eliminated:
        yield Set(Base.fact_of(fire.target.key, "fortress"), False)
    if found.city_devastated:
        yield Set(Base.fact_of(fire.target.key, "devastated"), True)
    if found.morale_before is not None:
        yield Add(morale(fire.side.enemy), found.morale)
    if fire.action is not None:
        yield from actions.ended(fire.action, f"{fire.target.title} was bombarded: {found.words}")
