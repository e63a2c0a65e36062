"""A club plays a whole Europa turn: Axis and Allied at tablets, a moderator and an observer at screens, four browsers.

The server is the one that is shipped, its database the one that the test command chose. Everything is done by taps.
In the closed campaign each side plants words in what it keeps to itself; nobody else is ever sent one.
"""

import re
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.clubhouse import LIVE, SEATS, Clubhouse, Guest, check_log, clubhouse
from tests.browser.conftest import AT_A_CLUB
from tests.browser.tablets import never_reloaded, was_not_reloaded
from tests.counts import EVENINGS
from tests.databases import ask
from tests.live.house import PASSWORD
from tests.patience import within

pytestmark = AT_A_CLUB
AXIS_UNIT, ALLIED_UNIT, UNSAID = "Leviathan-7731", "Basilisk-6620", "Kraken-2209"
NAME = "Club night"
SOON = within(1)
ENEMY = {"axis": "allied", "allied": "axis"}
# What sails, which way, and whether it is typed. The second of the Axis is contacted; the last of either is not.
AXIS_ROWS = (
    ("4 SP", "Naples–Tripoli", False),
    ("7 SP", "Naples–Tripoli", False),
    (f"{AXIS_UNIT}, 4 REs", "Naples–Tripoli", True),
)
ALLIED_ROWS = (("4 SP", "Alexandria–Tobruk", False), (f"{ALLIED_UNIT}, 4 REs", "Alexandria–Tobruk", True))


@pytest.fixture(params=["closed", "open"][:EVENINGS])
def kind(request: pytest.FixtureRequest) -> str:
    """What the other side sees in this campaign (R-56)."""
    return str(request.param)


@pytest.fixture
def club(browser: Browser, tmp_path: Path, kind: str) -> Iterator[Clubhouse]:
    with clubhouse(browser, tmp_path / "club") as made:
        yield made


# Before the game


def begins_a_campaign(club: Clubhouse, kind: str) -> None:
    moderator = club.moderator
    moderator.at("/")
    moderator.fill("Name", "Ursula")
    moderator.fill("Password", PASSWORD)
    moderator.send("Log in")
    moderator.link("New campaign")
    moderator.fill("Name", f"{NAME}, {kind}")
    moderator.choose(re.compile(rf"^\s*{kind}", re.I))
    moderator.send("Begin the campaign")
    expect(moderator.head()).to_contain_text("Mar I 41")
    moderator.send("The campaign begins")
    expect(moderator.page.locator("#setting-up")).to_have_count(0)
    club.home = moderator.page.evaluate("location.pathname")


# Planning and sailing


def bombs_malta(club: Clubhouse) -> None:
    """A rule by itself; everybody sees what came of it."""
    axis = club.axis
    axis.link(re.compile("^Bomb Malta before you sail"))
    axis.fill(re.compile(r"^\s*Hits"), "3")
    axis.send(re.compile("Carry it out"))
    expect(axis.page.get_by_role("region", name="Last")).to_be_visible()
    expect(club.observer.page.get_by_role("heading", name="Malta stands at 7")).to_be_visible(timeout=LIVE)
    expect(club.allied.page.get_by_role("heading", name="Malta stands at 7")).to_be_visible(timeout=LIVE)


def plans(club: Clubhouse) -> list[float]:
    """Three rows; the moderator sees each of them come. What comes back: after how many seconds."""
    axis, moderator = club.axis, club.moderator
    moderator.go("Convoy board")
    never_reloaded(moderator.page)
    axis.go("Convoy board")
    expect(axis.group("Whose row")).to_have_count(0)
    waited = []
    for count, (sails, way, typed) in enumerate(AXIS_ROWS, start=1):
        axis.adds_row(sails, way, typed)
        since = time.monotonic()
        expect(moderator.rows()).to_have_count(count, timeout=LIVE)
        waited.append(time.monotonic() - since)
    assert was_not_reloaded(moderator.page)
    with axis.page.expect_response(re.compile("/board/draft/$")):
        axis.page.locator("#sails-new").fill(f"{UNSAID}, 2 REs")
    assert UNSAID in str(ask(club.server.data, "SELECT fields FROM taskforces_rowdraft")), "its side shares a draft"
    return waited


def asks(club: Clubhouse, seat: str) -> None:
    """Whoever sails asks for the dice of the enemy, who hears of it by himself, and takes the link that he is shown."""
    sailing, rolling = club.side(seat), club.side(ENEMY[seat])
    never_reloaded(rolling.page)
    sailing.tap(re.compile("^. ?Ask .* to roll row"))
    expect(rolling.head().get_by_role("link", name="1 roll for you")).to_be_visible(timeout=LIVE)
    sailing.tap(re.compile("^Ask for all"))
    asked = rolling.head().get_by_role("link", name=re.compile(r"[2-9] rolls for you"))
    expect(asked).to_be_visible(timeout=LIVE)
    assert was_not_reloaded(rolling.page)
    rolling.link(re.compile("rolls for you"))
    expect(rolling.page.get_by_role("heading", name="For your dice")).to_be_visible()


def rolls(guest: Guest, faces: str = "") -> None:
    """Roll what is owed longest: with the server's dice, or with faces that are tapped."""
    form = guest.page.locator("main form.sheet").first
    if faces:
        guest.touch(form.locator("label").filter(has=guest.page.get_by_role("radio", name="Our own")))
        guest.faces(faces, form)
        expect(form.locator(".strip")).to_have_value(faces)
    else:
        guest.touch(form.locator("label").filter(has=guest.page.get_by_role("radio", name="Server's")))
    guest.send(re.compile("rolls$"), form)
    expect(guest.page.get_by_role("alert")).to_have_count(0)


def ends_step(club: Clubhouse, seat: str, then: str) -> None:
    """Whose tap it is ends the step on the map; everybody sees where the turn stands, the others by themselves."""
    guest, observer = club.side(seat), club.observer.page
    expect(observer.locator("#step")).to_contain_text(f"The {SEATS[seat]} seat ends this step", timeout=LIVE)
    guest.go("Map")
    guest.send(re.compile("^End step"))
    for one in club.guests:
        expect(one.head()).to_contain_text(then, timeout=LIVE)


def is_asked_before_it_passes_over_what_is_owed(guest: Guest) -> None:
    """The step ends not by one tap while the enemy's dice are still to fall."""
    guest.go("Map")
    guest.send(re.compile("^End step"))
    expect(guest.page.get_by_role("heading", name="Something is still due")).to_be_visible()
    guest.link("Back")
    guest.go("Convoy board")


def sails_the_axis_convoys(club: Clubhouse) -> None:
    """One roll with the server's dice; one typed as it falls, contact first and then its lots; one without contact."""
    axis, allied = club.axis, club.allied
    axis.go("Convoy board")
    asks(club, "axis")
    is_asked_before_it_passes_over_what_is_owed(axis)
    never_reloaded(axis.page)
    sailed = axis.page.locator("#rows-sailed > li")
    expect(club.observer.page.locator("#step")).to_contain_text("3 rolls that the enemy owes", timeout=LIVE)
    rolls(allied)
    expect(sailed).to_have_count(1, timeout=LIVE)
    rolls(allied, "66")
    expect(allied.page.locator("main")).to_contain_text("CONTACT: 7 SP on 7 NTs")
    expect(allied.page.locator("main")).to_contain_text("3 dice, one a lot")
    expect(axis.page.locator("#rows-axis")).to_contain_text("Contact has been made", timeout=LIVE)
    read_out = axis.page.locator("[id^=told-]")
    expect(read_out).to_contain_text("CONTACT")
    rolls(allied, "222")
    expect(sailed.filter(has_text="7 SP")).to_contain_text("Arrived at Tripoli 4 SP, 4 NTs", timeout=LIVE)
    expect(read_out.get_by_role("img", name=re.compile("^die"))).to_have_count(5)
    rolls(allied, "22")
    expect(sailed.filter(has_text=AXIS_UNIT)).to_contain_text("Arrived at Tripoli 4 REs", timeout=LIVE)
    expect(allied.page.get_by_role("heading", name="Nothing waits for your dice")).to_be_visible()
    expect(allied.head()).not_to_contain_text("for you")
    assert was_not_reloaded(axis.page)


def disputes(club: Clubhouse) -> None:
    """The Axis dispute a roll; the moderator finds it in the log, reads it and rules; both take note."""
    moderator, axis, allied = club.moderator, club.axis, club.allied
    axis.link(re.compile("^Receipt"), axis.page.locator("#rows-sailed > li").filter(has_text="7 SP"))
    axis.link(re.compile("^Dispute it"))
    axis.fill(re.compile(r"^\s*What is wrong"), "The first die lay against the book.")
    axis.send("Raise it")
    moderator.go("Log")
    moderator.page.get_by_text("Find", exact=True).first.click()
    moderator.page.get_by_label("Kind").select_option(label="Dice rolls")
    moderator.page.get_by_role("search").get_by_role("button", name="Find").click()
    moderator.link(re.compile(r"^\d+$"), moderator.page.get_by_role("row").filter(has_text="6 6, then 2 2 2"))
    expect(moderator.page.locator("main")).to_contain_text("Lot 3: row 2")
    expect(moderator.head()).to_contain_text("1 matter for you")
    moderator.link("1 matter for you")
    moderator.link("Look at it")
    moderator.choose(re.compile(r"^\s*Rejected"))
    moderator.fill(re.compile(r"^\s*Reason"), "A die that lies against a book is read as it lies.")
    moderator.send("Rule")
    for guest in (axis, allied):
        expect(guest.head()).to_contain_text("1 matter for you", timeout=LIVE)
        guest.link("1 matter for you")
        guest.link("Look at it")
        guest.send("Acknowledge the ruling")
        expect(guest.page.locator("main")).to_contain_text("has acknowledged it")


def sails_the_allied_convoys(club: Clubhouse) -> None:
    """The other way round: Allied rows, and the Axis roll, with dice of their own."""
    axis, allied = club.axis, club.allied
    allied.go("Convoy board")
    for sails, way, typed in ALLIED_ROWS:
        allied.adds_row(sails, way, typed)
    asks(club, "allied")
    never_reloaded(allied.page)
    for _ in ALLIED_ROWS:
        rolls(axis, "22")
    sailed = allied.page.locator("#rows-sailed > li.side-allied")
    expect(sailed).to_have_count(len(ALLIED_ROWS), timeout=LIVE)
    expect(sailed.filter(has_text=ALLIED_UNIT)).to_contain_text("Arrived")
    assert was_not_reloaded(allied.page)


# The turn and what is left of it


def begins(club: Clubhouse, kind: str) -> None:
    begins_a_campaign(club, kind)
    for seat, guest in (("axis", club.axis), ("allied", club.allied), ("observer", club.observer)):
        club.invites(seat, guest, NAME)


def plays_the_turn(club: Clubhouse) -> list[float]:
    """Every step of both player turns. The observer only looks on, at a page that is never loaded again."""
    never_reloaded(club.observer.page)
    waited = plans(club)
    ends_step(club, "axis", "Air")
    bombs_malta(club)
    ends_step(club, "axis", "Naval movement")
    sails_the_axis_convoys(club)
    disputes(club)
    ends_step(club, "axis", "Combat")
    ends_step(club, "axis", "Naval exploitation")
    ends_step(club, "axis", "● Allied")
    ends_step(club, "allied", "Air")
    ends_step(club, "allied", "Naval movement")
    sails_the_allied_convoys(club)
    ends_step(club, "allied", "Combat")
    ends_step(club, "allied", "Naval exploitation")
    ends_step(club, "allied", "Mar II 41")
    assert was_not_reloaded(club.observer.page)
    return waited


def the_dice_are_opened(club: Clubhouse) -> None:
    """What the server bound before the turn is shown now, to everybody."""
    observer = club.observer
    observer.link("Dice", observer.page.locator("footer"))
    opened = observer.page.locator("details").filter(has_text="Mar I 41")
    expect(opened).to_contain_text("its SHA-256 is the one that")
    expect(observer.page.locator("main")).not_to_contain_text("that is an alarm")


def takes_the_archive(guest: Guest, into: Path) -> str:
    """What the guest's seat sees as one file: checked by the tool that needs nothing of the product; its whole text."""
    guest.go("Map")
    guest.link("Archive", guest.page.locator("footer"))
    with guest.page.expect_download() as download:
        guest.tap(re.compile("^Take what the .* seat sees"))
    file = into / f"{guest.name}.zip"
    download.value.save_as(file)
    check_log(file)
    with zipfile.ZipFile(file) as archive:
        return "".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist())


def secrets_of(kind: str) -> dict[str, tuple[str, ...]]:
    """For each guest the words that must never reach him. What is typed and not sent is its side's in any campaign."""
    if kind == "open":
        return {"Bob": (UNSAID,), "Olga": (UNSAID,)}
    return {"Alice": (ALLIED_UNIT,), "Bob": (UNSAID, AXIS_UNIT), "Olga": (UNSAID, AXIS_UNIT, ALLIED_UNIT)}


def meant_for(kind: str) -> dict[str, tuple[str, ...]]:
    """For each guest the words that he has to find: a test that reads nothing would find nothing."""
    if kind == "open":
        return dict.fromkeys(("Alice", "Bob", "Olga", "Ursula"), (AXIS_UNIT, ALLIED_UNIT))
    return {"Alice": (AXIS_UNIT,), "Bob": (ALLIED_UNIT,), "Ursula": (AXIS_UNIT, ALLIED_UNIT)}


def test_a_club_plays_a_whole_turn(club: Clubhouse, kind: str, tmp_path: Path) -> None:
    begins(club, kind)
    waited = plays_the_turn(club)
    assert median(waited) < SOON, waited
    the_dice_are_opened(club)
    for guest in club.guests:
        guest.looks_round()
        guest.sent.append(("the archive", takes_the_archive(guest, tmp_path)))
    for guest in club.guests:
        for words in secrets_of(kind).get(guest.name, ()):
            assert not guest.was_told(words), (guest.name, words)
        for words in meant_for(kind).get(guest.name, ()):
            assert guest.was_told(words), (guest.name, words)
    for seat in ("axis", "allied", "moderator", "observer"):
        check_log(club.log_of(seat, tmp_path))
    assert re.search(rf"^{club.slug}: .*: sound$", club.server.manage("verify", club.slug), re.M)
