"""The barest stream that Django gives: a StreamingHttpResponse behind no middleware, told of every commit there is.

It asks nobody who listens, reads no heads and knows no campaigns. `uvicorn bench.bare.streams:application`. Beside it
pages that are ready-made: the bytes of a file of BENCH_PAGES, packed already, from memory.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path

# As in navalassist.live.watch and navalassist.play.storage.statements, which need more of Django than this has.
LOOK_SECONDS = 0.02
HEADS_CHANNEL = "navalassist_heads"

waiting: set[asyncio.Queue[str]] = set()
following: list[asyncio.Task[None]] = []


async def tell(text: str) -> None:
    for queue in waiting:
        queue.put_nowait(text)


async def follow_sqlite(file: str) -> None:
    line = sqlite3.connect(file)
    last = None
    while True:
        now = line.execute("PRAGMA data_version").fetchone()[0]
        if last is not None and now != last:
            await tell(str(now))
        last = now
        await asyncio.sleep(LOOK_SECONDS)


async def follow_postgresql(address: str) -> None:
    import psycopg

    line = await psycopg.AsyncConnection.connect(address, autocommit=True)
    await line.execute(f"LISTEN {HEADS_CHANNEL}")
    async for note in line.notifies():
        await tell(note.payload)


async def events() -> AsyncIterator[str]:
    queue: asyncio.Queue[str] = asyncio.Queue()
    waiting.add(queue)
    try:
        yield "data: here\n\n"
        while True:
            yield f"data: {await queue.get()}\n\n"
    finally:
        waiting.discard(queue)


async def stream(_: HttpRequest) -> StreamingHttpResponse:
    if not following:
        address = os.environ.get("NAVALASSIST_DATABASE", "")
        file = f"{os.environ['NAVALASSIST_DATA']}/navalassist.sqlite3"
        following.append(asyncio.create_task(follow_postgresql(address) if address else follow_sqlite(file)))
    return StreamingHttpResponse(events(), content_type="text/event-stream")


@cache
def kept(name: str) -> bytes:
    return Path(os.environ["BENCH_PAGES"], name).read_bytes()


async def page(_: HttpRequest, name: str) -> HttpResponse:
    about = {"Content-Encoding": "gzip", "Content-Length": str(len(kept(name)))}
    return HttpResponse(kept(name), headers=about)


urlpatterns = [path("stream/", stream), path("page/<slug:name>/", page)]
if not settings.configured:
    settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="none", MIDDLEWARE=[])
application = get_asgi_application()
