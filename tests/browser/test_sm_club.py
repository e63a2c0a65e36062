"""A club plays the Duisburg convoy: two tablets, an Axis and an Allied person, from the convoy's move to its last ship.

Everything is done by taps and typed dice. What each side keeps to itself never comes to the other's browser before the
rules tell it, and nothing of a sealed plan before both are in.
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
NAME = "Duisburg, November 1941"
FORCE_K = ("Aurora", "Penelope", "Lance", "Lively")
ALLIED_SITES = ("69 Squadron", "807 Squadron", "828 Squadron", "Blenheims", "Ark Royal")
ESCORT = ("Maestrale", "Grecale", "Libeccio", "Fulmine", "Oriani")
TRANSPORTS = ("San Marco", "Sagitta", "Rina Corrado", "Conte di Misurata", "Minatitlan")
CARGO = ("vehicles", "fuel in drums", "replacements")
# Its cover is found by nobody, and its airbase is seen by nobody.
NEVER_FOUND = ("Trento", "Granatiere", "Fuciliere", "Bersagliere", "Alpino", "Syracuse, recon", "Torpedo bomb")


@pytest.fixture
def club(browser: Browser, tmp_path: Path) -> Iterator[Clubhouse]:
    with clubhouse(browser, tmp_path / "club") as made:
        yield made


# What a person does


def picks(guest: Guest, name: str, option: str) -> None:
    """One of a list, by the name of its field: a tap, as choosing is."""
    guest.page.locator(f"select[name='{name}']").select_option(option)
    guest.taps += 1


def aims(guest: Guest, others: str, **lines: str) -> None:
    """Every line of a plan: these, and what all others do."""
    # Words of the round before may stand there already: what is asked now comes with its lines.
    expect(guest.page.locator("select[name^=line-]").first).to_be_visible()
    names = [str(line.get_attribute("name")) for line in guest.page.locator("select[name^=line-]").all()]
    for name in names:
        picks(guest, name, lines.get(re.sub(r"\W", "_", name.removeprefix("line-1-")), others))


def throws(guest: Guest, faces: str, words: str) -> None:
    """Dice of the table's own, a tap a face, and then the button."""
    form = guest.page.locator("main form").filter(has=guest.page.get_by_role("button", name=re.compile(words))).first
    guest.touch(form.locator("label").filter(has=guest.page.get_by_role("radio", name="Our own")))
    guest.faces(faces, form)
    guest.send(re.compile(words), form)
    expect(guest.page.get_by_role("alert")).to_have_count(0)


def does(guest: Guest, line: str, **fields: str) -> None:
    """A line of This step, and its form with what is typed."""
    guest.link(re.compile(f"^{line}"))
    for label, text in fields.items():
        guest.fill(re.compile(rf"^\s*{label}\b"), text)
    guest.send(re.compile("Carry it out"))


def ends_step(guest: Guest, other: Guest, then: str) -> None:
    guest.go("This step")
    guest.send(re.compile("^End step"))
    expect(other.head()).to_contain_text(then, timeout=LIVE)


def hears(guest: Guest, words: str) -> None:
    """The page says so by itself."""
    expect(guest.page.locator("main")).to_contain_text(words, timeout=LIVE)


# What nobody may be told


def is_not_told(guest: Guest, words: tuple[str, ...], since: int = 0) -> None:
    told = {said: address for said in words for address, text in guest.sent[since:] if said in text}
    assert not told, (guest.name, told)


def plans(guest: Guest, given: dict[str, str]) -> None:
    """What a side orders, or each line of what it declares, and the seal on it."""
    if order := given.get("order"):
        guest.touch(guest.page.locator("label").filter(has=guest.page.locator(f"input[value={order}]")))
    else:
        aims(guest, **given)
    guest.send(re.compile("seal the plan", re.I))


def seals(first: Guest, its: dict[str, str], then: Guest, theirs: dict[str, str], secret: str) -> None:
    """One seals, then the other. secret: words of the first plan, which come over once both are in."""
    since = len(then.sent)
    plans(first, its)
    hears(then, "has sealed ✓")
    is_not_told(then, (secret,), since)
    plans(then, theirs)
    expect(then.page.locator("#last")).to_contain_text(secret)
    expect(first.page.locator("#next")).not_to_contain_text("has sealed ✓", timeout=LIVE)


# The evening


def begins(club: Clubhouse) -> None:
    """Ursula loads the demo, which is closed, moderates it, and gives both seats."""
    moderator = club.moderator
    moderator.at("/")
    moderator.fill("Name", "Ursula")
    moderator.fill("Password", PASSWORD)
    moderator.send("Log in")
    moderator.send(re.compile("^Open.*Duisburg"))
    moderator.send(re.compile("^Make yourself its moderator.*Duisburg"))
    club.home = moderator.page.evaluate("location.pathname")
    for seat, guest in (("axis", club.axis), ("allied", club.allied)):
        club.invites(seat, guest, NAME)
        guest.taps = 0


def sails(axis: Guest, allied: Guest) -> None:
    """The convoy moves; the other tablet hears of the marker, and of nothing under it."""
    never_reloaded(allied.page)
    does(axis, "Axis task force 1 moves", Hexes="9", Hex="18A:0707")
    hears(allied, "Axis task force 1 moves 9 hexes to 18A:0707.")
    ends_step(axis, allied, "NAS 4, Axis combat")
    ends_step(axis, allied, "NAS 4, Allied recon")
    assert was_not_reloaded(allied.page)
    is_not_told(allied, (*ESCORT, *TRANSPORTS, *CARGO, *NEVER_FOUND))


def is_found(axis: Guest, allied: Guest) -> None:
    """From Malta in general; by night, in its hex, in full."""
    axis.go("Chart")
    never_reloaded(axis.page)
    allied.go("Chart")
    throws(allied, "3", "search for Axis task force 1")
    expect(allied.page.locator("#force-axis-1")).to_contain_text("warships and transports")
    hears(axis, "Found by area search")
    assert was_not_reloaded(axis.page)
    ends_step(allied, axis, "NAS 4, Allied movement")
    axis.go("This step")
    never_reloaded(axis.page)
    allied.link(re.compile("^Form a task force at Malta"))
    for ship in FORCE_K:
        allied.touch(allied.page.locator("label").filter(has_text=re.compile(rf"^\s*{ship}\s*$")))
    allied.send(re.compile("Carry it out"))
    hears(axis, "Allied task force 1 forms.")
    does(allied, "Allied task force 1 moves", Hexes="7", Hex="18A:0707")
    is_not_told(allied, (*ESCORT, *TRANSPORTS, *CARGO))
    allied.link(re.compile("Allied task force 1 searches 18A:0707"))
    picks(allied, "light", "night")
    allied.send(re.compile("Carry it out"))
    hears(axis, "by night for 8 MPs and finds Axis task force 1.")
    assert was_not_reloaded(axis.page)
    is_not_told(axis, (*FORCE_K, *ALLIED_SITES))


def fights(axis: Guest, allied: Guest) -> None:
    """Force K engages and is seen; the Axis stand, and are. Both close."""
    ends_step(allied, axis, "NAS 4, Allied combat")
    is_not_told(axis, FORCE_K)
    allied.link(re.compile("^Allied task force 1 engages Axis task force 1"))
    allied.send(re.compile("Carry it out"))
    expect(axis.head()).to_contain_text("Stand and fight, battle 1", timeout=LIVE)
    is_not_told(allied, (*TRANSPORTS, *CARGO))
    axis.link(re.compile("Stand and fight, battle 1"), axis.head())
    hears(axis, "Aurora")
    axis.send(re.compile("stand and fight"))
    hears(allied, "Minatitlan")
    seals(axis, {"order": "close"}, allied, {"order": "close"}, "Axis: close the range")


def declares(guest: Guest, others: str, **lines: str) -> None:
    """What this side alone declares; both are asked, and the other has nothing to choose."""
    aims(guest, others, **lines)
    guest.send(re.compile("seal the plan", re.I))


def fires(club: Clubhouse, plan: dict[str, str], faces: str, launcher: str, torpedo: str, *, answers: bool) -> None:
    """A round at secondary range: the Allies sink what they draw, each with a 0 and a 0. answers: the Axis fire too."""
    axis, allied = club.axis, club.allied
    declares(allied, "holds", **{launcher: "launches"})
    hears(axis, "launches at secondary range")
    said = "Maestrale, secondary guns 6 at: " + ("Aurora" if answers else "holds fire")
    seals(axis, {"others": "1-aurora" if answers else "holds"}, allied, {"others": "holds", **plan}, said)
    if answers:
        throws(axis, "987654", "Axis: fire")
        hears(allied, "has still to fire")
    throws(allied, faces, "Allied: fire")
    hears(axis, "Gunfire of round")
    declares(allied, "drawn")
    hears(axis, "1 torpedo attack")
    throws(allied, torpedo, "Allied: launch")
    hears(axis, "1 of 1 shot hit")


def sinks_all(club: Clubhouse) -> None:
    """Seven transports in two rounds; of their cargo the Allies are told nothing."""
    axis, allied = club.axis, club.allied
    cruisers = {"aurora_intermediate": "drawn", "penelope_intermediate": "drawn"}
    fires(club, {**cruisers, "lance_secondary": "drawn"}, "100200300", "aurora", "40", answers=True)
    expect(allied.page.locator("main")).to_contain_text("6 warships, 3 transports")
    seals(axis, {"order": "maintain"}, allied, {"order": "maintain"}, "Axis: maintain the range")
    fires(club, cruisers, "500600", "lance", "70", answers=False)
    expect(axis.page.locator("main")).not_to_contain_text("3 transports")
    is_not_told(allied, (*CARGO, *NEVER_FOUND))


def parts(club: Clubhouse) -> None:
    """Both open twice, the Axis leave, and each side marks its sheets: what was lost is named to its owner."""
    axis, allied = club.axis, club.allied
    seals(allied, {"order": "open"}, axis, {"order": "open"}, "Allied: open the range")
    declares(allied, "holds")
    hears(axis, "no lines")
    seals(allied, {"order": "open"}, axis, {"order": "open"}, "The battle is broken off.")
    axis.page.locator("select[name=hex]").select_option("18A:0708")
    axis.send(re.compile("Carry it out"))
    hears(allied, "leaves the battle for 18A:0708.")
    is_not_told(allied, (*CARGO, *NEVER_FOUND))
    axis.send(re.compile("mark the ship sheets", re.I), axis.page.locator("#next"))
    expect(axis.page.locator("#last")).to_contain_text("Conte di Misurata and Minatitlan; lost vehicles")
    hears(allied, "Conte di Misurata and Minatitlan.")
    allied.send(re.compile("mark the ship sheets", re.I), allied.page.locator("#next"))
    hears(axis, "The Allied side marks its sheets: nothing sunk.")
    expect(axis.page.locator("#next")).to_contain_text("The battle is over after 4 rounds")


def test_a_club_sinks_the_duisburg_convoy(club: Clubhouse, tmp_path: Path) -> None:
    axis, allied = club.axis, club.allied
    begins(club)
    sails(axis, allied)
    is_found(axis, allied)
    fights(axis, allied)
    sinks_all(club)
    parts(club)
    print(f"taps: {axis.taps} of the Axis, {allied.taps} of the Allies")
    for guest, secrets in ((axis, ALLIED_SITES), (allied, (*CARGO, *NEVER_FOUND))):
        guest.looks_round()
        is_not_told(guest, secrets)
        check_log(club.log_of("axis" if guest is axis else "allied", tmp_path))
