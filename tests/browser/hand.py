"""A person at a page: what he taps, types and reads there, by the words that stand on it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, Request, expect

Words = str | re.Pattern[str]
WAYS = """rows => rows.map(
    row => [...row.querySelectorAll("select")].map(end => end.selectedOptions[0].text).join("–"))"""


class Hand:
    """A finger on a tablet, or a mouse at a screen."""

    def __init__(self, page: Page, *, touches: bool = True) -> None:
        self.page, self.touches = page, touches

    def touch(self, place: Locator) -> None:
        """A tap or a click, where it can be done."""
        (place.first.tap if self.touches else place.first.click)()

    def tap(self, words: Words, role: Any = "button", within: Locator | None = None) -> None:
        """Tap what a person calls by these words."""
        whole = isinstance(words, str)
        self.touch((within or self.page.locator("body")).get_by_role(role, name=words, exact=whole))

    def link(self, words: Words, within: Locator | None = None) -> None:
        """Tap a link, and wait for its page."""
        with self.page.expect_navigation():
            self.tap(words, "link", within)

    def send(self, words: Words, within: Locator | None = None) -> None:
        """Tap the button of a form that leads to another page."""
        with self.page.expect_navigation():
            self.tap(words, within=within)

    def go(self, page: str) -> None:
        """To a page by the links at the top."""
        self.link(page, self.page.get_by_role("navigation", name="Pages"))

    def fill(self, label: Words, text: str) -> None:
        """Type into the field that is called so."""
        self.page.get_by_label(label).fill(text)

    def type(self, text: str) -> None:
        """Type to where the focus is: a page that wants a number waits for it there."""
        expect(self.page.locator("input:focus")).to_be_visible()
        for key in text:
            self.press(key)

    def press(self, key: str) -> None:
        """One key."""
        self.page.keyboard.press(key)

    def faces(self, faces: str, within: Locator | None = None) -> None:
        """Dice of the players' own, a tap a face."""
        for face in faces:
            self.tap(face, within=self.group("One tap a face", within))

    def group(self, words: str, within: Locator | None = None) -> Locator:
        """What stands together under these words."""
        return (within or self.page.locator("body")).get_by_role("group", name=words)

    # The board

    def rows(self) -> Locator:
        """The rows of the board that are shipments."""
        return self.page.locator("ol.rows > li:not(#row-new)")

    def ways(self, rows: Locator | None = None) -> list[str]:
        """The way of each row, as far as it can be changed."""
        found: list[str] = (rows or self.rows()).evaluate_all(WAYS)
        return found

    def adds_row(self, sails: str, way: str, typed: bool = False) -> None:
        """What sails is a chip, or typed; the way it takes is one, unless the form remembers it from the row before."""
        page, rows, before = self.page, self.rows(), self.ways()
        if not page.locator("#new[open]").count():
            self.touch(page.locator("#new > summary"))
        if typed:
            self.touch(page.locator("#sails-new"))
            self.type(sails)
        else:
            self.tap(sails, within=self.group("What sails, in one tap"))
        expect(page.locator("#sails-new")).to_have_value(sails)
        if self.ways(page.locator("#row-new .row")) != [way]:
            self.tap(way, within=self.group("From and to, in one tap"))
        expect(page.locator("#live-new")).to_contain_text("All arrive")
        self.touch(page.locator("#add-new"))
        expect(rows).to_have_count(len(before) + 1)
        expect(page.locator("#sails-new")).to_have_value("")
        assert self.ways().count(way) == before.count(way) + 1

    def readout(self) -> Locator:
        """The last verdict, large."""
        return self.page.get_by_role("region", name=re.compile("^Verdict")).last


def by_itself(url: str) -> bool:
    """True for what a page asks now and then without anybody's tap: the version of what it shows."""
    return url.endswith("/version/")


@contextmanager
def one_request(page: Page, method: str = "POST") -> Iterator[None]:
    """What is done here costs one request to the campaign, and never a whole page."""
    sent: list[str] = []

    def hear(request: Request) -> None:
        if is_asked(request.url):
            sent.append(f"{request.method} {request.resource_type} {request.url}")

    def is_asked(url: str) -> bool:
        return "/static/" not in url and not by_itself(url)

    page.on("request", hear)
    with page.expect_response(lambda answer: is_asked(answer.url)):
        yield
    page.wait_for_load_state("networkidle")
    page.remove_listener("request", hear)
    assert len(sent) == 1, sent
    assert sent[0].startswith(f"{method} fetch ")


def all_is_asked(page: Page) -> None:
    """Wait until every request that the page has made so far is known."""
    with page.expect_request("**/?last"):
        page.evaluate("() => { fetch('/?last') }")


class Counting(Hand):
    """A finger that counts its taps."""

    taps = 0

    def touch(self, place: Locator) -> None:
        """A tap more."""
        super().touch(place)
        self.taps += 1

    def choose(self, label: Words, option: str, within: Locator | None = None) -> None:
        """One of a list: a tap more."""
        (within or self.page.locator("body")).get_by_label(label).select_option(option)
        self.taps += 1
