"""The door: everything that is no stream goes to the pages, and nobody tells them who asked but the door itself."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from navalassist.live import door as doors
from navalassist.live.door import Door
from tests.live.asgi import Browser, asked, asking, in_a_loop, scope_of

SECRET = "between the two of us"
PLAIN = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: text/plain\r\n\r\nok"


class Pages:
    """What stands behind the door: it keeps what it was sent and answers what a test says."""

    def __init__(self, answer: bytes = PLAIN) -> None:
        self.answer = answer
        self.heard: list[tuple[str, dict[str, str], bytes]] = []
        self.closed = asyncio.Event()
        self.waits: asyncio.Event | None = None

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := (await reader.readuntil(b"\r\n\r\n")).decode("latin-1"):
                line, *rest = head.strip().split("\r\n")
                headers = {name.lower(): value for name, _, value in (pair.partition(": ") for pair in rest)}
                body = await reader.readexactly(int(headers.get("content-length", "0")))
                self.heard.append((line, headers, body))
                if self.waits is not None:
                    hangs_up = asyncio.create_task(reader.read(1))
                    waiting = asyncio.create_task(self.waits.wait())
                    await asyncio.wait({hangs_up, waiting}, return_when=asyncio.FIRST_COMPLETED)
                    if hangs_up.done():
                        return
                    hangs_up.cancel()
                writer.write(self.answer)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.closed.set()
            writer.close()


@asynccontextmanager
async def standing(pages: Callable[..., Awaitable[None]] | None) -> AsyncIterator[tuple[Door, Path]]:
    """A door, with pages behind it or none."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pages"
        door = Door([str(path)], SECRET)
        served = await asyncio.start_unix_server(pages, path) if pages else None
        try:
            yield door, path
        finally:
            await door.aclose()
            if served:
                served.close()


async def posted(door: Door, body: list[bytes], **more: Any) -> Browser:
    """Send a body in parts, and wait for the answer."""
    browser = Browser()
    for number, part in enumerate(body, 1):
        browser.say(part, more=number < len(body))
    answering = asyncio.create_task(door(scope_of("/new/", method="POST", **more), browser.receive, browser.send))
    await browser.until(lambda: browser.over)
    await answering
    return browser


@in_a_loop
async def test_a_request_arrives_as_it_was_sent_and_its_answer_as_it_was_given() -> None:
    pages = Pages(
        b"HTTP/1.1 302 Found\r\nLocation: /c/x/\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nServer: gunicorn\r\n"
        b"Connection: keep-alive\r\nContent-Security-Policy: x\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n3\r\nfar\r\n0\r\n\r\n"
    )
    async with standing(pages) as (door, _):
        given = await posted(door, [b"name=", b"%C3%A4&x"], content_type="text/plain", cookies="s=1", accept="a/b")
        scope = scope_of("/c/x%2Fy/?q=%C3%A4&q=2")
        assert (await asked(door, scope)).status == 302
    line, headers, body = pages.heard[0]
    assert (line, body) == ("POST /new/ HTTP/1.1", b"name=%C3%A4&x")
    assert (
        headers.items() >= {"content-type": "text/plain", "cookie": "s=1", "accept": "a/b", "host": "localhost"}.items()
    )
    assert headers["content-length"] == "13"
    assert given.headers == [
        (b"location", b"/c/x/"),
        (b"set-cookie", b"a=1"),
        (b"set-cookie", b"b=2"),
        (b"content-security-policy", b"x"),
    ]
    assert given.body == b"far"
    assert pages.heard[1][0] == "GET /c/x%2Fy/?q=%C3%A4&q=2 HTTP/1.1"


@in_a_loop
async def test_who_asked_is_told_by_the_door_and_never_by_the_browser() -> None:
    forged = dict.fromkeys(
        ("x_forwarded_for", "x_real_ip", "forwarded", "x_forwarded_host", "x_navalassist_client"), "10.1.1.1"
    )
    pages = Pages()
    async with standing(pages) as (door, _):
        await asked(door, scope_of("/", **forged, x_navalassist_door="guess", x_forwarded_proto="https"))
    headers = pages.heard[0][1]
    assert headers["x-navalassist-client"] == "192.0.2.7"
    assert headers["x-navalassist-scheme"] == "http"
    assert headers["x-navalassist-door"] == SECRET
    assert "10.1.1.1" not in headers.values()
    assert not [name for name in headers if "forwarded" in name]


@in_a_loop
async def test_the_word_of_a_proxy_that_the_settings_name_is_taken_and_of_its_chain_the_last_stranger() -> None:
    pages = Pages()
    with override_settings(PROXIES=["192.0.2.0/24"]):
        async with standing(pages) as (door, _):
            said = {"x_forwarded_for": "10.9.9.9, 203.0.113.5", "x_forwarded_proto": "https"}
            await asked(door, scope_of("/", **said))
    assert pages.heard[0][1]["x-navalassist-client"] == "203.0.113.5"
    assert pages.heard[0][1]["x-navalassist-scheme"] == "https"


@in_a_loop
async def test_headers_of_one_line_end_at_the_door() -> None:
    pages = Pages()
    async with standing(pages) as (door, _):
        names = {"connection": "keep-alive, x-mine", "x_mine": "1", "te": "trailers", "upgrade": "h2c", "expect": "1"}
        await asked(door, scope_of("/", **names, keep_alive="5", transfer_encoding="chunked"))
    assert not pages.heard[0][1].keys() & {*names, "x-mine", "keep-alive", "transfer-encoding"}


@in_a_loop
async def test_cookies_of_one_browser_never_go_out_with_the_request_of_another() -> None:
    pages = Pages(PLAIN.replace(b"\r\n\r\n", b"\r\nSet-Cookie: session=alice; Path=/\r\n\r\n"))
    async with standing(pages) as (door, _):
        await asked(door, scope_of("/"))
        await asked(door, scope_of("/"))
    assert all("cookie" not in headers for _, headers, _ in pages.heard)


@in_a_loop
async def test_what_is_too_large_is_refused_before_the_pages_hear_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "LARGEST_REQUEST", 10)
    pages = Pages()
    async with standing(pages) as (door, _):
        assert (await posted(door, [b"x"], content_length="11")).status == 413
        assert (await posted(door, [b"123456", b"78901"])).status == 413
        assert (await posted(door, [b"x"], content_length="-1")).status == 413
        assert (await posted(door, [b"123456", b"7890"])).status == 200
    assert len(pages.heard) == 1


@in_a_loop
async def test_a_browser_that_stops_in_the_middle_of_sending_takes_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "IDLE_SECONDS", 0.05)
    pages = Pages()
    async with standing(pages) as (door, _):
        browser = Browser()
        browser.say(b"half", more=True)
        await door(scope_of("/new/", method="POST"), browser.receive, browser.send)
        assert browser.status == 408
        browser = Browser()
        browser.say(b"half", more=True)
        browser.leave()
        await door(scope_of("/new/", method="POST"), browser.receive, browser.send)
        assert browser.status == 0
    assert pages.heard == []


@in_a_loop
async def test_while_the_pages_start_a_plain_page_says_so_and_a_script_is_told_to_swap_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doors, "START_SECONDS", 0.0)
    async with standing(None) as (door, _):
        plain = await asked(door, scope_of("/c/x/"))
        swapped = await asked(door, scope_of("/c/x/board/roll/", hx_request="true"))
    assert (plain.status, plain.header("refresh"), plain.header("retry-after")) == (502, "2", "2")
    assert "starting" in plain.body.decode()
    assert plain.header("content-security-policy")
    assert (swapped.status, swapped.header("hx-reswap"), swapped.header("refresh")) == (502, "none", "")


@in_a_loop
async def test_of_several_processes_a_campaign_always_goes_to_the_same_one_and_all_get_some() -> None:
    served = [Pages() for _ in range(3)]
    with tempfile.TemporaryDirectory() as folder:
        paths = [f"{folder}/{number}" for number in range(3)]
        standing = [await asyncio.start_unix_server(pages, path) for pages, path in zip(served, paths, strict=True)]
        door = Door(paths, SECRET)
        for number in range(20):
            for rest in ("", "board/", "board/roll/?x=1"):
                assert (await asked(door, scope_of(f"/c/campaign-{number}/{rest}"))).status == 200
        for _ in range(3):
            assert (await asked(door, scope_of("/login/"))).status == 200
        await door.aclose()
        for server in standing:
            server.close()
    heard = [[line.split()[1].split("/") for line, _, _ in pages.heard] for pages in served]
    homes = [{path[2] for path in paths if path[1] == "c"} for paths in heard]
    assert all(homes)
    assert sum(map(len, homes)) == len(set.union(*homes)) == 20
    assert [sum(path[1] == "login" for path in paths) for paths in heard] == [1, 1, 1]


@in_a_loop
async def test_pages_that_start_within_seconds_are_waited_for() -> None:
    pages = Pages()
    async with standing(None) as (door, path), asking(door, scope_of("/")) as browser:
        await asyncio.sleep(0.15)
        assert not browser.status
        async with await asyncio.start_unix_server(pages, path):
            await browser.until(lambda: browser.over)
            assert browser.status == 200
            await door.aclose()


@in_a_loop
async def test_where_the_pages_end_in_the_middle_nobody_claims_that_nothing_was_done() -> None:
    async def ends(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.close()

    async with standing(ends) as (door, _):
        given = await posted(door, [b"x"])
    assert given.status == 502
    assert "done or it was not" in given.body.decode()


@in_a_loop
@pytest.mark.parametrize("size", [100, 12 * doors.MIB])
async def test_where_the_pages_end_in_the_middle_of_an_answer_nothing_of_it_is_given_out(size: int) -> None:
    async def ends(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % size + b"x" * (size - 1))
        await writer.drain()
        writer.close()

    async with standing(ends) as (door, _):
        given = await asked(door, scope_of("/"))
    assert given.status == 502
    assert "done or it was not" in given.body.decode()
    assert given.header("content-security-policy")


@in_a_loop
async def test_a_browser_that_leaves_frees_its_line_to_the_pages() -> None:
    pages = Pages()
    pages.waits = asyncio.Event()
    async with standing(pages) as (door, _):
        async with asking(door, scope_of("/")):
            while not pages.heard:
                await asyncio.sleep(0.01)
        await asyncio.wait_for(pages.closed.wait(), 5)


@in_a_loop
@pytest.mark.parametrize("size", [1_000_000, 12 * doors.MIB])
async def test_the_pages_are_done_before_a_slow_browser_is(size: int) -> None:
    big = b"x" * size
    pages = Pages(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % size + big)
    async with standing(pages) as (door, _), asking(door, scope_of("/")) as browser:
        browser.slow = asyncio.Event()
        await asyncio.wait_for(pages.closed.wait(), 5)
        assert not browser.over
        browser.slow.set()
        await browser.until(lambda: browser.over)
        assert browser.body == big
        assert browser.header("content-length") == str(size)
        assert max(map(len, browser.parts)) == doors.CHUNK


@in_a_loop
async def test_an_answer_that_the_pages_server_made_itself_carries_the_policy_of_every_page() -> None:
    pages = Pages(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 3\r\n\r\nbad")
    async with standing(pages) as (door, _):
        given = await asked(door, scope_of("/"))
    assert (given.status, given.body) == (400, b"bad")
    assert given.header("content-security-policy").startswith("default-src 'none'")
    assert given.header("x-content-type-options") == "nosniff"
    assert given.header("cache-control") == "no-store"


@in_a_loop
async def test_an_address_of_another_server_is_refused() -> None:
    async with standing(None) as (door, _):
        scope = scope_of("/")
        for target in (b"http://evil.example/", b"evil.example:443", b"*"):
            assert (await asked(door, scope | {"raw_path": target})).status == 400
