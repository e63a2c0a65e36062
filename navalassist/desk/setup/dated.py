"""What a new campaign asks of a system whose turns are months, or halves of them: its first turn, and who sees what."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.http import QueryDict

from navalassist.campaigns.models import Campaign
from navalassist.desk.problem import Problem
from navalassist.desk.setup_hooks import NewCampaign
from navalassist.engine import Ruling
from navalassist.engine.duties import Moment
from tables.turn import TurnSequence


def dated(
    begin: Callable[..., Campaign],
    turns: TurnSequence,
    start: Moment,
    years: range,
    about: str,
    secrets: Ruling | None = None,
    secrecy: Mapping[str, str] | None = None,
) -> NewCampaign:
    """Such a form. about: what a new campaign has and has not, below it; start: where play begins if nobody says else.

    secrets: the ruling that says whether sides have secrets; secrecy: its readings as the form has them.
    """
    names = ("year", "month", "half") if turns.halves else ("year", "month")
    readings = secrecy or {}

    def choices() -> dict[str, Any]:
        return {
            "years": [str(year) for year in years],
            "months": [(f"{number:02}", word) for number, word in enumerate(turns.months, start=1)],
            "halves": [(str(number), word) for number, word in enumerate(turns.halves, start=1)],
            "secrecies": list(readings.items()),
            "about": about,
        }

    def typed(post: QueryDict) -> Callable[..., Campaign]:
        turn = "-".join(post.get(name, "") for name in names)
        if not re.fullmatch(turns.turn_keys, turn):
            parts = "a year, a month and its half" if turns.halves else "a year and a month"
            raise Problem(422, f"First turn: choose {parts}.", "year")
        if int(turn[:4]) not in years:
            raise Problem(422, f"First turn: choose a year from {years[0]} to {years[-1]}.", "year")
        made = partial(begin, moment=Moment(turn, start.player_turn, start.step))
        if secrets is None:
            return made
        if (chosen := post.get("secrecy", "")) not in readings:
            raise Problem(422, "Secrets: choose a closed or an open campaign.", "secrecy")
        return partial(made, rulings={secrets.number: chosen})

    plain = dict(zip(names, start.turn.split("-"), strict=True))
    says = "".join(f" {{{name}}}" for name in ("month", "half", "year") if name in names)
    return NewCampaign(
        template="",
        plain=plain | ({"secrecy": secrets.default} if secrets else {}),
        choices=choices,
        begin=typed,
        begins="desk/setup/_begins.html",
        says=f", from{says}" + (", {secrecy}" if secrets else ""),
    )
