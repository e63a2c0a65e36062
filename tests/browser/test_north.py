"""The northern chart and the turn sequence as a person meets them, on the shipped server."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server, by_itself, running

HOME = "/c/mediterranean-1941/"
THUMB = 44
# Every plate of the second chart, and how it really lies on the screen.
PLATES = """() => [...document.querySelectorAll('figure.chart')].at(-1).querySelectorAll('rect.plate').values()
    .map(plate => plate.getBoundingClientRect()).map(at => [at.width, at.height]).toArray()"""


@pytest.fixture(scope="module")
def north(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Server]:
    """A server whose campaign plays both waters."""
    with running(tmp_path_factory.mktemp("north")) as started:
        with browser.new_context() as context:
            page = context.new_page()
            page.goto(f"{started.url}{HOME}setup/zones/")
            page.locator("#waters-both").click()
            expect(page.locator(".msg")).to_contain_text("51 ports added")
        yield started


def test_one_tap_in_the_set_up_brings_the_second_chart_and_nothing_of_it_is_fetched_before(
    page: Page, fresh_server: Server
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: by_itself(request.url) or asked.append(request.url))
    page.goto(fresh_server.url + HOME, wait_until="networkidle")
    assert not any("north" in url for url in asked)
    expect(page.locator("figure.chart")).to_have_count(1)
    page.goto(f"{fresh_server.url}{HOME}setup/zones/", wait_until="networkidle")
    asked.clear()
    page.locator("#waters-both").click()
    expect(page.locator(".msg")).to_contain_text("51 ports added")
    assert [url.removeprefix(fresh_server.url) for url in asked if "/c/" in url] == [f"{HOME}setup/zones/"]
    page.goto(fresh_server.url + HOME, wait_until="networkidle")
    assert any("/map/north." in url for url in asked)
    expect(page.locator("figure.chart")).to_have_count(2)


def test_both_charts_change_sides_in_one_request_and_a_zone_is_one_tap(page: Page, north: Server) -> None:
    page.goto(north.url + HOME, wait_until="networkidle")
    expect(page.get_by_label("Northern and outer waters, sea zones for Axis shipping")).to_be_visible()
    asked: list[str] = []
    page.on(
        "request", lambda request: by_itself(request.url) or asked.append(f"{request.method} {request.resource_type}")
    )
    page.get_by_role("link", name="Allied shipping").click()
    chart = page.get_by_label("Northern and outer waters, sea zones for Allied shipping")
    expect(chart).to_be_visible()
    assert [line for line in asked if not line.endswith(("image", "other"))] == ["GET fetch"]
    expect(chart.get_by_role("link", name="Norwegian Sea: status 7")).to_be_visible()
    chart.get_by_text("Norwegian Sea").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Norwegian Sea")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("where", ["", "?side=allied", "setup/conditions/", "zones/baltic/", "/turns/?at=axis/air"])
def test_axe_finds_nothing_serious_and_plates_are_large_enough(
    page: Page, north: Server, serious: Callable[[], list[str]], scheme: str, where: str
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for width in (410, 820, 1440):
        page.set_viewport_size({"width": width, "height": 1000})
        page.goto(north.url + (where if where.startswith("/") else HOME + where))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious() == []
    if not where:
        page.set_viewport_size({"width": 820, "height": 1000})
        sizes = page.evaluate(PLATES)
        assert len(sizes) == 10
        assert all(width >= THUMB and height >= THUMB - 6 for width, height in sizes), sizes


def test_the_turn_sequence_marks_the_step_of_the_campaign_one_came_from(page: Page, north: Server) -> None:
    page.goto(north.url + HOME)
    page.get_by_role("link", name="Turn sequence").click()
    expect(page.locator("tr[aria-current=step]")).to_contain_text("Naval movement")
    page.get_by_role("link", name="Back to the campaign").click()
    expect(page).to_have_url(north.url + HOME)
