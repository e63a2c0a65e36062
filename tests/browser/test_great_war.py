"""The Great War: its chart by the keyboard, and a naval action under a finger, every tap counted."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.hand import Hand
from tests.browser.measures import HEIGHTS, PHONE, TABLET, measured
from tests.live.house import Campaign, Server

MOST_TAPS = 16
# The step that an action is at, in the strip above it, which does not have to be scrolled for that.
NOW_IN_SIGHT = """() => { const at = document.querySelector('.stages [aria-current]').getBoundingClientRect();
    return at.left >= 0 && at.right <= innerWidth; }"""


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


class Counting(Hand):
    """A finger whose taps are counted."""

    taps = 0

    def touch(self, place: Locator) -> None:
        super().touch(place)
        self.taps += 1

    def throws(self, dice: str) -> None:
        """The dice of this roll. They are no taps: the server throws them where nobody else does."""
        self.page.locator("#dice-typed").check(force=True)
        self.page.locator("#strip").fill(dice)

    def goes(self) -> None:
        """The one filled button of the next step: the answer is the same page, at its next step."""
        filled = self.page.locator("#next .go:visible")
        expect(filled).to_have_count(1)
        with self.page.expect_navigation(url=re.compile(r"/action/1/\?last=")):
            self.touch(filled)
        expect(self.page.locator("#next")).to_be_focused()
        expect(self.page.locator("#next h2")).to_be_in_viewport()
        expect(self.page.locator("#last")).to_be_in_viewport(ratio=1)


def test_an_action_from_mission_to_end_stays_on_its_page_and_takes_16_taps(tablet: Page, server: Server) -> None:
    """By its longest way: intercepted, met, fired on one after the other with losses, neither leaves, the coast."""
    hand = Counting(tablet)
    tablet.goto(server.campaign("storm_of_steel").url)
    hand.link(re.compile("^Bombard a coast"))
    hand.touch(tablet.get_by_label(re.compile(r"^\s*Scouting Forces")))
    tablet.locator("[name=target]").select_option("scarborough")
    hand.taps += 2
    with tablet.expect_navigation(url=re.compile("/action/1/")):
        hand.tap(re.compile("Carry it out"))
    expect(tablet.locator("#next .go")).to_contain_text("Tick a fleet")
    expect(tablet.locator("#next .go")).to_be_disabled()
    hand.touch(tablet.get_by_label(re.compile(r"^\s*Battle Cruiser Fleet")))
    expect(tablet.locator("#next .go")).to_contain_text("Allied roll: one fleet, 8 %")
    for dice in ("1 1", "5", "", "3", "", "4", "", "", "", "2"):
        if dice:
            hand.throws(dice)
        hand.goes()
    expect(tablet.locator("#next")).to_contain_text("It is over: Scarborough was bombarded")
    assert hand.taps <= MOST_TAPS


def test_every_state_of_an_action_can_be_read_and_tapped_in_all_widths_light_and_dark(
    tablet: Page, server: Server
) -> None:
    hand = Counting(tablet)
    tablet.goto(server.campaign("storm_of_steel").url)
    hand.link(re.compile("^Bombard a coast"))
    hand.touch(tablet.get_by_label(re.compile(r"^\s*High Sea Fleet")))
    tablet.locator("[name=target]").select_option("scarborough")
    with tablet.expect_navigation(url=re.compile("/action/1/")):
        hand.tap(re.compile("Carry it out"))
    hand.touch(tablet.get_by_label(re.compile(r"^\s*Harwich Force")))
    expect(tablet.locator("#next .go")).to_contain_text("one fleet")
    assert measured(tablet) == {}
    for dice in ("1 1", "2", "5 4", "", ""):
        if dice:
            hand.throws(dice)
        choices = tablet.locator("#next > form [data-choice]")
        if choices.count():
            hand.touch(choices.first)
        hand.goes()
        assert measured(tablet) == {}
        tablet.set_viewport_size({"width": PHONE, "height": HEIGHTS[PHONE]})
        assert tablet.evaluate(NOW_IN_SIGHT)
        tablet.set_viewport_size({"width": TABLET, "height": HEIGHTS[TABLET]})


def test_without_a_script_the_odds_of_what_is_ticked_are_a_tap_away(without_script: Page, server: Server) -> None:
    page, home = without_script, server.campaign("storm_of_steel").url
    page.goto(f"{home}do/gw-mission/?mission=bombardment&fleets=scouting-forces&target=scarborough")
    page.get_by_role("button", name=re.compile("Carry it out")).tap()
    page.get_by_label(re.compile(r"^\s*Battle Cruiser Fleet")).check()
    page.get_by_role("button", name="Odds").tap()
    expect(page.locator("#next .go")).to_have_text(re.compile("Allied roll: one fleet, 8 %"))
    page.get_by_label("Our own").check(force=True)
    page.get_by_label("What lies on the table").fill("1 1")
    page.locator("#next .go").tap()
    expect(page.locator("#next h2")).to_contain_text("roll for contact")


def test_without_a_script_the_table_strikes_out_what_is_chosen_of_the_losses(
    without_script: Page, server: Server
) -> None:
    page, home = without_script, server.campaign("storm_of_steel").url
    fleets = "fleets=high-sea-fleet&fleets=scouting-forces"
    page.goto(f"{home}do/gw-mission/?mission=bombardment&{fleets}&target=scarborough")
    page.get_by_role("button", name=re.compile("Carry it out")).tap()
    page.get_by_label(re.compile(r"^\s*Battle Cruiser Fleet")).check()
    page.get_by_label(re.compile(r"^\s*Harwich Force")).check()
    for dice in ("1 1", "2", "5 4"):
        page.get_by_label("Our own").check(force=True)
        page.get_by_label("What lies on the table").fill(dice)
        with page.expect_navigation():
            page.locator("#next .go").tap()
    table = page.get_by_role("region", name="Central Powers").locator("table")
    for lost, left in (("II Battle Squadron", "20 19 1"), ("I Scouting Group", "18 19 0")):
        page.get_by_label(re.compile(rf"^\s*{lost} is lost")).check()
        for name in ("II Battle Squadron", "I Scouting Group", "I Battle Squadron"):
            line = "line-through" if name == lost else "underline"
            there = table.get_by_role("link", name=re.compile(f"^{name} ")).locator("span")
            expect(there).to_have_css("text-decoration-line", line)
        expect(table.get_by_role("row", name=f"Left {left}")).to_be_visible()
    # What the other side may lose is struck out when its part is opened.
    other = page.get_by_role("region", name="Allied").locator("table")
    expect(other.get_by_role("row", name="Left")).to_have_count(0)
    page.get_by_text("Then, ").tap()
    page.locator(".then [data-choice]").first.check()
    expect(other.get_by_role("row", name="Left")).to_have_count(1)
