"""Who listens: from the cookies of a stream's request to the campaign and the audiences that they may hear of.

`viewer_of_scope` is the only place that decides it. Everything here is synchronous, runs in a thread, and gives its
database connection back at its end: an open stream holds none.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import Http404
from django.utils import timezone

from navalassist.auditlog.models import Chain
from navalassist.campaigns.viewer import Viewer
from navalassist.desk.access import viewer_at
from navalassist.seats.models import Seat, Session
from navalassist.seats.sessions import kept_key
from navalassist.serving.answers import Scope

# Sequences of a campaign's chains by their audiences.
Heads = dict[str, int]


@dataclass(frozen=True, slots=True)
class Right:
    """What somebody's right to listen depends on: their session on the server, their account, the campaign."""

    campaign: int
    session: str = ""
    person: int | None = None


@dataclass(frozen=True, slots=True)
class Ticket:
    """Somebody who may listen: to which campaign, for which audiences, by what right; mark: as that right stood."""

    right: Right
    audiences: frozenset[str]
    mark: str

    @property
    def campaign(self) -> int:
        return self.right.campaign


def request_of_scope(scope: Scope) -> ASGIRequest:
    """A request with session and user, as the pages' middleware makes it. DisallowedHost for a foreign name."""
    request = ASGIRequest(scope, io.BytesIO())
    request.get_host()
    store = import_module(settings.SESSION_ENGINE).SessionStore
    session = store(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    # Django would take a session away whose password has changed. To listen writes nothing: the pages will do it.
    session.flush = session.cycle_key = lambda: None
    request.session = session
    if settings.CLUB:
        request.user = get_user(request)
    return request


def has_logged_in(scope: Scope) -> bool:
    """Whether whoever asks has an account and is in."""
    try:
        request = request_of_scope(scope)
        return not settings.CLUB or request.user.is_authenticated
    except DisallowedHost:
        return False
    finally:
        connections.close_all()


def viewer_of_scope(request: ASGIRequest, slug: str) -> Viewer | None:
    """Who looks at the campaign; None alike for one that is not there, that is not theirs, and for a stranger."""
    try:
        return viewer_at(request, slug)
    except Http404:
        return None


def admitted(scope: Scope, slug: str) -> Ticket | None:
    """A ticket for the stream of a campaign, or None. DisallowedHost for a foreign name."""
    try:
        first = _looking(scope, slug)
        if first is None:
            return None
        # The mark before the look that counts: what is taken from them in between differs from the mark from now on.
        mark = _marks([first[0]])[first[0]]
        found = _looking(scope, slug)
        return Ticket(*found, mark) if found is not None and found[0] == first[0] else None
    finally:
        connections.close_all()


def _looking(scope: Scope, slug: str) -> tuple[Right, frozenset[str]] | None:
    """By what right somebody may listen now, and for which audiences."""
    request = request_of_scope(scope)
    viewer = viewer_of_scope(request, slug)
    if viewer is None:
        return None
    person = request.user.pk if settings.CLUB else None
    session = kept_key(request.session.session_key) if settings.CLUB else ""
    return Right(viewer.campaign.pk, session, person), viewer.audiences


def marks(rights: Collection[Right]) -> dict[Right, str]:
    """How each right stands now: while this text stays the same, nothing was taken from anybody."""
    try:
        return _marks(rights)
    finally:
        connections.close_all()


def _marks(rights: Collection[Right]) -> dict[Right, str]:
    """Two queries, however many listen. A laptop on a table keeps nothing on the server that could end."""
    if not settings.CLUB:
        return dict.fromkeys(rights, "")
    open_now = Session.objects.filter(session_key__in={right.session for right in rights})
    sessions = dict(open_now.filter(expire_date__gt=timezone.now()).values_list("session_key", "session_data"))
    held = Seat.objects.held().filter(actor__account__user__in={right.person for right in rights})
    user = "actor__account__user"
    seats: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    for person, campaign, *rest in held.values_list(
        user, "campaign", "seat", f"{user}__password", f"{user}__is_active"
    ):
        seats[person, campaign].append("|".join(map(str, rest)))
    return {
        right: "\n".join([sessions.get(right.session, ""), *sorted(seats.get((right.person or 0, right.campaign), []))])
        for right in rights
    }


def heads_of(campaigns: Iterable[int]) -> dict[int, Heads]:
    """How far the chains of these campaigns are."""
    try:
        found: dict[int, Heads] = {}
        chains = Chain.objects.filter(campaign__in=campaigns)
        for campaign, audience, sequence in chains.values_list("campaign", "audience", "sequence"):
            found.setdefault(campaign, {})[audience] = sequence
        return found
    finally:
        connections.close_all()
