"""In a closed campaign nobody plays a side who could read what the other hides."""

from collections.abc import Iterator

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Set
from navalassist.play.people import seats
from navalassist.play.write.transaction import writing
from navalassist.seats.models import Seat
from navalassist.systems.europa.closed import open_all
from tests.club import Club, accept
from tests.in_hand import drawn, in_hand
from tests.systems.europa.board import put, typed
from tests.systems.europa.test_closed import closed

UNIT = "Herbstnebel"


@pytest.fixture
def night(club: Club) -> Iterator[Campaign]:
    """A closed campaign in which nobody has a secret as yet."""
    with in_hand(closed()) as table:
        yield table.campaign


def axis_secret(campaign: Campaign) -> None:
    put(campaign, typed(f"{UNIT} division, 4 REs"))


def give(club: Club, campaign: Campaign, name: str, seat: str, to: str = "") -> None:
    club.by(name, campaign, seats.give, club.account(to or name).actor, seat)


def end(club: Club, campaign: Campaign, name: str, seat: str) -> None:
    tenure = Seat.objects.held().get(campaign=campaign, actor=club.account(name).actor, seat=seat)
    club.by(name, campaign, seats.end, tenure, seat=seat)


def test_who_ever_played_a_side_reads_no_secrets_as_moderator(club: Club, night: Campaign) -> None:
    mo = club.person("Mo", moderator=night, allied=night)
    axis_secret(night)
    board = f"/c/{night.slug}/board/"
    end(club, night, "Mo", "allied")
    mo.post(f"/c/{night.slug}/seat/", {"seat": "moderator"})
    assert UNIT not in mo.get(board).content.decode()
    give(club, night, "Mo", "allied")
    assert UNIT in club.person("Ursula", moderator=night).get(board).content.decode()


def test_a_moderator_who_has_read_the_other_side_takes_no_side(club: Club, night: Campaign) -> None:
    mo = club.person("Mo", moderator=night)
    axis_secret(night)
    person = str(club.account("Mo").actor.identity)
    answer = drawn(mo.post(f"/c/{night.slug}/people/give/", {"person": person, "seat": "allied"}), 409)
    assert "read the other side" in answer
    give(club, night, "Mo", "moderator", "Ursula")
    end(club, night, "Mo", "moderator")
    with pytest.raises(seats.SeatRefused, match="read the other side"):
        give(club, night, "Ursula", "allied", "Mo")
    give(club, night, "Ursula", "axis", "Mo")


def test_neither_by_an_invitation(club: Club, night: Campaign) -> None:
    mo = club.person("Mo", moderator=night)
    axis_secret(night)
    _, code = club.by("Mo", night, seats.invite, "allied")
    assert accept(mo, f"/join/#{code}").status_code == 409
    assert accept(club.person("Al"), f"/join/#{code}").status_code == 302


def test_before_there_are_secrets_a_moderator_may_still_take_a_side(club: Club, night: Campaign) -> None:
    club.person("Mo", moderator=night)
    give(club, night, "Mo", "allied")
    axis_secret(night)
    end(club, night, "Mo", "allied")
    give(club, night, "Mo", "allied")


def test_nobody_plays_both_sides(club: Club, night: Campaign) -> None:
    """Not at once, not one after the other, and not by way of the moderator's seat."""
    club.person("Ursula", moderator=night)
    club.person("Mo", moderator=night, axis=night)
    with pytest.raises(seats.SeatRefused, match="plays that side"):
        give(club, night, "Ursula", "allied", "Mo")
    axis_secret(night)
    end(club, night, "Mo", "axis")
    for _ in range(2):
        with pytest.raises(seats.SeatRefused, match="read the other side"):
            give(club, night, "Ursula", "allied", "Mo")
        give(club, night, "Ursula", "axis", "Mo")
        end(club, night, "Mo", "axis")


def test_what_was_hidden_after_his_time_he_has_not_read(club: Club, night: Campaign) -> None:
    for name in ("Mo", "Ursula"):
        club.person(name, moderator=night)
    end(club, night, "Mo", "moderator")
    axis_secret(night)
    give(club, night, "Ursula", "allied", "Mo")


def test_once_the_campaign_is_opened_he_may_play(club: Club, night: Campaign) -> None:
    club.person("Mo", moderator=night)
    axis_secret(night)
    with writing(club.viewer("Mo", "moderator", night)) as writer:
        writer.edit("ruling.choice", (Set("ruling:R-56.choice", "open"),))
        open_all(writer)
    give(club, night, "Mo", "allied")
