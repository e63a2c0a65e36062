"""36.E: fuel oil of Axis task forces that leave Mediterranean ports."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from navalassist.engine import Create, Effect, Refusal, Set, create
from navalassist.engine.shapes import Frozen, Words
from navalassist.rules.europa.stores import Stock, short_of, spent_of
from navalassist.rules.europa.turn import TURN

RULE = "36.E"
# SPs that one SRP is worth here, and the most that a task force costs in a player turn.
CAP = 5
KEPT = re.compile(r"([0-9-]+/[a-z]+) ([0-5])( steps)?")


class Oil(StrEnum):
    """How fuel is paid for."""

    NONE = ""
    SRP = "srp"
    SP = "sp"
    STEP = "step"

    @property
    def label(self) -> str:
        """As a form calls it."""
        return OIL_TITLES[self]


OIL_TITLES = {
    Oil.NONE: "nothing is due",
    Oil.SRP: "1 SRP a task force",
    Oil.SP: "5 SPs a task force",
    Oil.STEP: "1 SP a task force, in this and every further naval step in which it moves",
}


class Tank(Frozen):
    """How far one Axis task force has paid for its fuel."""

    key: Words = Field(description="Key of the task force.")
    name: Words = Field(description="Its name.")
    kept: Words = Field(
        default="", description="What it has paid: player turn, SPs, and `steps` where it pays for each naval step."
    )
    this_step: bool = Field(default=False, description="It has paid for this very naval step.")

    @property
    def by_step(self) -> bool:
        """True for one that pays 1 SP for each naval step in which it moves."""
        return self.kept.endswith(" steps")

    def paid(self, player_turn: str) -> int:
        """SPs that it has paid in this player turn; an SRP counts as 5."""
        found = KEPT.fullmatch(self.kept)
        return int(found[2]) if found and found[1] == player_turn else 0


class Fuelling(Frozen):
    """Which task forces may owe fuel as their group moves, and how it is paid."""

    player_turn: Words = Field(description="Turn and player turn, such as 1941-03-1/axis.")
    leaves: bool = Field(default=False, description="They leave a Mediterranean port.")
    tanks: tuple[Tank, ...] = Field(default=(), description="The Axis task forces.")
    oil: Oil = Field(default=Oil.NONE, description="How the fuel is to be paid.")
    port: Words = Field(default="", description="Name of the port whose points are spent; '' where nobody said.")
    foreign: bool = Field(default=False, description="That port is not Axis-owned.")
    elsewhere: bool = Field(default=False, description="It is not the port that they sail from.")
    by_rail: bool = Field(default=False, description="The points are moved by rail to the port that they leave.")
    sp_stock: Stock | None = Field(default=None, description="SPs there, where they are counted.")
    srp_stock: Stock | None = Field(default=None, description="SRPs there, where they are counted.")

    @property
    def owing(self) -> tuple[Tank, ...]:
        """The task forces for which it has to be said how they pay, as they leave the port."""
        return tuple(tank for tank in self.tanks if tank.paid(self.player_turn) < CAP) if self.leaves else ()


@dataclass(frozen=True, slots=True)
class Bill:
    """What one task force pays: SPs or an SRP, and how it goes on paying."""

    tank: Tank
    sps: int
    srps: int
    by_step: bool


Choice = Annotated[Oil, Field(title="Fuel of Axis task forces", description="Due as they leave a Mediterranean port.")]


def bills(fuel: Fuelling) -> tuple[Bill, ...]:
    """What is paid, for each task force that owes anything (36.E, with its cap)."""
    return tuple(bill for tank in fuel.tanks for bill in _bill(fuel, tank))


def _bill(fuel: Fuelling, tank: Tank) -> Iterable[Bill]:
    paid = tank.paid(fuel.player_turn)
    if paid == CAP:
        return
    if not fuel.leaves or fuel.oil is Oil.STEP:
        if (fuel.leaves or tank.by_step) and not tank.this_step:
            yield Bill(tank, 1, 0, True)
    elif fuel.oil is Oil.SRP:
        yield Bill(tank, 0, 1, False)
    elif fuel.oil is Oil.SP:
        yield Bill(tank, CAP - paid, 0, False)


def refusal_of_fuel(fuel: Fuelling) -> Refusal | None:
    """Why this fuel can't be paid so; None where it can, or where nothing is due."""
    if fuel.oil is Oil.NONE and (owing := fuel.owing):
        who = ", ".join(tank.name for tank in owing)
        return Refusal(f"{who}: an Axis task force that leaves a Mediterranean port pays 1 SRP, 5 SPs or 1 SP a naval "
                       "step.",
                       RULE)  # fmt: skip
    found = bills(fuel)
    for bill in found:
        paid = bill.tank.paid(fuel.player_turn)
        if bill.srps and paid:
            return Refusal(f"{bill.tank.name} has paid {paid} SPs in this player turn: {CAP - paid} SPs more are "
                           "the most that it pays.", RULE)  # fmt: skip
    if found and not fuel.port:
        return Refusal("Say which port's points pay for the fuel.", RULE)
    if found and (where := _refusal_of_port(fuel)):
        return where
    sps, srps = totals(found)
    missing = short_of(fuel.sp_stock, Decimal(sps), fuel.port, "SP", RULE)
    return missing or short_of(fuel.srp_stock, Decimal(srps), fuel.port, "SRP", RULE)


def _refusal_of_port(fuel: Fuelling) -> Refusal | None:
    """The points lie in an Axis-owned port, and are moved by rail to the one that is left where that is another."""
    if fuel.foreign:
        return Refusal(f"{fuel.port} is not Axis-owned: no points of the Axis lie there.", RULE)
    if fuel.elsewhere and not fuel.by_rail:
        words = (
            f"The points of {fuel.port} have to be moved by rail to the port that it sails from: tick that they are."
        )
        return Refusal(words, RULE)
    return None


def totals(found: Iterable[Bill]) -> tuple[int, int]:
    """SPs and SRPs of several bills."""
    every = tuple(found)
    return sum(bill.sps for bill in every), sum(bill.srps for bill in every)


def paid_words(fuel: Fuelling) -> str:
    """`5 SPs of Naples, by rail (no SPs are counted there)`; '' where nothing is paid."""
    sps, srps = totals(bills(fuel))
    paid = [(srps, "SRP", fuel.srp_stock), (sps, "SP", fuel.sp_stock)]
    parts = [f"{number} {word}" + ("s" if number > 1 else "") for number, word, _ in paid if number]
    if not parts:
        return ""
    rail = ", by rail" if fuel.elsewhere and fuel.by_rail else ""
    uncounted = " or ".join(f"{word}s" for number, word, stock in paid if number and stock is None)
    counts = f" (no {uncounted} are counted there)" if uncounted else ""
    return f"{' and '.join(parts)} of {fuel.port}{rail}{counts}"


def fuel_effects(fuel: Fuelling) -> tuple[Effect, ...]:
    """What the task forces have paid, and what leaves the stock."""
    found = bills(fuel)
    sps, srps = totals(found)
    effects: list[Effect] = []
    for bill in found:
        whole = bill.tank.paid(fuel.player_turn) + (bill.sps or CAP)
        kept = f"{fuel.player_turn} {min(whole, CAP)}" + (" steps" if bill.by_step else "")
        effects.append(Set(f"task-force:{bill.tank.key}.fuelled", kept))
        if bill.by_step:
            effects.append(_mark(bill.tank))
    return (*effects, *spent_of(fuel.sp_stock, Decimal(sps)), *spent_of(fuel.srp_stock, Decimal(srps)))


def _mark(tank: Tank) -> Create:
    """That it has paid for this naval step: the mark ends with it."""
    about = f"{tank.name} has paid 1 SP for this naval step"
    return create(f"mark:fuel/{tank.key}", kind="fuel", subject=f"task-force:{tank.key}", place="", note=about,
                  ends=TURN.life_of("fuel"), until="")  # fmt: skip
