"""Tablets at a page: each hears versions on its stream and then fetches the whole page, as static/js/live.js does.

What comes is only kept; it is unpacked and read when the clock has stopped.
"""

from __future__ import annotations

import asyncio
import gzip
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bench.client import END_OF_HEAD, HOST, body_length

VERSION = re.compile(rb'data-version="([^"]*)"')
PATIENCE_SECONDS = 120
LEAVING_SECONDS = 0.3
# So many load their page at the same time while they come.
AT_ONCE = 25
# What Chromium says where a page fetches itself.
FETCHED = (
    "Connection: keep-alive",
    "Pragma: no-cache",
    "Cache-Control: no-cache",
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "Accept: text/html",
    "Sec-Fetch-Site: same-origin",
    "Sec-Fetch-Mode: cors",
    "Sec-Fetch-Dest: empty",
    "Accept-Encoding: gzip, deflate",
    "Accept-Language: en-GB,en;q=0.9",
)


def fetch(path: str, cookies: str) -> bytes:
    """The request by which live.js fetches a page."""
    lines = (f"GET {path} HTTP/1.1", f"Host: {HOST}", *FETCHED, f"Referer: http://{HOST}{path}", f"Cookie: {cookies}")
    return "\r\n".join(lines).encode() + END_OF_HEAD


def listen(path: str, cookies: str) -> bytes:
    """The request of a stream."""
    lines = (f"GET {path} HTTP/1.1", f"Host: {HOST}", "Accept: text/event-stream", f"Cookie: {cookies}")
    return "\r\n".join(lines).encode() + END_OF_HEAD


@dataclass(frozen=True)
class Answer:
    """An answer as it came over the line. told: the newest version that was known when it was asked for."""

    raw: bytes
    told: str = ""

    @property
    def status(self) -> int:
        """The code of the answer."""
        return int(self.raw[9:12])

    @property
    def sent(self) -> bytes:
        """The body as it was sent."""
        return self.raw.partition(END_OF_HEAD)[2]

    @property
    def body(self) -> bytes:
        """The body, unpacked."""
        packed = b"content-encoding: gzip" in self.raw.partition(END_OF_HEAD)[0].lower()
        return gzip.decompress(self.sent) if packed else self.sent

    @property
    def version(self) -> str:
        """The version that the page shows; '' where it shows none."""
        found = VERSION.search(self.body)
        return found[1].decode() if found else ""


Lost = Callable[[Exception], None]


class Line(asyncio.Protocol):
    """A line that is kept open: one request after the other, each answer taken whole. lost: told where it breaks."""

    def __init__(self, lost: Lost) -> None:
        self._lost = lost
        self._then: Callable[[bytes], None] | None = None
        self._parts: list[bytes] = []
        self._left = -1
        self.wire: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.wire = transport

    def ask(self, request: bytes, then: Callable[[bytes], None]) -> None:
        """Send a request; `then` is given the answer."""
        self._then, self._parts, self._left = then, [], -1
        self.wire.write(request)

    async def asked(self, request: bytes) -> Answer:
        """Send a request and wait for its answer."""
        whole: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.ask(request, whole.set_result)
        return Answer(await asyncio.wait_for(whole, PATIENCE_SECONDS))

    def data_received(self, data: bytes) -> None:
        self._parts.append(data)
        if self._left >= 0:
            self._left -= len(data)
        else:
            head, end, body = b"".join(self._parts).partition(END_OF_HEAD)
            self._left = body_length(head) - len(body) if end else -1
        if self._left == 0 and self._then is not None:
            then, self._then = self._then, None
            then(b"".join(self._parts))

    def connection_lost(self, error: Exception | None) -> None:
        if self._then is not None:
            self._lost(error or ConnectionError("the server closed a line in the middle of an answer"))


class Stream(asyncio.Protocol):
    """A line on which versions come."""

    def __init__(self, request: bytes, hear: Callable[[str], None], lost: Lost) -> None:
        self._request, self._hear, self._lost = request, hear, lost
        self._rest = b""
        self.wire: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.wire = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        *events, self._rest = (self._rest + data).split(b"\n\n")
        for event in events:
            _, found, version = event.rpartition(b"data: ")
            if found:
                self._hear(version.decode())

    def connection_lost(self, error: Exception | None) -> None:
        self._lost(error or ConnectionError("the server closed a stream"))


class Tablet:
    """One tablet. page and stream: what it asks; seat: which of the campaign's seats it sits in.

    answers: the pages that it was sent since the last act.
    """

    def __init__(self, seat: str, page: bytes, stream: bytes) -> None:
        self.seat, self.page = seat, page
        self.answers: list[Answer] = []
        self._stream = stream
        self._told = self._shown = ""
        self._fetching = self._heard = False

    async def come(self, port: int, crowd: Crowd) -> None:
        """Load the page, then listen until a first version has come."""
        loop, first = asyncio.get_running_loop(), asyncio.Event()
        self._crowd = crowd
        _, self._line = await loop.create_connection(lambda: Line(crowd.fail), HOST, port)
        self.answers = [await self._line.asked(self.page)]
        self._shown = self.answers[0].version

        def hear(version: str) -> None:
            first.set()
            # The bare view's pages show no version.
            self._shown = self._shown or version
            self.hear(version)

        _, self._versions = await loop.create_connection(lambda: Stream(self._stream, hear, crowd.fail), HOST, port)
        await asyncio.wait_for(first.wait(), PATIENCE_SECONDS)

    def await_news(self) -> None:
        """Somebody acts."""
        self.answers.clear()
        self._heard = False

    def hear(self, version: str) -> None:
        """There is this version now."""
        self._crowd.heard()
        self._told, self._heard = version, True
        self._look()

    def _look(self) -> None:
        if self._told != self._shown and not self._fetching:
            self._fetching, self._shown = True, self._told
            self._line.ask(self.page, self._take)

    def _take(self, raw: bytes) -> None:
        """Take what was fetched for what was told, as live.js does; who was told of more meanwhile fetches again."""
        self.answers.append(Answer(raw, self._shown))
        self._fetching = False
        self._look()
        if self._heard and not self._fetching:
            self._crowd.holds(self)

    def leave(self) -> None:
        """Close both lines."""
        self._line.wire.close()
        self._versions.wire.close()


@dataclass(frozen=True)
class Seen:
    """What an act took, in milliseconds: until it was answered; and from its commit until the last tablet had its page.

    The commit counts from the act's answer, or from the first word of it on any stream where that came sooner.
    worked: the processor's time that the process of the tablets took in all of this.
    """

    answered: float
    last: float
    worked: float


class Crowd:
    """Tablets at one server."""

    def __init__(self, port: int, tablets: Sequence[Tablet]) -> None:
        self._port, self._coming = port, list(tablets)
        self.here: list[Tablet] = []
        self._waiting: set[Tablet] = set()
        self._first = self._last = 0.0
        self._all: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def grow(self, count: int) -> None:
        """Let tablets come until there are so many."""
        while len(self.here) < count:
            some = self._coming[: min(AT_ONCE, count - len(self.here))]
            del self._coming[: len(some)]
            self.here += some
            await asyncio.gather(*(tablet.come(self._port, self) for tablet in some))

    async def sees(self, act: Callable[[], Awaitable[None]]) -> Seen:
        """Wait until everybody has seen an act."""
        for tablet in self.here:
            tablet.await_news()
        self._waiting, self._first = set(self.here), 0.0
        self._all = asyncio.get_running_loop().create_future()
        tapped, before = time.perf_counter(), time.process_time()
        await act()
        answered = time.perf_counter()
        await asyncio.wait_for(self._all, PATIENCE_SECONDS)
        times = (answered - tapped, self._last - min(answered, self._first), time.process_time() - before)
        return Seen(*(1000 * seconds for seconds in times))

    def heard(self) -> None:
        """A tablet was told of a version."""
        self._first = self._first or time.perf_counter()

    def holds(self, tablet: Tablet) -> None:
        """A tablet has the page of what it was told."""
        self._waiting.discard(tablet)
        if not self._waiting and not self._all.done():
            self._last = time.perf_counter()
            self._all.set_result(None)

    def fail(self, error: Exception) -> None:
        """A line broke. Nobody minds once all have seen the last act."""
        if not self._all.done():
            self._all.set_exception(error)

    async def leave(self) -> None:
        """Everybody goes."""
        for tablet in self.here:
            tablet.leave()
        await asyncio.sleep(LEAVING_SECONDS)
