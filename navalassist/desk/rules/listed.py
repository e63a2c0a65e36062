"""Every rule that can be carried out by itself, by what it is about: what can be done now, when the others may be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.desk.access import at, head_of
from navalassist.desk.answers import page
from navalassist.desk.at import At
from navalassist.desk.made_once.page import for_all
from navalassist.desk.turn.steps import figure_words
from navalassist.desk.turn.topics import OTHERS
from navalassist.engine import REGISTER, Procedure
from navalassist.engine.duties import Duty, Moment
from navalassist.engine.rule import not_played
from tables.topics import Topic, TopicLine

ALL, NOW, DICE = "", "now", "dice"


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule on the page. when: now, or in which steps; url: where its tap leads; can: now; seat: whose it then is.

    words: all that it is found by.
    """

    rule: Procedure
    when: str
    url: str
    words: str
    can: bool = False
    seat: str = ""

    @property
    def dice(self) -> str:
        """The dice that it throws; '' for none."""
        return self.rule.dice if self.rule.throws else ""

    def is_called(self, typed: str) -> bool:
        """Is it found by every word that was typed? A word of it begins so."""
        return all(re.search(rf"(?<!\w){re.escape(word)}", self.words) for word in typed.casefold().split())

    def is_among(self, show: str) -> bool:
        """Is it one of those that a chip shows?"""
        return {NOW: self.can, DICE: bool(self.dice)}.get(show, True)


@dataclass(frozen=True, slots=True)
class About:
    """A topic and the rules of it that are shown."""

    title: str
    lines: tuple[RuleLine, ...]

    @property
    def now(self) -> int:
        """How many can be done now."""
        return sum(line.can for line in self.lines)


@require_safe
@for_all
def rules_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules by topic; `q` finds some by name, number, topic and other words, `show` those now, or with dice."""
    here = at(request, slug)
    typed, show = request.GET.get("q", "").strip()[:80], request.GET.get("show", ALL)
    known = list(abouts(here))
    chips = ((ALL, "All"), (NOW, "Can be done now"), (DICE, "With dice"))
    lines = [line for about in known for line in about.lines]
    context = {
        "head": head_of(here),
        "here": "rules",
        "typed": typed,
        "show": show,
        "chips": [(key, words, sum(line.is_among(key) for line in lines)) for key, words in chips],
        "example": lines[0].rule.rule if lines else "",
        "topics": list(_found(known, typed, show)),
        "procedure": _nearest(here, typed),
    }
    return page(request, "desk/rules/rules.html", context)


def abouts(here: At) -> Iterator[About]:
    """Every topic that has a rule here, in the order of its system; what is in none comes last."""
    duties = here.agenda.at(Moment(*here.state.clock))
    played = (slug for slug in here.system.forms if slug in REGISTER and not_played(slug, here.state.book) is None)
    left = {slug: REGISTER[slug] for slug in played}
    for topic in here.system.topics.topic:
        rules = [(left.pop(line.key), line) for line in topic.lines if line.key in left]
        if lines := tuple(line for rule in rules for line in _lines(here, topic, *rule, duties)):
            yield About(topic.title, lines)
    if left:
        rules = [(rule, TopicLine(key=slug)) for slug, rule in left.items()]
        lines = tuple(line for rule in rules for line in _lines(here, OTHERS, *rule, duties))
        yield About(OTHERS.title if here.system.topics.topic else "Rules", lines)


def _lines(here: At, topic: Topic, rule: Procedure, line: TopicLine, duties: Iterable[Duty]) -> Iterator[RuleLine]:
    """One line of a rule, or one for each seat that has a part in it now."""
    mine = [duty for duty in duties if duty.procedure == rule.slug]
    when = line.when or _steps(here, line.duty or rule.slug)
    called = " ".join((rule.title, rule.rule, topic.title, *topic.words, line.word, *line.words, when)).casefold()
    free = [duty for duty in mine if not duty.off]
    if not free:
        yield RuleLine(rule, f"not now: {mine[0].off}" if mine else when, f"{rule.slug}/", called)
    seats = {duty.seat or here.state.clock[1] for duty in free}
    for seat in sorted(seats, key=lambda seat: seat != here.state.clock[1]):
        of = [duty for duty in free if (duty.seat or here.state.clock[1]) == seat]
        told = "; ".join(filter(None, ("now", _small(of[0]) if len(of) == 1 else "")))
        url = f"/c/{here.campaign.slug}/{of[0].url}"
        yield RuleLine(rule, told, url, called, can=True, seat=seat if seats != {here.state.clock[1]} else "")


def _small(duty: Duty) -> str:
    return ", ".join(filter(None, (duty.small, *map(figure_words, duty.figures))))


def _steps(here: At, duty: str) -> str:
    """The steps of a duty in words; '' where the turn sequence does not have it."""
    turn = here.system.turn
    line = next((known for known in turn.duty if known.key == duty), None) if turn else None
    return turn.when(line.steps) if turn and line else ""


def _found(known: Iterable[About], typed: str, show: str) -> Iterator[About]:
    for about in known:
        if lines := tuple(line for line in about.lines if line.is_called(typed) and line.is_among(show)):
            yield About(about.title, lines)


def _nearest(here: At, typed: str) -> str:
    """The first procedure of the system whose paragraph begins as it was typed: where Procedures is opened."""
    situations: Mapping[str, object] = here.system.situations
    rules = (REGISTER[slug] for slug in situations if slug in REGISTER)
    return next((rule.slug for rule in rules if typed and rule.rule.casefold().startswith(typed.casefold())), "")
