"""The page about the dice, and the two acts of a side that adds a nonce: bind it, show it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from navalassist.desk.access import at, head_of
from navalassist.desk.answers import act_once, as_file, done, page, problems
from navalassist.desk.at import At
from navalassist.desk.fairness import told
from navalassist.desk.logbook.refused import changed_of
from navalassist.desk.problem import Problem
from navalassist.play.dice.nonces import commitment_of
from navalassist.play.turns.add_nonce import LONGEST, bind_nonce, show_nonce, tidy
from navalassist.play.write.submissions import new_submission

TOOL = settings.BASE_DIR / "tools" / "verify_log.py"


@require_safe
def dice(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    return show(request, slug)


def show(request: HttpRequest, slug: str, problem: Problem | None = None) -> HttpResponse:
    """The page; with a problem, what was typed stands where it was typed."""
    here = at(request, slug)
    now, *before = told.turns(here)
    sides = told.sides(here)
    own = next((side for side in sides if side.own), None)
    context = {
        "head": head_of(here),
        "home": f"/c/{slug}/",
        "stay": f"/c/{slug}/dice/",
        "submission": new_submission(),
        "seen": here.version,
        "now": now,
        "before": before,
        "sides": sides,
        "own": own,
        "counting": [side for side in sides if side.counts],
        "another_shown": any(side.counts and not side.own for side in sides),
        "closed": told.closed(here),
        "longest": LONGEST,
        "typed": request.POST if problem else {},
        "problem": problem,
        "changed": changed_of(here, problem),
    }
    return page(request, "desk/fairness/dice.html", context)


@require_POST
@problems(show)
def bind(request: HttpRequest, slug: str) -> HttpResponse:
    """Bind the nonce of the seat's side: by its SHA-256, or by the words, of which only that is kept."""
    here = at(request, slug)
    commitment = request.POST.get("commitment", "") or commitment_of(tidy(request.POST.get("words", "")))
    act_once(request, here, lambda writer: bind_nonce(writer, side_of(here), commitment))
    return done(request, f"/c/{slug}/dice/", lambda: show(request, slug))


@require_POST
@problems(show)
def show_own(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the nonce that was bound: from now on it counts."""
    here = at(request, slug)
    act_once(request, here, lambda writer: show_nonce(writer, side_of(here), request.POST.get("words", "")))
    return done(request, f"/c/{slug}/dice/", lambda: show(request, slug))


def side_of(here: At) -> str:
    """The side whose seat this is. Problem (403) for any other seat."""
    if here.viewer.seat not in here.system.sides:
        raise Problem(403, "Only a side adds to the dice. Take its seat at the head of the page, and try again.")
    return here.viewer.seat


@require_safe
def tool(request: HttpRequest, slug: str) -> HttpResponse:
    """The program that checks a log with nothing but Python, to be kept."""
    at(request, slug)
    return as_file(TOOL.read_bytes(), TOOL.name, "text/x-python; charset=utf-8")
