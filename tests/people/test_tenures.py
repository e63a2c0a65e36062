"""Seats that were changed past the log are found."""

from __future__ import annotations

import pytest
from django.utils import timezone

from navalassist.campaigns.models import Campaign
from navalassist.keeping import restored
from navalassist.keeping.models import Restored
from navalassist.play import seats
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.seats.models import Seat
from tests.club import Club

pytestmark = pytest.mark.promise("P21")


@pytest.fixture
def played(club: Club, campaign: Campaign) -> Campaign:
    """Seats that were given, handed over, ended, and given again."""
    for name, seat in (("Ursula", "moderator"), ("Alice", "axis"), ("Bob", "allied"), ("Olga", "observer")):
        club.person(name, **{seat: campaign})
    with writing(club.viewer("Ursula", "moderator", campaign)) as writer:
        passed = seats.hand_over(writer, Seat.objects.get(seat="axis"), club.accounts["Olga"].actor)
        seats.end(writer, Seat.objects.get(seat="allied"))
        seats.hand_over(writer, passed, club.accounts["Alice"].actor)
        seats.give(writer, club.accounts["Bob"].actor, "allied")
    return campaign


def faults(campaign: Campaign) -> list[str]:
    return [str(fault) for fault in check_campaign(campaign).faults]


def test_seats_as_the_log_says_are_sound(played: Campaign) -> None:
    assert faults(played) == []


def test_a_seat_that_no_entry_gave_is_found(club: Club, played: Campaign) -> None:
    actor = club.account("Mallory").actor
    Seat.objects.create(campaign=played, seat="moderator", actor=actor, since=timezone.now(), entry="public/3")
    assert faults(played) == ["seat moderator: somebody holds it whom no entry gave it (said to be by public/3)"]


def test_a_seat_that_was_taken_away_is_found(played: Campaign) -> None:
    seat = Seat.objects.held().get(seat="allied")
    Seat.objects.filter(pk=seat.pk).update(until=timezone.now())
    assert faults(played) == [f"{seat.entry}: it gave the allied seat to somebody who does not hold it"]


def test_a_seat_that_was_moved_to_another_person_is_found(club: Club, played: Campaign) -> None:
    seat = Seat.objects.held().get(seat="allied")
    Seat.objects.filter(pk=seat.pk).update(actor=club.account("Mallory").actor)
    assert len(faults(played)) == 2
    Seat.objects.filter(pk=seat.pk).update(actor=seat.actor, seat="moderator")
    assert len(faults(played)) == 2


def test_after_a_restored_copy_people_keep_their_seats(club: Club, played: Campaign) -> None:
    """A fork lies between; what was given before it may stay, and what comes after it counts as ever."""
    Restored.objects.create(digest="0" * 64, at=timezone.now())
    assert restored.tell() == [played.name]
    played.refresh_from_db()
    assert faults(played) == []
    alice = club.accounts["Alice"].actor
    with writing(club.viewer("Ursula", "moderator", played)) as writer:
        seats.end(writer, Seat.objects.held().get(seat="axis"))
        seats.give(writer, alice, "observer")
    assert faults(played) == []
    Seat.objects.held().filter(seat="observer").update(until=timezone.now())
    assert len(faults(played)) == 1
    Seat.objects.create(campaign=played, seat="axis", actor=alice, since=timezone.now(), entry="public/4")
    assert len(faults(played)) == 2
