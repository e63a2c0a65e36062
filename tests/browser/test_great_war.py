"""The Great War pages in a browser: its chart by the keyboard, and what moves a fleet without a script."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from tests.live.house import Campaign, Server


def test_areas_fleets_and_actions_of_the_chart_are_reached_with_the_keyboard(page: Page, at_war: Campaign) -> None:
    page.goto(at_war.url)
    chart = page.get_by_role("group", name=re.compile("^North Sea, Baltic"))
    links = chart.locator("a:not([tabindex='-1'])")
    names = links.evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))")
    assert "North Sea, south: dominated by nobody" in names
    assert "Allied: Grand Fleet; Scapa Flow" in names
    assert "Action 1: Coastal Bombardment, North Sea, south" in names
    links.last.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/action/1/")


def test_an_interception_and_its_next_step_go_without_a_script(without_script: Page, server: Server) -> None:
    page, campaign = without_script, server.campaign("storm_of_steel")
    page.goto(f"{campaign.url}fleets/harwich-force/")
    page.locator("button[name=seat][value=allied]").click()
    page.locator("#move-place").select_option("area:north-sea-south")
    page.get_by_role("button", name="Set it there").click()
    assert "at sea" in page.locator("main").inner_text()
    page.goto(f"{campaign.url}waters/")
    page.locator("button[value='area.dominated/adriatic=central']").click()
    assert page.url.endswith("#area-adriatic")
    assert page.locator("#adriatic-central").get_attribute("aria-pressed") == "true"
