"""The shipped server, asked by a browser."""

import re
import urllib.error
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.measures import complaints_of, serious
from tests.live.house import Server


def get(url: str, **headers: str) -> Any:
    try:
        return urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=20)
    except urllib.error.HTTPError as answer:
        return answer


def test_the_first_page_opens_without_a_complaint_and_is_not_kept(page: Page, server: Server) -> None:
    answer = page.goto(f"{server.url}/")
    assert answer is not None
    assert answer.status == 200
    assert answer.headers["cache-control"] == "no-store"
    assert page.title()


def test_axe_and_the_content_policy_are_really_watching(browser: Browser, server: Server) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        complaints = complaints_of(page)
        page.goto(f"{server.url}/")
        page.evaluate("() => { document.body.innerHTML = '<img src=x><p style=\"color:red\">x</p>' }")
        assert any("image-alt" in line for line in serious(page))
    assert any("Content Security Policy" in line for line in complaints)


def test_pages_and_static_files_come_compressed_and_the_files_may_be_kept_for_ever(server: Server) -> None:
    assert get(f"{server.url}/", **{"Accept-Encoding": "gzip"}).headers["Content-Encoding"] == "gzip"
    page = get(f"{server.url}/").read().decode()
    names = re.findall(r'"(/static/[^"]+\.(?:css|js|svg))"', page)
    assert names
    for name in names:
        answer = get(server.url + name, **{"Accept-Encoding": "br"})
        assert answer.status == 200, name
        assert "immutable" in answer.headers["Cache-Control"], name
        size = len(answer.read())
        assert size < 1500 or answer.headers["Content-Encoding"] == "br", name


@pytest.mark.parametrize("name", ["evil.example", "127.0.0.2"])
def test_another_host_name_gets_nothing(server: Server, name: str) -> None:
    # What a page from elsewhere tries when its name is made to point at this machine.
    assert get(f"{server.url}/", Host=name).status == 400
