"""Several who do the same at the same moment: one of them does it, and the others are told so."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import connections

from navalassist.campaigns.models import Actor, Campaign
from navalassist.play.people import accounts, seats
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import NotYours
from navalassist.seats.models import Account, Invitation, Seat
from tests.club import PASSWORD, Club

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 6


def together(act: Callable[[int], object]) -> list[object]:
    """What came of it in each of several threads: a result, or the refusal."""

    def one(number: int) -> object:
        try:
            return act(number)
        except (accounts.PersonRefused, seats.SeatRefused, NotYours) as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(one, range(AT_ONCE)))


def done(results: list[object]) -> int:
    return sum(not isinstance(result, Exception) for result in results)


@pytest.fixture
def code(club: Club, campaign: Campaign) -> str:
    club.person("Ursula", moderator=campaign)
    with writing(club.viewer("Ursula", "moderator", campaign)) as writer:
        return seats.invite(writer, "axis")[1]


def test_one_of_several_newcomers_gets_the_seat(club: Club, campaign: Campaign, code: str) -> None:
    results = together(lambda n: accounts.join(code, f"Nina {n}", PASSWORD))
    assert done(results) == 1
    assert all("has been used" in str(result) for result in results if isinstance(result, Exception))
    assert Seat.objects.held().filter(campaign=campaign, seat="axis").count() == 1
    assert Account.objects.filter(actor__name__startswith="Nina").count() == 1
    assert Actor.objects.filter(name__startswith="Nina").count() == 1


def test_one_of_several_accounts_gets_the_seat(club: Club, campaign: Campaign, code: str) -> None:
    actors = [club.account(f"Bob {n}").actor for n in range(AT_ONCE)]
    assert done(together(lambda n: seats.accept(code, actors[n]))) == 1
    assert Seat.objects.held().filter(campaign=campaign, seat="axis").count() == 1


def test_a_club_has_one_first_administrator(club: Club) -> None:
    code = accounts.first_code()
    assert done(together(lambda n: accounts.join(code, f"Root {n}", PASSWORD))) == 1
    assert Account.objects.filter(user__is_staff=True).count() == 1
    assert Invitation.objects.get().used is not None


def test_a_name_goes_to_one_person(club: Club) -> None:
    assert done(together(lambda n: accounts.add("Alice" if n % 2 else "ALICE", PASSWORD))) == 1
    assert Account.objects.count() == 1


def test_two_moderators_who_put_each_other_out(club: Club, campaign: Campaign) -> None:
    """One of them is left: a campaign that others play is never without a moderator."""
    club.person("Alice", axis=campaign)
    tenures = []
    for name in ("Ursula", "Uwe"):
        club.person(name, moderator=campaign)
        tenures.append(Seat.objects.get(actor__name=name))
    viewers = [club.viewer("Uwe", "moderator", campaign), club.viewer("Ursula", "moderator", campaign)]

    def put_out(number: int) -> None:
        with writing(viewers[number % 2]) as writer:
            seats.end(writer, tenures[number % 2])

    assert done(together(put_out)) == 1
    assert Seat.objects.held().filter(campaign=campaign, seat="moderator").count() == 1


@pytest.mark.parametrize("act", [accounts.stop, accounts.remove])
def test_two_administrators_who_close_each_other(club: Club, act: Callable[[User, User], None]) -> None:
    """One of them is left: a club is never without an administrator."""
    users = [club.account(name, administrator=True).user for name in ("Root", "Rita")]
    assert done(together(lambda n: act(users[n % 2], users[1 - n % 2]))) >= 1
    assert User.objects.filter(is_staff=True, is_active=True).count() == 1
