"""P28: two people at one laptop in a closed campaign: after the hand-over the browser keeps nothing of the last."""

import re
from itertools import count

import pytest
from playwright.sync_api import Page, expect

from tests.live.house import Server

UNIT = "Leviathan division"
nights = count(1)


@pytest.fixture
def closed_board(page: Page, server: Server) -> Page:
    """A new closed campaign whose Axis seat has planned a unit and begun to type another."""
    # Who is asked whether to leave what stands typed says yes.
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{server.url}/new/")
    page.locator("[name=name]").fill(f"Night {next(nights)}")
    page.get_by_role("radio", name=re.compile("^Closed")).check()
    page.get_by_role("button", name="Begin the campaign").click()
    sit(page, "Axis")
    page.get_by_role("link", name="Convoy board", exact=True).click()
    page.get_by_text("+ New row").click()
    page.locator("#sails-new").fill(f"{UNIT}, 4 REs")
    page.locator("#sails-new").press("Enter")
    expect(page.locator("#rows-axis > li")).to_have_count(1)
    page.locator("#sails-new").fill(f"Second {UNIT}, 4 REs")
    return page


def sit(page: Page, side: str) -> None:
    page.locator("header form.seat").get_by_role("button", name=side).click()
    expect(page.locator("h1")).to_contain_text("Pass the device to")
    page.get_by_role("button", name="show my side").click()
    expect(page.locator("header button[aria-current=true]")).to_contain_text(side)


def kept(page: Page) -> str:
    """All that scripts can read of what a browser keeps for this site."""
    return str(
        page.evaluate(
            "async () => JSON.stringify([{...localStorage}, {...sessionStorage}, history.state, document.cookie,"
            " await caches.keys(), (await indexedDB.databases()).map((d) => d.name)])"
        )
    )


@pytest.mark.promise("P28")
def test_nothing_of_the_last_seat_is_left_after_the_hand_over(closed_board: Page) -> None:
    page = closed_board
    sit(page, "Allied")
    assert UNIT not in kept(page)
    for _ in range(8):
        page.go_back()
        page.wait_for_load_state()
        assert UNIT not in page.content(), page.url
        assert UNIT not in page.title()
        assert UNIT not in str(page.evaluate("[...document.querySelectorAll('input')].map((i) => i.value).join()"))
    page.goto(re.sub(r"(/c/night-\d+/).*", r"\1board/", page.url))
    assert UNIT not in page.content()


@pytest.mark.promise("P28")
def test_the_screen_between_two_people_shows_neither(closed_board: Page) -> None:
    page = closed_board
    page.locator("header form.seat").get_by_role("button", name="Allied").click()
    expect(page.locator("h1")).to_contain_text("Pass the device to")
    assert UNIT not in page.content()
    page.get_by_role("link", name="Convoy board", exact=True).click()
    assert UNIT not in page.content()
    page.emulate_media(media="print")
    assert UNIT not in page.content()
