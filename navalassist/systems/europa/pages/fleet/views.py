"""The pages of fleets. A page is looked at by GET; an input is a POST to the same address, and makes one entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial, wraps
from typing import Any

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import at
from navalassist.desk.answers import done, is_second_tap, own_path, page, problems
from navalassist.desk.at import At
from navalassist.desk.cards import base, form_of, set_by, typed, wrote
from navalassist.desk.due import BACK, due_now
from navalassist.desk.forms import form_for
from navalassist.desk.problem import Problem
from navalassist.desk.rosters.table import Counters, read, short
from navalassist.desk.rules.views import form_of_due
from navalassist.desk.setup.edits import note_of
from navalassist.desk.turn.steps import tasks_about
from navalassist.play.write.edits import EditError
from navalassist.systems.europa import fleet_edits as edits
from navalassist.systems.europa import fleet_lists, way_ahead
from navalassist.systems.europa.doors.gunfire_support import left_words
from navalassist.systems.europa.doors.naval_move import MoveForm
from navalassist.systems.europa.fleet import GROUP, UNIT, UNIT_FIELDS
from navalassist.systems.europa.fuelling import fuel_owed
from navalassist.systems.europa.log.noted import fuel_words
from navalassist.systems.europa.next_door import neighbours
from navalassist.systems.europa.pages.fleet import way
from navalassist.systems.europa.pages.fleet.units import Group, berths, free_units, group_of, ship_of, supports_words
from navalassist.systems.europa.pages.fleet.way_pending import tried

SYSTEM = "europa"
EITHER = require_http_methods(["GET", "HEAD", "POST"])
# The acts that take a unit or a group away.
AWAY = ("remove", "end")
# The fields of a move that every move asks for; the others are folded away.
OFTEN = ("moves", "ends", "zone")
FUEL = ("fuel", "fuel_port")
PLAIN_UNIT = ("side", "name", "kind", "strength", "reverse", "place")


class Gone(Http404):
    """No such unit or group, or none that the viewer sees: told on a page of the campaign, the same for both."""


def afloat(request: HttpRequest, slug: str, row: str = "") -> At:
    """The campaign, where its system has fleets and the viewer sees the row; else 404."""
    here = at(request, slug)
    if here.campaign.system != SYSTEM:
        raise Http404("The rule system of this campaign has no fleets.")
    if row and f"{row}.side" not in here.state.values:
        raise Gone("There is no such naval unit or group.")
    return here


def or_gone(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view of a unit or a group; where there is none any more, a page that says so and leads back."""

    @wraps(view)
    def shown_or_gone(request: HttpRequest, slug: str, key: str) -> HttpResponse:
        try:
            return view(request, slug, key)
        except Gone:
            here = at(request, slug)
            if request.POST.get("act") in AWAY and is_second_tap(request, here):
                return done(request, f"/c/{slug}/fleet/")
            return page(request, "europa/fleet/gone.html", base(request, here, None, None), status=404)

    return shown_or_gone


def show_fleets(
    request: HttpRequest, slug: str, problem: Problem | None = None, saved: list[Entry] | None = None
) -> HttpResponse:
    """All places with what lies there, and the forms of a new unit and a new group."""
    here = afloat(request, slug)
    seat = here.viewer.seat
    begun = {"side": seat if seat in here.system.sides else here.state.clock[1]}
    context = base(request, here, problem, saved) | {
        "berths": berths(here.state),
        "unit_form": form_of(request, here, edits.UnitForm, "add", begun, problem),
        "plain": PLAIN_UNIT,
        "free": free_units(here.state),
        "ticked": request.POST.getlist("units") if problem else [],
        "name": request.POST.get("name", "") if problem and request.POST.get("act") == "form" else "",
    }
    return page(request, "europa/fleet/fleets.html", context | table_of(request, here, bool(saved)))


def table_of(request: HttpRequest, here: At, done_with: bool) -> dict[str, Any]:
    """The table of counters that was pasted, and how each line would go in."""
    fields = form_for(edits.UnitForm, here.state.values).base_fields.values()
    text = "" if done_with else request.POST.get("table", "")
    seat = here.viewer.seat if here.viewer.seat in here.system.sides else here.state.clock[1]
    found: dict[str, Any] = {"text": text, "titles": [short(str(field.label)) for field in fields]}
    found["example"] = fleet_lists.example(here.state.values, seat)
    if text:
        with suppress(Problem):
            found["counters"] = pasted(here, text)
    return found


def pasted(here: At, text: str) -> Counters:
    """The lines of a table of counters. Problem 422 where it is none."""
    begun = {"side": here.viewer.seat if here.viewer.seat in here.system.sides else here.state.clock[1]}
    sides: list[str] = []

    def check(unit: Mapping[str, Any]) -> None:
        side = str(unit["side"])
        sides.append(side)
        fleet_lists.check_side(here.state.values, sides[0], side)
        if not here.viewer.may_act_as(side):
            raise EditError("side", "Side: these are the other side's, whose seat pastes them.")
        edits.add_unit(here.state.values, unit)

    warns = partial(fleet_lists.warning, here.state.values)
    return read(here, edits.UnitForm, text, check, also=fleet_lists.ALSO, warns=warns, **begun)


def show_unit(
    request: HttpRequest, slug: str, key: str, problem: Problem | None = None, saved: list[Entry] | None = None
) -> HttpResponse:
    """The card of a unit."""
    row = f"{UNIT}:{key}"
    here = afloat(request, slug, row)
    facts = here.state.values
    begun = {name: facts[f"{row}.{name}"] for name in edits.UnitForm.model_fields}
    context = base(request, here, problem, saved) | {
        "ship": ship_of(facts, key),
        "row": {name: facts[f"{row}.{name}"] for name in ("nation", "organisation")},
        "tasks": tasks_about(here, (key,)),
        "left": left_words(facts, key),
        "fuel": fuel_words(here.state, str(facts[f"{row}.fuelled"])),
        "supports": supports_words(facts, key),
        "set_by": set_by(here, [f"{row}.{name}" for name in (*UNIT_FIELDS, "fuelled", "supports")]),
        "places": edits.places_of_side(facts, facts[f"{row}.side"]),
        "unit_form": form_of(request, here, edits.UnitForm, "change", begun, problem),
        "plain": PLAIN_UNIT,
    }
    return page(request, "europa/fleet/unit.html", context)


def show_group(
    request: HttpRequest,
    slug: str,
    key: str,
    problem: Problem | None = None,
    saved: list[Entry] | None = None,
    unsent: tuple[str, Problem] | None = None,
) -> HttpResponse:
    """The card of a group, with its strip and the form of its next move.

    unsent: the rule that was sent from here, and why nothing was done.
    """
    row, path = f"{GROUP}:{key}", f"/c/{slug}/fleet/group/{key}/"
    here = afloat(request, slug, row)
    facts, one = here.state.values, group_of(here.state, key)
    place = str(facts[f"{row}.place"])
    hexed = place.partition(":")[2] if place.startswith("hex:") else ""
    begun = {"name": one.row["name"], "place": "" if hexed else place, "hex": hexed, "zone": one.row["zone"]}
    context = base(request, here, problem, saved) | {
        "group": one,
        "tasks": tasks_about(here, (key, *(ship.key for ship in one.ships)), but=("naval-move",)),
        "set_by": set_by(here, [f"{row}.{name}" for name in ("place", "strip", "zone")]),
        "near": list(neighbours(here.state, key)),
        "owed": (owed := fuel_owed(here.state, key)),
        "often": (*OFTEN, *FUEL) if one.burns else OFTEN,
        "skip": ("group",) if one.burns else ("group", *FUEL),
        "group_form": form_of(request, here, edits.GroupForm, "change", begun, problem),
        "way_back": path,
        "back": path,
    }
    context |= way_parts(request, here, one, path, bool(owed))
    offered = [due for due in due_now(here, (key, *(ship.key for ship in one.ships))) if due.rule]
    if unsent and offered and offered[0].rule == unsent[0]:
        context |= form_of_due(here, offered[0], path, request, unsent[1])
    elif offered:
        context |= form_of_due(here, offered[0], path)
    return page(request, "europa/fleet/group.html", context)


def on_its_card(request: HttpRequest, here: At, problem: Problem) -> HttpResponse | None:
    """The card of the group whose due rule was sent, with why nothing was done; None where it came from elsewhere."""
    slug = here.campaign.slug
    back, rule = own_path(request.POST.get(BACK, ""), slug), request.path.rstrip("/").rpartition("/")[2]
    found = re.fullmatch(rf"/c/{re.escape(slug)}/fleet/group/([-\w]+)/", back.partition("?")[0])
    if found is None or f"{GROUP}:{found[1]}.name" not in here.state.values:
        return None
    ships = [ship.key for ship in group_of(here.state, found[1]).ships]
    due = next((due.rule for due in due_now(here, (found[1], *ships)) if due.rule), "")
    return show_group(request, slug, found[1], unsent=(rule, problem)) if due == rule else None


def way_parts(request: HttpRequest, here: At, group: Group, path: str, owed: bool) -> dict[str, Any]:
    """The way of the next move as far as it is typed, what it would owe, and the form of any other move.

    owed: fuel is due, so that how it is paid has to be chosen.
    """
    facts, begun = here.state.values, {"group": group.key}
    if not here.viewer.may_act_as(group.row["side"]) and here.viewer.seat != OBSERVER:
        return {"theirs": True}
    if not group.ships or group.turned_back or not way.may_move(here):
        return {"move": move_form(facts, begun, owed)}
    plan = way.planned(here, group.key, request.GET, path)
    found = tried(plan, request.GET)
    return {
        "move": move_form(facts, {**begun, **(found.inputs if plan.ends else {})}, owed),
        "send": move_form(facts, begun, owed, "send_%s"),
        "plan": plan,
        "tried": found,
        "bar": way.bar(plan),
        "chips": way.chips(plan),
        "readout": way.readout(plan),
        "sheets": way_ahead.sheets(facts, group.key, plan.way),
        "ports": way.ports(plan),
    }


def move_form(facts: dict[str, Any], begun: dict[str, Any], owed: bool, ids: str = "move_%s") -> Form:
    """The form of a group's next move; owed: fuel is due, so that how it is paid has to be chosen."""
    form = form_for(MoveForm, facts)(initial=begun, auto_id=ids)
    if owed:
        fuel: Any = form.fields["fuel"]
        fuel.choices = [(value, word if value else "choose: it is due") for value, word in fuel.choices]
        # What is not chosen the rule refuses, with what each choice costs; a browser would only say that it is missing.
        fuel.required = False
        fuel.widget.is_required = False
    return form


@problems(show_fleets)
def save_fleets(request: HttpRequest, slug: str) -> HttpResponse:
    """A new unit, or a new group of units."""
    here, text = afloat(request, slug), request.POST.get("table", "")
    if request.POST.get("act") == "table-look":
        pasted(here, text)
        return show_fleets(request, slug)
    if request.POST.get("act") == "table-put":
        rows = pasted(here, text).whole()
        entries = wrote(request, here, "", lambda values: fleet_lists.add_units(values, rows))
    elif request.POST.get("act") == "add":
        fields = typed(request, here, edits.UnitForm)
        entries = wrote(request, here, str(fields["side"]), lambda values: edits.add_unit(values, fields))
    else:
        units = request.POST.getlist("units")
        side = str(here.state.values.get(f"{UNIT}:{units[0]}.side", "")) if units else ""
        name = request.POST.get("name", "")
        entries = wrote(request, here, side, lambda values: edits.form_group(values, name, units))
    return done(request, request.path, lambda: show_fleets(request, slug, saved=entries))


@problems(show_unit)
def save_unit(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A unit is changed, placed, or taken away."""
    here = afloat(request, slug, f"{UNIT}:{key}")
    side, act = str(here.state.values[f"{UNIT}:{key}.side"]), request.POST.get("act", "")
    if act == "remove":
        wrote(request, here, side, lambda values: edits.remove_unit(values, key))
        return done(request, f"/c/{slug}/fleet/")
    if act == "place":
        where = request.POST.get("place", "")
        note = note_of(request.POST)
        entries = wrote(request, here, side, lambda values: edits.place_unit(values, key, where, note), note)
    else:
        fields = typed(request, here, edits.UnitForm)
        entries = wrote(request, here, side, lambda values: edits.change_unit(values, key, fields))
    return done(request, request.path, lambda: show_unit(request, slug, key, saved=entries))


@problems(show_group)
def save_group(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A group is changed by hand, or ends in its port."""
    here = afloat(request, slug, f"{GROUP}:{key}")
    side = str(here.state.values[f"{GROUP}:{key}.side"])
    if request.POST.get("act") == "end":
        wrote(request, here, side, lambda values: edits.end_group(values, key))
        return done(request, f"/c/{slug}/fleet/")
    fields = typed(request, here, edits.GroupForm)
    entries = wrote(request, here, side, lambda values: edits.change_group(values, key, fields))
    return done(request, request.path, lambda: show_group(request, slug, key, saved=entries))


@EITHER
def fleets(request: HttpRequest, slug: str) -> HttpResponse:
    """One address for both."""
    return save_fleets(request, slug) if request.method == "POST" else show_fleets(request, slug)


@EITHER
@or_gone
def unit(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One address for both."""
    return save_unit(request, slug, key) if request.method == "POST" else show_unit(request, slug, key)


@EITHER
@or_gone
def group(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One address for both."""
    return save_group(request, slug, key) if request.method == "POST" else show_group(request, slug, key)
