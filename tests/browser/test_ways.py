"""A way is drawn on the page of a rule: by taps, by keys, without script; and the page as axe sees it."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.measures import LAPTOP, PHONE, SIDEWAYS, TABLET, serious
from tests.routes.rules import SAIL
from tests.routes.system import begin, install

WAY = "E1 D1 D2 D3 D4"


@pytest.fixture
def sail(monkeypatch: pytest.MonkeyPatch, transactional_db: None, live_server: LiveServer) -> str:
    """The page on which the convoy at Taipei sails: no shipped server has this system."""
    install(monkeypatch.setitem)
    campaign = begin()
    return f"{live_server.url}/c/{campaign.slug}/do/{SAIL}/"


def tap(page: Page, *places: str) -> None:
    """Squares, one after the other; each is on the way before the next."""
    for place in places:
        page.locator(f"#tap-route-{place}").click()
        expect(page.locator("#tap-route-" + place)).to_have_attribute("data-last", "")


def test_a_route_is_drawn_by_taps_and_what_is_not_allowed_has_its_way_out(tablet: Page, sail: str) -> None:
    tablet.goto(sail)
    tap(tablet, *WAY.split())
    expect(tablet.locator(".legs > li")).to_have_count(4)
    expect(tablet.locator(".way-legs .big")).to_have_text("4 squares")
    tap(tablet, "E5")
    expect(tablet.locator(".legs .bad")).to_contain_text("E5 is land.")
    assert serious(tablet) == []
    for width in (TABLET, LAPTOP, PHONE):
        tablet.set_viewport_size({"width": width, "height": 900})
        assert tablet.evaluate(SIDEWAYS) == []
    tablet.get_by_role("button", name="Go to D5 instead").click()
    expect(tablet.locator(".way-legs .big")).to_have_text("5 squares")
    # A tap on the last square takes its leg back.
    tablet.locator("#tap-route-D5").click()
    expect(tablet.locator(".way-legs .big")).to_have_text("4 squares")
    expect(tablet.locator("input[name=route]")).to_have_value(WAY)
    tablet.locator("select[name=force]").select_option("convoy")
    tablet.get_by_role("button", name="Carry it out").click()
    expect(tablet.locator("main")).to_contain_text(f"Main convoy sails {WAY}: 4 squares by the entered map, range 1.")


def test_the_chart_is_one_stop_of_the_tabulator_and_arrows_go_over_it(page: Page, sail: str) -> None:
    page.goto(sail)
    tap(page, "E1")
    expect(page.locator(".place[tabindex='0']")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#tap-route-D1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".legs > li")).to_have_text(["1 E1 Taipei → D1 + 1 1"], use_inner_text=False)
    expect(page.locator("#tap-route-D1")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("input[name=route]")).to_have_value("E1 D1 D2")
    # Typed, and shown by Enter.
    page.locator("input[name=route]").fill("E1 D1 C2")
    page.keyboard.press("Enter")
    expect(page.locator(".way-legs .big")).to_have_text("3 squares")


def test_without_script_a_tap_brings_the_page_back_with_its_leg(without_script: Page, sail: str) -> None:
    without_script.goto(sail)
    tap(without_script, "E1", "D1")
    expect(without_script.locator(".way-legs .big")).to_have_text("1 square")
    without_script.locator("input[name=route]").fill("E1 D1 D2 D3")
    without_script.get_by_role("button", name="Show what is typed").click()
    expect(without_script.locator(".way-legs .big")).to_have_text("3 squares")
