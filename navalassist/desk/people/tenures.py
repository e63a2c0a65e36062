"""Who holds which seat, since when and by whom; and who held it before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from navalassist.campaigns.models import Actor, Campaign
from navalassist.desk.access import SEATS
from navalassist.seats.models import FORMER, Invitation, Seat


@dataclass(frozen=True)
class Tenure:
    """One person's time in a seat, for a page."""

    pk: int
    key: str
    seat: str
    symbol: str
    name: str
    person: str
    campaign: str
    slug: str
    since: datetime
    until: datetime | None
    given_by: str
    ended_by: str
    before: str
    entry: str
    end_entry: str


def name_of(actor: Actor | None) -> str:
    """How a person is called; neutral for who is gone, '' for nobody."""
    return (actor.name or FORMER) if actor else ""


JOINS = ("actor", "campaign", "given_by", "ended_by", "after__actor")


def tenures(found: Iterable[Seat]) -> list[Tenure]:
    """Rows for a page, in the order of the seats."""
    rows = [
        Tenure(
            seat.pk,
            seat.seat,
            *SEATS[seat.seat],
            name_of(seat.actor),
            str(seat.actor.identity),
            seat.campaign.name,
            seat.campaign.slug,
            seat.since,
            seat.until,
            name_of(seat.given_by),
            name_of(seat.ended_by),
            name_of(seat.after.actor) if seat.after else "",
            seat.entry,
            seat.end_entry,
        )
        for seat in found
    ]
    order = list(SEATS)
    return sorted(rows, key=lambda row: (row.campaign, order.index(row.key), row.since))


def tenures_of(actor: Actor) -> list[Tenure]:
    """All that one person holds and held."""
    return tenures(Seat.objects.filter(actor=actor).select_related(*JOINS))


def tenures_in(campaign: Campaign) -> list[Tenure]:
    """All seats of a campaign, now and before."""
    return tenures(Seat.objects.filter(campaign=campaign).select_related(*JOINS))


@dataclass(frozen=True)
class Invited:
    """An invitation, for a page: never its code."""

    pk: int
    seat: str
    symbol: str
    outgoing: str
    made_by: str
    made: datetime
    expires: datetime
    condition: str
    used_by: str


def invitations_in(campaign: Campaign | None, made_by: Actor | None = None) -> list[Invited]:
    """The invitations of a campaign, or to the club itself; only a person's own where one is named."""
    found = Invitation.objects.filter(campaign=campaign).select_related("made_by", "used_by", "hands_over__actor")
    if made_by is not None:
        found = found.filter(made_by=made_by)
    now = timezone.now()
    return [
        Invited(
            row.pk,
            *(SEATS[row.seat] if row.seat in SEATS else (row.seat.capitalize(), "")),
            name_of(row.hands_over.actor) if row.hands_over else "",
            name_of(row.made_by),
            row.made,
            row.expires,
            row.condition(now),
            name_of(row.used_by),
        )
        for row in found
    ]
