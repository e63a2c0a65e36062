"""P42: after sleep, lost wireless or a restart every tablet shows the newest state within 5 s, nothing typed lost."""

import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, Request, Response, Route, expect

from tests.browser.conftest import AT_A_CLUB
from tests.browser.hand import all_is_asked
from tests.browser.relay import relay
from tests.browser.tablets import Table, never_reloaded, rows, table, was_not_reloaded
from tests.counts import BEATS_HEARD, SECONDS_ASLEEP
from tests.live.house import House
from tests.patience import PATIENCE, within

pytestmark = [pytest.mark.promise("P42"), AT_A_CLUB]
WITHIN = 1000 * within(5)
SOON = 1000 * within(1)
# Longer than a page would wait to ask again, by its own clock.
LONG = 20_000


@pytest.fixture
def club(browser: Browser, club_server: House) -> Iterator[Table]:
    """A club alone: what only streams can do, or only people with seats."""
    with table(browser, club_server) as made:
        yield made


@pytest.fixture
def club_at_its_last_step(browser: Browser, club_server: House) -> Iterator[Table]:
    """A club whose Axis player turn ends with the next step."""
    with table(browser, club_server, at=("1941-03-1", "axis", "exploitation")) as made:
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
    first.on("request", lambda request: asked.append(request.url.removeprefix(both.campaign.url)))
    for _ in range(3):
        count = rows(second).count()
        copies_row_1(first)
        expect(rows(second)).to_have_count(count + 1, timeout=SOON)
    # It fetches the page for what the other does, and has not done so for what it did itself.
    copies_row_1(second)
    expect(rows(first)).to_have_count(6, timeout=SOON)
    acts = [url for url in asked if not url.endswith(("version/", "colleagues/"))]
    assert acts == ["board/row/demo-1/copy/"] * 3 + ["board/"]
    assert was_not_reloaded(second)
    assert second.locator("#live-note").is_hidden()


def test_lost_wireless_heals_and_what_is_typed_stays(both: Table) -> None:
    first, second = both.tablet("Alice"), both.tablet("Ursula")
    types(second)
    typed = still_typing(second)
    never_reloaded(second)
    second.context.set_offline(True)
    copies_row_1(first)
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
    with relay(club.server.port) as network:
        second = club.tablet("Ursula", url=f"http://127.0.0.1:{network.port}")
        types(second)
        typed = still_typing(second)
        never_reloaded(second)
        streams = requests_of(second, "/stream/")
        # The stream says that it is there, and so the page asks for no other.
        hears_beats(second, BEATS_HEARD)
        assert streams == []
        assert network.lose_what_is_open() > 0
        with second.expect_request("**/stream/"):
            copies_row_1(first)
            expect(rows(second)).to_have_count(3, timeout=WITHIN)
        assert still_typing(second) == typed
        assert was_not_reloaded(second)


def requests_of(page: Page, path: str) -> list[str]:
    """Every request to such an address from now on."""
    asked: list[str] = []

    def hear(request: Request) -> None:
        if path in request.url:
            asked.append(request.url)

    page.on("request", hear)
    return asked


def hears_beats(page: Page, count: int) -> None:
    """Wait until the stream of this page has said so often that it is there."""
    network, heard = page.context.new_cdp_session(page), []
    network.send("Network.enable")
    network.on("Network.eventSourceMessageReceived", lambda told: heard.append(told["eventName"] == "still"))
    until = time.monotonic() + PATIENCE
    while sum(heard) < count:
        assert time.monotonic() < until, "the page hears no beat"
        page.wait_for_timeout(50)


def test_a_page_that_nobody_looks_at_asks_for_nothing(club: Table) -> None:
    page = club.tablet("Alice", new=True)
    page.clock.install()
    page.reload()
    with page.expect_request("**/colleagues/"):
        page.clock.run_for(LONG)
    # While one is under way it would ask for no other.
    expect(page.locator(".htmx-request")).to_have_count(0)
    page.evaluate(
        "Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    asked = requests_of(page, club.campaign.path)
    page.clock.run_for(LONG)
    all_is_asked(page)
    assert asked == []
    page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    with page.expect_request("**/colleagues/"):
        page.clock.run_for(LONG)


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


def test_a_tap_that_waited_for_one_that_did_not_arrive_is_not_done(club: Table) -> None:
    page = club.tablet("Alice")
    page.get_by_text("+ New row").click()
    lost: list[Route] = []
    page.route("**/board/draft/", lambda route: lost.append(route))
    with page.expect_request("**/board/draft/"):
        page.get_by_role("button", name="7 SP", exact=True).click()
    page.locator("#add-new").click()
    asked = requests_of(page, "/board/row/")
    lost[0].abort()
    expect(page.locator("#live-note")).to_contain_text("The server did not answer. Tap again")
    all_is_asked(page)
    assert asked == []


def test_a_restart_of_the_server_heals_and_what_is_typed_stays(both: Table) -> None:
    second = both.tablet("Ursula")
    types(second)
    typed = still_typing(second)
    never_reloaded(second)
    both.server.stop()
    expect(second.locator("#live-note")).to_contain_text("The server does not answer", timeout=WITHIN)
    both.server.start(both.server.port)
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


# The page notes the time ten times a second, and has begun with it.
BEATS = """() => new Promise((begun) => {
    window.beats = [];
    setInterval(() => { if (window.beats.push(Date.now()) === 2) begun(); }, 100);
})"""


def test_a_tablet_that_slept_heals(both: Table, browser: Browser) -> None:
    first = both.tablet("Alice")
    before = renderers(browser)
    second = both.tablet("Ursula", new=True)
    its_own = renderers(browser) - before
    types(second)
    typed = still_typing(second)
    never_reloaded(second)
    second.evaluate(BEATS)
    with asleep(its_own):
        copies_row_1(first)
        first.wait_for_timeout(1000 * SECONDS_ASLEEP)
    expect(rows(second)).to_have_count(3, timeout=WITHIN)
    assert still_typing(second) == typed
    assert was_not_reloaded(second)
    longest = second.evaluate("Math.max(...window.beats.slice(1).map((beat, at) => beat - window.beats[at]))")
    assert longest > 700 * SECONDS_ASLEEP, "the page did not sleep"


@pytest.mark.parametrize("status", [429, 503])
def test_where_streams_are_refused_the_page_asks_instead(club: Table, status: int) -> None:
    first, second = club.tablet("Alice"), club.tablet("Ursula")
    second.route("**/stream/", lambda route: route.fulfill(status=status, body="full"))
    with second.expect_request("**/version/"):
        second.reload()
    never_reloaded(second)
    copies_row_1(first)
    expect(rows(second)).to_have_count(3, timeout=WITHIN)
    assert was_not_reloaded(second)


SCREENS = ("", "board/", "log/", "setup/ports/"), ("do/", "sheet/", "report/", "air/central-med/")


@pytest.mark.parametrize("paths", SCREENS, ids=" ".join)
def test_whose_move_it_is_stands_on_every_screen_and_is_said_when_it_changes(
    club_at_its_last_step: Table, paths: tuple[str, ...]
) -> None:
    club = club_at_its_last_step
    umpire = club.tablet("Ursula", "")
    axis, allied = ([club.tablet(name, path) for path in paths] for name in ("Alice", "Bob"))
    before = umpire.locator("#tap").inner_text()
    for page in axis + allied:
        never_reloaded(page)
        expect(page.locator("#tap")).to_have_text(before)
    goes_on_to_the_other_side(umpire, "axis")
    now = umpire.locator("#tap").inner_text()
    for page in axis + allied:
        expect(page.locator("#tap")).to_have_text(now, timeout=WITHIN)
        expect(page.locator("#live-said")).to_have_text(f"Now: {now}.")
        assert was_not_reloaded(page)
    for page in axis:
        assert not page.title().startswith("▶")
    for page in allied:
        expect(page).to_have_title(re.compile("^▶ "))
        page.locator("main").click(position={"x": 2, "y": 2})
        expect(page).to_have_title(re.compile("^[^▶]"))


@pytest.mark.promise("P27")
def test_a_page_of_somebody_who_lost_his_seat_is_taken_from_the_screen_within_five_seconds(
    club: Table, club_server: House
) -> None:
    page = club.tablet("Anton")
    page.locator("#sails-demo-1").fill("5 SP")
    expect(page.locator("#row-demo-1")).to_contain_text("Drop")
    club_server.end("Anton", club.campaign.slug)
    expect(page.locator("#board")).to_have_count(0, timeout=WITHIN)
    expect(page.locator("body")).not_to_contain_text("Naples")


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
        page.goto(page.url)
    raise AssertionError("the turn does not go on")
