"""Late entry: the form that mirrors the turn sheet, and what becomes of it. All of it is entered, or nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone as clock

from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.answers import act_once, receipt_url
from navalassist.desk.at import At
from navalassist.desk.problem import Problem
from navalassist.engine import DiceError
from navalassist.play.dice.server import DiceInput
from navalassist.play.rules.resolve import Refused, carry_out
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.writer import Writer
from navalassist.rules.europa.words import Step
from navalassist.systems.europa.board.rolling import CHECK
from navalassist.systems.europa.late import CONTACT, LOTS, PaperDice, PaperRow
from navalassist.systems.europa.late import enter as enter_rows
from navalassist.systems.europa.pages.board.readouts import is_submission
from navalassist.systems.europa.pages.sheets import sheet
from navalassist.systems.europa.pages.sheets.paper import Row, rows_of
from navalassist.systems.europa.upkeep import malta_number, whole

BOMBING = "malta-bombed"
MOST_HITS = 15
# In one box of dice: more lots than any fleet has, with spaces.
MOST_SIGNS = 400
FIELD = re.compile(rf"({CONTACT}|{LOTS})-([A-Za-z0-9_-]{{1,80}})-([0-9]{{1,2}})")
SAILED = re.compile(r"sailed-([A-Za-z0-9_-]{1,80})")
OBSERVES = "Observers look on. Take the seat of a side, or the moderator's, to enter what was rolled."
# The clocks of the world, in minutes from UTC.
OFFSETS = (
    *range(-720, -180, 60), -210, *range(-180, 180, 60), 180, 210, 240, 270, 300, 330, 345, 360, 390,
    *range(420, 540, 60), 540, 570, 600, 630, 660, 720, 765, 780, 840,
)  # fmt: skip
NO_ROWS = "No shipment of this player turn waits to sail in this step."
NOT_NOW = "Shipping sails in naval movement and naval exploitation. End steps until then, and enter its dice there."


def context_of(here: At, typed: Mapping[str, str], problem: Problem | None) -> dict[str, Any]:
    """The form. typed: what was sent; empty on a first visit."""
    side = here.state.clock[1]
    rows = [row for row in rows_of(here.state, side, typed) if not (row.stays or row.shut or row.outlook.not_now)]
    offset = typed.get("offset", str(settings.LOCAL_OFFSET_MINUTES))
    offset = offset if offset in map(str, OFFSETS) else "0"
    local = clock.now().astimezone(timezone(timedelta(minutes=settings.LOCAL_OFFSET_MINUTES)))
    return sheet.context_of(here, side) | {
        "rows": rows,
        "problem": problem,
        "about": problem.about if problem else "",
        "why_not": OBSERVES if here.viewer.seat == OBSERVER else "" if rows else nothing(here),
        "lost_boxes": unplaced(typed, rows),
        "day": typed.get("day", f"{local:%Y-%m-%d}"),
        "hour": typed.get("hour", ""),
        "offsets": [(str(minutes), offset_text(minutes), str(minutes) == offset) for minutes in OFFSETS],
        "guessed": not typed,
        "hits": typed.get("hits", ""),
        "number": typed.get("number", ""),
        "submission": new_submission(),
        "seen": here.version,
    }


def nothing(here: At) -> str:
    """Why no row can be entered."""
    return NO_ROWS if Step(here.state.clock[2]).is_naval else NOT_NOW


def unplaced(typed: Mapping[str, str], rows: list[Row]) -> list[str]:
    """Boxes that were filled in for rows that are no longer there: shown, so that nothing typed is lost."""
    known = {name for row in rows for leg in row.legs for name in (leg.contact, leg.lots_field)}
    return [text[:60] for name, text in typed.items() if FIELD.fullmatch(name) and name not in known and text.strip()]


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


def paper_rows(typed: Mapping[str, str], order: list[str]) -> list[PaperRow]:
    """The rows into which something was typed, in the order of the sheet. Problem for boxes of no row."""
    dice: dict[str, dict[int, PaperDice]] = {key: {} for name in typed if (key := _sailed(name))}
    for name, text in typed.items():
        found = FIELD.fullmatch(name)
        if found and text.strip():
            part, key, leg = found[1], found[2], int(found[3])
            before = dice.setdefault(key, {}).get(leg, PaperDice())
            contact, lots = (text, before.lots) if part == CONTACT else (before.contact, text)
            if len(text) > MOST_SIGNS:
                raise Problem(422, f"Dice: at most {MOST_SIGNS} characters in one box, this has {len(text)}.", name)
            dice[key][leg] = PaperDice(contact, lots)
    if any(key not in order for key in dice):
        text = "Something is typed for a row that no longer waits to sail. It stands below the rows."
        raise Problem(409, text)
    return [PaperRow(key, dict(sorted(dice[key].items()))) for key in order if key in dice]


def _sailed(name: str) -> str:
    found = SAILED.fullmatch(name)
    return found[1] if found else ""


def enter(request: HttpRequest, here: At) -> HttpResponse:
    """Write it down. Raises Problem and what the writer raises; then nothing was written."""
    typed, slug = request.POST, here.campaign.slug
    submission = typed.get("submission", "")
    if not is_submission(submission):
        raise Problem(422, "This form is not one of this page: open the page again.")
    entries = act_once(request, here, lambda writer: _write(writer, here, typed))
    if any(entry.procedure == CHECK for entry in entries):
        return HttpResponseRedirect(f"/c/{slug}/board/rolled/{submission}/")
    return HttpResponseRedirect(receipt_url(entries[-1] if entries else None, slug))


def _write(writer: Writer, here: At, typed: Mapping[str, str]) -> None:
    """Malta first, then row after row. It is read here, so that a second tap finds the first one's entries instead."""
    rows = paper_rows(typed, [row.key for row in rows_of(here.state, here.state.clock[1])])
    if not rows and not any(typed.get(name, "").strip() for name in ("hits", "number")):
        raise Problem(422, "Nothing is typed yet: fill in the boxes of what was rolled.")
    moment = rolled_at(typed) if any(row.dice for row in rows) else ""
    _malta(writer, typed)
    enter_rows(writer, rows, moment)


def _malta(writer: Writer, typed: Mapping[str, str]) -> None:
    """Hits on Malta, or its number: the inputs without dice that the sheet has room for. They come before the dice."""
    hits, number = (typed.get(name, "").strip() for name in ("hits", "number"))
    if hits and number:
        raise Problem(
            422, "Malta: give the hits or the number, not both; hits change the number by themselves.", "hits"
        )
    try:
        if hits:
            carry_out(writer, BOMBING, {"hits": whole(hits, "hits", "Hits on Malta", 0, MOST_HITS)}, DiceInput())
        if number:
            edit = malta_number(writer.state.values, number)
            writer.edit(edit.act, edit.effects, title=edit.title, note="from the turn sheet")
    except Refused as stop:
        raise Problem(422, f"Hits on Malta: {stop.refusal.reason}", "hits", stop.refusal.rule) from None
    except DiceError as error:
        raise Problem(422, str(error), "hits") from None
