"""How a process learns that somebody wrote: SQLite's data_version, or a NOTIFY of PostgreSQL.

Both are heard only after the commit. A watch is opened with `async with`, tells of changes, and reads the heads of
chains on the same connection of its own, which is the only one that all streams of a process need.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Any, Protocol

from navalassist.databases import connection_words
from navalassist.live.who import Heads
from navalassist.play.storage.writes import HEADS_CHANNEL

# So often SQLite is asked whether anybody wrote; it takes some microseconds.
LOOK_SECONDS = 0.02
# So often a silent line to PostgreSQL is tried, and so long is its answer waited for.
SILENT_SECONDS = 20
ANSWER_SECONDS = 5
# Campaigns that changed, with how far they are now; None: somebody wrote, and it may have been any of them.
Changed = dict[int, Heads] | None


class Gone(Exception):
    """The database does not answer any more; open another watch."""


class Watch(Protocol):
    """An open line to the database."""

    def changes(self) -> AsyncIterator[Changed]:
        """Every time somebody wrote. Gone when the line breaks."""

    async def heads(self, campaigns: Collection[int]) -> dict[int, Heads]:
        """How far the chains of these campaigns are."""


SELECT = "SELECT campaign_id, audience, sequence FROM auditlog_chain WHERE campaign_id"


def _by_campaign(rows: Collection[tuple[int, str, int]]) -> dict[int, Heads]:
    found: dict[int, Heads] = {}
    for campaign, audience, sequence in rows:
        found.setdefault(campaign, {})[audience] = sequence
    return found


class OfSqlite:
    """A raw connection that sees a new data_version as soon as any other connection has committed."""

    def __init__(self, line: sqlite3.Connection) -> None:
        self._line = line

    async def changes(self) -> AsyncIterator[Changed]:
        last = self._version()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            now = self._version()
            if now != last:
                last = now
                yield None

    def _version(self) -> int:
        try:
            return int(self._line.execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error as error:
            raise Gone(str(error)) from error

    async def heads(self, campaigns: Collection[int]) -> dict[int, Heads]:
        # A reader waits for nobody under a write-ahead log: not worth a thread.
        places = ", ".join("?" * len(campaigns))
        try:
            return _by_campaign(self._line.execute(f"{SELECT} IN ({places})", [*campaigns]).fetchall())
        except sqlite3.Error as error:
            raise Gone(str(error)) from error


@asynccontextmanager
async def of_sqlite(path: str) -> AsyncIterator[Watch]:
    """Watch a SQLite file. Gone when it can't be opened."""
    try:
        line = sqlite3.connect(path, timeout=ANSWER_SECONDS, isolation_level=None)
    except sqlite3.Error as error:
        raise Gone(str(error)) from error
    try:
        yield OfSqlite(line)
    finally:
        line.close()


def _told(payload: str) -> tuple[int, Heads]:
    """`7 allied:2,public:144` as `Writes.tell_of_heads` writes it."""
    campaign, _, heads = payload.partition(" ")
    pairs = (part.rpartition(":") for part in heads.split(","))
    return int(campaign), {audience: int(sequence) for audience, _, sequence in pairs}


class OfPostgresql:
    """A connection that listens, and asks between two notes."""

    def __init__(self, line: Any) -> None:
        self._line = line

    async def changes(self) -> AsyncIterator[Changed]:
        import psycopg

        while True:
            found: dict[int, Heads] = {}
            try:
                async for note in self._line.notifies(timeout=SILENT_SECONDS, stop_after=1):
                    found |= [_told(note.payload)]
                if not found:
                    async with asyncio.timeout(ANSWER_SECONDS):
                        await self._line.execute("SELECT 1")
            except (psycopg.Error, TimeoutError) as error:
                raise Gone(str(error)) from error
            if found:
                yield found

    async def heads(self, campaigns: Collection[int]) -> dict[int, Heads]:
        import psycopg

        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                asked = await self._line.execute(f"{SELECT} = ANY(%s)", [[*campaigns]])
                return _by_campaign(await asked.fetchall())
        except (psycopg.Error, TimeoutError) as error:
            raise Gone(str(error)) from error


@asynccontextmanager
async def of_postgresql(database: dict[str, Any]) -> AsyncIterator[Watch]:
    """Listen to a PostgreSQL database, past any pool. Gone when it can't be reached."""
    import psycopg

    try:
        line = await psycopg.AsyncConnection.connect(
            **connection_words(database), autocommit=True, connect_timeout=ANSWER_SECONDS
        )
    except psycopg.Error as error:
        raise Gone(str(error)) from error
    try:
        try:
            await line.execute(f"LISTEN {HEADS_CHANNEL}")
        except psycopg.Error as error:
            raise Gone(str(error)) from error
        yield OfPostgresql(line)
    finally:
        await line.close()


def of_database(database: dict[str, Any]) -> Any:
    """The watch that fits an entry of Django's DATABASES, to be opened with `async with`."""
    if database["ENGINE"].endswith("sqlite3"):
        return of_sqlite(str(database["NAME"]))
    return of_postgresql(database)
