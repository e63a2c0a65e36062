"""A rule is one module: its form, its situation, what forbids it, its odds, its duty and what it does, told together.

@rule(SLUG, BOMBARD, "Bombard a coast", form=BombardmentForm, situation=situation, …)
def bombard(fire: Bombardment) -> Play[Outcome[Bombarded]]: ...
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial, wraps
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter

from navalassist.engine import declared
from navalassist.engine.asks import Choose, Play, Ruling
from navalassist.engine.book import Book
from navalassist.engine.duties import Duties, Duty, Ending, Maker, Now
from navalassist.engine.effects import Set
from navalassist.engine.odds import Odds
from navalassist.engine.outlook import OutlookOf
from navalassist.engine.overruled import Overrulable, passed_over
from navalassist.engine.reader import Reader, View, rows_in
from navalassist.engine.register import REGISTER, Figure, Outcome, Procedure, Refusal, Roller, procedure
from navalassist.engine.run import Result as Run

F = TypeVar("F", bound=Callable[..., Any])
Builder = Callable[[Reader, Any], BaseModel]
# From a situation to what its page shows before anything is done: a `Tally` of terms, or `Condition`s.
Basis = Callable[[Any], Any]
BECAUSE = "because"
# Fields of a form that its situation has too, whatever else its builder makes of it.
TICKS = "ticks"
# The marks of rules that wait for an answer.
WAITING = "mark:waiting/"
# Whether a campaign plays a rule of a group's own.
PLAYED, NOT_PLAYED = "played", "not-played"
# Of a result: what was passed over, where a reason was given; the engine writes it.
OVERRULED = "overruled"


@dataclass(frozen=True, slots=True)
class Summary:
    """What a rule's entry says: a sentence, and the word that is called out where dice fell.

    bad: the word hurts; notes: what it says besides; against: what of the book was passed over, and why.
    others: the words of further throws, in order, where they say otherwise than what was read.
    """

    sentence: str
    word: str = ""
    bad: bool = False
    notes: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    against: str = ""


class Result:
    """What came of a rule; a frozen dataclass, which stands in the log as its fields. It says itself what that was."""

    __slots__ = ()

    def summary(self, given: Any) -> Summary | None:
        """What its entry says, from the situation too; None for the plain rendering."""
        return None


@dataclass(frozen=True, slots=True)
class Shown:
    """What everybody learns of a rule that read the secrets of a side.

    fields: what the entry says of it in the open; lessons: what is known of that side from now on. A correction sets
    them anew and nothing takes them back, for nobody forgets what they were shown.
    """

    fields: Mapping[str, Any]
    lessons: tuple[Set, ...] = ()


# From the facts, the situation and the run of a rule (without an outcome while it waits) to what is shown of them.
Shower = Callable[[Mapping[str, Any], Any, Run[Outcome[Any]]], Shown]


def told_to_all(facts: Mapping[str, Any], given: Any, run: Run[Outcome[Any]]) -> Shown:
    """What everybody learns of a rule of which both sides hear all that came: whose it was, and its sentence."""
    told = {"words": run.value.result.summary(given).sentence} if run.value else {}
    return Shown({"side": given.side.value, **told})


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a rule: its words, whether it is met, why, its paragraph, and the facts that decide it.

    met: None where that isn't known.
    """

    text: str
    met: bool | None
    why: str = ""
    rule: str = ""
    ruling: str | None = None
    facts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Listed:
    """How the turn sequence lists a rule: the steps that ask for it, or allow it. title: as it is called there."""

    steps: tuple[str, ...]
    due: bool
    title: str


@dataclass(frozen=True)
class Rule:
    """A rule as it was declared.

    before: of logs that don't keep what was typed, field of the form -> where the situation holds it, as a dotted path
    or worked out from it, if it is called otherwise there. unseen: its entry is an input on the chain of its side;
    own_seat: no other side's seat taps for it, also where one device plays both; summed: what the sum of its basis is
    called, where that is no plain `Sum`.
    """

    procedure: Procedure
    form: type[BaseModel]
    build: Builder
    result: TypeAdapter[Any]
    listed: Listed | None = None
    house: Ruling | None = None
    before: Mapping[str, Any] = field(default_factory=dict)
    basis: Basis | None = None
    summed: str = ""
    duties: Maker | None = None
    shows: Shower | None = None
    outlook: OutlookOf | None = None
    unseen: bool = False
    own_seat: bool = False

    def said(self, situation: Mapping[str, Any], outcome: Mapping[str, Any]) -> Summary | None:
        """What an entry says of what was recorded. ValueError for a shape that is today's no more."""
        given, found = self.procedure.situation.model_validate(situation), self.result.validate_python(outcome)
        summary = found.summary(given) if isinstance(found, Result) else None
        return summary and replace(summary, against=str(getattr(found, OVERRULED, "")))

    def came(self, outcome: Mapping[str, Any]) -> dict[str, Figure]:
        """Figure by figure what came, as `came_of` has it."""
        return came_of(self.procedure, outcome)


# Every rule that is declared in one module, by its slug.
RULES: dict[str, Rule] = {}


def tuple_of(steps: str | Iterable[str]) -> tuple[str, ...]:
    """One step, or several."""
    return (steps,) if isinstance(steps, str) else tuple(steps)


@dataclass
class Rulebook:
    """The rules of one system, each of which registers itself. edition: that of rules that name none."""

    system: str
    edition: str
    rules: dict[str, Rule] = field(default_factory=dict)
    endings: dict[str, Ending] = field(default_factory=dict)

    def rule(
        self,
        slug: str,
        paragraph: str,
        title: str,
        *,
        form: type[BaseModel],
        situation: Callable[[Reader, Any], BaseModel],
        roller: Roller = Roller.OWNER,
        dice: str = "none",
        edition: str = "",
        earlier: tuple[str, ...] = (),
        why_not: Callable[[Any], Iterable[Refusal]] | None = None,
        figures: Callable[[Any], tuple[Figure, ...]] | None = None,
        headline: tuple[str, ...] = (),
        odds: Callable[[Any], Play[Outcome[Any]]] | None = None,
        basis: Basis | None = None,
        summed: str = "",
        due: str | Iterable[str] = (),
        may: str | Iterable[str] = (),
        listed: str = "",
        duties: Maker | None = None,
        shows: Shower | None = None,
        outlook: OutlookOf | None = None,
        house: Ruling | None = None,
        before: Mapping[str, Any] | None = None,
        unseen: bool = False,
        own_seat: bool = False,
    ) -> Callable[[F], F]:
        """Register a generator function as a rule. Its first parameter's type is what `situation` builds from the form.

        due, may: the steps that ask for it or allow it (`allied/initial`, a star for any), and list it as `listed`;
        duties: its lines there; house: the switch of a rule of a group's own (`house_rule`); basis: what its page shows
        before the dice; outlook: what a seat is told of its choices before it seals them; unseen: without dice, it is
        an input of its side, so that nobody else learns that it was carried out; own_seat: what one side says the other
        agrees to, at its own seat. Other arguments as `Procedure` and `Rule` have them. BadRule for what can't be
        meant so.
        """
        steps = tuple_of(due) or tuple_of(may)
        line = Listed(steps, bool(due), listed or title) if steps else None
        lines = _if_played(house, duties) if house and duties else duties
        declared.check(slug, declared.of_functions({"why_not": why_not}, steps, duties))
        declared.check(slug, declared.of_form(form, before or {}))
        enter = partial(procedure, slug, system=self.system, rule=paragraph, title=title, roller=roller, dice=dice)
        more: dict[str, Any] = {"listed": line, "house": house, "before": before or {}, "outlook": outlook}
        more |= {"unseen": unseen, "own_seat": own_seat, "summed": summed}
        as_declared = partial(Rule, form=form, build=_building(form, situation), **more)

        def register(written: F) -> F:
            declared.check(slug, declared.of_functions({written.__name__: written}, steps, duties))
            declared.check(slug, declared.of_result(result := _result_of(written), Result))
            function = _overruling(written, why_not) if why_not else written
            refuse = _refusing(why_not) if why_not else None
            counted: dict[str, Any] = {"figures": figures, "headline": headline, "odds": odds}
            enter(edition=edition or self.edition, earlier=earlier, why_not=refuse, **counted)(function)
            known = REGISTER[slug]
            declared.check(slug, declared.of_reason(form, known.situation, BECAUSE))
            made = as_declared(procedure=known, result=TypeAdapter(result), basis=basis, duties=lines, shows=shows)
            RULES[slug] = self.rules[slug] = made
            return function

        return register

    @property
    def duties(self) -> Duties:
        """The lines of its rules, by the steps in which they stand."""
        return [(rule.listed.steps, rule.duties) for rule in self.rules.values() if rule.listed and rule.duties]

    @property
    def houses(self) -> list[Ruling]:
        """The switches of rules of a group's own."""
        return list(dict.fromkeys(rule.house for rule in self.rules.values() if rule.house))

    @property
    def parts(self) -> dict[str, Any]:
        """What a `System` takes of it, once all its rules are declared."""
        return {
            "situations": {slug: rule.build for slug, rule in self.rules.items()},
            "forms": {slug: rule.form for slug, rule in self.rules.items()},
            "bases": {slug: rule.basis for slug, rule in self.rules.items() if rule.basis},
            "showers": {slug: rule.shows for slug, rule in self.rules.items() if rule.shows},
            "duties": self.duties,
            "endings": self.endings,
        }

    def ends(self, fact: str, text: Callable[[Any], str], rule: str) -> None:
        """How it is told that the end of a step changes a fact. text: as `Ending` has it."""
        self.endings[fact] = Ending(text, rule)


def house_rule(number: str, where: str, title: str, what: str) -> Ruling:
    """The switch of a rule of a group's own: a ruling, which a campaign leaves off until somebody turns it on.

    number: `H-11`, since house settings have the first ten; where: its row of the contract; what: what it is, for
    somebody who chooses.
    """
    choices = ((NOT_PLAYED, "not played"), (PLAYED, "played"))
    reason = "It stands in no rulebook: a campaign plays it where its players have agreed to."
    return Ruling(number, where, title, what, choices, NOT_PLAYED, reason)


def not_played(slug: str, book: Book) -> Refusal | None:
    """Why a rule of a group's own is not to be had in a campaign; None where it is, and for a rule of the book."""
    house = RULES[slug].house if slug in RULES else None
    if house is None or book.ruling(house) == PLAYED:
        return None
    words = f"{house.title}: this campaign does not play it; {house.number} of the rulings is its switch."
    return Refusal(words, house.where, final=True)


def is_played(read: View, house: Ruling) -> bool:
    """Whether a campaign plays a rule of a group's own: what that rule has left counts only while it does."""
    return read.ruling(house) == PLAYED


def waits(read: View, slug: str) -> bool:
    """True while this rule waits for an answer: of what comes of it nothing is known to the campaign before that."""
    marks = (row for row in rows_in(read.values, "mark") if row.startswith(WAITING))
    return any(read.get(f"{row}.subject") == slug for row in marks)


def _if_played(house: Ruling, duties: Maker) -> Maker:
    """The duties of a rule in a campaign that plays it."""

    def made(now: Now) -> Iterable[Duty]:
        return duties(now) if now.state.book.ruling(house) == PLAYED else ()

    return made


def _building(form: type[BaseModel], build: Callable[[Reader, Any], BaseModel]) -> Builder:
    """The situation of what was typed, with the reason that was typed and the words that were ticked."""

    def built(reader: Reader, typed: Mapping[str, Any]) -> BaseModel:
        filled = form.model_validate(typed)
        situation = build(reader, filled)
        told = {name: value for name in (BECAUSE, TICKS) if (value := getattr(filled, name, None))}
        return situation.model_copy(update=told) if told else situation

    return built


def _refusing(why_not: Callable[[Any], Iterable[Refusal]]) -> Callable[[Any], Refusal | None]:
    """The first refusal that no reason passes over."""

    def refuse(situation: Any) -> Refusal | None:
        return next((one for one in why_not(situation) if one.final or not is_overruled(situation)), None)

    return refuse


def is_overruled(situation: Any) -> bool:
    """True for a situation with a reason to pass over the book."""
    return isinstance(situation, Overrulable) and situation.is_overruled


def _passed_over(situation: Any, why_not: Callable[[Any], Iterable[Refusal]]) -> str:
    """What a reason passed over, as a result says it; '' for nothing."""
    if not is_overruled(situation):
        return ""
    return passed_over(situation, next((one for one in why_not(situation) if not one.final), None))


def _overruling(function: F, why_not: Callable[[Any], Iterable[Refusal]]) -> F:
    """The rule, whose result says what was passed over."""

    @wraps(function)
    def told(situation: Any) -> Generator[Any, Any, Outcome[Any]]:
        words = _passed_over(situation, why_not)
        play = function(situation)
        outcome: Outcome[Any] = yield from (_settled_so(play, words) if words else play)
        return replace(outcome, result=_saying(outcome.result, words)) if words else outcome

    return typing.cast(F, told)


def _saying(result: Any, words: str) -> Any:
    """A result with what was passed over. The results of some rules have no place for it; their situation says why."""
    return replace(result, overruled=words) if hasattr(result, OVERRULED) else result


def _settled_so(play: Play[Any], words: str) -> Play[Any]:
    """The same play; what is settled before a choice says too what was passed over."""
    reading = None
    while True:
        try:
            ask = play.send(reading)
        except StopIteration as stop:
            return stop.value
        if isinstance(ask, Choose) and ask.settled is not None:
            ask.settled = _saying(ask.settled, words)
        reading = yield ask


def came_of(procedure: Procedure, outcome: Mapping[str, Any]) -> dict[str, Figure]:
    """Figure by figure what came: a chance of 1 or 0, or the number itself, as odds of this one outcome have it.

    ValueError for a shape that is today's no more.
    """
    if procedure.figures is None:
        return {}
    certain = Odds.certain(_as_recorded(procedure.function).validate_python(outcome))
    return {figure.key: figure for figure in procedure.figures(certain)}


@cache
def _as_recorded(function: Callable[..., Any]) -> TypeAdapter[Any]:
    """Reads what a rule's function returned."""
    return TypeAdapter(_result_of(function))


def _result_of(function: Callable[..., Any]) -> Any:
    """`Bombarded` of `Play[Outcome[Bombarded]]`."""
    returned = typing.get_type_hints(function)["return"]
    outcome = typing.get_args(returned)[-1]
    return typing.get_args(outcome)[0]


def weighed(column: Callable[[Any], Any]) -> Basis:
    """The basis of a rule that reads the column of this sum."""

    def basis(situation: Any) -> Play[Any]:
        yield from ()
        return column(situation)

    return basis
