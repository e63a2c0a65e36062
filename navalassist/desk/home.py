"""The main page of a campaign, as its rule system has it, and what all of them show."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.desk.access import at, head_of
from navalassist.desk.answers import page
from navalassist.desk.at import At
from navalassist.desk.made_once.page import made_once
from navalassist.desk.made_once.reading import read_once
from navalassist.desk.system_pages import system_pages_of
from navalassist.desk.turn.clock import clock_of
from navalassist.desk.turn.steps import this_step
from navalassist.desk.turn.undo import offered
from navalassist.desk.turn.verdicts import last_verdicts
from navalassist.play.write.submissions import new_submission

# How many entries of the log stand on a main page.
LAST = 4


@require_safe
def home(request: HttpRequest, slug: str) -> HttpResponse:
    """The page that a campaign opens with."""
    here = at(request, slug)
    return made_once(request, here, system_pages_of(here.campaign.system).main or plain)


def plain(request: HttpRequest, here: At) -> HttpResponse:
    """The main page of a system that has none of its own: the clock, this step, and what happened last."""
    context = {"head": head_of(here), "here": "map", "clock": clock_of(here)}
    context["running"] = system_pages_of(here.system.key).running(here)
    return page(request, "desk/home.html", context | step_and_past(here, here.state.values))


def step_and_past(here: At, facts: dict[str, Any]) -> dict[str, Any]:
    """This step, the last verdicts, and the input that could be taken back. facts: what the viewer may see."""
    return {
        "home": f"/c/{here.campaign.slug}/",
        "step": this_step(here, facts),
        "may_act": here.viewer.may_act_as(here.acting),
        "submission": new_submission(),
        "verdicts": read_once(here, last_verdicts, LAST),
        **offered(here),
    }
