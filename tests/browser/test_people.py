"""A club's people in a browser: an invitation from the moderator's tablet to a new one, with and without script."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Server, running
from tests.browser.tablets import CLUB
from tests.browser.test_accessibility import TABLET, measured
from tests.live.house import PASSWORD, SLUG, give_seats, shell

HOME = f"/c/{SLUG}/"
ADMINISTRATOR = """
from django.contrib.auth.models import User
from navalassist.play import people
root = people.add("Root", "a root for one test", administrator=True)
people.make_administrator(User.objects.get(username="ursula"), root.user)
people.remove(root.user)
"""


@pytest.fixture(scope="module")
def club_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A club's server: Ursula moderates and looks after the club, Alice and Bob play."""
    data = tmp_path_factory.mktemp("club")
    with running(data, CLUB) as started:
        give_seats(data, ("Ursula", "moderator"), ("Alice", "axis"), ("Bob", "allied"))
        shell(data, ADMINISTRATOR)
        yield started


def log_in(page: Page, server: Server, name: str, path: str) -> None:
    page.goto(f"{server.url}{path}")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(f"{server.url}{path}")


def make_link(page: Page, server: Server, seat: str) -> str:
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
    club_server: Server, tablets: tuple[BrowserContext, BrowserContext], request: pytest.FixtureRequest
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


PAGES = {
    "login": "/login/",
    "code": "/join/",
    "no invitation": "/join/#AAAA-BBBB-CCCC-DDDD",
    "campaigns": "/",
    "people": f"{HOME}people/",
    "my page": "/me/",
    "password": "/me/password/",
    "leave": "/me/leave/",
    "accounts": "/people/",
    "map": HOME,
}
STRANGER = ("login", "code", "no invitation")


@pytest.fixture
def ursula(page: Page, club_server: Server) -> Page:
    log_in(page, club_server, "Ursula", "/me/")
    return page


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_serious_nor_small_nor_wide(
    page: Page, club_server: Server, serious: Callable[[], list[str]], name: str
) -> None:
    if name not in STRANGER:
        log_in(page, club_server, "Ursula", "/me/")
    page.goto(club_server.url + PAGES[name])
    assert measured(page, serious) == {}


def test_the_pages_that_are_shown_once(ursula: Page, club_server: Server, serious: Callable[[], list[str]]) -> None:
    link = make_link(ursula, club_server, "Axis")
    assert measured(ursula, serious) == {}
    follow(ursula, link)
    assert measured(ursula, serious) == {}
    ursula.goto(f"{club_server.url}{HOME}people/")
    ursula.get_by_role("button", name="Make a link to a new one").click()
    reset = ursula.locator("p.hash").inner_text()
    assert measured(ursula, serious) == {}
    follow(ursula, reset)
    expect(ursula.get_by_role("heading", level=1)).to_contain_text("A new password for")
    assert measured(ursula, serious) == {}
