"""The queue of rolls that a seat owes its enemy: looked at by GET, rolled or taken back by POST."""

from __future__ import annotations

from contextlib import suppress

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from navalassist.desk.access import head_of
from navalassist.desk.answers import done, form_writing, page, problems
from navalassist.desk.at import At
from navalassist.desk.dice_sent import dice_sent
from navalassist.desk.problem import Problem
from navalassist.play.dice.server import SERVER
from navalassist.play.write.writer import AlreadyDone
from navalassist.systems.europa.board import owed
from navalassist.systems.europa.pages.board.context import boarded
from navalassist.systems.europa.pages.owed import drawn


def show(request: HttpRequest, slug: str, key: str = "", problem: Problem | None = None) -> HttpResponse:
    """The page, with the dice that were typed where something did not fit."""
    here = boarded(request, slug)
    rolls = drawn.context(here)
    context = rolls | {
        "head": head_of(here),
        "here": "owed",
        "base": f"/c/{slug}/owed/",
        "seen": here.version,
        "problem": problem,
        # Its form says what did not fit; of a roll that has no form here the head of the page does.
        "about": key if any(roll.key == key for roll in rolls["yours"]) else "",
        "strip": request.POST.get("strip", ""),
        "dice": request.POST.get("dice") or request.session.get(f"dice:{slug}", SERVER),
    }
    return page(request, "europa/owed/owed.html", context)


@require_safe
def owed_page(request: HttpRequest, slug: str) -> HttpResponse:
    """What is owed. A GET rolls nothing."""
    return show(request, slug)


def asked_at(request: HttpRequest, slug: str, key: str) -> At:
    """The campaign, where this roll is owed or was; 404 for a shipment that nobody knows of."""
    here = boarded(request, slug)
    known = f"mark:owed/{key}.kind" in here.state.values or here.state.row(f"shipment:{key}")
    if not known and f"sighting:{key}.side" not in here.state.values:
        raise Http404("There is no such roll.")
    return here


@require_POST
@problems(show)
def roll(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Roll for one row, with the server's dice or those typed."""
    here, dice = asked_at(request, slug, key), dice_sent(request)
    with suppress(AlreadyDone), form_writing(request, here) as writer:
        owed.roll(writer, key, dice)
    request.session[f"dice:{slug}"] = dice.source
    return done(request, f"/c/{slug}/owed/")


@require_POST
@problems(show)
def recall(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Take the question back, before dice have fallen."""
    here = asked_at(request, slug, key)
    with suppress(AlreadyDone), form_writing(request, here) as writer:
        owed.recall(writer, key)
    return done(request, f"/c/{slug}/board/")
