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
Words = tuple[str, ...]
NAME = "Lingayen, December 1941"
# Until the turn ends; some of it for ever.
AXIS_ORDERS = ("from Taipei", "Taipei (E1) →", "→ Takao", "D1 D2 D3", "D2 C3", "Order 2", "order 2")
AXIS_FORCES = (
    *("Hatakaze", "Kongo", "Ashigara", "Ryujo", "Nachi", "Katori", "Midget", "Japan, Pacific", "Bombers at Takao"),
    *("Axis task force", "Escort of the convoys", ", Cover"),
)
# Until they are ashore, which all hear.
DIVISION = ("Formosa Infantry", "47th", "48th", "Kure SNLF")
ALLIED_ORDERS = ("from Manila", "Manila (E6) →", "E6 E7", "E7 D6")
ALLIED_FORCES = ("submarine flotilla 1", "Submarines 9", "Houston", "Boise", "Yorktown", "PBY", "P-40", "USA, Pacific")
# Until they are on a sheet.
ESCORT, BOMBERS, BOATS = ("Naka", "Asagumo", "Murasame"), ("B-17",), ("Submarines 1", "Submarines 8")
SAIL = tuple(f"axis-transport-{number}" for number in range(1, 10))


@pytest.fixture
def club(browser: Browser, tmp_path: Path) -> Iterator[Clubhouse]:
    with clubhouse(browser, tmp_path / "club") as made:
        yield made


# What a person does


def picks(guest: Guest, name: str, option: str) -> None:
    """One of a list, by the name of its field and by words of it: a tap, as choosing is."""
    field = guest.page.locator(f"select[name='{name}']")
    field.select_option(field.locator("option").filter(has_text=option).get_attribute("value"))
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
    axis.send(re.compile(r"^End step( and the turn)?$"))
    expect(allied.head().locator("dl")).to_contain_text(re.compile(rf"Step\s*{then}"), timeout=LIVE)


# What nobody may be told


def is_not_told(guest: Guest, words: Words, since: int = 0) -> None:
    told = {said: address for said in words for address, text in guest.sent[since:] if said in text}
    assert not told, (guest.name, told)


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
    picks(axis, "group", "task force 4")
    draws(axis, "D2", "E2")
    does(axis)
    writes(axis, "Patrol")
    picks(axis, "group", "task force 2")
    draws(axis, "D2", "C3", "C4", "C5")
    does(axis)
    writes(axis, "Invasion")
    draws(axis, "E1", "D1", "D2", "D3", "D4", "D5")
    ticks_all(axis, "All")
    expect(axis.page.locator("table.terms tfoot td.n")).to_have_text("9")
    picks(axis, "lands", "E5 Luzon")
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
    expect(allied.page.locator("main")).to_contain_text("invasion, task force seen in D4, D5")
    hears(axis, "has spotted nothing")
    is_not_told(allied, ESCORT)


def announces(allied: Guest, axis: Guest) -> None:
    """The boats in D5, then the bombers in D4: announced last, fought first."""
    allied.send(re.compile("^D5 ?: announce mission . by .*flotilla 1"))
    hears(axis, "interception 1 in D5: 8 SS")
    allied.send(re.compile("^D4 ?: announce mission . by B-17"))
    hears(axis, "interception 2 in D4: 1 air unit")
    assert was_not_reloaded(axis.page)
    is_not_told(axis, (*BOMBERS, *BOATS))
    for guest, side in ((allied, "Allied"), (axis, "Axis")):
        guest.send(re.compile("nothing more to announce"))
        hears(guest, f"The {side} side has nothing more to announce")


def on_sheet(allied: Guest, axis: Guest, number: int) -> None:
    """Each side puts on the sheet what it announced or ordered: one tap."""
    for guest in (allied, axis):
        guest.link(re.compile(f"Put units on the battle sheet, battle {number}$"), guest.head())
    allied.send(re.compile("put them on the sheet"))
    hears(axis, f"The Allied side is on the sheet of battle {number}")
    axis.send(re.compile("put them on the sheet"))
    hears(allied, f"The Axis side is on the sheet of battle {number}")


def ticks_all(guest: Guest, words: str) -> None:
    """Every box of a list, by one tap."""
    guest.touch(guest.page.get_by_role("button", name=words, exact=True))


def result(types: Guest, other: Guest, number: int, behind: Words, sunk: Words, **damage: str) -> None:
    """One side types what the other program says, the other confirms it. behind: those that reach no destination."""

    def box(unit: str, column: str) -> None:
        types.touch(types.page.locator(f"label:has(input[name='lines.{number}-{unit}.{column}'])"))

    ticks_all(types, "all in the destination")
    for unit in behind:
        box(unit, "inside")
    for unit in sunk:
        box(unit, "sunk")
    for unit, text in damage.items():
        types.page.locator(f"input[name='lines.{number}-{unit}.damage']").fill(text)
    types.send(re.compile("give this result"))
    hears(other, "has typed what the sheet says now")
    other.send(re.compile("it is so"))
    hears(types, f"confirms the result of battle {number}")


def fights(axis: Guest, allied: Guest) -> None:
    """The bombers meet the convoy in D4, what comes through meets the boats in D5."""
    hears(allied, "The ■ Axis seat ends the phase for both")
    axis.send(re.compile("end the phase for both"))
    expect(allied.head().locator("dl")).to_contain_text(re.compile(r"Step\s*Battle"), timeout=LIVE)
    axis.send(re.compile("Make the queue of battles"))
    hears(axis, "2 battles join the queue; battle 1 is fought first")
    is_not_told(allied, ESCORT)
    on_sheet(allied, axis, 1)
    is_not_told(axis, BOATS)
    result(allied, axis, 1, (), SAIL[8:], naka="2", murasame="3")
    axis.send(re.compile("the mission goes on"))
    hears(allied, "the mission goes on with CL Naka and Natori")
    allied.send(re.compile("mark them"))
    hears(axis, "It is over")
    on_sheet(allied, axis, 2)
    result(axis, allied, 2, ("naka",), (*SAIL[6:8], "boats-1"), naka="1")
    allied.send(re.compile("mark them"))
    hears(axis, "The Allied side marks battle 2")
    axis.send(re.compile("the mission goes on"))
    hears(allied, "goes on with DD Asagumo")


def comes_home(axis: Guest, allied: Guest) -> None:
    """The boats end their patrol by a tap, the cover with the turn; then both read what both had ordered."""
    is_not_told(allied, (*AXIS_ORDERS, *AXIS_FORCES, *DIVISION))
    is_not_told(axis, (*ALLIED_ORDERS, *ALLIED_FORCES))
    axis.go("This step")
    axis.link(re.compile(r"Order \d lands on E5"))
    # 6 of 9 transports came through: two of the four units that need 2 went down.
    for unit in ("troop-1", "troop-2"):
        axis.touch(axis.page.locator(f"label:has(input[name='lost'][value='{unit}'])"))
    does(axis)
    hears(axis, "land on E5 Luzon")
    ends_phase(axis, allied, "Breakthrough")
    allied.go("This step")
    allied.link(re.compile("flotilla 1 ends its patrol"))
    does(allied)
    ends_phase(axis, allied, "Logistics")
    landing, patrol = "Invasion: Taipei (E1) → E5 Luzon by D1 D2 D3 D4 D5", "Patrol: Manila (E6) → D5"
    for guest, line in ((allied, landing), (axis, patrol)):
        guest.go("Orders")
        expect(guest.page.locator("main")).to_contain_text(line)
        guest.touch(guest.page.get_by_text("The text that was sealed"))
        hears(guest, "is the one that was sealed")


def test_a_club_lands_at_lingayen(club: Clubhouse, tmp_path: Path) -> None:
    axis, allied = club.axis, club.allied
    begins(club)
    writes_axis(axis)
    writes_allied(allied)
    seals(allied, axis)
    searches(axis, allied)
    announces(allied, axis)
    fights(axis, allied)
    comes_home(axis, allied)
    print(f"taps: {axis.taps} of the Axis, {allied.taps} of the Allies")
    assert axis.taps <= 61
    assert allied.taps <= 28
    for guest, secrets in ((axis, ALLIED_FORCES), (allied, AXIS_FORCES)):
        guest.looks_round()
        is_not_told(guest, secrets)
        check_log(club.log_of("axis" if guest is axis else "allied", tmp_path))
