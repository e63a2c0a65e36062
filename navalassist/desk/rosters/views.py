"""The pages of lists. A line is kept when it is left, or all by one button; what is pasted is looked at first."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_safe

from navalassist.desk.access import at
from navalassist.desk.answers import done, page, problems
from navalassist.desk.at import At
from navalassist.desk.cards import base
from navalassist.desk.made_once.page import for_all
from navalassist.desk.problem import Problem
from navalassist.desk.rosters.drawing import NEW, Drawing, hands_of, new_line, shown, state_of
from navalassist.desk.rosters.saving import Plan, Saved, lines_sent, saved
from navalassist.desk.rows import either
from navalassist.play.write.edits import EditError
from navalassist.play.write.roster_cells import roster_of
from navalassist.play.write.roster_edits import (
    ORIGINS,
    PRINTED,
    Fault,
    Kept,
    Planned,
    key_made,
    planned,
    struck,
    template,
)
from navalassist.play.write.roster_paste import Pasted, PasteError, pasted
from navalassist.play.write.row_edits import ByHand
from tables.pack_compare import Found

TEMPLATE = "desk/rosters/list.html"


def hand_of(here: At, kind: str) -> ByHand[Any]:
    """How rows of a list are entered; 404 for a kind that is no list of this campaign."""
    hand = hands_of(here).get(kind)
    if hand is None:
        raise Http404("There is no such list in this campaign.")
    return hand


@require_safe
@for_all
def first(request: HttpRequest, slug: str) -> HttpResponse:
    """The first list."""
    kinds = hands_of(at(request, slug))
    if not kinds:
        raise Http404("This campaign has no lists.")
    return show(request, slug, next(iter(kinds)))


def show(
    request: HttpRequest, slug: str, kind: str, problem: Problem | None = None, came: Saved | None = None, **more: Any
) -> HttpResponse:
    """The list, with what came of the lines that were sent."""
    here = at(request, slug)
    only = only_of(request)
    if problem is not None and only:
        # A line that was left is answered for itself, whatever was wrong with it.
        fault = Fault(only, "", "", "", problem.text)
        return one_line(request, slug, kind, only, Saved([], [], [fault]), problem)
    faults = came.faults if came else ()
    drawing = Drawing(here, hand_of(here, kind), request.POST if problem or faults else None, faults)
    context = base(request, here, problem, came.entries if came else None) | shown(request, drawing)
    context |= {"here": "lists", "back": request.path, "origin": request.POST.get("origin", PRINTED)} | more
    return page(request, TEMPLATE, context, status=422 if faults else 200)


def one_line(
    request: HttpRequest, slug: str, kind: str, only: str, came: Saved, problem: Problem | None = None
) -> HttpResponse:
    """The line that was left, drawn anew, with a new one below it where that was new; and how the list stands."""
    here = at(request, slug)
    drawing = Drawing(here, hand_of(here, kind), request.POST, came.faults)
    lines = drawing.lines()
    wanted = {key_made(kept) for kept in came.kept} | {only}
    after = {name: request.POST.get(f"{NEW}.{name}", "") for name in drawing.columns} if only == NEW else None
    context = base(request, here, None, came.entries) | shown(request, drawing)
    context |= {
        "target": only,
        "drawn": [line for line in lines if line.key in wanted],
        "new": new_line(request, drawing, None if came.faults else after) if only == NEW else None,
        "state": state_of(drawing, lines),
        "own": came.entries,
    }
    if only == NEW and came.faults:
        context["new"] = drawing.new({}, PRINTED, {})
    return page(request, "desk/rosters/_answer.html", context, status=422 if came.faults else 200)


def only_of(request: HttpRequest) -> str:
    """The line that was left, of an input that a page made by itself."""
    return request.GET.get("only", "") if getattr(request, "htmx", False) and request.method == "POST" else ""


@problems(show)
def save(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Lines are kept; or one is struck out, or becomes the template of its type."""
    here = at(request, slug)
    hand, only = hand_of(here, kind), only_of(request)
    lines = lines_sent(request.POST, roster_of(hand.kind).columns, only)
    plan: Plan = lambda values: planned(hand, values, lines)  # noqa: E731
    if key := request.POST.get("strike", ""):
        plan = one_of(hand, key, lambda values: struck(hand, values, key))
    elif key := request.POST.get("save-template", ""):
        plan = one_of(hand, key, lambda values: Kept(key, hand.kind.row_of(key), template(hand, values, key)))
    came = saved(request, here, hand, plan, only)
    if only:
        return one_line(request, slug, kind, only, came)
    if came.faults:
        return show(request, slug, kind, came=came)
    return done(request, request.path, lambda: show(request, slug, kind, came=came))


def one_of(hand: ByHand[Any], key: str, make: Any) -> Plan:
    """The plan of what one button does with one line."""

    def plan(values: dict[str, Any]) -> Planned:
        try:
            return Planned(kept=[make(values)])
        except EditError as error:
            raise Problem(422, str(error), error.about, error.rule) from None

    return plan


# --- what is pasted


def show_pasted(
    request: HttpRequest, slug: str, kind: str, problem: Problem | None = None, **more: Any
) -> HttpResponse:
    """The list, with what was pasted as it was."""
    text = request.POST.get("text", "")
    return show(request, slug, kind, problem=problem, text=text, pasting=True, **more)


@problems(show_pasted)
def look(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """What was pasted is compared; with the second button it goes in."""
    here = at(request, slug)
    hand = hand_of(here, kind)
    text, origin = request.POST.get("text", ""), request.POST.get("origin", "")
    if origin not in ORIGINS:
        raise Problem(422, "Choose where the lines come from.", "origin")

    def found_in(values: dict[str, Any]) -> list[Pasted]:
        try:
            return pasted(hand, values, text, origin)
        except PasteError as error:
            raise Problem(422, str(error), "text") from None

    if request.POST.get("act") != "put-in":
        found = found_in(dict(here.state.values))
        goes = sum(one.found in (Found.NEW, Found.DIFFERS) for one in found)
        return show_pasted(request, slug, kind, found=found, goes=goes)

    def plan(values: dict[str, Any]) -> Planned:
        wanted = (one.line for one in found_in(values) if one.found in (Found.NEW, Found.DIFFERS))
        return planned(hand, values, wanted)

    came = saved(request, here, hand, plan)
    address = f"/c/{slug}/lists/{kind}/"
    return done(request, address, lambda: show(request, slug, kind, came=came))


def back(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """The address of a paste, looked at: the list. 404 where there is none for whoever looks."""
    hand_of(at(request, slug), kind)
    return HttpResponseRedirect(f"/c/{slug}/lists/{kind}/")


lines, paste = either(show, save), either(back, look)
