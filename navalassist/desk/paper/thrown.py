"""When the dice of a turn on paper were thrown: a day, a time and a clock, as an entry keeps the moment."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from django.conf import settings
from django.utils import timezone as clock

from navalassist.desk.problem import Problem

# The clocks of the world, in minutes from UTC.
OFFSETS = (
    *range(-720, -180, 60), -210, *range(-180, 180, 60), 180, 210, 240, 270, 300, 330, 345, 360, 390,
    *range(420, 540, 60), 540, 570, 600, 630, 660, 720, 765, 780, 840,
)  # fmt: skip


def clock_shown(typed: Mapping[str, str]) -> dict[str, Any]:
    """Day, time and clocks of the form. typed: what was sent; empty on a first visit."""
    offset = typed.get("offset", str(settings.LOCAL_OFFSET_MINUTES))
    offset = offset if offset in map(str, OFFSETS) else "0"
    local = clock.now().astimezone(timezone(timedelta(minutes=settings.LOCAL_OFFSET_MINUTES)))
    return {
        "day": typed.get("day", f"{local:%Y-%m-%d}"),
        "hour": typed.get("hour", ""),
        "offsets": [(str(minutes), offset_text(minutes), str(minutes) == offset) for minutes in OFFSETS],
        "guessed": "offset" not in typed,
    }


def offset_text(minutes: int) -> str:
    """`UTC+1`, `UTC−3:30`"""
    hours, rest = divmod(abs(minutes), 60)
    sign = "−" if minutes < 0 else "+"
    return "UTC" if not minutes else f"UTC{sign}{hours}" + (f":{rest:02}" if rest else "")


def rolled_at(typed: Mapping[str, str]) -> str:
    """When the dice were thrown, in UTC as an entry keeps it. Problem 422 names the field."""
    day, hour, offset = (typed.get(name, "").strip() for name in ("day", "hour", "offset"))
    if not hour:
        raise Problem(422, "Time: say at what time the dice were thrown, as in 20:15.", "hour")
    try:
        at = datetime.strptime(f"{day} {hour[:5]}", "%Y-%m-%d %H:%M")  # noqa: DTZ007
    except ValueError:
        about = "hour" if re.fullmatch(r"\d{4}-\d\d-\d\d", day) else "day"
        right = "a time is written 20:15" if about == "hour" else "a date is written 2026-03-01"
        raise Problem(422, f"When they were thrown: “{day[:12]} {hour[:8]}” cannot be read; {right}.", about) from None
    if offset not in map(str, OFFSETS):
        raise Problem(422, "Clock: choose one of the list, as in UTC+1.", "offset")
    if not 1980 <= at.year < 2500:
        raise Problem(422, "Date: the day on which the dice were thrown, not one of the campaign's.", "day")
    moment = (at - timedelta(minutes=int(offset))).replace(tzinfo=UTC)
    if moment > clock.now() + timedelta(minutes=1):
        raise Problem(422, "Time: this is still to come. Say when the dice were thrown.", "hour")
    return moment.isoformat().replace("+00:00", "Z")
