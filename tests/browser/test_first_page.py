"""Somebody new: the first page of a server that nobody has used, a convoy in two taps, a campaign of one's own."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hand import Counting, Hand
from tests.browser.measures import measured
from tests.live.house import Campaign, Server


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server after its first start."""
    with Server(tmp_path_factory.mktemp("fresh")) as started:
        yield started


def sails(hand: Hand) -> None:
    hand.tap(re.compile("Allied rolls row 1"))
    expect(hand.page.get_by_role("region", name=re.compile("^Verdict"))).to_be_visible()


def test_the_first_convoy_takes_two_taps_and_the_next_time_one_goes_on(tablet: Page, fresh: Server) -> None:
    """In this order, for the first page is shown until somebody has played."""
    hand = Counting(tablet)
    tablet.goto(fresh.url)
    assert measured(tablet) == {}
    hand.link("Sail the first convoy")
    sails(hand)
    assert hand.taps == 2
    hand.link("NavalAssist")
    expect(tablet.get_by_role("heading", name="On this table")).to_be_visible()
    hand.link(re.compile("^Open"))
    expect(tablet.get_by_role("heading", name="Convoy board")).to_be_visible()


def test_from_the_list_of_campaigns_a_convoy_takes_two_taps_too(without_script: Page, campaign: Campaign) -> None:
    hand = Counting(without_script)
    without_script.goto(campaign.server.url)
    hand.link(re.compile(f"^Roll.*{campaign.name}"))
    sails(hand)
    assert hand.taps == 2


def test_a_new_campaign_says_what_is_chosen_in_a_sentence(tablet: Page, server: Server) -> None:
    tablet.goto(f"{server.url}/new/")
    said = tablet.locator("[data-says]")
    expect(said).to_have_text(
        "Europa, rules 33 and 36, from Mar I 1941: Mediterranean and Red Sea, open, Malta's number by date, "
        "stand-ins for lost charts."
    )
    expect(tablet.get_by_label("Pack file")).to_be_hidden()
    tablet.get_by_label("Half").select_option("2")
    tablet.get_by_role("radio", name=re.compile("^Closed")).tap()
    tablet.get_by_label("Malta's number, 0 to 15").fill("7")
    tablet.get_by_role("radio", name=re.compile("^A chart pack")).tap()
    expect(tablet.get_by_label("Pack file")).to_be_visible()
    expect(said).to_have_text(
        "Europa, rules 33 and 36, from Mar II 1941: Mediterranean and Red Sea, closed, Malta's number 7, "
        "charts from a pack."
    )
    begins = tablet.locator("#new-as-of")
    expect(begins).to_contain_text("Libya without Tripoli and Misurata")
    tablet.get_by_label("Year").select_option("1943")
    expect(begins).to_contain_text("Begins as history had Mar II 43")
    expect(begins).not_to_contain_text("Libya without")
    expect(tablet.get_by_label("Malta's number, 0 to 15")).to_have_value("7")


def test_the_landing_on_luzon_opens_in_one_tap_without_script(without_script: Page, tmp_path: Path) -> None:
    with Server(tmp_path / "new") as started:
        hand = Counting(without_script)
        without_script.goto(started.url)
        hand.send(re.compile("^Open.*Invasion of Luzon"))
        expect(hand.page.get_by_role("link", name=re.compile("Seal the Axis order book")).first).to_be_visible()
        assert hand.taps == 1
