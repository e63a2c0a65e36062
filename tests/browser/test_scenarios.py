"""July 1943 from nothing: a scenario, a look at what is still unset, and the campaign begins."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.hand import Counting
from tests.browser.measures import measured
from tests.live.house import Server

JULY = Path(__file__).parents[1] / "scenarios" / "july-1943.toml"
MOST = 15


def chosen(hand: Counting, field: str, words: str | re.Pattern[str] = "a file, chosen below") -> None:
    """A line of a list: a tap on it, and one on the line."""
    listed = hand.page.locator(field)
    value = listed.locator("option").filter(has_text=words).first.get_attribute("value")
    listed.select_option(value=value)
    hand.taps += 2


def file_chosen(hand: Counting, label: str) -> None:
    """A file: a tap on the field, and one on the file."""
    hand.page.get_by_label(label).set_input_files(JULY)
    hand.taps += 2


def test_july_1943_is_ready_within_fifteen_taps(tablet: Page, server: Server) -> None:
    """From the first page to the first step; a list to choose from counts as two taps."""
    hand = Counting(tablet)
    tablet.goto(server.url)
    hand.link("New campaign")
    hand.tap("Name, as the list of campaigns has it", "textbox")
    hand.fill("Name, as the list of campaigns has it", "Husky")
    chosen(hand, "#new-scenario", re.compile("^July 1943"))
    with tablet.expect_navigation():
        hand.touch(tablet.get_by_role("button", name="Begin the campaign").last)
    expect(tablet.locator("header")).to_contain_text("Jul I 43")
    hand.link("What is still unset")
    expect(tablet.get_by_role("heading", level=1)).to_have_text("What is set and what is still unset")
    assert measured(tablet) == {}
    expect(tablet.get_by_role("row", name=re.compile("^Fleets"))).to_contain_text("rows entered")
    hand.send("The campaign begins")
    expect(tablet.locator("#setting-up")).to_have_count(0)
    assert hand.taps <= MOST, hand.taps
    print(f"July 1943 from nothing: {hand.taps} taps")


def test_many_owners_are_saved_by_one_tap_and_a_part_is_looked_at_first(tablet: Page, server: Server) -> None:
    hand = Counting(tablet)
    tablet.goto(f"{server.url}/new/")
    hand.fill("Name, as the list of campaigns has it", "By hand")
    with tablet.expect_navigation():
        hand.touch(tablet.get_by_role("button", name="Begin the campaign").last)
    home = tablet.url
    tablet.goto(f"{home}setup/ports/")
    assert measured(tablet) == {}
    for port in ("Naples", "Tripoli", "Tobruk"):
        tablet.get_by_label(f"Owner of {port}").select_option(label="○ Neutral")
    hand.touch(tablet.get_by_role("button", name="Save these owners"))
    expect(tablet.locator(".msg[role=status]")).to_contain_text("and 2 more")
    for port in ("Naples", "Tripoli", "Tobruk"):
        expect(tablet.get_by_label(f"Owner of {port}").locator("option:checked")).to_have_text("○ Neutral")
    tablet.goto(f"{home}setup/take/?part=fleets")
    chosen(hand, "#scenario")
    file_chosen(hand, "Scenario file, as a set-up saved it")
    hand.send("Look at it")
    expect(tablet.locator("#take-lines")).to_contain_text("Warspite")
    assert measured(tablet) == {}
    hand.send("Take it")
    expect(tablet.get_by_role("row", name=re.compile("^Fleets"))).to_contain_text("3 rows entered")


def test_the_form_of_a_new_campaign_follows_the_scenario_that_is_chosen(tablet: Page, server: Server) -> None:
    tablet.goto(f"{server.url}/new/")
    says, year = tablet.locator("[data-says]"), tablet.locator("#new-year")
    expect(says).to_contain_text("from Mar I 1941: Mediterranean and Red Sea, open, Malta's number by date")
    chosen(Counting(tablet), "#new-scenario", re.compile("^July 1943"))
    expect(says).to_contain_text("as “July 1943: before Sicily” has it: Mediterranean and Red Sea")
    expect(says).to_contain_text("Malta's number by scenario")
    for gone in (year, tablet.locator("#new-as-of")):
        expect(gone).to_be_hidden()
    expect(tablet.get_by_text("Begins as “July 1943: before Sicily” has it")).to_be_visible()
    assert measured(tablet) == {}
    tablet.locator("#new-scenario").select_option(value="")
    expect(year).to_be_visible()
    tablet.get_by_text("From a file", exact=True).tap()
    tablet.get_by_label("Scenario file, as a set-up saved it").set_input_files(JULY)
    expect(tablet.locator("#new-scenario")).to_have_value("file")
    expect(says).to_contain_text("as the file has it")
