"""The map and the set-up as a person uses them, on the shipped server."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.browser.conftest import Server, by_itself

HOME = "/c/mediterranean-1941/"


def test_the_first_visit_takes_at_most_60_kb_and_8_requests(page: Page, server: Server) -> None:
    answers: list[Response] = []
    page.on("response", lambda answer: None if by_itself(answer.url) else answers.append(answer))
    page.goto(server.url + HOME, wait_until="networkidle")
    assert len(answers) <= 8, [answer.url for answer in answers]
    assert all(answer.status == 200 for answer in answers)
    assert sum(answer.request.sizes()["responseBodySize"] for answer in answers) <= 60 * 1024


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "where",
    [
        *(HOME + tail for tail in ("", "?side=allied", "zones/central-med/", "setup/", "setup/ports/", "setup/malta/")),
        *(f"{HOME}setup/{name}/" for name in ("rulings", "conditions", "zones", "points", "ports/massaua")),
        "/new/",
        "/",
    ],
)
def test_axe_finds_nothing_serious_and_nothing_scrolls_sideways(
    page: Page, server: Server, serious: Callable[[], list[str]], scheme: str, where: str
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 410, "height": 900})
    page.goto(server.url + where)
    assert page.evaluate("document.documentElement.scrollWidth") <= 410
    page.set_viewport_size({"width": 820, "height": 1180})
    assert page.evaluate("document.documentElement.scrollWidth") <= 820
    assert serious() == []


def test_a_port_changes_hands_with_one_tap_in_one_request_and_the_tap_can_be_taken_back(
    page: Page, fresh_server: Server
) -> None:
    page.goto(f"{fresh_server.url}{HOME}setup/ports/?country=libya", wait_until="networkidle")
    sent: list[str] = []
    page.on(
        "request", lambda request: by_itself(request.url) or sent.append(f"{request.method} {request.resource_type}")
    )
    page.locator("#at-benghazi summary").click()
    page.locator("#at-benghazi [name=note]").fill("taken in the night")
    page.locator("#benghazi-axis").click()
    expect(page.locator("#at-benghazi [role=status]")).to_contain_text("Saved: Owner of Benghazi; now Axis")
    expect(page.locator("#benghazi-axis")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#at-benghazi [name=note]")).to_have_value("")
    assert [line for line in sent if not line.endswith(("image", "other"))] == ["POST fetch"]
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator("#benghazi-allied")).to_have_attribute("aria-pressed", "true")


def test_the_other_side_s_shipping_is_one_tap_and_the_tap_has_an_address(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 820, "height": 1180})
    page.goto(server.url + HOME)
    page.get_by_role("link", name="Allied shipping").click()
    expect(page.get_by_role("link", name="Western Med: status 6, contact on 12 rolls of 36, 33 %")).to_be_visible()
    assert "?side=allied" in page.url
    page.reload()
    expect(page.get_by_role("link", name="Allied shipping")).to_have_attribute("aria-current", "true")


def test_a_zone_opens_by_the_keyboard_and_by_a_tap_on_its_plate(page: Page, server: Server) -> None:
    page.goto(server.url + HOME)
    page.get_by_role("link", name="Central Med: status 10").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Central Mediterranean")
    page.goto(server.url + HOME)
    page.get_by_text("Red Sea", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Red Sea")


def test_without_script_a_step_ends_a_number_is_set_and_a_campaign_begins(
    browser: Browser, fresh_server: Server
) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 820, "height": 1180})
    page = context.new_page()
    page.goto(f"{fresh_server.url}{HOME}setup/malta/")
    page.fill("#number", "99")
    page.get_by_role("button", name="Set the number").click()
    expect(page.get_by_role("alert")).to_contain_text("type a whole number from 0 to 15")
    expect(page.locator("#number")).to_have_value("99")
    page.fill("#number", "7")
    page.get_by_role("button", name="Set the number").click()
    page.goto(fresh_server.url + HOME)
    expect(page.get_by_role("heading", name="Malta stands at 7")).to_be_visible()
    page.get_by_role("button", name="End step").click()
    expect(page.get_by_role("alert")).to_contain_text("has not sailed")
    page.get_by_role("button", name="End it all the same").click()
    expect(page.locator(".clock .now")).to_contain_text("Combat")
    page.goto(f"{fresh_server.url}/new/")
    page.get_by_label("Name").fill("Another war")
    page.get_by_role("button", name="Begin the campaign").click()
    expect(page.get_by_role("link", name="Western Med: status 12")).to_be_visible()
    assert page.url.endswith("/c/another-war/")
    context.close()


@pytest.mark.parametrize(("width", "most"), [(820, 160), (410, 380)], ids=["tablet", "phone"])
def test_the_head_is_low_on_a_small_screen_and_still_names_every_seat(
    page: Page, server: Server, width: int, most: int
) -> None:
    page.set_viewport_size({"width": width, "height": 1180})
    page.goto(server.url + HOME)
    assert page.locator(".head").evaluate("head => head.offsetHeight") <= most
    name = page.get_by_role("link", name="NavalAssist", exact=True).bounding_box()
    for seat in ("Axis", "Allied", "Moderator", "Observer"):
        button = page.locator(".head").get_by_role("button", name=seat)
        expect(button).to_contain_text(seat)
        box = button.bounding_box()
        assert name is not None
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert abs(box["y"] - name["y"]) <= 2, "the seats stand beside the name"
