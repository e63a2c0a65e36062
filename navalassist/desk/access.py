"""From a request to the campaign, its state, and the viewer through whom everything is read."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, OBSERVER, Viewer
from navalassist.play import state as states
from navalassist.play.state import State
from navalassist.play.systems import System, system_of
from navalassist.play.writer import head_code, page_version

SEATS = {"axis": ("Axis", "■"), "allied": ("Allied", "●"), MODERATOR: ("Moderator", "▲"), OBSERVER: ("Observer", "△")}


@dataclass(frozen=True)
class At:
    """Where a request is: the campaign's state, its system, and who looks."""

    state: State
    viewer: Viewer
    system: System

    @property
    def campaign(self) -> Campaign:
        return self.state.campaign

    @property
    def version(self) -> str:
        """What a form carries of the version it was drawn from."""
        return page_version(self.state, self.viewer)


def at(request: HttpRequest, slug: str) -> At:
    """The campaign of a request, or 404. On the shared table there is no login: a session only remembers its seat."""
    try:
        state = states.load(slug)
    except Campaign.DoesNotExist:
        raise Http404("There is no such campaign.") from None
    system = system_of(state.campaign.system)
    seat = str(request.session.get(f"seat:{slug}", ""))
    if seat not in SEATS:
        seat = system.sides[0]
    return At(state, Viewer(state.campaign, seat, actor_of(request), at_table=True), system)


def actor_of(request: HttpRequest) -> str:
    """The opaque identity of this browser: made at its first act, kept in its session."""
    known = request.session.get("actor")
    if known is None:
        known = str(uuid.uuid4())
        if request.method == "POST":
            request.session["actor"] = known
    return str(known)


def head_of(here: At) -> dict[str, Any]:
    """The title block: campaign, clock, whose tap, victory points, head of the log, seats."""
    turn, player_turn, step = here.state.clock
    names = here.system.names
    points = {side: here.state.values.get(f"ledger:{side}.vp", 0) for side in here.system.sides}
    return {
        "campaign": {"name": here.campaign.name, "slug": here.campaign.slug},
        "turn": names.turn(turn),
        "player_turn": player_turn,
        "step": names.step(step),
        "place": f"{player_turn}/{step}",
        "tap": {"text": names.tap(player_turn, step), "side": player_turn},
        "vp": " · ".join(f"{SEATS[side][0]} {number}" for side, number in points.items()),
        "log_head": head_code(here.state),
        "seat": here.viewer.seat,
        "seats": [(key, *SEATS[key], key == here.viewer.seat) for key in SEATS],
        "seat_url": f"/c/{here.campaign.slug}/seat/",
    }
