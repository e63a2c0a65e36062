"""The first page: what this is, for whoever has not played yet; later the campaigns, and which of them wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.auditlog.models import Entry, short_code
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign, Clock
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import page
from navalassist.desk.at import At
from navalassist.desk.charts.share import Share, share_in_play
from navalassist.desk.due import Due, due_now
from navalassist.desk.people.over import over_for
from navalassist.desk.setup.demos import Offer, demos_for
from navalassist.desk.system_pages import SYSTEM_PAGES, system_pages_of
from navalassist.engine import REGISTER
from navalassist.engine.english import small
from navalassist.play.storage.forks import FORK
from navalassist.play.systems import SYSTEMS
from navalassist.play.write.submissions import new_submission
from navalassist.seats.models import Seat

# What a log holds before anybody has played.
BEFORE = ("setup", "seed")
# Of so many campaigns, those played last, the page says whose tap it is: it reads the whole state of each.
MOST_LOOKED_INTO = 12
NOTHING_DUE = Due("nothing due; may act, or end the step", "", "")
NOT_KNOWN = Due("not everything can be worked out; its pages say what", "", "")
NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Tap:
    """What is to be done next in a campaign, whose tap that is, and the page for it.

    verb: what its button says; waits: for whoever looks; seats: those that they hold; asks: matters for them to read.
    charts: how much of its charts is printed, where some are lost.
    """

    text: str
    side: str
    url: str
    verb: str
    waits: bool
    closed: bool
    seats: Collection[str]
    asks: int
    charts: Share | None = None


@dataclass(frozen=True, slots=True)
class CampaignLine:
    """A campaign of the list. stands: its turn and step in words; copied: when it was taken in, and from which head."""

    campaign: Campaign
    title: str
    stands: str
    played: datetime
    twin: bool
    copied: tuple[datetime, str] | None
    tap: Tap | None = None


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The campaigns of this table; in a club those in which this person holds a seat."""
    mine = Seat.objects.held().of_user(request.user.pk) if settings.CLUB else None
    found = Campaign.objects.all() if mine is None else Campaign.objects.filter(pk__in=mine.values("campaign"))
    campaigns, demos = list(found), demos_for(request)
    context = {"here": "campaigns", "club": settings.CLUB, "demos": [demo for demo in demos if not demo.home]}
    if settings.CLUB:
        context |= of_the_club(request)
    if not is_new_here(campaigns):
        return page(request, "desk/campaigns/list.html", context | listed(request, campaigns))
    # In a club a demo that is there is open to those who sit in it.
    context |= front([]) if settings.CLUB else {"demos": demos, **front(demos)}
    return page(request, "desk/campaigns/first.html", context)


def is_new_here(campaigns: list[Campaign]) -> bool:
    """True for who has no campaign; at one table also where there are demos alone, and nobody has played them."""
    if settings.CLUB or not campaigns:
        return not campaigns
    demos = {demo.slug for system in SYSTEMS.values() for demo in system.demos}
    if not demos.issuperset(campaign.slug for campaign in campaigns):
        return False
    return not Entry.objects.filter(campaign__in=campaigns).exclude(kind__in=BEFORE).exists()


def front(demos: list[Offer]) -> dict[str, Any]:
    """The picture and the first tap of the first rule system that has them; `first`: its demo, None for who may not."""
    key, found = next(
        ((key, system_pages.front) for key, system_pages in SYSTEM_PAGES.items() if system_pages.front), ("", None)
    )
    if found is None:
        return {}
    first = next((demo for demo in demos if demo.system == key), None)
    return {"front": found.template, "first": first, **found.context()}


def listed(request: HttpRequest, campaigns: list[Campaign]) -> dict[str, Any]:
    """The campaigns in which something waits, that which has waited longest first; the others, played last first.

    At one table each waits for whoever sits there.
    """
    every = sorted(lines_of(campaigns), key=lambda line: line.played, reverse=True)
    lines = [line for line in every if not line.campaign.away]
    seen = [with_its_tap(request, line) for line in lines[:MOST_LOOKED_INTO]]
    waiting = [line for line in seen if line.tap and line.tap.waits]
    return {
        "waiting": waiting[::-1] if settings.CLUB else waiting,
        "others": [line for line in seen if line not in waiting],
        "older": lines[MOST_LOOKED_INTO:],
        "away": [line for line in every if line.campaign.away],
    }


def lines_of(campaigns: list[Campaign]) -> list[CampaignLine]:
    """Each campaign with its rules and where its clock stands. A system that is not installed says so."""
    names = Counter(campaign.title.casefold() for campaign in campaigns)
    clocks = {clock.campaign_id: clock for clock in Clock.objects.filter(campaign__in=campaigns)}
    copies, played = taken_in(campaigns), played_last(campaigns)
    return [
        CampaignLine(
            campaign,
            *words_of(campaign, clocks.get(campaign.pk)),
            played.get(campaign.pk, NEVER),
            names[campaign.title.casefold()] > 1,
            copies.get(campaign.pk),
        )
        for campaign in campaigns
    ]


def with_its_tap(request: HttpRequest, line: CampaignLine) -> CampaignLine:
    """The line with what the head of the campaign's pages says; as it is where that has no pages."""
    if not line.stands:
        return line
    here = at(request, line.campaign.slug)
    return CampaignLine(line.campaign, line.title, line.stands, line.played, line.twin, line.copied, tap_of(here))


def tap_of(here: At) -> Tap:
    """The first thing that is due of a seat which whoever looks holds, else of any, as the head says it."""
    home, head, viewer = f"/c/{here.campaign.slug}/", head_of(here), here.viewer
    asks, dues = head["asks"], here.agenda.tried("What is due", lambda: due_now(here), ())
    first = next((due for due in dues if may_tap(here, due)), None)
    due = first or next(iter(dues), NOT_KNOWN if here.agenda.faults else NOTHING_DUE)
    side = due.seat or here.state.clock[1]
    waits = viewer.at_table or bool(first or asks) or here.state.clock[1] in viewer.seats
    played_on = system_pages_of(here.system.key).page_of(here.state.clock[2])
    idle = f"{home}{played_on.path}" if played_on and waits else f"{home}#step"
    url = due.url if first else f"{home}disputes/" if asks else idle
    return Tap(
        text=", ".join(filter(None, (due.text, due.chance))),
        side=side,
        url=url,
        verb=verb_of(first, head) if waits else "Look",
        waits=waits,
        closed=here.system.is_closed(here.state.values),
        seats=() if here.viewer.at_table else [seat for seat in here.seats if seat in here.viewer.seats],
        asks=asks,
        charts=share_in_play(here.state.tables, here.state.book.precedents),
    )


def may_tap(here: At, due: Due) -> bool:
    """Whether it is due of a seat that whoever looks holds, or of no seat above others; an observer taps nothing."""
    held = set(here.viewer.seats) - {OBSERVER}
    return here.viewer.at_table or due.seat in held or (bool(held) and due.seat not in here.seats)


def verb_of(first: Due | None, head: Mapping[str, Any]) -> str:
    """What the button of a campaign says that waits for whoever looks. first: what is due of them."""
    if first is None:
        return "Read" if head["asks"] else "Open"
    called = head["call"] is not None and first.url == f"/c/{head['campaign']['slug']}/{head['call'].path}"
    rule = REGISTER.get(first.rule)
    return "Roll" if first.chance or called or (rule is not None and rule.throws) else "Act"


def of_the_club(request: HttpRequest) -> dict[str, Any]:
    """Seats that are over; for an administrator also the campaigns in which nobody sits: the demo of a new club."""
    found: dict[str, Any] = {"over": over_for(request.user.pk)}
    if isinstance(request.user, User) and request.user.is_staff:
        found["empty"] = Campaign.objects.exclude(seats__in=Seat.objects.held())
        found["submission"] = new_submission()
        found["me"] = request.user.account.actor.identity
    return found


def played_last(campaigns: list[Campaign]) -> dict[int, datetime]:
    """Campaign -> the time of its last public entry."""
    public = Entry.objects.filter(campaign=OuterRef("pk"), chain=PUBLIC).order_by("-sequence")
    last = Campaign.objects.filter(pk__in=[each.pk for each in campaigns]).values_list(
        Subquery(public.values("pk")[:1])
    )
    return dict(Entry.objects.filter(pk__in=last).values_list("campaign", "time"))


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


def words_of(campaign: Campaign, clock: Clock | None) -> tuple[str, str]:
    """Title of the system, and turn and step in words; a system that is not installed says so."""
    system = SYSTEMS.get(campaign.system)
    if system is None:
        return f"{campaign.system}, which is not installed", ""
    if clock is None:
        return system.title, ""
    names = system.names
    step = system.step_title(clock.player_turn, clock.step)
    phase = f"{names.side(clock.player_turn)} {small(step)}" if not system.is_shared else step
    return system.title, f"{names.turn(clock.turn)}, {phase}"
