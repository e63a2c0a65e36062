"""A browser's line : no line stays open for ever without anything coming over it."""

import asyncio
import contextlib
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from navalassist.serving import line as lines
from navalassist.serving.line import Line, most_lines
from tests.live.asgi import in_a_loop

ASK = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


class Answers:
    """An application that answers with so many bytes, and remembers who left before he had them."""

    def __init__(self, size: int = 2) -> None:
        self.size = size
        self.left = asyncio.Event()

    async def __call__(self, _scope: Any, receive: Any, send: Any) -> None:
        await receive()
        about = [(b"content-length", str(self.size).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": about})
        for start in range(0, self.size, 65_536):
            part = b"x" * min(65_536, self.size - start)
            await send({"type": "http.response.body", "body": part, "more_body": start + 65_536 < self.size})
        if self.size > 65_536 and (await receive())["type"] == "http.disconnect":
            self.left.set()


@asynccontextmanager
async def opened(application: Any, count: int = 1) -> AsyncIterator[list[tuple[asyncio.StreamReader, Any]]]:
    """So many lines to a server of our own lines."""
    config = uvicorn.Config(application, interface="asgi3", http=Line, lifespan="off", log_level="critical", ws="none")
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(lambda: Line(config, state, {}), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    found = [await asyncio.open_connection("127.0.0.1", port) for _ in range(count)]
    try:
        yield found
    finally:
        for _, writer in found:
            writer.transport.abort()
        server.close()


async def is_closed(reader: asyncio.StreamReader, seconds: float = 3) -> bool:
    """Does the server close the line?"""
    try:
        async with asyncio.timeout(seconds):
            return not await reader.read()
    except ConnectionError:
        return True
    except TimeoutError:
        return False


@in_a_loop
@pytest.mark.parametrize("said", [b"", b"GE", ASK, ASK + b"X: y"])
async def test_a_line_on_which_no_whole_request_comes_is_closed(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "HEAD_SECONDS", 0.2)
    async with opened(Answers()) as [(reader, writer)]:
        writer.write(said)
        assert await is_closed(reader)


@in_a_loop
async def test_bytes_that_drip_in_do_not_put_it_off_and_a_second_request_has_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lines, "HEAD_SECONDS", 0.4)
    async with opened(Answers()) as [(reader, writer)]:
        writer.write(ASK + b"\r\n")
        assert (await reader.readuntil(b"xx")).startswith(b"HTTP/1.1 200")
        # A line that is only kept open has its own, longer time.
        await asyncio.sleep(0.6)
        for _ in range(40):
            writer.write(b"G")
            if reader.at_eof() or await is_closed(reader, 0.05):
                break
        else:
            raise AssertionError("it is still open after two seconds")


@in_a_loop
async def test_a_browser_that_stops_taking_an_answer_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "STUCK_SECONDS", 0.2)
    answers = Answers(40_000_000)
    async with opened(answers) as [(reader, writer)]:
        writer.write(ASK + b"\r\n")
        await reader.read(1000)
        await asyncio.wait_for(answers.left.wait(), 5)


@in_a_loop
async def test_a_browser_that_is_only_slow_gets_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "STUCK_SECONDS", 0.3)
    async with opened(Answers(12_000_000)) as [(reader, writer)]:
        writer.write(ASK + b"\r\n")
        await reader.readuntil(b"\r\n\r\n")
        got = 0
        while got < 12_000_000:
            got += len(await reader.read(1_000_000))
            await asyncio.sleep(0.01)
        assert got == 12_000_000


@in_a_loop
async def test_what_is_no_request_is_refused_with_the_policy_of_every_page() -> None:
    async with opened(Answers()) as [(reader, writer)]:
        writer.write(b"\xff\xff\r\n\r\n")
        said = await asyncio.wait_for(reader.read(), 3)
    assert said.startswith(b"HTTP/1.1 400 ")
    for name in (b"content-security-policy: default-src 'none'", b"x-frame-options: DENY", b"cache-control: no-store"):
        assert name in said


@in_a_loop
async def test_nor_is_it_a_fault_where_its_line_is_broken_off_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes behind a request that is answered: then it is refused where that answer ends."""
    faults: list[OSError] = []

    def gone(_: object) -> None:
        raise OSError("Transport endpoint is not connected")

    async def answers(scope: Any, receive: Any, send: Any) -> None:
        try:
            await Answers()(scope, receive, send)
        except OSError as error:
            faults.append(error)

    async with opened(answers) as [(reader, writer)]:
        monkeypatch.setattr("asyncio.selector_events._SelectorSocketTransport.write_eof", gone)
        writer.write(ASK + b"\r\n\xff\xff\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            await asyncio.wait_for(reader.read(), 3)
    assert faults == []


@in_a_loop
async def test_more_lines_than_there_is_room_for_are_let_go_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Line, "most", 2)
    async with opened(Answers(), 3) as [(first, asks), _, (third, _)]:
        assert await is_closed(third)
        asks.write(ASK + b"\r\n")
        assert (await first.readuntil(b"xx")).startswith(b"HTTP/1.1 200")


@in_a_loop
async def test_a_line_that_is_broken_off_leaves_no_clock_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Line] = []
    was = Line.connection_lost

    def lost(line: Line, error: Exception | None) -> None:
        was(line, error)
        made.append(line)

    monkeypatch.setattr(Line, "connection_lost", lost)
    async with opened(Answers(), 5) as several:
        for _, writer in several:
            writer.write(b"GET")
            held = writer.get_extra_info("socket")
            held.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()
        async with asyncio.timeout(3):
            while len(made) < 5:
                await asyncio.sleep(0.01)
        assert all(line._head is not None and line._head.cancelled() for line in made)


def test_the_server_takes_as_many_files_as_the_machine_lets_it_and_keeps_some_for_itself() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(400, before[1]), before[1]))
        found = most_lines()
        assert 0 < found < resource.getrlimit(resource.RLIMIT_NOFILE)[0] <= lines.MOST_FILES
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
