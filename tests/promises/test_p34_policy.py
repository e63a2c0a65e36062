"""P34: what every answer carries so that a browser runs nothing but our own files and keeps no copy of a page."""

import json
import re

import pytest
from django.http import HttpResponse
from django.test import Client

from navalassist.seats.models import Seat
from tests.club import Club, carry
from tests.promises.http import SEATS, Answer, Played, ask, send
from tests.promises.pages import Page
from tests.promises.recording import ClubPages, Recording, Two

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P34")]
STRICT = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
# htmx can run code that stands in these.
CODE = ("hx-on", "hx-vars", "hx-vals", "hx-headers", "hx-config", "hx-live", "hx-trigger")


def policy(response: HttpResponse) -> dict[str, str]:
    parts = (part.strip().partition(" ") for part in response["Content-Security-Policy"].split(";"))
    return {name: value for name, _, value in parts}


def assert_headers(response: HttpResponse, url: str) -> None:
    given = policy(response)
    assert {name: given.get(name) for name in STRICT} == STRICT, url
    assert "unsafe" not in response["Content-Security-Policy"], url
    assert "*" not in response["Content-Security-Policy"], url
    assert response["X-Content-Type-Options"] == "nosniff", url
    assert response["Referrer-Policy"] == "same-origin", url
    assert response.status_code == 301 or response["X-Frame-Options"] == "DENY", url
    assert response["Cross-Origin-Opener-Policy"] == "same-origin", url
    assert response["Cache-Control"] == "no-store", url


def assert_nothing_inline(page: Page) -> None:
    """No handler, style or script stands in the page; what runs or is fetched is ours."""
    assert page.inline == [], page.url
    for tag, attributes in page.elements:
        assert tag not in ("style", "base", "iframe", "object", "embed"), page.url
        for name, value in attributes.items():
            where = f"{page.url}: <{tag} {name}={value!r}>"
            assert name != "style", where
            assert not name.startswith("on"), where
            assert not value.strip().lower().startswith(("javascript:", "data:", "vbscript:")), where
            if name in ("src", "href", "action", "formaction", "hx-get", "hx-post", "xlink:href"):
                assert not value.startswith(("http:", "https:", "//")), where
            assert_no_code(name, value, where)


def assert_no_code(name: str, value: str, where: str) -> None:
    """htmx evaluates values that begin with js: and filters in brackets; none is used."""
    if name.startswith(CODE):
        assert not value.strip().startswith(("js:", "javascript:")), where
        assert not name.startswith(("hx-on", "hx-vars", "hx-live")), where
        assert "[" not in value or name != "hx-trigger", where
    if name.startswith(("hx-headers", "hx-vals")):
        assert isinstance(json.loads(value), dict), where


def check(answer: Answer) -> None:
    assert_headers(answer.response, answer.url)
    if answer.page is not None:
        assert_nothing_inline(answer.page)


@pytest.mark.parametrize("seat", SEATS)
def test_every_page_carries_the_policy_and_holds_nothing_inline(open_pages: Recording, seat: str) -> None:
    kinds = set()
    for answer in open_pages.pages[seat]:
        check(answer)
        kinds.add(answer.response["Content-Type"].partition(";")[0])
    files = {"application/json", "application/toml", "text/csv", "text/x-python"}
    assert {"text/html", "application/json"} <= kinds <= {"text/html", *files}


def test_every_fragment_and_every_refusal_carries_them_too(open_pages: Recording, game: Played) -> None:
    """Each form is sent as htmx would and as a plain form would, empty but for its hidden fields."""
    statuses = set()
    for form in open_pages.forms("axis"):
        hidden = [(f.name, f.value or "") for f in form.fields if f.kind == "hidden" and f.name != "submission"]
        for url in {form.action, *(url for _, _, url in form.buttons if url)}:
            for headers in ({}, {"HX-Request": "true"}):
                response = send(game.client, url, hidden, headers=headers)
                statuses.add(response.status_code)
                check(Answer(url, response))
    assert {200, 302, 422} <= statuses


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("/nowhere/", 404),
        ("/c/nowhere/", 404),
        ("/c/mediterranean-1941/log/public/999/", 404),
        ("/c/mediterranean-1941/log/allied/1/", 404),
        ("/c/mediterranean-1941", 301),
        ("/c/mediterranean-1941/board/roll/", 405),
        ("/static/../navalassist/settings.py", 404),
    ],
)
def test_error_pages_carry_them(game: Played, url: str, status: int) -> None:
    answer = ask(game.client, url)
    assert answer.response.status_code == status
    check(answer)


def test_the_page_for_a_missing_token_carries_them(game: Played) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = ask(client, f"{game.board}roll/", "post", data={"roll": "all"})
    assert answer.response.status_code == 403
    check(answer)


def test_the_page_for_a_fault_of_our_own_carries_them(game: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError("a planted secret")

    monkeypatch.setattr("navalassist.systems.europa.pages.chart.views.head_of", fail)
    answer = ask(Client(raise_request_exception=False), game.home)
    assert answer.response.status_code == 500
    assert "planted" not in answer.text
    check(answer)


# A club's pages, those before the login and those shown once too


def test_every_page_of_a_club(club_pages: ClubPages) -> None:
    seen = set()
    for answer in club_pages.hers.pages["moderator"]:
        check(answer)
        seen.add(answer.url)
    assert {"/", "/me/", "/me/password/", "/me/leave/", "/people/", f"/c/{club_pages.hers.slug}/people/"} <= seen


def test_the_pages_before_the_login(two: Two) -> None:
    stranger = two.club.client()
    stranger.post("/join/", {"code": "AAAA-BBBB-CCCC-DDDD"})
    stranger.post("/reset/", {"code": "MQ.x-y"})
    for url in (
        "/login/",
        "/join/",
        "/join/open/",
        "/reset/",
        "/reset/open/",
        "/login/?gone=1",
    ):
        answer = ask(stranger, url)
        assert answer.response.status_code in (200, 404), url
        check(answer)
    check(ask(stranger, two.hers.home))
    check(ask(stranger, "/people/"))


def test_the_pages_that_are_shown_once_and_what_they_lead_to(two: Two) -> None:
    people = f"{two.hers.home}people/"
    ann = str(two.club.accounts["Ann"].actor.identity)
    tenure = str(Seat.objects.held().get(campaign=two.hers.campaign, seat="axis").pk)
    for url, fields in (
        (f"{people}invite/", {"seat": "axis"}),
        (f"{people}invite/", {"tenure": tenure}),
        (f"{people}reset/", {"person": ann}),
        ("/people/invite/", {"kind": "member"}),
        (f"/people/{ann}/reset/", {}),
        (f"/people/{ann}/remove/", {}),
    ):
        answer = ask(two.hers.client, url, "get" if url.endswith("remove/") else "post", data=fields)
        assert answer.response.status_code == 200, url
        check(answer)
        if link := re.search(r"/(?:join|reset)/#[\w.=-]+", answer.text):
            visitor = two.club.client()
            check(ask(visitor, carry(visitor, link[0])))


def test_the_page_of_the_locked_out(club: Club) -> None:
    for _ in range(9):
        answer = ask(club.client(), "/login/", "post", data={"username": "Nemo", "password": "wrong"})
    assert answer.response.status_code == 429
    check(answer)
