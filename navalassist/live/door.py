"""The door of a club's server: everything that is no stream is passed on to the pages, over a socket of this machine.

The pages answer with one thread a request, so no thread may wait for a slow browser: a request is taken whole before it
is passed on, and an answer is taken whole before the first of it is given out. Who asked is told to the pages in
headers of the door's own, under a secret that only the two know; the browser's word on it is dropped.

Where several processes make pages, a campaign always goes to the same one: that one holds its state, and another would
have to read it anew after every write.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import tempfile
import time
import zlib
from collections.abc import AsyncIterator, Sequence
from typing import IO

import httpcore

from navalassist import forwarded
from navalassist.listening import LARGEST_REQUEST
from navalassist.live.stream import Receive, Send, answer
from navalassist.live.who import Scope
from navalassist.policy import headers

MIB = 1024 * 1024
# Larger ones wait on the disk.
REQUEST_IN_MEMORY = MIB
ANSWER_IN_MEMORY = 4 * MIB
CHUNK = 64 * 1024
# A browser that sends nothing for so long has gone away.
IDLE_SECONDS = 30.0
# The pages start within seconds, and again when one of their processes ends. Nothing was sent yet: one may try again.
START_SECONDS = 4.0
AGAIN_SECONDS = 0.1
# The longest thing that a page does is to read a campaign in.
TIMEOUTS = {"connect": 2.0, "write": 30.0, "read": 120.0, "pool": 20.0}
MOST_LINES = 100
OF_A_CAMPAIGN = re.compile(rb"/c/([^/]+)/")

# Headers about one line and not about what goes over it (RFC 9110, 7.6.1), and those that a server adds itself.
OF_ONE_LINE = frozenset(
    b"connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding "
    b"upgrade expect".split()
)
OURS = frozenset(
    name.lower().encode() for name in (forwarded.DOOR_HEADER, forwarded.CLIENT_HEADER, forwarded.SCHEME_HEADER)
)
# What a browser says of who it is, and proxies before us: read here where the settings trust them, passed on never.
HEARSAY = frozenset(name.removeprefix("HTTP_").replace("_", "-").lower().encode() for name in forwarded.FORWARDING)
NOT_PASSED_ON = OF_ONE_LINE | OURS | HEARSAY | {b"content-length"}
NOT_GIVEN_OUT = OF_ONE_LINE | {b"server", b"date"}

Headers = list[tuple[bytes, bytes]]


class TooLarge(Exception):
    """The request is larger than anything that is ever sent."""


class Left(Exception):
    """The browser has gone."""


class Door:
    """The ASGI application that passes requests on to the pages, each process of which has a Unix socket."""

    def __init__(self, pages: Sequence[str], secret: str) -> None:
        self._secret = secret.encode()
        self._pools = [
            httpcore.AsyncConnectionPool(
                uds=socket,
                max_connections=MOST_LINES,
                max_keepalive_connections=MOST_LINES,
                # Less than the pages keep a line open, so that none is closed just when it is used.
                keepalive_expiry=15.0,
            )
            for socket in pages
        ]
        self._in_turn = itertools.cycle(self._pools)

    async def aclose(self) -> None:
        """Close all lines to the pages."""
        for pool in self._pools:
            await pool.aclose()

    def _pool_for(self, path: bytes) -> httpcore.AsyncConnectionPool:
        """The lines to the process that makes this page: that of its campaign, or of no campaign each in turn."""
        found = OF_A_CAMPAIGN.match(path)
        return self._pools[zlib.crc32(found[1]) % len(self._pools)] if found else next(self._in_turn)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one request on and give its answer out."""
        if not scope["raw_path"].startswith(b"/"):
            return await answer(send, 400, "This is no address of this server.\n")
        try:
            body = await _taken(scope, receive)
        except TooLarge:
            most = f"This is larger than {LARGEST_REQUEST // MIB} MB, and nothing was read.\n"
            return await answer(send, 413, most, (b"connection", b"close"))
        except TimeoutError:
            return await answer(send, 408, "The rest of this request did not come.\n", (b"connection", b"close"))
        except Left:
            return None
        with body:
            return await _unless_left(self._passed_on(scope, body, send), receive)

    async def _passed_on(self, scope: Scope, body: IO[bytes], send: Send) -> None:
        request = httpcore.Request(
            scope["method"],
            httpcore.URL(scheme=b"http", host=b"pages", target=_target(scope)),
            headers=self._headers(scope, body),
            content=_parts(body),
            extensions={"timeout": TIMEOUTS},
        )
        try:
            given = await self._reached(self._pool_for(scope["raw_path"]), request, body)
            whole = await _whole(given)
        except (httpcore.ConnectError, httpcore.ConnectTimeout):
            return await _sorry(scope, send, STARTING)
        except httpcore.PoolTimeout:
            return await _sorry(scope, send, BUSY)
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException):
            return await _sorry(scope, send, UNSURE, again=False)
        with whole:
            return await _given_out(given, whole, send)

    async def _reached(
        self, pool: httpcore.AsyncConnectionPool, request: httpcore.Request, body: IO[bytes]
    ) -> httpcore.Response:
        """The answer of the pages, as soon as they can be reached."""
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                return await pool.handle_async_request(request)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(AGAIN_SECONDS)
                body.seek(0)

    def _headers(self, scope: Scope, body: IO[bytes]) -> Headers:
        """What the browser said, without what is not its to say; the length; and who it is."""
        given: Headers = scope["headers"]
        of_this_line = {
            part.strip().lower() for name, value in given if name == b"connection" for part in value.split(b",")
        }
        kept = [pair for pair in given if pair[0] not in NOT_PASSED_ON and pair[0] not in of_this_line]
        if not any(name == b"host" for name, _ in kept):
            kept.append((b"host", b""))
        length = body.seek(0, 2)
        body.seek(0)
        if length or scope["method"] in ("POST", "PUT", "PATCH"):
            kept.append((b"content-length", str(length).encode()))
        client, scheme = who_asked(scope)
        return [
            *kept,
            (forwarded.DOOR_HEADER.encode(), self._secret),
            (forwarded.CLIENT_HEADER.encode(), client.encode()),
            (forwarded.SCHEME_HEADER.encode(), scheme.encode()),
        ]


def who_asked(scope: Scope) -> tuple[str, str]:
    """The browser's address, and http or https: by its line, or by the word of a proxy that the settings trust."""
    # Over a Unix socket there is no address.
    peer = (scope.get("client") or ("", 0))[0]
    said = {name: value.decode("latin-1") for name, value in scope["headers"]}
    meta = {
        "REMOTE_ADDR": peer,
        "HTTP_X_FORWARDED_FOR": said.get(b"x-forwarded-for", ""),
        "HTTP_X_FORWARDED_PROTO": said.get(b"x-forwarded-proto", ""),
    }
    if not forwarded.trusted(peer):
        return peer, scope["scheme"]
    client, scheme = forwarded.told(meta)
    return client or peer, scheme or scope["scheme"]


def _target(scope: Scope) -> bytes:
    query: bytes = scope["query_string"]
    raw: bytes = scope["raw_path"]
    return raw + b"?" + query if query else raw


async def _taken(scope: Scope, receive: Receive) -> IO[bytes]:
    """The whole body of a request. TooLarge, Left, or TimeoutError where the browser stops in the middle."""
    said = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    if not said.isdigit() or int(said) > LARGEST_REQUEST:
        raise TooLarge
    body = tempfile.SpooledTemporaryFile(REQUEST_IN_MEMORY)  # noqa: SIM115, whoever asked closes it
    try:
        more = True
        while more:
            async with asyncio.timeout(IDLE_SECONDS):
                message = await receive()
            if message["type"] == "http.disconnect":
                raise Left
            body.write(message.get("body", b""))
            if body.tell() > LARGEST_REQUEST:
                raise TooLarge
            more = message.get("more_body", False)
    except BaseException:
        body.close()
        raise
    return body


async def _parts(body: IO[bytes]) -> AsyncIterator[bytes]:
    while part := body.read(CHUNK):
        yield part


async def _unless_left(work: object, receive: Receive) -> None:
    """Do it, but let it be as soon as the browser has gone."""
    doing = asyncio.ensure_future(work)  # type: ignore[call-overload]
    leaving = asyncio.create_task(_gone(receive))
    try:
        await asyncio.wait({doing, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (doing, leaving):
            task.cancel()
        await asyncio.wait({doing, leaving})
    if not doing.cancelled() and (fault := doing.exception()) is not None:
        raise fault


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _whole(given: httpcore.Response) -> IO[bytes]:
    """An answer to its end; the line, and the thread behind it, are free again. An error of httpcore where it breaks
    off: nothing of it was given out by then."""
    whole = tempfile.SpooledTemporaryFile(ANSWER_IN_MEMORY)  # noqa: SIM115, whoever asked closes it
    try:
        async for part in given.aiter_stream():
            whole.write(part)
        whole.seek(0)
    except BaseException:
        whole.close()
        raise
    finally:
        await given.aclose()
    return whole


async def _given_out(given: httpcore.Response, whole: IO[bytes], send: Send) -> None:
    """Give an answer out as fast as the browser takes it. One of gunicorn's own gets what every page carries."""
    about = [(name.lower(), value) for name, value in given.headers if name.lower() not in NOT_GIVEN_OUT]
    if not any(name == b"content-security-policy" for name, _ in about):
        about += headers((b"cache-control", b"no-store"))
    await send({"type": "http.response.start", "status": given.status, "headers": about})
    while part := whole.read(CHUNK):
        await send({"type": "http.response.body", "body": part, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


BUSY = "More is asked of NavalAssist than it can answer just now. Nothing was done."
STARTING = "NavalAssist is starting, or starting again. Nothing was done. This takes some seconds."
UNSURE = (
    "The server ended in the middle of this request, so it was done or it was not. "
    "Load the page again and look; what is sent a second time is never done twice."
)
PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>One moment · NavalAssist</title></head>'
    "<body><h1>One moment</h1><p>{text}</p></body></html>"
)


async def _sorry(scope: Scope, send: Send, text: str, again: bool = True) -> None:
    """Say why there is no page. One that was asked for comes by itself as soon as it can."""
    more = [(b"retry-after", b"2")]
    if any(name == b"hx-request" for name, _ in scope["headers"]):
        # A fragment that was asked for is no place for a page; the script says it in its own words.
        return await answer(send, 502, text + "\n", *more, (b"hx-reswap", b"none"))
    if again and scope["method"] == "GET":
        more.append((b"refresh", b"2"))
    return await answer(send, 502, PAGE.format(text=text), *more, kind="text/html")
