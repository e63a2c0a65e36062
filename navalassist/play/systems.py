"""What a rule system gives to play: how situations are built from a campaign, its rulings, and its turn sequence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel

from navalassist.engine import Effect, Facts, FactValue, Play, Ruling
from navalassist.play.duties import Duties, Ending, Maker
from navalassist.play.state import State

Target = Mapping[str, Any]


class Unknown(LookupError):
    """Something was named that the campaign does not have (a shipment, a port)."""


class Misfits(Unknown):
    """Fields of a form that do not fit: all of them, each with what would be right. fields: name -> words."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        super().__init__("; ".join(fields.values()))
        self.fields = dict(fields)


class Reader:
    """The campaign as a situation builder sees it; every fact read is noted for the entry."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.read: dict[str, Any] = {}

    def __getitem__(self, key: str) -> Any:
        """The value of a fact. Unknown when the campaign has no such fact."""
        try:
            value = self.state.values[key]
        except KeyError:
            raise Unknown(f"the campaign has no {key}") from None
        self.read[key] = value
        return value

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a fact, or the default; only a fact that is there is noted."""
        return self[key] if key in self.state.values else default

    def row(self, row: str, *fields: str) -> dict[str, Any]:
        """Some fields of a row: `row("port:naples", "owner", "kind")`."""
        return {name: self[f"{row}.{name}"] for name in fields}

    def facts(self, keys: tuple[str, ...]) -> Facts:
        """These facts, as rules read them."""
        values: dict[str, FactValue] = {key: self[key] for key in keys}
        return Facts(values)

    def source(self, key: str) -> str:
        """The entry that set a fact."""
        return self.state.sources.get(key, "")


@dataclass(frozen=True)
class Choices:
    """Beside a field of a form's model: what may be chosen, as (value, words); `many`: any number of them.

    of: from the facts of the campaign, as far as the viewer sees them; None asks for all that there ever is.
    """

    of: Callable[[Mapping[str, Any] | None], list[tuple[str, str]]]
    many: bool = False


Builder = Callable[[Reader, Target], BaseModel]
# From a situation to what its page shows before anything is done: a `Tally` of terms, or `Condition`s.
Basis = Callable[[Any], Play[Any]]
B = TypeVar("B", bound=Builder)
M = TypeVar("M", bound=Maker)


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a rule: its words, whether it is met, why, its paragraph, and the facts that decide it."""

    text: str
    met: bool
    why: str = ""
    rule: str = ""
    ruling: str | None = None
    facts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Doors:
    """The ways from a campaign into a system's procedures, and what rules say of the steps that they belong to.

    situations: how each is built; forms: what a person types; bases: what a rule's page shows beforehand;
    duties: steps -> what is due or may be done in them; endings: fact -> how its end by the calendar is told.
    """

    situations: dict[str, Builder] = field(default_factory=dict)
    forms: dict[str, type[BaseModel]] = field(default_factory=dict)
    bases: dict[str, Basis] = field(default_factory=dict)
    duties: Duties = field(default_factory=list)
    endings: dict[str, Ending] = field(default_factory=dict)

    def situation(self, slug: str, form: type[BaseModel] | None = None, basis: Basis | None = None) -> Callable[[B], B]:
        """Register the builder of a procedure's situation. With a form, the rule has its page by itself.

        basis: what stands on that page before the dice, worked out from the situation: terms, or conditions.
        """

        def register(builder: B) -> B:
            self.situations[slug] = builder
            if form is not None:
                self.forms[slug] = form
            if basis is not None:
                self.bases[slug] = basis
            return builder

        return register

    def duty(self, *steps: str) -> Callable[[M], M]:
        """Register what is due or may be done in steps (`allied/initial`, `axis/*`): from `Now` to duties."""

        def register(make: M) -> M:
            self.duties.append((steps, make))
            return make

        return register

    def ends(self, fact: str, text: Callable[[Any], str], rule: str) -> None:
        """How it is told that the calendar sets a fact back. text: from the value that ends."""
        self.endings[fact] = Ending(text, rule)


@dataclass(frozen=True)
class Moment:
    """A place in the turn sequence."""

    turn: str
    player_turn: str
    step: str


@dataclass(frozen=True)
class Names:
    """How a system's clock reads: a turn key, a step, and whose tap it is in a step of a player turn."""

    turn: Callable[[str], str] = str
    step: Callable[[str], str] = str
    tap: Callable[[str, str], str] = "{} player turn, {}".format


def no_upkeep(before: Moment, after: Moment) -> tuple[Effect, ...]:
    """A system in which the calendar changes no facts."""
    return ()


def nothing_ends(values: Mapping[str, Any], ending: Moment) -> tuple[Effect, ...]:
    """A system whose rows do not change with a step."""
    return ()


@dataclass(frozen=True)
class System:
    """One rule system.

    next_moment: its turn sequence; upkeep: the facts that go back to their plain state between two moments;
    situations, forms, bases, duties and endings are those of its `Doors`.
    """

    key: str
    title: str
    rulings: tuple[Ruling, ...]
    next_moment: Callable[[Moment], Moment]
    upkeep: Callable[[Moment, Moment], tuple[Effect, ...]] = no_upkeep
    # What rows go through when a step ends, by what they hold: from all facts and the step that ends.
    step_over: Callable[[Mapping[str, Any], Moment], tuple[Effect, ...]] = nothing_ends
    situations: Mapping[str, Builder] = field(default_factory=dict)
    # What a person types for a procedure: the page /c/<campaign>/do/<procedure>/ draws its form from this model.
    forms: Mapping[str, type[BaseModel]] = field(default_factory=dict)
    bases: Mapping[str, Basis] = field(default_factory=dict)
    duties: Duties = field(default_factory=list)
    endings: Mapping[str, Ending] = field(default_factory=dict)
    names: Names = field(default_factory=Names)
    sides: tuple[str, ...] = ("axis", "allied")


SYSTEMS: dict[str, System] = {}


def register_system(system: System) -> System:
    """Make a rule system known to play."""
    SYSTEMS[system.key] = system
    return system


def system_of(key: str) -> System:
    """The system of a campaign. Unknown when it is not installed."""
    try:
        return SYSTEMS[key]
    except KeyError:
        raise Unknown(f"the rule system {key!r} is not installed") from None


def enemy_of(side: str, system: System) -> str:
    """The other side."""
    return next(other for other in system.sides if other != side)
