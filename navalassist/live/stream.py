"""`/c/<slug>/stream/`: server-sent events that hold the version of what the viewer may see, and nothing else."""

from __future__ import annotations

import asyncio

from django.core.exceptions import DisallowedHost
from django.db import Error as DatabaseError

from navalassist.live import who
from navalassist.live.hub import Hub, Stream
from navalassist.live.who import Scope
from navalassist.policy import headers
from navalassist.serving.answers import Receive, Send, answer
from navalassist.serving.line import STUCK_SECONDS

# So often a stream says that it is still there. A page that misses it asks anew (live.js, QUIET):
# so a line that died without a word is noticed within five seconds.
BEAT_SECONDS = 2.0
# A page takes longer than this to catch up: in a flood of acts it need not hear of each. Every stream keeps its own
# time, so that it shows nothing of what others were told.
CALM_SECONDS = 0.2
RETRY_MILLISECONDS = 1000
# A browser keeps six lines to one server; a person may have several browsers.
MOST_OF_A_SESSION = 24
MOST_IN_ALL = 5_000
# An event and no comment, which a browser would keep to itself.
BEAT = b"event: still\ndata:\n\n"

SAME_ANSWER = "There is no such campaign.\n"


class Streams:
    """The ASGI application of all streams; it needs a running hub."""

    def __init__(self, hub: Hub, most_of_a_session: int = MOST_OF_A_SESSION, most_in_all: int = MOST_IN_ALL) -> None:
        self.hub = hub
        self.most_of_a_session = most_of_a_session
        self.most_in_all = most_in_all

    async def __call__(self, scope: Scope, slug: str, receive: Receive, send: Send) -> None:
        """Answer a request for the stream of a campaign."""
        if scope["method"] != "GET":
            return await answer(send, 405, "This address is only read.\n", (b"allow", b"GET"))
        scope = _kept(scope)
        try:
            ticket = await self.hub.ask(who.admitted, scope, slug)
        except DisallowedHost:
            return await answer(send, 400, "This server does not go by that name.\n")
        except DatabaseError:
            return await answer(send, 503, "The database does not answer.\n", (b"retry-after", b"2"))
        if ticket is None:
            return await answer(send, 404, SAME_ANSWER)
        if len(self.hub) >= self.most_in_all:
            full = "There are as many open pages as this server takes. The page asks now and then instead.\n"
            return await answer(send, 503, full, (b"retry-after", b"30"))
        if ticket.right.session and self.hub.of_session(ticket.right.session) >= self.most_of_a_session:
            full = f"{self.most_of_a_session} pages of this login are open already. Close some of them.\n"
            return await answer(send, 429, full, (b"retry-after", b"30"))
        return await self._pour(Stream(scope, slug, ticket), receive, send)

    async def _pour(self, stream: Stream, receive: Receive, send: Send) -> None:
        leaving = asyncio.create_task(_until_gone(receive, stream))
        try:
            await self.hub.join(stream)
            about = [
                (b"content-type", b"text/event-stream; charset=utf-8"),
                (b"cache-control", b"no-cache, no-store"),
                (b"x-accel-buffering", b"no"),
            ]
            await send({"type": "http.response.start", "status": 200, "headers": headers(*about)})
            await _events(stream, send)
        except (TimeoutError, OSError):
            pass
        finally:
            leaving.cancel()
            self.hub.leave(stream)


def _kept(scope: Scope) -> Scope:
    """What of a request is needed to ask who it is, now and later: nothing else that it says is looked at."""
    names = ("type", "method", "path", "raw_path", "query_string", "root_path", "scheme", "server", "client")
    wanted = (b"cookie", b"host")
    kept = {name: scope[name] for name in names if name in scope}
    return kept | {"headers": [pair for pair in scope["headers"] if pair[0] in wanted]}


async def _until_gone(receive: Receive, stream: Stream) -> None:
    """End the stream when the browser leaves."""
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()


async def _events(stream: Stream, send: Send) -> None:
    """The version on connect, then each newer one; in between a beat, so that no line seems dead."""
    sent = ""
    begun = f"retry: {RETRY_MILLISECONDS}\n".encode()
    while not stream.ended:
        part = BEAT
        if stream.version != sent:
            sent = stream.version
            part = begun + f"id: {sent}\ndata: {sent}\n\n".encode()
            begun = b""
        async with asyncio.timeout(STUCK_SECONDS):
            await send({"type": "http.response.body", "body": part, "more_body": True})
        if part is not BEAT:
            await asyncio.sleep(CALM_SECONDS)
        await _something_new(stream, sent)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _something_new(stream: Stream, sent: str) -> None:
    """Wait for another version or the end, at most until a beat is due."""
    try:
        async with asyncio.timeout(BEAT_SECONDS):
            while not stream.ended and stream.version == sent:
                await stream.stirred()
    except TimeoutError:
        pass
