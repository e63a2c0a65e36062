"""Nobody gets past the door of a club without an account, except to the few pages that are made for it."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect


class KnownPeople(LoginRequiredMiddleware):
    """Django's own wall; the way back is kept where the request was a plain read.

    A fragment is no place for a login: there htmx is told to leave the page.
    """

    def handle_no_permission(  # type: ignore[override]
        self, request: HttpRequest, view_func: Callable[..., HttpResponse]
    ) -> HttpResponse:
        if request.headers.get("HX-Request"):
            return HttpResponse(headers={"HX-Redirect": settings.LOGIN_URL})
        if request.method in ("GET", "HEAD") and request.path != "/":
            return super().handle_no_permission(request, view_func)
        return HttpResponseRedirect(settings.LOGIN_URL)
