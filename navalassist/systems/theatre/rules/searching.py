"""PG.6.4.2: both sides search for the missions that are under way; each learns for itself what it spots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from navalassist.engine import Effect, Outcome, Play, Refusal, create
from navalassist.engine.duties import EITHER, Duty, Kind, Now, Passed, by_rule
from navalassist.engine.learnt import Level
from navalassist.engine.orders import Book, BookState, key_of
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Shown, Summary
from navalassist.engine.run import Result as Run
from navalassist.engine.shapes import Form, Frozen, Words
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.lookouts import forces_of, quarries
from navalassist.systems.theatre.rulings import R205, R207, R208, R241, R242, R244, R246, R248, TWICE
from navalassist.systems.theatre.sightings import SIGHTINGS
from navalassist.systems.theatre.spotting import Force, Quarry, spotted
from navalassist.systems.theatre.state.fleets import AirUnit, Group, Unit
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.words import Side
from navalassist.systems.theatre.turn import AT_SEA, TURN, is_late, now_turn

SLUG, SEARCH = "pg-search", "PG.6.4.2"
MARK = "mark:searched/missions"
TOLD = "Both sides search for the missions that are under way; each reads under Interceptions what it has spotted."


class SearchForm(Form):
    """Nothing is typed: routes and forces are those of the orders."""


class Search(Frozen):
    """All missions of the turn, and all forces that look out."""

    missions: tuple[Quarry, ...] = Says("Missions under way", ())
    forces: tuple[Force, ...] = Says("Forces that look out", ())
    step: Words = Says("Phase", told=False)
    before: bool = Says("It was done before in this step", False, told=False)
    closed: tuple[Side, ...] = Says("Whose order book is sealed and not open", (), told=False)


@dataclass(frozen=True, slots=True)
class Searched(Result):
    """The orders that were spotted."""

    found: tuple[str, ...]

    def summary(self, given: Search) -> Summary:
        """The same sentence whatever was found: who was spotted is each side's own."""
        return Summary(TOLD)


def not_open(view: View) -> tuple[Side, ...]:
    """The sides whose book of this turn is sealed and not open yet."""
    books = {side: view.find(Book, key_of(now_turn(view), side.value)) for side in Side}
    return tuple(side for side, book in books.items() if book is not None and book.state is BookState.SEALED)


def has_searched(view: View) -> bool:
    """True once it was done in this step."""
    return f"{MARK}.kind" in view.values


def situation(read: Reader, form: SearchForm) -> Search:
    for side in Side:
        # That a side has nothing at all is its secret too: so the entry is always the moderator's.
        for kind in (Order, Group, Unit, AirUnit):
            read.looked_for(kind.row_of(f"{side}-searched"), side=side)
    return Search(
        missions=tuple(one for side in Side for one in quarries(read, side)),
        forces=tuple(one for side in Side for one in forces_of(read, side)),
        step=read["campaign:clock.step"],
        before=has_searched(read),
        closed=not_open(read),
    )


def why_not(given: Search) -> Iterator[Refusal]:
    """In Operations, once the orders are open."""
    if f"*/{given.step}" not in AT_SEA:
        words = "Missions are searched for in the Operations phase, ships on their way to a yard in Breakthrough."
        yield Refusal(words, SEARCH, final=True)
    for side in given.closed:
        yield Refusal(f"The order book of {side.label} is not open yet: open both first.", "PG.6.3", final=True)


def shown(facts: Mapping[str, Any], given: Search, run: Run[Outcome[Searched]]) -> Shown:
    """Everybody reads that it was done, and nothing of what was found."""
    return Shown({"words": TOLD})


def duties(now: Now) -> Iterator[Duty]:
    """A line until it is done; under Interceptions it may be done again, as after something was put right."""
    small, words = "each side learns for itself which squares of which missions it sees", "Search for the missions"
    done = now.state.sources.get(f"{MARK}.kind", "")
    passes = () if done else (Passed(MARK, "The search for the missions under way", "search"),)
    kind, passes = (Kind.MAY, ()) if is_late(now.view) else (Kind.DUE, passes)
    line = by_rule(SLUG, f"{words} under way", small=small, seat=EITHER, kind=kind, done=done, passes=passes)
    yield replace(line, url="interceptions/")


@rule(
    SLUG, SEARCH, "Search for the missions under way", form=SearchForm, situation=situation, why_not=why_not,
    shows=shown, due=AT_SEA, duties=duties,
)  # fmt: skip
def search(given: Search) -> Play[Outcome[Searched]]:
    """Of each route every square is looked at from each ready force of the other side, within its search range."""
    for ruling in (R205, R207, R241, R242, R244, R246, R248):
        yield from ruling.look()
    twice = (yield from R208.look()) == TWICE
    spots = (one for one in given.missions if spotted(given.forces, one, twice))
    # In the order of keys that tell nothing: what was ordered first is learnt by nobody.
    found = tuple(sorted(spots, key=lambda one: one.order))
    lessons = tuple(SIGHTINGS.learns(one.side.enemy, one.order, Level.GENERAL) for one in found)
    return Outcome(Searched(tuple(one.order for one in found)), tuple(marks(given)), lessons)


def marks(given: Search) -> Iterator[Effect]:
    """That it was done, which everybody sees."""
    if not given.before:
        lasts = TURN.lasts("searched", given.step)
        yield create(MARK, kind="searched", subject="campaign:clock", place="", note="", **lasts)
