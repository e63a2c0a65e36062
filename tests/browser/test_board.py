"""The convoy board under fingers and keys, on the server that is shipped."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser.conftest import Server, by_itself

BOARD = "/c/mediterranean-1941/board/"
TABLET = {"width": 820, "height": 1180}


@contextmanager
def one_request(page: Page) -> Iterator[None]:
    """What is done here costs one request to the campaign, and never a whole page."""
    sent: list[str] = []

    def hear(request: object) -> None:
        if "/static/" not in request.url and not by_itself(request.url):  # type: ignore[attr-defined]
            sent.append(f"{request.method} {request.url}")  # type: ignore[attr-defined]

    page.on("request", hear)
    with page.expect_response(lambda answer: "/static/" not in answer.url and not by_itself(answer.url)):
        yield
    page.wait_for_load_state("networkidle")
    page.remove_listener("request", hear)
    assert len(sent) == 1, sent
    assert sent[0].startswith("POST")


class Taps:
    """A finger that counts."""

    def __init__(self) -> None:
        self.count = 0

    def on(self, place: Locator) -> None:
        place.tap()
        self.count += 1


@pytest.fixture
def tablet(browser: Browser) -> Iterator[Page]:
    """A page on a tablet in portrait."""
    context = browser.new_context(viewport=TABLET, has_touch=True)  # type: ignore[arg-type]
    complaints: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert not complaints, "\n".join(complaints)


def test_a_row_of_the_commonest_kind_takes_four_taps(tablet: Page, fresh_server: Server) -> None:
    tablet.goto(fresh_server.url + BOARD)
    rows = tablet.locator("#rows-axis > li")
    expect(rows).to_have_count(1)
    taps = Taps()
    taps.on(tablet.get_by_text("+ New row"))
    with one_request(tablet):
        taps.on(tablet.get_by_role("button", name="7 SP", exact=True))
    expect(tablet.locator("#sails-new")).to_have_value("7 SP")
    with one_request(tablet):
        taps.on(tablet.get_by_role("button", name="Taranto–Tripoli"))
    expect(tablet.locator("#live-new")).to_contain_text("Central Med")
    with one_request(tablet):
        taps.on(tablet.locator("#add-new"))
    expect(rows).to_have_count(2)
    expect(rows.nth(1).locator("[name=sails]")).to_have_value("7 SP")
    expect(tablet.locator("#summary")).to_contain_text("2 rows still to sail")
    assert taps.count == 4


def test_a_convoy_is_planned_changed_and_rolled_by_keys_alone(page: Page, fresh_server: Server) -> None:
    page.goto(fresh_server.url + BOARD)
    sails = page.locator("#sails-demo-1")
    sails.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("3 SP")
    expect(page.locator("#live-demo-1")).to_contain_text("Not saved yet")
    expect(page.locator("#on-demo-1")).to_have_attribute("placeholder", "3 NTs")
    page.keyboard.press("Tab")
    expect(page.locator("#on-demo-1")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("Palermo")
    page.keyboard.press("Tab")
    page.keyboard.type("Pant")
    expect(page.locator("#live-demo-1")).to_contain_text("short route")
    with one_request(page):
        page.locator("#sails-demo-1").press("Enter")
    expect(page.locator("#tools")).to_contain_text("Row 1 changed")
    expect(page.locator("#live-demo-1")).not_to_contain_text("Not saved")
    page.locator("#strip").focus()
    page.keyboard.type("66")
    expect(page.get_by_label("Our own")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator("#dice [role=alert]")).to_contain_text("1 more die is needed, for lot 1 (3 REs)")
    expect(page.locator("#strip")).to_have_value("66")
    page.locator("#strip").focus()
    page.keyboard.press("End")
    page.keyboard.type(" 1")
    with one_request(page):
        page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(rf"{BOARD}rolled/[0-9a-f]+/$"))
    expect(page.locator("#main")).to_contain_text("CONTACT")
    expect(page.locator(".read")).to_be_focused()
    page.reload()
    expect(page.locator("#main")).to_contain_text("Back in Palermo")
    page.go_back()
    expect(page.locator("#row-demo-1")).to_contain_text("3 SP, Palermo–Pantelleria")


def test_zones_and_what_only_the_players_see_are_live(page: Page, fresh_server: Server) -> None:
    page.goto(fresh_server.url + BOARD)
    page.locator("#why-demo-2").click()
    hexes = page.locator("#hexes-demo-2-1")
    hexes.fill("16")
    hexes.press("Tab")
    expect(page.locator("#live-demo-2 .legs li").first).to_contain_text("not subject")
    page.locator("#zone-demo-2-3").select_option("eastern-med")
    expect(page.locator("#live-demo-2 .legs li")).to_have_count(3)
    expect(page.locator("#zone-demo-2-4")).to_be_visible()
    page.get_by_role("button", name="take zone 3 out").click()
    expect(page.locator("#live-demo-2 .legs li")).to_have_count(2)
    page.locator("#protected-demo-2-2").check()
    expect(page.locator("#live-demo-2")).to_contain_text("100 %")
    page.locator("#save-demo-2").click()
    expect(page.locator("#tools")).to_contain_text("Row 2 changed")
    expect(page.locator("#hexes-demo-2-1")).to_have_value("16")


def test_ticks_of_a_row_are_live_saved_and_kept(page: Page, fresh_server: Server) -> None:
    page.goto(fresh_server.url + BOARD)
    page.locator("#on-demo-1").fill("4 NTs")
    page.locator("#sails-demo-1").fill("empty")
    alone = page.locator("#alone-demo-1")
    expect(alone).to_be_checked()
    expect(page.locator("#live-demo-1")).to_contain_text("empty, alone")
    alone.uncheck()
    expect(page.locator("#live-demo-1")).not_to_contain_text("empty, alone")
    page.locator("#why-demo-1").click()
    page.locator("#stops-demo-1-1").check()
    expect(page.locator("#live-demo-1")).to_contain_text("in a later step")
    page.locator("#save-demo-1").click()
    expect(page.locator("#tools")).to_contain_text("Row 1 changed")
    page.reload()
    expect(alone).not_to_be_checked()
    page.get_by_role("button", name="Allied rolls row 1").click()
    expect(page.locator("#board")).to_contain_text("Tyrrhenian: no check.")
    page.goto(fresh_server.url + BOARD)
    expect(page.locator("#live-demo-1")).to_contain_text("at sea here")
    expect(page.locator("#live-demo-1")).to_contain_text("It stops at sea in this step")


def test_a_row_that_is_typed_into_is_never_rolled_as_it_was(page: Page, fresh_server: Server) -> None:
    page.goto(fresh_server.url + BOARD)
    page.locator("#sails-demo-1").fill("3 SP")
    page.get_by_role("button", name="Allied rolls row 1").click()
    expect(page.locator("#dice [role=alert]")).to_contain_text("Row 1 is changed but not saved")
    expect(page.locator("#sails-demo-1")).to_have_value("3 SP")
    page.locator("#save-demo-1").click()
    expect(page.locator("#tools")).to_contain_text("Row 1 changed")
    page.get_by_text("+ New row").click()
    expect(page.locator("#sails-new")).to_be_focused()
    page.locator("#sails-new").fill("2 RP")
    page.get_by_role("button", name="Roll all").click()
    expect(page.locator("#dice [role=alert]")).to_contain_text("The new row is filled in but not added")
    expect(page.locator("#sails-new")).to_have_value("2 RP")
    page.locator("#add-new").click()
    expect(page.locator("#rows-axis > li")).to_have_count(2)
    page.get_by_role("button", name="Roll all").click()
    expect(page.locator("#main")).to_contain_text("Row 1: 3 SP")
    expect(page.locator("#main")).to_contain_text("2 RP")


def test_a_late_draft_does_not_hide_why_a_row_was_not_saved(page: Page, fresh_server: Server) -> None:
    page.goto(fresh_server.url + BOARD)
    page.locator("#sails-demo-1").fill("banana")
    page.locator("#sails-demo-1").press("Enter")
    expect(page.locator("#live-demo-1")).to_contain_text("Not done:")
    page.wait_for_timeout(600)
    expect(page.locator("#live-demo-1")).to_contain_text("Not done:")
    page.locator("#sails-demo-1").fill("3 SP")
    expect(page.locator("#live-demo-1")).to_contain_text("Not saved yet")


def test_the_dice_cover_neither_a_refusal_nor_the_read_out(page: Page, fresh_server: Server) -> None:
    page.set_viewport_size({"width": 820, "height": 800})
    page.goto(fresh_server.url + BOARD)
    for count in (2, 3, 4):
        page.locator("#copy-demo-1").click()
        expect(page.locator("#rows-axis > li")).to_have_count(count)
    assert page.locator("#rows-axis > li .no").all_inner_texts() == ["1", "3", "4", "5"]
    last = page.locator("#rows-axis > li").last
    last.locator("[name=sails]").fill("banana")
    last.locator("[name=sails]").press("Enter")
    refusal = last.locator(".msg.bad")
    expect(refusal).to_be_in_viewport(ratio=1)
    expect(last.get_by_role("button", name="Save").last).to_be_in_viewport(ratio=1)
    told, dice = refusal.bounding_box(), page.locator("#dice").bounding_box()
    assert told
    assert dice
    assert told["y"] + told["height"] <= dice["y"] or dice["y"] + dice["height"] <= told["y"]
    page.goto(fresh_server.url + BOARD)
    assert page.locator("#dice").evaluate("bar => getComputedStyle(bar).position") == "sticky"
    page.get_by_role("button", name="Roll all").click()
    expect(page.locator(".read").first).to_be_visible()
    assert page.locator("#dice").evaluate("bar => getComputedStyle(bar).position") == "static"


def test_taps_on_faces_are_own_dice(tablet: Page, fresh_server: Server) -> None:
    tablet.goto(fresh_server.url + BOARD)
    for face in ("4", "3", "back", "2"):
        tablet.locator(f'[data-face="{face}"]').tap()
    expect(tablet.locator("#strip")).to_have_value("42")
    expect(tablet.get_by_label("Our own")).to_be_checked()
    with one_request(tablet):
        tablet.get_by_role("button", name="Allied rolls row 1").tap()
    expect(tablet.locator("#main")).to_contain_text(re.compile("no contact", re.IGNORECASE))


def test_a_quick_add_waits_for_the_chip_that_was_tapped_before_it(tablet: Page, fresh_server: Server) -> None:
    tablet.goto(fresh_server.url + BOARD)
    tablet.get_by_text("+ New row").tap()
    tablet.get_by_role("button", name="4 SP", exact=True).tap()
    expect(tablet.locator("#sails-new")).to_have_value("4 SP")
    held: list[Route] = []
    tablet.route("**/board/draft/", lambda route: held.append(route))
    with tablet.expect_request("**/board/draft/"):
        tablet.get_by_role("button", name="Tripoli–Naples").tap()
    tablet.locator("#add-new").tap()
    expect(tablet.locator("#rows-axis > li")).to_have_count(1)
    held[0].continue_()
    expect(tablet.locator("#rows-axis > li")).to_have_count(2)
    expect(tablet.locator("#rows-axis > li").last.locator("[name=origin]")).to_have_value("tripoli")


def test_the_board_works_without_script(browser: Browser, fresh_server: Server) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=TABLET)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(fresh_server.url + BOARD)
    page.get_by_text("+ New row").click()
    page.get_by_role("button", name="4 SP", exact=True).click()
    page.get_by_role("button", name="Tripoli–Naples").click()
    page.locator("#add-new").click()
    expect(page.locator("#rows-axis > li")).to_have_count(2)
    page.locator("#sails-demo-1").fill("2 SP")
    page.locator("#row-demo-1").get_by_role("button", name="Save").last.click()
    expect(page.locator("#tools")).to_contain_text("Row 1 changed")
    page.get_by_role("button", name="Roll all 2").click()
    expect(page.locator(".read")).to_have_count(2)
    page.get_by_role("link", name="Board", exact=True).click()
    expect(page.locator("#dice")).to_contain_text("No Axis row is left")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [410, 820, 1440])
def test_the_board_has_nothing_serious_for_axe_and_no_sideways_scroll(
    page: Page, server: Server, serious: Callable[[], list[str]], width: int, scheme: str
) -> None:
    page.set_viewport_size({"width": width, "height": 1000})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(f"{server.url}{BOARD}?open=demo-1")
    page.get_by_text("+ New row").click()
    assert serious() == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
