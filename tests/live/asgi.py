"""A browser at an ASGI application: what it sends, what it takes, and when it leaves."""

import asyncio
import functools
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from django.test import Client

from navalassist.live.hub import Hub
from navalassist.live.watch import of_database
from tests.patience import PATIENCE

Application = Callable[..., Awaitable[None]]


def scope_of(path: str, *, method: str = "GET", cookies: str = "", **headers: str) -> dict[str, Any]:
    """A request as a server hands it on. Header names with `_` for `-`."""
    path, _, query = path.partition("?")
    given = {"host": "localhost", **{name.replace("_", "-"): value for name, value in headers.items()}}
    if cookies:
        given["cookie"] = cookies
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in given.items()],
        "client": ("192.0.2.7", 50000),
        "server": ("127.0.0.1", 8000),
    }


def cookies_of(client: Client) -> str:
    """The session of a test client, as a Cookie header."""
    morsel = client.cookies.get(settings.SESSION_COOKIE_NAME)
    return f"{settings.SESSION_COOKIE_NAME}={morsel.value}" if morsel else ""


def in_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run the coroutine of a test, and let go of what its threads held of the database."""

    async def whole(*args: Any, **kwargs: Any) -> None:
        try:
            await test(*args, **kwargs)
        finally:
            await sync_to_async(connections.close_all)()

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        # In a thread of its own: a browser test before it may have left a loop running in this one.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(lambda: asyncio.run(whole(*args, **kwargs))).result()

    return run


class Browser:
    """One request under way."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = b""
        self.parts: list[bytes] = []
        self.over = False
        self.slow: asyncio.Event | None = None
        self._messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._came = asyncio.Condition()

    async def receive(self) -> dict[str, Any]:
        return await self._messages.get()

    async def send(self, message: dict[str, Any]) -> None:
        if self.slow is not None:
            await self.slow.wait()
        async with self._came:
            if message["type"] == "http.response.start":
                self.status, self.headers = message["status"], list(message["headers"])
            else:
                self.parts.append(message.get("body", b""))
                self.body += message.get("body", b"")
                self.over = not message.get("more_body", False)
            self._came.notify_all()

    def say(self, body: bytes = b"", more: bool = False) -> None:
        """Send (a part of) the request's body."""
        self._messages.put_nowait({"type": "http.request", "body": body, "more_body": more})

    def leave(self) -> None:
        """Close the line."""
        self._messages.put_nowait({"type": "http.disconnect"})

    async def until(self, there: Callable[[], Any], seconds: float = PATIENCE) -> None:
        """Wait until something has come."""
        async with asyncio.timeout(seconds), self._came:
            await self._came.wait_for(there)

    def header(self, name: str) -> str:
        """A header of the answer; '' where it has none."""
        return next((value.decode() for key, value in self.headers if key.decode() == name), "")


@asynccontextmanager
async def asking(application: Application, *given: Any) -> AsyncIterator[Browser]:
    """Ask an application (its further arguments first), and leave at the end."""
    browser = Browser()
    browser.say()
    answering = asyncio.create_task(application(*given, browser.receive, browser.send))  # type: ignore[arg-type]
    try:
        yield browser
    finally:
        browser.leave()
        done, _ = await asyncio.wait({answering}, timeout=PATIENCE)
        answering.cancel()
        assert done, "the application did not notice that the browser left"
        answering.result()


async def asked(application: Application, *given: Any) -> Browser:
    """Ask, and wait for the whole answer."""
    async with asking(application, *given) as browser:
        await browser.until(lambda: browser.over)
    return browser


@asynccontextmanager
async def hub() -> AsyncIterator[Hub]:
    """A hub that follows the tests' database."""
    made = Hub(lambda: of_database(settings.DATABASES["default"]))
    following = asyncio.create_task(made.run())
    try:
        yield made
    finally:
        following.cancel()
        await asyncio.wait({following})
