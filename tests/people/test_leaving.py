"""A person is deleted, by his own wish or by the administrator: the campaign stays, and knows him no more."""

import io
import json
from datetime import timedelta

import pytest
from axes.models import AccessAttempt, AccessLog
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Actor, Campaign
from navalassist.play.checks.verify import check_campaign
from navalassist.play.people import accounts, seats
from navalassist.seats.models import Account, Invitation, Seat, Session
from tests.club import PASSWORD, Club, accept, look_at
from tests.in_hand import drawn
from tests.mini.system import begin, end_step


def test_the_campaign_stays_and_the_name_goes(club: Club, campaign: Campaign) -> None:
    ursula, alice = club.person("Ursula", moderator=campaign), club.person("Alice", axis=campaign)
    club.client().post("/login/", {"username": "Alice", "password": "wrong"})
    end_step(club.viewer("Alice", "axis", campaign))
    log = list(Entry.objects.filter(campaign=campaign).values_list("content", "hash"))
    assert alice.post("/me/leave/", {"old": PASSWORD}).status_code == 302

    assert list(Entry.objects.filter(campaign=campaign).values_list("content", "hash"))[: len(log)] == log
    assert check_campaign(campaign).sound
    assert not User.objects.filter(username="alice").exists()
    assert not Actor.objects.filter(name__icontains="alice").exists()
    assert not AccessAttempt.objects.filter(username="alice").exists()
    assert not AccessLog.objects.filter(username="alice").exists()
    assert not any("alice" in json.dumps(s.get_decoded()).casefold() for s in Session.objects.all())
    assert {s.seat for s in Seat.objects.held().filter(campaign=campaign)} == {"moderator"}
    for page in ("people/", "log/", "log/?kind=access"):
        assert "Alice" not in ursula.get(f"/c/{campaign.slug}/{page}").content.decode()
    assert "a former player" in ursula.get(f"/c/{campaign.slug}/people/").content.decode()
    out = io.StringIO()
    call_command("verify", stdout=out)


def test_the_name_is_free_again_and_is_somebody_else(club: Club, campaign: Campaign) -> None:
    club.person("Ursula", moderator=campaign)
    club.person("Alice", axis=campaign)
    before = club.accounts.pop("Alice")
    accounts.remove(before.user, before.user)
    alice = club.person("Alice")
    assert club.accounts["Alice"].actor.identity != before.actor.identity
    assert alice.get(f"/c/{campaign.slug}/").status_code == 404


def test_the_last_moderator_finds_a_successor_first(club: Club, campaign: Campaign) -> None:
    ursula = club.person("Ursula", moderator=campaign)
    club.person("Alice", axis=campaign)
    assert "last moderator" in drawn(ursula.post("/me/leave/", {"old": PASSWORD}), 409)
    assert ursula.get("/me/").status_code == 200
    club.by("Ursula", campaign, seats.give, club.accounts["Alice"].actor, "moderator")
    assert ursula.post("/me/leave/", {"old": PASSWORD}).status_code == 302


def test_a_moderator_with_two_campaigns_is_deleted_from_both_or_from_none(club: Club, campaign: Campaign) -> None:
    other = begin("Another War")
    ursula = club.person("Ursula", moderator=campaign)
    club.seat("Ursula", "moderator", other)
    club.person("Alice", axis=other)
    count = Entry.objects.count()
    assert ursula.post("/me/leave/", {"old": PASSWORD}).status_code == 409
    assert Entry.objects.count() == count
    assert Seat.objects.held().filter(actor__name="Ursula").count() == 2


def test_open_invitations_of_a_deleted_person_hold_no_more(club: Club, campaign: Campaign) -> None:
    club.person("Ursula", moderator=campaign)
    club.person("Uwe", moderator=campaign)
    _, code = club.by("Uwe", campaign, seats.invite, "axis")
    accounts.remove(club.accounts["Uwe"].user, club.accounts["Uwe"].user)
    assert Invitation.objects.get().revoked is not None
    assert "taken back" in look_at(club.client(), f"/join/#{code}").content.decode()


def test_with_a_moderator_who_is_put_out_go_his_open_invitations(club: Club, campaign: Campaign) -> None:
    for name in ("Ursula", "Uwe"):
        club.person(name, moderator=campaign)
    _, code = club.by("Uwe", campaign, seats.invite, "moderator")
    club.by("Ursula", campaign, seats.end, Seat.objects.get(actor__name="Uwe"))
    assert accept(club.person("Uwe"), f"/join/#{code}").status_code == 409


def test_an_administrator_deletes_a_person(club: Club, campaign: Campaign) -> None:
    root = club.person("Root", administrator=True)
    alice = club.person("Alice", axis=campaign)
    person = str(club.accounts["Alice"].actor.identity)
    assert "Delete the account of Alice" in root.get(f"/people/{person}/remove/").content.decode()
    assert root.post(f"/people/{person}/remove/").status_code == 302
    assert alice.get("/me/").status_code == 302
    assert not Account.objects.filter(actor__identity=person).exists()
    assert root.get(f"/people/{person}/remove/").status_code == 404


def test_the_last_administrator_stays(club: Club) -> None:
    root = club.person("Root", administrator=True)
    assert root.post("/me/leave/", {"old": PASSWORD}).status_code == 422
    person = str(club.accounts["Root"].actor.identity)
    assert root.post(f"/people/{person}/close/", {"do": "close"}).status_code == 422
    club.person("Rita", administrator=True)
    assert root.post("/me/leave/", {"old": PASSWORD}).status_code == 302


def test_a_hand_over_by_somebody_who_left_is_void(club: Club, campaign: Campaign) -> None:
    club.person("Ursula", moderator=campaign)
    club.person("Alice", axis=campaign)
    tenure = Seat.objects.get(seat="axis")
    _, code = club.by("Alice", campaign, seats.offer, tenure, seat="axis")
    club.by("Ursula", campaign, seats.end, tenure)
    assert accept(club.person("Bob"), f"/join/#{code}").status_code == 409
    assert not Seat.objects.held().filter(seat="axis").exists()


@pytest.mark.parametrize("days", [13, 15])
def test_an_invitation_is_good_for_two_weeks(club: Club, campaign: Campaign, days: int) -> None:
    club.person("Ursula", moderator=campaign)
    invitation, _ = club.by("Ursula", campaign, seats.invite, "axis")
    later = timezone.now() + timedelta(days=days)
    assert invitation.condition(later) == ("open" if days < 14 else "expired")
