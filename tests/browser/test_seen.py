"""Twenty people hold the board of a closed campaign at one club: what one of them rolls, all of them see by themselves.

How soon all of them do is held, and told (-s), by `NAVALASSIST_TIMED=1` alone. `bench/seen.py` measures it.
"""

import json
import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import AT_A_CLUB
from tests.browser.hand import Hand
from tests.browser.measures import ON_A_TABLET
from tests.browser.tablets import never_reloaded, was_not_reloaded
from tests.live.house import Campaign, House
from tests.patience import within

pytestmark = AT_A_CLUB
SEATS = ("axis", "allied", "observer")
TABLETS = 20
ALL_SEE = within(5)
# What each side keeps to itself, in a row of its own beside that which is rolled.
SECRETS = {"axis": "Leviathan-7731", "allied": "Basilisk-6620"}
MEANT_FOR = {"axis": {"axis"}, "allied": {"allied"}, "observer": set[str]()}

# Everybody sits down, and is logged in already; prints the keys of the logins.
SIT_DOWN = """
import json
from django.conf import settings
from bench.live_writer import login

settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
campaign = Campaign.objects.get(slug={slug!r})
keys = []
for number in range({count}):
    account = people.add(f"{{campaign.slug}} {{number}}", "correct horse battery")
    with writing(Viewer(campaign, ADMINISTRATOR, people.NOBODY)) as writer:
        seats.give(writer, account.actor, {seats!r}[number % len({seats!r})])
    keys.append(login(account))
print(json.dumps(keys))
"""

# The demo's two rows lie open, as the campaign begins with them. These do not.
PLAN = """
from navalassist.engine import create
from navalassist.systems.europa.setup import Draft, leg_fields, shipment_fields

ways = {{"axis": ("naples", "tripoli"), "allied": ("alexandria", "tobruk")}}
for number, (side, name) in enumerate({secrets!r}.items(), start=3):
    zone = "central-med" if side == "axis" else "eastern-med"
    draft = Draft(side, "unit", name, "2", "2", "nt", 2, *ways[side], (leg_fields(zone),))
    row = create(f"shipment:{{side}}", **shipment_fields(draft, number, "1941-03-1", side))
    with writing(Viewer(Campaign.objects.get(slug={slug!r}), side, people.NOBODY, at_table=True)) as writer:
        writer.edit("shipment.add", [row], seat=side)
"""


class Boards:
    """The boards of everybody, each in a browser that knows nothing of the others. The seats go round."""

    def __init__(self, browser: Browser, campaign: Campaign) -> None:
        self.campaign = campaign
        house = campaign.server
        house.run(PLAN.format(slug=campaign.slug, secrets=SECRETS))
        keys = json.loads(house.run(SIT_DOWN.format(slug=campaign.slug, count=TABLETS, seats=SEATS)))
        self._browser, self._contexts = browser, list[BrowserContext]()
        self._logins = [[{"name": "navalassist_session", "value": key, "url": house.url}] for key in keys]
        self.pages = [self.page(number, "board/") for number in range(TABLETS)]
        for page in self.pages:
            never_reloaded(page)

    def page(self, number: int, path: str) -> Page:
        """A page on another tablet of this person."""
        context = self._browser.new_context(**ON_A_TABLET)
        self._contexts.append(context)
        context.add_cookies(self._logins[number])
        page = context.new_page()
        page.goto(f"{self.campaign.url}{path}")
        expect(page.locator("#head")).to_have_attribute("data-seat", SEATS[number % len(SEATS)])
        return page

    def of(self, *seats: str) -> list[Page]:
        """The boards in these seats."""
        return [page for number, page in enumerate(self.pages) if SEATS[number % len(SEATS)] in seats]

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def boards(browser: Browser, club_server: House) -> Iterator[Boards]:
    made = Boards(browser, club_server.campaign(rulings={"R-56": "closed"}))
    yield made
    made.close()


def rolls(hand: Hand, faces: str) -> None:
    """What is owed longest, with faces that are tapped."""
    form = hand.page.locator("main form.sheet").first
    hand.touch(form.locator("label").filter(has=hand.page.get_by_role("radio", name="Our own")))
    hand.faces(faces, form)
    expect(form.locator(".strip")).to_have_value(faces)
    hand.send(re.compile("rolls$"), form)
    expect(hand.page.get_by_role("alert")).to_have_count(0)


def version_of(page: Page) -> str:
    """How far the log is that everybody reads, as this page knows it."""
    found = re.search(r"public:\d+", page.locator("#head").get_attribute("data-version") or "")
    assert found
    return found[0]


def all_show(boards: Boards, version: str) -> None:
    """Each board has come to this version by itself, and shows nothing that another seat keeps to itself."""
    for page in boards.pages:
        expect(page.locator("#head")).to_have_attribute("data-version", re.compile(rf"\b{version}\b"))
        assert was_not_reloaded(page)
    for seat, sides in MEANT_FOR.items():
        for page in boards.of(seat):
            text = page.content()
            assert {side for side, word in SECRETS.items() if word in text} == sides, seat


def test_all_twenty_see_what_one_rolls_and_none_what_its_seat_must_not(boards: Boards) -> None:
    """The Axis ask for the dice of row 1, and one of the Allied rolls them."""
    Hand(boards.of("axis")[0]).tap(re.compile("^. ?Ask .* to roll row"))
    rolling = Hand(boards.page(SEATS.index("allied"), "owed/"))
    expect(rolling.page.locator("main form.sheet")).to_be_visible()
    all_show(boards, version_of(rolling.page))
    rolls(rolling, "66")
    expect(rolling.page.locator("main")).to_contain_text("3 dice, one a lot")
    since = time.monotonic()
    rolls(rolling, "222")
    for page in boards.pages:
        expect(page.locator("#rows-sailed")).to_contain_text("Arrived at Tripoli 4 SP, 4 NTs")
    all_show(boards, version_of(rolling.page))
    took = time.monotonic() - since
    print(f"\n{TABLETS} boards showed a roll {took:.1f} seconds after the tap")
    assert took < ALL_SEE, took
