"""The first page: the campaigns on this table."""

from collections import Counter

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.campaigns.models import Campaign, Clock
from navalassist.desk.answers import page
from navalassist.play.systems import Unknown, system_of


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every campaign with its system and where its clock stands; of one name, each with its address."""
    campaigns = list(Campaign.objects.all())
    names = Counter(campaign.name.casefold() for campaign in campaigns)
    clocks = {clock.campaign_id: clock for clock in Clock.objects.all()}
    lines = [
        (campaign, names[campaign.name.casefold()] > 1, *words_of(campaign, clocks.get(campaign.pk)))
        for campaign in campaigns
    ]
    return page(request, "desk/campaigns.html", {"campaigns": lines, "here": "campaigns"})


def words_of(campaign: Campaign, clock: Clock | None) -> tuple[str, str, str, str]:
    """Title of the system, turn, player turn and step in words; a system that is not installed says so."""
    try:
        system = system_of(campaign.system)
    except Unknown:
        return f"{campaign.system}, which is not installed", "", "", ""
    if clock is None:
        return system.title, "", "", ""
    return system.title, system.names.turn(clock.turn), clock.player_turn, system.names.step(clock.step)
