"""What each act of a side begins with: in which phase it may, and whether its orders are sealed; how results read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from navalassist.engine import Refusal
from navalassist.engine.duties import Duty, Maker, Now
from navalassist.engine.orders import Book, key_of
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Frozen, Words
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.state.fleets import Unit
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import Side, Status
from navalassist.systems.theatre.turn import IN_PORT, TURN, now_turn

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Said(Result):
    """What came of it, as a sentence."""

    words: str
    notes: tuple[str, ...] = ()
    overruled: str = ""

    def summary(self, given: Frozen) -> Summary:
        """The sentence, and what stands below it."""
        return Summary(self.words, notes=self.notes)


class Act(Frozen):
    """A side that acts. step: the phase; sealed: its order book of this turn is sealed."""

    side: Side = Says("Side")
    step: Words = Says("Phase", told=False)
    sealed: bool = Says("Its order book is sealed", False, told=False)


def act_of(read: Reader, side: Side) -> dict[str, Any]:
    """The fields of `Act`."""
    return {"side": side, "step": read["campaign:clock.step"], "sealed": is_sealed(read, now_turn(read), side)}


def is_sealed(read: View, turn: str, side: str) -> bool:
    """True once the order book of a side is sealed: its groups and orders of the turn stay as they are."""
    return read.find(Book, key_of(turn, side)) is not None


def unsealed(duties: Maker) -> Maker:
    """The lines of those sides that may still change what they order."""

    def made(now: Now) -> Iterator[Duty]:
        turn = now_turn(now.view)
        yield from (one for one in duties(now) if not is_sealed(now.view, turn, one.seat))

    return made


def in_port(slug: str, paragraph: str, title: str, *, duties: Maker, **more: Any) -> Callable[[F], F]:
    """Register a rule by which a side changes its groups, in secret, before it has sealed its orders."""
    return rule(slug, paragraph, title, may=IN_PORT, duties=unsealed(duties), unseen=True, **more)


def not_in_port(given: Act, rule: str) -> Iterator[Refusal]:
    """Groups and orders change in Logistics and Orders alone, before the book is sealed: at sea nothing joins."""
    if f"*/{given.step}" not in IN_PORT:
        phase = TURN.title_of(given.step) if given.step in TURN.steps else given.step
        yield Refusal(f"It is the {phase} phase: groups change in port, in Logistics and Orders.", rule)
    if given.sealed:
        yield Refusal(f"The order book of {given.side.label} is sealed: its groups stay as they are.", "PG.6.3")


def side_of(port: Port) -> Side | None:
    """The side that owns a port; None for a neutral one."""
    return Side(port.owner.value) if port.owner.value in tuple(Side) else None


def not_ready(units: tuple[Unit, ...], change: bool = False) -> Iterator[Refusal]:
    """Only units that are ready have missions (PG.6.5.1.4). change: of base, which damaged ones may have too."""
    for unit in units:
        if unit.status is not Status.READY and not (change and unit.status is Status.DAMAGED):
            yield Refusal(f"{unit.name} is {unit.status.label}: it has no mission before it is whole.", "PG.6.5.1.4")
