"""What is said to somebody whose seat is over: on their first page, and where the campaign was."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.views.defaults import page_not_found

from navalassist.desk.access import SEATS, SeatOver
from navalassist.desk.answers import page
from navalassist.desk.people.tenures import name_of
from navalassist.seats.models import Seat


@dataclass(frozen=True)
class Over:
    """A seat that its holder has no more. how: what became of it, in words."""

    seat: str
    campaign: str
    how: str
    until: datetime | None


def over_for(user_id: int | None, slug: str | None = None) -> list[Over]:
    """The last seat of this person in each campaign of which they hold none now, the newest end first."""
    mine = Seat.objects.of_user(user_id)
    gone = mine.exclude(until=None).exclude(campaign__in=mine.held().values("campaign"))
    if slug is not None:
        gone = gone.filter(campaign__slug=slug)
    last: dict[int, Seat] = {}
    for seat in gone.select_related("campaign", "ended_by").order_by("-until", "-id"):
        last.setdefault(seat.campaign_id, seat)
    return [Over(SEATS[seat.seat][0], seat.campaign.name, how_it_ended(seat), seat.until) for seat in last.values()]


def how_it_ended(seat: Seat) -> str:
    """`was ended by Ursula`; where they left it themselves or it went on to another, that."""
    successor = Seat.objects.filter(after=seat).select_related("actor").first()
    if successor is not None:
        return f"went over to {name_of(successor.actor)}"
    if seat.ended_by_id == seat.actor_id:
        return "was ended by yourself"
    return f"was ended by {name_of(seat.ended_by) or 'whoever looks after the server'}"


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The plain page, or the same with a sentence for who held a seat there. A stranger gets no other than anybody."""
    match = request.resolver_match
    if not isinstance(exception, SeatOver) or match is None:
        return page_not_found(request, exception)
    over = over_for(request.user.pk, str(match.kwargs.get("slug", "")))
    return page(request, "desk/people/over.html", {"over": over}, 404)
