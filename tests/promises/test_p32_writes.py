"""P32: every write needs POST, a token and an origin of our own; in the hot-seat and in a club.

Each form of each page is sent without its token, with a foreign one, from a foreign origin and by GET, and nothing is
written by any of these; then as it should be, to see that it was the token that was missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from navalassist.auditlog.models import Chain
from navalassist.play import state as states
from navalassist.seats.models import Invitation, Seat, Session
from tests.club import PASSWORD, Club, club
from tests.promises.http import Played, ask, play, send
from tests.promises.pages import Form, Pairs

__all__ = ["club"]
pytestmark = [pytest.mark.django_db, pytest.mark.promise("P32")]
OF_A_KIND = 2
OWN = "http://testserver"
FOREIGN = (
    "http://evil.example",
    "https://testserver",
    "http://testserver.evil.example",
    "http://testserver:81",
    "null",
)


@dataclass
class Site:
    """A browser that is let in, and the forms that its pages have."""

    client: Client
    forms: list[Form]


def forms_of(game: Played, seat: str) -> list[Form]:
    """One form of every shape."""
    found = (form for a in game.crawl(seat, OF_A_KIND) if a.page for form in a.page.forms())
    return list({form.shape: form for form in found if form.method == "post"}.values())


def strict(client: Client) -> Client:
    """The same browser, of which a token is asked."""
    other = Client(enforce_csrf_checks=True)
    other.cookies = client.cookies
    return other


@pytest.fixture
def table(db: None) -> Iterator[Site]:
    states.forget()
    game = play(Client())
    yield Site(strict(game.client), forms_of(game, "axis"))
    states.forget()


@pytest.fixture
def members(db: None, request: pytest.FixtureRequest) -> Iterator[Site]:
    states.forget()
    game = play(Client())
    people: Club = request.getfixturevalue("club")
    seats = dict.fromkeys(("axis", "allied", "moderator"), game.campaign)
    game.client = people.person("Alice", administrator=True, **seats)
    people.person("Bob", observer=game.campaign)
    assert game.client.post(f"{game.home}people/invite/", {"seat": "axis"}).status_code == 200
    yield Site(strict(game.client), forms_of(game, "axis"))
    states.forget()


def everything() -> tuple[object, ...]:
    """All that a write could change: logs, seats, invitations, accounts, sessions."""
    return (
        sorted(Chain.objects.values_list("campaign", "audience", "head")),
        sorted(Seat.objects.values_list("pk", "until")),
        sorted(Invitation.objects.values_list("pk", "used", "revoked"), key=str),
        sorted(User.objects.values_list("username", "password", "is_active", "is_staff")),
        sorted(Session.objects.values_list("session_key", "session_data")),
    )


def fields(form: Form) -> Pairs:
    return [pair for pair in form.values() if pair[0] not in ("csrfmiddlewaretoken", "submission")]


def addresses(form: Form) -> list[str]:
    return list(dict.fromkeys([form.action, *(url for _, _, url in form.buttons if url)]))


def refused(answer: HttpResponse) -> bool:
    return answer.status_code == 403 and "Nothing was" in answer.content.decode()


def check_all(site: Site) -> None:
    before = everything()
    token = str(ask(site.client, "/").response.context["csrf_token"])
    other = str(ask(Client(), "/login/").response.cookies.get("navalassist_csrf", token[::-1]))
    for form in site.forms:
        for url in addresses(form):
            pairs = fields(form)
            good = [*pairs, ("csrfmiddlewaretoken", token)]
            assert refused(send(site.client, url, pairs)), url
            assert refused(send(site.client, url, pairs, headers={"HX-Request": "true"})), url
            assert refused(send(site.client, url, [*pairs, ("csrfmiddlewaretoken", other[:64])])), url
            for origin in FOREIGN:
                assert refused(send(site.client, url, good, headers={"Origin": origin})), (url, origin)
            got = site.client.get(url, dict(good))
            assert got.status_code < 500, url
    assert everything() == before


def test_no_form_of_the_hot_seat_is_taken_without_token_or_from_elsewhere(table: Site) -> None:
    assert len(table.forms) > 20
    check_all(table)


def test_no_form_of_a_club_is_taken_without_token_or_from_elsewhere(members: Site) -> None:
    own = {form.action for form in members.forms}
    assert {"/logout/", "/me/password/", "/me/leave/", "/people/invite/", "/people/moderate/"} <= own
    assert {f"/c/mediterranean-1941/people/{act}/" for act in ("give", "end", "invite", "revoke", "keep")} <= own
    check_all(members)


def test_the_same_forms_are_taken_as_they_should_be(members: Site) -> None:
    """So it was the token that was missing: with it a seat is given and the session ends."""
    token = str(ask(members.client, "/").response.context["csrf_token"])
    bob = next(str(s.actor.identity) for s in Seat.objects.select_related("actor") if s.actor.name == "Bob")
    give = [("submission", "a" * 32), ("person", bob), ("seat", "axis"), ("csrfmiddlewaretoken", token)]
    url = "/c/mediterranean-1941/people/give/"
    assert send(members.client, url, give, headers={"Origin": OWN}).status_code == 302
    assert Seat.objects.held().filter(actor__name="Bob").count() == 2
    again = [("submission", "b" * 32), ("person", bob), ("seat", "allied")]
    assert send(members.client, url, again, headers={"X-CSRFToken": token, "Origin": OWN}).status_code == 302
    assert (
        send(members.client, "/logout/", [("csrfmiddlewaretoken", token)], headers={"Origin": OWN}).status_code == 302
    )
    assert members.client.get("/me/").status_code == 302


def test_the_login_itself_needs_a_token_of_this_browser(club: Club) -> None:
    """Else a foreign page could log a visitor in as somebody else, and read what he types."""
    club.account("Mallory")
    client = Client(enforce_csrf_checks=True)
    typed = [("username", "Mallory"), ("password", PASSWORD)]
    assert refused(send(client, "/login/", typed))
    token = str(ask(client, "/login/").response.context["csrf_token"])
    assert refused(send(client, "/login/", [*typed, ("csrfmiddlewaretoken", token)], headers={"Origin": FOREIGN[0]}))
    assert not Session.objects.exists()
    assert send(client, "/login/", [*typed, ("csrfmiddlewaretoken", token)], headers={"Origin": OWN}).status_code == 302


def test_the_token_changes_with_the_login(club: Club) -> None:
    club.account("Alice")
    client = Client()
    client.get("/login/")
    before = client.cookies["navalassist_csrf"].value
    client.post("/login/", {"username": "Alice", "password": PASSWORD})
    assert client.cookies["navalassist_csrf"].value != before
