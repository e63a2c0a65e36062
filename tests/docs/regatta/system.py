"""The regatta joined to the campaign: how it begins, and its clock. Importing it registers it with play."""

from __future__ import annotations

from typing import Any

from navalassist.campaigns.models import Campaign
from navalassist.engine import create
from navalassist.engine.duties import Moment
from navalassist.play.systems import Demo, Names, System, register_system
from navalassist.play.turns import steps

from .race import LEE, RULES, SYSTEM, TURN

START = Moment("1901-06", "red", "race")


def begin(name: str, *, wind: str = "light", **asked: Any) -> Campaign:
    """A regatta of June 1901 in this wind."""
    rows = (create("ledger:red", vp=0), create("ledger:blue", vp=0), create("condition:wind", value=wind))
    return steps.begin(name=name, system=SYSTEM, moment=START, rows=rows, **asked)


def begin_demo() -> Campaign:
    """A regatta to try."""
    return begin("Regatta", slug="regatta")


def next_moment(now: Moment) -> Moment:
    """The other boat, then the next month."""
    return Moment(*TURN.follows(now.turn, now.player_turn, now.step))


def turn_title(turn: str) -> str:
    """`Jun 1901`"""
    year, _, month = turn.partition("-")
    return f"{TURN.months[int(month) - 1]} {year}"


REGATTA = register_system(
    System(
        key=SYSTEM,
        title="Regatta",
        rulings=(LEE,),
        next_moment=next_moment,
        **RULES.parts,
        names=Names(turn=turn_title, step=lambda step: TURN.line_of(step).title),
        sides=TURN.player_turns,
        turn=TURN,
        demos=(Demo("regatta", "two boats, Jun 1901", begin_demo),),
    )
)
