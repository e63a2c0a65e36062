"""The pages of the Great War. A page is looked at by GET; an input is a POST to its own address and makes one entry."""

from __future__ import annotations

from typing import Any, cast

from django.forms import ChoiceField, Form
from django.http import HttpRequest, HttpResponse

from navalassist.desk.access import at, head_of
from navalassist.desk.answers import done, page, problems
from navalassist.desk.at import At
from navalassist.desk.cards import base, form_of, set_by, typed, wrote
from navalassist.desk.home import step_and_past
from navalassist.desk.problem import Problem
from navalassist.desk.rows import Card, Make, Saved, cannot_do, either, or_gone
from navalassist.desk.setup.edits import note_of
from navalassist.desk.setup.views import barred
from navalassist.desk.turn.clock import clock_of
from navalassist.desk.turn.steps import tasks_about
from navalassist.engine.rows import key_of
from navalassist.play.write.row_edits import ByHand
from navalassist.systems.storm_of_steel import edits
from navalassist.systems.storm_of_steel.book import SYSTEM
from navalassist.systems.storm_of_steel.forces import place_words
from navalassist.systems.storm_of_steel.pages import actions, forces, picture, waters_sent
from navalassist.systems.storm_of_steel.state import Fleet, LandUnit, Squadron
from navalassist.systems.storm_of_steel.water_edits import LAND_UNITS

GONE = or_gone("storm_of_steel/gone.html")


def great_war(request: HttpRequest, slug: str) -> At:
    """The campaign, where it is one of the Great War; else 404."""
    return at(request, slug, SYSTEM)


def home_of(here: At) -> str:
    """The campaign's address."""
    return f"/c/{here.campaign.slug}/"


def main(request: HttpRequest, here: At) -> HttpResponse:
    """The chart, this step, naval actions in progress, the board of tracks, the last verdicts."""
    view = here.rows
    running, over = actions.actions(here)
    areas = forces.waters(view)
    context = {"head": head_of(here), "here": "map", "home": home_of(here), "clock": clock_of(here)}
    context |= step_and_past(here, here.state.values) | forces.board(here)
    context |= {"panels": picture.panels(view), "off_chart": picture.off_chart(view)}
    context |= {"busy": [one for one in areas if not one.is_quiet], "quiet": [one for one in areas if one.is_quiet]}
    context |= {"running": running, "over": over[:5], "owed": actions.owed_apart(view)}
    return page(request, "storm_of_steel/main.html", context)


# --- fleets

ADDS: dict[str, ByHand[Any]] = {"add-fleet": edits.FLEETS, "add-squadron": edits.SQUADRONS, "add-land": LAND_UNITS}


def show_fleets(request: HttpRequest, slug: str, problem: Problem | None = None, saved: Saved = None) -> HttpResponse:
    """All places with what lies there, land units, and the forms of what is added."""
    here = great_war(request, slug)
    view, begun = here.rows, {"side": own_side(here)}
    context = base(request, here, problem, saved) | {
        "berths": forces.berths(view),
        "land_units": forces.land_units(view),
        "forms": {
            act.removeprefix("add-"): form_of(request, here, hand.form, act, begun, problem)
            for act, hand in ADDS.items()
        },
    }
    return page(request, "storm_of_steel/fleets.html", context)


@problems(show_fleets)
def save_fleets(request: HttpRequest, slug: str) -> HttpResponse:
    """A new fleet, squadron or land unit."""
    here = great_war(request, slug)
    act = request.POST.get("act", "")
    if act not in ADDS:
        raise cannot_do(act)
    hand = ADDS[act]
    fields = typed(request, here, hand.form)
    entries = wrote(request, here, str(fields["side"]), lambda values: hand.add(values, fields))
    return done(request, request.path, lambda: show_fleets(request, slug, saved=entries))


def own_side(here: At) -> str:
    """The side of the seat, or whose player turn it is."""
    return here.viewer.seat if here.viewer.seat in here.system.sides else here.state.clock[1]


class FleetCard(Card[Fleet]):
    """A fleet: it moves and ends; squadrons leave or join it, or are new in it."""

    hand = edits.FLEETS
    template = "storm_of_steel/fleet.html"
    removes = "end"
    after = "fleets/"
    at = staticmethod(great_war)

    def shows(self, request: HttpRequest, here: At, row: Fleet, form: Form, problem: Problem | None) -> dict[str, Any]:
        """Its squadrons and sums, and where it and they may go."""
        view = here.rows
        one = forces.sailing(view, row)
        own, others = edits.own_places(view, row)
        # Its own places come first.
        cast(ChoiceField, form.fields["place"]).choices = [*own, *others]
        new = {"side": row.side, "place": row.row}
        return {
            "one": one,
            "tasks": tasks_about(here, (row.key, *(unit.key for unit in one.squadrons))),
            "set_by": set_by(here, [row.fact("place"), row.fact("duty")]),
            "places": own,
            "others": others,
            "note": request.POST.get("note", "") if problem else "",
            "targets": edits.places_beside(view, row),
            "movable": forces.movable(view, row),
            "ticked": request.POST.getlist("squadrons") if problem else [],
            "new_squadron": form_of(request, here, edits.SQUADRONS.form, "add-squadron", new, problem),
        }

    def act(self, request: HttpRequest, here: At, row: Fleet, act: str) -> Make:
        """It moves, its squadrons leave, others join it, or a new one is in it."""
        if act in ("move", "by-hand", "join", "leave"):
            place, squadrons = request.POST.get("place", ""), request.POST.getlist("squadrons")
            because = note_of(request.POST)
            return lambda values: edits.sent(values, act, row.key, place, squadrons, because)
        if act != "add-squadron":
            raise cannot_do(act)
        new = typed(request, here, edits.SQUADRONS.form)
        return lambda values: edits.SQUADRONS.add(values, new)


class SquadronCard(Card[Squadron]):
    """A squadron: its factors."""

    hand = edits.SQUADRONS
    template = "storm_of_steel/squadron.html"
    after = "fleets/"
    at = staticmethod(great_war)

    def shows(
        self, request: HttpRequest, here: At, row: Squadron, form: Form, problem: Problem | None
    ) -> dict[str, Any]:
        """Where it is, and who set its factors."""
        return {
            "where": place_words(here.rows, row.place),
            "fleet": key_of(row.place) if row.place.startswith(Fleet.row_of("")) else "",
            "set_by": set_by(here, [row.fact(name) for name in (*edits.FACTORS, "place")]),
        }


class LandCard(Card[LandUnit]):
    """A land unit."""

    hand = LAND_UNITS
    template = "storm_of_steel/land.html"
    after = "fleets/#land"
    at = staticmethod(great_war)

    def shows(
        self, request: HttpRequest, here: At, row: LandUnit, form: Form, problem: Problem | None
    ) -> dict[str, Any]:
        """The unit in words, and what is to be done for it."""
        return {"unit": here.rows.row(forces.Ashore, row.key), "tasks": tasks_about(here, (row.key,))}


# --- waters


def show_waters(request: HttpRequest, slug: str, problem: Problem | None = None, saved: Saved = None) -> HttpResponse:
    """Areas, bases and tracks, each with its buttons."""
    here = great_war(request, slug)
    view = here.rows
    context = base(request, here, problem, saved) | {
        "areas": forces.waters(view),
        "bases": forces.bases(view),
        "numbers": forces.numbers(here),
        "typed": waters_sent.typed(request.POST) if problem else ("", "", ""),
        "watches": bool(why_not := barred(here, "waters")),
        "why_not": why_not,
    }
    return page(request, "storm_of_steel/waters.html", context | {"here": "waters"})


@problems(show_waters)
def save_waters(request: HttpRequest, slug: str) -> HttpResponse:
    """An area, a base or a track is set."""
    here = great_war(request, slug)
    entries = wrote(request, here, "", lambda values: waters_sent.edit_of(values, request.POST))
    anchor = waters_sent.anchor_of(request.POST)
    return done(request, request.path + anchor, lambda: show_waters(request, slug, saved=entries))


fleets, waters = either(show_fleets, save_fleets), either(show_waters, save_waters)
fleet, squadron, land = GONE(FleetCard().view()), GONE(SquadronCard().view()), GONE(LandCard().view())
