"""What holds for every page: what its answer carries beside its content, and what never comes to it."""

from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, QueryDict
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


NUL = "\0"
# The key of a form is ours and typed by nobody: one with NUL in it is refused, not mended.
AS_IT_IS = "submission"


class WithoutNul:
    """Drop NUL from what a form says. No keyboard types it, no browser shows it, and PostgreSQL keeps it in no text.

    It reads the form, so it stands last: nothing is read of whom another middleware turns away.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_view(self, request: HttpRequest, _view: object, _args: object, _kwargs: object) -> None:
        """Before a view gets it."""
        if NUL in request.path_info:
            raise Http404
        request.GET = _cleaned(request.GET)  # type: ignore[assignment]
        request.POST = _cleaned(request.POST)  # type: ignore[assignment]


def _cleaned(said: QueryDict) -> QueryDict:
    if not any(NUL in text for name, values in said.lists() for text in (name, *values)):
        return said
    cleaned = QueryDict(mutable=True)
    for name, values in said.lists():
        for value in values:
            cleaned.appendlist(name.replace(NUL, ""), value if name == AS_IT_IS else value.replace(NUL, ""))
    cleaned._mutable = False
    return cleaned
