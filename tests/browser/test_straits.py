"""Forces, a sealed plan and order books as a browser draws them: for axe, in the colours of the dark too, for a thumb.

The straits are a toy of the tests, which no server has: the browser asks the application in this process.
"""

from collections.abc import Iterator
from contextvars import copy_context
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from playwright.sync_api import Browser, Page, Route

from tests.browser.measures import ON_A_TABLET, measured
from tests.in_hand import InHand, in_hand, seated
from tests.straits.rules import AIM, FIRE, SEARCH
from tests.straits.system import begin, install

ORIGIN = "http://testserver"


@pytest.fixture
def straits(monkeypatch: pytest.MonkeyPatch, db: None) -> Iterator[InHand]:
    install(monkeypatch.setitem)
    with in_hand(begin()) as table:
        yield table


def answering(client: Client, route: Route) -> None:
    """What the application answers in this process to somebody who looks; a stream of news has no answer."""
    path = urlsplit(route.request.url)
    if path.path.startswith("/static/"):
        file = finders.find(path.path.removeprefix("/static/"))
        route.fulfill(path=file) if file else route.abort()
    elif "/stream/" in path.path:
        route.abort()
    else:
        given = client.get(f"{path.path}?{path.query}")
        kept = {name: value for name, value in given.headers.items() if name != "Content-Length"}
        route.fulfill(status=given.status_code, headers=kept, body=given.content)


@pytest.fixture
def south(browser: Browser, straits: InHand) -> Iterator[Page]:
    """South's tablet."""
    context = browser.new_context(**ON_A_TABLET)
    client = seated(straits.campaign, "south")
    page = context.new_page()
    # Playwright calls back in a context of its own, in which Django would open another connection.
    here = copy_context()
    page.route("**/*", lambda route: here.copy().run(answering, client, route))
    yield page
    context.close()


def sound(page: Page, address: str) -> None:
    """Nothing serious is wrong with a page, in any width and in the dark."""
    answer = page.goto(ORIGIN + address)
    assert answer is not None
    assert answer.status == 200, address
    wrong = {what: found for what, found in measured(page).items() if found}
    assert not wrong, (address, wrong)


def test_forces_a_sealed_plan_and_order_books_are_sound(south: Page, straits: InHand) -> None:
    home, hand = f"/c/{straits.slug}/", straits.at("south")
    straits.until("south/watch-1/search")
    straits.do(SEARCH, "5", seat="south", side="south", force="n1")
    straits.until("south/watch-1/battle")
    entry = straits.do(AIM, seat="south", side="south")
    sound(south, f"{home}waiting/{entry.reference}/")
    assert south.get_by_label("Fort Sand fires at").input_value() == ""
    sealed = straits.answer(entry, "sand=rock", seat="south")
    sound(south, f"{home}waiting/{sealed.reference}/")
    assert south.get_by_label("Fort Sand fires at").input_value() == "rock"
    straits.answer(sealed, "rock=sand", seat="north")
    straits.do(FIRE, "1", seat="north", fort="rock")
    sound(south, f"{home}known/")
    assert south.locator(".boxes .box.pending").count() == 2
    hand.send("orders/", act="add-straits-sailing", force="s1", water="narrows")
    sound(south, f"{home}orders/")
    for seat in (hand, straits.at("north")):
        seat.send("orders/", act="seal", confirm="yes")
    sound(south, f"{home}orders/")
    hand.send("orders/", act="open")
    sound(south, f"{home}orders/")
    assert south.locator("pre.sealed").count() == 2
