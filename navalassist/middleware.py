"""What every page's answer carries beside its content."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]


def no_store(get_response: GetResponse) -> GetResponse:
    """Tell browsers to keep no copy of a page: the next person at a shared device must not find it.

    Static files are answered further out and never come here. A view that sets its own Cache-Control keeps it.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware
