"""The board by keys alone, order by touch, templates and empties in one tap, and what a screen reader is told."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.measures import serious
from tests.browser.test_board import one_request
from tests.live.house import Campaign

NUMBERS = "#rows-axis > li .no"


@pytest.fixture
def board(page: Page, campaign: Campaign) -> Page:
    """The demo's board with a second Axis row."""
    page.goto(f"{campaign.url}board/")
    page.keyboard.press("n")
    expect(page.locator("#sails-new")).to_be_focused()
    page.keyboard.type("4 SP")
    page.keyboard.press("Enter")
    expect(page.locator("#rows-axis > li")).to_have_count(2)
    expect(page.locator("#messages")).to_have_text("Row 3 added")
    expect(page.locator("#sails-new")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#new > summary")).to_be_focused()
    return page


def test_a_turn_is_sailed_by_single_keys(board: Page) -> None:
    keys = board.keyboard
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    second = board.locator("#rows-axis > li").nth(1)
    expect(second).to_be_focused()
    name = second.get_attribute("id")
    with one_request(board):
        keys.press("Shift+ArrowUp")
    expect(board.locator("#messages")).to_have_text("Row 3 moved up, now row 1")
    expect(board.locator(NUMBERS)).to_have_text(["1", "3"])
    expect(board.locator("#rows-axis > li").first).to_have_attribute("id", name or "")
    expect(board.locator(f"#{name}")).to_be_focused()
    with one_request(board):
        keys.press("r")
    expect(board.locator(".read")).to_be_focused()
    expect(board.locator("#messages")).to_contain_text("4 SP, Naples–Tripoli: ")
    expect(board).to_have_url(re.compile(r"/board/rolled/[0-9a-f]{32}/$"))
    board.go_back()
    expect(board.locator(f"#{name}")).to_be_focused()
    board.go_forward()
    # What sailed is named on the board too: only the heading tells that the read-out is back.
    expect(board.locator("h1")).to_have_text("What was rolled")
    keys.press("b")
    expect(board.locator(f"#{name}")).to_be_focused()
    keys.press("d")
    expect(board.locator("#strip")).to_be_focused()
    keys.press("Escape")
    keys.press("a")
    expect(board.locator("#dice")).to_contain_text("No Axis row is left to sail")


def test_help_tells_the_keys_and_turns_them_off(board: Page) -> None:
    board.keyboard.press("?")
    expect(board.locator("#keys")).to_have_attribute("open", "")
    expect(board.locator("#keys")).to_contain_text("this row earlier, later")
    board.get_by_role("button", name="Turn single keys off").click()
    expect(board.locator("#keys[data-off]")).to_be_attached()
    board.keyboard.press("n")
    expect(board.locator("#new[open]")).to_have_count(0)


def test_letters_typed_into_a_field_stay_letters(board: Page) -> None:
    board.locator("#sails-demo-1").focus()
    board.keyboard.press("Control+a")
    board.keyboard.type("Ariete narrow, 4 REs")
    expect(board.locator("#sails-demo-1")).to_have_value("Ariete narrow, 4 REs")
    board.keyboard.press("Escape")
    expect(board.locator("#row-demo-1")).to_be_focused()


def test_a_template_is_one_tap_and_empties_are_one_tap(board: Page) -> None:
    board.keyboard.press("t")
    board.keyboard.type("Tripoli run")
    with one_request(board):
        board.keyboard.press("Enter")
    # The focus is on what was made: Enter puts it on the board.
    expect(board.get_by_role("button", name="Tripoli run 2 rows")).to_be_focused()
    with one_request(board):
        board.keyboard.press("Enter")
    expect(board.locator("#rows-axis > li")).to_have_count(4)
    expect(board.locator("#tools")).to_contain_text("Rows 4 and 5 added")
    board.locator("#strip").fill("11")
    board.get_by_role("button", name="Allied rolls row 1").click()
    back = board.get_by_role("button", name="Send 7 NTs back empty")
    expect(back).to_be_visible()
    with one_request(board):
        back.click()
    expect(board).to_have_url(re.compile(r"/board/$"))
    expect(board.locator("#rows-axis > li").last).to_contain_text("empty, alone")


def test_order_empties_and_a_tick_work_by_touch_without_script(without_script: Page, campaign: Campaign) -> None:
    page = without_script
    page.goto(f"{campaign.url}board/roster/")
    page.locator("[name=port-1]").select_option("naples")
    page.locator("[name=count-1]").fill("8")
    page.get_by_role("button", name="Save").last.tap()
    expect(page.get_by_label("NTs free in Naples")).to_have_value("8")
    page.goto(f"{campaign.url}board/")
    page.get_by_role("button", name="Copy row 1").tap()
    page.get_by_role("button", name="row 3 earlier").tap()
    expect(page.locator(NUMBERS)).to_have_text(["1", "3"])
    page.locator("#strip").fill("11")
    page.get_by_label("Our own").check()
    page.get_by_role("button", name=re.compile("rolls row 1")).tap()
    page.get_by_role("button", name="Send 7 NTs back empty").tap()
    expect(page.locator("#rows-axis > li")).to_have_count(2)
    expect(page.locator("#row-demo-1")).to_contain_text("Naples has 1 NT free, and this row takes 7 NTs.")
    page.get_by_role("button", name="Roll row 3").tap()
    expect(page.locator("#dice [role=alert]")).to_contain_text("Tick “Sail all the same” at row 3")
    page.get_by_label("Sail all the same").first.check()
    page.get_by_label("Server’s").check()
    page.get_by_role("button", name="Roll row 3").tap()
    expect(page.get_by_role("region", name=re.compile("^Verdict"))).to_be_visible()


def test_what_if_answers_as_a_number_is_typed(page: Page, campaign: Campaign) -> None:
    page.goto(f"{campaign.url}board/what-if/")
    page.get_by_label("Malta’s number").fill("4")
    expect(page.locator("#what")).to_contain_text("Central Med 10 → 4")
    assert serious(page) == []
    page.goto(f"{campaign.url}board/")
    expect(page.locator("#live-demo-1")).to_contain_text("10 → 64 %")
