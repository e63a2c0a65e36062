"""The first page: the campaigns on this table."""

from collections import Counter
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.auditlog.models import Entry, short_code
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign, Clock
from navalassist.desk.answers import page
from navalassist.desk.outfit import outfit_of
from navalassist.desk.people.over import over_for
from navalassist.desk.setup.demos import demos_to_load
from navalassist.play.forks import FORK
from navalassist.play.systems import Unknown, system_of
from navalassist.play.written import new_submission
from navalassist.seats.models import Seat


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every campaign with its system and where its clock stands; of one name, each with its address.

    In a club only those in which this person holds a seat.
    """
    mine = Seat.objects.held().of_user(request.user.pk) if settings.CLUB else None
    campaigns = list(Campaign.objects.all() if mine is None else Campaign.objects.filter(seats__in=mine).distinct())
    names = Counter(campaign.name.casefold() for campaign in campaigns)
    copies = taken_in(campaigns)
    clocks = {clock.campaign_id: clock for clock in Clock.objects.filter(campaign__in=campaigns)}
    lines = [
        (
            campaign,
            names[campaign.name.casefold()] > 1,
            copies.get(campaign.pk),
            outfit_of(campaign.system),
            *words_of(campaign, clocks.get(campaign.pk)),
        )
        for campaign in campaigns
    ]
    club = of_the_club(request) if settings.CLUB else {}
    context = {"campaigns": lines, "here": "campaigns", "demos": demos_to_load(request), **club}
    return page(request, "desk/campaigns.html", context)


def of_the_club(request: HttpRequest) -> dict[str, Any]:
    """Seats that are over; for an administrator also the campaigns in which nobody sits: the demo of a new club."""
    found: dict[str, Any] = {"over": over_for(request.user.pk)}
    if isinstance(request.user, User) and request.user.is_staff:
        found["empty"] = Campaign.objects.exclude(seats__in=Seat.objects.held())
        found["submission"] = new_submission()
        found["me"] = request.user.account.actor.identity
    return found


def taken_in(campaigns: list[Campaign]) -> dict[int, tuple[datetime, str]]:
    """Campaign -> when it was made of an archive, and the head code of its original, for those that are a copy."""
    forks = Entry.objects.filter(campaign__in=campaigns, kind=FORK, chain=PUBLIC).order_by("id")
    # Another fork is that of a database that was put back: it is the same campaign still.
    made = [(entry, entry.record["body"]) for entry in forks]
    return {
        entry.campaign_id: (entry.time, short_code(body["head_before"][1]))
        for entry, body in made
        if "restored" not in body
    }


def words_of(campaign: Campaign, clock: Clock | None) -> tuple[str, str, str, str]:
    """Title of the system, turn, player turn and step in words; a system that is not installed says so."""
    try:
        system = system_of(campaign.system)
    except Unknown:
        return f"{campaign.system}, which is not installed", "", "", ""
    if clock is None:
        return system.title, "", "", ""
    return system.title, system.names.turn(clock.turn), clock.player_turn, system.names.step(clock.step)
