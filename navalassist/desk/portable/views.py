"""Taking a campaign's archive, and making a campaign of one: sent, looked at, and only then made."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_http_methods, require_POST

from navalassist.campaigns.models import Actor, Campaign
from navalassist.desk.access import SEATS, actor_of, at, head_of
from navalassist.desk.answers import as_file, key_of, page, problems
from navalassist.desk.at import At
from navalassist.desk.portable import kept
from navalassist.desk.portable.compared import kin_of
from navalassist.desk.problem import Problem
from navalassist.desk.setup.new import free_slug
from navalassist.play.archive.deleting import delete
from navalassist.play.archive.importing import Imported, look, made_by, prepared
from navalassist.play.archive.pack import may_take_all, take
from navalassist.play.archive.scratch import Busy, Stopped, apart
from navalassist.play.archive.shapes import LARGEST, Unfit, in_mib
from navalassist.play.archive.unpack import Archive
from navalassist.play.people import seats
from navalassist.play.systems import system_of
from navalassist.play.write.submissions import new_submission, together
from navalassist.seats.models import Seat
from navalassist.sqlite import write_lock

log = logging.getLogger(__name__)
# So many are looked at within a minute, and copied within a few seconds, in which nobody else can write.
MOST_ENTRIES = 20_000
MOST_CALLED = 60


def show_archive(request: HttpRequest, slug: str, problem: Problem | None = None) -> HttpResponse:
    """What an archive holds for this seat."""
    here, typed = at(request, slug), request.POST.get("called", "")
    # Three forms answer here, two of them with a field of this name: each keeps what was typed in it alone.
    renamed = request.path.endswith("/called/")
    context = {
        "head": head_of(here),
        "home": f"/c/{slug}/",
        "stay": f"/c/{slug}/archive/",
        "seat_name": SEATS[here.viewer.seat][0],
        "may_all": may_take_all(here.viewer),
        "others": [SEATS[side][0] for side in here.system.sides if not here.viewer.sees(side)],
        "problem": problem,
        "submission": new_submission(),
        "called": typed if renamed else here.campaign.called,
        "copy_called": "" if renamed else typed,
        "renamed": renamed,
        "away": request.POST.get("away") == "on" if renamed else here.campaign.away,
        "most_called": MOST_CALLED,
        "named": request.POST.get("named", "") if problem else "",
        "sit_here": seated_beside(here) if may_take_all(here.viewer) else [],
        "kin": kin_of(request, here),
    }
    return page(request, "desk/portable/archive.html", context)


@problems(show_archive)
def give(request: HttpRequest, slug: str) -> HttpResponse:
    """The archive, for the seat that looks or whole; that it was taken is an entry."""
    viewer = at(request, slug).viewer
    # Each taking is an entry of its own, for the log goes on between two taps; the key only says whose form it is.
    key_of(request)
    try:
        made = take(viewer, whole=request.POST.get("holds") == "all")
    except PermissionError:
        raise Problem(403, "Everything is for a moderator from whom no side has a secret. Nothing was taken.") from None
    return as_file(made.file.read(), made.name, "application/zip")


def _check_may_all(request: HttpRequest, slug: str) -> At:
    """The campaign as this seat sees it. Problem 403 for a seat from which a side has secrets."""
    here = at(request, slug)
    if not may_take_all(here.viewer):
        raise Problem(403, "This is for a moderator from whom no side has a secret. Nothing was changed.")
    return here


def _called(request: HttpRequest) -> str:
    """What a campaign is called here besides its name. Problem 422 for too long a one."""
    called = " ".join("".join(c if c.isprintable() else " " for c in request.POST.get("called", "")).split())
    if len(called) > MOST_CALLED:
        raise Problem(422, f"Called: at most {MOST_CALLED} characters, this has {len(called)}.", "called")
    return called


@require_POST
@problems(show_archive)
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """A copy of the campaign beside it, to try something out: all its entries, then a fork, with new dice."""
    here, called, submission = _check_may_all(request, slug), _called(request), key_of(request)
    if not called:
        raise Problem(422, "Called: say what tells the copy apart, such as “before the landing”.", "called")
    actor = actor_of(request)
    made = made_by(submission, actor)
    if made is None:
        try:
            made = _make(Archive(take(here.viewer, whole=True).file, MOST_ENTRIES), actor, submission, called)
        except Unfit as error:
            raise Problem(422, str(error)) from None
    # At one table a seat is a choice of the browser's: one goes on as the moderator who copied.
    if not settings.CLUB:
        request.session[f"seat:{made.slug}"] = here.viewer.seat
    return HttpResponseRedirect(f"/c/{made.slug}/")


@require_POST
@problems(show_archive)
def rename(request: HttpRequest, slug: str) -> HttpResponse:
    """What it is called here, and whether it is put away. The log keeps its name."""
    here = _check_may_all(request, slug)
    key_of(request)
    called, away = _called(request), request.POST.get("away") == "on"
    with write_lock():
        Campaign.objects.filter(pk=here.campaign.pk).update(called=called, away=away)
    return HttpResponseRedirect("/" if away else f"/c/{slug}/archive/")


def seated_beside(here: At) -> list[str]:
    """Who else holds a seat in it, in a club."""
    held = Seat.objects.held().filter(campaign=here.campaign).exclude(actor__identity=here.viewer.actor)
    return sorted(set(held.values_list("actor__name", flat=True))) if settings.CLUB else []


@require_POST
@problems(show_archive)
def delete_it(request: HttpRequest, slug: str) -> HttpResponse:
    """The campaign is deleted, with its log. Whoever does it types its name."""
    here, name = _check_may_all(request, slug), " ".join(request.POST.get("named", "").split())
    key_of(request)
    if name.casefold() != here.campaign.title.casefold():
        raise Problem(422, f"Its name: type “{here.campaign.title}”, so that no other is deleted.", "named")
    delete(here.campaign)
    log.warning("the campaign %s (%s) was deleted by %s", slug, here.campaign.identity, here.viewer.actor)
    return HttpResponseRedirect("/")


@require_http_methods(["GET", "HEAD", "POST"])
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """The page, or the file."""
    return give(request, slug) if request.method == "POST" else show_archive(request, slug)


def show_upload(request: HttpRequest, problem: Problem | None = None) -> HttpResponse:
    """The form for a file. What others sent and gave up goes with the hour."""
    with suppress(OSError):
        kept.tidy()
    context = {
        "here": "campaigns",
        "problem": problem,
        "largest": in_mib(LARGEST),
        "largest_bytes": LARGEST,
        "most": f"{MOST_ENTRIES:,}",
    }
    return page(request, "desk/portable/upload.html", context)


@problems(show_upload)
def receive(request: HttpRequest) -> HttpResponse:
    """Look at a file that was sent, and keep it with what was found until that is confirmed."""
    actor = actor_of(request)
    file = request.FILES.get("archive")
    if file is None or file.file is None:
        size = str(request.META.get("CONTENT_LENGTH") or "0")
        if size.isdecimal() and int(size) > LARGEST:
            raise Problem(422, f"Archive: at most {in_mib(LARGEST)} are taken; more was sent.", "archive")
        raise Problem(422, "Archive: choose the file that is to be imported.", "archive")
    try:
        found = Archive(file.file, MOST_ENTRIES)
        with _answered():
            imported = look(found, actor, apart)
    except Unfit as error:
        raise Problem(422, str(error), "archive") from None
    try:
        key = kept.keep(file.file, actor, told(found, imported))
    except OSError:
        log.exception("an archive that was sent could not be kept")
        raise Problem(503, "The server's disk is full or cannot be written. Nothing was kept; try later.") from None
    return HttpResponseRedirect(f"/import/{key}/")


@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """The form, or the file that it sends."""
    return receive(request) if request.method == "POST" else show_upload(request)


def gone() -> Problem:
    """What whoever asks for a file reads that is not here: another person's, an old one, or one at another server."""
    text = "This file is not here, or not any more. What was sent is kept for an hour, by the machine that took it."
    return Problem(404, f"{text} Nothing was imported; send it once more.", "archive")


def show_gone(request: HttpRequest, key: uuid.UUID, problem: Problem) -> HttpResponse:
    """The form for a file, since there is none of this key."""
    return show_upload(request, problem)


def show_preview(request: HttpRequest, key: uuid.UUID, problem: Problem | None = None) -> HttpResponse:
    """What the file is, whether it is sound, and what would be made of it."""
    found = kept.told_of(str(key), actor_of(request))
    if found is None:
        raise gone()
    return page(
        request, "desk/portable/preview.html", {"here": "campaigns", "found": found, "key": key, "problem": problem}
    )


@problems(show_preview)
def confirm(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Make the campaign, or drop the file. A second tap finds it made."""
    actor, submission = actor_of(request), key.hex
    if kept.told_of(str(key), actor) is None:
        if known := made_by(submission, actor):
            return HttpResponseRedirect(f"/c/{known.slug}/")
        raise gone()
    if request.POST.get("do") == "drop":
        kept.drop(str(key))
        return HttpResponseRedirect("/import/")
    try:
        with kept.opened(str(key)) as file:
            known = made_by(submission, actor) or _make(Archive(file, MOST_ENTRIES), actor, submission)
    except OSError:
        raise gone() from None
    except Unfit as error:
        raise Problem(422, str(error), "archive") from None
    kept.drop(str(key))
    return HttpResponseRedirect(f"/c/{known.slug}/")


def _make(found: Archive, actor: str, submission: str, called: str = "") -> Campaign:
    with _answered(), prepared(found, actor, submission, apart) as ready, together():
        # A second tap may have come in between.
        if known := made_by(submission, actor):
            return known
        campaign = ready.keep(free_slug(found.manifest.name)).campaign
        Campaign.objects.filter(pk=campaign.pk).update(called=called)
        if settings.CLUB:
            seats.found(campaign, Actor.objects.get(identity=actor))
        return campaign


@contextmanager
def _answered() -> Iterator[None]:
    """An import that cannot be just now, in words."""
    try:
        yield
    except Busy:
        text = (
            "Another archive is being looked at just now, one at a time. Nothing was imported; try again in a minute."
        )
        raise Problem(429, text, "archive") from None
    except Stopped:
        raise Problem(503, "The server is being stopped. Nothing was imported; try again when it runs.") from None


@require_http_methods(["GET", "HEAD", "POST"])
@problems(show_gone)
def preview(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """The preview, or what is decided on it."""
    return confirm(request, key) if request.method == "POST" else show_preview(request, key)


def told(archive: Archive, imported: Imported) -> dict[str, Any]:
    """What a preview says, in words and numbers that can be kept."""
    manifest, report, system = archive.manifest, imported.report, system_of(imported.campaign.system)
    turn, player_turn, step = imported.clock
    return {
        "name": manifest.name,
        "system": system_of(manifest.system).title,
        "turn": system.names.turn(turn),
        "player_turn": player_turn,
        "step": system.step_title(player_turn, step),
        "product": manifest.product,
        "campaign": manifest.campaign,
        "entries": imported.entries,
        "tables": imported.tables,
        "heads": [(SEATS.get(chain, (chain,))[0], *head) for chain, head in sorted(archive.codes().items())],
        "rules": report.rules,
        "changed": len(report.older),
        "dice": report.dice,
        "unproved": report.unproved,
        "faults": [str(fault) for fault in report.faults[:5]],
        "more": max(len(report.faults) - 5, 0),
        "again": imported.again,
        "is_log": archive.is_log,
        "digest": archive.digest,
    }
