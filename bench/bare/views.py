"""One INSERT and a short answer: once behind nothing, once behind all that stands before the product's own views."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from bench.bare.models import Row
from navalassist.sqlite import write_lock

MINIMAL = "/bench/bare/"
GetResponse = Callable[[HttpRequest], HttpResponseBase]


def done() -> HttpResponse:
    """A short answer; its length is said, for without CommonMiddleware nobody else says it."""
    return HttpResponse("done", headers={"Content-Length": "4"})


@csrf_exempt
@require_POST
def insert(request: HttpRequest) -> HttpResponse:
    """The one INSERT, under the product's lock: without it, eight threads wait in SQLite's own busy loop."""
    with write_lock():
        Row.objects.create(text=request.POST["text"], number=1)
    return done()


@require_POST
def insert_behind_all(request: HttpRequest) -> HttpResponse:
    """The same behind the product's middleware, with its CSRF check and its session read."""
    request.session.get("actor")
    with write_lock():
        Row.objects.create(text=request.POST["text"], number=1)
    return done()


class Bare(BaseHandler):
    """Django with no middleware at all."""

    def __init__(self) -> None:
        middleware, settings.MIDDLEWARE = settings.MIDDLEWARE, []
        try:
            self.load_middleware()
        finally:
            settings.MIDDLEWARE = middleware


def past_all_middleware(get_response: GetResponse) -> GetResponse:
    """The outermost middleware of the measured server: it hands the bare view to a Django without any other."""
    bare = Bare()

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return bare.get_response(request) if request.path == MINIMAL else get_response(request)

    return middleware
