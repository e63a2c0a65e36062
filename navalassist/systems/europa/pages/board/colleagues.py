"""Who else of a side is at work on its board, and what stands typed there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.desk.answers import page
from navalassist.desk.at import At
from navalassist.play.people import drafts
from navalassist.systems.europa.board.drafts import form_of
from navalassist.systems.europa.board.rows import port_name
from navalassist.systems.europa.pages.board.context import boarded
from navalassist.systems.europa.pages.board.drawn import NEW
from navalassist.systems.europa.pages.board.typed import Typed
from navalassist.taskforces.models import RowDraft


@dataclass(frozen=True)
class AtWork:
    """One person at a row. row: its number, 0 for a new one; typed: what stands there; url: goes on with it."""

    name: str
    row: int
    typed: str
    url: str


def at_work(here: At) -> list[AtWork]:
    """The others of this viewer's side who type; nobody where people have no devices of their own."""
    if not settings.CLUB or here.viewer.seat not in here.system.sides:
        return []
    return [_at_work(here, draft) for draft in drafts.of_others(here.viewer)]


def _at_work(here: At, draft: RowDraft) -> AtWork:
    form = form_of(draft.fields, draft.side)
    ends = "–".join(port_name(here.state, end) for end in (form.origin, form.destination) if end)
    row = here.state.row(f"shipment:{draft.row}")
    typed = ", ".join(part for part in (form.sails, form.on and f"on {form.on}", ends) if part)
    url = f"/c/{here.campaign.slug}/board/?take={draft.pk}"
    return AtWork(draft.actor.name or "somebody", row.get("row", 0), typed, url)


def share(request: HttpRequest, here: At, typed: Typed) -> None:
    """Let the others of a side see what is typed into a row."""
    if not settings.CLUB or here.viewer.seat not in here.system.sides:
        return
    form = typed.form
    if form is None or not (form.sails or typed.key != NEW):
        drafts.drop(here.viewer, typed.key)
    else:
        fields = {name: str(value) for name, value in request.POST.items() if name not in PRIVATE}
        drafts.keep(here.viewer, typed.key, fields)


PRIVATE = ("csrfmiddlewaretoken", "submission", "seen", "act")


def saved(here: At, key: str) -> None:
    """A row was saved: nobody types into it any more."""
    if settings.CLUB:
        drafts.drop(here.viewer, key)


def taken_over(here: At, number: str) -> Typed | None:
    """The board with the draft of somebody else, to be gone on with."""
    draft = drafts.taken(here.viewer, number) if settings.CLUB else None
    if draft is None:
        return None
    key = draft.row if here.state.row(f"shipment:{draft.row}") else NEW
    return Typed(key, form_of(draft.fields, draft.side), opened=bool(draft.fields.get("open")))


@require_safe
def fragment(request: HttpRequest, slug: str) -> HttpResponse:
    """Only the list, for a page that is open."""
    here = boarded(request, slug)
    context: dict[str, Any] = {"at_work": at_work(here), "base": f"/c/{slug}/board/", "shared": settings.CLUB}
    return page(request, "europa/board/_colleagues.html", context)
