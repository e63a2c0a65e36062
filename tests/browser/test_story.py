"""A newcomer with nothing but the README sails both convoys at a tablet; the board by four taps, by keys, by faces."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import story
from tests.browser.conftest import Server, running

BOARD = "/c/mediterranean-1941/board/"
MOST_TABS = 90


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": story.TABLET, "has_touch": True}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of the board; each finds at least the demo's rows, and may add to them."""
    with running(tmp_path_factory.mktemp("desk")) as started:
        yield started


def test_a_newcomer_sails_both_convoys_by_taps(page: Page, fresh_server: Server) -> None:
    story.tell(page, fresh_server)


def test_a_row_of_the_commonest_kind_takes_four_taps(page: Page, desk: Server) -> None:
    page.goto(desk.url + BOARD)
    rows = page.locator("#rows-axis > li")
    before = rows.count()
    page.get_by_text("+ New row").tap()
    page.get_by_role("group", name="What sails, in one tap").get_by_role("button", name="7 SP").tap()
    page.get_by_role("group", name="From and to, in one tap").get_by_role("button", name="Naples–Tripoli").tap()
    expect(page.locator("#live-new")).to_contain_text("All arrive")
    page.locator("#add-new").tap()
    expect(rows).to_have_count(before + 1)
    added = rows.last
    expect(added.get_by_label("What sails")).to_have_value("7 SP")
    expect(added.locator("[name=origin]")).to_have_value("naples")
    expect(added.locator("[name=destination]")).to_have_value("tripoli")
    expect(added).to_contain_text("Central Med")
    expect(added).to_contain_text("All arrive")
    expect(page.locator("#summary")).to_contain_text("rows still to sail")


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


def test_a_row_is_added_and_rolled_by_keys_alone(page: Page, desk: Server) -> None:
    page.goto(desk.url + BOARD)
    before = page.locator("#rows-axis > li").count()
    tab_to(page, page.get_by_role("link", name="To the content"))
    page.keyboard.press("Enter")
    tab_to(page, page.locator("#new > summary"))
    page.keyboard.press("Enter")
    tab_to(page, page.locator("#sails-new"))
    page.keyboard.type("4 SP")
    expect(page.locator("#live-new")).to_contain_text("All arrive")
    page.keyboard.press("Enter")
    expect(page.locator("#rows-axis > li")).to_have_count(before + 1)
    expect(page.locator("#rows-axis > li").last.get_by_label("What sails")).to_have_value("4 SP")
    tab_to(page, page.locator("#strip"))
    page.keyboard.type("11")
    expect(page.get_by_role("radio", name="Our own")).to_be_checked()
    page.keyboard.press("Enter")
    verdict = page.get_by_role("region", name=re.compile("^Verdict"))
    expect(verdict).to_be_focused()
    assert [die.get_attribute("aria-label") for die in verdict.get_by_role("img").all()] == [
        "die 1, typed",
        "die 1, typed",
    ]


def test_dice_are_typed_by_one_tap_a_face(page: Page, desk: Server) -> None:
    page.goto(desk.url + BOARD)
    faces = page.get_by_role("group", name="One tap a face")
    for face in ("4", "1", "take back one die", "3"):
        faces.get_by_role("button", name=face).tap()
    expect(page.locator("#strip")).to_have_value("43")
    expect(page.get_by_role("radio", name="Our own")).to_be_checked()


def test_what_is_wrong_is_said_at_its_field_and_nothing_typed_is_lost(page: Page, desk: Server) -> None:
    page.goto(desk.url + BOARD)
    page.get_by_text("+ New row").tap()
    page.locator("#sails-new").fill("seven boats")
    page.locator("#on-new").fill("3 NTs")
    page.locator("#add-new").tap()
    expect(page.locator("#row-new")).to_contain_text("Not done")
    expect(page.locator("#sails-new")).to_have_value("seven boats")
    expect(page.locator("#on-new")).to_have_value("3 NTs")
    expect(page.locator("#sails-new")).to_have_attribute("aria-invalid", "true")
    page.locator("#strip").fill("9 9")
    page.get_by_role("button", name=re.compile("Allied rolls row")).tap()
    expect(page.locator("#dice").get_by_role("alert")).to_contain_text("The new row is filled in but not added")
    expect(page.locator("#sails-new")).to_have_value("seven boats")
    page.locator("#sails-new").fill("")
    page.get_by_role("button", name=re.compile("Allied rolls row")).tap()
    expect(page.locator("#dice").get_by_role("alert")).to_contain_text("Dice")
    expect(page.locator("#strip")).to_have_value("9 9")


def test_back_and_reload_after_a_roll_roll_nothing(page: Page, desk: Server) -> None:
    page.goto(desk.url + BOARD)
    page.get_by_role("button", name=re.compile("Allied rolls row")).tap()
    expect(page.get_by_role("region", name=re.compile("^Verdict"))).to_be_visible()
    head = page.locator("#head .hash").inner_text()
    dice = page.locator("svg.die").evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))")
    page.reload()
    assert page.locator("svg.die").evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))") == dice
    page.go_back()
    expect(page.get_by_role("heading", name="Convoy board")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("region", name=re.compile("^Verdict"))).to_be_visible()
    expect(page.locator("#head .hash")).to_have_text(head)
    assert "sound" in desk.manage("verify")
