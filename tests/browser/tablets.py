"""Two tablets at one campaign, on either of the servers that are shipped."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from tests.browser.conftest import Server, running
from tests.live.house import END, PASSWORD, SLUG, give_seats, shell

HOME = f"/c/{SLUG}/"
ONE_TABLE, CLUB = "navalassist.server", "navalassist.club"
# What a browser's console says of a server that is away, which these tests bring about.
AWAY = (
    "net::ERR_",
    "htmx:error: Failed to fetch",
    "the server responded with a status of 4",
    "the server responded with a status of 50",
)


class Table:
    """A server that can be stopped and started again at the same address, and tablets that look at it."""

    def __init__(self, browser: Browser, data: Path, module: str) -> None:
        self._browser = browser
        self._data = data
        self._module = module
        self._running = contextlib.ExitStack()
        self._tablets = contextlib.ExitStack()
        self.complaints: list[str] = []
        self.server = self._running.enter_context(running(data, module))
        if module == CLUB:
            give_seats(data, ("Alice", "axis"), ("Anton", "axis"), ("Bob", "allied"), ("Ursula", "moderator"))

    def end_the_seat_of(self, name: str) -> None:
        """Take somebody's seat away."""
        shell(self._data, END.format(name=name))

    def stop(self) -> None:
        self._running.close()

    def start(self) -> Server:
        """The same address as before."""
        self.server = self._running.enter_context(
            running(self._data, self._module, urlsplit(self.server.url).port or 0)
        )
        return self.server

    def tablet(self, name: str, path: str = "board/", url: str = "") -> Page:
        """A tablet of its own at a page of the campaign; at a club it is logged in first. url: another way there."""
        url = url or self.server.url
        context = self._browser.new_context(viewport={"width": 820, "height": 1180})
        self._tablets.callback(context.close)
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        if self._module == CLUB:
            page.goto(f"{url}/login/?next={HOME}{path}")
            page.get_by_label("Name").fill(name)
            page.get_by_label("Password").fill(PASSWORD)
            page.get_by_role("button", name="Log in").click()
        else:
            page.goto(f"{url}{HOME}{path}")
        expect(page.locator("#head")).to_have_attribute(
            "data-version", page.locator("#head").get_attribute("data-version") or ""
        )
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(sign in message.text for sign in AWAY):
            self.complaints.append(message.text)

    def close(self) -> None:
        self._tablets.close()
        self._running.close()


@contextmanager
def table(browser: Browser, data: Path, module: str) -> Iterator[Table]:
    """A table whose tablets' consoles must have nothing to complain of."""
    made = Table(browser, data, module)
    try:
        yield made
    finally:
        made.close()
    assert not made.complaints, "\n".join(made.complaints)


def rows(page: Page) -> Locator:
    """The rows of the board that are shipments."""
    return page.locator("ol.rows > li:not(#row-new)")


def never_reloaded(page: Page) -> None:
    """Mark the page, so that a reload would be seen."""
    page.evaluate("window.sameAsBefore = true")


def was_not_reloaded(page: Page) -> bool:
    return bool(page.evaluate("window.sameAsBefore === true"))
