"""Scenarios on the pages of the set-up: what is still unset, the file of a campaign, a part that is taken in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from navalassist.desk.access import at
from navalassist.desk.answers import act_once, as_file, page, problems
from navalassist.desk.at import At
from navalassist.desk.logbook.wording import words_for
from navalassist.desk.problem import Problem
from navalassist.desk.setup import scenario_sent, unset
from navalassist.desk.setup.edits import check_may_edit
from navalassist.desk.setup.views import base_context
from navalassist.desk.turn.verdicts import value_now
from navalassist.engine.parts import Part
from navalassist.play.scenarios.fit import Fitted
from navalassist.play.scenarios.own_keys import with_own_keys
from navalassist.play.scenarios.saved import reads_all
from navalassist.play.scenarios.take import RowChange, changes, take
from navalassist.play.state import State
from navalassist.play.turns.beginning import starts
from navalassist.play.write import set_up
from tables.scenarios import MOST_BYTES

UNSET, TAKE = "unset", "take"
MOST_LINES = 300


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a preview: what it is called; how: new, gone or changed; its fields, each before and after."""

    name: str
    how: str
    fields: tuple[tuple[str, str, str], ...]
    stand_in: str = ""
    source: str = ""


@require_safe
def unset_page(request: HttpRequest, slug: str) -> HttpResponse:
    """What is still unset."""
    return show_unset(request, slug)


def show_unset(request: HttpRequest, slug: str, problem: Problem | None = None) -> HttpResponse:
    """Each part, with what came by itself and what was set; and the tap by which the campaign begins."""
    here = at(request, slug)
    parts = unset.lines(here)
    context = base_context(request, here, UNSET) | {
        "parts": parts,
        "empty": [line for line in parts if line.unset and line.part.path] if set_up.is_open(here.state.values) else (),
        "told": unset.scenarios_told(here),
        "secret": here.seats[here.viewer.seat][0] if here.is_closed and not reads_all(here.viewer, here.system) else "",
        "problem": problem,
    }
    return page(request, "desk/setup/unset.html", context)


@require_POST
@problems(show_unset)
def begins(request: HttpRequest, slug: str) -> HttpResponse:
    """The campaign begins. A second tap finds it begun."""
    here = at(request, slug)
    check_may_edit(here)
    act_once(request, here, starts)
    return HttpResponseRedirect(f"/c/{slug}/")


@require_safe
@problems(show_unset)
def save(request: HttpRequest, slug: str) -> HttpResponse:
    """The campaign as it stands, as the file of a scenario; of what is secret only what this seat reads."""
    return as_file(scenario_sent.saved(has_parts(at(request, slug))), f"{slug}-scenario.toml", "application/toml")


def has_parts(here: At) -> At:
    """The same; 404 in a campaign of rules that say nothing of scenarios."""
    if here.system.scenarios is None:
        raise Http404("The rule system of this campaign has no scenarios.")
    return here


def show_take(request: HttpRequest, slug: str, problem: Problem | None = None) -> HttpResponse:
    """The form of what is taken from where; and, once that was looked at, what it would change."""
    here = has_parts(at(request, slug))
    context = take_context(request, here) | {"problem": problem}
    return page(request, "desk/setup/take.html", context, problem.status if problem else 200)


def take_context(request: HttpRequest, here: At) -> dict[str, Any]:
    """What the page has to choose from, and what was chosen."""
    shipped, mine = scenario_sent.choices(request, here.system.key, here.campaign.slug)
    return base_context(request, here, TAKE) | {
        "parts": here.system.scenarios.parts if here.system.scenarios else (),
        "part": request.POST.get("part", request.GET.get("part", "")),
        "shipped": shipped,
        "mine": mine,
        "chosen": scenario_sent.named_by(request),
        "carried": scenario_sent.kept(request),
        "most_bytes": MOST_BYTES,
        "open": set_up.is_open(here.state.values),
    }


@problems(show_take)
def taken(request: HttpRequest, slug: str) -> HttpResponse:
    """A part is looked at, and then taken."""
    here = has_parts(at(request, slug))
    check_may_edit(here)
    fitted = scenario_sent.wanted(request, here.system.key)
    if fitted is None:
        raise Problem(422, "From: choose a scenario, a campaign, or a file.", scenario_sent.FIELD)
    part = part_of(here, request.POST.get("part", ""), fitted)
    if request.POST.get("do") == "take":
        act_once(request, here, lambda writer: take(writer, fitted, part))
        return HttpResponseRedirect(f"/c/{slug}/setup/{UNSET}/#part-{part.key}")
    return page(request, "desk/setup/take.html", take_context(request, here) | looked(here, fitted, part))


def part_of(here: At, key: str, fitted: Fitted) -> Part:
    """The part that was chosen. Problem 422 for none, and for one of which the scenario tells nothing."""
    if (found := next((part for part in fitted.parts if part.key == key), None)) is not None:
        return found
    known = {part.key: part.title for part in here.system.scenarios.parts} if here.system.scenarios else {}
    told = ", ".join(part.title for part in fitted.parts) or "nothing"
    if key not in known:
        raise Problem(422, f"Part: choose one of {told}.", "part")
    raise Problem(422, f"Part: {fitted.scenario.head.title} says nothing of {known[key]}; it tells {told}.", "part")


def looked(here: At, fitted: Fitted, part: Part) -> dict[str, Any]:
    """What taking it would change."""
    fitted = with_own_keys(here.state, here.viewer, here.system, fitted)
    found = changes(here.state, here.viewer, here.system, fitted, part)
    then = _as_it_would_be(here, found)
    lines = [line_of(here, then, fitted, change) for change in found[:MOST_LINES]]
    return {"fitted": fitted, "taken": part, "lines": lines, "more": len(found) - len(lines), "looked": True}


def _as_it_would_be(here: At, found: list[RowChange]) -> State:
    """The state in which rows that would come have their names."""
    then = here.state.copy()
    for change in found:
        then.values |= {f"{change.row}.{name}": value for name, value in (change.after or {}).items()}
    return then


def line_of(here: At, then: State, fitted: Fitted, change: RowChange) -> Line:
    """A row that changes, in words."""
    said = fitted.of.get(change.row)
    source = fitted.scenario.sources.get(said.source) if said else None
    name = str((change.after or {}).get("name", "")) or words_for(here.state, {}).row(change.row)
    how = "gone" if change.after is None else "new" if change.before is None else "changed"
    fields = () if how == "gone" else tuple(_fields(here, then, change))
    return Line(name, how, fields, said.stand_in if said else "", source.text if source else "")


def _fields(here: At, then: State, change: RowChange) -> Iterator[tuple[str, str, str]]:
    words, words_then = words_for(here.state, {}), words_for(then, {})
    kind = change.row.partition(":")[0]
    for name, after in (change.after or {}).items():
        fact = f"{change.row}.{name}"
        before = value_now(words, fact, change.before[name]) if change.before else ""
        if (change.before or after not in ("", None, False, 0, [], {})) and name != "name":
            yield words.field(kind, name), before, value_now(words_then, fact, after)


@require_http_methods(["GET", "HEAD", "POST"])
def take_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The page on which a part is taken."""
    return taken(request, slug) if request.method == "POST" else show_take(request, slug)
