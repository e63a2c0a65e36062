"""Logging in and out."""

from __future__ import annotations

from django.contrib import auth
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from navalassist.desk.answers import page, problems
from navalassist.desk.people.forms import LoginForm, fitting
from navalassist.desk.problem import Problem
from navalassist.play.people import accounts
from navalassist.seats.sessions import note_device
from navalassist.sqlite import write_lock

BACKEND = "navalassist.seats.backend.People"


def onward(request: HttpRequest) -> str:
    """Where to go after the login: a path of this site, else the list of campaigns."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    safe = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if safe and not wanted.startswith(("/login/", "/logout/")) else "/"


def show(request: HttpRequest, problem: Problem | None = None) -> HttpResponse:
    """The login form, with the name that was typed; never the password."""
    name, gone = request.POST.get("username", ""), request.GET.get("gone") == "1"
    context = {"here": "login", "problem": problem, "name": name, "next": onward(request), "gone": gone}
    return page(request, "desk/people/login.html", context)


@problems(show)
def enter(request: HttpRequest) -> HttpResponse:
    """Log in, with a new session; what the browser brought with it is forgotten."""
    begin_session(request, fitting(LoginForm(request), "password").get_user())
    return HttpResponseRedirect(onward(request))


def begin_session(request: HttpRequest, user: User) -> None:
    """A new session for this person, and an entry for the moderators of his campaigns."""
    with write_lock():
        request.session.flush()
        auth.login(request, user, backend=BACKEND)
        note_device(request)
    accounts.came(user)


@login_not_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def login(request: HttpRequest) -> HttpResponse:
    """The form, and the way in; also for somebody else on a tablet that was left logged in."""
    if request.method == "POST":
        return enter(request)
    return HttpResponseRedirect(onward(request)) if request.user.is_authenticated else show(request)


@require_POST
def logout(request: HttpRequest) -> HttpResponse:
    """End the session here and on the server."""
    with write_lock():
        auth.logout(request)
    return HttpResponseRedirect("/login/")
