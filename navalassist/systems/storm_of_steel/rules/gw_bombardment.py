"""GW.BOMBARD: the battle line of a fleet shells a coastal hex."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Self

from pydantic import Field, model_validator

from navalassist.engine import (
    Add,
    Column,
    Effect,
    Figure,
    Odds,
    Outcome,
    Play,
    Refusal,
    Roller,
    Set,
    TableKey,
    Term,
    procedure,
)
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Frozen, Key, Words
from navalassist.systems.storm_of_steel.rules.actions import NavalAction, ended
from navalassist.systems.storm_of_steel.rules.clock import Step
from navalassist.systems.storm_of_steel.rules.losses import Cause, owed_by
from navalassist.systems.storm_of_steel.rules.missions import mission_refused, out_of_step
from navalassist.systems.storm_of_steel.rules.rows import base_row, morale
from navalassist.systems.storm_of_steel.rules.rulings import R34, R85, R90, R92, WITH_CITY
from navalassist.systems.storm_of_steel.rules.squadrons import Squadron, Squadrons
from navalassist.systems.storm_of_steel.rules.tracks import Morale
from navalassist.systems.storm_of_steel.rules.words import EDITION, EDITION_2, SYSTEM, Kind, Mission, Side

RULE = "GW.BOMBARD"
MOST_COUNTED = 10
SHOW_OF_FORCE, OUTRAGE = -1, 2


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


class Target(Frozen):
    """What is shelled: a coastal hex with a naval base or port."""

    key: Key = Field(description="Key of the base or port.")
    name: Words = Field(default="", description="Its name.")
    owner: Side | Literal["neutral"] = Field(description="Who owns it.")
    fortress: bool = Field(default=False, description="A fortress stands there.")
    other_fortification: bool = Field(default=False, description="Another enemy fortification is in the hex.")
    city: bool = Field(default=False, description="A city is in the hex.")
    devastated: bool = Field(default=False, description="The city is devastated already.")

    @property
    def title(self) -> str:
        """Its name, or its key where it has none."""
        return self.name or self.key

    @property
    def is_neutral(self) -> bool:
        """True for a coast of neither side (R-85)."""
        return self.owner == "neutral"

    @property
    def fortified(self) -> bool:
        """True where any fortification stands, which is what the starred dash asks (R-34)."""
        return self.fortress or self.other_fortification


class Bombardment(Overrulable):
    """A force off a coast, and what it shells."""

    side: Side = Field(description="Who bombards.")
    target: Target = Field(description="What is shelled.")
    force: Squadrons = Field(description="All attacking naval units: the owner loses one of these at -*.")
    firing: tuple[Key, ...] = Field(max_length=60, description="Keys of those that fire.")
    morale: Morale | None = Field(default=None, description="Morale of the enemy; left out where nobody keeps it.")
    action: NavalAction | None = Field(default=None, description="The naval action whose mission this is.")
    busy: Words = Field(
        default="", description="Which of the force is in another action that is not over, as a sentence; empty: none."
    )
    step: Step | None = Field(default=None, description="The step that it is; left out: not asked.")
    loss: Key = Field(default="loss", description="Key of the loss that -* leaves to be taken off.")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        strangers = set(self.firing) - {unit.key for unit in self.force}
        if strangers:
            raise ValueError(f"firing: {min(strangers)} is none of the force")
        return self

    @property
    def guns(self) -> tuple[Squadron, ...]:
        """The units that fire, of whatever kind."""
        return tuple(unit for unit in self.force if unit.key in self.firing)

    @property
    def battle_line(self) -> int:
        """How many of them the table counts."""
        return sum(unit.kind.is_battle_line for unit in self.guns)


@dataclass(frozen=True, slots=True)
class Bombarded:
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
    def is_nothing(self) -> bool:
        """True where nothing at all came of it."""
        return not (self.unit_lost or self.fortress_eliminated or self.city_devastated or self.morale)


def column(fire: Bombardment) -> Column:
    """The battleship, battlecruiser and pre-dreadnought squadrons that fire: counters, not factors."""
    kinds = [unit.kind for unit in fire.guns]
    counted = [(kind, kinds.count(kind)) for kind in (Kind.BB, Kind.BC, Kind.PD)]
    terms = [Term(RULE, f"{kind.label.lower()}s that fire", count, count > 0) for kind, count in counted]
    others = "units of other kinds among those that fire: they don't count"
    above = f"more than {MOST_COUNTED} squadrons fire in column {MOST_COUNTED}"
    terms += [
        Term(RULE, others, len(kinds) - fire.battle_line, applies=False),
        Term(RULE, above, 0, fire.battle_line > MOST_COUNTED, ruling=R34.number),
    ]
    return Column(tuple(terms))


def why_not(fire: Bombardment) -> Refusal | None:
    """Somebody must have the guns for it, on a hex of the enemy, as the mission of an action that was not stopped."""
    if fire.busy:
        return Refusal(fire.busy, RULE)
    return unless_overruled(fire, _forbidden(fire))


def _forbidden(fire: Bombardment) -> Refusal | None:
    if not fire.battle_line:
        return Refusal("No battleship, battlecruiser or pre-dreadnought squadron fires.", RULE)
    if fire.target.owner == fire.side:
        return Refusal(f"{fire.target.title} is not held by the enemy.", RULE)
    refused = out_of_step(fire.step, RULE) or mission_refused(fire.action, Mission.BOMBARDMENT, RULE)
    if refused is not None or fire.action is None:
        return refused
    return _other_than_declared(fire, fire.action)


def _other_than_declared(fire: Bombardment, action: NavalAction) -> Refusal | None:
    """A mission shells what it was declared for, with the squadrons that sailed on it."""
    if action.target != fire.target.key:
        return Refusal(f"{fire.target.title} is not what action {action.number} was declared to bombard.", RULE)
    stranger = next((unit for unit in fire.force if unit not in action.of(fire.side)), None)
    if stranger is None:
        return None
    return Refusal(f"{stranger.name or stranger.key} takes no part in action {action.number}.", RULE)


def figures(odds: Odds[Bombarded]) -> tuple[Figure, ...]:
    """What the shells may do, and what they may cost."""
    return (
        Figure("fortress-eliminated", "The fortress is lost", odds.chance(lambda found: found.fortress_eliminated)),
        Figure("show-of-force", "Enemy morale −1", odds.chance(lambda found: found.morale == SHOW_OF_FORCE)),
        Figure("outrage", "Outrage, enemy morale +2", odds.chance(lambda found: found.morale == OUTRAGE)),
        Figure("unit-lost", "A unit of its own is lost", odds.chance(lambda found: found.unit_lost)),
        Figure("nothing", "Nothing happens", odds.chance(lambda found: found.is_nothing)),
    )


@procedure(
    "gw-bombardment",
    system=SYSTEM,
    rule=RULE,
    title="Bombard a coast",
    roller=Roller.OWNER,
    edition=EDITION_2,
    earlier=(EDITION,),
    dice="1d6",
    why_not=why_not,
    figures=figures,
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
    found = _found(fire, shells, with_city)
    return Outcome(found, effects_of(fire, found))


def _found(fire: Bombardment, shells: Shells, with_city: bool) -> Bombarded:
    target = fire.target
    change = _morale(shells, target, with_city)
    kept = fire.morale is not None and change != 0
    return Bombarded(
        result=shells,
        unit_lost=shells is Shells.STAR and target.fortified and not target.is_neutral,
        fortress_eliminated=shells.hits and target.fortress,
        city_devastated=shells is Shells.XX and target.city and not target.devastated,
        morale=change,
        morale_before=fire.morale if kept else None,
        morale_after=fire.morale + change if kept and fire.morale is not None else None,
        overruled=passed_over(fire, _forbidden(fire)),
    )


def _morale(shells: Shells, target: Target, with_city: bool) -> int:
    """A city has to be there for the show of force; the outrage is printed without that condition (R-92).

    Off a neutral coast there is no enemy whose morale could change (R-85).
    """
    if target.is_neutral:
        return 0
    if shells is Shells.XX:
        return OUTRAGE if target.city or not with_city else 0
    return SHOW_OF_FORCE if shells is Shells.X and target.city else 0


def effects_of(fire: Bombardment, found: Bombarded) -> tuple[Effect, ...]:
    """What changes: the base, morale, a unit that the attacker has to name; and the action is over."""
    base = base_row(fire.target.key)
    effects: list[Effect] = []
    if found.unit_lost:
        effects.append(owed_by(fire.loss, fire.side, fire.force, Cause.STAR, units=1))
    if found.fortress_eliminated:
        effects.append(Set(f"{base}.fortress", False))
    if found.city_devastated:
        effects.append(Set(f"{base}.devastated", True))
    if found.morale_before is not None:
        effects.append(Add(morale(fire.side.enemy), found.morale))
    if fire.action is not None:
        effects += ended(fire.action, f"{fire.target.title} was bombarded: {words_of(found)}")
    return tuple(effects)


def words_of(found: Bombarded) -> str:
    """What came of it: `the fortress was eliminated, enemy morale −1`; `no effect`."""
    said = [
        "a unit is lost" if found.unit_lost else "",
        "the fortress was eliminated" if found.fortress_eliminated else "",
        "the city was devastated" if found.city_devastated else "",
        f"enemy morale {found.morale:+d}".replace("-", "−") if found.morale else "",
    ]
    return ", ".join(filter(None, said)) or "no effect"
