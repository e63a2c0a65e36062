"""Every main page: nothing serious for axe in light and dark, no sideways scroll, controls large enough for a thumb."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tables import all_tables
from tests.browser.conftest import AT_A_CLUB, page_in
from tests.browser.measures import CONTRAST, CONTROLS, HEIGHTS, ON_A_TABLET, SIDEWAYS, SMALL, TABLET, THUMB, measured
from tests.browser.tablets import log_in
from tests.live.house import Campaign, House, Server

PAGES = {
    "campaigns": "/",
    "new campaign": "/new/",
    "new campaign of the Great War": "/new/?system=storm_of_steel",
    "glossary": "/glossary/",
    "map": "{med}",
    "map, the other side": "{med}?side=allied",
    "zone": "{med}zones/central-med/",
    "air units": "{med}air/central-med/",
    "board": "{med}board/",
    "board with Why open": "{med}board/?open=demo-2",
    "board with the new row open": "{med}board/?open=demo-2",
    "board, what if": "{med}board/what-if/?malta:status.number=4",
    "transport roster": "{med}board/roster/",
    "fleets": "{med}fleet/",
    "card of a group": "{med}fleet/group/battle-fleet/",
    "card of a group with a way": "{med}fleet/group/cruisers/?way=5n+10+central-med+18A:0203+3n+18A:0405",
    "card of a unit": "{med}fleet/unit/squadron-1/",
    "mines on the way of a row": "{med}do/row-mines/?row=demo-1&hex=18A:0203",
    "a danger zone on the way of a row": "{med}do/row-danger/?row=demo-1&hex=18A:0407",
    "moving a group": "{med}do/naval-move/?group=battle-fleet",
    "mines": "{med}mines/",
    "sweeping mines in a danger zone": "{med}do/mines-swept-in-zone/?belt=axis/18A:0404&sea=calm&coast_defence=2",
    "read-out": "{rolled}",
    "receipt": "{receipt}",
    "receipt of an input": "{med}log/public/1/",
    "what-if": "{receipt}what-if/",
    "correction": "{receipt}correct/",
    "fact as of a turn": "{med}log/since/?fact=port:thessalonika.owner",
    "number as of a turn": "{med}log/since/?fact=malta:status.number",
    "facts that may be put right": "{med}log/since/",
    "log": "{med}log/",
    "log, filtered": "{med}log/?zone=central-med&kind=rules&go=nowhere",
    "raising a dispute": "{receipt}dispute/",
    "disputes and questions": "{med}disputes/",
    "asking the moderator": "{med}disputes/ask/?about=malta-bombed",
    "turn sheet": "{med}sheet/?side=allied",
    "late entry": "{med}late/",
    "late entry of a whole turn": "{med}late/?until=allied/exploitation",
    "blanks of a turn": "{med}paper/",
    "turn report": "{med}report/",
    "calendar": "{med}calendar/",
    "year's book": "{med}year/",
    "take-over sheet": "{med}handover/",
    "set-up": "{med}setup/",
    "set-up, ports": "{med}setup/ports/",
    "set-up, a port": "{med}setup/ports/naples/",
    "set-up, a captured port": "{med}setup/ports/?port=tobruk",
    "set-up, a port that is small": "{med}setup/ports/massaua/",
    "set-up, hexes to enter": "{med}setup/hexes/",
    "set-up, MPs of ships": "{med}setup/mps/",
    "set-up, conditions": "{med}setup/conditions/",
    "set-up, Malta": "{med}setup/malta/",
    "set-up, zones": "{med}setup/zones/",
    "set-up, rulings": "{med}setup/rulings/",
    "set-up, points": "{med}setup/points/",
    "set-up of a new campaign": "{new}setup/",
    "set-up, what is still unset": "{new}setup/unset/",
    "set-up, what it began with": "{med}setup/unset/",
    "set-up, taking a part": "{new}setup/take/",
    "set-up, ports of a new campaign": "{new}setup/ports/",
    "set-up, conditions of a new campaign": "{new}setup/conditions/",
    "map of a new campaign": "{new}",
    "rules by themselves": "{med}do/",
    "a rule by itself": "{med}do/malta-bombed/",
    "a supply line": "{med}do/supply-line/",
    "charts": "{med}charts/",
    "chart pack": "{med}charts/pack/",
    "a chart": "{med}charts/naval-gunnery-table/",
    "a chart of one column": "{med}charts/success-table/",
    "a chart with a list of modifiers": "{med}charts/italian-naval-interference/",
    "versions of a chart": "{med}charts/success-table/versions/",
    "a version of a chart": "{med}charts/success-table/versions/0/{version}/",
    "a list": "{war}lists/squadron/",
    "a list that is set up": "{war}lists/base/",
    "dice": "{med}dice/",
    "archive": "{med}archive/",
    "a copy beside its original": "{med}archive/compared/{copy}/",
    "import": "/import/",
    "tables": "/tables/",
    "a table": "/tables/europa/33-anti-shipping/",
    "a wordy table": "/tables/europa/33-axis-sea-zones/",
    "rulings": "/rulings/",
    "procedures": "/procedures/",
    "turn sequence": "/turns/?at=allied/initial",
    "nothing here": "/nowhere/",
    "what-if, another column": "{receipt}what-if/?column=4",
    "receipt of an edit": "{med}log/public/2/",
    "northern map": "{north}",
    "northern map, the other side": "{north}?side=allied",
    "northern conditions": "{north}setup/conditions/",
    "northern zone": "{north}zones/baltic/",
    "turn sequence in the air step": "/turns/?at=axis/air",
    "Great War, map": "{war}",
    "Great War, a naval action": "{war}action/1/",
    "Great War, fleets": "{war}fleets/",
    "Great War, card of a fleet": "{war}fleets/grand-fleet/",
    "Great War, card of a squadron": "{war}fleets/squadron/goeben/",
    "Great War, card of a land unit": "{war}fleets/land/siberian-corps/",
    "Great War, waters": "{war}waters/",
    "Great War, sending a mission": "{war}do/gw-mission/",
    "Great War, turn sheet": "{war}sheet/",
    "Great War, late entry": "{war}late/",
    "Great War, turn report": "{war}report/",
    "Great War, year's book": "{war}year/",
    "Great War, take-over sheet": "{war}handover/",
    "Supermarina, this step": "{tarigo}",
    "Supermarina, a battle": "{tarigo}battle/1/",
    "Supermarina, ships": "{tarigo}lists/ship/",
    "Supermarina, chart of the sea": "{duisburg}sea/",
    "Theatre, units": "{lingayen}units/",
    "Theatre, pools": "{lingayen}pools/",
    "Theatre, forming a group": "{lingayen}do/pg-form/?port=mako",
    "Theatre, drawing a route": "{lingayen}do/pg-route/",
    "Theatre, a patrol, to whoever watches": "{lingayen}do/pg-patrol/",
    "Theatre, a patrol": "{lingayen}do/pg-patrol/?group=a2&route=D2+C3+C4+C5",
    "Theatre, a patrol over a leg that is barred": "{lingayen}do/pg-patrol/?group=a2&route=D2+C5",
    "Theatre, an invasion": "{lingayen}do/pg-invade/?start=pg-port:taipei&route=E1+D1+D2+D3+D4+D5",
    "Theatre, a base change": "{lingayen}do/pg-operational/",
    "Theatre, sending transports": "{lingayen}do/pg-send-transports/",
    "Theatre, a convoy": "{lingayen}do/pg-convoy/",
    "Theatre, an escort": "{lingayen}do/pg-escort/",
    "Theatre, order books": "{lingayen}orders/",
    "Theatre, interceptions": "{lingayen}interceptions/",
    "Theatre, list of squares": "{lingayen}lists/pg-square/",
    "Theatre, battles": "{lingayen}pg-battles/",
    "Theatre, a battle and its result": "{lingayen}pg-battle/1/",
    "Theatre, the sheet of a battle": "{lingayen}pg-battle/1/sheet/",
    "Theatre, form of a result": "{lingayen}do/pg-result/?battle=1",
}


# At a club's server: what a stranger sees, and what the moderator does who looks after the club.
OF_A_STRANGER = {"login": "/login/", "code": "/join/", "no invitation": "/join/?#AAAA-BBBB-CCCC-DDDD"}
OF_A_CLUB = {
    "campaigns": "/",
    "people": "{med}people/",
    "my page": "/me/",
    "password": "/me/password/",
    "leave": "/me/leave/",
    "accounts": "/people/",
    "map": "{med}",
}


def opens_the_new_row(page: Page) -> None:
    page.get_by_text("+ New row").click()
    expect(page.locator("#sails-new")).to_be_visible()


def carries_the_code_to_its_form(page: Page) -> None:
    expect(page).to_have_url(re.compile("/join/open/$"))


def sits(page: Page, seat: str) -> None:
    """The tablet is handed to a seat, and shows the same page to it."""
    address = page.url
    page.locator("header").get_by_role("button", name=seat).click()
    if "/pass/" in page.url:
        page.get_by_role("button", name=re.compile("show my side")).click()
    page.goto(address)


# What is done on a page, or by it, before it is looked at.
FIRST: dict[str, Callable[[Page], None]] = {
    "Theatre, a patrol, to whoever watches": lambda page: sits(page, "Observer"),
    **dict.fromkeys(
        (name for name, address in PAGES.items() if re.search("do/pg-(route|patrol/.|invade|op|send|co|esc)", address)),
        lambda page: sits(page, "Axis"),
    ),
    "board with the new row open": opens_the_new_row,
    "no invitation": carries_the_code_to_its_form,
}

AN_EDIT = """
with writing(Viewer(Campaign.objects.get(slug={slug!r}), "allied", "someone", at_table=True)) as writer:
    writer.edit("malta.number", [Set("malta:status.number", 9)])
"""

A_COPY = """
from navalassist.play.archive.importing import take_in
from navalassist.play.archive.pack import take
from navalassist.play.archive.unpack import Archive
viewer = Viewer(Campaign.objects.get(slug={slug!r}), "moderator", people.NOBODY, at_table=True)
made = take_in(Archive(take(viewer, whole=True).file, 1_000), people.NOBODY).campaign
with writing(Viewer(made, "allied", people.NOBODY, at_table=True)) as writer:
    writer.edit("malta.number", [Set("malta:status.number", 7)])
print(made.slug)
"""

A_BATTLE = """
from navalassist.systems.theatre import setup
from tests.systems.theatre.fighting import Fighting
Fighting(setup.begin_lingayen()).on_sheet()
"""


@pytest.fixture(scope="module")
def places(server: Server, browser: Browser, north: Campaign, at_war: Campaign) -> dict[str, str]:
    """Where the campaigns are, and in one of them the read-out and the receipt of a roll with contact."""
    campaign = server.campaign()
    copy = server.run(A_COPY.format(slug=campaign.slug)).strip()
    server.run(AN_EDIT.format(slug=campaign.slug))
    page = browser.new_page()
    page.goto(f"{campaign.url}board/")
    page.locator("#strip").fill("66 2 4 3")
    page.get_by_role("button", name=re.compile("rolls row 1")).click()
    verdict = page.get_by_role("region", name=re.compile("^Verdict"))
    receipt = str(verdict.get_by_role("link", name=re.compile("^Receipt")).get_attribute("href"))
    rolled = page.url.removeprefix(server.url)
    page.close()
    addresses = {"med": campaign.path, "north": north.path, "war": at_war.path, "rolled": rolled, "receipt": receipt}
    server.run("from navalassist.systems.supermarina import setup\nsetup.begin_tarigo()\nsetup.begin_duisburg()")
    server.run(A_BATTLE)
    addresses["new"] = server.campaign(set_up=True).path
    addresses |= {"tarigo": "/c/tarigo-1941/", "duisburg": "/c/duisburg-1941/", "lingayen": "/c/lingayen-1941/"}
    return {**addresses, "copy": copy, "version": all_tables()["europa/36-success"].version}


@pytest.fixture(scope="module")
def tablet(browser: Browser) -> Iterator[Page]:
    """One page for all of them."""
    with browser.new_context(**ON_A_TABLET) as context:
        yield from page_in(context)


def wrong(page: Page, name: str, address: str) -> dict[str, list[str]]:
    """What is wrong with the page of this name."""
    page.set_viewport_size({"width": TABLET, "height": HEIGHTS[TABLET]})
    page.goto(address)
    FIRST.get(name, lambda _: None)(page)
    return measured(page)


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_serious_nor_small_nor_wide(tablet: Page, server: Server, places: dict[str, str], name: str) -> None:
    assert wrong(tablet, name, server.url + PAGES[name].format(**places)) == {}


@pytest.fixture(scope="module")
def moderator(browser: Browser, club_server: House) -> Iterator[Page]:
    """A tablet on which the moderator has logged in."""
    with browser.new_context(**ON_A_TABLET) as context:
        for page in page_in(context):
            log_in(page, club_server, "Ursula")
            yield page


@AT_A_CLUB
@pytest.mark.parametrize("name", OF_A_STRANGER | OF_A_CLUB)
def test_nor_is_anything_at_a_club(request: pytest.FixtureRequest, club_server: House, name: str) -> None:
    page = request.getfixturevalue("moderator" if name in OF_A_CLUB else "tablet")
    address = (OF_A_STRANGER | OF_A_CLUB)[name].format(med=Campaign(club_server).path)
    assert wrong(page, name, club_server.url + address) == {}


def test_the_measures_really_measure(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.evaluate(
        """() => { document.body.insertAdjacentHTML('beforeend',
            '<h1>one more</h1><button>x</button><table><tr>' + '<td>wide</td>'.repeat(400) + '</tr></table>') }"""
    )
    assert any("too wide" in line for line in page.evaluate(SIDEWAYS))
    assert page.evaluate(SMALL, [400, CONTROLS])
    assert page.evaluate(SMALL, [10, CONTROLS]) == []
    assert measured(page)["markup"] == ["not one heading"]
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(CONTRAST) == []
    page.evaluate("() => { document.querySelector('h1').style.color = '#555' }")
    assert any("contrast" in line for line in page.evaluate(CONTRAST))


# Every plate of the second chart, and how it really lies on the screen.
PLATES = """() => [...document.querySelectorAll('figure.chart:not(.cut)')].at(-1)
    .querySelectorAll('rect.plate').values()
    .map(plate => plate.getBoundingClientRect()).map(at => [at.width, at.height]).toArray()"""


def test_the_plates_of_the_second_chart_are_large_enough(page: Page, north: Campaign) -> None:
    page.set_viewport_size({"width": TABLET, "height": 1000})
    page.goto(north.url)
    sizes = page.evaluate(PLATES)
    assert len(sizes) == 10
    assert all(width >= THUMB and height >= THUMB - 6 for width, height in sizes), sizes
