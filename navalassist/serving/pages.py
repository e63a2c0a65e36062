"""Pages, for a server of many lines: a request is taken whole, a thread makes its page, and the answer goes out.

A thread is never held by a slow browser: it gets the whole request, and is free again when the page is made.
"""

from __future__ import annotations

import asyncio
import errno
import io
import logging
import sys
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from django.db import connection

from navalassist import forwarded
from navalassist.security_log import log_refusal
from navalassist.serving.answers import Receive, Refusal, Refused, Scope, Send
from navalassist.serving.bodies import MIB, Bodies, Body, Known, Left
from navalassist.serving.turns import Turns

# They share one interpreter with the streams: more of them make no more pages, and streams wait for each.
THREADS = 4
# A request that has waited so long for a thread is refused.
WAIT_SECONDS = 20.0
# Larger answers wait on the disk.
ANSWER_IN_MEMORY = 4 * MIB
CHUNK = 64 * 1024
# About one line and not about what goes over it (RFC 9110, 7.6.1), or the server's own.
OF_THE_LINE = frozenset(b"connection keep-alive transfer-encoding te trailer upgrade expect content-length".split())
NOT_GIVEN_OUT = (OF_THE_LINE - {b"content-length"}) | {b"server", b"date"}

NO_ADDRESS = Refusal(400, "No address", "This is no address of this server.")
BUSY = Refusal(
    503, "One moment", "More is asked of NavalAssist than it can answer just now. Nothing was done; try again soon."
)
NO_ROOM = Refusal(503, "One moment", "The server's disk is full, so this page cannot be given out. Look again later.")
FAULT = Refusal(500, "A fault", "NavalAssist made a fault. It is written down; load the page again and look.")
STOPPING = Refusal(
    503,
    "NavalAssist stops",
    "The server ended in the middle of this request, so it was done or it was not. "
    "Load the page again and look; what is sent a second time is never done twice.",
)
log = logging.getLogger(__name__)

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


class Page:
    """What a thread made."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.whole: IO[bytes] = tempfile.SpooledTemporaryFile(ANSWER_IN_MEMORY)  # noqa: SIM115, given_out closes it
        self.size = 0

    def begin(self, status: str, about: list[tuple[str, str]], _fault: Any = None) -> Callable[[bytes], object]:
        """WSGI's start_response."""
        self.status = int(status[:3])
        given = [(name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in about]
        self.headers = [pair for pair in given if pair[0] not in NOT_GIVEN_OUT]
        return self.whole.write

    def end(self, method: str) -> None:
        """It is whole."""
        self.size = self.whole.tell()
        self.whole.seek(0)
        known = any(name == b"content-length" for name, _ in self.headers)
        if not known and method != "HEAD" and self.status not in (204, 304):
            self.headers.append((b"content-length", str(self.size).encode()))

    async def given_out(self, send: Send) -> None:
        """Give it to the browser, as fast as that takes it."""
        with self.whole:
            await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
            left = self.size
            while left > CHUNK:
                part = await self._read()
                left -= len(part)
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": await self._read() if left else b""})

    async def _read(self) -> bytes:
        on_disk = self.size > ANSWER_IN_MEMORY
        return await asyncio.to_thread(self.whole.read, CHUNK) if on_disk else self.whole.read(CHUNK)


def _address_of(scope: Scope) -> str:
    """The browser's address, for the security log: as a proxy of ours tells it, or that of the line."""
    sent = {name: value.decode("latin-1") for name, value in scope["headers"]}
    line = (scope.get("client") or ("",))[0]
    meta = {"REMOTE_ADDR": line, "HTTP_X_FORWARDED_FOR": sent.get(b"x-forwarded-for", "")}
    return forwarded.told(meta)[0] or line


class Pages:
    """The ASGI application that makes pages with a WSGI application."""

    def __init__(self, application: Application, known: Known, threads: int = THREADS) -> None:
        self._application = application
        self._bodies = Bodies(known)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="pages")
        self._turns = Turns(threads, side_by_side=connection.vendor == "postgresql")

    def close(self) -> None:
        """Wait for what is being made."""
        self._threads.shutdown(cancel_futures=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            page = await self._made(scope, receive)
        except Refused as error:
            log_refusal("size", error.refusal.title, address=_address_of(scope))
            return await error.refusal.told(scope, send)
        except Left:
            return None
        except asyncio.CancelledError:
            return await STOPPING.told(scope, send)
        return await page.given_out(send)

    async def _made(self, scope: Scope, receive: Receive) -> Page:
        """The page. Refused, or Left."""
        if not scope["raw_path"].startswith(b"/"):
            raise Refused(NO_ADDRESS)
        loop = asyncio.get_running_loop()
        async with self._bodies.one() as body:
            async with self._bodies.waiting(body):
                await self._bodies.take(body, scope, receive)
                body.wait_until(loop.time() + WAIT_SECONDS, BUSY)
                end = await self._turn_for(body, scope, receive)
            making = loop.run_in_executor(self._threads, made, self._application, scope, [*body.parts])
            making.add_done_callback(lambda _: end())
            # A thread that has begun comes to its end, whoever leaves.
            return await asyncio.shield(making)

    async def _turn_for(self, body: Body, scope: Scope, receive: Receive) -> Callable[[], None]:
        """Wait for a turn, and no longer than the browser does. What ends it."""
        looks = scope["method"] in ("GET", "HEAD")
        leaving = asyncio.ensure_future(_until_gone(body, receive)) if self._turns.must_wait(looks=looks) else None
        try:
            return await self._turns.begin(looks=looks)
        finally:
            if leaving:
                leaving.cancel()


async def _until_gone(body: Body, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    body.wait_until(0.0, None)


def made(application: Application, scope: Scope, parts: list[bytes]) -> Page:
    """Make a page, in this thread. Refused where that fails."""
    page = Page()
    try:
        given = application(environ_of(scope, b"".join(parts)), page.begin)
        try:
            for part in given:
                page.whole.write(part)
        finally:
            if hasattr(given, "close"):
                given.close()
    except Exception as error:
        page.whole.close()
        log.exception("a page could not be made")
        no_room = isinstance(error, OSError) and error.errno == errno.ENOSPC
        raise Refused(NO_ROOM if no_room else FAULT) from None
    page.end(scope["method"])
    return page


def environ_of(scope: Scope, body: bytes) -> Environ:
    """What WSGI calls a request."""
    server, client = scope.get("server") or ("localhost", 0), scope.get("client") or ("", 0)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        # X_Forwarded_For would else be taken for X-Forwarded-For, which a proxy sets.
        if b"_" in name or name in OF_THE_LINE:
            continue
        key, text = name.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        if key in environ:
            text = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}"
        environ[key] = text
    return environ
