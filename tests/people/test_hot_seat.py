"""The table without accounts shows nothing of them, and what a club's pages are sent is answered in plain words."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from axes.models import AccessAttempt, AccessLog
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from navalassist.campaigns.models import Campaign
from navalassist.desk.people import start
from navalassist.play.people import accounts
from navalassist.seats.models import Account, Seat, Session
from tests.club import PASSWORD, Club
from tests.in_hand import drawn

PAGES = ("/login/", "/logout/", "/join/", "/me/", "/me/password/", "/me/leave/", "/people/")


def test_the_hot_seat_has_no_accounts_and_asks_nothing_about_people(campaign: Campaign) -> None:
    client = Client()
    for url in (*PAGES, f"/c/{campaign.slug}/people/"):
        assert client.get(url).status_code == client.post(url).status_code == 404, url
    for url in ("/", f"/c/{campaign.slug}/log/", "/tables/", "/new/"):
        text = drawn(client.get(url))
        for word in ("/login/", "/me/", "/people/", "Log out", "Log in", "Password"):
            assert word not in text, (url, word)
    assert set(client.cookies) <= {"navalassist_csrf", "navalassist_session"}
    assert not Session.objects.exists()
    assert not AccessLog.objects.exists()
    client.get(f"/c/{campaign.slug}/log/")
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/c/{campaign.slug}/log/")
    assert not [q["sql"] for q in queries if "seats_" in q["sql"] or "auth_user" in q["sql"]]


NASTY = (
    "",
    "\0",
    "x" * 5000,
    "💣" * 50,
    "\u202e\u0130\ufdfa",
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "99999999999999999999999999",
    "-1",
    "٣",
    "00000000-0000-0000-0000-000000000000",
    "%00",
    "\r\nSet-Cookie: x=1",
)


def nasty_posts(campaign: Campaign, person: str) -> Iterator[tuple[str, dict[str, str]]]:
    home = f"/c/{campaign.slug}/people/"
    fields = {
        "/login/": ("username", "password", "next"),
        "/me/password/": ("old", "password", "again"),
        "/me/leave/": ("old",),
        f"{home}give/": ("person", "seat", "submission"),
        f"{home}end/": ("tenure", "submission"),
        f"{home}hand-over/": ("tenure", "person"),
        f"{home}invite/": ("seat", "tenure"),
        f"{home}revoke/": ("invitation",),
        f"{home}keep/": ("keep",),
        f"{home}reset/": ("person",),
        "/people/invite/": ("kind",),
        "/people/revoke/": ("invitation",),
        "/people/moderate/": ("campaign", "person"),
        f"/people/{person}/close/": ("do",),
        "/c/nowhere/people/give/": ("person",),
    }
    for url, names in fields.items():
        for name in names:
            for value in NASTY:
                yield url, dict.fromkeys(names, "1") | {name: value}


@pytest.mark.promise("P38")
def test_nothing_that_is_sent_is_a_fault(club: Club, campaign: Campaign) -> None:
    root = club.person("Root", administrator=True, moderator=campaign)
    club.person("Alice", axis=campaign)
    person = str(club.accounts["Alice"].actor.identity)
    stranger = club.client(raise_request_exception=False)
    root.raise_request_exception = False
    for url, fields in nasty_posts(campaign, person):
        for client in (root, stranger):
            assert client.post(url, fields).status_code < 500, (url, fields)
    for value in NASTY:
        for url in ("/join/", "/login/", "/me/password/"):
            assert stranger.get(url, {"code": value, "next": value, "wrong": value, "done": value}).status_code < 500
        for path in (f"/join/{value or 'x'}/", f"/reset/{value or 'x'}/x-y/", f"/reset/MQ/{value or 'x'}/"):
            assert stranger.get(path.replace("\0", "%00")).status_code < 500
    assert Account.objects.filter(actor__name="Alice").exists()


@pytest.mark.promise("P33")
def test_a_name_stays_the_text_that_it_is(club: Club, campaign: Campaign) -> None:
    name = "\"'><img src=x onerror=alert(1)>{{7*7}}"
    ursula = club.person("Ursula", administrator=True, moderator=campaign)
    hostile = club.person(name, axis=campaign)
    home = f"/c/{campaign.slug}/"
    person = str(club.accounts[name].actor.identity)
    reset = ursula.post(f"{home}people/reset/", {"person": person})
    for answer in (
        reset,
        *(ursula.get(url) for url in (f"{home}people/", f"{home}log/", "/people/", f"/people/{person}/remove/")),
        *(hostile.get(url) for url in ("/", "/me/", f"{home}people/")),
        *(ursula.get(f"{home}log/{seat.entry}/") for seat in Seat.objects.all()),
    ):
        text = answer.content.decode()
        assert answer.status_code == 200
        assert "<img" not in text
        assert "49" not in text.partition("onerror")[2][:40]
    assert "&lt;img src=x" in reset.content.decode()


def test_names_that_look_alike_are_one_and_the_terminal_tells_how_to_come_in(club: Club) -> None:
    club.account("Anna  Maria")
    for other in ("anna maria", "ANNA\u00a0MARIA", " Anna Maria ", "Ａｎｎａ Ｍａｒｉａ", "Anna\u0000Maria"):
        with pytest.raises(accounts.PersonRefused, match="this name already"):
            accounts.add(other, PASSWORD)
    lines = start.lines("http://192.0.2.1:8000/")
    assert "plain http" in lines[0]
    path = lines[1].split("http://192.0.2.1:8000")[1]
    assert club.client().get(path).status_code == 200
    club.person("Root", administrator=True)
    assert len(start.lines("http://192.0.2.1:8000/")) == 1


def test_what_nobody_looks_at_any_more_is_taken_away(club: Club) -> None:
    club.account("Alice")
    for password in ("wrong", PASSWORD):
        club.client().post("/login/", {"username": "Alice", "password": password})
    club.client().post("/login/", {"username": "Nemo", "password": "wrong"})
    long_ago = timezone.now() - timedelta(days=91)
    accounts.tidy()
    assert (Session.objects.count(), AccessLog.objects.count(), AccessAttempt.objects.count()) == (1, 1, 1)
    Session.objects.update(expire_date=long_ago)
    AccessLog.objects.update(attempt_time=long_ago)
    AccessAttempt.objects.update(attempt_time=long_ago)
    accounts.tidy()
    assert not any(model.objects.exists() for model in (Session, AccessLog, AccessAttempt))
