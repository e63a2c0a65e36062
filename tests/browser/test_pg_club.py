"""A club plays the landing at Lingayen: two tablets, an Axis and an Allied person, from the first order to the turn's
end.

Everything is done by taps; only a result is typed. What each side keeps to itself never comes to the other's browser
before the rules tell it.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.clubhouse import LIVE, Clubhouse, Guest, check_log, clubhouse
from tests.browser.conftest import AT_A_CLUB
from tests.browser.tablets import never_reloaded, was_not_reloaded
from tests.live.house import PASSWORD

pytestmark = AT_A_CLUB
NAME = "Lingayen, December 1941"


@pytest.fixture
def club(browser: Browser, tmp_path: Path) -> Iterator[Clubhouse]:
    with clubhouse(browser, tmp_path / "club") as made:
        yield made


# What a person does


def picks(guest: Guest, name: str, option: str) -> None:
    """One of a list, by the name of its field: a tap, as choosing is."""
    guest.page.locator(f"select[name='{name}']").select_option(label=option)
    guest.taps += 1


def ticks(guest: Guest, *units: str) -> None:
    """Units of a form, each by its name."""
    for unit in units:
        guest.touch(guest.page.locator("label").filter(has_text=unit))


def draws(guest: Guest, *squares: str) -> None:
    """A way, square after square."""
    for square in squares:
        guest.tap(re.compile(rf"^{square}\b"))
        expect(guest.page.locator("input[name=route]")).to_have_value(re.compile(rf"{square}$"))
    guest.page.wait_for_load_state("networkidle")


def writes(guest: Guest, order: str) -> None:
    """A form of the own order book."""
    guest.link(re.compile(rf"^\+ {order}$"))


def does(guest: Guest) -> None:
    """What the form says."""
    guest.send(re.compile("Carry it out"))


def hears(guest: Guest, words: str) -> None:
    """The page says so by itself."""
    expect(guest.page.locator("main")).to_contain_text(words, timeout=LIVE)


def ends_phase(axis: Guest, allied: Guest, then: str) -> None:
    axis.go("This step")
    axis.send("End step")
    expect(allied.head().locator("dl")).to_contain_text(re.compile(rf"Step\s*{then}"), timeout=LIVE)


# The evening


def begins(club: Clubhouse) -> None:
    """Ursula loads the demo, which is closed, moderates it, and gives both seats."""
    moderator = club.moderator
    moderator.at("/")
    moderator.fill("Name", "Ursula")
    moderator.fill("Password", PASSWORD)
    moderator.send("Log in")
    moderator.send(re.compile("^Open.*Luzon"))
    moderator.send(re.compile("^Make yourself its moderator.*Lingayen"))
    club.home = moderator.page.evaluate("location.pathname")
    for seat, guest in (("axis", club.axis), ("allied", club.allied)):
        club.invites(seat, guest, NAME)
        guest.taps = 0


def writes_axis(axis: Guest) -> None:
    """Destroyers form a group and change base, the cover patrols, and the division sails for Lingayen."""
    axis.touch(axis.page.locator("summary").filter(has_text="Groups and ports"))
    axis.link(re.compile("^Form a group at Mako"))
    picks(axis, "kind", "task force")
    ticks(axis, "Hatakaze")
    does(axis)
    axis.go("Orders")
    writes(axis, "Operational base change")
    picks(axis, "group", "Axis task force 4 at Mako")
    draws(axis, "D2", "E2")
    does(axis)
    writes(axis, "Patrol")
    picks(axis, "group", "Axis task force 2, Cover at Mako")
    draws(axis, "D2", "C3", "C4", "C5")
    does(axis)
    writes(axis, "Invasion")
    draws(axis, "E1", "D1", "D2", "D3", "D4", "D5")
    ticks(axis, "1st Formosa", "2nd Formosa", "47th", "48th", "1st Kure")
    expect(axis.page.locator("table.terms tfoot td.n")).to_have_text("9")
    does(axis)


def writes_allied(allied: Guest) -> None:
    """Eight boats watch D5."""
    allied.go("Orders")
    writes(allied, "Patrol")
    draws(allied, "E6", "E7", "D6", "D5")
    does(allied)


def seals(first: Guest, then: Guest) -> None:
    """One seals, then the other; a tap of either opens both."""
    first.send(re.compile("^Seal the orders of"))
    hears(then, "sealed")
    then.send(re.compile("^Seal the orders of"))
    hears(first, "All books of Dec 41, winter are sealed")
    then.link(re.compile("Open both order books"), then.head())
    then.send("Open the books")
    hears(first, "The orders of this turn are under way")


def searches(axis: Guest, allied: Guest) -> None:
    """Once for both: the cover is seen from Manila, the convoy by the boats too; the Axis see nothing."""
    ends_phase(axis, allied, "Operations")
    axis.go("Interceptions")
    never_reloaded(axis.page)
    allied.link(re.compile("Search for the missions"), allied.head())
    allied.send("Search for the missions under way")
    expect(allied.page.locator("main")).to_contain_text("Mission 2: invasion, task force seen in D4, D5")
    hears(axis, "has spotted nothing")


def announces(allied: Guest, axis: Guest) -> None:
    """The boats in D5, then the bombers in D4: announced last, fought first."""
    allied.send(re.compile("^D5 ?: announce mission 2 by Allied submarine flotilla 1"))
    hears(axis, "interception 1 in D5: 8 SS")
    allied.send(re.compile("^D4 ?: announce mission 2 by B-17"))
    hears(axis, "interception 2 in D4: 1 air unit")
    assert was_not_reloaded(axis.page)
