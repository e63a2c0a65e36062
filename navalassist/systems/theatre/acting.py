"""What each act of a side begins with: in which phase it may, and whether its orders are sealed; how results read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from navalassist.engine import Refusal
from navalassist.engine.orders import Book, BookState, key_of
from navalassist.engine.reader import Reader
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Frozen, Words
from navalassist.systems.theatre.state.fleets import Unit
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import Side, Status
from navalassist.systems.theatre.turn import IN_PORT, TURN, now_turn


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
    book = read.find(Book, key_of(now_turn(read), side.value))
    sealed = book is not None and book.state is BookState.SEALED
    return {"side": side, "step": read["campaign:clock.step"], "sealed": sealed}


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


def not_ready(units: tuple[Unit, ...]) -> Iterator[Refusal]:
    """Only units that are ready have missions (PG.6.5.1.4)."""
    for unit in units:
        if unit.status is not Status.READY:
            yield Refusal(f"{unit.name} is {unit.status.label}: it has no mission before it is whole.", "PG.6.5.1.4")
