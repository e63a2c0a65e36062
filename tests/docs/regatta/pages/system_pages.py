"""The players' pages of the regatta."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import path
from django.views.decorators.http import require_safe

from navalassist.campaigns.models import Campaign
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import page
from navalassist.desk.problem import Problem
from navalassist.desk.setup_hooks import NewCampaign
from navalassist.desk.system_pages import PageLink, SystemPages, register_system_pages

from ..race import SYSTEM
from ..system import begin

WINDS = {"light": "light", "fresh": "fresh"}


@require_safe
def race(request: HttpRequest, slug: str) -> HttpResponse:
    """How far each boat has come. A page of one system is not there in another's campaign."""
    here = at(request, slug)
    if here.campaign.system != SYSTEM:
        raise Http404("The rule system of this campaign has no race.")
    legs = [(side, here.state.values[f"ledger:{side}.vp"]) for side in here.system.sides]
    return page(request, "regatta/race.html", {"head": head_of(here), "here": "race", "legs": legs})


def typed(post: QueryDict) -> Callable[..., Campaign]:
    """The regatta as it was asked for."""
    wind = post.get("wind", "")
    if wind not in WINDS:
        raise Problem(422, "Wind: choose light or fresh.", "wind")
    return partial(begin, wind=wind)


REGATTA = register_system_pages(
    SystemPages(
        SYSTEM,
        home="This step",
        pages=(PageLink("race", "race/", "Race"),),
        urls=(path("race/", race, name="regatta-race"),),
        new=NewCampaign("regatta/_new.html", {"wind": "light"}, lambda: {"winds": WINDS.items()}, typed),
    )
)
