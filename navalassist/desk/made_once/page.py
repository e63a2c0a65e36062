"""A page that is made once for all who see the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import patch_vary_headers

from navalassist.campaigns.viewer import Viewer
from navalassist.desk.access import at
from navalassist.desk.at import At
from navalassist.desk.made_once.memory import MEMORY, Kept
from navalassist.desk.made_once.nobody import of_nobody
from navalassist.desk.made_once.questions import Questions
from navalassist.desk.made_once.slots import Filling, StandIns, split
from navalassist.play.write.submissions import keys_given

Make = Callable[..., HttpResponse]
# Of a session: whether keys of one letter are off, which every page says.
EVERYWHERE = ("keys",)
# Headers of a page that says nothing to the browser beside its content.
PLAIN = frozenset({"Content-Type"})


class NotForAll(Exception):
    """What was made is no page that can be given to all: another status, or headers of its own."""


def made_once(
    request: HttpRequest, here: At, make: Make, *own: Hashable, remembers: Sequence[str] = ()
) -> HttpResponse:
    """The page of `make(request, here, *own)`, which is made once for all whose seat sees the same and may do the same.

    make gets a request and a viewer without a person: what is somebody's own reaches it through `own`, and of the
    session through the names in `remembers`. Parts of a page, and answers to forms, are made each time.
    """
    if request.method != "GET" or getattr(request, "htmx", False):
        return make(request, here, *own)
    remembered = {name: request.session[name] for name in (*EVERYWHERE, *remembers) if name in request.session}
    key = (_seen(here), _seat(here.viewer), request.get_full_path(), repr(remembered), own)
    try:
        kept = MEMORY.page(key, lambda: _made(request, here, make, own, remembered))
    except NotForAll:
        return make(request, here, *own)
    return _given(request, kept)


def for_all(view: Make) -> Make:
    """A view of a campaign's page that is made once, where nothing of it is a person's own. It asks `access.at`."""

    @wraps(view)
    def once(request: HttpRequest, slug: str, *which: str, **named: str) -> HttpResponse:
        return made_once(request, at(request, slug), lambda asked, _: view(asked, slug, *which, **named))

    return once


def _seen(here: At) -> tuple[Hashable, ...]:
    """The campaign as the viewer sees it. What others do in secret makes no page anew: the time would tell of it."""
    heads = tuple(head for head in here.state.heads if here.viewer.sees(head[0]))
    return here.campaign.identity, here.campaign.title, here.campaign.away, heads


def _seat(viewer: Viewer) -> tuple[Hashable, ...]:
    """All of a viewer but who it is."""
    return viewer.seat, viewer.at_table, viewer.seats, viewer.umpires


def _made(request: HttpRequest, here: At, make: Make, own: Sequence[Hashable], remembered: dict[str, Any]) -> Kept:
    stand_ins, questions = StandIns(), Questions()
    asked: Any = of_nobody(request, here, remembered, stand_ins)
    with keys_given() as keys, questions.noted():
        response = make(asked, asked.seen_by_nobody, *own)
    if response.status_code != 200 or response.streaming or response.cookies or set(response.headers) - PLAIN:
        raise NotForAll
    return Kept(split(response.content, stand_ins, keys), questions)


def _given(request: HttpRequest, kept: Kept) -> HttpResponse:
    gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    content = kept.made.given_to(Filling(get_token(request), _name(request)), gzip=gzip)
    response = HttpResponse(content)
    if gzip:
        response.headers["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def _name(request: HttpRequest) -> str:
    user: Any = getattr(request, "user", None)
    return str(user.account.actor.name) if user is not None and user.is_authenticated else ""
