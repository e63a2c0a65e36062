"""The same story in a browser that runs no script, and what else the board must do without one."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import story
from tests.live.house import Campaign


def test_a_newcomer_sails_both_convoys_without_script(without_script: Page, campaign: Campaign) -> None:
    story.tell(without_script, campaign)


@pytest.fixture
def board(without_script: Page, campaign: Campaign) -> Page:
    without_script.goto(f"{campaign.url}board/")
    return without_script


def test_a_row_is_opened_changed_and_saved_without_script(board: Page) -> None:
    row = board.locator("#row-demo-2")
    row.get_by_role("button", name="Why").tap()
    expect(row).to_contain_text("33.B.1.b")
    row.get_by_label("What sails").fill("3 RP")
    row.locator("[name=on]").fill("")
    row.get_by_role("button", name="Save").last.tap()
    expect(row.get_by_label("What sails")).to_have_value("3 RP")
    expect(board.locator("#tools")).to_contain_text("Row 2 changed")


def test_all_rows_are_rolled_without_script(board: Page) -> None:
    board.get_by_role("button", name="Copy row 1").tap()
    board.get_by_role("button", name="Roll all 2").tap()
    expect(board.locator(".read")).to_have_count(2)
    board.get_by_role("link", name="Board", exact=True).tap()
    expect(board.locator("#dice")).to_contain_text("No Axis row is left")


def test_what_is_wrong_is_said_and_nothing_typed_is_lost_without_script(board: Page) -> None:
    board.get_by_text("+ New row").tap()
    board.locator("#sails-new").fill("seven boats")
    board.locator("#add-new").tap()
    expect(board.locator("#row-new")).to_contain_text("Not done")
    expect(board.locator("#sails-new")).to_have_value("seven boats")
    board.get_by_role("button", name="Allied", exact=False).first.tap()
    expect(board.get_by_role("heading", name="Convoy board")).to_be_visible()


def test_buttons_that_only_a_script_could_serve_are_not_shown(board: Page, campaign: Campaign) -> None:
    expect(board.get_by_role("group", name="One tap a face")).to_have_count(0)
    board.goto(f"{campaign.url}log/")
    expect(board.get_by_role("button", name="Print")).to_have_count(0)
