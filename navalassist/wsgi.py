"""The WSGI application, for `navalassist.server` and for any other WSGI server."""

import logging
import os
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest
from django.urls import ResolverMatch, get_resolver
from django.utils.http import parse_header_parameters

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "navalassist.settings")
django.setup(set_prefix=False)


@lru_cache(maxsize=500)
def leads_to(path: str, among: str) -> ResolverMatch:
    """The view of an address. among: the module of addresses. Resolver404 for none."""
    return get_resolver(among).resolve(path)


class Handler(WSGIHandler):
    """Django's, but it looks an address up once: to try one pattern after the other takes as long as a small view."""

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        request.resolver_match = found = leads_to(request.path_info, settings.ROOT_URLCONF)
        return found


_django = Handler()
log = logging.getLogger(__name__)


@cache
def begin() -> None:
    """Before the first request: what `navalassist.server` does at its start and another server would leave out."""
    from django.db import DatabaseError

    from navalassist.keeping.ready import tell

    try:
        tell(log.warning)
    except DatabaseError:
        # The page says what is wrong with the database; without this nothing is written.
        log.exception("it cannot be told whether the database was put back from a copy")


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Django, told of no content type that it would stumble over before it can answer."""
    begin()
    environ["CONTENT_TYPE"] = readable(environ.get("CONTENT_TYPE", ""))
    return _django(environ, start_response)


def readable(content_type: str) -> str:
    """The content type of a request; bytes, from which no form is read, where it says another code than UTF-8.

    Python knows codes that are none of text (zlib), and a request in one of them, or with a broken parameter, would be
    a fault instead of a refusal.
    """
    try:
        _, parameters = parse_header_parameters(content_type)
        utf8 = str(parameters.get("charset", "utf-8")).lower() in ("utf-8", "utf8")
    except (LookupError, ValueError):
        utf8 = False
    return content_type if utf8 else "application/octet-stream"
