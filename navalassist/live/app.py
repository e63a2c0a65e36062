"""The ASGI application of the club's door: streams are answered here, all else goes to the pages."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Sequence

from django.conf import settings

from navalassist.live.door import Door
from navalassist.live.hub import Hub
from navalassist.live.stream import Receive, Send, Streams
from navalassist.live.watch import of_database
from navalassist.live.who import Scope

# As Django's own slugs are written.
STREAM = re.compile(r"/c/([-a-zA-Z0-9_]+)/stream/")


class Application:
    """Streams and door together; `hub` runs as long as the server does."""

    def __init__(self, pages: Sequence[str], secret: str) -> None:
        self.hub = Hub(lambda: of_database(settings.DATABASES["default"]))
        self._streams = Streams(self.hub)
        self._pages = pages
        self._secret = secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._live(receive, send)
        if scope["type"] != "http":
            return None
        found = STREAM.fullmatch(scope["path"])
        if found:
            return await self._streams(scope, found[1], receive, send)
        return await self._door(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """From the start of the server to its end."""
        await receive()
        self._door = Door(self._pages, self._secret)
        following = asyncio.create_task(self.hub.run())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.hub.close()
        following.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await following
        await self._door.aclose()
        await send({"type": "lifespan.shutdown.complete"})
