"""The Great War pages in a browser: fit for a thumb and for axe in every width; an action without a script."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Server, running
from tests.browser.test_accessibility import measured

HOME = "/c/north-sea-1914/"
PAGES = {
    "map": "",
    "a naval action": "action/1/",
    "fleets": "fleets/",
    "card of a fleet": "fleets/grand-fleet/",
    "card of a squadron": "fleets/squadron/goeben/",
    "card of a land unit": "fleets/land/siberian-corps/",
    "waters": "waters/",
    "sending a mission": "do/gw-mission/",
}


def without_script(browser: Browser, server: Server) -> Page:
    """A page of a browser that runs no script."""
    return browser.new_context(java_script_enabled=False, base_url=server.url).new_page()


def take(page: Page, seat: str) -> None:
    """Take a seat at the head of the page."""
    page.locator(f"button[name=seat][value={seat}]").click()


@pytest.fixture(scope="module")
def at_war(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Server]:
    """A server with the Great War demo, in which a bombardment is at sea. It was sent without a script."""
    with running(tmp_path_factory.mktemp("at-war")) as started:
        started.manage("demo", "storm_of_steel")
        page = without_script(browser, started)
        page.goto(f"{HOME}do/gw-mission/")
        take(page, "central")
        page.locator("select[name=mission]").select_option("bombardment")
        page.locator("select[name=area]").select_option("north-sea-south")
        page.locator("input[name=fleets][value=scouting-forces]").check()
        page.locator("select[name=target]").select_option("scarborough")
        page.get_by_role("button", name="Carry it out").click()
        page.close()
        yield started


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_serious_nor_small_nor_wide(
    page: Page, at_war: Server, serious: Callable[[], list[str]], name: str
) -> None:
    page.goto(f"{at_war.url}{HOME}{PAGES[name]}")
    assert measured(page, serious, lambda width: page.goto(f"{at_war.url}{HOME}{PAGES[name]}")) == {}


def test_areas_fleets_and_actions_of_the_chart_are_reached_with_the_keyboard(page: Page, at_war: Server) -> None:
    page.goto(f"{at_war.url}{HOME}")
    chart = page.get_by_role("group", name=re.compile("^North Sea, Baltic"))
    links = chart.locator("a:not([tabindex='-1'])")
    names = links.evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))")
    assert "North Sea, south: dominated by nobody" in names
    assert "Allied: Grand Fleet; Scapa Flow" in names
    assert "Action 1: Coastal Bombardment, North Sea, south" in names
    links.last.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/action/1/")


def test_an_interception_and_its_next_step_go_without_a_script(browser: Browser, fresh_server: Server) -> None:
    fresh_server.manage("demo", "storm_of_steel")
    page = without_script(browser, fresh_server)
    page.goto(f"{HOME}fleets/harwich-force/")
    take(page, "allied")
    page.locator("#move-place").select_option("area:north-sea-south")
    page.get_by_role("button", name="Set it there").click()
    assert "at sea" in page.locator("main").inner_text()
    page.goto(f"{HOME}waters/")
    page.locator("button[value='area.dominated/adriatic=central']").click()
    assert page.url.endswith("#area-adriatic")
    assert page.locator("#adriatic-central").get_attribute("aria-pressed") == "true"


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "has_touch": True}
