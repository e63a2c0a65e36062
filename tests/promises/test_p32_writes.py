"""P32: every write needs POST, a token and an origin of our own; in the hot-seat and in a club.

Each form of each page is sent without its token, with a foreign one, from a foreign origin and by GET, and nothing is
written by any of these; then as it should be, to see that it was the token that was missing.
"""

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from navalassist.seats.models import Invitation, Seat, Session
from tests.club import PASSWORD, Club
from tests.counts import InTurn
from tests.promises.http import Played, heads, send, token_of
from tests.promises.pages import Form, Pairs
from tests.promises.recording import ClubPages, Recording, Two

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P32")]
OWN = "http://testserver"
EVIL = "http://evil.example"
FOREIGN = (EVIL, "https://testserver", "http://testserver.evil.example", "http://testserver:81", "null")


def strict(client: Client) -> Client:
    """The same browser, of which a token is asked."""
    other = Client(enforce_csrf_checks=True)
    other.cookies = client.cookies
    return other


def everything() -> tuple[object, ...]:
    """All that a write could change: logs, seats, invitations, accounts, sessions."""
    return (
        heads(),
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


def check_all(client: Client, forms: list[Form], door: str) -> None:
    """door: a page with a form that every stranger sees."""
    before, foreign = everything(), InTurn(FOREIGN)
    token = token_of(client, "/new/")
    other = token_of(Client(), door)
    for form in forms:
        for url in addresses(form):
            pairs = fields(form)
            good = [*pairs, ("csrfmiddlewaretoken", token)]
            assert refused(send(client, url, pairs)), url
            assert refused(send(client, url, pairs, headers={"HX-Request": "true"})), url
            assert refused(send(client, url, [*pairs, ("csrfmiddlewaretoken", other)])), url
            for origin in foreign.take():
                assert refused(send(client, url, good, headers={"Origin": origin})), (url, origin)
            got = client.get(url, dict(good))
            assert got.status_code < 500, url
    assert everything() == before


def test_no_form_of_the_hot_seat_is_taken_without_token_or_from_elsewhere(open_pages: Recording, game: Played) -> None:
    forms = open_pages.forms("axis")
    assert len(forms) > 20
    check_all(strict(open_pages.looked_at("axis").client), forms, "/new/")


def test_no_form_of_a_club_is_taken_without_token_or_from_elsewhere(club_pages: ClubPages, two: Two) -> None:
    forms = club_pages.hers.forms("axis", "moderator")
    own = {form.action for form in forms}
    assert {"/logout/", "/me/password/", "/me/leave/", "/people/invite/", "/people/moderate/"} <= own
    assert {f"{two.hers.home}people/{act}/" for act in ("give", "end", "invite", "revoke", "keep")} <= own
    check_all(strict(two.hers.client), forms, "/login/")


def test_the_same_forms_are_taken_as_they_should_be(two: Two) -> None:
    """So it was the token that was missing: with it a seat is given and the session ends."""
    client = strict(two.hers.client)
    token = token_of(client, "/me/password/")
    ann = str(two.club.accounts["Ann"].actor.identity)
    give = [("submission", "a" * 32), ("person", ann), ("seat", "axis"), ("csrfmiddlewaretoken", token)]
    url = f"{two.hers.home}people/give/"
    assert send(client, url, give, headers={"Origin": OWN}).status_code == 302
    assert Seat.objects.held().filter(actor__name="Ann").count() == 2
    again = [("submission", "b" * 32), ("person", ann), ("seat", "allied")]
    assert send(client, url, again, headers={"X-CSRFToken": token, "Origin": OWN}).status_code == 302
    assert send(client, "/logout/", [("csrfmiddlewaretoken", token)], headers={"Origin": OWN}).status_code == 302
    assert client.get("/me/").status_code == 302


def test_the_login_itself_needs_a_token_of_this_browser(club: Club) -> None:
    """Else a foreign page could log a visitor in as somebody else, and read what he types."""
    club.account("Mallory")
    client = Client(enforce_csrf_checks=True)
    typed = [("username", "Mallory"), ("password", PASSWORD)]
    assert refused(send(client, "/login/", typed))
    token = token_of(client, "/login/")
    assert refused(send(client, "/login/", [*typed, ("csrfmiddlewaretoken", token)], headers={"Origin": EVIL}))
    assert not Session.objects.exists()
    assert send(client, "/login/", [*typed, ("csrfmiddlewaretoken", token)], headers={"Origin": OWN}).status_code == 302


def test_the_token_changes_with_the_login(club: Club) -> None:
    club.account("Alice")
    client = Client()
    client.get("/login/")
    before = client.cookies["navalassist_csrf"].value
    client.post("/login/", {"username": "Alice", "password": PASSWORD})
    assert client.cookies["navalassist_csrf"].value != before
