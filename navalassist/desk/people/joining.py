"""Coming in by an invitation. To look at one never uses it up; only the form does."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from navalassist.desk.access import SEATS
from navalassist.desk.answers import page, problems
from navalassist.desk.people import codes
from navalassist.desk.people.forms import NewPasswordForm, fitting
from navalassist.desk.people.login import begin_session
from navalassist.desk.problem import Problem
from navalassist.play.people import accounts, seats
from navalassist.seats.models import FORMER, Invitation, Seat
from navalassist.security_log import refused


def show_field(request: HttpRequest, _code: str = "", problem: Problem | None = None) -> HttpResponse:
    """Where a code is typed that somebody read aloud or handed over on paper."""
    return codes.show_field(request, codes.JOIN, problem)


@problems(show_field)
def take_code(request: HttpRequest, code: str) -> HttpResponse:
    """On to the page of the invitation."""
    return codes.keep(codes.JOIN, codes.code_in(code))


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """The field for a code, and what is typed there."""
    if request.method == "POST":
        return take_code(request, request.POST.get("code", ""))
    return show_field(request)


@login_not_required
@require_safe
def older_link(request: HttpRequest, code: str) -> HttpResponse:
    """A link of an older version, which had the code in its address: that is left at once."""
    return take_code(request, code)


def show(request: HttpRequest, code: str, problem: Problem | None = None) -> HttpResponse:
    """What the invitation is for, and the form that takes it."""
    try:
        invitation = seats.open_invitation(code)
    except seats.SeatRefused as refusal:
        status = 404 if str(refusal) == seats.NO_INVITATION else 410
        refused(request, "code", "no such invitation" if status == 404 else "an invitation that holds no more")
        return page(request, "desk/people/no_invitation.html", {"text": str(refusal)}, status)
    context = {
        "for": what_for(invitation),
        "by": invitation.made_by and (invitation.made_by.name or FORMER),
        "until": invitation.expires,
        "problem": problem,
        "name": request.POST.get("name", ""),
        "name_length": accounts.NAME_LENGTH,
        "seat": invitation.seat,
    }
    return page(request, "desk/people/join.html", context)


def what_for(invitation: Invitation) -> str:
    """Which seat of which campaign, in words."""
    if invitation.campaign is None:
        return "look after this club as its administrator" if invitation.seat == "administrator" else "join this club"
    what = f"the {SEATS[invitation.seat][0]} seat in {invitation.campaign.name}"
    if invitation.hands_over is not None:
        return f"take over {what} from {invitation.hands_over.actor.name or FORMER}"
    return f"take {what}"


@problems(show)
def take(request: HttpRequest, code: str) -> HttpResponse:
    """Use the invitation up: with the account that is logged in, or with a new one."""
    if isinstance(request.user, User):
        if seats.open_invitation(code).campaign is None:
            accounts.become_administrator(code, request.user)
            return HttpResponseRedirect("/people/")
        seat = seats.accept(code, request.user.account.actor)
        return to_the_seat(request, seat)
    password = twice(request)
    account = accounts.join(code, request.POST.get("name", ""), password)
    begin_session(request, account.user)
    given = Seat.objects.held().filter(actor=account.actor).select_related("campaign").first()
    if given is not None:
        return to_the_seat(request, given)
    return HttpResponseRedirect("/people/" if account.user.is_staff else "/")


def to_the_seat(request: HttpRequest, seat: Seat) -> HttpResponse:
    """On to the campaign, and into the seat that was just given."""
    request.session[f"seat:{seat.campaign.slug}"] = seat.seat
    return HttpResponseRedirect(f"/c/{seat.campaign.slug}/")


def twice(request: HttpRequest) -> str:
    """A new password, typed twice the same."""
    return str(fitting(NewPasswordForm(request.POST)).cleaned_data["password"])


@login_not_required
@sensitive_post_parameters("password", "again")
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest) -> HttpResponse:
    """The page of the invitation whose code this browser keeps."""
    code = codes.kept(request, codes.JOIN)
    if not code:
        return HttpResponseRedirect("/join/")
    return codes.used(take(request, code), codes.JOIN) if request.method == "POST" else show(request, code)
