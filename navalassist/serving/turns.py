"""Whose turn it is to have a thread.

Threads share one interpreter: several that work at the same moment are ready later than one after the other would be.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

# Most pages are given out from memory, in a part of this; whatever takes longer holds up nobody.
PACE_SECONDS = 0.004


class Lane:
    """Those of whom the next begins when the one before is ready, or has taken its time."""

    def __init__(self, pace: float) -> None:
        self._next = asyncio.Lock()
        self._pace = pace
        # Who waits in it or has begun.
        self.length = 0

    async def begin(self, free: asyncio.Semaphore) -> Callable[[], None]:
        """Wait for one's turn and for a thread; what is returned ends it."""
        self.length += 1
        try:
            # Whoever waits for a thread holds the next one back.
            await self._next.acquire()
            try:
                await free.acquire()
            except BaseException:
                self._next.release()
                raise
        except BaseException:
            self.length -= 1
            raise
        go_on = self._timed()

        def end() -> None:
            go_on()
            self.length -= 1
            free.release()

        return end

    def _timed(self) -> Callable[[], None]:
        """What lets the next one begin; after a time that happens by itself."""

        def go_on() -> None:
            if not timer.cancelled():
                timer.cancel()
                self._next.release()

        timer = asyncio.get_running_loop().call_later(self._pace, go_on)
        return go_on


class Turns:
    """Pages that are looked at go in a lane, and acts in another: at most one page is before an act that waits.

    side_by_side: acts need no lane, since the database carries them out side by side. SQLite has one writer.
    """

    def __init__(self, threads: int, pace: float = PACE_SECONDS, *, side_by_side: bool = False) -> None:
        self._free = asyncio.Semaphore(threads)
        self._looks = Lane(pace)
        self._acts = None if side_by_side else Lane(pace)

    def must_wait(self, *, looks: bool) -> bool:
        """Whether a turn may not come at once."""
        lane = self._looks if looks else self._acts
        return self._free.locked() or bool(lane and lane.length)

    async def begin(self, *, looks: bool) -> Callable[[], None]:
        """Wait for a turn; what is returned ends it. looks: a page is looked at, and nothing done."""
        lane = self._looks if looks else self._acts
        if lane is not None:
            return await lane.begin(self._free)
        await self._free.acquire()
        return self._free.release
