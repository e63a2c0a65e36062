"""A process that serves an application: uvicorn with settings of our own, and from nowhere else."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import FrameType

import uvicorn

from navalassist import stopping
from navalassist.serving.answers import Receive, Scope, Send
from navalassist.serving.line import Line, most_lines
from navalassist.serving.pages import Application, Pages
from navalassist.serving.warm import warm

# What is under way when the server stops may take so long.
GRACE_SECONDS = 5
# A line that asks nothing is kept so long.
KEEP_SECONDS = 30
# A stream that has something to tell waits no longer than this for a thread that makes a page (bench/busy.py).
SWITCH_SECONDS = 0.0005


class Served:
    """The ASGI application for one table: pages and nothing else. A club's adds its streams."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._live(receive, send)
        if scope["type"] != "http":
            return None
        return await self.answer(scope, receive, send)

    def warm(self) -> None:
        """Make ready what people will open first."""
        warm(self._application)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._pages(scope, receive, send)

    async def may_send_archives(self, scope: Scope) -> bool:
        """Whether whoever asks is known. At one table everybody is."""
        return True

    def stop(self) -> None:
        """End what would not end by itself."""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """What is open from the start of the server to its end."""
        yield

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        self._pages = Pages(self._application, self.may_send_archives)
        async with self.open():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await asyncio.to_thread(self._pages.close)
        await send({"type": "lifespan.shutdown.complete"})


class Server(uvicorn.Server):
    """Serves until SIGTERM or Ctrl-C. `beat` is called every second, while it does anything at all."""

    def __init__(self, served: Served, beat: Callable[[], object] = lambda: None) -> None:
        Line.most = most_lines()
        sys.setswitchinterval(SWITCH_SECONDS)
        self._served = served
        self._beat = beat
        self._warming = threading.Thread(target=served.warm, name="warming")
        super().__init__(
            uvicorn.Config(
                served,
                interface="asgi3",
                http=Line,
                lifespan="on",
                ws="none",
                # What is written, and where to, the settings say.
                log_config=None,
                access_log=False,
                server_header=False,
                # Who asked is told by `forwarded`, and by nobody else.
                proxy_headers=False,
                timeout_keep_alive=KEEP_SECONDS,
                timeout_graceful_shutdown=GRACE_SECONDS,
                backlog=512,
            )
        )

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """SIGTERM or Ctrl-C."""
        stopping.ask()
        super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        """uvicorn's own, ten times a second."""
        if counter % 10 == 0:
            self._beat()
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """From now on it answers; beside that it makes ready what will be asked for."""
        await super().startup(sockets)
        self._warming.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all streams, and then wait for what is under way."""
        self._served.stop()
        await super().shutdown(sockets)
        await asyncio.to_thread(self._warming.join)
