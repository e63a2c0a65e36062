"""Rules by topic and this step under a hand: a word finds at once, and what is opened stays open."""

import re

from playwright.sync_api import Page, expect

from tests.live.house import Campaign


def test_a_word_finds_rules_at_once_stays_in_the_address_and_in_its_field(page: Page, campaign: Campaign) -> None:
    page.goto(f"{campaign.url}do/")
    field = page.get_by_role("searchbox")
    field.type("sweep")
    expect(page.locator(".topic h2")).to_have_text(["Mines 3 in all"])
    expect(page).to_have_url(re.compile(r"do/\?q=sweep$"))
    expect(field).to_be_focused()
    field.fill("nothing such")
    expect(page.get_by_role("link", name="Look for nothing such under Procedures")).to_be_visible()


def test_without_a_script_a_button_finds_and_folded_lines_open(without_script: Page, campaign: Campaign) -> None:
    without_script.goto(campaign.url)
    without_script.locator("summary", has_text="Mines").click()
    without_script.get_by_role("link", name="Mine belts").click()
    without_script.get_by_role("link", name="Rules", exact=True).click()
    without_script.get_by_role("searchbox").fill("scuttle")
    without_script.get_by_role("button", name="Find").click()
    expect(without_script.locator(".topic h2")).to_have_text(["Captured ports 2 in all"])
