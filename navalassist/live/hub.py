"""The hub of a process: one task follows the database, and tells each stream the version of what it may see.

A stream whose own audiences did not move is told nothing at all: not even that something happened.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any, TypeVar

from django.db import Error as DatabaseError

from navalassist.live import who
from navalassist.live.watch import Gone, Watch
from navalassist.live.who import Heads, Right, Scope, Ticket
from navalassist.play.state import version_of

T = TypeVar("T")
log = logging.getLogger(__name__)

# So often is looked whether everybody may still listen: whoever lost their seat hears nothing after twice this.
CHECK_SECONDS = 2.0
AGAIN_SECONDS = 1.0
# Each asks the database, and gives its connection back before the stream begins.
THREADS = 4


class Stream:
    """One open page. It remembers only the newest version: who is slow misses those between."""

    __slots__ = ("_stirred", "ended", "scope", "slug", "ticket", "version")

    def __init__(self, scope: Scope, slug: str, ticket: Ticket) -> None:
        self.scope = scope
        self.slug = slug
        self.ticket = ticket
        self.version = ""
        self.ended = False
        self._stirred = asyncio.Event()

    def tell(self, version: str) -> None:
        """There is a newer version."""
        self.version = version
        self._stirred.set()

    def end(self) -> None:
        """Nothing more is told."""
        self.ended = True
        self._stirred.set()

    async def stirred(self) -> None:
        """Wait until there is something new."""
        await self._stirred.wait()
        self._stirred.clear()


class Hub:
    """All streams of a process. `run` is its one task; `opened` makes a watch of the database."""

    def __init__(self, opened: Callable[[], AbstractAsyncContextManager[Watch]]) -> None:
        self._opened = opened
        self._streams: dict[int, set[Stream]] = {}
        self._heads: dict[int, Heads] = {}
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="who-listens")

    def __len__(self) -> int:
        return sum(map(len, self._streams.values()))

    def of_session(self, session: str) -> int:
        """How many streams a session has open."""
        return sum(stream.ticket.right.session == session for streams in self._streams.values() for stream in streams)

    async def ask(self, question: Callable[..., T], *given: Any) -> T:
        """Run something that asks the database in a thread of the hub."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(question, *given))

    async def join(self, stream: Stream) -> None:
        """Add a stream; it has a version from now on. It is added first, so that nothing is missed meanwhile."""
        campaign = stream.ticket.campaign
        self._streams.setdefault(campaign, set()).add(stream)
        if campaign not in self._heads:
            heads = (await self.ask(who.heads_of, [campaign])).get(campaign, {})
            # What the watch has told since then stays.
            self._heads.setdefault(campaign, heads)
        stream.version = self._version(campaign, stream.ticket.audiences)

    def leave(self, stream: Stream) -> None:
        """Take a stream out."""
        campaign = stream.ticket.campaign
        streams = self._streams.get(campaign, set())
        streams.discard(stream)
        if not streams:
            self._streams.pop(campaign, None)
            self._heads.pop(campaign, None)

    def close(self) -> None:
        """End every stream: the process stops."""
        for streams in self._streams.values():
            for stream in streams:
                stream.end()

    async def run(self) -> None:
        """Follow the database and look after the rights, until it is cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(_for_ever(self._follow))
                tasks.create_task(_for_ever(self._check))
        finally:
            self._threads.shutdown(wait=False, cancel_futures=True)

    async def _follow(self) -> None:
        async with self._opened() as watch:
            # What happened while nobody watched.
            await self._look(watch, self._streams)
            async for changed in watch.changes():
                if changed is None:
                    await self._look(watch, self._streams)
                else:
                    self._tell_all(changed)

    async def _look(self, watch: Watch, campaigns: Collection[int]) -> None:
        if campaigns:
            self._tell_all(await watch.heads([*campaigns]))

    def _tell_all(self, changed: Mapping[int, Heads]) -> None:
        for campaign, heads in changed.items():
            if campaign in self._streams:
                self._tell(campaign, heads)

    def _tell(self, campaign: int, heads: Heads) -> None:
        self._heads[campaign] = heads
        versions: dict[frozenset[str], str] = {}
        for stream in self._streams[campaign]:
            audiences = stream.ticket.audiences
            if audiences not in versions:
                versions[audiences] = self._version(campaign, audiences)
            # One that has only just come has no version yet, and gets it from `join`.
            if stream.version and stream.version != versions[audiences]:
                stream.tell(versions[audiences])

    def _version(self, campaign: int, audiences: frozenset[str]) -> str:
        return version_of(sorted(self._heads.get(campaign, {}).items()), audiences)

    async def _check(self) -> None:
        """End the streams of people who may not listen any more, or not to the same."""
        await asyncio.sleep(CHECK_SECONDS)
        streams = [stream for streams in self._streams.values() for stream in streams if not stream.ended]
        if not streams:
            return
        now: dict[Right, str] = await self.ask(who.marks, {stream.ticket.right for stream in streams})
        changed = [stream for stream in streams if stream.ticket.mark != now[stream.ticket.right]]
        known: dict[tuple[Right, str], Ticket | None] = {}
        for stream in changed:
            right = (stream.ticket.right, stream.slug)
            if right not in known:
                known[right] = await self.ask(who.admitted, stream.scope, stream.slug)
            self._renew(stream, known[right])

    def _renew(self, stream: Stream, ticket: Ticket | None) -> None:
        if ticket is None or (ticket.right, ticket.audiences) != (stream.ticket.right, stream.ticket.audiences):
            stream.end()
        else:
            stream.ticket = ticket


async def _for_ever(work: Callable[[], Awaitable[None]]) -> None:
    """Do it again and again; where the database is away, after a moment."""
    while True:
        try:
            await work()
        except (Gone, DatabaseError, OSError) as error:
            log.warning("the database does not answer, and is asked again: %s", error)
            await asyncio.sleep(AGAIN_SECONDS)
        except Exception:
            log.exception("a fault in the hub of the streams")
            await asyncio.sleep(AGAIN_SECONDS)
