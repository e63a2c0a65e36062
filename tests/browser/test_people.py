"""A club's people in a browser: an invitation from the moderator's tablet to a new one, with and without script."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import AT_A_CLUB
from tests.browser.measures import TABLET, measured
from tests.browser.tablets import log_in
from tests.live.house import PASSWORD, SLUG, House

pytestmark = AT_A_CLUB
HOME = f"/c/{SLUG}/"


def make_link(page: Page, server: House, seat: str) -> str:
    """An invitation as its page shows it, this once."""
    page.goto(f"{server.url}{HOME}people/")
    page.get_by_role("radio", name=seat).check(force=True)
    page.get_by_role("button", name="Make a link", exact=True).click()
    expect(page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    return page.locator("p.hash").inner_text()


def follow(page: Page, link: str) -> None:
    """Open a link; without a script its code is pasted into the field. It stays in no address."""
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    if page.url == link:
        page.get_by_role("textbox").fill(link)
        page.get_by_role("button", name="Look at it").click()
    expect(page).to_have_url(re.compile(r"/(join|reset)/open/$"))


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def tablets(browser: Browser, request: pytest.FixtureRequest) -> Iterator[tuple[BrowserContext, BrowserContext]]:
    """Two tablets that know nothing of each other."""
    made = [
        browser.new_context(java_script_enabled=request.param, viewport={"width": TABLET, "height": 1180}) for _ in "12"
    ]
    yield made[0], made[1]
    for context in made:
        context.close()


def test_a_newcomer_takes_a_seat_by_a_link(
    club_server: House, tablets: tuple[BrowserContext, BrowserContext], request: pytest.FixtureRequest
) -> None:
    name = f"Nina {request.node.callspec.id.replace(' ', '')}"
    moderator, other = tablets[0].new_page(), tablets[1].new_page()
    log_in(moderator, club_server, "Ursula", f"{HOME}people/")
    link = make_link(moderator, club_server, "Observer")
    follow(other, link)
    expect(other.get_by_role("heading", level=1)).to_contain_text("take the Observer seat in Mediterranean")
    other.get_by_label("Your name").fill(name)
    other.get_by_label("Password, at least").fill("short")
    other.get_by_label("The same again").fill("short")
    other.get_by_role("button", name="Make the account").click()
    expect(other.get_by_role("alert")).to_contain_text("too short")
    expect(other.get_by_label("Your name")).to_have_value(name)
    other.get_by_label("Password, at least").fill(PASSWORD)
    other.get_by_label("The same again").fill(PASSWORD)
    other.get_by_role("button", name="Make the account").click()
    other.get_by_role("link", name="Map").click()
    expect(other.get_by_role("button", name="Observer")).to_be_visible()
    expect(other.get_by_role("button", name="Axis", exact=True)).to_have_count(0)
    follow(other, link)
    expect(other.get_by_text("has been used")).to_be_visible()
    moderator.goto(f"{club_server.url}{HOME}people/")
    expect(moderator.get_by_role("rowheader", name=name)).to_be_visible()
    other.goto(f"{club_server.url}/me/")
    other.get_by_role("button", name="Log out").click()
    expect(other.get_by_role("heading", name="Log in")).to_be_visible()
    other.go_back()
    expect(other.get_by_role("heading", name="Log in")).to_be_visible()


def test_the_pages_that_are_shown_once(tablet: Page, club_server: House) -> None:
    log_in(tablet, club_server, "Ursula")
    link = make_link(tablet, club_server, "Axis")
    assert measured(tablet) == {}
    follow(tablet, link)
    assert measured(tablet) == {}
    tablet.goto(f"{club_server.url}{HOME}people/")
    tablet.get_by_role("button", name="Make a link to a new one").click()
    reset = tablet.locator("p.hash").inner_text()
    assert measured(tablet) == {}
    follow(tablet, reset)
    expect(tablet.get_by_role("heading", level=1)).to_contain_text("A new password for")
    assert measured(tablet) == {}
