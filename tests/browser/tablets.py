"""Two tablets at one campaign, on either of the servers that are shipped."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

from tests.browser.measures import ON_A_TABLET
from tests.live.house import PASSWORD, House, Server

SEATS = (("Alice", "axis"), ("Anton", "axis"), ("Bob", "allied"), ("Ursula", "moderator"))
# What a browser's console says of a server that is away, which these tests bring about.
AWAY = (
    "net::ERR_",
    "htmx:error: Failed to fetch",
    "the server responded with a status of 4",
    "the server responded with a status of 50",
)
# The tablets of people at a server. They stay open, and logged in, from test to test.
_tablets: dict[tuple[Server, str], BrowserContext] = {}


class Table:
    """A new campaign, and tablets that look at it. At a club people have taken their seats in it."""

    def __init__(self, browser: Browser, server: Server, **begun: Any) -> None:
        self.server = server
        self.campaign = server.campaign(**begun)
        self.complaints: list[str] = []
        self._browser = browser
        self._pages: list[Page] = []
        self._alone: list[BrowserContext] = []
        if isinstance(server, House):
            server.give(*SEATS, slug=self.campaign.slug)

    def tablet(self, name: str, path: str = "board/", url: str = "", new: bool = False) -> Page:
        """A page of the campaign on somebody's tablet; at a club he is logged in.

        url: another way to the server; new: on a tablet that only this test has.
        """
        context = self._tablet(name)
        if new:
            context = self._browser.new_context(**ON_A_TABLET, storage_state=context.storage_state())
            self._alone.append(context)
        page = context.new_page()
        self._pages.append(page)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(f"{url or self.server.url}{self.campaign.path}{path}")
        expect(page.locator("#head")).to_have_attribute("data-live", self.campaign.path)
        return page

    def _tablet(self, name: str) -> BrowserContext:
        if (self.server, name) not in _tablets:
            _tablets[self.server, name] = context = self._browser.new_context(**ON_A_TABLET)
            # It keeps a page, for to begin with one takes half a second.
            page = context.new_page()
            if isinstance(self.server, House):
                log_in(page, self.server, name)
        return _tablets[self.server, name]

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(sign in message.text for sign in AWAY):
            self.complaints.append(message.text)

    def close(self) -> None:
        for page in self._pages:
            page.context.set_offline(False)
            page.close()
        for context in self._alone:
            context.close()


def log_in(page: Page, server: Server, name: str, path: str = "/me/") -> None:
    """Say at the login who one is; it leads on to where one wanted to go."""
    page.goto(f"{server.url}/login/?next={path}")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(f"{server.url}{path}")


@contextmanager
def table(browser: Browser, server: Server, **begun: Any) -> Iterator[Table]:
    """A table whose tablets' consoles must have nothing to complain of."""
    made = Table(browser, server, **begun)
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
