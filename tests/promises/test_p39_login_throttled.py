"""P39: passwords are guessed slowly: per account and per address, by nobody's word on his address, and nobody is shut
out for long by another."""

import statistics
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.http import HttpResponse
from django.test import Client, override_settings
from django.utils import timezone

from navalassist import profiles
from navalassist.play.people import accounts
from tests.club import PASSWORD, Club
from tests.counts import GUESSES_TIMED

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P39")]
HERE, THERE = "192.0.2.1", "192.0.2.2"
LOCKED = 429


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> dict[str, timedelta]:
    """A clock that a test may put on: hours["on"] = timedelta(minutes=16)."""
    on = {"on": timedelta()}
    real = timezone.now
    monkeypatch.setattr("axes.handlers.proxy.now", lambda: real() + on["on"])
    return on


def guess(name: str, password: str = "wrong", address: str = HERE, **headers: str) -> HttpResponse:
    client = Client(REMOTE_ADDR=address, headers=headers)
    return client.post("/login/", {"username": name, "password": password})


def locked_at(answers: Iterator[HttpResponse]) -> int:
    """The number of the first try that is refused."""
    return next(number for number, answer in enumerate(answers, start=1) if answer.status_code == LOCKED)


def test_the_tenth_try_is_refused_even_with_the_right_password(club: Club) -> None:
    club.account("Alice")
    assert locked_at(guess("Alice") for _ in range(10)) <= 9
    answer = guess("Alice", PASSWORD)
    assert answer.status_code == LOCKED
    assert "15 minutes" in answer.content.decode()
    assert guess("ALICE ", PASSWORD).status_code == LOCKED


def test_an_account_is_guessed_at_from_many_addresses_no_faster(club: Club) -> None:
    club.account("Alice")
    assert locked_at(guess("Alice", address=f"198.51.100.{n}") for n in range(10)) <= 9
    assert guess("Alice", PASSWORD, "198.51.100.99").status_code == LOCKED


def test_an_address_guesses_at_many_accounts_no_faster(club: Club) -> None:
    club.account("Zoe")
    assert locked_at(guess(f"Player {n}") for n in range(10)) <= 9
    assert guess("Zoe", PASSWORD).status_code == LOCKED
    assert guess("Zoe", PASSWORD, THERE).status_code == 302


FORGED = ("X-Forwarded-For", "X-Real-IP", "X-NavalAssist-Client", "CF-Connecting-IP", "Client-IP")
ONE_SENDER = {
    "one network of IPv6 counts as one address": lambda n: guess(f"Player {n}", address=f"2001:db8::{n + 1}"),
    "Forwarded changes nothing": lambda n: guess(f"Player {n}", Forwarded=f"for=198.51.100.{n}"),
    **{
        f"{name} changes nothing": lambda n, name=name: guess(f"Player {n}", **{name: f"198.51.100.{n}"})
        for name in FORGED
    },
}


@pytest.mark.parametrize("why", ONE_SENDER)
def test_a_sender_is_one_whatever_it_says_of_its_address(club: Club, why: str) -> None:
    assert locked_at(ONE_SENDER[why](n) for n in range(10)) <= 9


def test_nobody_is_locked_out_by_another_where_he_was_logged_in_before(club: Club) -> None:
    club.account("Alice")
    assert guess("Alice", PASSWORD, HERE).status_code == 302
    for n in range(30):
        guess("Alice", address=f"198.51.100.{n % 3}")
    assert guess("Alice", PASSWORD, HERE).status_code == 302
    for n in range(30):
        guess(f"Player {n}", address=HERE)
    assert guess("Alice", PASSWORD, HERE).status_code == 302


def test_a_lock_ends_after_a_quarter_of_an_hour_though_one_goes_on_trying(
    club: Club, hours: dict[str, timedelta]
) -> None:
    club.account("Alice")
    for _ in range(12):
        guess("Alice")
    for minute in range(1, 15):
        hours["on"] = timedelta(minutes=minute)
        assert guess("Alice").status_code == LOCKED
    hours["on"] = profiles.LOCKED_FOR + timedelta(seconds=30)
    assert profiles.LOCKED_FOR.total_seconds() <= 15 * 60
    assert guess("Alice", PASSWORD).status_code == 302


@pytest.mark.parametrize("way", ["the next try", "the next start"])
def test_a_lock_of_a_clock_that_was_wrong_ends_with_the_clock(
    club: Club, hours: dict[str, timedelta], monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """A machine without a battery starts with any date at all."""
    club.account("Alice")
    real = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: real() + hours["on"])
    hours["on"] = timedelta(days=365)
    for _ in range(9):
        guess("Alice")
    assert guess("Alice", PASSWORD).status_code == LOCKED
    hours["on"] = timedelta()
    if way == "the next start":
        # As after a start with the clock put right, before anybody tries.
        accounts.tidy()
        assert not AccessAttempt.objects.exists()
    assert guess("Alice", PASSWORD).status_code == 302
    assert guess("Zoe").status_code == 422, "the address of everybody in the house is free too"
    for _ in range(9):
        guess("Zoe", address=THERE)
    assert guess("Zoe", address=THERE).status_code == LOCKED, "and those of now count as ever"


def test_to_log_in_as_oneself_forgives_no_guesses_at_others(club: Club) -> None:
    club.account("Alice")
    club.account("Mallory")
    answers = []
    for n in range(12):
        if n % 3 == 2:
            guess("Mallory", PASSWORD)
        answers.append(guess("Alice"))
    assert locked_at(iter(answers)) <= 9


def test_unknown_names_get_the_same_answers(club: Club) -> None:
    club.account("Alice")
    known, unknown = (
        [guess(name, address=address) for _ in range(10)] for name, address in (("Alice", HERE), ("Nemo", THERE))
    )
    assert [a.status_code for a in known] == [a.status_code for a in unknown]

    def plain(answer: HttpResponse, name: str) -> str:
        text = answer.content.decode().replace(name, "NAME")
        return "".join(line for line in text.splitlines(keepends=True) if "csrf" not in line.casefold())

    for one, other in zip(known, unknown, strict=True):
        assert plain(one, "Alice") == plain(other, "Nemo")
        assert one.headers.keys() == other.headers.keys()


def test_unknown_names_take_as_long(club: Club) -> None:
    """With the hasher of the product; a closed account is as an unknown one. The time of this thread is counted."""
    with override_settings(
        PASSWORD_HASHERS=["django.contrib.auth.hashers.PBKDF2PasswordHasher"], AXES_FAILURE_LIMIT=99
    ):
        club.account("Alice")
        club.account("Shut").user.__class__.objects.filter(username="shut").update(is_active=False)
        took: dict[str, list[float]] = {"Alice": [], "Nemo": [], "Shut": []}
        for _ in range(GUESSES_TIMED):
            for name, times in took.items():
                start = time.thread_time()
                assert guess(name).status_code == 422
                times.append(time.thread_time() - start)
    medians = [statistics.median(times) for times in took.values()]
    assert max(medians) < 1.5 * min(medians), took


def test_a_closed_account_reads_as_a_wrong_password(club: Club) -> None:
    user = club.account("Alice").user
    type(user).objects.filter(pk=user.pk).update(is_active=False)
    answer = guess("Alice", PASSWORD)
    assert answer.status_code == 422
    assert "do not fit together" in answer.content.decode()


def test_an_own_password_is_guessed_slowly_too(club: Club) -> None:
    """Whoever finds a tablet unlocked learns no password by the form that asks for it."""
    alice = club.person("Alice")
    fields = {"password": "another long one", "again": "another long one"}
    tries = (alice.post("/me/password/", {"old": f"wrong {n}", **fields}) for n in range(10))
    assert locked_at(tries) <= 9
