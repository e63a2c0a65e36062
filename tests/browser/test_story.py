"""A newcomer with nothing but the README sails both convoys at a tablet; the board by keys, by faces, and put right."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser import story
from tests.live.house import Campaign

MOST_TABS = 90


def test_a_newcomer_sails_both_convoys_by_taps(tablet: Page, campaign: Campaign) -> None:
    story.tell(tablet, campaign)


def focused(page: Page, wanted: Locator) -> bool:
    return wanted.count() > 0 and bool(wanted.first.evaluate("node => node === document.activeElement"))


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until this has the focus; it must then be seen to have it."""
    for _ in range(MOST_TABS):
        if focused(page, wanted):
            ring = wanted.first.evaluate(
                "node => { const s = getComputedStyle(node); return [s.outlineStyle, s.boxShadow] }"
            )
            assert ring != ["none", "none"], "the focus cannot be seen"
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{MOST_TABS} tabs do not reach {wanted}")


def test_a_row_is_added_and_rolled_by_keys_alone(tablet: Page, campaign: Campaign) -> None:
    tablet.goto(f"{campaign.url}board/")
    before = tablet.locator("#rows-axis > li").count()
    tab_to(tablet, tablet.get_by_role("link", name="To the content"))
    tablet.keyboard.press("Enter")
    expect(tablet.locator("#main")).to_be_focused()
    tab_to(tablet, tablet.locator("#new > summary"))
    tablet.keyboard.press("Enter")
    tab_to(tablet, tablet.locator("#sails-new"))
    tablet.keyboard.type("4 SP")
    expect(tablet.locator("#live-new")).to_contain_text("All arrive")
    tablet.keyboard.press("Enter")
    expect(tablet.locator("#rows-axis > li")).to_have_count(before + 1)
    expect(tablet.locator("#rows-axis > li").last.get_by_label("What sails")).to_have_value("4 SP")
    tab_to(tablet, tablet.locator("#strip"))
    tablet.keyboard.type("11")
    expect(tablet.get_by_role("radio", name="Our own")).to_be_checked()
    tablet.keyboard.press("Enter")
    verdict = tablet.get_by_role("region", name=re.compile("^Verdict"))
    expect(verdict).to_be_focused()
    assert [die.get_attribute("aria-label") for die in verdict.get_by_role("img").all()] == [
        "die 1, typed",
        "die 1, typed",
    ]


def test_what_is_wrong_is_said_at_its_field_and_nothing_typed_is_lost(tablet: Page, campaign: Campaign) -> None:
    tablet.goto(f"{campaign.url}board/")
    tablet.get_by_text("+ New row").tap()
    tablet.locator("#sails-new").fill("seven boats")
    tablet.locator("#on-new").fill("3 NTs")
    tablet.locator("#add-new").tap()
    expect(tablet.locator("#row-new")).to_contain_text("Not done")
    expect(tablet.locator("#sails-new")).to_have_value("seven boats")
    expect(tablet.locator("#on-new")).to_have_value("3 NTs")
    expect(tablet.locator("#sails-new")).to_have_attribute("aria-invalid", "true")
    tablet.locator("#strip").fill("9 9")
    tablet.get_by_role("button", name=re.compile("Allied rolls row")).tap()
    expect(tablet.locator("#dice").get_by_role("alert")).to_contain_text("The new row is filled in but not added")
    expect(tablet.locator("#sails-new")).to_have_value("seven boats")
    tablet.locator("#sails-new").fill("")
    tablet.get_by_role("button", name=re.compile("Allied rolls row")).tap()
    expect(tablet.locator("#dice").get_by_role("alert")).to_contain_text("Dice")
    expect(tablet.locator("#strip")).to_have_value("9 9")


def test_back_and_reload_after_a_roll_roll_nothing(tablet: Page, campaign: Campaign) -> None:
    tablet.goto(f"{campaign.url}board/")
    tablet.get_by_role("button", name=re.compile("Allied rolls row")).tap()
    expect(tablet.get_by_role("region", name=re.compile("^Verdict"))).to_be_visible()
    head = tablet.locator("#head .hash").inner_text()
    dice = tablet.locator("svg.die").evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))")
    tablet.reload()
    assert tablet.locator("svg.die").evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))") == dice
    tablet.go_back()
    expect(tablet.get_by_role("heading", name="Convoy board")).to_be_visible()
    tablet.go_forward()
    expect(tablet.get_by_role("region", name=re.compile("^Verdict"))).to_be_visible()
    expect(tablet.locator("#head .hash")).to_have_text(head)
    assert campaign.is_sound()
