"""All lines of a turn on paper in order, step after step: tried for a page, or entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from django.http import QueryDict

from navalassist.desk.at import At
from navalassist.desk.paper.cards import Card, added
from navalassist.desk.paper.lines import Line
from navalassist.desk.paper.offered import Offer, offers_of
from navalassist.desk.paper.playing import CHOICE, Act, Stage, dice_of, play_rule
from navalassist.desk.paper_hooks import Listed
from navalassist.desk.problem import Problem
from navalassist.desk.system_pages import system_pages_of
from navalassist.desk.turn.skips import Skip, digest_of, skips_of
from navalassist.engine.duties import Moment
from navalassist.play.agenda import Agenda
from navalassist.play.turns.steps import end_step
from navalassist.play.write.writer import Writer


@dataclass
class Section:
    """A step: its cards, what it offers, and what its end passes over."""

    place: str
    title: str
    side: str
    passed: Sequence[Skip] = ()
    wrong: str = ""
    cards: list[Card] = field(default_factory=list)
    offers: tuple[Sequence[Offer], Sequence[Offer]] = ((), ())


@dataclass
class Walk:
    """The way through the lines. at: when the dice were thrown; stuck: a step did not end, so nothing more is tried.

    known: the fields of all that is listed; taken: with those that were sent for it beside them.
    """

    here: At
    stage: Stage
    typed: QueryDict
    lines: Sequence[Line]
    at: str
    sections: list[Section] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    stuck: bool = False

    @property
    def digest(self) -> str:
        """A mark of all that is passed over; '' where nothing is."""
        skips = [skip for section in self.sections for skip in section.passed]
        return digest_of(skips) if skips else ""

    @property
    def cards(self) -> list[Card]:
        """Every line, in order."""
        return [card for section in self.sections for card in section.cards]

    def go(self, moments: Sequence[Moment]) -> Walk:
        """Through these steps, which follow one another."""
        for moment in moments:
            title = self.here.system.step_title(moment.player_turn, moment.step)
            section = Section(moment.place, title, moment.player_turn)
            self.sections.append(section)
            self._reach(moment, section)
            section.offers = offers_of(self.here.system, moment.place, self.stage.writer.state)
            self._play(section, moment is moments[0])
        return self

    def _reach(self, moment: Moment, section: Section) -> None:
        """End the step before, with what it passes over."""
        state = self.stage.writer.state
        if self.stuck or Moment(*state.clock) == moment:
            return
        facts = self.here.viewer.view(state.values, state.audiences)
        self.sections[-2].passed = skips = skips_of(Agenda(state, facts, self.here.system))
        left = [] if self.here.is_closed else [(one.noun, one.line) for skip in skips for one in skip.passed]
        _, problem = self.stage.do(partial(end_step, left=left))
        if problem:
            if self.stage.stops:
                raise problem
            self.stuck, section.wrong = True, problem.text

    def _play(self, section: Section, first: bool) -> None:
        """The lines of a step in order. What is listed and has no place among them yet comes after them."""
        waiting, done = [line for line in self.lines if line.place == section.place], set[str]()
        while True:
            listed = {} if self.stuck else {one.key: one for one in self._listed(first)}
            placed = done | {line.key for line in waiting if not line.kind}
            waiting += [Line(section.place, "", key) for key in listed if key not in placed]
            if not waiting:
                return
            line = waiting.pop(0)
            if line.kind:
                self._added(section, line)
            elif line.key in listed:
                done.add(line.key)
                self._of_listed(section, line, listed[line.key])

    def _listed(self, first: bool) -> Sequence[Listed]:
        found = system_pages_of(self.here.system.key).paper
        return found.listed(self.stage.writer, self.typed, first) if found else ()

    def _of_listed(self, section: Section, line: Line, one: Listed) -> None:
        card = Card(line, template=one.template)
        section.cards.append(card)
        self.known.update(one.names)
        self.taken.update((*one.names, *one.others))
        if not self.stage.stops:
            card.row = one.draw()
        card.typed = one.typed
        if one.typed:
            self._do(card, lambda writer: one.play(writer, self.at))

    def _added(self, section: Section, line: Line) -> None:
        card = added(self.here, self.stage.writer.state, self.typed, line, section.side)
        if card is None:
            return
        card.number = 1 + sum(bool(other.line.kind) for other in self.cards)
        section.cards.append(card)
        if card.is_empty or self.stuck:
            return
        form, kind = card.form, card.kind
        assert form is not None
        if not form.is_valid():
            name, texts = next(iter(form.errors.items()))
            label = form.fields[name].label if name in form.fields else name
            self._fails(card, Problem(422, f"{label}: {texts[0]}.", name))
        elif kind:
            given = form.cleaned_data
            self._do(card, lambda writer: kind.act(writer, given, card.key))
        else:
            self._rule(card, form.cleaned_data)

    def _rule(self, card: Card, given: Mapping[str, Any]) -> None:
        """A rule with its dice, and with what is decided in it."""
        asked: list[Mapping[str, Any]] = []

        def choice(number: int) -> str:
            return self.typed.get(f"{card.line.prefix}-{CHOICE}{number}", "")

        def act(writer: Writer) -> None:
            play_rule(writer, card.line.kind, given, dice_of(card.strip, self.at), choice, asked)

        self._do(card, act)
        card.asks = [(f"{card.line.prefix}-{CHOICE}{n}", one, choice(n)) for n, one in enumerate(asked)]

    def _do(self, card: Card, act: Act) -> None:
        """Play a card; where it fails its field says why, and of what is entered everything stops."""
        card.told, problem = self.stage.do(act)
        if problem:
            self._fails(card, problem)

    def _fails(self, card: Card, problem: Problem) -> None:
        card.fails(problem)
        if self.stage.stops:
            text = f"{card.name}: {problem.text}" if card.line.kind else problem.text
            raise replace(problem, text=text, about=card.about, more=False)
