"""A group's move is entered as a way, by taps: the bar, the hexes, what it will owe; and without script the same."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hand import Counting
from tests.browser.test_board import holding
from tests.live.house import Campaign, Server

FIRST, WHOLE = "5n 10 5n 10 5n 25A:0608", "5n 10 5n 10 5n 25A:0608 10 5n 5 25A:2608"
SEND = "Send Force H: 55 MPs to 25A:2608"


@pytest.fixture
def allies(server: Server) -> Campaign:
    """The demo in the Allied naval movement."""
    return server.campaign(at=("1941-03-1", "allied", "naval-movement"))


def digits(hand: Counting, hexed: str) -> None:
    """A hex, a tap a digit."""
    for digit in hexed:
        hand.tap(digit, within=hand.group("Digits of a hex, one tap each"))


def shown(page: Page, way: str) -> None:
    """The card has taken this way over, in its address too."""
    expect(page.locator("#whole-way summary small")).to_have_text(way)
    expect(page.locator("#typed-hex")).to_have_value("")


def test_force_h_sails_35_and_20_hexes_by_taps(tablet: Page, allies: Campaign) -> None:
    """From the list: its card, the sheet, eight digits and one button."""
    hand = Counting(tablet)
    tablet.goto(f"{allies.url}fleet/")
    hand.link("Force H")
    hand.choose("Sheet", "25A")
    digits(hand, "0608")
    shown(tablet, FIRST)
    digits(hand, "2608")
    shown(tablet, WHOLE)
    move = tablet.locator("#move")
    expect(move.get_by_role("columnheader", name="25A:2608")).to_contain_text("Western Med")
    expect(move.get_by_role("button", name=re.compile("5 by night"))).to_be_disabled()
    expect(move.get_by_role("list").filter(has_text="check for contact")).to_contain_text("33 %")
    assert tablet.evaluate("scrollX + document.documentElement.scrollWidth - innerWidth") == 0
    tablet.reload()
    shown(tablet, WHOLE)
    hand.send(re.compile(SEND), move)
    expect(tablet.get_by_role("region", name="Last")).to_contain_text("25A:2608")
    expect(tablet.locator("#next")).to_be_focused()
    assert hand.taps == 11


def test_a_word_is_taken_back_and_the_way_is_cleared_by_a_tap(tablet: Page, allies: Campaign) -> None:
    hand = Counting(tablet)
    tablet.goto(f"{allies.url}fleet/group/force-h/?way={WHOLE}")
    hand.tap("⌫ last", "link")
    shown(tablet, "5n 10 5n 10 5n 25A:0608 10 5n 5")
    hand.tap("10 by day", "link")
    shown(tablet, "5n 10 5n 10 5n 25A:0608 10 5n 5 10")
    hand.tap("Clear the way", "link")
    shown(tablet, "")


def test_a_hex_is_typed_by_keys_and_what_is_wrong_stays(page: Page, allies: Campaign) -> None:
    page.goto(f"{allies.url}fleet/group/force-h/")
    field = page.locator("#typed-hex")
    page.get_by_label("Sheet").select_option("25A")
    field.focus()
    page.keyboard.type("0608")
    shown(page, FIRST)
    expect(field).to_be_focused()
    page.keyboard.type("99")
    page.keyboard.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value("99")
    expect(page.locator("#typed-hex_error")).to_contain_text("a hex is written as")


def test_digits_that_come_faster_than_their_answers_are_the_next_hex(page: Page, allies: Campaign) -> None:
    """It waits for the way that it goes on from; what is typed of the one after it stands."""
    page.goto(f"{allies.url}fleet/group/force-h/")
    page.get_by_label("Sheet").select_option("25A")
    held, digits = holding(page, re.compile("hex=")), page.get_by_role("group", name="Digits of a hex, one tap each")
    page.locator("#typed-hex").focus()
    with page.expect_request(re.compile("hex=0608")):
        page.keyboard.type("0608")
    page.keyboard.type("26")
    for digit in "08":
        digits.get_by_text(digit, exact=True).click()
    with page.expect_request(re.compile("hex=2608")):
        held[0].continue_()
    expect(page.locator("#whole-way summary small")).to_have_text(FIRST)
    page.locator("#typed-hex").press("9")
    held[1].continue_()
    expect(page.locator("#whole-way summary small")).to_have_text(WHOLE)
    expect(page.locator("#typed-hex")).to_have_value("9")


def test_without_script_it_is_entered_and_sent_too(without_script: Page, allies: Campaign) -> None:
    page = without_script
    page.goto(f"{allies.url}fleet/group/force-h/")
    page.get_by_label("Sheet").select_option("25A")
    page.get_by_label("Hex, four digits").fill("0608")
    page.get_by_role("button", name="Add it").tap()
    page.get_by_role("link", name="10 by day").tap()
    page.get_by_label("Hex, four digits").fill("2608")
    page.get_by_role("button", name="Add it").tap()
    page.get_by_role("button", name=re.compile(SEND)).tap()
    expect(page.get_by_role("region", name="Last")).to_contain_text("25A:2608")
