"""Firefox and WebKitGTK: the first convoy with its receipt and a correction, a fleet on its card, a naval action.

They are run where those browsers and what drives them are installed (CONTRIBUTING.md, "Other browsers").
"""

from collections.abc import Iterator

import pytest

from tests.live.house import Server

pytest.importorskip("marionette_driver", reason="needs requirements/browsers.lock")
pytest.importorskip("selenium", reason="needs requirements/browsers.lock")

from tests.browser.others import Finger, firefox, webkit


@pytest.fixture(scope="module", params=[firefox, webkit], ids=["Firefox", "WebKitGTK"])
def finger(request: pytest.FixtureRequest) -> Iterator[Finger]:
    with request.param() as found:
        yield found


def test_two_convoys_a_receipt_and_the_correction_of_a_die(finger: Finger, server: Server) -> None:
    finger.open(server.campaign().url)
    finger.tap("Convoy board", "a", "head")
    finger.tap("Allied rolls row 1")
    finger.tap("Receipt", "a")
    finger.tap("Map", "a", "head")
    finger.tap("Go on to the Allied naval movement")
    finger.tap("Convoy board", "a", "head")
    finger.throws("66 6")
    finger.tap("Axis rolls row 2")
    finger.reads("Half eliminated")
    finger.tap("Receipt", "p[preceding::*[normalize-space(text()) = 'Half eliminated']]/a")
    finger.reads("33.B.3.b")
    finger.tap("Correct", "a")
    finger.tap("mistyped die", "label")
    finger.fill("//*[@id='main']//input[@name='strip']", "11")
    finger.tap("Show what it would be")
    finger.tap("Correct it")
    finger.reads("Correction of")


def test_an_action_of_the_great_war_on_its_page(finger: Finger, server: Server) -> None:
    finger.open(server.campaign("storm_of_steel").url)
    finger.tap("Bombard a coast", "a")
    finger.tap("Scouting Forces", "label")
    finger.choose("target", "scarborough")
    finger.tap("Carry it out")
    finger.reads("Tick a fleet")
    finger.tap("Battle Cruiser Fleet", "label")
    finger.reads("Allied roll: one fleet, 8 %")
    for dice in ("1 1", "5", "", "3", "", "4", "", "", "", "2"):
        before = finger.address()
        if dice:
            finger.throws(dice)
        finger.goes()
        finger.waits(lambda before=before: finger.address() != before, "the action should go on")
    finger.reads("It is over: Scarborough was bombarded")
