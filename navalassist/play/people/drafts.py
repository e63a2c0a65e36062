"""Drafts that a side shares: what each of its people types into a row of the board and has not saved yet.

They are no part of the campaign: no entry tells of them, nobody but their side reads them, and after a quarter of an
hour without a touch they count no longer.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from navalassist.campaigns.models import Actor
from navalassist.campaigns.viewer import Viewer
from navalassist.play.systems import system_of
from navalassist.play.write.writer import NotYours
from navalassist.ready import Ready
from navalassist.sqlite import write_lock
from navalassist.taskforces.models import RowDraft

ANY = Ready(lambda campaign, side: RowDraft.objects.filter(campaign=campaign, side=side).values_list("pk")[:1])
LASTS = timedelta(minutes=15)
MOST_SIGNS = 4_000
# Nobody types into more rows at once; of more, those touched last stay.
MOST_OF_A_PERSON = 30


def keep(viewer: Viewer, row: str, fields: Mapping[str, str]) -> None:
    """Remember what this person types into a row, for the side whose seat they look from. NotYours for any other seat.

    Texts are cut where no honest form goes.
    """
    side = viewer.seat
    if side not in system_of(viewer.campaign.system).sides:
        raise NotYours(side)
    kept = {name[:40]: text[:200] for name, text in fields.items()}
    if sum(len(name) + len(text) for name, text in kept.items()) > MOST_SIGNS:
        return
    with write_lock(), transaction.atomic():
        actor = Actor.objects.filter(identity=viewer.actor).first()
        if actor is not None:
            wanted: dict[str, Any] = {"campaign": viewer.campaign, "actor": actor, "row": row[:60]}
            RowDraft.objects.update_or_create(**wanted, defaults={"side": side, "fields": kept})
            RowDraft.objects.filter(campaign=viewer.campaign, at__lt=timezone.now() - LASTS).delete()
            mine = RowDraft.objects.filter(campaign=viewer.campaign, actor=actor).order_by("-at", "-pk")
            RowDraft.objects.filter(pk__in=[*mine.values_list("pk", flat=True)[MOST_OF_A_PERSON:]]).delete()


def drop(viewer: Viewer, row: str) -> None:
    """It was saved, or given up."""
    found = RowDraft.objects.filter(campaign=viewer.campaign, actor__identity=viewer.actor, row=row[:60])
    if found.exists():
        with write_lock(), transaction.atomic():
            found.delete()


def of_others(viewer: Viewer) -> list[RowDraft]:
    """What the others of this viewer's side are typing, the oldest first."""
    if not ANY(viewer.campaign.pk, viewer.seat):
        return []
    young = RowDraft.objects.filter(campaign=viewer.campaign, side=viewer.seat, at__gte=timezone.now() - LASTS)
    return list(young.exclude(actor__identity=viewer.actor).select_related("actor"))


def taken(viewer: Viewer, number: str) -> RowDraft | None:
    """A draft of this viewer's side, to be gone on with; None where there is none of that number."""
    if not (number.isascii() and number.isdigit() and len(number) < 12):
        return None
    return next((draft for draft in of_others(viewer) if draft.pk == int(number)), None)
