"""GW.MERCHANT: as a quarter ends, the level of Allied merchant shipping tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from navalassist.engine.overruled import Because
from navalassist.engine.shapes import Form
from navalassist.play.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.play.read import Read
from navalassist.play.systems import Reader, Target
from navalassist.systems.storm_of_steel.clock import (
    closes_quarter,
    merchant_is_due,
    next_turn,
    quarter_of,
    quarter_title,
)
from navalassist.systems.storm_of_steel.doors import DOORS
from navalassist.systems.storm_of_steel.marks import outcome_mark
from navalassist.systems.storm_of_steel.rules.gw_merchant import Quarter
from navalassist.systems.storm_of_steel.state import HALF_INDUSTRY, MERCHANT_LEVEL, Side, morale
from navalassist.systems.storm_of_steel.turn import TURN

SLUG = "gw-merchant"
CLOCK = ("turn", "player_turn", "step")


class QuarterForm(Form):
    """Nothing has to be typed; all of it is kept."""

    because: Because = ""


@DOORS.situation(SLUG, form=QuarterForm)
def quarter(reader: Reader, target: Target) -> BaseModel:
    """The level, Allied morale, and whether this quarter has had its roll."""
    clock = reader.fields("campaign:clock", *CLOCK)
    turn = str(clock["turn"])
    found = quarter_of(turn)
    return Quarter(
        **clock,
        level=reader[MERCHANT_LEVEL],
        morale=reader.get(morale(Side.ALLIED)),
        quarter=found,
        last_turn=last_turn(turn),
        half_industry=reader.get(HALF_INDUSTRY),
        rolled=reader.get(f"{outcome_mark(found)}.kind") is not None,
        because=target["because"],
    )


def last_turn(turn: str) -> str:
    """The turn that closes the quarter of this one."""
    while not closes_quarter(turn):
        turn = next_turn(turn)
    return turn


@DOORS.told(SLUG)
def of_a_quarter(read: Read, situation: Mapping[str, Any]) -> Mapping[str, Any]:
    """All of it is kept."""
    clock = {name: read[f"campaign:clock.{name}"] for name in CLOCK}
    turn = clock["turn"]
    found = quarter_of(turn)
    return {
        **clock,
        "level": read[MERCHANT_LEVEL],
        "morale": read.known(morale(Side.ALLIED)),
        "quarter": found,
        "last_turn": last_turn(turn),
        "half_industry": read.known(HALF_INDUSTRY),
        "rolled": read.known(f"{outcome_mark(found)}.kind") is not None,
    }


@DOORS.duty(*TURN.steps_of(SLUG))
def shipping(now: Now) -> Iterator[Duty]:
    """Due in the last month of a quarter, until it is rolled."""
    if MERCHANT_LEVEL not in now.facts or not merchant_is_due(*now.clock):
        return
    found = quarter_of(now.moment.turn)
    row = outcome_mark(found)
    words = quarter_title(found)
    done = now.state.sources.get(f"{row}.kind", "")
    small = f"{words}; the level is {now.facts[MERCHANT_LEVEL]}"
    passes = () if done else (Passed(row, f"Merchant shipping outcome, {words}", "merchant shipping outcome"),)
    yield by_rule(SLUG, small=small, kind=Kind.DUE, seat=Side.ALLIED.value, done=done, passes=passes)
