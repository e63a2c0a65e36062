"""What a new Great War campaign asks: the month it begins in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import QueryDict

from navalassist.campaigns.models import Campaign
from navalassist.desk.problem import Problem
from navalassist.desk.system_pages import NewCampaign
from navalassist.engine.duties import Moment
from navalassist.systems.storm_of_steel.clock import turn_title
from navalassist.systems.storm_of_steel.setup import DEMO_START, begin
from navalassist.systems.storm_of_steel.turn import TURN

YEARS = range(1914, 1920)


def choices() -> dict[str, Any]:
    """What the fields of the form offer."""
    return {
        "years": [str(year) for year in YEARS],
        "months": [(f"{number:02}", word) for number, word in enumerate(TURN.months, start=1)],
    }


def typed(post: QueryDict) -> Callable[..., Campaign]:
    """The campaign as it was asked for: it begins with the first step of the month."""
    year, month = post.get("year", ""), post.get("month", "")
    turn = f"{year}-{month}"
    try:
        turn_title(turn)
    except ValueError:
        raise Problem(422, "First turn: choose a year and a month.", "year") from None
    if int(year) not in YEARS:
        raise Problem(422, f"First turn: choose a year from {YEARS[0]} to {YEARS[-1]}.", "year")
    return partial(begin, moment=Moment(turn, DEMO_START.player_turn, DEMO_START.step))


YEAR, MONTH = DEMO_START.turn.split("-")
NEW = NewCampaign(
    template="",
    plain={"year": YEAR, "month": MONTH},
    choices=choices,
    begin=typed,
    begins="storm_of_steel/_begins.html",
    says=", from {month} {year}",
)
