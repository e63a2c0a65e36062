"""The pages of the log: the list, the receipt of an entry, its JSON, what-if and correction."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.views.decorators.http import require_safe

from navalassist.auditlog.models import Entry
from navalassist.auditlog.payloads import with_payloads
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import page
from navalassist.desk.at import At
from navalassist.desk.logbook import downloads, log, menus
from navalassist.desk.logbook.bookmarks import Fresh, Kept, bookmark_at, bookmarks_of, fresh_of
from navalassist.desk.logbook.filters import NAMES, Filters
from navalassist.desk.logbook.jump import place_named
from navalassist.desk.logbook.naming import short_entry
from navalassist.desk.logbook.receipt import as_json, receipt_of
from navalassist.desk.logbook.rows import groups_of
from navalassist.desk.logbook.waits import open_waits
from navalassist.desk.made_once.page import made_once
from navalassist.desk.system_pages import system_pages_of
from navalassist.play.corrections.back import last_end
from navalassist.play.corrections.undo import last_input
from navalassist.play.storage import bodies
from navalassist.play.write.submissions import new_submission

GONE = "There is no such entry."
# What of the log is told by whose loss it was, and not by who rolled.
LOSSES = "losses"


@require_safe
def log_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Entries by turn, the newest first; filters and page are in the address."""
    here = at(request, slug)
    typed = request.GET.get("go", "")
    if typed and (place := place_named(here, typed)):
        return HttpResponseRedirect(place)
    return made_once(request, here, log_made, typed, fresh_of(here), bookmarks_of(here))


def log_made(request: HttpRequest, here: At, typed: str, fresh: Fresh, bookmarks: tuple[Kept, ...]) -> HttpResponse:
    """The log's page. typed: what names no place in it; fresh, bookmarks: of the person who looks."""
    filters = Filters.of(request.GET)
    try:
        shown = log.page_of(here, filters, request.GET, fresh.place if filters.since else 0)
    except log.NoSuchEntry:
        raise Http404(GONE) from None
    entries, after = with_payloads(shown.entries), log.followers(here, shown, filters)
    wanted, undo = request.GET.get("at", ""), log.undoable(here, shown, filters)
    lost = filters.chosen["kind"] == LOSSES
    groups = groups_of(
        here,
        entries,
        after,
        wanted=wanted,
        read=fresh.place,
        undo=undo,
        fold=not filters,
        whose=lost,
        keep=shown.newest and not filters,
    )
    context = {
        "head": head_of(here),
        "here": "log",
        "shown": shown,
        "filtered": bool(filters),
        "seat_word": "Whose" if lost else "Seat",
        "groups": groups,
        "chips": menus.chips(here, filters, fresh.text),
        "menus": menus.menus(here, filters),
        "filters": filters,
        "kept": downloads.fields(filters),
        "bookmarks": bookmarks,
        "fresh": fresh,
        "nowhere": typed,
        "menus_open": any(filters.chosen[name] for name in NAMES if name != "kind") or bool(typed),
        "newest_of_all": shown.entries[0].reference if shown.newest and shown.entries and not filters else "",
        "undo": undo,
        "waits": open_waits(here),
        "submission": new_submission(),
    }
    return page(request, "desk/logbook/log.html", context)


def entry_at(here: At, chain: str, seq: int) -> Entry:
    """The entry of an address; unknown and not for these eyes are the same 404."""
    try:
        entry = bodies.find(here.campaign, f"{chain}/{seq}", here.viewer.audiences)
    except Entry.DoesNotExist:
        raise Http404(GONE) from None
    entry.campaign = here.campaign
    return entry


@require_safe
def receipt_page(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """All that an entry says."""
    here = at(request, slug)
    entry = entry_at(here, chain, seq)
    receipt = receipt_of(here, entry)
    head = next((sequence for audience, sequence, _ in here.state.heads if audience == chain), 0)
    context = {
        "head": head_of(here),
        "here": "log",
        "receipt": receipt,
        "goes_on": system_pages_of(here.system.key).goes_on(here, receipt.body),
        "may_dispute": here.viewer.seat != OBSERVER and not receipt.secret and entry.kind not in ("dispute", "access"),
        "may_correct": receipt.can_be_corrected and here.viewer.may_act_as(entry.seat),
        "name": short_entry(entry.reference),
        "person": menus.person_named(here, str(entry.record["actor"])),
        "bookmark": bookmark_at(here, entry),
        "below": f"/c/{slug}/log/{chain}/",
        "earlier": seq - 1,
        "later": seq + 1 if seq < head else 0,
        "undo": may_be_taken_back(here, entry),
        "may_have_seen": here.viewer.seat not in (OBSERVER, entry.seat),
        "submission": new_submission(),
    }
    return page(request, "desk/logbook/receipt.html", context)


def may_be_taken_back(here: At, entry: Entry) -> bool:
    """Is it the last input, or the end of the last step?"""
    if entry.kind == "clock":
        return entry == last_end(here.viewer, here.state, here.system)
    return entry.kind == "edit" and entry == last_input(here.viewer)


@require_safe
def entry_json(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """The entry as a file, as this viewer may see it."""
    here = at(request, slug)
    entry = entry_at(here, chain, seq)
    answer = JsonResponse(as_json(entry, here.viewer.audiences), json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{slug}-{chain}-{seq}.json"'
    return answer
