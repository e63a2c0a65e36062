"""Which lines a step offers on paper, in one order for the printed sheet and the form: that of its duties."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

from navalassist.desk.paper_hooks import PaperKind
from navalassist.desk.system_pages import system_pages_of
from navalassist.engine import REGISTER, Book
from navalassist.engine.rule import not_played
from navalassist.engine.shapes import Form
from navalassist.play.state import State
from navalassist.play.systems import System
from navalassist.play.turns.parts import next_part

PART = "next-part"


class Nothing(Form):
    """A line for which nothing is typed."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of line: its key, what it is called, its paragraph, and the dice that it throws ('' for none)."""

    key: str
    title: str
    rule: str
    dice: str = ""


def kinds_of(system: System) -> dict[str, PaperKind]:
    """What is no rule: of the system, and the next part of a step that has parts."""
    found = system_pages_of(system.key).paper
    kinds = found.kinds if found else ()
    if system.parts:
        steps = tuple(f"*/{step}" for step in sorted(system.parts))
        title = f"The next {system.part_life.replace('-', ' ')} begins"
        kinds += (PaperKind(PART, title, "", Nothing, steps, lambda writer, typed, key: next_part(writer)),)
    return {kind.key: kind for kind in kinds}


def offers_of(system: System, place: str, state: State) -> tuple[list[Offer], list[Offer]]:
    """The lines of a step (`axis/air`), and those that other steps have."""
    found = system_pages_of(system.key).paper
    apart = found.apart(state.values) if found else ()
    lines = [(steps, offer) for steps, offer in _rules(system, state.book) if offer.key not in apart]
    here = [offer for steps, offer in lines if _fits(place, steps)]
    own = [kind for kind in kinds_of(system).values() if _fits(place, kind.steps)]
    here += [Offer(kind.key, kind.title, kind.rule) for kind in own]
    return here, [offer for steps, offer in lines if not _fits(place, steps)]


def _fits(place: str, steps: tuple[str, ...]) -> bool:
    return any(fnmatchcase(place, pattern) for pattern in steps)


def _rules(system: System, book: Book) -> Iterator[tuple[tuple[str, ...], Offer]]:
    """Every rule that is played, with the steps of its duty, in the order of the turn sequence."""
    duties = {duty.key: (number, duty.steps) for number, duty in enumerate(system.turn.duty)} if system.turn else {}
    found = system_pages_of(system.key).paper
    also = found.also if found else {}
    of = {line.key: line.duty or line.key for topic in system.topics.topic for line in topic.lines}
    rules = [REGISTER[slug] for slug in system.forms if slug in REGISTER and not_played(slug, book) is None]
    for rule in sorted(rules, key=lambda rule: duties.get(of.get(rule.slug, rule.slug), (len(duties), ()))[0]):
        _, steps = duties.get(of.get(rule.slug, rule.slug), (0, also.get(rule.slug, ())))
        yield steps, Offer(rule.slug, rule.title, rule.rule, rule.dice if rule.throws else "")
