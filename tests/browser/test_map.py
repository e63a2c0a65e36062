"""The map and the set-up as a person uses them, on the shipped server."""

from playwright.sync_api import Browser, Page, Response, expect

from tests.browser.hand import by_itself, one_request
from tests.browser.measures import HEIGHTS, TABLET
from tests.live.house import SLUG, Campaign, Server

HOME = f"/c/{SLUG}/"


def test_the_first_visit_takes_at_most_60_kb_and_8_requests(browser: Browser, server: Server) -> None:
    answers: list[Response] = []
    with browser.new_context() as never_here_before:
        page = never_here_before.new_page()
        page.on("response", lambda answer: None if by_itself(answer.url) else answers.append(answer))
        page.goto(server.url + HOME, wait_until="networkidle")
        assert len(answers) <= 8, [answer.url for answer in answers]
        assert all(answer.status == 200 for answer in answers)
        assert sum(answer.request.sizes()["responseBodySize"] for answer in answers) <= 60 * 1024


def test_a_port_changes_hands_with_one_tap_in_one_request_and_the_tap_can_be_taken_back(
    page: Page, campaign: Campaign
) -> None:
    page.goto(f"{campaign.url}setup/ports/?country=libya", wait_until="networkidle")
    page.locator("#at-benghazi summary").click()
    page.locator("#at-benghazi [name=note]").fill("taken in the night")
    with one_request(page):
        page.locator("#benghazi-axis").click()
    expect(page.locator("#at-benghazi [role=status]")).to_contain_text("Saved. Owner of Benghazi: Allied → Axis")
    expect(page.locator("#benghazi-axis")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#at-benghazi [name=note]")).to_have_value("")
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


def test_the_head_is_low_on_a_tablet_and_still_names_every_seat(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": TABLET, "height": HEIGHTS[TABLET]})
    page.goto(server.url + HOME)
    assert page.locator(".head").evaluate("head => head.offsetHeight") <= 160
    name = page.get_by_role("link", name="NavalAssist", exact=True).bounding_box()
    for seat in ("Axis", "Allied", "Moderator", "Observer"):
        button = page.locator(".head").get_by_role("button", name=seat)
        expect(button).to_contain_text(seat)
        box = button.bounding_box()
        assert name is not None
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert abs(box["y"] - name["y"]) <= 2, "the seats stand beside the name"


def test_one_tap_in_the_set_up_brings_the_second_chart_and_nothing_of_it_is_fetched_before(
    page: Page, campaign: Campaign
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: by_itself(request.url) or asked.append(request.url))
    page.goto(campaign.url, wait_until="networkidle")
    assert not any("north" in url for url in asked)
    expect(page.locator("figure.chart:not(.cut)")).to_have_count(1)
    page.goto(f"{campaign.url}setup/zones/", wait_until="networkidle")
    with one_request(page):
        page.locator("#waters-both").click()
    expect(page.locator(".msg")).to_contain_text("52 ports added")
    page.goto(campaign.url, wait_until="networkidle")
    assert any("/map/north." in url for url in asked)
    expect(page.locator("figure.chart:not(.cut)")).to_have_count(2)


def test_both_charts_change_sides_in_one_request_and_a_zone_is_one_tap(page: Page, north: Campaign) -> None:
    page.goto(north.url, wait_until="networkidle")
    expect(page.get_by_label("Northern and outer waters, sea zones for Axis shipping")).to_be_visible()
    with one_request(page, "GET"):
        page.get_by_role("link", name="Allied shipping").click()
    chart = page.get_by_label("Northern and outer waters, sea zones for Allied shipping")
    expect(chart).to_be_visible()
    expect(chart.get_by_role("link", name="Norwegian Sea: status 7")).to_be_visible()
    chart.get_by_text("Norwegian Sea").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Norwegian Sea")


def test_the_turn_sequence_marks_the_step_of_the_campaign_one_came_from(page: Page, north: Campaign) -> None:
    page.goto(north.url)
    page.get_by_role("link", name="Turn sequence").click()
    expect(page.locator("tr[aria-current=step]")).to_contain_text("Naval movement")
    page.get_by_role("link", name="Back to the campaign").click()
    expect(page).to_have_url(north.url)
