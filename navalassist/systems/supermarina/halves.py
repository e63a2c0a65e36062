"""What each act of a movement step begins with: whose half of the segment it is, and who may act in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from navalassist.engine import Refusal
from navalassist.engine.duties import Now
from navalassist.engine.forms import Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Shower, Shown
from navalassist.engine.run import Result as Run
from navalassist.engine.shapes import Frozen, Words
from navalassist.systems.supermarina.forces import contents, force_title
from navalassist.systems.supermarina.state import Force, Port, Ship, Side, Transport
from navalassist.systems.supermarina.turn import acting, stamp


class OwnHalf(Frozen):
    """A side that acts. now: the step, as `turn.stamp` has it."""

    side: Side = Says("Side")
    acts: Side = Says("Whose half of the segment it is", told=False)
    now: Words = Says("Step", told=False)


def own_half(read: Reader, side: Side) -> dict[str, Any]:
    """The fields of `OwnHalf`."""
    return {"side": side, "acts": acting(read), "now": stamp(read)}


def not_its_half(given: OwnHalf, rule: str) -> Iterator[Refusal]:
    """Each side acts in its own half of a segment (SM.1.A)."""
    if given.side is not given.acts:
        yield Refusal(f"It is the {given.acts.label} half of the segment: {given.side.label} acts in its own.", rule)


def off(now: Now, build: Callable[[Reader, Any], Any], form: Any, why_not: Callable[[Any], Iterator[Refusal]]) -> str:
    """Why a line of an own step is not to be had now, as its rule would refuse it; '' where it is."""
    return next((one.reason for one in why_not(build(Reader(now.state), form))), "")


def not_seen(side: Side, found: object, rule: str) -> Iterator[Refusal]:
    """What a force holds, its owner alone sees; nothing here tells whether there is anything."""
    if not found:
        yield Refusal(
            f"Only the {side.label} side sees what is there: take its seat, and tick or choose what is meant.", rule
        )


def nothing_told(facts: Mapping[str, Any], given: OwnHalf, run: Run[Any]) -> Shown:
    """Nobody else learns of it."""
    return Shown({"side": given.side.value})


def everybody_reads(told: Callable[[Any, Any], str]) -> Shower:
    """Everybody reads a sentence, made of the situation and of what came, once that has come."""

    def shown(facts: Mapping[str, Any], given: Any, run: Run[Any]) -> Shown:
        words = {"words": told(given, run.value.result)} if run.value else {}
        return Shown({"side": given.side.value, **words})

    return shown


def its_sentence(given: Any, found: Result) -> str:
    """All that the entry says."""
    said = found.summary(given)
    return said.sentence if said else ""


def without_cargo(given: Any, found: Any) -> str:
    """The same without the cargo that went down: that stays with its owner (R-106)."""
    return its_sentence(given, replace(found, cargo=()))


def owner_of(read: Reader | View, place: str) -> Side:
    """Whose a port or a task force is."""
    kind, _, key = place.partition(":")
    return read.row(Force, key).side if kind == Force.KIND else read.row(Port, key).owner


def title_of(place: Port | Force) -> str:
    """`Malta`, `Axis task force 1`."""
    return place.name if isinstance(place, Port) else force_title(place)


def every_port(view: View) -> Options:
    """All ports."""
    return [(one.key, one.name) for one in view.rows(Port)]


def berthed(view: View) -> Options:
    """Ports and task forces in which the view sees ships or transports."""
    used = {one.place for one in view.rows(Ship)} | {one.place for one in view.rows(Transport)}
    places: list[Port | Force] = [*view.rows(Force), *view.rows(Port)]
    return [(place.row, title_of(place)) for place in places if place.row in used]


def at_sea(view: View) -> Options:
    """Task forces at sea of which the view sees what sails in them."""
    return [(force.key, force_title(force)) for force in view.rows(Force) if force.hex and contents(view, force)]


def own_forces(now: Now) -> Iterator[Force]:
    """Task forces at sea of the side that acts, of which the view sees what sails in them."""
    side = now.system.acting(now.moment.player_turn, now.moment.step)
    return (one for one in now.view.rows(Force, side=side) if one.hex and contents(now.view, one))
