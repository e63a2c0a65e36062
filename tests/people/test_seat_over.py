"""Coming into a seat, and losing it: what the person and his pages are told."""

import re

from django.test import Client

from navalassist.campaigns.models import Campaign
from navalassist.seats.models import Seat
from tests.club import Club, accept
from tests.in_hand import drawn
from tests.people.test_pages import NEW, invite


def end(client: Client, campaign: Campaign, seat: str) -> None:
    tenure = Seat.objects.held().get(campaign=campaign, seat=seat)
    assert client.post(f"/c/{campaign.slug}/people/end/", {"tenure": tenure.pk}).status_code == 302


def today(seat: str) -> str:
    until = Seat.objects.get(seat=seat).until
    return f"{until.day} {until:%B %Y}"


def test_who_was_put_out_reads_by_whom_and_when_and_a_stranger_nothing(club: Club, campaign: Campaign) -> None:
    ursula, alice = club.person("Ursula", moderator=campaign), club.person("Alice", allied=campaign)
    carl = club.person("Carl")
    pages = (f"/c/{campaign.slug}/", f"/c/{campaign.slug}/board/", f"/c/{campaign.slug}/log/")
    before = [carl.get(path).content for path in pages]
    end(ursula, campaign, "allied")
    said = f"Your Allied seat in {campaign.name} was ended by Ursula on {today('allied')}."
    for path in pages:
        assert said in drawn(alice.get(path), 404)
    home = alice.get("/").content.decode()
    assert said in home
    assert "You hold no seat in any campaign yet" not in home
    assert [carl.get(path).content for path in pages] == before == [carl.get("/c/nowhere/").content] * 3
    assert alice.get("/c/nowhere/").content.replace(b"Alice", b"Carl") == before[0]
    assert "was ended" not in carl.get("/").content.decode()


def test_who_left_handed_over_or_came_back_reads_that(club: Club, campaign: Campaign) -> None:
    ursula, alice = club.person("Ursula", moderator=campaign), club.person("Alice", axis=campaign)
    end(alice, campaign, "axis")
    assert "was ended by yourself on" in alice.get(f"/c/{campaign.slug}/").content.decode()
    club.seat("Alice", "observer", campaign)
    assert "was ended" not in alice.get("/").content.decode()
    assert alice.get(f"/c/{campaign.slug}/people/").status_code == 200
    club.person("Bob", allied=campaign)
    bob, dora = club.client(club.account("Bob").user), club.person("Dora")
    accept(dora, invite(bob, campaign, tenure=str(Seat.objects.get(seat="allied", until=None).pk)))
    assert "went over to Dora on" in bob.get("/").content.decode()
    assert ursula.get(f"/c/{campaign.slug}/people/").status_code == 200


def test_the_end_of_a_seat_is_asked_once_without_script(club: Club, campaign: Campaign) -> None:
    ursula = club.person("Ursula", moderator=campaign)
    club.person("Alice", allied=campaign)
    text = ursula.get(f"/c/{campaign.slug}/people/").content.decode()
    asked = re.findall(r"<details class=\"acts\"><summary>(End it…|Leave the seat…)</summary><form.*?</form>", text)
    assert sorted(asked) == ["End it…", "Leave the seat…"]
    assert "End the Allied seat of Alice" in text


def test_an_invitation_brings_into_its_campaign_and_seat(club: Club, campaign: Campaign) -> None:
    ursula = club.person("Ursula", moderator=campaign)
    nina, bob = club.client(), club.person("Bob", observer=campaign)
    home = f"/c/{campaign.slug}/"
    assert accept(nina, invite(ursula, campaign, seat="axis"), NEW)["Location"] == home
    bob.post(f"{home}seat/", {"seat": "observer"})
    assert accept(bob, invite(ursula, campaign, seat="allied"))["Location"] == home
    for client, seat in ((nina, "axis"), (bob, "allied")):
        assert f'<body class="side-{seat}"' in client.get(f"{home}people/").content.decode()


def test_an_administrator_is_shown_the_campaign_in_which_nobody_sits(club: Club, campaign: Campaign) -> None:
    root, carl = club.person("Root", administrator=True), club.person("Carl")
    assert campaign.name not in carl.get("/").content.decode()
    home = root.get("/").content.decode()
    assert "Make yourself its moderator" in home
    form = home[home.index('action="/people/moderate/"') :]
    fields = dict(re.findall(r'name="(campaign|person|enter)" value="([^"]+)"', form))
    assert root.post("/people/moderate/", fields)["Location"] == f"/c/{campaign.slug}/"
    assert root.get(f"/c/{campaign.slug}/people/").status_code == 200
    assert "Make yourself its moderator" not in root.get("/").content.decode()
