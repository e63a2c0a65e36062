"""From a request to the campaign, its state, and the viewer through whom everything is read."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, OBSERVER, Viewer
from navalassist.desk.at import At
from navalassist.desk.sides import SEATS, seats_of
from navalassist.desk.system_pages import call_of, system_pages_of
from navalassist.play import state as states
from navalassist.play.disputes.todo import matters_for
from navalassist.play.people.umpires import Standing, standing_in
from navalassist.play.state import State, head_code
from navalassist.play.systems import system_of
from navalassist.play.turns.parts import part_now, part_words
from navalassist.play.write.set_up import is_open
from navalassist.play.write.submissions import new_submission
from navalassist.seats.models import Account
from navalassist.security_log import refused


def at(request: HttpRequest, slug: str, system: str = "") -> At:
    """The campaign of a request, or 404. On the shared table there is no login: a session only remembers its seat.

    In a club a person sees the campaigns in which they hold a seat; any other is for them as one that is not there.
    system: whose page is asked for, where it is none that every campaign has; 404 in a campaign of another.
    """
    # A page that is made once for many is asked for by nobody in particular (desk.made_once).
    here: At = getattr(request, "seen_by_nobody", None) or _at(request, slug)
    if system and here.campaign.system != system:
        raise Http404("The rule system of this campaign has no such page.")
    return here


def _at(request: HttpRequest, slug: str) -> At:
    standing = seated(request, slug)
    try:
        state = states.load(slug)
    except Campaign.DoesNotExist:
        raise nowhere() from None
    viewer = _viewer(request, state.campaign, standing, state)
    return At(state.seen_by(viewer.audiences), viewer, system_of(state.campaign.system))


def viewer_at(request: HttpRequest, slug: str) -> Viewer:
    """Who looks at a campaign, without reading its state; 404 as for `at`."""
    standing = seated(request, slug)
    campaign = Campaign.objects.filter(slug=slug).first()
    if campaign is None:
        raise nowhere()
    return _viewer(request, campaign, standing)


def seated(request: HttpRequest, slug: str) -> Standing:
    """The seats that whoever asks may take, and who they are to the log; 404 where they may take none."""
    if not settings.CLUB:
        return Standing(actor_of(request), frozenset(SEATS))
    user: Any = getattr(request, "user", None)
    standing = standing_in(slug, user.pk if user else None)
    if not standing.held:
        refused(request, "right", "no seat in such a campaign")
        raise SeatOver() if standing.once else nowhere()
    return standing


def _viewer(request: HttpRequest, campaign: Campaign, standing: Standing, state: State | None = None) -> Viewer:
    """The viewer in the seat that the session remembers. Where sides have secrets, a shared device begins with none."""
    system, held = system_of(campaign.system), standing.held
    seat = str(request.session.get(f"seat:{campaign.slug}", ""))
    if seat not in held or seat not in seats_of(system):
        shared = not settings.CLUB and system.is_closed((state or states.load(campaign.slug)).values)
        seat = OBSERVER if shared else next(seat for seat in seats_of(system) if seat in held)
    if not settings.CLUB:
        return Viewer(campaign, seat, standing.actor, at_table=True)
    return Viewer(campaign, seat, standing.actor, seats=held, umpires=standing.umpires(system))


class SeatOver(Http404):
    """The answer for who held a seat here and holds none now: not found too, but it says what became of the seat."""


def nowhere() -> Http404:
    """The one answer for a campaign that is not there and for one that is not this person's."""
    return Http404("There is no such campaign.")


def actor_of(request: HttpRequest) -> str:
    """The opaque identity of whoever asks: of the account in a club, else of this browser, kept in its session."""
    if settings.CLUB:
        return str(Account.objects.values_list("actor__identity", flat=True).get(user=request.user.pk))
    known = request.session.get("actor")
    if known is None:
        known = str(uuid.uuid4())
        if request.method == "POST":
            request.session["actor"] = known
    return str(known)


def weather_of(here: At) -> tuple[tuple[str, str], ...]:
    """A box with the sea areas in which the weather is not as by itself; none where there are none."""
    weather = here.system.weather
    words = " · ".join(weather.news(here.state.values)) if weather else ""
    return ((weather.title, words),) if weather and words else ()


def head_of(here: At) -> dict[str, Any]:
    """The title block: campaign, clock, whose tap, what the system counts, head of the log, seats, its pages."""
    turn, player_turn, step = here.state.clock
    system, system_pages = here.system, system_pages_of(here.system.key)
    return {
        "at": here,
        "campaign": {"name": here.campaign.title, "slug": here.campaign.slug},
        "turn": system.names.turn(turn),
        "player_turn": player_turn,
        "step": ", ".join(filter(None, (system.step_title(player_turn, step), later_part(here)))),
        "place": f"{player_turn}/{step}",
        "turn_of": system.turn_of(player_turn),
        "acts": here.acts,
        "tap": {"text": system.tap(player_turn, step), "side": here.acting},
        "boxes": (
            *here.agenda.tried("What the system counts", lambda: system_pages.boxes(here), ()),
            *weather_of(here),
        ),
        "system_pages": system_pages,
        "log_head": head_code(here.state),
        "seat": here.viewer.seat,
        "seats": [(key, *here.seats[key], key == here.viewer.seat) for key in seats_to_take(here)],
        "seat_url": f"/c/{here.campaign.slug}/seat/",
        # A one-time key for the tap by which it begins; '' where it has, and for who only watches.
        "setting_up": is_open(here.state.values),
        "begins": new_submission() if is_open(here.state.values) and here.viewer.seat != OBSERVER else "",
        "call": call_of(here),
        "asks": len(matters_for(here.state, here.viewer.seat, here.system.sides)),
    }


def later_part(here: At) -> str:
    """`naval step 2`, where the step that is on has had a part before; else ''."""
    return part_words(here.state.values, here.system) if part_now(here.state.values) > 1 else ""


def rolls_for(here: At) -> list[str]:
    """Marks of the rolls that others wait for from this seat; for an umpire those of a seat that nobody holds."""
    owed = [row for row in here.state.rows("mark") if row.startswith("mark:owed/")]
    return [row for row in owed if is_to_roll(here, here.state.values[f"{row}.place"])]


def is_to_roll(here: At, seat: str) -> bool:
    """True where this viewer's seat is to throw the dice that a seat owes."""
    if here.viewer.seat == MODERATOR and here.viewer.may_act_as(seat):
        return sits_nobody(here, seat)
    return bool(here.viewer.seat == seat)


def sits_nobody(here: At, side: str) -> bool:
    """True where people have seats of their own and nobody holds that of a side: the moderator taps for it."""
    return not here.viewer.at_table and side in here.empty


def seats_to_take(here: At) -> list[str]:
    """The seats from which this person may look, in order: at one table all of them, in a club those that they hold."""
    return [key for key in here.seats if here.viewer.at_table or key in here.viewer.seats]
