"""RG.SAIL: a boat sails, and gains legs by the wind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from navalassist.engine import Add, Figure, Odds, Outcome, Play, Roller, Ruling, TableKey
from navalassist.engine.duties import Duty, Kind, Now, by_rule
from navalassist.engine.english import counted
from navalassist.engine.forms import Ask
from navalassist.engine.reader import Reader
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Rulebook, Summary
from navalassist.engine.shapes import Form, Frozen
from tables.turn import load_turn

SYSTEM = "regatta"
TURN = load_turn(Path(__file__).with_name("turn.toml"))
RULES = Rulebook(SYSTEM, "example")
BREEZE: TableKey[int] = TableKey("regatta/breeze", int)
LEE = Ruling(
    number="R-901",
    where="RG.SAIL",
    title="A boat in the lee of the other",
    trouble="The rule does not say whether the leading boat takes the wind of the one behind.",
    choices=(("free", "Both sail in the same wind."), ("lee", "The one behind gains 1 leg less.")),
    default="free",
    reason="The table asks for the wind alone.",
)
Side = Literal["red", "blue"]


class SailForm(Form):
    """Whose boat sails."""

    side: Side = Ask("Boat")


class Boat(Frozen):
    """A boat that sails."""

    side: Side = Says("Boat")
    wind: Literal["light", "fresh"] = Says("Wind")
    behind: bool = Says("The other leads", False)


@dataclass(frozen=True, slots=True)
class Sailed(Result):
    """The legs that it gained."""

    legs: int

    def summary(self, given: Boat) -> Summary:
        """`Red gains 2 legs.`"""
        legs = counted(self.legs, "leg")
        return Summary(f"{given.side.capitalize()} gains {legs}.", legs.upper())


def situation(read: Reader, form: SailForm) -> Boat:
    """The boat in the wind that blows."""
    other = "blue" if form.side == "red" else "red"
    behind = read[f"ledger:{form.side}.vp"] < read[f"ledger:{other}.vp"]
    return Boat(side=form.side, wind=read["condition:wind.value"], behind=behind)


def figures(odds: Odds[Sailed]) -> tuple[Figure, ...]:
    """What is worth knowing before the roll."""
    return (Figure("legs", "Legs to expect", odds.expect(lambda found: found.legs), "legs"),)


def duties(now: Now) -> Iterator[Duty]:
    """The side whose player turn it is sails."""
    yield by_rule("regatta-sail", query={"side": now.moment.player_turn}, kind=Kind.DUE)


@RULES.rule(
    "regatta-sail",
    "RG.SAIL",
    "Sail",
    form=SailForm,
    situation=situation,
    figures=figures,
    due="*/race",
    duties=duties,
    roller=Roller.OWNER,
    dice="1d6",
)
def sail(boat: Boat) -> Play[Outcome[Sailed]]:
    """One die in the column of the wind; the lee takes a leg where the group plays it so."""
    lee = yield from LEE.look()
    legs = yield from BREEZE.roll("breeze", column=boat.wind, label="the boat")
    if lee == "lee" and boat.behind:
        legs = max(0, legs - 1)
    return Outcome(Sailed(legs), (Add(f"ledger:{boat.side}.vp", legs),))
