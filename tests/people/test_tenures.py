"""Seats that were changed past the log are found."""

from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone

from navalassist.campaigns.models import Campaign
from navalassist.keeping import restored
from navalassist.keeping.models import Restored
from navalassist.play.checks.verify import check_campaign
from navalassist.play.people import accounts, appointments, seats
from navalassist.play.write.transaction import writing
from navalassist.seats.models import Appointment, Seat
from tests.club import PASSWORD, Club
from tests.in_hand import InHand

pytestmark = pytest.mark.promise("P21")


@pytest.fixture
def played(club: Club, little: InHand) -> Campaign:
    """Seats that were given, handed over, ended, and given again."""
    campaign, little.forged = little.campaign, True
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


def test_seats_as_the_log_says_are_sound_and_one_that_no_entry_gave_is_found(played: Campaign, club: Club) -> None:
    assert faults(played) == []
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


def test_a_campaign_that_was_renamed_by_hand_is_found(played: Campaign) -> None:
    name = played.name
    Campaign.objects.filter(pk=played.pk).update(name="Another War")
    played.refresh_from_db()
    assert faults(played) == [f"public/1: it calls the campaign {name!r}, and the database calls it 'Another War'"]


def verified() -> tuple[int, str]:
    """Exit code and words of `manage.py verify`."""
    said = StringIO()
    try:
        call_command("verify", stdout=said)
    except SystemExit as ended:
        return int(str(ended.code)), said.getvalue()
    return 0, said.getvalue()


def test_administrators_who_were_appointed_are_sound(club: Club, played: Campaign) -> None:
    """At the machine, by the code of the terminal, by an invitation, and by another administrator."""
    root = club.account("Root", administrator=True).user
    _, code = accounts.invite("administrator", root)
    accounts.become_administrator(code, club.account("Alice").user)
    _, code = accounts.invite("administrator", root)
    accounts.join(code, "Nina", PASSWORD)
    accounts.make_administrator(club.account("Bob").user, root)
    accounts.remove(root, root)
    assert verified()[0] == 0
    appointed = Appointment.objects.order_by("id").values_list("actor__name", "by__name")
    assert list(appointed) == [("", None), ("Alice", ""), ("Nina", ""), ("Bob", "")], "Root is gone, the rows stay"


def test_an_administrator_made_by_hand_is_found(club: Club, played: Campaign) -> None:
    club.account("Root", administrator=True)
    User.objects.filter(pk=club.account("Alice").user.pk).update(is_staff=True)
    ended, said = verified()
    assert ended == 1
    assert "the club's accounts: 1 fault\n  administrator alice: nobody appointed them" in said
    Appointment.objects.create(actor=club.account("Alice").actor, at=timezone.now(), digest="0" * 64)
    ended, said = verified()
    assert ended == 1
    assert "it does not follow the one before it" in said


def test_so_is_one_whose_appointment_was_changed_or_taken_away(club: Club, played: Campaign) -> None:
    club.account("Root", administrator=True)
    club.account("Rita", administrator=True)
    Appointment.objects.filter(actor__name="Root").update(actor=club.account("Alice").actor)
    said = verified()[1]
    assert "the club's accounts: 2 faults" in said
    assert "administrator root: nobody appointed them" in said
    Appointment.objects.all().delete()
    assert verified()[0] == 1


def test_administrators_of_an_older_version_are_taken_as_they_stand(club: Club) -> None:
    module = import_module("navalassist.seats.migrations.0003_appointments")
    for name in ("Root", "Rita"):
        club.account(name, administrator=True)
    Appointment.objects.all().delete()
    module.appoint_who_is_there(apps, None)
    assert Appointment.objects.count() == 2
    assert list(appointments.astray()) == []
