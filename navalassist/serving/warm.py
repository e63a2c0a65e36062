"""The main pages are made once for nobody, when the server has begun: the first person waits no longer than the second.

What a page needs is read, compiled and built when it is first made: templates, addresses, models, shapes of the map.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import connections
from django.template.loader import get_template
from django.urls import resolve

from navalassist import collector, stopping
from navalassist.auditlog.models import Entry
from navalassist.desk.system_pages import system_pages_of
from navalassist.serving.answers import Scope
from navalassist.serving.pages import Application, made

log = logging.getLogger(__name__)


def warm(application: Application) -> None:
    """Make what people open first. A page that fails is written down as for anybody, and the next one is made."""
    try:
        for make in _templates() if settings.CLUB else _pages(application):
            if stopping.asked():
                break
            with suppress(Exception):
                make()
    except Exception:
        if not stopping.asked():
            log.exception("the first pages can't be made before somebody opens them")
    connections.close_all()
    collector.settle()


def _pages(application: Application) -> Iterator[Callable[[], object]]:
    """The campaigns, and of the one that was played last the map, the pages in its head, and the newest receipt."""
    yield partial(_make, application, "/")
    last = Entry.objects.select_related("campaign").order_by("-id").first()
    if last is not None:
        own = (link.path for link in system_pages_of(last.campaign.system).pages)
        for page in ("", *own, "log/", f"log/{last.chain}/{last.sequence}/"):
            yield partial(_make, application, f"/c/{last.campaign.slug}/{page}")


def _make(application: Application, address: str) -> None:
    scope: Scope = {
        "method": "GET",
        "scheme": "http",
        "http_version": "1.1",
        "path": address,
        "raw_path": address.encode(),
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
    }
    made(application, scope, []).whole.close()


def _templates() -> Iterator[Callable[[], object]]:
    """Addresses, and all templates: a club shows its campaigns to nobody whom it does not know."""
    yield partial(resolve, "/")
    for folder in settings.TEMPLATES[0]["DIRS"]:
        for path in Path(folder).rglob("*.html"):
            yield partial(get_template, path.relative_to(folder).as_posix())
