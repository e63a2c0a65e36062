"""The form of a turn on paper. It is looked at as often as one likes; one tap enters all of it, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.views.decorators.http import require_http_methods, require_POST

from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import act_once, page, problems, receipt_url
from navalassist.desk.at import At
from navalassist.desk.moments import moments_of_turn
from navalassist.desk.paper.lines import MOST_LINES, Line, lines_sent
from navalassist.desk.paper.playing import Entered, Looked
from navalassist.desk.paper.thrown import clock_shown, rolled_at
from navalassist.desk.paper.walk import Walk
from navalassist.desk.paper_hooks import OnPaper
from navalassist.desk.problem import Problem
from navalassist.desk.system_pages import system_pages_of
from navalassist.engine.duties import Moment
from navalassist.play.write.submissions import SUBMISSION, new_submission
from navalassist.play.write.writer import Writer

EITHER = require_http_methods(["GET", "HEAD", "POST"])
OBSERVES = "Observers look on. Take the seat of a side, or the moderator's, to enter what was rolled."
GONE = "Something is typed for a line that is no longer there. It stands above the lines."


def paper_of(request: HttpRequest, slug: str) -> tuple[At, OnPaper]:
    """The campaign, where its rule system is played on paper too; else 404."""
    here = at(request, slug)
    found = system_pages_of(here.system.key).paper
    if found is None:
        raise Http404("The rule system of this campaign has no such form.")
    return here, found


def steps_ahead(here: At) -> list[Moment]:
    """The steps of this turn from the one that is on, as far as they are for these eyes in a closed campaign."""
    now = Moment(*here.state.clock)
    moments, place, _ = moments_of_turn(now, here.system)
    ahead = moments[place:]
    end = next((n for n, moment in enumerate(ahead) if n and not here.sees(moment.player_turn)), len(ahead))
    return ahead[:end]


def steps_shown(here: At, typed: QueryDict) -> list[Moment]:
    """Those that the form shows: up to the one at which the turn is to stand."""
    ahead = steps_ahead(here)
    places = [moment.place for moment in ahead]
    until = typed.get("until", "")
    return ahead[: places.index(until) + 1] if until in places else ahead[:1]


def show(request: HttpRequest, slug: str, problem: Problem | None = None) -> HttpResponse:
    """The form, with what was typed, what would come of each line, and what would be wrong at its field.

    A link to it may say up to which step.
    """
    here, found = paper_of(request, slug)
    typed = request.POST if request.method == "POST" else request.GET
    walk, watches = _looked(here, typed), here.viewer.seat == OBSERVER
    lost = [*_unplaced(typed, walk), *found.unplaced(typed, frozenset(walk.known))]
    sent = typed.get("submission", "")
    context: dict[str, Any] = {
        "head": head_of(here),
        "here": "late",
        "home": f"/c/{slug}/",
        "walk": walk,
        "problem": problem,
        # What is wrong with it is told by each look; the focus stays where somebody types.
        "looks": request.path.endswith("/look/"),
        "about": problem.about if problem else "",
        "watches": watches,
        "why_not": OBSERVES if watches else "",
        "lost_boxes": lost,
        "typed": bool(lost) or any(card.typed for card in walk.cards),
        "until": walk.sections[-1].place,
        "steps": [(moment, here.system.step_title(moment.player_turn, moment.step)) for moment in steps_ahead(here)],
        "submission": sent if SUBMISSION.fullmatch(sent) else new_submission(),
        "seen": here.version,
    }
    return page(request, "desk/paper/late.html", context | clock_shown(typed))


def _looked(here: At, typed: QueryDict) -> Walk:
    """All lines as they are typed, tried."""
    return Walk(here, Looked(here), typed, lines_sent(typed), _moment_of(typed)).go(steps_shown(here, typed))


def _moment_of(typed: QueryDict) -> str:
    """When the dice were thrown, as far as it can be read yet."""
    try:
        return rolled_at(typed)
    except Problem:
        return ""


def _unplaced(typed: QueryDict, walk: Walk) -> list[str]:
    """What was typed into lines of steps that are not shown any more."""
    shown = {section.place for section in walk.sections}
    lost = [line.prefix for line in lines_sent(typed) if line.kind and line.place not in shown]
    texts = (typed.get(name, "") for name in typed if name.partition("-")[0] in lost)
    return [text[:60] for text in texts if text.strip()]


@problems(show)
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter everything that was typed, or nothing."""
    here, found = paper_of(request, slug)
    try:
        made = act_once(request, here, lambda writer: _write(writer, here, request.POST))
    except Problem:
        _check_placed(request.POST, _looked(here, request.POST))
        raise
    path = found.all_done(slug, made, request.POST.get("submission", ""))
    one = [entry for entry in made if entry.kind not in ("seed", "reveal", "clock")]
    return HttpResponseRedirect(path or (receipt_url(one[0], slug) if len(one) == 1 else f"/c/{slug}/log/"))


def _write(writer: Writer, here: At, typed: QueryDict) -> None:
    """All lines in order. It is read here, so that a second tap finds the first one's entries instead."""
    lines, shown = lines_sent(typed), steps_shown(here, typed)
    if len(typed.getlist("line")) > MOST_LINES:
        raise Problem(422, f"At most {MOST_LINES} lines are entered at once.")
    at_that_time = rolled_at(typed) if _has_dice(typed, lines, here) else _moment_of(typed)
    walk = Walk(here, Entered(writer), typed, lines, at_that_time).go(shown)
    _check_placed(typed, walk)
    if not writer.entries:
        raise Problem(422, "Nothing is typed yet: fill in the lines of what was played.")
    if walk.digest and typed.get("passed") != walk.digest:
        text = "What is due would be passed over as steps end: it stands at those steps. Enter it so with one more tap."
        raise Problem(409, text, "until")


def _check_placed(typed: QueryDict, walk: Walk) -> None:
    """Problem 409 where something is typed for lines that are no longer there."""
    found = system_pages_of(walk.here.system.key).paper
    if _unplaced(typed, walk) or (found and found.unplaced(typed, frozenset(walk.taken))):
        raise Problem(409, GONE)


def _has_dice(typed: QueryDict, lines: Sequence[Line], here: At) -> bool:
    """Are dice typed anywhere?"""
    boxes = [f"{line.prefix}-strip" for line in lines if line.kind]
    found = system_pages_of(here.system.key).paper
    return any(typed.get(name, "").strip() for name in boxes) or bool(found and found.has_dice(typed))


@EITHER
def late(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, and the tap that enters it."""
    return enter(request, slug) if request.method == "POST" else show(request, slug)


@require_POST
@problems(lambda request, slug, problem: show(request, slug, problem))
def look(request: HttpRequest, slug: str) -> HttpResponse:
    """The form with what is typed so far, and what would come of it. Nothing is written.

    Problem 422 for a time that is none, as entering it would say.
    """
    if request.POST.get("hour", "").strip():
        rolled_at(request.POST)
    return show(request, slug)
