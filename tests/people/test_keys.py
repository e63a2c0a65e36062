"""Links and codes: each holds no longer than the right of whoever made it, and is made by nobody without one."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.play.people import accounts, seats
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import NotYours
from navalassist.seats.models import ADMINISTRATOR, MEMBER, Invitation, ResetLink, Seat
from tests.club import NOBODY, PASSWORD, Club, accept, look_at
from tests.in_hand import InHand
from tests.mini.system import begin


def tenure_of(name: str) -> Seat:
    return Seat.objects.held().get(actor__name=name)


def put_out(club: Club, campaign: Campaign) -> None:
    club.by("Ursula", campaign, seats.end, tenure_of("Uwe"))


def replaced(club: Club, campaign: Campaign) -> None:
    club.by("Ursula", campaign, seats.hand_over, tenure_of("Uwe"), club.account("Third").actor)


def left(club: Club, campaign: Campaign) -> None:
    club.by("Uwe", campaign, seats.end, tenure_of("Uwe"))


def closed(club: Club, campaign: Campaign) -> None:
    accounts.stop(club.account("Uwe").user, club.account("Root", administrator=True).user)


@pytest.fixture
def two(club: Club, campaign: Campaign) -> Campaign:
    """A campaign with two moderators."""
    for name in ("Ursula", "Uwe"):
        club.person(name, moderator=campaign)
    return campaign


@pytest.mark.parametrize("lose", [put_out, replaced, left, closed])
def test_with_his_right_go_a_moderators_invitations_and_links_to_a_new_password(
    club: Club, two: Campaign, lose: Callable[[Club, Campaign], None]
) -> None:
    alice = club.account("Alice").user
    club.seat("Alice", "axis", two)
    invitation, code = club.by("Uwe", two, seats.invite, "moderator")
    link = "/reset/#" + accounts.new_reset(alice, club.account("Uwe").user)
    fields = {"password": "another horse 77", "again": "another horse 77"}
    assert look_at(club.client(), link).status_code == 200
    lose(club, two)
    with pytest.raises(seats.SeatRefused):
        seats.accept(code, club.account("Mallory").actor)
    invitation.refresh_from_db()
    assert invitation.revoked is not None
    told = [entry.record["body"]["act"] for entry in Entry.objects.filter(campaign=two, kind="access")]
    assert told.count("invite.revoke") == 1
    assert look_at(club.client(), link).status_code == 404
    assert accept(club.client(), link, fields).status_code == 404
    other = "/reset/#" + accounts.new_reset(alice, club.account("Ursula").user)
    assert accept(club.client(), other, fields).status_code == 302
    assert look_at(club.client(), other).status_code == 404


def test_the_right_is_asked_when_an_invitation_is_used(club: Club, two: Campaign) -> None:
    """Also where nothing took it back: the row alone opens no door."""
    _, code = club.by("Uwe", two, seats.invite, "axis")
    put_out(club, two)
    Invitation.objects.update(revoked=None)
    assert "may no longer invite" in look_at(club.client(), f"/join/#{code}").content.decode()
    assert accept(club.person("Al"), f"/join/#{code}").status_code == 409
    assert not Seat.objects.filter(seat="axis").exists()


@pytest.mark.parametrize("out", [accounts.stop, accounts.remove])
def test_no_administrator_comes_back_by_a_link_of_his_own(club: Club, out: Callable[[User, User], None]) -> None:
    root, rita = (club.account(name, administrator=True).user for name in ("Root", "Rita"))
    codes = [accounts.invite(kind, rita)[1] for kind in (ADMINISTRATOR, MEMBER)]
    out(rita, root)
    for code in codes:
        with pytest.raises(seats.SeatRefused):
            accounts.join(code, "Rita again", PASSWORD)
    assert not Invitation.objects.filter(revoked=None).exists()
    Invitation.objects.update(revoked=None)
    if out is accounts.stop:
        with pytest.raises(seats.SeatRefused, match="may no longer invite"):
            accounts.join(codes[0], "Rita again", PASSWORD)


def test_after_a_closed_account_is_opened_again_its_old_links_stay_void(club: Club, two: Campaign) -> None:
    root, uwe = club.account("Root", administrator=True).user, club.account("Uwe").user
    alice = club.account("Alice").user
    club.seat("Alice", "axis", two)
    _, code = club.by("Uwe", two, seats.invite, "axis")
    link = "/reset/#" + accounts.new_reset(alice, uwe)
    accounts.stop(uwe, root)
    accounts.resume(User.objects.get(pk=uwe.pk), root)
    with pytest.raises(seats.SeatRefused, match="taken back"):
        seats.open_invitation(code)
    assert look_at(club.client(), link).status_code == 404


def test_invitations_to_a_seat_that_was_lost_long_ago_are_taken_back_too(
    club: Club, two: Campaign, little: InHand
) -> None:
    """As they may stand in an older database."""
    little.forged = True
    root = club.account("Root", administrator=True).user
    club.by("Uwe", two, seats.invite, "axis")
    Seat.objects.filter(actor__name="Uwe").update(until=timezone.now())
    accounts.stop(club.account("Uwe").user, root)
    assert Invitation.objects.get().revoked is not None


def test_a_link_that_nobody_made_is_none(club: Club, two: Campaign) -> None:
    club.seat("Alice", "axis", two)
    link = "/reset/#" + accounts.new_reset(club.account("Alice").user, club.account("Uwe").user)
    ResetLink.objects.all().delete()
    assert look_at(club.client(), link).status_code == 404


def test_only_administrators_look_after_accounts(club: Club, two: Campaign) -> None:
    """Whatever a page offers."""
    root, uwe = club.account("Root", administrator=True).user, club.account("Uwe").user
    bob = club.account("Bob").user
    invitation, _ = accounts.invite(MEMBER, root)
    for act in (accounts.stop, accounts.resume, accounts.make_administrator, accounts.remove, accounts.new_reset):
        with pytest.raises(NotYours):
            act(bob, uwe)
    with pytest.raises(NotYours):
        accounts.invite(ADMINISTRATOR, uwe)
    with pytest.raises(NotYours):
        accounts.revoke(invitation.pk, uwe)
    # One who was closed since his request began is none any more.
    User.objects.filter(pk=root.pk).update(is_active=False)
    with pytest.raises(NotYours):
        accounts.invite(ADMINISTRATOR, root)
    assert User.objects.filter(pk=bob.pk, is_active=True, is_staff=False).exists()


def test_nobody_acts_as_administrator_who_is_none_nor_does_one_invite_to_a_seat(club: Club, two: Campaign) -> None:
    actor = club.account("Mallory").actor
    with pytest.raises(NotYours), writing(Viewer(two, ADMINISTRATOR, str(actor.identity))) as writer:
        seats.give(writer, actor, "moderator")
    with pytest.raises(NotYours):
        seats.found(two, actor)
    with pytest.raises(NotYours), writing(Viewer(two, ADMINISTRATOR, NOBODY)) as writer:
        seats.invite(writer, "axis")


def test_seats_and_invitations_of_another_campaign_are_none_of_this_one(club: Club, two: Campaign) -> None:
    other = begin("Another War")
    club.person("Olga", moderator=other)
    invitation, code = club.by("Olga", other, seats.invite, "axis")
    acts: list[Callable[..., object]] = [
        lambda writer: seats.revoke(writer, invitation),
        lambda writer: seats.offer(writer, tenure_of("Olga")),
        lambda writer: seats.end(writer, tenure_of("Olga")),
        lambda writer: seats.hand_over(writer, tenure_of("Olga"), club.account("Uwe").actor),
    ]
    for act in acts:
        with pytest.raises(seats.SeatRefused):
            club.by("Ursula", two, act)
    assert seats.open_invitation(code).campaign == other
