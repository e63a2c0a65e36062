"""The chart of the Great War by the keyboard. What is at sea there was sent without a script."""

import re

from playwright.sync_api import Page

from tests.live.house import Campaign


def test_areas_fleets_and_actions_of_the_chart_are_reached_with_the_keyboard(page: Page, at_war: Campaign) -> None:
    page.goto(at_war.url)
    chart = page.get_by_role("group", name=re.compile("^North Sea, Baltic"))
    links = chart.locator("a:not([tabindex='-1'])")
    names = links.evaluate_all(
        "nodes => nodes.map(a => a.getAttribute('aria-label') ?? a.querySelector('title').textContent)"
    )
    assert "North Sea, south: dominated by nobody" in names
    assert "Allied: Grand Fleet; Scapa Flow" in names
    assert "Action 1: Coastal Bombardment, North Sea, south" in names
    links.last.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/action/1/")
