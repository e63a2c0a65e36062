"""A person's own marks in the log: bookmarks, and up to where they have read it in the seat that they have now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from navalassist.auditlog.models import Entry
from navalassist.desk.access import at
from navalassist.desk.answers import problems
from navalassist.desk.at import At
from navalassist.desk.logbook.log import NoSuchEntry, entries_of, place_of
from navalassist.desk.logbook.naming import entry_url, short_entry
from navalassist.desk.logbook.refused import back_to, refuse
from navalassist.desk.problem import Problem
from navalassist.ready import Ready
from navalassist.review.models import Bookmark, LastLook
from navalassist.sqlite import write_lock

MOST_COUNTED = 99
MOST_BOOKMARKS = 200
NAME_LENGTH = 80


LOOKED = Ready(
    lambda campaign, actor, seat: LastLook.objects.filter(campaign=campaign, actor=actor, seat=seat).values_list(
        "place", "looked"
    )
)
MARKED = Ready(
    lambda campaign, actor: Bookmark.objects.filter(campaign=campaign, actor=actor).values_list("entry", "name")
)


@dataclass(frozen=True)
class Fresh:
    """What is new in the log: place up to which it was read, when that was, and how many entries are newer."""

    place: int
    when: datetime | None = None
    count: int = 0

    @property
    def text(self) -> str:
        """`, 6`; nothing where nothing is new."""
        if not self.count:
            return ""
        return f", {MOST_COUNTED}+" if self.count > MOST_COUNTED else f", {self.count}"


@dataclass(frozen=True)
class Kept:
    """A bookmark as a page shows it."""

    entry: str
    number: str
    name: str
    url: str


def fresh_of(here: At) -> Fresh:
    """What came since this person last said that they had read the log, of what they may see."""
    for place, looked in LOOKED(here.campaign.pk, UUID(here.viewer.actor), here.viewer.seat):
        newer = entries_of(here).filter(id__gt=place).order_by()[: MOST_COUNTED + 1]
        return Fresh(place, looked, newer.count())
    return Fresh(0)


def bookmarks_of(here: At) -> tuple[Kept, ...]:
    """This person's bookmarks, those that their seat may read now."""
    return tuple(
        Kept(entry, short_entry(entry), name, entry_url(here.state, entry))
        for entry, name in MARKED(here.campaign.pk, UUID(here.viewer.actor))
        if entry.partition("/")[0] in here.viewer.audiences
    )


def bookmark_at(here: At, entry: Entry) -> str | None:
    """The name of this person's bookmark at an entry; None where there is none."""
    found = Bookmark.objects.filter(campaign=here.campaign, actor=here.viewer.actor, entry=entry.reference)
    return found.values_list("name", flat=True).first()


@require_POST
@problems(refuse)
def bookmark(request: HttpRequest, slug: str) -> HttpResponse:
    """Put a bookmark at an entry, rename it, or take it away. Nothing of the campaign changes."""
    here = at(request, slug)
    reference = request.POST.get("entry", "")
    _check(here, reference)
    mine = Bookmark.objects.filter(campaign=here.campaign, actor=here.viewer.actor)
    with write_lock():
        if request.POST.get("remove"):
            mine.filter(entry=reference).delete()
        else:
            name = " ".join(request.POST.get("name", "").replace("\0", "").split())[:NAME_LENGTH]
            if not mine.filter(entry=reference).exists() and mine.count() >= MOST_BOOKMARKS:
                raise Problem(422, f"You have {MOST_BOOKMARKS} bookmarks; take one away first.")
            mine.update_or_create(
                campaign=here.campaign, actor=here.viewer.actor, entry=reference, defaults={"name": name}
            )
    return HttpResponseRedirect(back_to(request, slug))


@require_POST
@problems(refuse)
def looked(request: HttpRequest, slug: str) -> HttpResponse:
    """Remember that this person has read the log up to an entry. It never goes back."""
    here = at(request, slug)
    place = _check(here, request.POST.get("entry", ""))
    mine: dict[str, Any] = {"campaign": here.campaign, "actor": here.viewer.actor, "seat": here.viewer.seat}
    with write_lock():
        before = LastLook.objects.filter(**mine).values_list("place", flat=True).first() or 0
        LastLook.objects.update_or_create(**mine, defaults={"place": max(place, before), "looked": timezone.now()})
    return HttpResponseRedirect(back_to(request, slug))


def _check(here: At, reference: str) -> int:
    try:
        return place_of(here, reference)
    except NoSuchEntry:
        raise Problem(422, "There is no such entry.", "entry") from None
