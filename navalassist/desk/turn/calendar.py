"""The calendar: what is due, arrives or expires in this turn and the next three, as far as this seat may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.desk.access import at, head_of
from navalassist.desk.answers import page
from navalassist.desk.at import At
from navalassist.desk.made_once.page import for_all
from navalassist.desk.moments import LIMIT, moments_of_turn
from navalassist.desk.system_pages import system_pages_of
from navalassist.desk.turn.steps import UNTOLD, mark_name
from navalassist.engine.duties import Duty, Kind, Moment
from navalassist.play.turns.steps import ending_marks

AHEAD = 3


@dataclass(frozen=True, slots=True)
class Line:
    """One thing of a turn. side, step: when, and whose tap it is; small: small print."""

    side: str
    step: str
    text: str
    small: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the calendar, with what it brings."""

    title: str
    lines: tuple[Line, ...]


@require_safe
@for_all
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The page, to read and to print."""
    here = at(request, slug)
    context = {"head": head_of(here), "home": f"/c/{slug}/", "turns": list(turns_of(here))}
    return page(request, "desk/printed/calendar.html", context)


def turns_of(here: At) -> Iterator[Turn]:
    """Of this turn what is due and expires; of each later one what the turns before it did not have in that step."""
    found: dict[str, list[Line]] = {}
    whole, place, _ = moments_of_turn(Moment(*here.state.clock), here.system)
    known = {_key(moment, duty) for moment in whole[:place] for duty in here.agenda.at(moment)}
    gone: set[str] = set()
    for moment, after in moments(here):
        lines = found.setdefault(moment.turn, [])
        now = moment.turn == here.state.clock[0]
        for duty in here.agenda.at(moment):
            if _key(moment, duty) not in known and not duty.off and (duty.kind is Kind.DUE or not now):
                lines.append(_due(here, moment, duty))
            known.add(_key(moment, duty))
        over = [mark for mark in _limited(here, moment, after) if mark not in gone]
        gone.update(over)
        lines += [_over(here, moment, mark) for mark in over]
    for turn, lines in found.items():
        yield Turn(here.system.names.turn(turn), tuple(dict.fromkeys(lines)))


def _key(moment: Moment, duty: Duty) -> tuple[str, str, str]:
    return moment.player_turn, moment.step, duty.text


def moments(here: At) -> Iterator[tuple[Moment, Moment]]:
    """Each step from the one that is on to the end of the last turn, with the one after it."""
    moment, turns = Moment(*here.state.clock), 0
    for _ in range((AHEAD + 1) * LIMIT):
        after = here.system.next_moment(moment)
        yield moment, after
        turns += after.turn != moment.turn
        if turns > AHEAD:
            return
        moment = after


def _due(here: At, moment: Moment, duty: Duty) -> Line:
    side = duty.seat or here.system.acting(moment.player_turn, moment.step)
    return Line(side, here.system.step_title(moment.player_turn, moment.step), duty.text, duty.small, duty.rule)


def _limited(here: At, moment: Moment, after: Moment) -> list[str]:
    """The marks with a last turn of their own that end then."""
    facts, untold = here.agenda.facts, (*UNTOLD, *system_pages_of(here.system.key).untold)
    ending = ending_marks(facts, moment, after, here.system)
    return [mark for mark in ending if facts[f"{mark}.until"] and facts[f"{mark}.kind"] not in untold]


def _over(here: At, moment: Moment, mark: str) -> Line:
    name, rule = mark_name(here, str(here.agenda.facts[f"{mark}.kind"]))
    step = here.system.step_title(moment.player_turn, moment.step)
    return Line(moment.player_turn, step, f"Ends: {name.format('')}", rule=rule)
