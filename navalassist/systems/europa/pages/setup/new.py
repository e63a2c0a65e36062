"""What a new Europa campaign asks: the turn it begins in, its waters, Malta's number by scenario and how it counts.

Ports, conditions and Malta's number begin as history had them in that turn, and the form says so in words (as_of.py).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import QueryDict

from navalassist.campaigns.models import Campaign
from navalassist.desk.problem import Problem
from navalassist.desk.setup_hooks import NewCampaign
from navalassist.engine.duties import Moment
from navalassist.rules.europa.clock import MONTHS, turn_title
from navalassist.rules.europa.rulings import R56
from navalassist.rules.europa.rulings_status import R04
from navalassist.systems.europa.pages.setup.as_of import as_of
from navalassist.systems.europa.places import places
from navalassist.systems.europa.setup import DEMO_START, begin
from navalassist.systems.europa.theatres import KEY, PLAIN
from navalassist.systems.europa.upkeep import whole

YEARS = range(1939, 1946)
HALVES = (("1", "I (1st to 15th)"), ("2", "II (16th to the end)"))
# The choices of a field: what each is called, and what it means.
ANSWERS = {
    "rule33": ("Bombing lowers it", "the number is Malta's strength, and the naval status of Axis cargo"),
    "rule36": ("Bombing raises it", "the status is 15 minus the number"),
}
TABLES = {
    "open": ("Open", "one table or one tablet; both sides see everything"),
    "closed": (
        "Closed",
        "cargo, fleets, plans and odds are read by their own side; the other sees a marker, until a contact",
    ),
}


def choices() -> dict[str, Any]:
    """What the fields of the form offer."""
    return {
        "years": [str(y) for y in YEARS],
        "months": [(f"{n:02}", word) for n, word in enumerate(MONTHS, start=1)],
        "halves": HALVES,
        "answers": [(value, *words) for value, words in ANSWERS.items()],
        "tables": [(value, *words) for value, words in TABLES.items()],
        "waters": places().conditions[KEY],
    }


def typed(post: QueryDict) -> Callable[..., Campaign]:
    """The campaign as it was asked for."""
    moment, number = moment_of(post), post.get("malta", "").strip()
    malta = whole(number, "malta", "Malta's number", 0, 15) if number else None
    scale = post.get("scale", "")
    if scale not in ANSWERS:
        raise Problem(422, "Malta's scale: say whether bombing lowers or raises the number.", "scale")
    table = post.get("table", R56.default)
    if table not in TABLES:
        raise Problem(422, "What the other side sees: choose an open or a closed campaign.", "table")
    rulings = {R04.number: scale, R56.number: table}
    return partial(begin, malta=malta, moment=moment, rulings=rulings, theatres=theatres_typed(post))


def moment_of(post: QueryDict) -> Moment:
    """The start of the turn that was chosen."""
    year, month, half = (post.get(name, "") for name in ("year", "month", "half"))
    turn = f"{year}-{month}-{half}"
    try:
        turn_title(turn)
    except ValueError:
        raise Problem(422, "First turn: choose a year, a month, and I or II.", "year") from None
    if int(year) not in YEARS:
        raise Problem(422, f"First turn: choose a year from {YEARS[0]} to {YEARS[-1]}.", "year")
    return Moment(turn, "axis", "initial")


def theatres_typed(post: QueryDict) -> str:
    """The waters that were chosen; a form without them means the Mediterranean and the Red Sea."""
    choice = post.get("theatres", PLAIN)
    if choice not in places().conditions[KEY].choices:
        raise Problem(
            422, "Waters: choose the Mediterranean and Red Sea, the northern and outer waters, or both.", "theatres"
        )
    return choice


YEAR, MONTH, HALF = DEMO_START.turn.split("-")
NEW = NewCampaign(
    template="europa/setup/_new.html",
    plain={
        "theatres": PLAIN,
        "malta": "",
        "scale": R04.default,
        "table": R56.default,
        "year": YEAR,
        "month": MONTH,
        "half": HALF,
    },
    choices=choices,
    begin=typed,
    begins="europa/setup/_begins.html",
    tells=as_of,
    says=", from {month} {half} {year}: {theatres}, {table}, Malta's number {malta}",
)
