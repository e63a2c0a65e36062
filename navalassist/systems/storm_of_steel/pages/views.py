"""The pages of the Great War. A page is looked at by GET; an input is a POST to its own address and makes one entry."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from pydantic import BaseModel

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import At, at, head_of
from navalassist.desk.answers import Problem, done, page, problems
from navalassist.desk.cards import base, set_by, typed, wrote
from navalassist.desk.cards import form_of as act_form
from navalassist.desk.do.views import begun_with, form_of, form_parts, side_of
from navalassist.desk.home import step_and_past
from navalassist.desk.setup.edits import note_of
from navalassist.desk.setup.views import barred
from navalassist.desk.turn.clock import clock_of
from navalassist.desk.turn.steps import tasks_about
from navalassist.desk.turns import changed_of
from navalassist.play.edits import Edit
from navalassist.play.writer import NotYours
from navalassist.play.written import new_submission
from navalassist.systems.storm_of_steel import edits, water_edits
from navalassist.systems.storm_of_steel.afloat import losses_of
from navalassist.systems.storm_of_steel.book import SYSTEM
from navalassist.systems.storm_of_steel.pages import actions, picture, shown, waters_sent
from navalassist.systems.storm_of_steel.pages.next import losses as losses_panel
from navalassist.systems.storm_of_steel.pages.next import next_of, over
from navalassist.systems.storm_of_steel.rules.rows import ACTION, FLEET, LAND_UNIT, SQUADRON

Saved = list[Entry] | None
View = Callable[..., HttpResponse]
Make = Callable[[Any], Edit]
OF_BOTH = "Side: to change it is for whoever may act for both sides, as the moderator; choose the side as it stands."


class Gone(Http404):
    """No such row, or none that the viewer sees: told on a page of the campaign, the same for both."""


def great_war(request: HttpRequest, slug: str, row: str = "") -> At:
    """The campaign, where it is one of the Great War and the viewer sees the row; else 404, Gone for the row."""
    here = at(request, slug)
    if here.campaign.system != SYSTEM:
        raise Http404("The rule system of this campaign has no such page.")
    if row and f"{row}.side" not in here.state.values:
        raise Gone("There is no such thing in this campaign, or none any more.")
    return here


def or_gone(view: View) -> View:
    """A view of a row; where there is none any more, a page that says so, with what was typed, and leads back."""

    @wraps(view)
    def shown_or_gone(request: HttpRequest, slug: str, **key: str) -> HttpResponse:
        try:
            return view(request, slug, **key)
        except Gone:
            context = base(request, at(request, slug), None, None) | {"lost": waters_sent.sent_words(request.POST)}
            return page(request, "storm_of_steel/gone.html", context, status=404)

    return shown_or_gone


def ours(here: At, make: Make) -> Make:
    """An edit of rows whose sides this viewer may all tap for; a change of side asks for the right of both."""

    def made(values: Any) -> Edit:
        edit = make(values)
        sides = edits.sides_of(values, edit.effects)
        for side in sorted(sides):
            if not here.viewer.may_act_as(side) and len(sides) > 1:
                raise Problem(403, OF_BOTH, "side")
            if not here.viewer.may_act_as(side):
                raise NotYours(side)
        return edit

    return made


def home_of(here: At) -> str:
    """The campaign's address."""
    return f"/c/{here.campaign.slug}/"


def main(request: HttpRequest, here: At) -> HttpResponse:
    """The chart, this step, naval actions in progress, the board of tracks, the last verdicts."""
    facts = here.state.values
    running, over = actions.actions(here)
    context = {"head": head_of(here), "here": "map", "home": home_of(here), "clock": clock_of(here)}
    context |= step_and_past(here, facts) | shown.board(here)
    context |= {"panels": picture.panels(facts), "off_chart": picture.off_chart(facts)}
    context |= shown.areas_by_state(facts)
    context |= {"running": running, "over": over[:5], "owed": actions.owed_apart(facts)}
    return page(request, "storm_of_steel/main.html", context)


def show_action(request: HttpRequest, slug: str, key: str, problem: Problem | None = None) -> HttpResponse:
    """A naval action: its steps, what comes next with its exact odds, both sides."""
    here = great_war(request, slug, f"{ACTION}:{key}")
    facts, one = here.state.values, actions.action_of(here, key)
    entries = actions.receipts(here, key)
    steps = actions.strip(here, one, entries)
    losses = losses_of(facts, key)
    context: dict[str, Any] = {
        "head": head_of(here),
        "here": "map",
        "home": home_of(here),
        "action": one,
        "steps": steps,
    }
    context |= {"lines": actions.newest_first(steps), "forces": actions.forces(here, key, entries)}
    context |= {"tasks": tasks_about(here, (key, *losses), but=(one.procedure, *actions.OFFERED))}
    context |= {"stay": f"{home_of(here)}action/{key}/", "problem": problem, "changed": changed_of(here, problem)}
    context |= next_step(here, one, request.POST)
    if one.is_over:
        context |= {"costs": over.costs(context["forces"]), "at_sea": over.at_sea(here, one)}
    if (panel := context.get("next")) and panel.rule == losses_panel.RULE:
        context["forces"] = losses_panel.struck(context["forces"], panel)
    return page(request, "storm_of_steel/action.html", context)


action = require_safe(or_gone(show_action))
# The same with what is ticked, which is looked at and never written.
odds = require_POST(or_gone(show_action))


def on_its_page(request: HttpRequest, here: At, problem: Problem) -> HttpResponse | None:
    """The action whose panel was sent, with why nothing was done; None where it was the page of a rule."""
    key = request.POST.get("panel", "")
    there = f"{ACTION}:{key}.number" in here.state.values
    return show_action(request, here.campaign.slug, key, problem) if there else None


def next_step(here: At, one: actions.Action, given: QueryDict) -> dict[str, Any]:
    """What an action waits for: the panel made for it, or else the form of the rule; nothing of one that is over."""
    if not one.procedure:
        return {}
    panel = next_of(here, one, given)
    seat = panel.seat if panel else one.seat
    context = {
        "next": panel,
        "looks_on": here.viewer.seat == OBSERVER,
        # Whoever may not tap for it sees what it is, and its chances.
        "watches": here.viewer.seat == OBSERVER or bool(seat and not here.viewer.may_act_as(seat)),
        "submission": new_submission(),
        "seen": here.version,
        "dice": given.get("dice", "server"),
        "strip": given.get("strip", ""),
    }
    return context if panel else context | whole_form(here, one)


def whole_form(here: At, one: actions.Action) -> dict[str, Any]:
    """The form of the rule that an action waits for, begun with the action."""
    begun = QueryDict(mutable=True)
    for name, values in actions.begins_with(here.state.values, one, here.viewer.seat).items():
        begun.setlist(name, values)
    form = begun_with(form_of(here, one.procedure), begun, side_of(here))
    for field in form.fields.values():
        if hasattr(field, "choices"):
            field.choices = actions.own_choices(here.state.values, one, list(field.choices))
    return form_parts(here, one.procedure, form, begun) | {"fixed": [name for name in begun if name == "action"]}


# --- fleets


def show_fleets(request: HttpRequest, slug: str, problem: Problem | None = None, saved: Saved = None) -> HttpResponse:
    """All places with what lies there, land units, and the forms of what is added."""
    here = great_war(request, slug)
    facts, begun = here.state.values, {"side": own_side(here)}
    context = base(request, here, problem, saved) | {
        "berths": shown.berths(facts),
        "land_units": shown.land_units(facts),
        "fleet_form": act_form(request, here, edits.FleetForm, "add-fleet", begun, problem),
        "squadron_form": act_form(request, here, edits.SquadronForm, "add-squadron", begun, problem),
        "land_form": act_form(request, here, water_edits.LandUnitForm, "add-land", begun, problem),
    }
    return page(request, "storm_of_steel/fleets.html", context)


def show_fleet(
    request: HttpRequest, slug: str, key: str, problem: Problem | None = None, saved: Saved = None
) -> HttpResponse:
    """The card of a fleet."""
    row = f"{FLEET}:{key}"
    here = great_war(request, slug, row)
    facts, one = here.state.values, shown.fleet_of(here.state.values, key)
    own, others = edits.own_places(facts, one.side, str(facts[f"{row}.place"]))
    begun = begun_of(facts, row, edits.FleetForm)
    new = {"side": one.side, "place": row}
    context = base(request, here, problem, saved) | {
        "fleet": one,
        "place": facts[f"{row}.place"],
        "tasks": tasks_about(here, (key, *(squadron.key for squadron in one.squadrons))),
        "set_by": set_by(here, [f"{row}.{name}" for name in ("place", "duty")]),
        "places": own,
        "others": others,
        "note": request.POST.get("note", "") if problem else "",
        "targets": edits.places_of(facts, one.side, but=row),
        "movable": shown.movable(facts, one.side, but=key),
        "ticked": request.POST.getlist("squadrons") if problem else [],
        "fleet_form": act_form(request, here, edits.FleetForm, "change", begun, problem),
        "squadron_form": act_form(request, here, edits.SquadronForm, "add-squadron", new, problem),
    }
    context["fleet_form"].fields["place"].choices = [*own, *others]
    return page(request, "storm_of_steel/fleet.html", context)


def show_squadron(
    request: HttpRequest, slug: str, key: str, problem: Problem | None = None, saved: Saved = None
) -> HttpResponse:
    """The card of a squadron: its factors."""
    row = f"{SQUADRON}:{key}"
    here = great_war(request, slug, row)
    facts = here.state.values
    begun = begun_of(facts, row, edits.SquadronForm)
    place = str(facts[f"{row}.place"])
    context = base(request, here, problem, saved) | {
        "squadron": shown.squadron_of(facts, key),
        "fleet": place.partition(":")[2] if place.startswith(f"{FLEET}:") else "",
        "set_by": set_by(here, [f"{row}.{name}" for name in (*edits.FACTORS, "place")]),
        "form": act_form(request, here, edits.SquadronForm, "change", begun, problem),
    }
    return page(request, "storm_of_steel/squadron.html", context)


def show_land(
    request: HttpRequest, slug: str, key: str, problem: Problem | None = None, saved: Saved = None
) -> HttpResponse:
    """The card of a land unit."""
    row = f"{LAND_UNIT}:{key}"
    here = great_war(request, slug, row)
    facts = here.state.values
    begun = begun_of(facts, row, water_edits.LandUnitForm)
    context = base(request, here, problem, saved) | {
        "unit": shown.land_unit(facts, key),
        "tasks": tasks_about(here, (key,)),
        "form": act_form(request, here, water_edits.LandUnitForm, "change", begun, problem),
    }
    return page(request, "storm_of_steel/land.html", context)


def show_waters(request: HttpRequest, slug: str, problem: Problem | None = None, saved: Saved = None) -> HttpResponse:
    """Areas, bases and tracks, each with its buttons."""
    here = great_war(request, slug)
    facts = here.state.values
    context = base(request, here, problem, saved) | {
        "areas": shown.areas(facts),
        "bases": shown.bases(facts),
        "numbers": shown.numbers(here),
        "typed": waters_sent.typed(request.POST) if problem else ("", "", ""),
        "watches": bool(why_not := barred(here, "waters")),
        "why_not": why_not,
    }
    return page(request, "storm_of_steel/waters.html", context | {"here": "waters"})


@problems(show_fleets)
def save_fleets(request: HttpRequest, slug: str) -> HttpResponse:
    """A new fleet, squadron or land unit."""
    here = great_war(request, slug)
    act = request.POST.get("act", "")
    if act not in ADDS:
        raise waters_sent.cannot_do(act)
    model, make = ADDS[act]
    fields = typed(request, here, model)
    entries = wrote(request, here, str(fields["side"]), lambda values: make(values, fields))
    return done(request, request.path, lambda: show_fleets(request, slug, saved=entries))


@problems(show_fleet)
def save_fleet(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A fleet is moved, changed or ended; squadrons leave or join it, or are new in it."""
    here = great_war(request, slug, f"{FLEET}:{key}")
    side, act = str(here.state.values[f"{FLEET}:{key}.side"]), request.POST.get("act", "")
    entries = wrote(request, here, side, ours(here, fleet_edit(request, here, key, act)), note_of(request.POST))
    if act == "end":
        return done(request, f"{home_of(here)}fleets/")
    return done(request, request.path, lambda: show_fleet(request, slug, key, saved=entries))


def fleet_edit(request: HttpRequest, here: At, key: str, act: str) -> Make:
    """What the card of a fleet asks. EditError for an act that it does not have."""
    match act:
        case "end":
            return lambda values: edits.remove_fleet(values, key)
        case "move" | "by-hand" | "join" | "leave":
            place, squadrons = request.POST.get("place", ""), request.POST.getlist("squadrons")
            because = note_of(request.POST)
            return lambda values: edits.sent(values, act, key, place, squadrons, because)
        case "add-squadron":
            new = typed(request, here, edits.SquadronForm)
            return lambda values: edits.add_squadron(values, new)
        case "change":
            fields = typed(request, here, edits.FleetForm)
            return lambda values: edits.change_fleet(values, key, fields)
    raise waters_sent.cannot_do(act)


def saves(
    kind: str, model: type[BaseModel], change: Callable[..., Edit], remove: Callable[..., Edit], show: View, after: str
) -> View:
    """The view that changes a row by its form or takes it away. after: where one goes when it is gone."""

    @problems(show)
    def save(request: HttpRequest, slug: str, key: str) -> HttpResponse:
        here = great_war(request, slug, f"{kind}:{key}")
        side, act = str(here.state.values[f"{kind}:{key}.side"]), request.POST.get("act", "")
        if act == "remove":
            wrote(request, here, side, ours(here, lambda values: remove(values, key)))
            return done(request, home_of(here) + after)
        if act != "change":
            raise waters_sent.cannot_do(act)
        fields = typed(request, here, model)
        entries = wrote(request, here, side, ours(here, lambda values: change(values, key, fields)))
        return done(request, request.path, lambda: show(request, slug, key, saved=entries))

    return save


save_squadron = saves(
    SQUADRON, edits.SquadronForm, edits.change_squadron, edits.remove_squadron, show_squadron, "fleets/"
)
save_land = saves(
    LAND_UNIT,
    water_edits.LandUnitForm,
    water_edits.change_land_unit,
    water_edits.remove_land_unit,
    show_land,
    "fleets/#land",
)


@problems(show_waters)
def save_waters(request: HttpRequest, slug: str) -> HttpResponse:
    """An area, a base or a track is set."""
    here = great_war(request, slug)
    entries = wrote(request, here, "", lambda values: waters_sent.edit_of(values, request.POST))
    anchor = waters_sent.anchor_of(request.POST)
    return done(request, request.path + anchor, lambda: show_waters(request, slug, saved=entries))


ADDS: dict[str, tuple[type[BaseModel], Any]] = {
    "add-fleet": (edits.FleetForm, edits.add_fleet),
    "add-squadron": (edits.SquadronForm, edits.add_squadron),
    "add-land": (water_edits.LandUnitForm, water_edits.add_land_unit),
}


def own_side(here: At) -> str:
    """The side of the seat, or whose player turn it is."""
    return here.viewer.seat if here.viewer.seat in here.system.sides else here.state.clock[1]


def begun_of(facts: dict[str, Any], row: str, model: type[BaseModel]) -> dict[str, Any]:
    """How a row stands, as its form begins."""
    return {name: facts[f"{row}.{name}"] for name in model.model_fields}


def either(show: View, save: View) -> View:
    """One address for looking and for an input."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @or_gone
    def view(request: HttpRequest, slug: str, **key: str) -> HttpResponse:
        return (save if request.method == "POST" else show)(request, slug, **key)

    return view


fleets = either(show_fleets, save_fleets)
fleet = either(show_fleet, save_fleet)
squadron = either(show_squadron, save_squadron)
land = either(show_land, save_land)
waters = either(show_waters, save_waters)
