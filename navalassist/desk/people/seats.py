"""The people of a campaign: who holds which seat, and the acts that change it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST, require_safe

from navalassist.campaigns.models import Actor
from navalassist.desk.access import SEATS, at, head_of
from navalassist.desk.answers import form_writing, page, problems
from navalassist.desk.at import At
from navalassist.desk.people.codes import JOIN, RESET
from navalassist.desk.people.links import link_to
from navalassist.desk.people.tenures import Invited, Tenure, invitations_in, name_of, tenures_in
from navalassist.desk.problem import Problem
from navalassist.play.people import accounts, seats
from navalassist.play.write import rights
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.writer import AlreadyDone, Writer
from navalassist.seats.models import Invitation, Seat


def show(request: HttpRequest, slug: str, problem: Problem | None = None) -> HttpResponse:
    """The page: every seat with who holds it and who held it, and what this person may do about it."""
    here = at(request, slug)
    manages, own = seats.may_manage(here.viewer), here.viewer.actor
    rows = tenures_in(here.campaign)
    held = [row for row in rows if row.until is None]
    known = {row.person: row.name for row in held}
    context = {
        "head": head_of(here),
        "here": "people",
        "home": f"/c/{slug}/",
        "problem": problem,
        "manages": manages,
        "own": own,
        "seats": [(key, *SEATS[key], [row for row in held if row.key == key]) for key in seats.seats_of(here.system)],
        "before": [row for row in rows if row.until is not None],
        "invitations": invitations_of(here),
        "known": sorted(known.items(), key=lambda pair: pair[1].casefold()),
        "resets": resets_for(request, held),
        "keeps": [(key, words, key == rights.kept_by(here.state.values)) for key, words in rights.CHOICES.items()],
        "submission": new_submission(),
    }
    return page(request, "desk/people/seats.html", context)


def invitations_of(here: At) -> list[Invited]:
    """All of the campaign for who gives its seats, else a person's own."""
    if seats.may_manage(here.viewer):
        return invitations_in(here.campaign)
    return invitations_in(here.campaign, Actor.objects.get(identity=here.viewer.actor))


def resets_for(request: HttpRequest, held: list[Tenure]) -> list[tuple[str, str]]:
    """The people for whom this one may make a link to a new password: identity and name."""
    assert isinstance(request.user, User)
    found = User.objects.filter(account__actor__identity__in={row.person for row in held}).exclude(pk=request.user.pk)
    may = [user for user in found.select_related("account__actor") if accounts.may_reset(user, request.user)]
    return [(str(user.account.actor.identity), user.account.actor.name) for user in may]


@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """The people of a campaign."""
    return show(request, slug)


Act = Callable[[HttpRequest, Writer], None]


def changing(act: Act) -> Callable[..., HttpResponse]:
    """A view that carries one act out and shows the page; a second tap of the same form changes nothing."""

    @require_POST
    @problems(show)
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        here = at(request, slug)
        with suppress(AlreadyDone), form_writing(request, here) as writer:
            act(request, writer)
        # Whoever gave his last seat away may no longer read the campaign's pages.
        return HttpResponseRedirect(f"/c/{slug}/people/" if holds_one(here) else "/")

    return view


def holds_one(here: At) -> bool:
    """Does this person still hold a seat here?"""
    return Seat.objects.held().filter(campaign=here.campaign, actor__identity=here.viewer.actor).exists()


def tenure_named(request: HttpRequest, writer: Writer) -> Seat:
    """The tenure that a form names, of this campaign; 404 for any other."""
    key = request.POST.get("tenure", "")
    found = Seat.objects.select_related("actor").filter(campaign=writer.viewer.campaign, pk=number(key)).first()
    if found is None:
        raise Http404("no such tenure")
    return found


def number(text: str) -> int:
    """A key that a form carries; 0, which nothing has, for what is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0


def person_named(request: HttpRequest, writer: Writer) -> Actor:
    """The person that a form names, who holds a seat of this campaign; 404 for anybody else."""
    held = Seat.objects.held().filter(campaign=writer.viewer.campaign).select_related("actor")
    wanted = request.POST.get("person", "")
    found = next((seat.actor for seat in held if str(seat.actor.identity) == wanted), None)
    if found is None:
        raise Http404("no such person")
    return found


def _give(request: HttpRequest, writer: Writer) -> None:
    seats.give(writer, person_named(request, writer), request.POST.get("seat", ""))


def _end(request: HttpRequest, writer: Writer) -> None:
    seats.end(writer, tenure_named(request, writer))


def _hand_over(request: HttpRequest, writer: Writer) -> None:
    seats.hand_over(writer, tenure_named(request, writer), person_named(request, writer))


def _revoke(request: HttpRequest, writer: Writer) -> None:
    wanted = number(request.POST.get("invitation", ""))
    found = Invitation.objects.select_related("made_by", "hands_over").filter(campaign=writer.viewer.campaign)
    invitation = found.filter(pk=wanted).first()
    if invitation is None:
        raise Http404("no such invitation")
    seats.revoke(writer, invitation)


def _keep(request: HttpRequest, writer: Writer) -> None:
    seats.acting(writer)
    choice = request.POST.get("keep", "")
    words = rights.CHOICES.get(choice, "")
    writer.edit(
        "set-up.keep", (rights.keep_for(writer.state.values, choice),), title=f"The set-up is changed by {words}"
    )


keep = changing(_keep)
give, end, hand_over, revoke = changing(_give), changing(_end), changing(_hand_over), changing(_revoke)


@require_POST
@problems(show)
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Make an invitation and show its link, this once: the server keeps nothing that it could be made from."""
    here = at(request, slug)
    try:
        with form_writing(request, here) as writer:
            tenure = tenure_named(request, writer) if request.POST.get("tenure") else None
            made = seats.offer(writer, tenure) if tenure else seats.invite(writer, request.POST.get("seat", ""))
            invitation, code = made
    except AlreadyDone:
        raise Problem(
            409, "That link was shown already, and only once. Take the invitation back and make another."
        ) from None
    context: dict[str, Any] = {
        "link": link_to(request, JOIN, code),
        "seat": SEATS[invitation.seat],
        "outgoing": name_of(tenure.actor) if tenure else "",
        "until": invitation.expires,
    }
    return page(request, "desk/people/invited.html", context | {"head": head_of(at(request, slug)), "here": "people"})


@require_POST
@problems(show)
def reset(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a link to a new password for somebody who lost his, and show it this once."""
    here = at(request, slug)
    assert isinstance(request.user, User)
    held = Seat.objects.held().filter(campaign=here.campaign)
    found = User.objects.select_related("account__actor").filter(account__actor__seats__in=held).distinct()
    wanted = request.POST.get("person", "")
    user = next((user for user in found if str(user.account.actor.identity) == wanted), None)
    if user is None or not accounts.may_reset(user, request.user):
        raise Http404("no such person")
    context = {
        "link": link_to(request, RESET, accounts.new_reset(user, request.user)),
        "name": user.account.actor.name,
        "back": f"/c/{slug}/people/",
    }
    return page(
        request, "desk/people/reset_link.html", context | {"head": head_of(at(request, slug)), "here": "people"}
    )
