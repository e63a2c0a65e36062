"""What a new theatre campaign asks: the month it begins in, and whether sides keep secrets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import QueryDict

from navalassist.campaigns.models import Campaign
from navalassist.desk.problem import Problem
from navalassist.desk.system_pages import NewCampaign
from navalassist.engine.duties import Moment
from navalassist.systems.theatre.clock import turn_title
from navalassist.systems.theatre.rulings import CLOSED, OPEN
from navalassist.systems.theatre.setup import START, begin
from navalassist.systems.theatre.turn import TURN

YEARS = range(1939, 1947)
SECRECY = {CLOSED: "closed: each side sees its own forces", OPEN: "open: everybody sees everything"}


def choices() -> dict[str, Any]:
    """What the fields of the form offer."""
    return {
        "years": [str(year) for year in YEARS],
        "months": [(f"{number:02}", word) for number, word in enumerate(TURN.months, start=1)],
        "secrecies": list(SECRECY.items()),
    }


def typed(post: QueryDict) -> Callable[..., Campaign]:
    """The campaign as it was asked for: it begins with the first phase of the turn."""
    turn = "-".join(post.get(name, "") for name in ("year", "month"))
    secrecy = post.get("secrecy", "")
    try:
        turn_title(turn)
    except ValueError:
        raise Problem(422, "First turn: choose a year and a month.", "year") from None
    if int(turn[:4]) not in YEARS:
        raise Problem(422, f"First turn: choose a year from {YEARS[0]} to {YEARS[-1]}.", "year")
    if secrecy not in SECRECY:
        raise Problem(422, "Secrets: choose a closed or an open campaign.", "secrecy")
    moment = Moment(turn, START.player_turn, START.step)
    return partial(begin, moment=moment, rulings={"R-201": secrecy})


YEAR, MONTH = START.turn.split("-")
NEW = NewCampaign(
    template="",
    plain={"year": YEAR, "month": MONTH, "secrecy": CLOSED},
    choices=choices,
    begin=typed,
    begins="theatre/_begins.html",
    says=", from {month} {year}, {secrecy}",
)
