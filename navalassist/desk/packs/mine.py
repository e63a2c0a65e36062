"""The charts of another campaign of whoever asks, for a new one."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from navalassist.campaigns.models import Campaign
from navalassist.desk.access import at
from navalassist.desk.packs.own import own_pack
from navalassist.desk.problem import Problem
from navalassist.seats.models import Seat
from tables.packs import Pack

FIELD = "from"
MOST = 50


def campaigns_of(request: HttpRequest, system: str) -> list[Campaign]:
    """The campaigns of these rules in which whoever asks has a seat, at one table all; those begun last first."""
    found = Campaign.objects.filter(system=system).order_by("-pk")
    if settings.CLUB:
        found = found.filter(pk__in=Seat.objects.held().of_user(request.user.pk).values("campaign"))
    return list(found[:MOST])


def pack_of(request: HttpRequest, system: str, slug: str) -> Pack:
    """What a campaign of theirs holds for a pack. Problem 422 for none of theirs, and for one with nothing typed."""
    chosen = next((one for one in campaigns_of(request, system) if one.slug == slug), None)
    if chosen is None:
        raise Problem(422, "Charts: choose one of the campaigns that are listed, or a file.", FIELD)
    found = own_pack(at(request, slug), house=True)
    if not found.charts and not found.lists:
        text = f"Charts: nothing was typed in {chosen.name} yet. Choose another campaign, or begin without a pack."
        raise Problem(422, text, FIELD)
    return Pack(system=system, charts=found.charts, lists=found.lists)
