"""The code of an invitation, or of a link to a new password, on its way into the form that uses it.

It stands in no address that a server is asked for, since proxies write addresses down and browsers keep them. A link
has it behind the `#`, which no browser sends; a script puts it into the field of a form, and whoever has no script
pastes the link there. From then on a cookie of this browser carries it, until it is used or for an hour.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from navalassist.desk.answers import page
from navalassist.desk.problem import Problem

JOIN, RESET = "join", "reset"
KEPT_SECONDS = 60 * 60
LONGEST = 120
ALSO = "-_.= "


def link_path(kind: str, code: str) -> str:
    """What stands in a link behind the server's name."""
    return f"/{kind}/#{code}"


def code_in(typed: str) -> str:
    """The code in what was typed or pasted: alone, or the end of a link. Problem 422 for what can be none."""
    code = typed.strip().rstrip("/").replace("#", "/").rpartition("/")[2].strip()
    if not code or len(code) > LONGEST or not all(c.isascii() and (c.isalnum() or c in ALSO) for c in code):
        raise Problem(422, "The code has letters, digits and hyphens only. Look at it again.", "code")
    return code


def show_field(request: HttpRequest, kind: str, problem: Problem | None = None) -> HttpResponse:
    """The page with the field for a code."""
    return page(request, "desk/people/code.html", {"kind": kind, "problem": problem})


def keep(kind: str, code: str) -> HttpResponse:
    """On to the form, with the code in this browser's keeping."""
    response = HttpResponseRedirect(f"/{kind}/open/")
    response.set_cookie(
        _cookie(kind),
        code,
        max_age=KEPT_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def kept(request: HttpRequest, kind: str) -> str:
    """The code that this browser keeps; '' for none."""
    return request.COOKIES.get(_cookie(kind), "")[:LONGEST]


def used(response: HttpResponse, kind: str) -> HttpResponse:
    """Let the browser forget the code, where the form that used it was carried out."""
    if response.status_code == 302:
        response.delete_cookie(_cookie(kind), samesite="Lax")
    return response


def _cookie(kind: str) -> str:
    return f"{settings.SESSION_COOKIE_NAME}_{kind}"
