"""The convoy board under fingers and a mouse, on the server that is shipped."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.hand import all_is_asked, one_request
from tests.live.house import Campaign


def test_a_row_of_the_commonest_kind_takes_four_taps(touched: Page) -> None:
    rows, live = touched.locator("#rows-axis > li"), touched.locator("#live-new")
    expect(rows).to_have_count(1)
    touched.get_by_text("+ New row").tap()
    with one_request(touched):
        touched.get_by_role("group", name="What sails, in one tap").get_by_role("button", name="7 SP").tap()
    expect(touched.locator("#sails-new")).to_have_value("7 SP")
    with one_request(touched):
        touched.get_by_role("group", name="From and to, in one tap").get_by_role("button", name="Taranto–Tri").tap()
    expect(live).to_contain_text("Central Med")
    expect(live).to_contain_text("All arrive")
    with one_request(touched):
        touched.locator("#add-new").tap()
    expect(rows).to_have_count(2)
    expect(rows.last.get_by_label("What sails")).to_have_value("7 SP")
    expect(rows.last.locator("[name=origin]")).to_have_value("taranto")
    expect(rows.last.locator("[name=destination]")).to_have_value("tripoli")
    expect(rows.last).to_contain_text("Central Med")
    expect(rows.last).to_contain_text("All arrive")
    expect(touched.locator("#summary")).to_contain_text("2 rows still to sail")


def test_zones_and_what_only_the_players_see_are_live(board: Page) -> None:
    board.locator("#why-demo-2").click()
    hexes = board.locator("#hexes-demo-2-1")
    hexes.fill("16")
    hexes.press("Tab")
    expect(board.locator("#live-demo-2 .legs li").first).to_contain_text("not subject")
    board.locator("#zone-demo-2-3").select_option("eastern-med")
    expect(board.locator("#live-demo-2 .legs li")).to_have_count(3)
    expect(board.locator("#zone-demo-2-4")).to_be_visible()
    board.get_by_role("button", name="take zone 3 out").click()
    expect(board.locator("#live-demo-2 .legs li")).to_have_count(2)
    board.locator("#protected-demo-2-2").check()
    expect(board.locator("#live-demo-2")).to_contain_text("100 %")
    board.locator("#save-demo-2").click()
    expect(board.locator("#tools")).to_contain_text("Row 2 changed")
    expect(board.locator("#hexes-demo-2-1")).to_have_value("16")


def test_ticks_of_a_row_are_live_saved_and_kept(board: Page) -> None:
    board.locator("#on-demo-1").fill("4 NTs")
    board.locator("#sails-demo-1").fill("empty")
    alone = board.locator("#alone-demo-1")
    expect(alone).to_be_checked()
    expect(board.locator("#live-demo-1")).to_contain_text("empty, alone")
    alone.uncheck()
    expect(board.locator("#live-demo-1")).not_to_contain_text("empty, alone")
    board.locator("#why-demo-1").click()
    board.locator("#stops-demo-1-1").check()
    expect(board.locator("#live-demo-1")).to_contain_text("in a later step")
    board.locator("#save-demo-1").click()
    expect(board.locator("#tools")).to_contain_text("Row 1 changed")
    board.reload()
    expect(alone).not_to_be_checked()
    board.get_by_role("button", name="Allied rolls row 1").click()
    expect(board.locator("#board")).to_contain_text("Tyrrhenian: no check.")
    board.goto(board.url.partition("board/")[0] + "board/")
    expect(board.locator("#live-demo-1")).to_contain_text("at sea here")
    expect(board.locator("#live-demo-1")).to_contain_text("It stops at sea in this step")


def test_a_row_that_is_typed_into_is_never_rolled_as_it_was(board: Page) -> None:
    board.locator("#sails-demo-1").fill("3 SP")
    board.get_by_role("button", name="Allied rolls row 1").click()
    expect(board.locator("#dice [role=alert]")).to_contain_text("Row 1 is changed but not saved")
    expect(board.locator("#sails-demo-1")).to_have_value("3 SP")
    board.locator("#save-demo-1").click()
    expect(board.locator("#tools")).to_contain_text("Row 1 changed")
    board.get_by_text("+ New row").click()
    expect(board.locator("#sails-new")).to_be_focused()
    board.locator("#sails-new").fill("2 RP")
    board.get_by_role("button", name="Roll all").click()
    expect(board.locator("#dice [role=alert]")).to_contain_text("The new row is filled in but not added")
    expect(board.locator("#sails-new")).to_have_value("2 RP")
    board.locator("#add-new").click()
    expect(board.locator("#rows-axis > li")).to_have_count(2)
    board.get_by_role("button", name="Roll all").click()
    expect(board.locator("#main")).to_contain_text("Row 1: 3 SP")
    expect(board.locator("#main")).to_contain_text("2 RP")


def test_what_is_wrong_is_said_at_its_field_and_nothing_typed_is_lost(new_row: Page) -> None:
    new_row.locator("#sails-new").fill("seven boats")
    new_row.locator("#on-new").fill("3 NTs")
    new_row.locator("#add-new").tap()
    expect(new_row.locator("#row-new")).to_contain_text("Nothing was done.")
    expect(new_row.locator("#sails-new")).to_have_value("seven boats")
    expect(new_row.locator("#on-new")).to_have_value("3 NTs")
    expect(new_row.locator("#sails-new")).to_have_attribute("aria-invalid", "true")
    new_row.locator("#sails-new").fill("")
    new_row.locator("#strip").fill("9 9")
    new_row.get_by_role("button", name=re.compile("Allied rolls row")).tap()
    expect(new_row.locator("#dice").get_by_role("alert")).to_contain_text("Dice")
    expect(new_row.locator("#strip")).to_have_value("9 9")


def test_a_late_draft_does_not_hide_why_a_row_was_not_saved(clocked: Page, campaign: Campaign) -> None:
    """Neither one that is under way as the row is sent, nor one that would be asked for a moment later."""
    clocked.goto(f"{campaign.url}board/")
    drafts = holding(clocked, "**/draft/")
    sails, live = clocked.locator("#sails-demo-1"), clocked.locator("#live-demo-1")
    with clocked.expect_request("**/draft/"):
        sails.fill("bana")
        clocked.clock.run_for(1000)
    with clocked.expect_event("requestfailed"):
        sails.press_sequentially("na")
        sails.press("Enter")
    expect(live).to_contain_text("Nothing was done.")
    clocked.clock.run_for(1000)
    all_is_asked(clocked)
    assert len(drafts) == 1
    clocked.unroute("**/draft/")
    sails.fill("3 SP")
    expect(live).to_contain_text("Not saved yet")


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


def test_taps_on_faces_are_own_dice(touched: Page) -> None:
    for face in ("4", "3", "back", "2"):
        touched.locator(f'[data-face="{face}"]').tap()
    expect(touched.locator("#strip")).to_have_value("42")
    expect(touched.get_by_label("Our own")).to_be_checked()
    with one_request(touched):
        touched.get_by_role("button", name="Allied rolls row 1").tap()
    expect(touched.locator("#main")).to_contain_text(re.compile("no contact", re.IGNORECASE))


def holding(page: Page, path: str | re.Pattern[str]) -> list[Route]:
    """What is sent to this address stays under way until the test lets it go on."""
    held: list[Route] = []
    page.route(path, lambda route: held.append(route))
    return held


@pytest.fixture
def new_row(touched: Page) -> Page:
    """The board on a tablet, with an empty new row open."""
    touched.get_by_text("+ New row").tap()
    return touched


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
    clocked.goto(f"{campaign.url}board/")
    clocked.get_by_text("+ New row").tap()
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


def test_back_and_reload_after_a_roll_roll_nothing(touched: Page, campaign: Campaign) -> None:
    touched.get_by_role("button", name=re.compile("Allied rolls row")).tap()
    expect(touched.get_by_role("region", name=re.compile("^Verdict"))).to_be_visible()
    expect(touched).to_have_title(re.compile("^Rolled · "))
    head = touched.locator("#head .hash").inner_text()
    dice = touched.locator("svg.die").evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))")
    touched.reload()
    assert (
        touched.locator("svg.die").evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))") == dice
    )
    touched.go_back()
    expect(touched.get_by_role("heading", name="Convoy board")).to_be_visible()
    expect(touched).to_have_title(re.compile("^Convoy board · "))
    touched.go_forward()
    expect(touched.get_by_role("region", name=re.compile("^Verdict"))).to_be_visible()
    expect(touched.locator("#head .hash")).to_have_text(head)
    assert campaign.is_sound()
