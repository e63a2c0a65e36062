"""Whose turn it is to have a thread.

Threads share one interpreter: several that work at the same moment are ready later than one after the other would be.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

# Most pages are given out from memory, in a part of this; whatever takes longer holds up nobody.
PACE_SECONDS = 0.004


class Turns:
    """Of pages that are looked at, the next begins when the one before it is ready or has taken its time.

    An act waits for no page: it may wait for the disk, and others go on meanwhile.
    """

    def __init__(self, threads: int, pace: float = PACE_SECONDS) -> None:
        self._free = asyncio.Semaphore(threads)
        self._next = asyncio.Lock()
        self._pace = pace

    @property
    def busy(self) -> bool:
        """True where somebody may have to wait."""
        return self._free.locked() or self._next.locked()

    async def begin(self, *, looks: bool) -> Callable[[], None]:
        """Wait for a turn; what is returned ends it. looks: a page is looked at, and nothing done."""
        go_on = await self._paced() if looks else _nothing
        try:
            await self._free.acquire()
        except BaseException:
            go_on()
            raise

        def end() -> None:
            go_on()
            self._free.release()

        return end

    async def _paced(self) -> Callable[[], None]:
        """Wait for the page before. What is returned lets the next one begin; after a time that happens by itself."""
        await self._next.acquire()

        def go_on() -> None:
            if not timer.cancelled():
                timer.cancel()
                self._next.release()

        timer = asyncio.get_running_loop().call_later(self._pace, go_on)
        return go_on


def _nothing() -> None:
    """An act has held up nobody."""
