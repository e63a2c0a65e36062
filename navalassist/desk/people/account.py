"""A person's own page: his seats, his password, his leaving; and a new password by a link."""

from __future__ import annotations

from typing import Any

from django.contrib import auth
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from navalassist.desk.answers import page, problems
from navalassist.desk.people import codes
from navalassist.desk.people.forms import OwnPasswordForm, fitting
from navalassist.desk.people.joining import twice
from navalassist.desk.people.login import begin_session
from navalassist.desk.people.tenures import tenures_of
from navalassist.desk.problem import Problem
from navalassist.play.people import accounts
from navalassist.seats import sessions
from navalassist.security_log import refused
from navalassist.sqlite import write_lock

# What no session is called.
NO_SIGN = "-"


def whole(request: HttpRequest, problem: Problem | None = None) -> dict[str, Any]:
    """What the page shows."""
    assert isinstance(request.user, User)
    return {
        "here": "me",
        "tenures": tenures_of(request.user.account.actor),
        "sessions": sessions.open_sessions(request.user.pk, request.session.session_key),
        "problem": problem,
    }


@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """My seats, with those that I held before, and what can be done with the account."""
    return page(request, "desk/people/me.html", whole(request))


@require_POST
def end_session(request: HttpRequest) -> HttpResponse:
    """End one of one's own sessions, or all but this one: a tablet was lost, or left logged in."""
    assert isinstance(request.user, User)
    sign = "" if request.POST.get("which") == "others" else request.POST.get("which", "")[:40] or NO_SIGN
    sessions.end_sessions(request.user.pk, sign, but=request.session.session_key)
    return HttpResponseRedirect("/me/")


def show_password(request: HttpRequest, problem: Problem | None = None) -> HttpResponse:
    """The form for another password; nothing that was typed comes back."""
    done = request.GET.get("done") == "1"
    return page(request, "desk/people/password.html", {"here": "me", "problem": problem, "done": done})


@problems(show_password)
def change_password(request: HttpRequest) -> HttpResponse:
    """Set another password. Every other session of this person ends with the old one."""
    user, password = fitting(OwnPasswordForm(request)).user, twice(request)
    if password == request.POST.get("old", ""):
        raise Problem(422, "New password: this is the one that you have now. Choose another.", "password")
    accounts.new_password(user, password)
    with write_lock():
        auth.update_session_auth_hash(request, user)
    return HttpResponseRedirect("/me/password/?done=1")


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Change the password."""
    return change_password(request) if request.method == "POST" else show_password(request)


def show_leaving(request: HttpRequest, problem: Problem | None = None) -> HttpResponse:
    """What goes and what stays when an account is deleted, and the form that does it."""
    return page(request, "desk/people/leave.html", whole(request, problem))


@problems(show_leaving)
def leave_for_good(request: HttpRequest) -> HttpResponse:
    """Delete the account of whoever asks."""
    user = fitting(OwnPasswordForm(request)).user
    accounts.remove(user, user)
    with write_lock():
        request.session.flush()
    return HttpResponseRedirect("/login/?gone=1")


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def leaving(request: HttpRequest) -> HttpResponse:
    """Delete the own account."""
    return leave_for_good(request) if request.method == "POST" else show_leaving(request)


# ---- a new password by a link


def show_reset(request: HttpRequest, who: str, token: str, problem: Problem | None = None) -> HttpResponse:
    """The form; to look at it does not use the link up."""
    user = accounts.user_of_reset(who, token)
    if user is None:
        refused(request, "code", "no such link to a new password")
        text = "This link holds no more. It was for one use and one day; ask for a new one."
        return page(request, "desk/people/no_invitation.html", {"text": text}, 404)
    return page(request, "desk/people/reset.html", {"problem": problem, "name": user.account.actor.name})


@problems(show_reset)
def set_by_link(request: HttpRequest, who: str, token: str) -> HttpResponse:
    """Set the new password and come in with it."""
    if accounts.user_of_reset(who, token) is None:
        return show_reset(request, who, token)
    user = accounts.reset(who, token, twice(request))
    if user is None:
        return show_reset(request, who, token)
    begin_session(request, user)
    return HttpResponseRedirect("/")


@login_not_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def reset(request: HttpRequest) -> HttpResponse:
    """A new password by the link whose code this browser keeps."""
    who, _, token = codes.kept(request, codes.RESET).partition(".")
    if not token:
        return HttpResponseRedirect("/reset/")
    if request.method == "POST":
        return codes.used(set_by_link(request, who, token), codes.RESET)
    return show_reset(request, who, token)


def show_field(request: HttpRequest, _code: str = "", problem: Problem | None = None) -> HttpResponse:
    """Where a link is pasted by whoever has no script."""
    return codes.show_field(request, codes.RESET, problem)


@problems(show_field)
def take_code(request: HttpRequest, code: str) -> HttpResponse:
    """On to the form for the password."""
    return codes.keep(codes.RESET, codes.code_in(code))


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def ask_for_link(request: HttpRequest) -> HttpResponse:
    """The field for a link, and what is pasted there."""
    if request.method == "POST":
        return take_code(request, request.POST.get("code", ""))
    return show_field(request)


@login_not_required
@require_safe
def older_link(request: HttpRequest, who: str, token: str) -> HttpResponse:
    """A link of an older version, which had the token in its address: that is left at once."""
    return take_code(request, f"{who}.{token}")
