"""The administrator's page: accounts, and campaigns that need a moderator. It shows nothing of any game."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import suppress
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.desk.answers import key_of, page, problems
from navalassist.desk.people.codes import JOIN, RESET
from navalassist.desk.people.links import link_to
from navalassist.desk.people.seats import number
from navalassist.desk.people.tenures import invitations_in
from navalassist.desk.problem import Problem
from navalassist.play.people import accounts as people
from navalassist.play.people import seats
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import AlreadyDone
from navalassist.seats.models import ADMINISTRATOR, MEMBER, Account, Seat
from navalassist.security_log import refused

View = Callable[..., HttpResponse]


def for_administrators(view: View) -> View:
    """For everybody else there is no such page."""

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        if not (isinstance(request.user, User) and request.user.is_staff):
            refused(request, "right", "for administrators")
            raise Http404("not for you")
        return view(request, *args, **kwargs)

    return answer


def show(request: HttpRequest, problem: Problem | None = None, **_: str) -> HttpResponse:
    """The page."""
    held = Count("actor__seats", filter=Q(actor__seats__until=None))
    accounts = Account.objects.select_related("user", "actor").annotate(held=held).order_by("user__username")
    umpires: dict[int, list[str]] = {}
    for seat in Seat.objects.held().filter(seat=MODERATOR).select_related("actor"):
        umpires.setdefault(seat.campaign_id, []).append(seat.actor.name)
    context = {
        "here": "club",
        "accounts": accounts,
        "campaigns": [(campaign, umpires.get(campaign.pk, [])) for campaign in Campaign.objects.all()],
        "invitations": invitations_in(None),
        "problem": problem,
        "me": request.user,
        "submission": new_submission(),
    }
    return page(request, "desk/people/club.html", context)


@require_safe
@for_administrators
def index(request: HttpRequest) -> HttpResponse:
    """The accounts of the club."""
    return show(request)


def user_named(person: str | UUID) -> User:
    """The account of an actor's identity; 404 for none."""
    users = User.objects.select_related("account__actor")
    found = next((user for user in users if str(user.account.actor.identity) == str(person)), None)
    if found is None:
        raise Http404("no such account")
    return found


def me(request: HttpRequest) -> User:
    """Who asks; `for_administrators` has looked already."""
    assert isinstance(request.user, User)
    return request.user


@require_POST
@for_administrators
@problems(show)
def invite(request: HttpRequest) -> HttpResponse:
    """A link for somebody new, shown this once."""
    kind = ADMINISTRATOR if request.POST.get("kind") == ADMINISTRATOR else MEMBER
    invitation, code = people.invite(kind, me(request))
    link = link_to(request, JOIN, code)
    context = {"here": "club", "link": link, "until": invitation.expires, "kind": kind}
    return page(request, "desk/people/invited.html", context)


@require_POST
@for_administrators
@problems(show)
def revoke(request: HttpRequest) -> HttpResponse:
    """Take an invitation to the club back."""
    people.revoke(number(request.POST.get("invitation", "")), me(request))
    return HttpResponseRedirect("/people/")


@require_POST
@for_administrators
@problems(show)
def reset(request: HttpRequest, person: str) -> HttpResponse:
    """A link to a new password, shown this once."""
    user = user_named(person)
    link = link_to(request, RESET, people.new_reset(user, me(request)))
    context = {"here": "club", "link": link, "name": user.account.actor.name}
    return page(request, "desk/people/reset_link.html", context | {"back": "/people/"})


@require_POST
@for_administrators
@problems(show)
def close(request: HttpRequest, person: str) -> HttpResponse:
    """Close an account, or open it again."""
    user = user_named(person)
    (people.stop if request.POST.get("do") == "close" else people.resume)(user, me(request))
    return HttpResponseRedirect("/people/")


@require_POST
@for_administrators
@problems(show)
def promote(request: HttpRequest, person: str) -> HttpResponse:
    """Make somebody an administrator."""
    people.make_administrator(user_named(person), me(request))
    return HttpResponseRedirect("/people/")


def show_removal(request: HttpRequest, person: str, problem: Problem | None = None) -> HttpResponse:
    """What goes and what stays."""
    user = user_named(person)
    held = Seat.objects.held().filter(actor=user.account.actor).select_related("campaign")
    context = {"here": "club", "name": user.account.actor.name, "held": held.count(), "problem": problem}
    return page(request, "desk/people/remove.html", context | {"person": person})


@problems(show_removal)
def remove_now(request: HttpRequest, person: str) -> HttpResponse:
    """Delete the account."""
    people.remove(user_named(person), me(request))
    return HttpResponseRedirect("/people/")


@require_http_methods(["GET", "HEAD", "POST"])
@for_administrators
def remove(request: HttpRequest, person: str) -> HttpResponse:
    """Delete an account: asked first."""
    return remove_now(request, person) if request.method == "POST" else show_removal(request, person)


@require_POST
@for_administrators
@problems(show)
def moderate(request: HttpRequest) -> HttpResponse:
    """Give somebody the moderator's seat of a campaign; everybody who plays in it reads that in its log."""
    campaign = Campaign.objects.filter(identity=identity(request.POST.get("campaign", ""))).first()
    if campaign is None:
        raise Http404("no such campaign")
    person = user_named(request.POST.get("person", "")).account.actor
    viewer = Viewer(campaign, ADMINISTRATOR, str(me(request).account.actor.identity))
    with suppress(AlreadyDone), writing(viewer, submission=key_of(request)) as writer:
        seats.give(writer, person, MODERATOR)
    return HttpResponseRedirect(f"/c/{campaign.slug}/" if request.POST.get("enter") else "/people/")


def identity(text: str) -> UUID:
    """A UUID as a form carries it; for what is none, the one that nothing has."""
    try:
        return UUID(text)
    except ValueError:
        return UUID(int=0)
