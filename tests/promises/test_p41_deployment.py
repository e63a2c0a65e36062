"""P41: the club's settings stand up to `check --deploy`; foreign Host and forwarding headers are worth nothing."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings

from navalassist import forwarded
from navalassist.seats.throttle import address_of
from navalassist.server import main as serve_table
from tests.club import PASSWORD, Club
from tests.promises.http import token_of
from tests.promises.shipped import command, python

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P41")]


@pytest.mark.parametrize("tls", ["1", ""])
def test_check_deploy_is_clean_in_the_club_profile(tmp_path: Path, tls: str) -> None:
    club = {"NAVALASSIST_CLUB": "1", "NAVALASSIST_TLS": tls}
    assert "no issues" in python(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING", more=club)


def test_the_check_is_a_real_one(tmp_path: Path) -> None:
    """Of what is silenced without TLS nothing is silenced with it."""
    from navalassist import profiles

    with_tls = profiles.of(club=True, tls=True)["SILENCED_SYSTEM_CHECKS"]
    assert set(with_tls) == {"security.W005", "security.W021"}
    assert profiles.of(club=True, tls=True)["SECURE_SSL_REDIRECT"] is True
    for club_profile in (True, False):
        assert "django.middleware.security.SecurityMiddleware" in profiles.of(club_profile)["MIDDLEWARE"]
        assert "django.middleware.csrf.CsrfViewMiddleware" in profiles.of(club_profile)["MIDDLEWARE"]


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("NAVALASSIST_TLS", "yes", "set it to 1"),
        ("NAVALASSIST_CLUB", "true", "set it to 1"),
        ("NAVALASSIST_PROXIES", "10.0.0.0/24, caddy", "NAVALASSIST_PROXIES takes addresses"),
    ],
)
def test_a_setting_that_is_not_understood_stops_the_start(tmp_path: Path, variable: str, value: str, said: str) -> None:
    words = ("-m", "navalassist.server", "--port", "0", "--data", str(tmp_path))
    done = command(tmp_path, *words, more={"NAVALASSIST_CLUB": "1", variable: value})
    assert done.returncode == 1
    assert said in done.stderr


FOREIGN = ("evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example", "192.168.7.7", "")


@pytest.mark.parametrize("host", FOREIGN)
def test_a_foreign_host_is_refused_by_both_profiles(club: Club, host: str) -> None:
    """DNS rebinding: a foreign page leads its own name to this machine, and its script would read our pages."""
    assert club.client().get("/login/", headers={"Host": host}).status_code == 400
    with override_settings(CLUB=False, ROOT_URLCONF="navalassist.urls", **table()):
        assert Client().get("/", headers={"Host": host}).status_code == 400


def table() -> dict[str, object]:
    from navalassist import profiles

    return {name: value for name, value in profiles.of(club=False).items() if name not in ("CLUB", "ROOT_URLCONF")}


FORGED: list[Mapping[str, str]] = [
    {"X-Forwarded-Host": "evil.example"},
    {"Forwarded": "host=evil.example;proto=https;for=1.2.3.4"},
    {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", "X-Forwarded-Port": "443"},
    {"X-Original-URL": "/people/", "X-Rewrite-URL": "/people/"},
    {"X-HTTP-Method-Override": "POST"},
]


def seen(answer: HttpResponse) -> tuple[str, str]:
    """Which address and scheme the pages took the request to come by."""
    request = answer.wsgi_request  # type: ignore[attr-defined]
    return request.META["REMOTE_ADDR"], request.scheme


@pytest.mark.parametrize("headers", FORGED, ids=lambda headers: next(iter(headers)))
def test_forged_forwarding_headers_are_thrown_away(club: Club, headers: Mapping[str, str]) -> None:
    club.account("Root", administrator=True)
    client = Client(REMOTE_ADDR="192.0.2.9")
    answer = client.get("/login/?next=/me/", headers=dict(headers))
    assert seen(answer) == ("192.0.2.9", "http")
    request = answer.wsgi_request  # type: ignore[attr-defined]
    assert not set(forwarded.FORWARDING) & set(request.META)
    assert "evil" not in answer.content.decode()
    assert client.get("/people/", headers=dict(headers))["Location"].startswith("/login/")


def test_links_that_are_handed_out_never_lead_to_a_forged_host(club: Club) -> None:
    root = club.person("Root", administrator=True)
    text = root.post("/people/invite/", headers={"X-Forwarded-Host": "evil.example"}).content.decode()
    assert "http://testserver/join/#" in text
    assert "evil" not in text


@pytest.mark.parametrize(
    ("chain", "client"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("1.2.3.4, 203.0.113.5", "203.0.113.5"),
        ("1.2.3.4, 203.0.113.5, 10.0.0.8", "203.0.113.5"),
        ("203.0.113.5, nonsense", "10.0.0.7"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("", "10.0.0.7"),
    ],
)
def test_a_proxy_that_the_settings_name_is_believed_for_its_last_hop(club: Club, chain: str, client: str) -> None:
    with override_settings(PROXIES=["10.0.0.0/24"]):
        browser = Client(REMOTE_ADDR="10.0.0.7", headers={"X-Forwarded-For": chain, "X-Forwarded-Proto": "https"})
        assert seen(browser.get("/login/")) == (client, "https")
        stranger = Client(REMOTE_ADDR="10.0.1.7", headers={"X-Forwarded-For": chain, "X-Forwarded-Proto": "https"})
        assert seen(stranger.get("/login/")) == ("10.0.1.7", "http")


def test_a_proxy_is_known_over_ipv6_too(club: Club) -> None:
    """A server that listens on both hears IPv4 as ::ffff:10.0.0.7; so does the count of wrong passwords."""
    with override_settings(PROXIES=["10.0.0.0/24"]):
        browser = Client(REMOTE_ADDR="::ffff:10.0.0.7", headers={"X-Forwarded-For": "203.0.113.5"})
        assert seen(browser.get("/login/"))[0] == "203.0.113.5"
    request = RequestFactory().get("/login/", REMOTE_ADDR="::ffff:203.0.113.5")
    assert address_of(request) == "203.0.113.5"


def test_a_proxy_may_speak_for_https_and_a_form_from_there_is_taken(club: Club) -> None:
    """The Origin of a form is compared with the scheme that the trusted proxy tells of."""
    club.account("Alice")
    with override_settings(PROXIES=["10.0.0.7"]):
        proxy = {"X-Forwarded-Proto": "https", "Host": "testserver"}
        browser = Client(enforce_csrf_checks=True, REMOTE_ADDR="10.0.0.7", headers=proxy)
        fields = {"username": "Alice", "password": PASSWORD, "csrfmiddlewaretoken": token_of(browser, "/login/")}
        referer = {"Origin": "https://testserver", "Referer": "https://testserver/login/"}
        assert browser.post("/login/", fields, headers=referer).status_code == 302


def test_both_servers_listen_on_this_machine_alone_unless_told_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    from navalassist.club.launcher import main as serve_club

    for serve in (serve_table, serve_club):
        with pytest.raises(SystemExit):
            serve(["--help"])
        words = " ".join(capsys.readouterr().out.split())
        assert "address to listen on (default: 127.0.0.1)" in words
