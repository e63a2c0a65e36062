"""What a rule system gives to play: how situations are built from a campaign, its rulings, and its turn sequence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from pydantic import BaseModel

from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.engine import REGISTER, Effect, Remove, Ruling
from navalassist.engine.duties import Duties, Ending, Maker, Moment
from navalassist.engine.knowledge import Knowledge, Known
from navalassist.engine.ledgers import Ledger
from navalassist.engine.operations import Operation
from navalassist.engine.orders import OrderBooks, Seal
from navalassist.engine.parts import ScenarioParts
from navalassist.engine.pending import Boxed, Pending
from navalassist.engine.reader import Unknown, View
from navalassist.engine.rows import Row
from navalassist.engine.rule import RULES, Basis, Builder, Listed, Rule, Shower
from navalassist.engine.weather import Weather
from navalassist.play.read import Read
from navalassist.play.state import State
from tables.topics import Topics
from tables.turn import SIDE, DutyLine, TurnSequence

Target = Mapping[str, Any]
# Kinds that every system may keep and that are the secret of a side where sides have secrets.
OF_A_SIDE = (Knowledge.KIND, Seal.KIND)


B = TypeVar("B", bound=Builder)
M = TypeVar("M", bound=Maker)


# From the facts that an entry read, and its situation, to the fields that the situation must have had by them, nested
# as they are there. KeyError for a fact that was not read.
Teller = Callable[[Read, Mapping[str, Any]], Mapping[str, Any]]


@dataclass(frozen=True)
class Doors:
    """The ways from a campaign into a system's procedures, and what rules say of the steps that they belong to.

    situations: how each is built; forms: what a person types; bases: what a rule's page shows beforehand;
    duties: steps -> what is due or may be done in them; endings: fact -> how its end by the calendar is told;
    showers: what everybody may read of a rule that was carried out on a side's secrets; tellers: what a situation
    must say by the facts that it was read from.
    """

    situations: dict[str, Builder] = field(default_factory=dict)
    forms: dict[str, type[BaseModel]] = field(default_factory=dict)
    bases: dict[str, Basis] = field(default_factory=dict)
    duties: Duties = field(default_factory=list)
    endings: dict[str, Ending] = field(default_factory=dict)
    showers: dict[str, Shower] = field(default_factory=dict)
    tellers: dict[str, Teller] = field(default_factory=dict)

    def told(self, *slugs: str) -> Callable[[Teller], Teller]:
        """Register what situations of procedures must say by the facts that they were read from; `verify` asks it."""

        def register(teller: Teller) -> Teller:
            self.tellers.update(dict.fromkeys(slugs, teller))
            return teller

        return register

    def shows(self, slug: str) -> Callable[[Shower], Shower]:
        """Register what everybody may read of a procedure that reads a side's secrets; else only that it was done."""

        def register(shower: Shower) -> Shower:
            self.showers[slug] = shower
            return shower

        return register

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
        """How it is told that the end of a step changes a fact. text: as `Ending` has it."""
        self.endings[fact] = Ending(text, rule)


def removed(values: Mapping[str, Any], rows: Mapping[str, Mapping[str, Any]]) -> tuple[Effect, ...]:
    """Rows go, and nothing else is counted by them."""
    return tuple(map(Remove, rows))


def nothing_stays(values: Mapping[str, Any], rows: Iterable[str]) -> Collection[str]:
    """Rows that were cleared away are over, however they come out."""
    return ()


def nothing_more(player_turn: str, step: str) -> str:
    """A system whose player turns and steps say whose tap it is."""
    return ""


@dataclass(frozen=True)
class Names:
    """How a system's clock reads: a turn key, a step and its parts, whose tap it is in a step of a player turn.

    side: what a side is called; tap: '' where the player turn and the step say it.
    """

    turn: Callable[[str], str] = str
    step: Callable[[str], str] = str
    tap: Callable[[str, str], str] = nothing_more
    # How a turn key looks (a regular expression), where one may stand in a text and is not said by any other word.
    turn_keys: str = ""
    # How such a key reads, where there are others than of turns.
    key: Callable[[str], str] | None = None
    # What the second part of a step is called; a system without parts is never asked.
    part: Callable[[int], str] = "part {}".format
    side: Callable[[str], str] = str.capitalize


def no_upkeep(before: Moment, after: Moment) -> tuple[Effect, ...]:
    """A system in which the calendar changes no facts."""
    return ()


def nobodys(state: State, row: str, fields: Mapping[str, Any]) -> str:
    """A system in which every new row is for everybody."""
    return PUBLIC


def never_quiet(values: Mapping[str, Any], moment: Moment, own: bool) -> bool:
    """A system in which something may happen in every step."""
    return False


def never_closed(values: Mapping[str, Any]) -> bool:
    """A system in which no side keeps anything to itself."""
    return False


def nothing_ends(values: Mapping[str, Any], ending: Moment) -> tuple[Effect, ...]:
    """A system whose rows do not change with a step."""
    return ()


def by_sequence(turn: TurnSequence) -> Callable[[Moment], Moment]:
    """The moment that comes next, where turns are months or parts of them, as a turn sequence has it."""
    return lambda now: Moment(*turn.follows(now.turn, now.player_turn, now.step))


@dataclass(frozen=True)
class Secrets:
    """What sides keep to themselves, where a ruling of the campaign says so: rows of these kinds, each by its side.

    closed: the reading of the ruling by which they do.
    """

    ruling: Ruling
    closed: str
    kinds: tuple[type[Row], ...]

    def is_closed(self, values: Mapping[str, Any]) -> bool:
        """True in a campaign in which sides have secrets."""
        return View(values).ruling(self.ruling) == self.closed

    def belongs_to(self, state: State, row: str, fields: Mapping[str, Any]) -> str:
        """Whom a new row is for: its side where it is secret."""
        is_secret = any(row.startswith(kind.row_of("")) for kind in self.kinds)
        return str(fields["side"]) if is_secret and self.is_closed(state.values) else PUBLIC


@dataclass(frozen=True)
class Demo:
    """A campaign of a system that is there to be tried: its address, what it shows, and how it is begun.

    opens: the page below the campaign on which it opens, where that is not the page of its step; closed: each side
    keeps secrets in it.
    """

    slug: str
    about: str
    begin: Callable[[], Campaign]
    opens: str = ""
    closed: bool = False


@dataclass(frozen=True)
class System:
    """One rule system.

    title: what a campaign says that it is played by; long_title: as the reference pages head its tables;
    plays: what happens in it, for somebody who chooses;
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
    # True for a step in which nothing can happen, so that it may be passed over. own: by all that the side sees which
    # acts in it; else by what everybody sees, and then a step is quiet only where no secret of that side matters.
    quiet: Callable[[Mapping[str, Any], Moment, bool], bool] = never_quiet
    # Which edition of the turn sequence, of upkeep, quiet steps and what ends with a step this is: another one where a
    # step would end otherwise than before, so that the steps of an older log are said to be unproved and not wrong.
    edition: str = "1"
    # What came next by turn sequences of before, for logs that do not say by which edition they go.
    earlier: tuple[Callable[[Moment], Moment], ...] = ()
    # The steps that have parts, and what rows go through when such a part ends, as with the step itself.
    parts: frozenset[str] = frozenset()
    # How long a mark lasts that ends with a part; the act that begins the next part is `turn.` and this word.
    part_life: str = "part"
    part_over: Callable[[Mapping[str, Any], Moment], tuple[Effect, ...]] = nothing_ends
    situations: Mapping[str, Builder] = field(default_factory=dict)
    # What a person types for a procedure: the page /c/<campaign>/do/<procedure>/ draws its form from this model.
    forms: Mapping[str, type[BaseModel]] = field(default_factory=dict)
    bases: Mapping[str, Basis] = field(default_factory=dict)
    duties: Duties = field(default_factory=list)
    endings: Mapping[str, Ending] = field(default_factory=dict)
    showers: Mapping[str, Shower] = field(default_factory=dict)
    tellers: Mapping[str, Teller] = field(default_factory=dict)
    # What several of its rules carry on together, stage by stage.
    operations: tuple[Operation[Any], ...] = ()
    # Points that sides keep count of, each with its postings on the page of ledgers.
    ledgers: tuple[Ledger, ...] = ()
    # The weather that it keeps by sea area; the head of every page tells where it is not as by itself.
    weather: Weather | None = None
    # The kinds of forces of which sides learn by levels, those with a record of boxes, and the order books.
    knowledge: tuple[Known[Any], ...] = ()
    records: tuple[Boxed[Any], ...] = ()
    order_books: OrderBooks | None = None
    # What goes with rows that a correction had made anew, and that are cleared away again: they themselves, and what is
    # counted otherwise where they came out otherwise. From the facts, and those rows as they were cleared away first.
    cleared_again: Callable[[Mapping[str, Any], Mapping[str, Mapping[str, Any]]], tuple[Effect, ...]] = removed
    # Of such rows, those that the calendar would not clear away as they came out: they stay.
    stays: Callable[[Mapping[str, Any], Iterable[str]], Collection[str]] = nothing_stays
    # Whom a new row is for, by its key and fields: everybody, or in a closed campaign its side.
    belongs_to: Callable[[State, str, Mapping[str, Any]], str] = nobodys
    # Kinds of rows that a rule shows to everybody as soon as they take part in it.
    shown_by_part: frozenset[str] = frozenset()
    # True for a campaign in which sides have secrets.
    is_closed: Callable[[Mapping[str, Any]], bool] = never_closed
    names: Names = field(default_factory=Names)
    sides: tuple[str, ...] = ()
    # Reasons of a correction that only its rules know, in words.
    reasons: Mapping[str, str] = field(default_factory=dict)
    # The kind of the rows that are places, in one of which a precedent may hold.
    place: str = ""
    long_title: str = ""
    plays: str = ""
    # Its turn sequence as data, for the page that shows it.
    turn: TurnSequence | None = None
    # What is there to be tried, the one that shows most first.
    demos: tuple[Demo, ...] = ()
    # What scenarios of it are made of; None where a campaign is set up by hand alone.
    scenarios: ScenarioParts | None = None
    # What its rules are about, and what is usual in its steps, as data.
    topics: Topics = field(default_factory=Topics)

    def is_for(self, state: State, row: str, fields: Mapping[str, Any]) -> str:
        """Whom a new row is for: what the system says, and of what every system may keep, whose it is by nature."""
        kind = row.partition(":")[0]
        if kind in OF_A_SIDE:
            return str(fields["side"]) if self.is_closed(state.values) else PUBLIC
        if kind == Pending.KIND:
            return state.audiences.get(str(fields["about"]), PUBLIC)
        return self.belongs_to(state, row, fields)

    def known(self, kind: str) -> Known[Any]:
        """How sides learn of a kind of force. Unknown where they don't."""
        for known in self.knowledge:
            if kind == known.marker.KIND:
                return known
        raise Unknown(f"the rule system {self.key!r} has no levels of knowledge of {kind!r}")

    def acting(self, player_turn: str, step: str) -> str:
        """The side whose taps a step of a player turn waits for."""
        return self.turn.acting(player_turn, step) if self.turn else player_turn

    def step_title(self, player_turn: str, step: str) -> str:
        """What a step is called: with the side that acts in it, where its title leaves room for it.

        player_turn: '' where it is not known; then the step is its own side's or the enemy's.
        """
        title = self.names.step(step)
        if SIDE not in title or not self.turn:
            return title
        acting = self.names.side(self.acting(player_turn, step)) if player_turn else self.turn.line_of(step).acts
        return title.replace(SIDE, acting)

    @property
    def is_shared(self) -> bool:
        """True where both sides act in every step: its turn has one part, and no side a player turn of its own."""
        return self.turn is not None and len(self.turn.player_turn) == 1

    def turn_of(self, player_turn: str) -> str:
        """`Axis player turn`, or what the one part of a turn is called that both sides share."""
        if self.turn and self.is_shared:
            return self.turn.player_turn[0].title
        return f"{self.names.side(player_turn)} player turn"

    def tap(self, player_turn: str, step: str) -> str:
        """Whose tap it is, in words: `Axis player turn, Segment 3, Allied movement`."""
        said = f"{self.turn_of(player_turn)}, {self.step_title(player_turn, step)}"
        return self.names.tap(player_turn, step) or said

    def ending_of(self, fact: str) -> Ending | None:
        """How it is told that the end of a step changes a fact; None where nothing was registered for it."""
        row, _, name = fact.rpartition(".")
        return self.endings.get(fact) or self.endings.get(f"{row.partition(':')[0]}.{name}")


SYSTEMS: dict[str, System] = {}
# By what names the turn sequence stands among the editions of a log, and that rules keep what was typed for them.
TURN, TYPED = "turn", "typed"


def register_system(system: System) -> System:
    """Make a rule system known to play. ValueError for a step that there is not, and for a stage of no such rule."""
    for operation in system.operations:
        if strange := [slug for slug in operation.rules if slug not in system.situations]:
            raise ValueError(f"the stages of {operation.kind.KIND!r}: no rule is {strange[0]}")
    known = SYSTEMS[system.key] = replace(system, turn=system.turn and _with_rules(system, system.turn))
    return known


def _with_rules(system: System, turn: TurnSequence) -> TurnSequence:
    """The turn sequence with what rules say of themselves, in the order of topics, in place of lines of its file."""
    slugs = dict.fromkeys((*system.topics.keys, *system.situations))
    ours = {slug: _line_of(rule, rule.listed) for slug in slugs if (rule := RULES.get(slug)) and rule.listed}
    for line in ours.values():
        if strange := [pattern for pattern in line.steps if not turn.has(pattern)]:
            raise ValueError(f"{line.key}: no step is {strange[0]}")
    return turn.model_copy(update={"duty": (*(ours.pop(line.key, line) for line in turn.duty), *ours.values())})


def _line_of(rule: Rule, listed: Listed) -> DutyLine:
    found = rule.procedure
    return DutyLine(
        key=found.slug, steps=listed.steps, kind="due" if listed.due else "may", title=listed.title, rule=found.rule
    )


def editions_of(system: System) -> dict[str, str]:
    """The editions by which a log goes on from here: of the turn sequence, and of each rule that had an earlier one.

    And that each rule keeps what was typed for it, which older logs don't.
    """
    rules = (REGISTER[slug] for slug in sorted(system.situations))
    return {TURN: system.edition, TYPED: "1", **{rule.slug: rule.edition for rule in rules if rule.earlier}}


def system_of(key: str) -> System:
    """The system of a campaign. Unknown when it is not installed."""
    try:
        return SYSTEMS[key]
    except KeyError:
        raise Unknown(f"the rule system {key!r} is not installed") from None


def enemy_of(side: str, system: System) -> str:
    """The other side."""
    return next(other for other in system.sides if other != side)
