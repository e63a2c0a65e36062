"""The queue of owed rolls in a club: asked on one side's tablet, rolled on the other's."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.play import seats
from navalassist.play.bodies import recorded_faces
from navalassist.play.systems import Unknown
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.seats.models import ADMINISTRATOR, Seat
from navalassist.systems.europa.board import owed
from tests.club import NOBODY, Club
from tests.systems.board import put, row, typed
from tests.systems.test_closed import closed
from tests.systems.test_owed import opened


def word(client: Client, address: str) -> str:
    page = client.get(address)
    assert page.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page.content.decode()))


def form_of(client: Client, address: str, action: str) -> dict[str, str]:
    """The hidden fields of the form that posts to an address."""
    page = client.get(address).content.decode()
    form = page.split(f'action="{action}"')[1].split("</form>")[0]
    return dict(re.findall(r'type="hidden" name="([a-z]+)" value="([^"]*)"', form))


def post(client: Client, page: str, action: str, **typed_in: str) -> int:
    return client.post(action, form_of(client, page, action) | typed_in).status_code


@pytest.mark.parametrize("begin", [opened, closed])
def test_one_side_asks_and_the_other_rolls(club: Club, begin: object) -> None:
    campaign: Campaign = begin()  # type: ignore[operator]
    axis, allied = club.person("Anna", axis=campaign), club.person("Bob", allied=campaign)
    key = put(campaign, typed("7 SP"))
    home = f"/c/{campaign.slug}/"
    board, rolls = f"{home}board/", f"{home}owed/"
    assert "Ask Allied to roll row 1" in word(axis, board)
    drawn = axis.get(board).content.decode().split(f'id="row-{key}"')[1].split('id="dice"')[0]
    assert ">Ask Allied to roll<" in drawn
    assert ">Roll<" not in drawn
    assert post(axis, board, f"{board}roll/", roll=f"row:{key}", dice="server") == 302
    assert "Waits for the Allied dice" in word(axis, board)
    assert "1 roll for you" in word(allied, home)
    assert "1 roll for you" not in word(axis, home)
    assert post(allied, rolls, f"{rolls}{key}/roll/", dice="typed", strip="66") == 302
    assert "CONTACT: 7 SP on 7 NTs" in word(allied, rolls)
    assert post(allied, rolls, f"{rolls}{key}/roll/", dice="typed", strip="2 2 2") == 302
    assert "Nothing waits for your dice" in word(allied, rolls)
    assert row(campaign, key)["state"] == "arrived"


def test_of_a_secret_row_its_roller_reads_the_marker_and_the_status_alone(club: Club) -> None:
    campaign = closed()
    axis, allied = club.person("Anna", axis=campaign), club.person("Bob", allied=campaign)
    key = put(campaign, typed("7 SP"))
    home = f"/c/{campaign.slug}/"
    post(axis, f"{home}board/", f"{home}board/roll/", roll="all", dice="server")
    words = word(allied, f"{home}owed/")
    assert "Axis marker 1 Central Mediterranean status 10" in words
    assert "SP" not in words.replace("SPs", "")
    assert "Axis side keeps its shipping to itself" in word(allied, f"{home}board/")
    assert "planned for the Allied player turn The Allied side keeps its shipping to itself" in word(
        axis, f"{home}board/"
    )
    assert post(allied, f"{home}owed/", f"{home}owed/{key}/roll/", dice="typed", strip="6") == 422
    assert post(allied, f"{home}owed/", f"{home}owed/{key}/roll/", dice="typed", strip="22") == 302
    assert "Axis marker 1" in word(allied, f"{home}owed/")
    assert "Naples" not in word(allied, f"{home}owed/")


def test_a_roll_that_is_refused_says_why_and_keeps_what_was_typed(club: Club) -> None:
    """Where it is no longer owed, and where others owe it; and a question that can no longer be taken back."""
    campaign = opened()
    axis, allied = club.person("Anna", axis=campaign), club.person("Bob", allied=campaign)
    key = put(campaign, typed("7 SP"))
    home = f"/c/{campaign.slug}/"
    post(axis, f"{home}board/", f"{home}board/roll/", roll="all", dice="server")
    form = form_of(allied, f"{home}owed/", f"{home}owed/{key}/roll/")
    takes_back = form_of(axis, f"{home}owed/", f"{home}owed/{key}/recall/")
    seen = axis.post(f"{home}owed/{key}/roll/", form | {"submission": "s1", "dice": "typed", "strip": "4 3"})
    assert seen.status_code == 403
    assert "This is for the Allied seat to do" in seen.content.decode()
    assert "4 3" in seen.content.decode()
    assert allied.post(f"{home}owed/{key}/roll/", form | {"dice": "typed", "strip": "66"}).status_code == 302
    assert "Take it back" not in word(axis, f"{home}owed/")
    late = axis.post(f"{home}owed/{key}/recall/", takes_back)
    assert late.status_code == 422
    assert "The enemy has begun to roll for this row" in late.content.decode()
    assert allied.post(f"{home}owed/{key}/roll/", form | {"submission": "s2", "dice": "server"}).status_code == 422
    done = {"submission": "s3", "dice": "typed", "strip": "222"}
    assert allied.post(f"{home}owed/{key}/roll/", done).status_code == 302
    gone = allied.post(f"{home}owed/{key}/roll/", done | {"submission": "s4", "strip": "5 6 5"})
    assert gone.status_code == 422
    assert "This roll is no longer owed" in gone.content.decode()
    assert "5 6 5" in gone.content.decode()


def test_the_wrong_seat_and_a_stranger_roll_nothing(club: Club) -> None:
    campaign, other = opened(), closed()
    axis, stranger = club.person("Anna", axis=campaign), club.person("Carl", allied=other)
    watcher = club.person("Olga", observer=campaign)
    key = put(campaign, typed("7 SP"))
    home = f"/c/{campaign.slug}/"
    post(axis, f"{home}board/", f"{home}board/roll/", roll="all", dice="server")
    before = Entry.objects.count()
    for client, status in ((axis, 403), (watcher, 403), (stranger, 404)):
        answer = client.post(f"{home}owed/{key}/roll/", {"dice": "server", "submission": "a" * 32})
        assert answer.status_code == status
    assert Entry.objects.count() == before
    assert post(axis, f"{home}owed/", f"{home}owed/{key}/recall/") == 302
    assert "Ask Allied to roll row 1" in word(axis, f"{home}board/")


def test_an_open_row_of_the_other_side_is_read_and_not_edited(club: Club) -> None:
    campaign = opened()
    allied = club.person("Bob", allied=campaign)
    key = put(campaign, typed("7 SP"))
    page = allied.get(f"/c/{campaign.slug}/board/").content.decode()
    row = page.split(f'id="row-{key}"')[1].split("</li>")[0]
    assert "7 SP" in row
    assert "<input" not in row
    assert "<button" not in row


@pytest.mark.parametrize("begin", [opened, closed])
def test_dice_that_fell_for_nothing_stand_in_the_log(
    club: Club, begin: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something fails behind the dice: they are read again, and both sides see that they fell."""
    campaign: Campaign = begin()  # type: ignore[operator]
    axis, allied = club.person("Anna", axis=campaign), club.person("Bob", allied=campaign)
    key = put(campaign, typed("7 SP"))
    home = f"/c/{campaign.slug}/"
    post(axis, f"{home}board/", f"{home}board/roll/", roll="all", dice="server")
    with monkeypatch.context() as patch:
        patch.setattr(owed, "goes_on", fails)
        form = form_of(allied, f"{home}owed/", f"{home}owed/{key}/roll/")
        answer = allied.post(f"{home}owed/{key}/roll/", form | {"dice": "server"})
    assert answer.status_code == 422
    assert "A slip. The dice that had fallen for it stand in the log." in answer.content.decode()
    entry = Entry.objects.filter(campaign=campaign, kind="fallen").latest("id")
    thrown = recorded_faces(entry.record["body"])
    assert thrown
    for client in (axis, allied):
        assert "Dice fell for" in word(client, f"{home}log/")
        receipt = word(client, f"{home}log/public/{entry.sequence}/")
        assert "It was not carried out" in receipt
        assert "The server’s dice" in receipt
    assert post(allied, f"{home}owed/", f"{home}owed/{key}/roll/", dice="server") == 302
    checks = Entry.objects.filter(campaign=campaign, procedure="cargo-contact", dice="server", kind="rule")
    check = checks.latest("id")
    assert check.record["body"]["continues"] == entry.reference
    assert recorded_faces(check.record["body"]) == thrown
    assert check_campaign(campaign).sound


def fails(before: Mapping[str, Any], after: Mapping[str, Any], clock: tuple[str, str, str]) -> bool:
    """Goes on through the first zone, where no dice are thrown."""
    if before["state"] == "planned":
        return True
    raise Unknown("a slip")


def test_a_later_entry_tells_old_dice_from_new_ones(club: Club) -> None:
    campaign = closed()
    axis, allied = club.person("Anna", axis=campaign), club.person("Bob", allied=campaign)
    key = put(campaign, typed("2 SP"))
    home = f"/c/{campaign.slug}/"
    post(axis, f"{home}board/", f"{home}board/roll/", roll="all", dice="server")
    roll = f"{home}owed/{key}/roll/"
    assert post(allied, f"{home}owed/", roll, dice="typed", strip="66") == 302
    first = Entry.objects.filter(campaign=campaign, procedure="cargo-contact").latest("id").sequence
    assert post(allied, f"{home}owed/", roll, dice="typed", strip="5") == 302
    last = Entry.objects.filter(campaign=campaign, procedure="cargo-contact").latest("id").sequence
    for client in (axis, allied):
        assert f"goes on from {first}: 6 6; typed: 5" in word(client, f"{home}log/")
        receipt = word(client, f"{home}log/public/{last}/")
        assert f"It goes on from entry {first} : its dice 6 6 are read again; typed: 5." in receipt
        assert "same dice" not in receipt


def test_the_seat_that_owes_finds_its_roll_on_the_map(club: Club) -> None:
    campaign = opened()
    axis, allied = club.person("Anna", axis=campaign), club.person("Bob", allied=campaign)
    put(campaign, typed("7 SP"))
    home = f"/c/{campaign.slug}/"
    assert "Roll for the enemy" not in word(allied, home)
    post(axis, f"{home}board/", f"{home}board/roll/", roll="all", dice="server")
    page = word(allied, home)
    assert "1 roll for you 33.D" in page
    assert "With this step: 1 roll that you owe" in page
    assert "that the enemy owes" not in page
    big = allied.get(home).content.decode().split('class="btn go full"')[1].split("</a>")[0]
    assert f'href="{home}owed/"' in big
    assert "Roll for the enemy’s shipping" in big
    other = word(axis, home)
    assert "With this step: 1 roll that the enemy owes" in other
    assert "Roll for the enemy’s shipping" not in other


@pytest.mark.parametrize("begin", [opened, closed])
def test_where_nobody_sits_at_the_seat_that_owes_the_moderator_rolls(club: Club, begin: object) -> None:
    campaign: Campaign = begin()  # type: ignore[operator]
    axis, umpire = club.person("Anna", axis=campaign), club.person("Ursula", moderator=campaign)
    club.person("Bob", allied=campaign)
    first, second = put(campaign, typed("7 SP")), put(campaign, typed("3 SP"))
    home = f"/c/{campaign.slug}/"
    board = f"{home}board/"
    post(axis, board, f"{board}roll/", roll=f"row:{first}", dice="server")
    assert "for you" not in word(umpire, home)
    assert "Waits for the Allied dice" in word(axis, board)
    with writing(Viewer(campaign, ADMINISTRATOR, NOBODY)) as writer:
        seats.end(writer, Seat.objects.held().get(campaign=campaign, seat="allied"))
    gone = "Nobody sits at the Allied seat: the moderator rolls"
    assert word(axis, board).count(gone) == 2
    assert gone in word(axis, f"{home}owed/")
    post(axis, board, f"{board}roll/", roll=f"row:{second}", dice="server")
    assert f"{gone}." in word(axis, board)
    page = word(umpire, home)
    assert "2 rolls for you" in page
    assert "Roll for the Allied seat" in page
    assert gone in word(umpire, f"{home}owed/")
    assert post(umpire, f"{home}owed/", f"{home}owed/{first}/roll/", dice="typed", strip="22") == 302
    assert "1 roll for you" in word(umpire, home)


def rolled_in_secret(club: Club, **rulings: str) -> tuple[Campaign, Client, Client]:
    """7 SP from Naples are met by 6 6 in the Central Med and lose by 5, 1 and 3; who asked and who rolled."""
    campaign = closed(**rulings)
    axis, allied = club.person("Anna", axis=campaign), club.person("Bob", allied=campaign)
    key = put(campaign, typed("7 SP"))
    home = f"/c/{campaign.slug}/"
    post(axis, f"{home}board/", f"{home}board/roll/", roll="all", dice="server")
    for strip in ("66", "5 1 3"):
        assert post(allied, f"{home}owed/", f"{home}owed/{key}/roll/", dice="typed", strip=strip) == 302
    return campaign, axis, allied


def read_as(client: Client, receipt: str) -> list[str]:
    """What each throw of a receipt was read as."""
    page = client.get(receipt).content.decode()
    table = page.split("Dice and their source")[1].split("<tbody>")[1].split("</tbody>")[0]
    rows = [re.findall(r"<td>(.*?)</td>", row, re.DOTALL) for row in table.split("</tr>")[:-1]]
    return [cells[1] for cells in rows]


@pytest.mark.parametrize("choice", ["column", "nothing"])
def test_who_rolled_in_secret_sees_his_dice_and_what_each_was(club: Club, choice: str) -> None:
    """By hand: the Shipping Results, column of SPs; the Anti-Shipping Table's cell only where R-62 shows its column."""
    campaign, axis, allied = rolled_in_secret(club, **({"R_62": "nothing"} if choice == "nothing" else {}))
    entry = Entry.objects.filter(campaign=campaign, procedure="cargo-contact", kind="rule").latest("id")
    home = f"/c/{campaign.slug}/"
    for address in (f"{home}log/public/{entry.sequence}/", f"{home}owed/"):
        page, drawn = word(allied, address), allied.get(address).content.decode()
        assert "CONTACT" in drawn.split('class="read')[1].split("</section>")[0]
        assert drawn.split('class="read')[1].split("</section>")[0].count('class="die') == 5
        assert "Naples" not in page
        assert ("Anti-Shipping" in page) == (choice == "column" and "/log/" in address)
    receipt = f"{home}log/public/{entry.sequence}/"
    known = ["12, C", "E", "R", "2 RE"]
    assert read_as(axis, receipt) == known
    assert read_as(allied, receipt) == (known if choice == "column" else ["12, contact", *known[1:]])
    assert "what-if" not in allied.get(receipt).content.decode()
