"""Nobody gets past the door of a club without an account, except to the few pages that are made for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

GetResponse = Callable[[HttpRequest], HttpResponse]


class KnownPeople:
    """Send everybody who is not logged in to the login page, with the way back where the request was a plain read."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """None where the view may answer."""
        if request.user.is_authenticated or not getattr(view, "login_required", True):
            return None
        url = settings.LOGIN_URL
        if request.method in ("GET", "HEAD") and request.path != "/":
            url += f"?next={quote(request.get_full_path())}"
        if request.headers.get("HX-Request"):
            return HttpResponse(headers={"HX-Redirect": settings.LOGIN_URL})
        return HttpResponseRedirect(url)
