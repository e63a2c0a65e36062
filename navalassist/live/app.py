"""The ASGI application of a club: streams of its campaigns beside the pages."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from django.conf import settings

from navalassist.live import who
from navalassist.live.hub import Hub
from navalassist.live.stream import Streams
from navalassist.live.watch import of_database
from navalassist.serving.answers import Receive, Scope, Send
from navalassist.serving.pages import Application
from navalassist.serving.process import Served

# As Django's own slugs are written.
STREAM = re.compile(r"/c/([-a-zA-Z0-9_]+)/stream/")


class Club(Served):
    """Streams and pages together; the hub runs as long as the server does."""

    def __init__(self, application: Application) -> None:
        super().__init__(application)
        self._hub = Hub(lambda: of_database(settings.DATABASES["default"]))
        self._streams = Streams(self._hub)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A stream, or a page."""
        found = STREAM.fullmatch(scope["path"])
        if found:
            return await self._streams(scope, found[1], receive, send)
        return await super().answer(scope, receive, send)

    async def may_send_archives(self, scope: Scope) -> bool:
        """Whoever has logged in may."""
        return await self._hub.ask(who.has_logged_in, scope)

    def stop(self) -> None:
        """End every stream."""
        self._hub.close()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """The hub."""
        following = asyncio.create_task(self._hub.run())
        try:
            yield
        finally:
            following.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await following
