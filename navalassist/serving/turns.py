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
        self._looking = 0

    def must_wait(self, *, looks: bool) -> bool:
        """Whether a turn may not come at once."""
        return self._free.locked() or (looks and self._looking > 0)

    async def begin(self, *, looks: bool) -> Callable[[], None]:
        """Wait for a turn; what is returned ends it. looks: a page is looked at, and nothing done."""
        if not looks:
            await self._free.acquire()
            return self._free.release
        self._looking += 1
        try:
            # Whoever waits for a thread holds the next page back: so an act that comes then waits for one page at most.
            await self._next.acquire()
            try:
                await self._free.acquire()
            except BaseException:
                self._next.release()
                raise
        except BaseException:
            self._looking -= 1
            raise
        go_on = self._timed()

        def end() -> None:
            go_on()
            self._looking -= 1
            self._free.release()

        return end

    def _timed(self) -> Callable[[], None]:
        """What lets the next page begin; after a time that happens by itself."""

        def go_on() -> None:
            if not timer.cancelled():
                timer.cancel()
                self._next.release()

        timer = asyncio.get_running_loop().call_later(self._pace, go_on)
        return go_on
