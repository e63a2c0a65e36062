"""Bodies of requests, taken whole before a page sees them, and only so much of them: by path, by time, and in all.

They are kept in memory, where limits can be counted on: no disk can be filled, and none is waited for.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from navalassist.listening import LARGEST_REQUEST
from navalassist.serving.answers import Receive, Refusal, Refused, Scope

KIB, MIB = 1024, 1024 * 1024
# Where one logs in, joins or resets, strangers send a name and a password; elsewhere there are forms, and none is long.
OF_STRANGERS, ORDINARY = 64 * KIB, MIB
STRANGERS = re.compile("/(login|join|reset)/")
IMPORT = b"/import/"
# Archives that are sent at one time, each up to LARGEST_REQUEST.
MOST_ARCHIVES = 2
# All other bodies that wait for their rest, or for a thread.
MOST_IN_ALL = 64 * MIB
# A body has so long to come, and a second more for each so many bytes of it that are here.
BODY_SECONDS, BYTES_A_SECOND = 20.0, 100_000
# A browser reads no answer before it has sent everything. Of what is refused so much is read, and kept nowhere.
MOST_READ = 256 * MIB

SLOW = Refusal(408, "Too slow", "The rest of this request did not come in time. Nothing was done; send it again.")
CROWDED = Refusal(
    503, "One moment", "More is being sent to NavalAssist than it can hold. Nothing was done; send it again soon."
)
ARCHIVES = Refusal(
    503,
    "One moment",
    "Two archives are being sent to NavalAssist already. Nothing was kept; send yours in a minute.",
)
UNCLEAR = Refusal(
    400, "No request", "The length of this request is given twice, so that its end is not clear. Nothing was read."
)

Known = Callable[[Scope], Awaitable[bool]]


def in_words(size: int) -> str:
    """A size as people say it."""
    return f"{size // MIB} MB" if size >= MIB else f"{size // KIB} kB"


def too_large(most: int, where: str = "here") -> Refusal:
    """More was sent than is taken."""
    return Refusal(
        413, "Too large", f"At most {in_words(most)} can be sent {where}, and this was more. Nothing was kept."
    )


class Left(Exception):
    """The browser has gone."""


class Body:
    """What came of one request, while it waits for the rest or for a thread."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.size = 0
        self.archive = False
        self.counted = True
        self.why: Refusal | None = SLOW
        self.clock = asyncio.timeout(BODY_SECONDS)

    def wait_until(self, when: float, why: Refusal | None) -> None:
        """It is refused then, if it still waits; for no reason where the browser has left."""
        if self.why is not CROWDED:
            self.why = why
            # One whose time is just over is refused anyway.
            with suppress(RuntimeError):
                self.clock.reschedule(when)


class Bodies:
    """All bodies. `known` says whether somebody may send an archive."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._all: set[Body] = set()
        self._held = 0
        self._archives = 0

    @asynccontextmanager
    async def one(self) -> AsyncIterator[Body]:
        """A body, from its first byte to the end of its answer."""
        body = Body()
        self._all.add(body)
        try:
            yield body
        finally:
            self._uncount(body)
            self._all.discard(body)
            self._archives -= body.archive
            # A fault that is still told of somewhere would keep it.
            body.parts.clear()

    @asynccontextmanager
    async def waiting(self, body: Body) -> AsyncIterator[None]:
        """While it waits it may be refused at any time. After that it is let be, and a thread has it."""
        try:
            async with body.clock:
                yield
        except TimeoutError:
            raise Refused(body.why) if body.why else Left from None
        self._uncount(body)

    def _uncount(self, body: Body) -> None:
        if body.counted:
            self._held -= body.size
            body.counted = False

    async def take(self, body: Body, scope: Scope, receive: Receive) -> None:
        """Take the whole body of a request in. Refused, or Left; what is refused is still read, to a point."""
        told, expects = _announced(scope)
        most = OF_STRANGERS if STRANGERS.match(scope["path"]) else ORDINARY
        begun = asyncio.get_running_loop().time()
        refused: Refusal | None = None
        came, more = 0, True
        while True:
            if refused is None and max(came, told) > most:
                refused = await self._refusal(body, scope, most, max(came, told))
                most = LARGEST_REQUEST
            if refused is not None and (not more or expects or max(came, told) > MOST_READ):
                raise Refused(refused)
            if not more:
                return
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Left
            more, expects = message.get("more_body", False), False
            part = message.get("body", b"")
            came += len(part)
            body.wait_until(begun + BODY_SECONDS + came / BYTES_A_SECOND, SLOW)
            if refused is None:
                self._keep(body, part)
            if body.why is CROWDED:
                raise Refused(CROWDED)

    async def _refusal(self, body: Body, scope: Scope, most: int, size: int) -> Refusal | None:
        """Why a body is not taken that is larger than most are; None for an archive of somebody who may send one."""
        if scope["raw_path"] != IMPORT:
            return too_large(most)
        if body.archive or size > LARGEST_REQUEST:
            return too_large(LARGEST_REQUEST)
        if not await self._known(scope):
            return too_large(most, "by somebody who is not logged in")
        if self._archives >= MOST_ARCHIVES:
            return ARCHIVES
        self._uncount(body)
        self._archives += 1
        body.archive = True
        return None

    def _keep(self, body: Body, part: bytes) -> None:
        body.parts.append(part)
        body.size += len(part)
        if body.counted:
            self._held += len(part)
        while self._held > MOST_IN_ALL:
            # Whoever sends a form is never the one who holds the most.
            largest = max((other for other in self._all if other.counted), key=lambda other: other.size)
            self._uncount(largest)
            largest.wait_until(0.0, CROWDED)


def _announced(scope: Scope) -> tuple[int, bool]:
    """The length that a request gives itself, and whether its body waits to be called for. Refused."""
    said = dict(scope["headers"])
    if b"content-length" in said and b"transfer-encoding" in said:
        raise Refused(UNCLEAR)
    return int(said.get(b"content-length", b"0")), b"expect" in said
