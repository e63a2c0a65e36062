"""A browser and the server that is shipped, for tests that look at pages as a person does."""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.measures import ON_A_TABLET, complaints_of
from tests.browser.tablets import Table, table
from tests.live.house import Campaign, House, Server
from tests.patience import PATIENCE

HERE = Path(__file__).resolve().parent
# The first is Chromium without windows: it draws the same pages with half of the processor's time.
CHROMIUMS = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]

# Of modules that look at a club's server.
AT_A_CLUB = pytest.mark.xdist_group("a browser at a club")
ADMINISTRATOR = """
root = people.add("Root", "a root for one test", administrator=True)
people.make_administrator(User.objects.get(username="ursula"), root.user)
people.remove(root.user)
"""

# A busy machine is no fault of a page's.
expect.set_options(timeout=1000 * PATIENCE)

# Playwright runs an event loop in the test's thread, which Django takes for asynchronous code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"


def chromium() -> str | None:
    return os.environ.get("NAVALASSIST_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Two browsers run at once, one at a table and one at a club; each test is skipped by name where there is none."""
    missing = not chromium() and os.environ.get("NAVALASSIST_BROWSER") != "required"
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.slow)
            if item.get_closest_marker("xdist_group") is None:
                item.add_marker(pytest.mark.xdist_group("a browser at a table"))
            if missing:
                item.add_marker(pytest.mark.skip(reason=f"no Chromium found (looked for {', '.join(CHROMIUMS)})"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests at one table. What others would stumble over is done in a campaign of the test's own."""
    with Server(tmp_path_factory.mktemp("server-data")) as started:
        yield started


@pytest.fixture(scope="session")
def club_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A club's server: Ursula moderates the demo campaign and looks after the club, Alice and Bob play."""
    with House(tmp_path_factory.mktemp("club")) as started:
        started.give(("Ursula", "moderator"), ("Alice", "axis"), ("Anton", ""), ("Bob", "allied"))
        started.run(ADMINISTRATOR)
        yield started


@pytest.fixture
def campaign(server: Server) -> Campaign:
    """An untouched demo campaign of this test's own."""
    return server.campaign()


@pytest.fixture(scope="session")
def north(server: Server) -> Campaign:
    """A campaign that plays both waters."""
    return server.campaign(theatres="both")


@pytest.fixture(scope="session")
def at_war(server: Server, browser: Browser) -> Campaign:
    """The Great War demo, in which a bombardment is at sea. It was sent without a script."""
    campaign = server.campaign("storm_of_steel")
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{campaign.url}do/gw-mission/")
        page.locator("button[name=seat][value=central]").click()
        page.locator("select[name=mission]").select_option("bombardment")
        page.locator("select[name=area]").select_option("north-sea-south")
        page.locator("input[name=fleets][value=scouting-forces]").check()
        page.locator("select[name=target]").select_option("scarborough")
        page.get_by_role("button", name=re.compile("Carry it out")).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Action 1")
    return campaign


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    path = chromium()
    if path is None:
        pytest.fail(f"this run requires a browser, and none was found (looked for {', '.join(CHROMIUMS)})")
    return {**browser_type_launch_args, "executable_path": path, "args": FLAGS}


@pytest.fixture(params=["server", "club_server"], ids=["one table", "a club"])
def both(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Table]:
    """Tablets at the shipped server for one table, then at that for a club."""
    with table(browser, request.getfixturevalue(request.param)) as made:
        yield made


@pytest.fixture(scope="session")
def kinds(browser: Browser) -> dict[str, BrowserContext]:
    """A browser of each kind. It stays open, with an empty page, for to begin one takes half a second."""
    made = {"page": {}, "tablet": ON_A_TABLET, "without_script": {**ON_A_TABLET, "java_script_enabled": False}}
    contexts = {name: browser.new_context(**able) for name, able in made.items()}
    for context in contexts.values():
        context.new_page()
    return contexts


def page_in(context: BrowserContext) -> Iterator[Page]:
    """A page that knows nothing of those before; its test fails when a script breaks or the policy blocks something."""
    context.clear_cookies()
    page = context.new_page()
    complaints = complaints_of(page)
    yield page
    page.close()
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def page(kinds: dict[str, BrowserContext]) -> Iterator[Page]:
    """A page under a mouse."""
    yield from page_in(kinds["page"])


@pytest.fixture
def tablet(kinds: dict[str, BrowserContext]) -> Iterator[Page]:
    """A page on a tablet in portrait, under a finger."""
    yield from page_in(kinds["tablet"])


@pytest.fixture
def clocked(browser: Browser) -> Iterator[Page]:
    """A tablet whose clock the test turns, in a browser of its own: all pages of a browser have one clock."""
    with browser.new_context(**ON_A_TABLET) as context:
        context.clock.install()
        yield from page_in(context)


@pytest.fixture
def without_script(kinds: dict[str, BrowserContext]) -> Iterator[Page]:
    """The same tablet with a browser that runs no script."""
    yield from page_in(kinds["without_script"])


@pytest.fixture
def board(page: Page, campaign: Campaign) -> Page:
    """The convoy board of the demo under a mouse."""
    page.goto(f"{campaign.url}board/")
    return page


@pytest.fixture
def touched(tablet: Page, campaign: Campaign) -> Page:
    """The same board under a finger."""
    tablet.goto(f"{campaign.url}board/")
    return tablet


@pytest.fixture
def plain(without_script: Page, campaign: Campaign) -> Page:
    """The same board without script."""
    without_script.goto(f"{campaign.url}board/")
    return without_script
