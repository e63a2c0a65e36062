"""The form of a rule in which one choice leaves another: it follows at once, and nothing that was chosen is lost."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server


def test_what_is_chosen_changes_what_the_others_list_without_a_further_tap(page: Page, server: Server) -> None:
    home = server.campaign("storm_of_steel").url
    page.goto(f"{home}do/gw-mission/")
    page.locator("button[name=seat][value=central]").click()
    page.goto(f"{home}do/gw-mission/")
    targets = page.locator("select[name=target] > option")
    before = targets.all_text_contents()
    page.locator("select[name=mission]").select_option("bombardment")
    page.locator("select[name=area]").select_option("north-sea-south")
    expect(targets).not_to_have_count(len(before))
    expect(page.locator("select[name=area]")).to_have_value("north-sea-south")
    expect(page.get_by_role("button", name=re.compile("Carry it out"))).to_be_visible()
