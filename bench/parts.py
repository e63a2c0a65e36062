"""What a shipment check costs, part by part: POSTs to the product in this very process, one after the other.

Each part is some functions of the product with a clock round them. What another part takes within one is not counted
to it, and what stands in no part is the request itself: addresses, middleware, session, CSRF check and answer.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any
from unittest import mock

from bench.client import END_OF_HEAD, post
from bench.report import Report
from bench.server import FIRST, TOKEN, cookies_in

if TYPE_CHECKING:
    from navalassist.serving.pages import Page

REQUEST = "the request: addresses, middleware, session, CSRF, answer"
# Where each function is looked up by who calls it.
PARTS = {
    "who asks, and the heads": ["navalassist.systems.europa.pages.board.context:at"],
    "the view, and what the board asks before a roll": ["navalassist.systems.europa.pages.board.views:act_once"],
    "the state copied and published": [
        "navalassist.play.state:State.copy",
        "navalassist.play.write.transaction:states.publish",
    ],
    "the situation, read from the facts": ["navalassist.play.rules.resolve:built"],
    "the odds before the roll": ["navalassist.play.rules.resolve:figures_of"],
    "the rule, with its dice": ["navalassist.play.rules.resolve:run"],
    "legality, and what is recorded": ["navalassist.systems.europa.board.rolling:carry_out"],
    "effects": ["navalassist.play.rules.resolve:applied"],
    "the entry: text, hash, tags": ["navalassist.play.write.writer:Writer.append"],
    "rows made of changes": ["navalassist.play.write.writer:Writer.flush"],
    "statements": [
        "navalassist.play.storage.statements:executed",
        "django.db.backends.utils:CursorWrapper.execute",
        "django.db.backends.utils:CursorWrapper.executemany",
    ],
    "commit": ["django.db.backends.base.base:BaseDatabaseWrapper._commit"],
}


class Clocks:
    """Seconds of each part: of the processor, and of the clock on the wall, which runs on while one waits."""

    def __init__(self) -> None:
        self.spent: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self._part, self._since = REQUEST, (time.thread_time(), time.perf_counter())

    def turn_to(self, part: str) -> str:
        """From now on this part takes its time; the one before."""
        before, now = self._part, (time.thread_time(), time.perf_counter())
        for place in range(2):
            self.spent[before][place] += now[place] - self._since[place]
        self._part, self._since = part, now
        return before

    def timed(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function as a part."""

        @wraps(function)
        def within(*given: Any, **more: Any) -> Any:
            before = self.turn_to(part)
            try:
                return function(*given, **more)
            finally:
                self.turn_to(before)

        return within


@contextmanager
def with_clocks() -> Iterator[Clocks]:
    """The product with its clocks."""
    clocks = Clocks()
    with ExitStack() as stack:
        for part, names in PARTS.items():
            for name in names:
                module, _, path = name.partition(":")
                *owners, last = path.split(".")
                owner = import_module(module)
                for one in owners:
                    owner = getattr(owner, one)
                timed = clocks.timed(part, getattr(owner, last))
                stack.enter_context(mock.patch.object(owner, last, timed))
        yield clocks


def scope_of(request: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """A request as the server takes it from a line, and its body."""
    head, _, body = request.partition(END_OF_HEAD)
    first, *lines = head.split(b"\r\n")
    method, path, _ = first.split(b" ")
    headers = [(name.lower(), value) for name, value in (line.split(b": ", 1) for line in lines)]
    about = {"method": method.decode(), "scheme": "http", "http_version": "1.1", "path": path.decode()}
    return about | {"raw_path": path, "query_string": b"", "headers": headers}, [body]


def ask(requests: Iterable[bytes]) -> list[Page]:
    """The product's answers to these requests. RuntimeError for one that is no success."""
    from navalassist.serving.pages import made
    from navalassist.wsgi import application

    pages = [made(application, *scope_of(request)) for request in requests]
    for page in pages:
        page.whole.close()
        if page.status not in (200, 302):
            raise RuntimeError(f"an answer that is no success: {page.status}")
    return pages


def cookies_here(slug: str) -> dict[str, str]:
    """The cookies of a browser that has taken a seat, as `bench.server` gets them from a server."""
    fields = {"seat": "axis", "csrfmiddlewaretoken": TOKEN}
    (page,) = ask([post(f"/c/{slug}/seat/", fields, FIRST)])
    said = next((value.decode() for name, value in page.headers if name == b"set-cookie"), "")
    return FIRST | cookies_in(said)


def parts_of(name: str, checks: Iterable[bytes]) -> Report:
    """Where the time of checks goes. name: of the database."""
    report = Report(f"Parts of a check, {name}", ("part", "processor, ms", "with what is waited for, ms"))
    with with_clocks() as clocks:
        clocks.turn_to(REQUEST)
        clocks.spent.clear()
        count = len(ask(checks))
        clocks.turn_to(REQUEST)
    for part, (processor, wall) in [*clocks.spent.items(), ("together", _sum(clocks.spent.values()))]:
        report.row(part, f"{processor / count * 1000:.3f}", f"{wall / count * 1000:.3f}")
    report.notes.append(f"{count:,} checks in one thread, nothing of the lines and of other threads in it.")
    return report


def _sum(spent: Iterable[list[float]]) -> list[float]:
    return [sum(column) for column in zip(*spent, strict=True)]
