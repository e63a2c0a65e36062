"""P42: after sleep, lost wireless or a restart every tablet shows the newest state within 5 s, nothing typed lost."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.browser.relay import relay
from tests.browser.tablets import CLUB, HOME, ONE_TABLE, Table, never_reloaded, rows, table, was_not_reloaded
from tests.patience import within

pytestmark = pytest.mark.promise("P42")
WITHIN = 1000 * within(5)
SOON = 1000 * within(1)
# Longer than a page would wait to ask again.
QUIET = 5_000


@pytest.fixture(params=[ONE_TABLE, CLUB])
def both(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[Table]:
    """The shipped server for one table, then that for a club."""
    with table(browser, tmp_path / "data", request.param) as made:
        yield made


def copies_row_1(page: Page) -> None:
    """An act of one tap that everybody sees: one row more."""
    count = rows(page).count()
    page.get_by_role("button", name="Copy row 1", exact=True).click()
    expect(rows(page)).to_have_count(count + 1)


def types(page: Page) -> None:
    """Something is typed and not saved, in the middle of a field; a row's terms are open."""
    page.get_by_role("button", name="Why row 1", exact=True).click()
    expect(page.locator("#open-demo-1.open")).to_be_visible()
    field = page.locator("#sails-demo-2")
    field.click()
    field.press("End")
    field.press("Backspace")
    field.press_sequentially("x typed")
    field.press("ArrowLeft")
    field.press("ArrowLeft")
    expect(page.locator("#row-demo-2")).to_contain_text("Drop")


def still_typing(page: Page) -> tuple[str, str, int, bool]:
    """What stands in the field, where the focus is and the caret, and whether the terms are open."""
    return (
        page.locator("#sails-demo-2").input_value(),
        page.evaluate("document.activeElement.id"),
        page.evaluate("document.activeElement.selectionStart"),
        page.locator("#open-demo-1.open").is_visible(),
    )


def test_a_tap_shows_on_the_other_tablet_within_a_second_and_costs_the_first_one_request(both: Table) -> None:
    first, second = both.tablet("Alice"), both.tablet("Ursula")
    never_reloaded(second)
    asked: list[str] = []
    first.on("request", lambda request: asked.append(request.url.removeprefix(both.server.url)))
    for _ in range(3):
        count = rows(second).count()
        copies_row_1(first)
        expect(rows(second)).to_have_count(count + 1, timeout=SOON)
    first.wait_for_timeout(1000)
    assert [url for url in asked if not url.endswith(("/version/", "/colleagues/"))] == [
        f"{HOME}board/row/demo-1/copy/"
    ] * 3
    assert was_not_reloaded(second)
    assert second.locator("#live-note").is_hidden()


def test_lost_wireless_heals_and_what_is_typed_stays(both: Table) -> None:
    first, second = both.tablet("Alice"), both.tablet("Ursula")
    types(second)
    typed = still_typing(second)
    never_reloaded(second)
    second.context.set_offline(True)
    copies_row_1(first)
    second.wait_for_timeout(1500)
    expect(rows(second)).to_have_count(2)
    second.context.set_offline(False)
    expect(rows(second)).to_have_count(3, timeout=WITHIN)
    assert still_typing(second) == typed
    assert was_not_reloaded(second)
    note = second.locator("#live-note")
    expect(note).to_contain_text("Something changed meanwhile: entry")
    expect(note.get_by_role("link")).to_have_attribute("target", "_blank")


def test_a_line_that_died_without_a_word_heals_and_what_is_typed_stays(club: Table) -> None:
    first = club.tablet("Alice")
    with relay(urlsplit(club.server.url).port or 0) as network:
        second = club.tablet("Ursula", url=f"http://127.0.0.1:{network.port}")
        types(second)
        typed = still_typing(second)
        never_reloaded(second)
        count = rows(second).count()
        # The stream is there, and says so, for longer than a page would wait for it.
        streams: list[str] = []
        second.on("request", lambda request: streams.append(request.url) if "/stream/" in request.url else None)
        second.wait_for_timeout(QUIET)
        assert streams == []
        assert network.lose_what_is_open() > 0
        with second.expect_request("**/stream/"):
            copies_row_1(first)
            expect(rows(second)).to_have_count(count + 1, timeout=WITHIN)
        assert still_typing(second) == typed
        assert was_not_reloaded(second)
        second.context.close()
    first.context.close()


def test_a_page_that_nobody_looks_at_asks_for_nothing(club: Table) -> None:
    page = club.tablet("Alice")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_request("**/colleagues/"):
        pass
    page.evaluate(
        "Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    asked.clear()
    page.wait_for_timeout(QUIET)
    assert asked == []
    page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    with page.expect_request("**/colleagues/"):
        pass
    page.context.close()


def test_a_tap_that_does_not_arrive_is_said_and_the_next_one_does_it_once(both: Table) -> None:
    page = both.tablet("Alice")
    never_reloaded(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Copy row 1", exact=True).click()
    expect(page.locator("#live-note")).to_contain_text("The server did not answer. Tap again")
    page.context.set_offline(False)
    copies_row_1(page)
    expect(page.locator("#live-note")).to_be_hidden()
    expect(rows(page)).to_have_count(3)
    assert was_not_reloaded(page)


def test_a_restart_of_the_server_heals_and_what_is_typed_stays(both: Table) -> None:
    second = both.tablet("Ursula")
    types(second)
    typed = still_typing(second)
    never_reloaded(second)
    both.stop()
    second.wait_for_timeout(1000)
    expect(second.locator("#live-note")).to_contain_text("The server does not answer", timeout=WITHIN)
    both.start()
    first = both.tablet("Alice")
    copies_row_1(first)
    expect(rows(second)).to_have_count(3, timeout=WITHIN)
    expect(second.locator("#live-note")).not_to_contain_text("does not answer", timeout=WITHIN)
    assert still_typing(second) == typed
    assert was_not_reloaded(second)


def renderers(browser: Browser) -> set[int]:
    """The processes that draw pages."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return {process["id"] for process in found if process["type"] == "renderer"}


@contextmanager
def asleep(processes: set[int]) -> Iterator[None]:
    """Let a tablet sleep: its page does not run one instruction."""
    try:
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


def test_a_tablet_that_slept_heals(both: Table, browser: Browser) -> None:
    first = both.tablet("Alice")
    before = renderers(browser)
    second = both.tablet("Ursula")
    its_own = renderers(browser) - before
    types(second)
    typed = still_typing(second)
    never_reloaded(second)
    second.evaluate("window.beats = []; setInterval(() => window.beats.push(Date.now()), 100)")
    second.wait_for_timeout(300)
    with asleep(its_own):
        copies_row_1(first)
        first.wait_for_timeout(6000)
    expect(rows(second)).to_have_count(3, timeout=WITHIN)
    assert still_typing(second) == typed
    assert was_not_reloaded(second)
    longest = second.evaluate("Math.max(...window.beats.slice(1).map((beat, at) => beat - window.beats[at]))")
    assert longest > 4000, "the page did not sleep"


@pytest.fixture(scope="module")
def club(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A club whose turn goes on from test to test."""
    with table(browser, tmp_path_factory.mktemp("club"), CLUB) as made:
        yield made


@pytest.mark.parametrize("status", [429, 503])
def test_where_streams_are_refused_the_page_asks_instead(club: Table, status: int) -> None:
    first, second = club.tablet("Alice"), club.tablet("Ursula")
    second.route("**/stream/", lambda route: route.fulfill(status=status, body="full"))
    second.reload()
    never_reloaded(second)
    second.wait_for_timeout(3000)
    count = rows(second).count()
    copies_row_1(first)
    expect(rows(second)).to_have_count(count + 1, timeout=WITHIN)
    assert was_not_reloaded(second)
    for page in (first, second):
        page.context.close()


@pytest.mark.parametrize("path", ["", "board/", "log/", "setup/ports/", "do/", "sheet/", "report/", "air/central-med/"])
def test_whose_move_it_is_stands_on_every_screen_and_is_said_when_it_changes(club: Table, path: str) -> None:
    umpire, axis, allied = club.tablet("Ursula", ""), club.tablet("Alice", path), club.tablet("Bob", path)
    mine = {"axis": axis, "allied": allied}
    side = str(umpire.locator("#head").get_attribute("data-tap"))
    other = mine["allied" if side == "axis" else "axis"]
    for page in mine.values():
        never_reloaded(page)
        expect(page.locator("#tap")).to_have_text(umpire.locator("#tap").inner_text())
    goes_on_to_the_other_side(umpire, side)
    now = umpire.locator("#tap").inner_text()
    for page in mine.values():
        expect(page.locator("#tap")).to_have_text(now, timeout=WITHIN)
        expect(page.locator("#live-said")).to_have_text(f"Now: {now}.")
        assert was_not_reloaded(page)
    expect(other).to_have_title(re.compile("^▶ "))
    assert not mine[side].title().startswith("▶")
    other.locator("main").click(position={"x": 2, "y": 2})
    expect(other).to_have_title(re.compile("^[^▶]"))
    for page in (umpire, axis, allied):
        page.context.close()


@pytest.mark.promise("P27")
def test_a_page_of_somebody_who_lost_his_seat_is_taken_from_the_screen_within_five_seconds(club: Table) -> None:
    page = club.tablet("Anton")
    page.locator("#sails-demo-1").fill("5 SP")
    expect(page.locator("#row-demo-1")).to_contain_text("Drop")
    club.end_the_seat_of("Anton")
    expect(page.locator("#board")).to_have_count(0, timeout=WITHIN)
    expect(page.locator("body")).not_to_contain_text("Naples")
    page.context.close()


def is_an_act(answer: Response) -> bool:
    """The answer to what was sent. The head tells less: a moderator's look at a secret changes it too."""
    return answer.request.method == "POST"


def goes_on_to_the_other_side(page: Page, side: str) -> None:
    """End steps until the other side has the tap."""
    head = page.locator("#head")
    for _ in range(12):
        if head.get_attribute("data-tap") != side:
            return
        with page.expect_response(is_an_act) as answer:
            page.get_by_role("button", name=re.compile("^(Go on to|End)")).first.click()
        if answer.value.status == 409:
            with page.expect_response(is_an_act):
                page.get_by_role("button", name="End it all the same").click()
        page.goto(page.url.partition("/c/")[0] + HOME)
    raise AssertionError("the turn does not go on")
