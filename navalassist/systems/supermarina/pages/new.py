"""What a new Supermarina campaign asks: the turn it begins in, and whether sides keep secrets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import QueryDict

from navalassist.campaigns.models import Campaign
from navalassist.desk.problem import Problem
from navalassist.desk.system_pages import NewCampaign
from navalassist.engine.duties import Moment
from navalassist.systems.supermarina.clock import turn_title
from navalassist.systems.supermarina.rulings import CLOSED, OPEN
from navalassist.systems.supermarina.setup import START, begin
from navalassist.systems.supermarina.turn import TURN

YEARS = range(1940, 1944)
SECRECY = {CLOSED: "closed: each side sees its own ships", OPEN: "open: everybody sees everything"}


def choices() -> dict[str, Any]:
    """What the fields of the form offer."""
    return {
        "years": [str(year) for year in YEARS],
        "months": [(f"{number:02}", word) for number, word in enumerate(TURN.months, start=1)],
        "halves": [(str(number), word) for number, word in enumerate(TURN.halves, start=1)],
        "secrecies": list(SECRECY.items()),
    }


def typed(post: QueryDict) -> Callable[..., Campaign]:
    """The campaign as it was asked for: it begins with the first step of the turn."""
    turn = "-".join(post.get(name, "") for name in ("year", "month", "half"))
    secrecy = post.get("secrecy", "")
    try:
        turn_title(turn)
    except ValueError:
        raise Problem(422, "First turn: choose a year, a month and its half.", "year") from None
    if int(turn[:4]) not in YEARS:
        raise Problem(422, f"First turn: choose a year from {YEARS[0]} to {YEARS[-1]}.", "year")
    if secrecy not in SECRECY:
        raise Problem(422, "Secrets: choose a closed or an open campaign.", "secrecy")
    moment = Moment(turn, START.player_turn, START.step)
    return partial(begin, moment=moment, rulings={"R-103": secrecy})


YEAR, MONTH, HALF = START.turn.split("-")
NEW = NewCampaign(
    template="",
    plain={"year": YEAR, "month": MONTH, "half": HALF, "secrecy": CLOSED},
    choices=choices,
    begin=typed,
    begins="supermarina/_begins.html",
    says=", from {month} {half} {year}, {secrecy}",
)
