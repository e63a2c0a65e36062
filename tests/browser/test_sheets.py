"""Paper in a browser: how many pages a sheet takes, the report in the clipboard, late entry with and without script."""

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Dialog, Error, Page, Route, expect

from tests.browser.measures import pages_of
from tests.live.house import SLUG, Campaign, Server

HOME = f"/c/{SLUG}/"
TEN_ROWS = """
from tests.systems.europa.board import put, typed
for sails in ("7 SP", "3 RP", "Ariete division, 4 REs", "2 SRP", "6 SP", "5 SP", "4 SP", "3 SP", "2 RP"):
    put(Campaign.objects.get(slug={slug!r}), typed(sails))
"""

ROLLED = """
from tests.systems.europa.board import rolled
rolled(Campaign.objects.get(slug={slug!r}), "all", source="server")
"""


def test_a_turn_of_ten_shipments_is_printed_on_two_pages_at_most(page: Page, campaign: Campaign) -> None:
    campaign.server.run(TEN_ROWS.format(slug=campaign.slug))
    for paper in ("A4", "Letter"):
        page.goto(f"{campaign.url}sheet/")
        expect(page.locator(".on-paper")).to_have_count(10)
        assert pages_of(page.pdf(format=paper)) <= 2
        page.goto(f"{campaign.url}handover/")
        assert pages_of(page.pdf(format=paper)) == 1


def test_a_report_of_ten_shipments_is_printed_on_one_page(page: Page, campaign: Campaign) -> None:
    campaign.server.run(TEN_ROWS.format(slug=campaign.slug) + ROLLED.format(slug=campaign.slug))
    page.goto(f"{campaign.url}report/")
    expect(page.locator(".paper-sheet tbody tr")).to_have_count(11)
    for paper in ("A4", "Letter"):
        assert pages_of(page.pdf(format=paper)) == 1, paper


def test_the_map_with_its_numbers_is_printed_on_one_page(page: Page, campaign: Campaign) -> None:
    page.goto(campaign.url)
    for paper in ("A4", "Letter"):
        assert pages_of(page.pdf(format=paper)) == 1, paper


@pytest.mark.parametrize("sheet", ["sheet/", "report/", "handover/"])
def test_the_sheets_of_the_great_war_are_printed_on_one_page(page: Page, at_war: Campaign, sheet: str) -> None:
    page.goto(f"{at_war.url}{sheet}")
    for paper in ("A4", "Letter"):
        assert pages_of(page.pdf(format=paper)) == 1, paper


def test_the_paper_shows_the_sheet_and_nothing_to_tap(page: Page, server: Server) -> None:
    page.goto(f"{server.url}{HOME}sheet/")
    page.emulate_media(media="print")
    expect(page.locator(".colophon .hash")).to_be_visible()
    expect(page.locator("nav, button, .btn, .foot").locator("visible=true")).to_have_count(0)


def test_the_report_is_copied_with_one_tap(browser: Browser, server: Server) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{server.url}{HOME}report/")
    page.get_by_role("button", name="Copy it all").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert "Turn report, Mar I 41 (so far)" in page.evaluate("navigator.clipboard.readText()")
    context.close()


@pytest.mark.parametrize("script", [True, False])
def test_what_was_rolled_on_paper_is_entered(browser: Browser, campaign: Campaign, script: bool) -> None:
    given: dict[str, Any] = {"java_script_enabled": script, "timezone_id": "Europe/Rome"}
    context = browser.new_context(**given)
    page = context.new_page()
    page.goto(f"{campaign.url}late/")
    page.locator("#day").fill("2026-03-01")
    page.get_by_label("contact, row 1, Central Med").fill("66")
    page.get_by_role("button", name="Enter all of it").click()
    expect(page.get_by_role("alert")).to_contain_text("Time: say at what time")
    expect(page.get_by_label("contact, row 1, Central Med")).to_have_value("66")
    page.locator("#hour").fill("20:15")
    page.get_by_label(re.compile("row 1, Central Med")).last.fill("2 4 3")
    page.get_by_role("button", name="Enter all of it").click()
    expect(page.get_by_text("CONTACT").first).to_be_visible()
    page.goto(f"{campaign.url}log/")
    # A browser says how far its clock was ahead of UTC on that day; without script it is the server's own.
    expect(
        page.get_by_text("thrown on paper at 19:15, 1 Mar 2026 UTC" if script else "thrown on paper at")
    ).to_be_visible()
    context.close()


@pytest.mark.parametrize("script", [True, False])
def test_lines_are_added_and_hits_draw_the_column_anew(browser: Browser, campaign: Campaign, script: bool) -> None:
    context = browser.new_context(java_script_enabled=script)
    page = context.new_page()
    page.goto(f"{campaign.url}late/")
    page.locator("#hits").fill("3")
    page.get_by_label("contact, row 1, Central Med").fill("33")
    page.get_by_label("Another line").select_option(label="Move a naval group")
    if not script:
        page.get_by_role("button", name="Add the line").click()
    expect(page.get_by_text("Line 1: Move a naval group")).to_be_visible()
    expect(page.get_by_text("status 7, contact on 8 to 12")).to_be_visible()
    expect(page.get_by_label("contact, row 1, Central Med")).to_have_value("33")
    page.get_by_role("button", name="Take it out").click()
    expect(page.get_by_text("Line 1: Move a naval group")).to_have_count(0)
    expect(page.get_by_label("contact, row 1, Central Med")).to_have_value("33")
    context.close()


def test_a_line_that_was_taken_out_stays_out_though_an_earlier_look_is_answered_later(
    page: Page, campaign: Campaign
) -> None:
    """What is typed is looked at as one leaves its box, and a tap on a button leaves it."""
    page.goto(f"{campaign.url}late/")
    page.get_by_label("Another line").select_option(label="Move a naval group")
    line = page.get_by_text("Line 1: Move a naval group")
    expect(line).to_be_visible()
    looks: list[Route] = []
    page.route("**/late/look/", lambda route: route.continue_() if "drop=" in sent(route) else looks.append(route))
    box = page.get_by_label("contact, row 1, Central Med")
    box.press_sequentially("33")
    page.get_by_role("button", name="Take it out").click()
    expect(line).to_have_count(0)
    (late,) = looks
    # The page no longer waits for it: either that can be seen already, or the answer falls on deaf ears.
    with suppress(Error):
        late.fulfill(response=late.fetch())
    page.unroute("**/late/look/")
    with page.expect_response("**/late/look/"):
        box.fill("34")
        box.blur()
    expect(box).to_have_value("34")
    expect(line).to_have_count(0)


def sent(route: Route) -> str:
    """The body of a request."""
    return route.request.post_data or ""


def test_a_turn_on_paper_that_is_typed_is_left_by_who_says_so_alone(page: Page, campaign: Campaign) -> None:
    """Links and seats ask before they lead away, where something is typed; the form's own buttons do not."""
    asked: list[str] = []
    stays: list[bool] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        (dialog.dismiss if stays.pop() else dialog.accept)()

    page.on("dialog", answer)
    late, box = f"{campaign.url}late/", page.get_by_label("contact, row 1, Central Med")
    log = page.get_by_role("navigation", name="Pages").get_by_role("link", name="Log", exact=True)
    page.goto(late)
    log.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Log")
    page.goto(late)
    # Not looked at yet: the box has it, the page knows nothing of it.
    box.press_sequentially("33")
    for leads_away in (log, page.get_by_role("group", name="Seat").get_by_role("button", name="Allied")):
        stays.append(True)
        leads_away.click()
        expect(box).to_have_value("33")
    page.get_by_role("button", name="Look at all of it").click()
    expect(page.locator("#late[data-typed]")).to_be_visible()
    assert asked == ["confirm", "confirm"]
    stays.append(True)
    log.click()
    expect(box).to_have_value("33")
    stays.append(False)
    log.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Log")
    # Asked once, by the page and not by the browser besides.
    assert asked == ["confirm"] * 4


def test_the_blanks_of_a_whole_turn_are_printed(page: Page, campaign: Campaign, at_war: Campaign) -> None:
    for home in (campaign.url, at_war.url):
        page.goto(f"{home}paper/")
        page.emulate_media(media="print")
        expect(page.locator("nav, button, .btn, .foot").locator("visible=true")).to_have_count(0)
        assert pages_of(page.pdf(format="A4")) <= 5
