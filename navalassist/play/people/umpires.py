"""Who reads the secrets of every side: a moderator who never played one. And what they may no longer do after it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Actor, Campaign
from navalassist.campaigns.viewer import MODERATOR
from navalassist.play.systems import System
from navalassist.play.write.writer import Writer
from navalassist.ready import Ready
from navalassist.seats.models import Seat


@dataclass(frozen=True, slots=True)
class Standing:
    """How a person stands in a campaign: who they are to its log, the seats that they hold and those they once held."""

    actor: str
    held: frozenset[str]
    once: frozenset[str] = frozenset()

    def umpires(self, system: System) -> frozenset[str]:
        """The sides whose secrets they read from the moderator's seat: all, but none where they ever played one.

        Who could leave their side, read what the other hides and sit down again would be no umpire but a spy.
        """
        played = (self.held | self.once) & {*system.sides}
        return frozenset(system.sides) if MODERATOR in self.held and not played else frozenset()


TENURES = Ready(
    lambda user, slug: (
        Seat.objects.of_user(user).filter(campaign__slug=slug).values_list("seat", "until", "actor__identity")
    )
)


def standing_in(slug: str, user_id: int | None) -> Standing:
    """That of the person with this login, by all their tenures in a campaign. A stranger holds none."""
    rows = [] if user_id is None else TENURES(user_id, slug)
    held = frozenset(seat for seat, until, _ in rows if until is None)
    once = frozenset(seat for seat, until, _ in rows if until is not None)
    return Standing(str(rows[0][2]) if rows else "", held, once)


def empty_sides(campaign: Campaign, system: System) -> frozenset[str]:
    """The sides of a club's campaign whose seat nobody holds who could come in."""
    seats = Seat.objects.held().filter(campaign=campaign, actor__account__user__is_active=True)
    return frozenset(system.sides) - frozenset(seats.values_list("seat", flat=True))


def has_read_the_other(writer: Writer, person: Actor, side: str) -> bool:
    """Could this person read what the other side of a closed campaign keeps to itself, or do they play it now?

    Whoever holds a side's seat reads all that it hides, up to the end of that tenure. A moderator reads all sides, up
    to their own first seat of one. A seed's entry is no secret: it only binds dice.
    """
    campaign, sides = writer.viewer.campaign, writer.system.sides
    if side not in sides or not writer.system.is_closed(writer.state.values):
        return False
    tenures = list(Seat.objects.filter(campaign=campaign, actor=person).values_list("seat", "since", "until"))
    if any(seat in sides and seat != side and until is None for seat, _, until in tenures):
        return True
    first = min((since for seat, since, _ in tenures if seat in sides), default=None)
    read = Q(pk=None)
    for seat, _, until in tenures:
        if seat == MODERATOR:
            ends = [time for time in (until, first) if time is not None]
            read |= Q(chain__in=[other for other in sides if other != side], **_up_to(min(ends, default=None)))
        elif seat in sides and seat != side:
            read |= Q(chain=seat, **_up_to(until))
    return Entry.objects.filter(read, campaign=campaign).exclude(kind="seed").exists()


def _up_to(time: datetime | None) -> dict[str, datetime]:
    return {"time__lte": time} if time is not None else {}
