"""P34: a club's pages carry the strict policy of all others, those before the login and those shown once too."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from navalassist.seats.models import Seat
from tests.club import Club, carry, club
from tests.promises.http import Played, ask, play
from tests.promises.test_p34_policy import check

__all__ = ["club"]
pytestmark = [pytest.mark.django_db, pytest.mark.promise("P34")]
OF_A_KIND = 2


@pytest.fixture
def game(db: None, request: pytest.FixtureRequest) -> Played:
    """A played campaign in a club, as its moderator, who looks after the club too, sees it."""
    made = play(Client())
    people: Club = request.getfixturevalue("club")
    seats = dict.fromkeys(("axis", "allied", "moderator"), made.campaign)
    made.client = people.person("Ursula", administrator=True, **seats)
    people.person("Bob", observer=made.campaign)
    return made


def test_every_page_of_a_club(game: Played) -> None:
    seen = set()
    for answer in game.crawl("moderator", OF_A_KIND):
        check(answer)
        seen.add(answer.url)
    assert {"/", "/me/", "/me/password/", "/me/leave/", "/people/", f"{game.home}people/"} <= seen


def test_the_pages_before_the_login(game: Played, club: Club) -> None:
    stranger = club.client()
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
    check(ask(stranger, game.home))
    check(ask(stranger, "/people/"))


def test_the_pages_that_are_shown_once_and_what_they_lead_to(game: Played, club: Club) -> None:
    people = f"{game.home}people/"
    bob = str(club.accounts["Bob"].actor.identity)
    tenure = str(Seat.objects.held().filter(seat="axis").get().pk)
    for url, fields in (
        (f"{people}invite/", {"seat": "axis"}),
        (f"{people}invite/", {"tenure": tenure}),
        (f"{people}reset/", {"person": bob}),
        ("/people/invite/", {"kind": "member"}),
        (f"/people/{bob}/reset/", {}),
        (f"/people/{bob}/remove/", {}),
    ):
        answer = ask(game.client, url, "get" if url.endswith("remove/") else "post", data=fields)
        assert answer.response.status_code == 200, url
        check(answer)
        if link := re.search(r"/(?:join|reset)/#[\w.=-]+", answer.text):
            visitor = club.client()
            check(ask(visitor, carry(visitor, link[0])))


def test_the_page_of_the_locked_out(club: Club) -> None:
    for _ in range(9):
        answer = ask(club.client(), "/login/", "post", data={"username": "Nemo", "password": "wrong"})
    assert answer.response.status_code == 429
    check(answer)
