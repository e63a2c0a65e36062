"""P40: a session is made at the login and ended on the server; no cookie from outside or from before is good."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from navalassist.campaigns.models import Campaign
from navalassist.play.people import accounts
from navalassist.play.people import seats as seating
from navalassist.seats.models import Seat, Session
from navalassist.seats.sessions import LONGEST, device_of, kept_key, open_sessions
from tests.club import PASSWORD, Club, club_settings
from tests.in_hand import act

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P40")]
COOKIE = "navalassist_session"


def logged_in(club: Club, name: str = "Alice", client: Client | None = None) -> Client:
    """A browser after the login form."""
    club.account(name)
    client = client or club.client()
    assert client.post("/login/", {"username": name, "password": PASSWORD}).status_code == 302
    return client


def with_cookie(club: Club, value: str) -> Client:
    """Another browser that sends a cookie that it was given or stole."""
    client = club.client()
    client.cookies[COOKIE] = value
    return client


def is_in(client: Client) -> bool:
    return client.get("/me/").status_code == 200


def test_fixation_a_cookie_that_was_planted_before_the_login_is_worth_nothing(club: Club) -> None:
    thief = logged_in(club, "Mallory")
    planted = thief.cookies[COOKIE].value
    alice = with_cookie(club, planted)
    logged_in(club, "Alice", alice)
    assert alice.cookies[COOKIE].value != planted
    assert not is_in(with_cookie(club, planted))
    assert "Alice" in alice.get("/me/").content.decode()


@pytest.mark.parametrize("value", ["a" * 32, "x", "../../etc/passwd", "0123456789abcdefghijklmnopqrstuv"])
def test_fixation_a_key_that_the_server_never_made_is_not_taken(club: Club, value: str) -> None:
    client = logged_in(club, "Alice", with_cookie(club, value))
    assert client.cookies[COOKIE].value != value
    assert not Session.objects.filter(session_key__in=[value, kept_key(value)]).exists()
    assert not is_in(with_cookie(club, value))


def test_what_a_stranger_left_in_the_session_is_gone_after_the_login(club: Club) -> None:
    client = club.client()
    session = client.session
    session["seat:little-war"] = "moderator"
    session.save()
    client.cookies[COOKIE] = session.session_key
    logged_in(club, "Alice", client)
    assert "seat:little-war" not in client.session
    assert not Session.objects.filter(session_key=kept_key(session.session_key)).exists()


def test_a_logout_ends_the_session_on_the_server(club: Club) -> None:
    client = logged_in(club)
    kept = client.cookies[COOKIE].value
    assert is_in(with_cookie(club, kept))
    assert client.get("/logout/").status_code == 405
    assert is_in(client)
    assert client.post("/logout/").status_code == 302
    assert not is_in(client)
    assert not is_in(with_cookie(club, kept))
    assert not Session.objects.filter(session_key=kept_key(kept)).exists()


def test_a_new_password_ends_every_other_session_and_the_old_cookie_of_this_one(club: Club) -> None:
    here, there = logged_in(club), logged_in(club)
    before = here.cookies[COOKIE].value
    new = {"old": PASSWORD, "password": "quite another one", "again": "quite another one"}
    assert here.post("/me/password/", new).status_code == 302
    assert is_in(here)
    assert not is_in(there)
    assert not is_in(with_cookie(club, before))


def test_a_password_set_at_the_machine_ends_all_sessions(club: Club) -> None:
    client = logged_in(club)
    accounts.new_password(club.account("Alice").user, "quite another one")
    assert not is_in(client)


def test_a_deleted_person_is_out_at_once(club: Club) -> None:
    here, there = logged_in(club), logged_in(club)
    kept = there.cookies[COOKIE].value
    assert here.post("/me/leave/", {"old": "wrong"}).status_code == 422
    assert here.post("/me/leave/", {"old": PASSWORD})["Location"] == "/login/?gone=1"
    assert not any(is_in(client) for client in (here, there, with_cookie(club, kept)))
    assert Session.objects.count() == 0
    assert here.get("/login/?gone=1").status_code == 200
    assert club.client().post("/login/", {"username": "Alice", "password": PASSWORD}).status_code == 422


def test_a_closed_account_is_out_at_once(club: Club) -> None:
    root, client = club.account("Root", administrator=True), logged_in(club)
    accounts.stop(club.account("Alice").user, root.user)
    assert not is_in(client)


def test_who_lost_his_seat_reads_nothing_more(club: Club, campaign: Campaign) -> None:
    alice = club.person("Alice", axis=campaign)
    url = f"/c/{campaign.slug}/log/"
    assert alice.get(url).status_code == 200
    act(club.viewer("Alice", "axis", campaign), seating.end, Seat.objects.get(seat="axis"))
    assert alice.get(url).status_code == 404


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(club: Club) -> None:
    cookie = logged_in(club).cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert not cookie["secure"]
    assert 0 < int(cookie["max-age"]) <= 14 * 24 * 3600
    assert cookie["path"] == "/"
    assert not cookie["domain"]


@pytest.fixture
def behind_tls(db: None) -> Iterator[Club]:
    with override_settings(**club_settings(tls=True)):
        yield Club()


def test_behind_tls_cookies_are_secure_and_plain_http_is_sent_on(behind_tls: Club) -> None:
    behind_tls.account("Alice")
    client = behind_tls.client()
    answer = client.post("/login/", {"username": "Alice", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (301, "https://testserver/login/")
    assert f"__Host-{COOKIE}" not in client.cookies
    answer = client.post("/login/", {"username": "Alice", "password": PASSWORD}, secure=True)
    assert answer.status_code == 302
    assert set(client.cookies) == {f"__Host-{COOKIE}", "__Host-navalassist_csrf"}, "no neighbour can plant one"
    assert client.cookies[f"__Host-{COOKIE}"]["secure"]
    assert int(answer["Strict-Transport-Security"].partition("=")[2].partition(";")[0]) >= 3600
    page = client.get("/me/password/", secure=True)
    token = page.cookies["__Host-navalassist_csrf"]
    assert token["secure"]
    assert token["httponly"]
    code = client.post("/join/", {"code": "ABCD-EFGH-JKMN-PQRS"}, secure=True).cookies[f"__Host-{COOKIE}_join"]
    for cookie in (client.cookies[f"__Host-{COOKIE}"], token, code):
        assert (cookie["path"], cookie["domain"], cookie["secure"]) == ("/", "", True), "as the prefix wants it"


def test_passwords_are_kept_as_slow_hashes() -> None:
    from django.contrib.auth.hashers import make_password

    assert make_password(PASSWORD).startswith(("pbkdf2_sha256$", "argon2", "scrypt"))


# What is kept of sessions, how long they live, and that their owner sees them


def test_what_the_database_keeps_of_a_session_lets_nobody_in(club: Club) -> None:
    client = logged_in(club)
    cookie = client.cookies[COOKIE].value
    kept = Session.objects.get()
    assert cookie not in f"{kept.session_key} {kept.session_data} {kept.get_decoded()}"
    assert kept.user == club.accounts["Alice"].user.pk
    for stolen in (kept.session_key, kept.session_key[:32]):
        assert not is_in(with_cookie(club, stolen))


def test_however_often_it_is_used_a_session_ends_one_day(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    real, passed = timezone.now, timedelta()
    monkeypatch.setattr(timezone, "now", lambda: real() + passed)
    client = logged_in(club)
    for _ in range(int(LONGEST / timedelta(days=10)) - 1):
        passed += timedelta(days=10)
        session = client.session
        session["seat:x"] = "axis"
        session.save()
        assert is_in(client), f"it is used all the time, {passed.days} days after the login"
    passed = LONGEST + timedelta(hours=1)
    assert not is_in(client)


def test_a_session_of_a_clock_that_was_wrong_ends_with_the_clock(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    real, ahead = timezone.now, timedelta(days=365)
    monkeypatch.setattr(timezone, "now", lambda: real() + ahead)
    client = logged_in(club)
    assert is_in(client)
    ahead = timedelta()
    assert not is_in(client)


def test_people_see_where_they_are_logged_in_and_end_what_they_do_not_know(club: Club) -> None:
    here, other, third = (logged_in(club, client=club.client(REMOTE_ADDR=f"192.0.2.{n}")) for n in (1, 2, 3))
    bob = logged_in(club, "Bob")
    page = here.get("/me/").content.decode()
    assert [f"192.0.2.{n}" in page for n in (1, 2, 3)] == [True] * 3
    assert page.count(">this one<") == 1
    user = club.accounts["Alice"].user.pk
    sign = next(one.sign for one in open_sessions(user, None) if one.address == "192.0.2.2")
    bob.post("/me/sessions/end/", {"which": sign})
    assert is_in(other), "only one's own"
    for nothing in ("", "-", "%", "x" * 99):
        here.post("/me/sessions/end/", {"which": nothing})
    assert is_in(other)
    assert is_in(third)
    assert here.post("/me/sessions/end/", {"which": sign})["Location"] == "/me/"
    assert [is_in(client) for client in (here, other, third, bob)] == [True, False, True, True]
    here.post("/me/sessions/end/", {"which": "others"})
    assert [is_in(client) for client in (here, third, bob)] == [True, False, True]
    assert "192.0.2.3" not in here.get("/me/").content.decode()


def test_a_new_password_leaves_no_other_session_in_the_list(club: Club) -> None:
    here, _ = logged_in(club), logged_in(club)
    here.post("/me/password/", {"old": PASSWORD, "password": "quite another one", "again": "quite another one"})
    assert Session.objects.count() == 1
    assert is_in(here)


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        ("Mozilla/5.0 (iPad; CPU OS 17_0) AppleWebKit/605.1.15 Version/17.0 Safari/604.1", "Safari, iPad"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("<script>alert(1)</script>", ""),
    ],
)
def test_of_a_browser_two_words_are_kept(agent: str, device: str) -> None:
    assert device_of(agent) == device
