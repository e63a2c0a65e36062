"""The queue of owed rolls in a club: asked on one side's tablet, rolled on the other's."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine.reader import Unknown
from navalassist.play.people import seats
from navalassist.play.storage.bodies import recorded_faces
from navalassist.seats.models import ADMINISTRATOR, Seat
from navalassist.systems.europa.board import pending
from tests.club import NOBODY, Club
from tests.in_hand import InHand, act, drawn, words_of
from tests.systems.europa.board import put, row, typed
from tests.systems.europa.test_closed import closed, fly
from tests.systems.europa.test_pending import opened


class Person(InHand):
    """Somebody of the club at a seat."""

    def form_of(self, page: str, action: str) -> dict[str, str]:
        """The hidden fields of the form that posts to an address."""
        form = self.drawn(page).split(f'action="{self.at_home(action)}"')[1].split("</form>")[0]
        return dict(re.findall(r'type="hidden" name="([a-z]+)" value="([^"]*)"', form))

    def fill(self, page: str, action: str, **typed_in: str) -> int:
        """Send that form with what was typed; the answer's code."""
        return self.post(action, **{**self.form_of(page, action), **typed_in}).status_code

    def roll(self, key: str, strip: str = "") -> int:
        """Roll what is owed for a row."""
        return self.fill("owed/", f"owed/{key}/roll/", dice="typed" if strip else "server", strip=strip)


def sits(club: Club, name: str, seat: str, campaign: Campaign) -> Person:
    return Person(campaign, seat, club.person(name, **{seat: campaign}))


def asked(club: Club, campaign: Campaign, sails: str = "7 SP") -> tuple[Person, Person, str]:
    """Anna of the Axis has asked Bob of the Allies to roll for a row; its key."""
    axis, allied = sits(club, "Anna", "axis", campaign), sits(club, "Bob", "allied", campaign)
    key = put(campaign, typed(sails))
    axis.fill("board/", "board/roll/", roll="all", dice="server")
    return axis, allied, key


@pytest.mark.parametrize("begin", [opened, closed])
def test_one_side_asks_and_the_other_rolls(club: Club, begin: Callable[[], Campaign]) -> None:
    campaign = begin()
    axis, allied = sits(club, "Anna", "axis", campaign), sits(club, "Bob", "allied", campaign)
    key = put(campaign, typed("7 SP"))
    assert "Ask Allied to roll row 1" in axis.words("board/")
    drawn = axis.drawn("board/").split(f'id="row-{key}"')[1].split('id="dice"')[0]
    assert ">Ask Allied to roll<" in drawn
    assert ">Roll<" not in drawn
    assert axis.fill("board/", "board/roll/", roll=f"row:{key}", dice="server") == 302
    assert "Waits for the Allied dice" in axis.words("board/")
    assert "1 roll for you" in allied.words()
    assert "1 roll for you" not in axis.words()
    assert allied.roll(key, "66") == 302
    assert "CONTACT: 7 SP on 7 NTs" in allied.words("owed/")
    assert allied.roll(key, "2 2 2") == 302
    assert "Nothing waits for your dice" in allied.words("owed/")
    assert row(campaign, key)["state"] == "arrived"


def test_of_a_secret_row_its_roller_reads_the_marker_and_the_status_alone(club: Club) -> None:
    axis, allied, key = asked(club, closed())
    words = allied.words("owed/")
    assert "Axis marker 1 Central Mediterranean status 10" in words
    assert not re.search(r"\bSP\b", words)
    assert "Axis side keeps its shipping to itself" in allied.words("board/")
    said = "planned for the Allied player turn The Allied side keeps its shipping to itself"
    assert said in axis.words("board/")
    assert allied.roll(key, "6") == 422
    assert allied.roll(key, "22") == 302
    assert "Axis marker 1" in allied.words("owed/")
    assert "Naples" not in allied.words("owed/")


def test_a_roll_that_is_refused_says_why_and_keeps_what_was_typed(club: Club) -> None:
    """Where it is no longer owed, and where others owe it; and a question that can no longer be taken back."""
    axis, allied, key = asked(club, opened())
    roll, recall = f"owed/{key}/roll/", f"owed/{key}/recall/"
    form, takes_back = allied.form_of("owed/", roll), axis.form_of("owed/", recall)
    seen = drawn(axis.post(roll, **form | {"submission": "s1", "dice": "typed", "strip": "4 3"}), 403)
    assert "This is for the Allied seat to do" in seen
    assert "4 3" in seen
    assert allied.post(roll, **form | {"dice": "typed", "strip": "66"}).status_code == 302
    assert "Take it back" not in axis.words("owed/")
    assert "The enemy has begun to roll for this row" in drawn(axis.post(recall, **takes_back), 422)
    assert allied.post(roll, **form | {"submission": "s2", "dice": "server"}).status_code == 422
    done = {"submission": "s3", "dice": "typed", "strip": "222"}
    assert allied.post(roll, **done).status_code == 302
    gone = drawn(allied.post(roll, **done | {"submission": "s4", "strip": "5 6 5"}), 422)
    assert "This roll is no longer owed" in gone
    assert "5 6 5" in gone


def test_the_wrong_seat_and_a_stranger_roll_nothing(club: Club) -> None:
    axis, _, key = asked(club, opened())
    stranger, watcher = club.person("Carl", allied=closed()), club.person("Olga", observer=axis.campaign)
    axis.fill("board/", "board/roll/", roll="all", dice="server")
    before = Entry.objects.count()
    for client, status in ((axis.client, 403), (watcher, 403), (stranger, 404)):
        answer = client.post(axis.at_home(f"owed/{key}/roll/"), {"dice": "server", "submission": "a" * 32})
        assert answer.status_code == status
    assert Entry.objects.count() == before
    assert axis.fill("owed/", f"owed/{key}/recall/") == 302
    assert "Ask Allied to roll row 1" in axis.words("board/")


def test_an_open_row_of_the_other_side_is_read_and_not_edited(club: Club) -> None:
    campaign = opened()
    key = put(campaign, typed("7 SP"))
    row = sits(club, "Bob", "allied", campaign).drawn("board/").split(f'id="row-{key}"')[1].split("</li>")[0]
    assert "7 SP" in row
    assert "<input" not in row
    assert "<button" not in row


@pytest.mark.parametrize("begin", [opened, closed])
def test_dice_that_fell_for_nothing_stand_in_the_log(
    club: Club, begin: Callable[[], Campaign], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something fails behind the dice: they are read again, and both sides see that they fell."""
    axis, allied, key = asked(club, begin())
    with monkeypatch.context() as patch:
        patch.setattr(pending, "goes_on", fails)
        form = allied.form_of("owed/", f"owed/{key}/roll/")
        told = allied.tap(f"owed/{key}/roll/", 422, **form | {"dice": "server"})
    assert "A slip. The dice that had fallen for it stand in the log." in told
    entry = axis.last(kind="fallen")
    thrown = recorded_faces(entry.record["body"])
    assert thrown
    for person in (axis, allied):
        assert "Dice fell for" in person.words("log/")
        receipt = person.receipt(entry)
        assert "It was not carried out" in receipt
        assert "The server's dice" in receipt
    assert allied.roll(key) == 302
    check = axis.last(procedure="cargo-contact", dice="server", kind="rule")
    assert check.record["body"]["continues"] == entry.reference
    assert recorded_faces(check.record["body"]) == thrown
    axis.check()


def fails(before: Mapping[str, Any], after: Mapping[str, Any], clock: tuple[str, str, str]) -> bool:
    """Goes on through the first zone, where no dice are thrown."""
    if before["state"] == "planned":
        return True
    raise Unknown("a slip")


def test_a_later_entry_tells_old_dice_from_new_ones(club: Club) -> None:
    axis, allied, key = asked(club, closed(), "2 SP")
    assert allied.roll(key, "66") == 302
    first = axis.last(procedure="cargo-contact").sequence
    assert allied.roll(key, "5") == 302
    last = axis.last(procedure="cargo-contact").sequence
    for person in (axis, allied):
        assert f"goes on from {first}: 6 6; typed: 5" in person.words("log/")
        receipt = person.words(f"log/public/{last}/")
        assert f"It goes on from entry {first} : its dice 6 6 are read again; typed: 5." in receipt
        assert "same dice" not in receipt


def test_the_seat_that_owes_finds_its_roll_on_the_map(club: Club) -> None:
    campaign = opened()
    axis, allied = sits(club, "Anna", "axis", campaign), sits(club, "Bob", "allied", campaign)
    put(campaign, typed("7 SP"))
    assert "Roll for the enemy" not in allied.words()
    axis.fill("board/", "board/roll/", roll="all", dice="server")
    assert 'class="tap side-allied"' in allied.drawn()
    page = allied.words()
    assert "Roll for the enemy's shipping 33.D 1 roll for you: the other side's shipping waits" in page
    assert "With this step: 1 roll that you owe" in page
    assert "that the enemy owes" not in page
    big = allied.drawn().split('class="btn go"')[1].split("</a>")[0]
    assert f'href="{allied.home}owed/"' in big
    assert "Roll for the enemy&#x27;s shipping" in big
    other = axis.words()
    assert "With this step: 1 roll that the enemy owes" in other
    assert "Roll for the enemy&#x27;s shipping" not in other


@pytest.mark.parametrize("begin", [opened, closed])
def test_where_nobody_sits_at_the_seat_that_owes_the_moderator_rolls(club: Club, begin: Callable[[], Campaign]) -> None:
    campaign = begin()
    axis, umpire = sits(club, "Anna", "axis", campaign), sits(club, "Ursula", "moderator", campaign)
    club.person("Bob", allied=campaign)
    first, second = put(campaign, typed("7 SP")), put(campaign, typed("3 SP"))
    axis.fill("board/", "board/roll/", roll=f"row:{first}", dice="server")
    assert "for you" not in umpire.words()
    assert "Waits for the Allied dice" in axis.words("board/")
    act(Viewer(campaign, ADMINISTRATOR, NOBODY), seats.end, Seat.objects.held().get(campaign=campaign, seat="allied"))
    gone = "Nobody sits at the Allied seat: the moderator rolls"
    assert axis.words("board/").count(gone) == 2
    assert gone in axis.words("owed/")
    axis.fill("board/", "board/roll/", roll=f"row:{second}", dice="server")
    assert f"{gone}." in axis.words("board/")
    page = umpire.words()
    assert "2 rolls for you" in page
    assert "Roll for the Allied seat" in page
    assert gone in umpire.words("owed/")
    assert umpire.roll(first, "22") == 302
    assert "1 roll for you" in umpire.words()


def told_there(person: Person) -> str:
    """What the board reads out of dice that fell on another device."""
    return "".join(re.findall(r'id="told-.*?(?=<div class="bar start">)', person.drawn("board/"), re.DOTALL))


@pytest.mark.parametrize("begin", [opened, closed])
def test_who_sails_reads_out_what_the_enemy_rolled(club: Club, begin: Callable[[], Campaign]) -> None:
    """A contact at once, its lots as they fall; whoever has rolled reads it where he rolled."""
    axis, allied, key = asked(club, begin())
    assert not told_there(axis)
    for strip, faces in (("66", 2), ("5 1 3", 5)):
        assert allied.roll(key, strip) == 302
        said = told_there(axis)
        assert "CONTACT" in words_of(said)
        assert said.count('class="die') == faces
    assert words_of(said).count("7 SP") >= 1
    assert not told_there(allied)


def test_what_is_read_out_names_nothing_that_the_enemy_keeps_to_himself(club: Club) -> None:
    axis, allied, key = asked(club, closed())
    put(axis.campaign, typed("Basilisk, 4 REs", "alexandria tobruk", side="allied"))
    fly(axis.campaign, "western-med")
    assert allied.roll(key, "66") == allied.roll(key, "5 1 3") == 302
    assert "Basilisk" in allied.words("board/")
    page = axis.drawn("board/")
    assert "told-" in page
    assert not [secret for secret in ("Basilisk", "Swordfish", "4 REs") if secret in page]


def rolled_in_secret(club: Club, **rulings: str) -> tuple[Person, Person]:
    """7 SP from Naples are met by 6 6 in the Central Med and lose by 5, 1 and 3; who asked and who rolled."""
    axis, allied, key = asked(club, closed(**rulings))
    for strip in ("66", "5 1 3"):
        assert allied.roll(key, strip) == 302
    return axis, allied


def read_as(person: Person, receipt: str) -> list[str]:
    """What each throw of a receipt was read as."""
    page = person.drawn(receipt)
    table = page.split("Dice and their source")[-1].split("<tbody>")[1].split("</tbody>")[0]
    rows = [re.findall(r"<td>(.*?)</td>", row, re.DOTALL) for row in table.split("</tr>")[:-1]]
    return [cells[1] for cells in rows]


@pytest.mark.parametrize("choice", ["column", "nothing"])
def test_who_rolled_in_secret_sees_his_dice_and_what_each_was(club: Club, choice: str) -> None:
    """By hand: the Shipping Results, column of SPs; the Anti-Shipping Table's cell only where R-62 shows its column."""
    axis, allied = rolled_in_secret(club, **({"R_62": "nothing"} if choice == "nothing" else {}))
    receipt = f"log/{axis.last(procedure='cargo-contact', kind='rule').reference}/"
    for address in (receipt, "owed/"):
        page, drawn = allied.words(address), allied.drawn(address)
        assert "CONTACT" in drawn.split('class="read')[1].split("</section>")[0]
        assert drawn.split('class="read')[1].split("</section>")[0].count('class="die') == 5
        assert "Naples" not in page
        assert ("Anti-Shipping" in page) == (choice == "column" and "log/" in address)
    known = ["12, C", "E", "R", "2 RE"]
    assert read_as(axis, receipt) == known
    assert read_as(allied, receipt) == (known if choice == "column" else ["12, contact", *known[1:]])
    assert "what-if" not in allied.drawn(receipt)
