"""The convoy board under fingers and keys, on the server that is shipped."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import by_itself
from tests.live.house import Campaign


@contextmanager
def one_request(page: Page) -> Iterator[None]:
    """What is done here costs one request to the campaign, and never a whole page."""
    sent: list[str] = []

    def hear(request: object) -> None:
        if "/static/" not in request.url and not by_itself(request.url):  # type: ignore[attr-defined]
            sent.append(f"{request.method} {request.url}")  # type: ignore[attr-defined]

    page.on("request", hear)
    with page.expect_response(lambda answer: "/static/" not in answer.url and not by_itself(answer.url)):
        yield
    page.wait_for_load_state("networkidle")
    page.remove_listener("request", hear)
    assert len(sent) == 1, sent
    assert sent[0].startswith("POST")


class Taps:
    """A finger that counts."""

    def __init__(self) -> None:
        self.count = 0

    def on(self, place: Locator) -> None:
        place.tap()
        self.count += 1


def test_a_row_of_the_commonest_kind_takes_four_taps(tablet: Page, campaign: Campaign) -> None:
    tablet.goto(f"{campaign.url}board/")
    rows = tablet.locator("#rows-axis > li")
    expect(rows).to_have_count(1)
    taps = Taps()
    taps.on(tablet.get_by_text("+ New row"))
    with one_request(tablet):
        taps.on(tablet.get_by_role("group", name="What sails, in one tap").get_by_role("button", name="7 SP"))
    expect(tablet.locator("#sails-new")).to_have_value("7 SP")
    with one_request(tablet):
        taps.on(tablet.get_by_role("group", name="From and to, in one tap").get_by_role("button", name="Taranto–Tr"))
    expect(tablet.locator("#live-new")).to_contain_text("Central Med")
    expect(tablet.locator("#live-new")).to_contain_text("All arrive")
    with one_request(tablet):
        taps.on(tablet.locator("#add-new"))
    expect(rows).to_have_count(2)
    added = rows.last
    expect(added.get_by_label("What sails")).to_have_value("7 SP")
    expect(added.locator("[name=origin]")).to_have_value("taranto")
    expect(added.locator("[name=destination]")).to_have_value("tripoli")
    expect(added).to_contain_text("Central Med")
    expect(added).to_contain_text("All arrive")
    expect(tablet.locator("#summary")).to_contain_text("2 rows still to sail")
    assert taps.count == 4


def test_a_convoy_is_planned_changed_and_rolled_by_keys_alone(page: Page, campaign: Campaign) -> None:
    page.goto(f"{campaign.url}board/")
    sails = page.locator("#sails-demo-1")
    sails.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("3 SP")
    expect(page.locator("#live-demo-1")).to_contain_text("Not saved yet")
    expect(page.locator("#on-demo-1")).to_have_attribute("placeholder", "3 NTs")
    page.keyboard.press("Tab")
    expect(page.locator("#on-demo-1")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("Palermo")
    page.keyboard.press("Tab")
    page.keyboard.type("Pant")
    expect(page.locator("#live-demo-1")).to_contain_text("short route")
    with one_request(page):
        page.locator("#sails-demo-1").press("Enter")
    expect(page.locator("#tools")).to_contain_text("Row 1 changed")
    expect(page.locator("#live-demo-1")).not_to_contain_text("Not saved")
    page.locator("#strip").focus()
    page.keyboard.type("66")
    expect(page.get_by_label("Our own")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator("#dice [role=alert]")).to_contain_text("1 more die is needed, for lot 1 (3 REs)")
    expect(page.locator("#strip")).to_have_value("66")
    page.locator("#strip").focus()
    page.keyboard.press("End")
    page.keyboard.type(" 1")
    with one_request(page):
        page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/board/rolled/[0-9a-f]+/$"))
    expect(page.locator("#main")).to_contain_text("CONTACT")
    expect(page.locator(".read")).to_be_focused()
    page.reload()
    expect(page.locator("#main")).to_contain_text("Back in Palermo")
    page.go_back()
    expect(page.locator("#row-demo-1")).to_contain_text("3 SP, Palermo–Pantelleria")


def test_zones_and_what_only_the_players_see_are_live(page: Page, campaign: Campaign) -> None:
    page.goto(f"{campaign.url}board/")
    page.locator("#why-demo-2").click()
    hexes = page.locator("#hexes-demo-2-1")
    hexes.fill("16")
    hexes.press("Tab")
    expect(page.locator("#live-demo-2 .legs li").first).to_contain_text("not subject")
    page.locator("#zone-demo-2-3").select_option("eastern-med")
    expect(page.locator("#live-demo-2 .legs li")).to_have_count(3)
    expect(page.locator("#zone-demo-2-4")).to_be_visible()
    page.get_by_role("button", name="take zone 3 out").click()
    expect(page.locator("#live-demo-2 .legs li")).to_have_count(2)
    page.locator("#protected-demo-2-2").check()
    expect(page.locator("#live-demo-2")).to_contain_text("100 %")
    page.locator("#save-demo-2").click()
    expect(page.locator("#tools")).to_contain_text("Row 2 changed")
    expect(page.locator("#hexes-demo-2-1")).to_have_value("16")


def test_ticks_of_a_row_are_live_saved_and_kept(page: Page, campaign: Campaign) -> None:
    page.goto(f"{campaign.url}board/")
    page.locator("#on-demo-1").fill("4 NTs")
    page.locator("#sails-demo-1").fill("empty")
    alone = page.locator("#alone-demo-1")
    expect(alone).to_be_checked()
    expect(page.locator("#live-demo-1")).to_contain_text("empty, alone")
    alone.uncheck()
    expect(page.locator("#live-demo-1")).not_to_contain_text("empty, alone")
    page.locator("#why-demo-1").click()
    page.locator("#stops-demo-1-1").check()
    expect(page.locator("#live-demo-1")).to_contain_text("in a later step")
    page.locator("#save-demo-1").click()
    expect(page.locator("#tools")).to_contain_text("Row 1 changed")
    page.reload()
    expect(alone).not_to_be_checked()
    page.get_by_role("button", name="Allied rolls row 1").click()
    expect(page.locator("#board")).to_contain_text("Tyrrhenian: no check.")
    page.goto(f"{campaign.url}board/")
    expect(page.locator("#live-demo-1")).to_contain_text("at sea here")
    expect(page.locator("#live-demo-1")).to_contain_text("It stops at sea in this step")


def test_a_row_that_is_typed_into_is_never_rolled_as_it_was(page: Page, campaign: Campaign) -> None:
    page.goto(f"{campaign.url}board/")
    page.locator("#sails-demo-1").fill("3 SP")
    page.get_by_role("button", name="Allied rolls row 1").click()
    expect(page.locator("#dice [role=alert]")).to_contain_text("Row 1 is changed but not saved")
    expect(page.locator("#sails-demo-1")).to_have_value("3 SP")
    page.locator("#save-demo-1").click()
    expect(page.locator("#tools")).to_contain_text("Row 1 changed")
    page.get_by_text("+ New row").click()
    expect(page.locator("#sails-new")).to_be_focused()
    page.locator("#sails-new").fill("2 RP")
    page.get_by_role("button", name="Roll all").click()
    expect(page.locator("#dice [role=alert]")).to_contain_text("The new row is filled in but not added")
    expect(page.locator("#sails-new")).to_have_value("2 RP")
    page.locator("#add-new").click()
    expect(page.locator("#rows-axis > li")).to_have_count(2)
    page.get_by_role("button", name="Roll all").click()
    expect(page.locator("#main")).to_contain_text("Row 1: 3 SP")
    expect(page.locator("#main")).to_contain_text("2 RP")


def test_a_late_draft_does_not_hide_why_a_row_was_not_saved(clocked: Page, campaign: Campaign) -> None:
    clocked.goto(f"{campaign.url}board/")
    drafts = holding(clocked, "**/draft/")
    clocked.locator("#sails-demo-1").fill("banana")
    clocked.locator("#sails-demo-1").press("Enter")
    expect(clocked.locator("#live-demo-1")).to_contain_text("Not done:")
    clocked.clock.run_for(1000)
    for draft in drafts:
        draft.continue_()
    clocked.unroute("**/draft/")
    expect(clocked.locator("#live-demo-1")).to_contain_text("Not done:")
    clocked.locator("#sails-demo-1").fill("3 SP")
    expect(clocked.locator("#live-demo-1")).to_contain_text("Not saved yet")


def test_the_dice_cover_neither_a_refusal_nor_the_read_out(page: Page, campaign: Campaign) -> None:
    page.set_viewport_size({"width": 820, "height": 800})
    page.goto(f"{campaign.url}board/")
    for count in (2, 3, 4):
        page.locator("#copy-demo-1").click()
        expect(page.locator("#rows-axis > li")).to_have_count(count)
    assert page.locator("#rows-axis > li .no").all_inner_texts() == ["1", "3", "4", "5"]
    last = page.locator("#rows-axis > li").last
    last.locator("[name=sails]").fill("banana")
    last.locator("[name=sails]").press("Enter")
    refusal = last.locator(".msg.bad")
    expect(refusal).to_be_in_viewport(ratio=1)
    expect(last.get_by_role("button", name="Save").last).to_be_in_viewport(ratio=1)
    told, dice = refusal.bounding_box(), page.locator("#dice").bounding_box()
    assert told
    assert dice
    assert told["y"] + told["height"] <= dice["y"] or dice["y"] + dice["height"] <= told["y"]
    page.goto(f"{campaign.url}board/")
    assert page.locator("#dice").evaluate("bar => getComputedStyle(bar).position") == "sticky"
    page.get_by_role("button", name="Roll all").click()
    expect(page.locator(".read").first).to_be_visible()
    assert page.locator("#dice").evaluate("bar => getComputedStyle(bar).position") == "static"


def test_taps_on_faces_are_own_dice(tablet: Page, campaign: Campaign) -> None:
    tablet.goto(f"{campaign.url}board/")
    for face in ("4", "3", "back", "2"):
        tablet.locator(f'[data-face="{face}"]').tap()
    expect(tablet.locator("#strip")).to_have_value("42")
    expect(tablet.get_by_label("Our own")).to_be_checked()
    with one_request(tablet):
        tablet.get_by_role("button", name="Allied rolls row 1").tap()
    expect(tablet.locator("#main")).to_contain_text(re.compile("no contact", re.IGNORECASE))


def holding(page: Page, path: str) -> list[Route]:
    """What is sent to this address stays under way until the test lets it go on."""
    held: list[Route] = []
    page.route(path, lambda route: held.append(route))
    return held


@pytest.fixture
def new_row(tablet: Page, campaign: Campaign) -> Page:
    """The board on a tablet, with an empty new row open."""
    return with_a_new_row(tablet, campaign)


def with_a_new_row(page: Page, campaign: Campaign) -> Page:
    page.goto(f"{campaign.url}board/")
    page.get_by_text("+ New row").tap()
    return page


def test_taps_that_come_faster_than_their_answers_are_done_one_after_another(new_row: Page) -> None:
    """Else the second chip forgets the first, and Add finds nothing that sails."""
    held = holding(new_row, "**/board/draft/")
    with new_row.expect_request("**/board/draft/"):
        new_row.get_by_role("button", name="7 SP", exact=True).tap()
    new_row.get_by_role("button", name="Tripoli–Naples").tap()
    new_row.locator("#add-new").tap()
    with new_row.expect_request("**/board/draft/") as second:
        held[0].continue_()
    assert "sails=7+SP" in str(second.value.post_data)
    expect(new_row.locator("#sails-new")).to_have_value("7 SP")
    expect(new_row.locator("#rows-axis > li")).to_have_count(1)
    held[1].continue_()
    added = new_row.locator("#rows-axis > li").nth(1)
    expect(added.get_by_label("What sails")).to_have_value("7 SP")
    expect(added.locator("[name=origin]")).to_have_value("tripoli")
    assert len(held) == 2


def test_what_is_typed_waits_for_the_answer_to_a_tap_as_another_tap_does(clocked: Page, campaign: Campaign) -> None:
    """Else its answer, asked for by the way of before, shows other odds than those of the row that is added."""
    with_a_new_row(clocked, campaign)
    held = holding(clocked, "**/board/draft/")
    with clocked.expect_request("**/board/draft/"):
        clocked.get_by_role("button", name="Tripoli–Naples").tap()
    clocked.locator("#sails-new").fill("3 SP")
    clocked.clock.run_for(1000)
    with clocked.expect_response("**/board/draft/"):
        held[0].continue_()
    expect(clocked.locator("#row-new [name=origin]")).to_have_value("tripoli")
    with clocked.expect_request("**/board/draft/") as asked:
        clocked.clock.run_for(1000)
    assert re.search("sails=3\\+SP.*origin=tripoli", str(asked.value.post_data))


def test_nothing_is_drawn_anew_under_a_finger(new_row: Page) -> None:
    """An answer that comes between touch and lift would move the button away, and the tap would fall beside it."""
    held = holding(new_row, "**/board/draft/")
    with new_row.expect_request("**/board/draft/"):
        new_row.get_by_role("button", name="7 SP", exact=True).tap()
    place = new_row.locator("#add-new").bounding_box()
    assert place is not None
    finger = new_row.context.new_cdp_session(new_row)
    at = {"x": place["x"] + place["width"] / 2, "y": place["y"] + 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    with new_row.expect_event("requestfinished"):
        held[0].continue_()
    expect(new_row.locator("#sails-new")).to_have_value("")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(new_row.locator("#rows-axis > li")).to_have_count(2)
    expect(new_row.locator("#rows-axis > li").last.get_by_label("What sails")).to_have_value("7 SP")
