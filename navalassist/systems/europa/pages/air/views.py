"""Air units of a sea zone: looked at by GET; each input is a POST to the same address, and makes one entry."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_http_methods, require_safe

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import act_once, done, page, problems
from navalassist.desk.at import At
from navalassist.desk.logbook.refused import changed_of
from navalassist.desk.made_once.page import for_all
from navalassist.desk.problem import Problem
from navalassist.desk.rosters.table import Counters, read
from navalassist.desk.turn.undo import offered
from navalassist.desk.turn.verdicts import verdict_of
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.writer import Writer
from navalassist.rules.europa.words import Zone
from navalassist.systems.europa import air, air_lists
from navalassist.systems.europa.pages.air import units
from navalassist.systems.europa.pages.air.lately import flown
from navalassist.systems.europa.places import places
from navalassist.systems.europa.upkeep import Edit, EditError

SYSTEM = "europa"
AS_BEFORE, LOOK, PASTE = "as-before", "look", "paste"
LONGEST_LIST = 4000
FIRST = Zone.CENTRAL_MED
WATCHES = "The observer seat only watches. Take another seat to move air units."


def in_the_air(request: HttpRequest, slug: str, zone: str) -> At:
    """The campaign, where its rule system knows the zone; else 404."""
    here = at(request, slug)
    if here.campaign.system != SYSTEM or zone not in places().zones:
        raise Http404("There is no such sea zone.")
    return here


@require_safe
@for_all
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """The zone that holds the most air units; the Central Mediterranean where none holds any."""
    here = in_the_air(request, slug, FIRST.value)
    counts = {key: number for key, _, number in units.chips(here.state.values)}
    most = max(counts, key=lambda key: counts[key])
    return show(request, slug, most if counts[most] else FIRST.value)


def show(
    request: HttpRequest, slug: str, zone: str, problem: Problem | None = None, saved: list[Entry] | None = None
) -> HttpResponse:
    """The page of a zone; with a problem, what was typed stands where it was typed."""
    here = in_the_air(request, slug, zone)
    facts = here.state.values
    context: dict[str, Any] = {
        "head": head_of(here),
        "here": "map",
        "home": f"/c/{slug}/",
        "back": f"/c/{slug}/air/{zone}/",
        "submission": new_submission(),
        "seen": here.version,
        **offered(here),
        "watches": here.viewer.seat == OBSERVER,
        "problem": problem,
        "changed": changed_of(here, problem),
        "saved": [verdict_of(entry, here) for entry in saved or []],
        "typed": typed_again(request, here, problem),
        "fresh": empty(here),
        "again": again(here),
    }
    text = context["typed"]["list"]
    if text and request.POST.get("act") in (LOOK, PASTE):
        with suppress(Problem, EditError):
            context["counters"] = counters(here, text, where_of(request.POST, zone))
    return page(request, "europa/air/zone.html", context | units.zone_context(here, facts, Zone(zone)))


def counters(here: At, text: str, where: Mapping[str, str]) -> Counters:
    """The counters of a list that was pasted, each as it would go in. EditError, Problem for text that is none."""
    table = air_lists.as_table(text[:LONGEST_LIST])
    return read(here, air_lists.CounterForm, table, lambda typed: air_lists.counter(typed, where))


def where_of(post: QueryDict, zone: str) -> dict[str, str]:
    """Side, zone and place of all counters of a list."""
    return {"side": post.get("side", ""), "zone": zone, "place": post.get("place", "")}


def typed_again(request: HttpRequest, here: At, problem: Problem | None) -> dict[str, Any]:
    """What was typed where it was refused, for the form that it was typed in; else an empty form."""
    if problem is None and request.POST.get("act") != LOOK:
        return empty(here)
    return {name: request.POST.get(name, "") for name in (*units.PLAIN, "unit", "list")}


def empty(here: At) -> dict[str, Any]:
    """The form of a new unit, for the side whose seat this is."""
    seat = here.viewer.seat
    side = seat if seat in here.system.sides else here.state.clock[1]
    return {**units.PLAIN, "side": side, "unit": "", "list": ""}


def again(here: At) -> list[tuple[str, str, str, str]]:
    """The missions of the last player turn of this seat's side: unit, mission, zone, and why not once more."""
    facts, side = here.state.values, empty(here)["side"]
    return [
        (str(facts[f"{row}.name"]), air.PLACES[place], places().zones[zone].short, why)
        for row, zone, place, why in air_lists.again(facts, flown(here), side)
    ]


@problems(show)
def save(request: HttpRequest, slug: str, zone: str) -> HttpResponse:
    """Carry out one input. A second tap of the same form finds it done."""
    here = in_the_air(request, slug, zone)
    if here.viewer.seat == OBSERVER:
        raise Problem(403, WATCHES)
    if request.POST.get("act") == LOOK:
        counters(here, request.POST.get("list", ""), where_of(request.POST, zone))
        return show(request, slug, zone)
    before = list(flown(here)) if request.POST.get("act") == AS_BEFORE else []
    entries = act_once(
        request, here, lambda writer: _write(writer, edit_of(request.POST, zone, writer, before, here), request.POST)
    )
    return done(request, request.path, lambda: show(request, slug, zone, saved=entries))


def edit_of(post: QueryDict, zone: str, writer: Writer, before: list[tuple[str, str, str]], here: At) -> Edit:
    """The edit that a form asks for. Problem (422) names the field and what would be right. before: missions flown."""
    values, key = writer.viewer.view(writer.state.values, writer.state.audiences), post.get("unit", "")
    act, _, rest = post.get("act", "").partition(":")
    typed = {name: post.get(name, "") for name in (*units.PLAIN, "zone")}
    match act:
        case "add":
            return air.add(values, {**typed, "zone": zone})
        case "change":
            return air.change(values, key, typed)
        case "move":
            return air.move(values, key, rest)
        case "remove":
            return air.remove(values, key)
        case "paste":
            where = where_of(post, zone)
            return air_lists.add_all(values, counters(here, post.get("list", ""), where).whole(), where)
        case "as-before":
            return air_lists.as_before(values, before, post.get("side", ""))
    raise Problem(422, f"This page cannot do {act[:40]!r}; use one of its buttons.", "act")


def _write(writer: Writer, edit: Edit, post: QueryDict) -> Entry:
    """One entry, under the seat of the side whose unit it is."""
    side = writer.state.values.get(f"air-unit:{post.get('unit', '')}.side") or post.get("side", "")
    return writer.edit(edit.act, edit.effects, seat=str(side), title=edit.title)


@require_http_methods(["GET", "HEAD", "POST"])
def zone(request: HttpRequest, slug: str, zone: str) -> HttpResponse:
    """One address for both."""
    return save(request, slug, zone) if request.method == "POST" else for_all(show)(request, slug, zone)
