"""The board by keys alone: the focus is seen and comes back, and what came is told to a screen reader."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.hand import one_request
from tests.browser.measures import serious
from tests.live.house import Campaign

NUMBERS = "#rows-axis > li .no"
MOST_TABS = 90


def focused(page: Page, wanted: Locator) -> bool:
    return wanted.count() > 0 and bool(wanted.first.evaluate("node => node === document.activeElement"))


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until this has the focus; it must then be seen to have it."""
    for _ in range(MOST_TABS):
        if focused(page, wanted):
            ring = wanted.first.evaluate(
                "node => { const s = getComputedStyle(node); return [s.outlineStyle, s.boxShadow] }"
            )
            assert ring != ["none", "none"], "the focus cannot be seen"
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{MOST_TABS} tabs do not reach {wanted}")


def test_a_row_is_added_and_rolled_by_keys_alone(board: Page) -> None:
    tab_to(board, board.get_by_role("link", name="To the content"))
    board.keyboard.press("Enter")
    expect(board.locator("#main")).to_be_focused()
    tab_to(board, board.locator("#new > summary"))
    board.keyboard.press("Enter")
    tab_to(board, board.locator("#sails-new"))
    board.keyboard.type("4 SP")
    expect(board.locator("#live-new")).to_contain_text("All arrive")
    board.keyboard.press("Enter")
    expect(board.locator("#rows-axis > li")).to_have_count(2)
    expect(board.locator("#rows-axis > li").last.get_by_label("What sails")).to_have_value("4 SP")
    tab_to(board, board.locator("#strip"))
    board.keyboard.type("11")
    expect(board.get_by_role("radio", name="Our own")).to_be_checked()
    board.keyboard.press("Enter")
    verdict = board.get_by_role("region", name=re.compile("^Verdict"))
    expect(verdict).to_be_focused()
    assert [die.get_attribute("aria-label") for die in verdict.get_by_role("img").all()] == [
        "die 1, typed",
        "die 1, typed",
    ]


def test_a_convoy_is_planned_changed_and_rolled_by_keys_alone(board: Page) -> None:
    sails = board.locator("#sails-demo-1")
    sails.focus()
    board.keyboard.press("Control+a")
    board.keyboard.type("3 SP")
    expect(board.locator("#live-demo-1")).to_contain_text("Not saved yet")
    expect(board.locator("#on-demo-1")).to_have_attribute("placeholder", "3 NTs")
    board.keyboard.press("Tab")
    expect(board.locator("#on-demo-1")).to_be_focused()
    board.keyboard.press("Tab")
    board.keyboard.type("Palermo")
    board.keyboard.press("Tab")
    board.keyboard.type("Pant")
    expect(board.locator("#live-demo-1")).to_contain_text("short route")
    with one_request(board):
        board.locator("#sails-demo-1").press("Enter")
    expect(board.locator("#tools")).to_contain_text("Row 1 changed")
    expect(board.locator("#live-demo-1")).not_to_contain_text("Not saved")
    board.locator("#strip").focus()
    board.keyboard.type("66")
    expect(board.get_by_label("Our own")).to_be_checked()
    board.keyboard.press("Enter")
    expect(board.locator("#dice [role=status]")).to_contain_text("1 more die is needed, for lot 1 (3 REs)")
    expect(board.locator("#strip")).to_have_value("66")
    board.locator("#strip").focus()
    board.keyboard.press("End")
    board.keyboard.type(" 1")
    with one_request(board):
        board.keyboard.press("Enter")
    expect(board).to_have_url(re.compile(r"/board/rolled/[0-9a-f]+/$"))
    expect(board.locator("#main")).to_contain_text("CONTACT")
    expect(board.locator(".read")).to_be_focused()
    board.reload()
    expect(board.locator("#main")).to_contain_text("Back in Palermo")
    board.go_back()
    expect(board.locator("#row-demo-1")).to_contain_text("3 SP, Palermo–Pantelleria")


@pytest.fixture
def two_rows(board: Page) -> Page:
    """The demo's board with a second Axis row."""
    board.keyboard.press("n")
    expect(board.locator("#sails-new")).to_be_focused()
    board.keyboard.type("4 SP")
    board.keyboard.press("Enter")
    expect(board.locator("#rows-axis > li")).to_have_count(2)
    expect(board.locator("#messages")).to_have_text("Row 3 added")
    expect(board.locator("#sails-new")).to_be_focused()
    board.keyboard.press("Escape")
    expect(board.locator("#new > summary")).to_be_focused()
    return board


def test_a_turn_is_sailed_by_single_keys(two_rows: Page) -> None:
    keys = two_rows.keyboard
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    second = two_rows.locator("#rows-axis > li").nth(1)
    expect(second).to_be_focused()
    name = second.get_attribute("id")
    with one_request(two_rows):
        keys.press("Shift+ArrowUp")
    expect(two_rows.locator("#messages")).to_have_text("Row 3 moved up, now row 1")
    expect(two_rows.locator(NUMBERS)).to_have_text(["1", "3"])
    expect(two_rows.locator("#rows-axis > li").first).to_have_attribute("id", name or "")
    expect(two_rows.locator(f"#{name}")).to_be_focused()
    with one_request(two_rows):
        keys.press("r")
    expect(two_rows.locator(".read")).to_be_focused()
    expect(two_rows.locator("#messages")).to_contain_text("4 SP, Naples–Tripoli: ")
    expect(two_rows).to_have_url(re.compile(r"/board/rolled/[0-9a-f]{32}/$"))
    two_rows.go_back()
    expect(two_rows.locator(f"#{name}")).to_be_focused()
    two_rows.go_forward()
    # What sailed is named on the board too: only the heading tells that the read-out is back.
    expect(two_rows.locator("h1")).to_have_text("What was rolled")
    keys.press("b")
    expect(two_rows.locator(f"#{name}")).to_be_focused()
    keys.press("d")
    expect(two_rows.locator("#strip")).to_be_focused()
    keys.press("Escape")
    keys.press("a")
    expect(two_rows.locator("#dice")).to_contain_text("No Axis row is left to sail")


def test_help_tells_the_keys_and_turns_them_off(two_rows: Page) -> None:
    two_rows.keyboard.press("?")
    expect(two_rows.locator("#keys")).to_have_attribute("open", "")
    expect(two_rows.locator("#keys")).to_contain_text("this row earlier, later")
    two_rows.get_by_role("button", name="Turn single keys off").click()
    expect(two_rows.locator("#keys[data-off]")).to_be_attached()
    two_rows.keyboard.press("n")
    expect(two_rows.locator("#new[open]")).to_have_count(0)


def test_letters_typed_into_a_field_stay_letters(two_rows: Page) -> None:
    two_rows.locator("#sails-demo-1").focus()
    two_rows.keyboard.press("Control+a")
    two_rows.keyboard.type("Ariete narrow, 4 REs")
    expect(two_rows.locator("#sails-demo-1")).to_have_value("Ariete narrow, 4 REs")
    two_rows.keyboard.press("Escape")
    expect(two_rows.locator("#row-demo-1")).to_be_focused()


def test_a_template_is_one_tap_and_empties_are_one_tap(two_rows: Page) -> None:
    two_rows.keyboard.press("t")
    two_rows.keyboard.type("Tripoli run")
    with one_request(two_rows):
        two_rows.keyboard.press("Enter")
    # The focus is on what was made: Enter puts it on the two_rows.
    expect(two_rows.get_by_role("button", name="Tripoli run 2 rows")).to_be_focused()
    with one_request(two_rows):
        two_rows.keyboard.press("Enter")
    expect(two_rows.locator("#rows-axis > li")).to_have_count(4)
    expect(two_rows.locator("#tools")).to_contain_text("Rows 4 and 5 added")
    two_rows.locator("#strip").fill("11")
    two_rows.get_by_role("button", name="Allied rolls row 1").click()
    back = two_rows.get_by_role("button", name="Send 7 NTs back empty")
    expect(back).to_be_visible()
    with one_request(two_rows):
        back.click()
    expect(two_rows).to_have_url(re.compile(r"/board/$"))
    expect(two_rows.locator("#rows-axis > li").last).to_contain_text("empty, alone")


def test_what_if_answers_as_a_number_is_typed(page: Page, campaign: Campaign) -> None:
    page.goto(f"{campaign.url}board/what-if/")
    page.get_by_label("Malta's number").fill("4")
    expect(page.locator("#what")).to_contain_text("Central Med 10 → 4")
    assert serious(page) == []
    page.goto(f"{campaign.url}board/")
    expect(page.locator("#live-demo-1")).to_contain_text("10 → 64 %")
