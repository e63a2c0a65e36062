"""Chart packs of a campaign: one file taken out, and one brought in after a look, chart by chart and list by list."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_safe

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import as_file, done, key_of, page, problems
from navalassist.desk.at import At
from navalassist.desk.cards import WATCHES
from navalassist.desk.charts.pack_look import Part, looked
from navalassist.desk.charts.saving import why_not
from navalassist.desk.due import back_with
from navalassist.desk.packs.own import file_of, own_pack
from navalassist.desk.packs.sent import CARRIED, Sent, is_sent, sent_pack
from navalassist.desk.problem import Problem
from navalassist.desk.rosters.drawing import hands_of
from navalassist.play.charts.beside import ChartBeside, ListBeside
from navalassist.play.charts.change import change, was_played
from navalassist.play.write.edits import EditError
from navalassist.play.write.roster_write import write
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import AlreadyDone, Writer
from tables.packs import MOST_BYTES

STALE = "Somebody saved it meanwhile. What stands there now is compared below: look once more, and bring it in."


def show(request: HttpRequest, slug: str, problem: Problem | None = None) -> HttpResponse:
    """The page; with the pack that was sent, as far as it can be read."""
    here, sent = at(request, slug), None
    if is_sent(request) and here.viewer.seat != OBSERVER:
        # What is wrong with it stands in `problem`.
        with suppress(Problem):
            sent = sent_pack(request, here.system.key)
    return drawn(request, here, sent, problem)


def drawn(request: HttpRequest, here: At, sent: Sent | None, problem: Problem | None = None) -> HttpResponse:
    """The page of what goes out, and of what could come in."""
    # The form of a look hands the pack on, with what was chosen.
    chosen = request.POST if CARRIED in request.POST else None
    out = own_pack(here, house=True)
    context: dict[str, Any] = {
        "head": head_of(here),
        "here": "charts",
        "home": f"/c/{here.campaign.slug}/",
        "page_of": f"/c/{here.campaign.slug}/charts/pack/",
        "title": here.system.title,
        "out": out,
        "kilobytes": max(1, round(len(file_of(here, out)) / 1000)),
        "has_lists": bool(hands_of(here)),
        "secret": here.seats[here.viewer.seat][0] if here.system.is_closed(here.state.values) else "",
        "why_not": why_not(here.viewer),
        "watches": here.viewer.seat == OBSERVER,
        "look": looked(here, sent.pack, chosen) if sent else None,
        "carried": sent.carried if sent else "",
        "most_bytes": MOST_BYTES,
        "at_once": not was_played(here.campaign),
        "problem": problem,
        "submission": new_submission(),
    }
    return page(request, "desk/charts/pack.html", context, problem.status if problem else 200)


@problems(show)
def look(request: HttpRequest, slug: str) -> HttpResponse:
    """A pack that was sent is looked at; nothing is changed."""
    here = _who_may(request, slug)
    return drawn(request, here, sent_pack(request, here.system.key))


def _who_may(request: HttpRequest, slug: str) -> At:
    here = at(request, slug)
    if here.viewer.seat == OBSERVER:
        raise Problem(403, WATCHES)
    return here


@problems(show)
def bring(request: HttpRequest, slug: str) -> HttpResponse:
    """What is ticked of a pack comes in."""
    here = _who_may(request, slug)
    key, sent = key_of(request), sent_pack(request, here.system.key)
    made: list[Entry]
    try:
        with writing(here.viewer, submission=key) as writer:
            _bring(request, here, writer, sent)
            made = writer.entries
    except AlreadyDone as before:
        made = before.entries
    address = f"/c/{slug}/charts/"
    return done(request, back_with(address, made[-1]) if made else address)


def _bring(request: HttpRequest, here: At, writer: Writer, sent: Sent) -> None:
    """What is ticked comes in, charts before lists. Problem where something waits for a choice, or nothing goes in."""
    look = looked(_now(here, writer), sent.pack, request.POST)
    for part in look.parts:
        if part.ticked and part.is_chart and request.POST.get(f"base-{part.key}", "") != part.base:
            raise Problem(409, f"{part.title}: {STALE}")
    if look.missing:
        part, one = look.missing[0]
        more = f", and {len(look.missing) - 1} more" if len(look.missing) > 1 else ""
        raise Problem(422, f"Choose whose counts: {part.title}, {one.place}{more}.", one.name)
    for part in look.parts:
        if part.ticked:
            _bring_part(here, writer, sent, part, request)
    if not writer.entries:
        raise Problem(422, "Nothing was chosen that would be another then: tick a chart or a list.")


def _now(here: At, writer: Writer) -> At:
    """The campaign as the writer has it, for whoever looks."""
    return At(writer.state.seen_by(here.viewer.audiences), here.viewer, here.system)


def _bring_part(here: At, writer: Writer, sent: Sent, part: Part, request: HttpRequest) -> None:
    if isinstance(part.beside, ChartBeside):
        if part.goes:
            _bring_chart(writer, part, part.beside)
        return
    # A line may name one of a list that came in just now.
    now = looked(_now(here, writer), sent.pack, request.POST)
    again = next(one for one in now.parts if one.key == part.key)
    if isinstance(again.beside, ListBeside):
        whose = {name: chosen for name, chosen in again.whose.items() if isinstance(name, str)}
        write(writer, again.beside.hand, again.beside.kept(whose))


def _bring_chart(writer: Writer, part: Part, beside: ChartBeside) -> None:
    made = beside.made({of: chosen for of, chosen in part.whose.items() if isinstance(of, tuple)})
    if made.faults:
        raise Problem(422, f"{part.title}: {made.faults[0].problem}")
    try:
        change(writer, beside.chart.slug, made.text)
    except EditError as error:
        raise Problem(422, str(error), error.about) from None


@require_http_methods(["GET", "HEAD", "POST"])
def pack_view(request: HttpRequest, slug: str) -> HttpResponse:
    """One address for the page and what it sends."""
    return bring(request, slug) if request.method == "POST" else show(request, slug)


@require_http_methods(["GET", "HEAD", "POST"])
def look_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Where a file is sent to."""
    return look(request, slug) if request.method == "POST" else show(request, slug)


@require_safe
@problems(show)
def pack_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The file: charts, lists and house cells as they are ticked."""
    here = at(request, slug)
    asked = {name: name in request.GET for name in ("charts", "lists")}
    found = own_pack(here, house="house" in request.GET)
    has = {"charts": found.charts, "lists": found.lists}
    if not any(asked[name] and has[name] for name in asked):
        raise Problem(422, "Nothing was taken out: tick what has cells or lines that somebody typed.")
    content = file_of(here, found, **asked)
    if len(content) > MOST_BYTES:
        text = (
            f"The file would have {len(content):,} bytes, and a pack has at most {MOST_BYTES:,}: take charts or lists."
        )
        raise Problem(422, text)
    return as_file(content, f"{slug}-charts.json", "application/json")
