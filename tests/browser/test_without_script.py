"""The same story in a browser that runs no script, and what else a page must do without one."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import story
from tests.browser.conftest import Server

HOME = "/c/mediterranean-1941/"


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": story.TABLET, "has_touch": True, "java_script_enabled": False}


def test_a_newcomer_sails_both_convoys_without_script(page: Page, fresh_server: Server) -> None:
    story.tell(page, fresh_server)


def test_a_row_is_opened_changed_and_saved_without_script(page: Page, server: Server) -> None:
    page.goto(f"{server.url}{HOME}board/")
    row = page.locator("#row-demo-2")
    row.get_by_role("button", name="Why").tap()
    expect(row).to_contain_text("33.B.1.b")
    row.get_by_label("What sails").fill("3 RP")
    row.locator("[name=on]").fill("")
    row.get_by_role("button", name="Save").last.tap()
    expect(page.locator("#row-demo-2").get_by_label("What sails")).to_have_value("3 RP")
    expect(page.get_by_role("button", name=re.compile("^Undo"))).to_be_visible()


def test_what_is_wrong_is_said_and_nothing_typed_is_lost_without_script(page: Page, server: Server) -> None:
    page.goto(f"{server.url}{HOME}board/")
    page.get_by_text("+ New row").tap()
    page.locator("#sails-new").fill("seven boats")
    page.locator("#add-new").tap()
    expect(page.locator("#row-new")).to_contain_text("Not done")
    expect(page.locator("#sails-new")).to_have_value("seven boats")
    page.get_by_role("button", name="Allied", exact=False).first.tap()
    expect(page.get_by_role("heading", name="Convoy board")).to_be_visible()


def test_buttons_that_only_a_script_could_serve_are_not_shown(page: Page, server: Server) -> None:
    page.goto(f"{server.url}{HOME}board/")
    expect(page.get_by_role("group", name="One tap a face")).to_have_count(0)
    page.goto(f"{server.url}{HOME}log/")
    expect(page.get_by_role("button", name="Print")).to_have_count(0)
