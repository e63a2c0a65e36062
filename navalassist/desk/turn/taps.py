"""Taking a seat, ending steps: the small writes that every page offers."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_http_methods, require_POST

from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import at, head_of, seats_to_take
from navalassist.desk.answers import form_writing, page, problems, sentence
from navalassist.desk.at import At
from navalassist.desk.logbook.refused import back_to, refuse
from navalassist.desk.logbook.waits import wait_of
from navalassist.desk.moments import LIMIT, moments_of_turn
from navalassist.desk.problem import Problem
from navalassist.desk.system_pages import call_of
from navalassist.desk.turn.skips import Skip, digest_of, skips_of, skips_of_part
from navalassist.engine.duties import Kind, Moment
from navalassist.play.agenda import Agenda, quiet_after
from navalassist.play.corrections import undo as undoing
from navalassist.play.storage.bodies import body_of
from navalassist.play.turns import parts, steps
from navalassist.play.turns.passing import up_to
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.writer import AlreadyDone, Writer


@dataclass
class WouldSkip(Problem):
    """Ending the step would pass over what is due: it is asked first.

    part: what ends where it is a part of the step, `naval step`.
    """

    skips: list[Skip] = field(default_factory=list)
    part: str = ""


def ask_or_refuse(request: HttpRequest, slug: str, problem: Problem) -> HttpResponse:
    """The page that asks, where something due would be passed over; else the one that says why nothing was done."""
    if isinstance(problem, WouldSkip):
        return ask(request, at(request, slug), problem)
    return refuse(request, slug, problem)


def ask(request: HttpRequest, here: At, problem: WouldSkip) -> HttpResponse:
    """A page that lists what would be passed over, step by step. Nothing has been written."""
    context = {
        "head": head_of(here),
        "skips": problem.skips,
        "mark": digest_of(problem.skips),
        "until": request.POST.get("until", ""),
        "part": problem.part,
        "clock": parts.clock_text(here.state),
        "submission": new_submission(),
        "sent_to": request.path,
        "back": back_to(request, here.campaign.slug),
    }
    return page(request, "desk/skips.html", context)


@require_POST
def take_seat(request: HttpRequest, slug: str) -> HttpResponse:
    """Look at the campaign from another seat. Nothing of the campaign changes."""
    here = at(request, slug)
    seat = request.POST.get("seat", "")
    if seat not in seats_to_take(here):
        return HttpResponseRedirect(back_to(request, slug))
    if must_pass(here, seat):
        request.session.pop(f"seat:{slug}", None)
        # Kept here, for nothing of the last seat stands on the screen between, nor in its address.
        request.session[f"next:{slug}"] = back_to(request, slug)
        return HttpResponseRedirect(f"/c/{slug}/pass/{seat}/")
    request.session[f"seat:{slug}"] = seat
    return HttpResponseRedirect(back_to(request, slug))


def must_pass(here: At, seat: str) -> bool:
    """True where a device is handed to another person, who must not see what the last one saw."""
    secrets = here.viewer.at_table and here.system.is_closed(here.state.values)
    return secrets and seat not in (here.viewer.seat, OBSERVER)


@require_http_methods(["GET", "HEAD", "POST"])
def pass_on(request: HttpRequest, slug: str, seat: str) -> HttpResponse:
    """The screen between two people at one device: nothing of either is on it. Whoever takes the device taps.

    It leads back to the order books, or to an operation that the new seat sees too; else to what waits for that seat.
    The browser is told to drop what it has kept of the pages before.
    """
    here = at(request, slug)
    if seat not in seats_to_take(here) or not here.viewer.at_table:
        raise Http404("There is no such seat.")
    if request.method == "POST":
        request.session[f"seat:{slug}"] = seat
        here = at(request, slug)
        path = request.session.pop(f"next:{slug}", "").removeprefix(f"/c/{slug}/")
        return HttpResponseRedirect(f"/c/{slug}/{path if is_shared(here, path) else waits_for(here)}")
    request.session.pop(f"seat:{slug}", None)
    answer = page(request, "desk/pass.html", {"head": head_of(at(request, slug)), "seat": seat, "here": "pass"})
    answer["Clear-Site-Data"] = '"cache"'
    return answer


def waits_for(here: At) -> str:
    """Where the page is of what waits for the viewer's seat: an operation, or what is due on a page of its own."""
    if call := call_of(here):
        return call.path
    duties = here.agenda.at(Moment(*here.state.clock))
    mine = (one for one in duties if one.kind is Kind.DUE and one.seat == here.viewer.seat)
    return next((one.url for one in mine if not (one.off or one.done or one.url.startswith("do/"))), "")


def is_shared(here: At, path: str) -> bool:
    """Is this the page of the order books, or of an operation that the viewer sees?"""
    if path == "orders/":
        return here.system.order_books is not None
    rows = (f"{one.kind.KIND}/{key}/" for one in here.system.operations for key in here.rows.keys(one.kind))
    return path in rows


@require_POST
@problems(ask_or_refuse)
def end_step(request: HttpRequest, slug: str) -> HttpResponse:
    """End the step, or several up to `until` (`allied/naval-movement`): each ends by an entry of its own.

    Where that passes over something due, nothing is done until `confirm` says that it is meant.
    """
    here = at(request, slug)
    until = request.POST.get("until", "")
    with suppress(AlreadyDone), form_writing(request, here) as writer:
        _check_drawn_here(writer, request.POST.get("clock", ""))
        _check_until(writer, until)
        writer.check_seat(_acting(writer))
        _check_answered(here, writer)
        skips = skips_of(_agenda(writer), until)
        _check_meant(request, skips)
        _go_on(writer, until, bool(skips))
    return HttpResponseRedirect(back_to(request, slug))


@require_POST
@problems(ask_or_refuse)
def next_part(request: HttpRequest, slug: str) -> HttpResponse:
    """The next part of the step begins, as the players say. What is due in the last one is asked about as above."""
    here = at(request, slug)
    with suppress(AlreadyDone), form_writing(request, here) as writer:
        _check_drawn_here(writer, request.POST.get("clock", ""))
        writer.check_seat(_acting(writer))
        _check_answered(here, writer)
        skips = skips_of_part(_agenda(writer))
        _check_meant(request, skips, parts.part_words(writer.state.values, writer.system))
        parts.next_part(writer)
    return HttpResponseRedirect(back_to(request, slug))


def _check_answered(here: At, writer: Writer) -> None:
    """Say which question of the step waits, for whom, and lead to its page: there it may be given up too."""
    try:
        steps.check_answered(writer)
    except steps.StillAsked as asked:
        body = body_of(asked.entry, here.viewer.audiences)
        wait = wait_of(here, asked.entry, body)
        how = "Answer it" if undoing.why_not_give_up(writer.state, asked.entry, body) else "Answer it or give it up"
        text = f"{sentence(f'{wait.title} {wait.text}')} {how}, and then go on: what comes of it belongs to this step."
        raise Problem(409, text, way=(wait.url, "To the question")) from asked


def _go_on(writer: Writer, until: str, skips: bool) -> None:
    """End the step, and those that come before `until`: with it where they are quiet, else each by its own seat.

    skips: something due is passed over, and the log is to say what.
    """
    quiet = _agenda(writer).tried("The way over quiet steps", lambda: quiet_after(writer.state, writer.system), ())
    passed = up_to(quiet, until, writer.system) if until else ()
    steps.end_step(writer, passed, _left(writer) if skips else ())
    for _ in range(LIMIT):
        if not until or Moment(*writer.state.clock).place == until:
            break
        steps.end_step(writer, left=_left(writer) if skips else ())


def _left(writer: Writer) -> list[tuple[str, str]]:
    """What this step's end passes over, for the log, by what everybody sees; nothing where duties are secrets."""
    state, system = writer.state, writer.system
    if system.is_closed(state.values):
        return []
    hidden = {row for row, audience in state.audiences.items() if audience != PUBLIC}
    facts = {key: value for key, value in state.values.items() if key.rpartition(".")[0] not in hidden}
    skips = skips_of(Agenda(state, facts if hidden else state.values, system))
    return [(thing.noun, thing.line) for skip in skips for thing in skip.passed]


def _acting(writer: Writer) -> str:
    """The side that acts in the step that is on."""
    return writer.system.acting(*writer.state.clock[1:])


def _agenda(writer: Writer) -> Agenda:
    facts = writer.viewer.view(writer.state.values, writer.state.audiences)
    return Agenda(writer.state, facts, writer.system)


def _check_drawn_here(writer: Writer, clock: str) -> None:
    """A stale page must not end a step that it did not show."""
    if clock and clock != parts.clock_text(writer.state):
        ended = sentence(f"{_ended(writer, clock)} had ended already")
        raise Problem(409, f"{ended} Here is how the campaign stands now.")


def _ended(writer: Writer, clock: str) -> str:
    """What a stale page had shown and has ended since: `naval step 2` of the step that is still on, or `the step`."""
    step = "/".join(writer.state.clock)
    number = clock.removeprefix(step).removeprefix("/") or "1"
    return writer.system.names.part(int(number)) if clock.startswith(step) and number.isdecimal() else "the step"


def _check_until(writer: Writer, until: str) -> None:
    """A step that no turn has would never be reached."""
    moments, _, _ = moments_of_turn(Moment(*writer.state.clock), writer.system)
    if until and until not in {moment.place for moment in moments}:
        raise Problem(422, "There is no such step to go on to.", "until")


def _check_meant(request: HttpRequest, skips: list[Skip], part: str = "") -> None:
    """Ask before something due is passed over. A confirmation with a mark holds for just what it was asked about."""
    meant = request.POST.get("confirm") and request.POST.get("skips", "") in ("", digest_of(skips))
    if skips and not meant:
        raise WouldSkip(409, "Something that is due would be passed over.", skips=skips, part=part)
