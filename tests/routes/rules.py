"""The rules of routes: sail over squares, cross sea zones, and ask how far it is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from navalassist.engine import Outcome, Play
from navalassist.engine.forms import Ask, AskWay, Facts, FormErrors, Options, read_way
from navalassist.engine.maps import distance_of
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Rulebook, Summary
from navalassist.engine.shapes import Form, Frozen, Worded
from tables.turn import load_turn
from tests.routes.state import SQUARES, Force, chart, ranges, zones

SYSTEM = "routes"
TURN = load_turn(Path(__file__).with_name("turn.toml"))
RULES = Rulebook(SYSTEM, "example")
SAIL, CROSS, SEARCH = "route-sail", "route-cross", "route-search"


class Season(Worded):
    """When canals freeze."""

    SUMMER = "summer", "summer"
    WINTER = "winter", "winter"


def forces(view: View) -> Options:
    return [(force.key, force.name) for force in view.rows(Force)]


@dataclass(frozen=True, slots=True)
class Said(Result):
    """What came of it, as a sentence."""

    words: str

    def summary(self, given: Frozen) -> Summary:
        return Summary(self.words)


class SailForm(Form):
    """A force and its route."""

    force: str = Ask("Force", forces)
    route: str = AskWay("Route", lambda view, typed: chart(view))


class Sail(Frozen):
    """A force that sails."""

    force: Force = Says("Force")
    route: str = Says("Route")
    end: str = Says("Ends in")
    squares: int = Says("Squares")
    range: int = Says("Range")


def sailing(read: Reader, form: SailForm) -> Sail:
    on = chart(read)
    way = read_way(on, "route", form.route)
    places = way.places
    return Sail(
        force=read.row(Force, form.force),
        route=on.on.written(places),
        end=places[-1],
        squares=way.total,
        range=ranges(way),
    )


@RULES.rule(SAIL, "R.1", "Sail a route", form=SailForm, situation=sailing, may="*/orders")
def sail(given: Sail) -> Play[Outcome[Said]]:
    """A force sails along its route."""
    yield from ()
    words = f"{given.force.name} sails {given.route}: {given.squares} squares by the entered map, range {given.range}."
    return Outcome(Said(words), given.force.set(place=given.end))


class SearchForm(Form):
    """A force, a square, and how far it is where the map does not tell."""

    force: str = Ask("Force", forces)
    square: str = Ask("Square", default="")
    distance: int | None = Ask("Squares between them", default=None, ge=0, le=99, help="Empty: as the map has it.")


class Search(Frozen):
    """A search, so far away."""

    force: Force = Says("Force")
    distance: str = Says("Distance")


def searching(read: Reader, form: SearchForm) -> Search:
    force = read.row(Force, form.force)
    try:
        square = SQUARES.place(form.square) if form.square else ""
    except ValueError as error:
        raise FormErrors({"square": str(error)}) from None
    try:
        found = distance_of(SQUARES, force.place, square, form.distance)
    except ValueError as error:
        raise FormErrors({"distance": str(error)}) from None
    return Search(force=force, distance=found.words)


@RULES.rule(SEARCH, "R.2", "Search", form=SearchForm, situation=searching, may="*/orders")
def search(given: Search) -> Play[Outcome[Said]]:
    """A force looks as far as that."""
    yield from ()
    return Outcome(Said(f"{given.force.name} searches: {given.distance}."))


def crossing_chart(view: View, typed: Facts) -> Any:
    return zones(view, str(typed.get("side") or ""), str(typed.get("season") or ""))


class CrossForm(Form):
    """A side's way over sea zones, and when."""

    side: str = Ask("Side", lambda view: [("Germany", "Germany"), ("Britain", "Britain")])
    season: Season = Ask("Season")
    way: str = AskWay("Way", crossing_chart)


class Cross(Frozen):
    """A way over zones."""

    side: str = Says("Side")
    way: str = Says("Way")
    cost: int = Says("Cost")


def crossing(read: Reader, form: CrossForm) -> Cross:
    on = zones(read, form.side, form.season)
    way = read_way(on, "way", form.way)
    return Cross(side=form.side, way=on.on.written(way.places), cost=way.total)


@RULES.rule(CROSS, "R.3", "Cross sea zones", form=CrossForm, situation=crossing, may="*/orders")
def cross(given: Cross) -> Play[Outcome[Said]]:
    """Over open water and through straits."""
    yield from ()
    return Outcome(Said(f"{given.side} crosses {given.way}: {given.cost} in all."))
