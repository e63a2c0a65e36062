"""How a write is answered: what went wrong as a sentence and the right status, never a fault, never half done."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Any, ParamSpec, cast

from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from pydantic import ValidationError

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import SEATS
from navalassist.desk.at import At
from navalassist.desk.problem import Problem
from navalassist.engine import DiceError, EffectError
from navalassist.engine.dealers import ChoiceError
from navalassist.engine.forms import FieldError, FormErrors
from navalassist.engine.reader import BadRow, Unknown
from navalassist.play.corrections.correct import NotCorrectable
from navalassist.play.corrections.undo import NothingToUndo
from navalassist.play.people.accounts import PersonRefused
from navalassist.play.people.seats import SeatRefused
from navalassist.play.rules.resolve import Refused
from navalassist.play.write.rights import NO_KEY, carried_out
from navalassist.play.write.submissions import KEY, SUBMISSION, commits
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import AlreadyDone, Conflict, NotYours, Writer
from navalassist.seats.models import ADMINISTRATOR
from navalassist.security_log import refused

P = ParamSpec("P")
log = logging.getLogger(__name__)


def problem_of(error: Exception) -> Problem | None:
    """The problem in the words of the page; None for an error that is nobody's input."""
    match error:
        case Problem():
            return error
        case ChoiceError():
            return Problem(422, sentence(error.reason), "choice")
        case DiceError():
            text = error.reason if error.reason.startswith("Dice") or error.more else f"Dice: {error.reason}"
            return Problem(422, sentence(text), "dice", more=error.more)
        case Refused():
            return Problem(422, error.refusal.reason, rule=error.refusal.rule)
        case Conflict():
            text = "The page was older than the campaign. Here is how it stands now."
            return Problem(409, text, changed=error.changed)
        case NotYours() if error.seat == OBSERVER:
            return Problem(403, "Observers look on. Take the seat of a side, or the moderator's, to do this.")
        case NotYours() if error.seat == ADMINISTRATOR:
            return Problem(403, "This is for the club's administrator to do.")
        case NotYours():
            who, _ = SEATS.get(error.seat, (error.seat.capitalize(), ""))
            how = "Take it at the head of the page, and try again."
            if settings.CLUB:
                how = "If you hold it, take it at the head of the page; else ask a moderator for it."
            return Problem(403, f"This is for the {who} seat to do. {how}")
        case PersonRefused():
            return Problem(422, sentence(str(error)), error.about)
        case NothingToUndo() | NotCorrectable() | SeatRefused():
            return Problem(409, sentence(str(error)))
        case FormErrors():
            (name, text), *others = error.fields.items() or (("", str(error.args[0])),)
            return Problem(422, sentence(text), name, others=[(other, sentence(said)) for other, said in others])
        case Unknown():
            return Problem(422, sentence(str(error.args[0])))
        case FieldError():
            return Problem(422, sentence(str(error)), error.about, error.rule)
        case ValidationError():
            return Problem(422, misfit(error))
        case BadRow():
            # Not of an input, and perhaps of a row that only others may see: `faults.BadRows` answers it.
            return None
        case EffectError():
            log.error("what was to be done does not go with the campaign as it stands: %s", error, exc_info=error)
            text = "This does not go with the campaign as it stands; the server's log says why."
            return Problem(422, text)
        case ValueError():
            return Problem(422, sentence(str(error)))
        case OperationalError():
            log.exception("the database refused a write")
            return Problem(503, "The database is busy or cannot be written. Try again.")
    return None


def misfit(error: ValidationError) -> str:
    """The first thing that does not fit the rules, in the words of the page: which field, and its value."""
    fault = error.errors(include_url=False)[0]
    own = fault.get("ctx", {}).get("error")
    if isinstance(own, Exception):
        return sentence(str(own).partition("\n")[0])
    where = next((part for part in reversed(fault["loc"]) if isinstance(part, str)), "a field").replace("_", " ")
    bound = next((f" (at most {fault['ctx'][name]})" for name in ("le", "lt") if name in fault.get("ctx", {})), "")
    return f"This does not fit the rules: {where} is {str(fault['input'])[:40]}{bound}. Change it, and try again."


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def problems(
    show: Callable[..., HttpResponse],
) -> Callable[[Callable[P, HttpResponse]], Callable[P, HttpResponse]]:
    """Decorate a writing view: a problem is shown by `show(request, problem, **view arguments)` with its status.

    `show` draws the page again with what was typed (it finds it in request.POST).
    """

    def decorate(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
        @functools.wraps(view)
        def answer(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            before = commits()
            try:
                return view(*args, **kwargs)
            except Exception as error:
                if commits() != before:
                    log.exception("what was done could not be shown")
                    slug = kwargs.get("slug") or (args[1] if len(args) > 1 else "")
                    return to_the_log(cast(HttpRequest, args[0]), str(slug))
                problem = problem_of(error)
                if problem is None:
                    raise
                if isinstance(error, NotYours):
                    refused(args[0], "right", f"for the {error.seat} seat")
                problem.text = " ".join((problem.text, *getattr(error, "__notes__", ())))
                response = show(*args, problem=problem, **kwargs)
                response.status_code = problem.status
                return response

        return answer

    return decorate


def to_the_log(request: HttpRequest, slug: str) -> HttpResponse:
    """After a commit nothing may be called undone: where the answer cannot be drawn, the log shows what was done."""
    url = f"/c/{slug}/log/" if slug else "/"
    if getattr(request, "htmx", False):
        return HttpResponse(headers={"HX-Redirect": url})
    return HttpResponseRedirect(url)


def done(request: HttpRequest, url: str, fragment: Callable[[], HttpResponse] | None = None) -> HttpResponse:
    """After a write: htmx gets the new content in the same request, a plain form is sent on to `url`."""
    if fragment is not None and getattr(request, "htmx", False):
        response = fragment()
        response["HX-Push-Url"] = url
        return response
    return HttpResponseRedirect(url)


def own_path(wanted: str, slug: str) -> str:
    """A path of this campaign; '' for any other address."""
    safe = wanted.startswith(f"/c/{slug}/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if safe else ""


def key_of(request: HttpRequest) -> str:
    """The one-time key of the form that was sent: without one a second tap would be a second act. Problem 422."""
    key = request.POST.get(KEY, "")
    if not SUBMISSION.fullmatch(key):
        raise Problem(422, sentence(NO_KEY))
    return key


def form_writing(request: HttpRequest, here: At) -> AbstractContextManager[Writer]:
    """Write what a form asks: once by its key, and against the version that its page was drawn from."""
    return writing(here.viewer, submission=key_of(request), seen=request.POST.get("seen", ""))


def act_once(request: HttpRequest, here: At, act: Callable[[Writer], object]) -> list[Entry]:
    """Do what a form asks, and give its entries; a second tap does nothing, and gives those of the first.

    Of a second tap these may be none: what was done then need not be for the eyes of whoever taps now.
    """
    try:
        with form_writing(request, here) as writer:
            act(writer)
    except AlreadyDone as before:
        return before.entries
    return writer.entries


def is_second_tap(request: HttpRequest, here: At) -> bool:
    """True for a form that this viewer sent before, and that was carried out: the row of its page may be gone by it."""
    key = request.POST.get(KEY, "")
    with suppress(ValueError):
        return bool(key and carried_out(here.viewer, key))
    return False


def receipt_url(entry: Entry | None, slug: str) -> str:
    """The page of an entry; the log where there is none to show."""
    return f"/c/{slug}/log/{entry.chain}/{entry.sequence}/" if entry else f"/c/{slug}/log/"


def as_file(content: bytes, name: str, kind: str) -> HttpResponse:
    """A file to be kept. name: of ours, never of what people typed."""
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def page(request: HttpRequest, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """A rendered page or fragment."""
    return render(request, template, context, status=status)
