"""What every page's answer carries beside its content."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render

GetResponse = Callable[[HttpRequest], HttpResponse]


def content_policy(get_response: GetResponse) -> GetResponse:
    """Tell browsers what a page may load and run: nothing but our own files. The same for every answer."""
    policy = "; ".join(f"{what} {sources}" for what, sources in settings.CONTENT_SECURITY_POLICY.items())

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["Content-Security-Policy"] = policy
        return response

    return middleware


def no_store(get_response: GetResponse) -> GetResponse:
    """Tell browsers to keep no copy of a page: the next person at a shared device must not find it.

    Static files are answered further out and never come here. A view that sets its own Cache-Control keeps it.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


def only_forms(get_response: GetResponse) -> GetResponse:
    """Say in words that an address only takes forms, where somebody reloads it; a bare 405 is a blank page."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and request.method == "GET":
            page = render(request, "405.html", status=405)
            page.headers["Allow"] = response.headers["Allow"]
            return page
        return response

    return middleware
