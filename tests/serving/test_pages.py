"""Pages behind slow lines: a request is taken whole, a thread makes its page, and the answer goes out as given."""

import asyncio
import errno
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any
from wsgiref.validate import validator

import pytest
from django.test import override_settings

from navalassist.serving import bodies, pages
from navalassist.serving.answers import Scope
from navalassist.serving.pages import Pages
from tests.live.asgi import Browser, asked, asking, in_a_loop, scope_of

TEXT = [("Content-Type", "text/plain")]


class Application:
    """A WSGI application that keeps what it was asked and answers what a test says."""

    def __init__(self, status: str = "200 OK", about: list[tuple[str, str]] = TEXT, *parts: bytes) -> None:
        self.status, self.about, self.parts = status, about, parts or (b"ok",)
        self.heard: list[tuple[dict[str, Any], bytes]] = []
        self.closed = 0
        self.waits: threading.Event | None = None

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        self.heard.append((environ, environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or "0"))))
        if self.waits is not None:
            assert self.waits.wait(20)
        start(self.status, [*self.about])
        return self

    def __iter__(self) -> Any:
        return iter(self.parts)

    def close(self) -> None:
        self.closed += 1


async def known(_scope: Scope) -> bool:
    return True


async def unknown(_scope: Scope) -> bool:
    return False


@asynccontextmanager
async def standing(application: Any, who: Any = known, threads: int = 4) -> AsyncIterator[Pages]:
    """A server's pages, made by an application."""
    made = Pages(application, who, threads)
    try:
        yield made
    finally:
        await asyncio.to_thread(made.close)


async def posted(given: Pages, parts: list[bytes], path: str = "/new/", **more: Any) -> Browser:
    """Send a body in parts, and wait for the answer."""
    browser = Browser()
    for number, part in enumerate(parts, 1):
        browser.say(part, more=number < len(parts))
    answering = asyncio.create_task(given(scope_of(path, method="POST", **more), browser.receive, browser.send))
    await browser.until(lambda: browser.over)
    await answering
    return browser


@in_a_loop
async def test_a_request_arrives_as_it_was_sent_and_its_answer_as_it_was_given() -> None:
    about = [("Location", "/c/x/"), ("Set-Cookie", "a=1"), ("Set-Cookie", " b=2"), ("Server", "x")]
    application = Application("302 Found", about, b"f", b"", b"ar")
    async with standing(application) as given:
        answer = await posted(given, [b"name=", b"%C3%A4&x"], content_type="text/plain", cookies="s=1", accept="a/b")
        await asked(given, scope_of("/c/x%2F%C3%A4/?q=%C3%A4&q=2"))
    environ, body = application.heard[0]
    assert body == b"name=%C3%A4&x"
    assert {name: environ[name] for name in ("REQUEST_METHOD", "PATH_INFO", "CONTENT_TYPE", "CONTENT_LENGTH")} == {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/new/",
        "CONTENT_TYPE": "text/plain",
        "CONTENT_LENGTH": "13",
    }
    assert (environ["HTTP_COOKIE"], environ["HTTP_ACCEPT"], environ["REMOTE_ADDR"]) == ("s=1", "a/b", "192.0.2.7")
    assert application.heard[1][0]["PATH_INFO"].encode("latin-1").decode() == "/c/x/ä/"
    assert application.heard[1][0]["QUERY_STRING"] == "q=%C3%A4&q=2"
    assert (answer.status, answer.body, application.closed) == (302, b"far", 2)
    cookies = [(b"set-cookie", b"a=1"), (b"set-cookie", b"b=2")]
    assert answer.headers == [(b"location", b"/c/x/"), *cookies, (b"content-length", b"3")]


@in_a_loop
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
async def test_what_an_application_is_told_is_what_wsgi_asks_for(method: str) -> None:
    def plain(_environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        start("200 OK", [*TEXT])
        return [b"ok"]

    async with standing(validator(plain)) as given:
        assert (await asked(given, scope_of("/", method=method))).status == 200


@in_a_loop
async def test_a_header_with_an_underscore_is_not_taken_for_another_and_one_that_comes_twice_is_whole() -> None:
    application = Application()
    scope = scope_of("/", x_forwarded_for="10.0.0.1")
    scope["headers"] += [(b"x_forwarded_for", b"6.6.6.6"), (b"x-forwarded-for", b"10.0.0.2"), (b"content_length", b"9")]
    scope["headers"] += [(b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"te", b"trailers"), (b"upgrade", b"h2c")]
    async with standing(application) as given:
        await asked(given, scope)
    environ = application.heard[0][0]
    assert environ["HTTP_X_FORWARDED_FOR"] == "10.0.0.1,10.0.0.2"
    assert environ["HTTP_COOKIE"] == "a=1; b=2"
    assert not {"HTTP_TE", "HTTP_UPGRADE", "HTTP_CONTENT_LENGTH"} & set(environ)


@in_a_loop
async def test_an_address_of_another_server_is_refused() -> None:
    application = Application()
    async with standing(application) as given:
        for target in (b"http://evil.example/", b"evil.example:443", b"*"):
            assert (await asked(given, scope_of("/") | {"raw_path": target})).status == 400
    assert application.heard == []


@in_a_loop
async def test_a_request_that_gives_its_length_twice_is_refused_and_its_line_closed() -> None:
    application = Application()
    async with standing(application) as given:
        answer = await posted(given, [b"x"], content_length="1", transfer_encoding="chunked")
    assert (answer.status, answer.header("connection"), application.heard) == (400, "close", [])


LIMITS = [("/login/", 65_536), ("/join/abc/", 65_536), ("/reset/x/y/", 65_536), ("/new/", bodies.MIB)]
LIMITS += [("/c/x/board/", bodies.MIB), ("/import/", 20 * bodies.MIB), ("/import/x/", bodies.MIB)]


@in_a_loop
@pytest.mark.parametrize(("path", "most"), LIMITS)
async def test_each_path_takes_so_much_and_says_so_of_more_after_the_browser_has_sent_it(path: str, most: int) -> None:
    application = Application()
    part = b"x" * 65_536
    async with standing(application) as given:
        whole = [part] * (most // len(part))
        assert (await posted(given, whole, path)).status == 200
        assert (await posted(given, whole, path, content_length=str(most))).status == 200
        for more in ({}, {"content_length": str(most + 1)}):
            answer = await posted(given, [*whole, b"x"], path, **more)
            assert (answer.status, answer.header("connection")) == (413, "close")
            assert f"At most {bodies.in_words(most)} can be sent here" in answer.body.decode()
            assert answer.header("content-security-policy")
    assert [len(body) for _, body in application.heard] == [most, most]


@in_a_loop
async def test_what_would_be_called_for_is_refused_before_it_is_sent() -> None:
    async with standing(Application()) as given:
        browser = Browser()
        scope = scope_of("/login/", method="POST", content_length="70000", expect="100-continue")
        await given(scope, browser.receive, browser.send)
    assert browser.status == 413


@in_a_loop
async def test_what_is_refused_stands_in_the_security_log(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, str]] = []
    monkeypatch.setattr(pages, "log_refusal", lambda act, outcome, *, address: told.append((act, address)))
    async with standing(Application()) as given:
        assert (await posted(given, [b"x" * 70_000], "/login/")).status == 413
    assert told == [("size", "192.0.2.7")]


@in_a_loop
async def test_only_so_much_of_what_is_refused_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MOST_READ", 100_000)
    async with standing(Application()) as given:
        for more in ({}, {"content_length": "100001"}):
            browser = Browser()
            browser.say(b"x" * 100_001, more=True)
            await given(scope_of("/login/", method="POST", **more), browser.receive, browser.send)
            assert browser.status == 413


@in_a_loop
async def test_an_archive_is_taken_of_those_who_are_known_and_of_two_at_a_time() -> None:
    part = b"x" * (2 * bodies.MIB)
    async with standing(Application(), unknown) as given:
        answer = await posted(given, [part], "/import/")
        assert answer.status == 413
        assert "not logged in" in answer.body.decode()
    application = Application()
    async with standing(application) as given:
        senders = [Browser(), Browser()]
        for sender in senders:
            sender.say(part, more=True)
        scope = scope_of("/import/", method="POST")
        sending = [asyncio.create_task(given(scope, sender.receive, sender.send)) for sender in senders]
        await asyncio.sleep(0)
        third = await posted(given, [part], "/import/")
        assert (third.status, third.header("retry-after")) == (503, "2")
        assert "Two archives are being sent" in third.body.decode()
        assert (await posted(given, [b"name=Alice"], "/login/")).status == 200
        for sender in senders:
            sender.say(b"end")
        await asyncio.gather(*sending)
        assert [sender.status for sender in senders] == [200, 200]
        assert (await posted(given, [part], "/import/")).status == 200


@in_a_loop
async def test_of_all_that_wait_the_largest_is_let_go_and_never_a_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MOST_IN_ALL", 10 * 65_536)
    application = Application()
    async with standing(application) as given:
        senders = [Browser() for _ in range(12)]
        sending = []
        for sender in senders:
            sender.say(b"x" * 65_536, more=True)
            sending.append(asyncio.create_task(given(scope_of("/new/", method="POST"), sender.receive, sender.send)))
        await asyncio.sleep(0)
        assert (await posted(given, [b"name=Alice"])).status == 200
        for sender in senders:
            sender.say(b"")
        await asyncio.gather(*sending)
    # Two of twelve were more than ten; the form is what was too much again.
    assert Counter(sender.status for sender in senders) == {200: 9, 503: 3}
    refused = next(sender for sender in senders if sender.status == 503)
    assert "More is being sent to NavalAssist than it can hold" in refused.body.decode()


@in_a_loop
async def test_whoever_alone_sends_too_much_is_let_go_though_they_never_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MOST_IN_ALL", 2 * 65_536)
    application = Application()
    async with standing(application) as given:
        assert (await posted(given, [b"x" * 65_536] * 5)).status == 503
        assert (await posted(given, [b"x" * 65_536] * 2)).status == 200
    assert len(application.heard) == 1


@in_a_loop
async def test_a_body_that_does_not_come_in_time_is_refused_and_one_that_comes_steadily_has_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.2)
    application = Application()
    async with standing(application) as given:
        browser = Browser()
        browser.say(b"half", more=True)
        await given(scope_of("/new/", method="POST"), browser.receive, browser.send)
        assert (browser.status, browser.header("connection")) == (408, "close")
        assert "did not come in time" in browser.body.decode()
        steady = Browser()
        answering = asyncio.create_task(given(scope_of("/new/", method="POST"), steady.receive, steady.send))
        for _ in range(8):
            steady.say(b"x" * 10_000, more=True)
            await asyncio.sleep(0.05)
        steady.say(b"end")
        await answering
        assert steady.status == 200
    assert len(application.heard) == 1


@in_a_loop
async def test_drips_do_not_put_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.1)
    async with standing(Application()) as given:
        browser = Browser()
        answering = asyncio.create_task(given(scope_of("/", method="POST"), browser.receive, browser.send))
        while not answering.done():
            browser.say(b"x", more=True)
            await asyncio.sleep(0.01)
    assert browser.status == 408


@in_a_loop
async def test_a_browser_that_leaves_in_the_middle_of_sending_is_forgotten() -> None:
    application = Application()
    async with standing(application) as given:
        browser = Browser()
        browser.say(b"half", more=True)
        browser.leave()
        await given(scope_of("/new/", method="POST"), browser.receive, browser.send)
    assert (browser.status, application.heard) == (0, [])


@in_a_loop
async def test_who_waits_for_a_thread_too_long_is_told_so_and_who_leaves_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pages, "WAIT_SECONDS", 0.2)
    application = Application()
    application.waits = threading.Event()
    async with standing(application, threads=1) as given:
        async with asking(given, scope_of("/first/")) as first:
            async with asking(given, scope_of("/leaves/")):
                await asyncio.sleep(0)
            late = await asked(given, scope_of("/late/"))
            assert (late.status, late.header("retry-after")) == (503, "2")
            assert "Nothing was done" in late.body.decode()
            application.waits.set()
            await first.until(lambda: first.over)
        assert (await asked(given, scope_of("/next/"))).status == 200
    assert [environ["PATH_INFO"] for environ, _ in application.heard] == ["/first/", "/next/"]


@in_a_loop
@pytest.mark.parametrize("size", [1_000_000, 6 * bodies.MIB])
async def test_the_thread_is_free_before_a_slow_browser_has_its_page(size: int) -> None:
    application = Application("200 OK", TEXT, *[b"x" * 100_000] * (size // 100_000), b"x" * (size % 100_000))
    async with standing(application, threads=1) as given, asking(given, scope_of("/")) as browser:
        browser.slow = asyncio.Event()
        assert (await asked(given, scope_of("/", method="HEAD"))).status == 200
        assert not browser.over
        browser.slow.set()
        await browser.until(lambda: browser.over)
        assert browser.body == b"x" * size
        assert browser.header("content-length") == str(size)
        assert max(map(len, browser.parts)) == pages.CHUNK


@in_a_loop
@pytest.mark.parametrize(("fault", "status"), [(ValueError("x"), 500), (OSError(errno.ENOSPC, "no space"), 503)])
async def test_an_application_that_breaks_off_gives_nothing_of_its_page_out(fault: Exception, status: int) -> None:
    def breaks(_environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        start("200 OK", [*TEXT])
        yield b"half"
        raise fault

    async with standing(breaks) as given:
        answer = await asked(given, scope_of("/"))
        assert answer.status == status
        assert b"half" not in answer.body
        assert answer.header("content-security-policy")


@in_a_loop
async def test_who_is_being_answered_when_the_server_ends_is_told_that_it_was_done_or_not() -> None:
    application = Application()
    application.waits = threading.Event()
    async with standing(application) as given:
        browser = Browser()
        browser.say(b"x")
        answering = asyncio.create_task(given(scope_of("/new/", method="POST"), browser.receive, browser.send))
        while not application.heard:
            await asyncio.sleep(0.01)
        answering.cancel()
        await answering
        application.waits.set()
    assert browser.status == 503
    assert "done or it was not" in browser.body.decode()


@in_a_loop
async def test_a_refusal_is_words_for_a_script_and_tells_browsers_to_come_by_https_alone_where_they_do() -> None:
    async with standing(Application()) as given:
        with override_settings(SECURE_HSTS_SECONDS=1000):
            answer = await posted(given, [b"x" * 70_000], "/login/", hx_request="true")
    assert answer.header("hx-reswap") == "none"
    assert answer.header("content-type") == "text/plain; charset=utf-8"
    assert answer.header("strict-transport-security") == "max-age=1000"
    assert not (await asked_again()).header("strict-transport-security")


async def asked_again() -> Browser:
    async with standing(Application()) as given:
        return await posted(given, [b"x" * 70_000], "/login/")
