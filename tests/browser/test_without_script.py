"""The board in a browser that runs no script; test_story.py tells the whole story in one."""

import re

from playwright.sync_api import Page, expect

from tests.live.house import Campaign


def test_the_roster_order_empties_and_a_tick_work_by_touch(without_script: Page, campaign: Campaign) -> None:
    page = without_script
    page.goto(f"{campaign.url}board/roster/")
    page.locator("[name=port-1]").select_option("naples")
    page.locator("[name=count-1]").fill("8")
    page.get_by_role("button", name="Save").last.tap()
    expect(page.get_by_label("NTs free in Naples")).to_have_value("8")
    page.goto(f"{campaign.url}board/")
    page.get_by_role("button", name="Copy row 1").tap()
    page.get_by_role("button", name="row 3 earlier").tap()
    expect(page.locator("#rows-axis > li .no")).to_have_text(["1", "3"])
    page.locator("#strip").fill("11")
    page.get_by_label("Our own").check()
    page.get_by_role("button", name=re.compile("rolls row 1")).tap()
    page.get_by_role("button", name="Send 7 NTs back empty").tap()
    expect(page.locator("#rows-axis > li")).to_have_count(2)
    expect(page.locator("#row-demo-1")).to_contain_text("Naples has 1 NT free, and this row takes 7 NTs.")
    page.get_by_role("button", name="Roll row 3").tap()
    expect(page.locator("#dice [role=alert]")).to_contain_text("Tick “Sail all the same” at row 3")
    page.get_by_label("Sail all the same").first.check()
    page.get_by_label("Server's").check()
    page.get_by_role("button", name="Roll row 3").tap()
    expect(page.get_by_role("region", name=re.compile("^Verdict"))).to_be_visible()


def test_a_row_is_opened_changed_and_saved(plain: Page) -> None:
    row = plain.locator("#row-demo-2")
    row.get_by_role("button", name="Why").tap()
    expect(row).to_contain_text("33.B.1.b")
    row.get_by_label("What sails").fill("3 RP")
    row.locator("[name=on]").fill("")
    row.get_by_role("button", name="Save").last.tap()
    expect(row.get_by_label("What sails")).to_have_value("3 RP")
    expect(plain.locator("#tools")).to_contain_text("Row 2 changed")


def test_what_is_wrong_is_said_and_nothing_typed_is_lost(plain: Page) -> None:
    plain.get_by_text("+ New row").tap()
    plain.locator("#sails-new").fill("seven boats")
    plain.locator("#add-new").tap()
    expect(plain.locator("#row-new")).to_contain_text("Nothing was done.")
    expect(plain.locator("#sails-new")).to_have_value("seven boats")


def test_buttons_that_only_a_script_could_serve_are_not_shown(plain: Page, campaign: Campaign) -> None:
    expect(plain.get_by_role("group", name="One tap a face")).to_have_count(0)
    plain.goto(f"{campaign.url}log/")
    expect(plain.get_by_role("button", name="Print")).to_have_count(0)
