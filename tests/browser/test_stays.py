"""An act stays on its page: a fleet sails through mines and a danger zone and is found, on its card alone."""

import re

from playwright.sync_api import Page, expect

from tests.browser.hand import Counting
from tests.browser.measures import HEIGHTS, PHONE
from tests.live.house import Campaign

MOST_TAPS = 10


def test_a_fleet_sails_through_mines_a_danger_zone_and_contact_on_its_card(tablet: Page, campaign: Campaign) -> None:
    hand = Counting(tablet)
    tablet.goto(campaign.url)
    hand.go("Fleets")
    hand.link("Cruisers")
    move = tablet.locator("#move")
    hand.touch(move.get_by_text("Or type the whole way"))
    move.get_by_label("MPs, with n by night").fill("30 central-med 18A:0203 10 18A:0405")
    hand.press("Enter")
    hand.choose("Fuel of Axis task forces", "srp", tablet.locator("#send"))
    hand.send(re.compile("Send Cruisers: 40 MPs to 18A:0405"), move)
    card, said = tablet.url.partition("?")[0], []
    last = tablet.get_by_role("region", name="Last")
    while tablet.url.startswith(card) and tablet.locator("#next form").count():
        upnext = tablet.locator("#next")
        expect(upnext).to_be_focused()
        said.append(upnext.get_by_role("heading").inner_text())
        if "which hexes" in said[-1]:
            hand.touch(upnext.get_by_text("It met no enemy mines"))
        hand.send(re.compile("Carry it out"), upnext)
        expect(last.get_by_role("region", name="Verdict")).to_be_in_viewport(ratio=1)
        expect(tablet.locator("#next")).to_be_in_viewport()
    assert any("danger zone" in words for words in said)
    assert any("Mines" in words for words in said)
    assert any("check for contact" in words for words in said)
    assert hand.taps <= MOST_TAPS
    after = tablet.url
    tablet.set_viewport_size({"width": PHONE, "height": HEIGHTS[PHONE]})
    tablet.goto("about:blank")
    tablet.goto(after)
    expect(last.locator(".word, .said").first).to_be_in_viewport(ratio=1)
    expect(tablet.locator("#next")).to_be_focused()
