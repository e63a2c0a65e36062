"""P34: a club's pages carry the strict policy of all others, those before the login and those shown once too."""

from __future__ import annotations

import re

import pytest

from navalassist.seats.models import Seat
from tests.club import Club, carry
from tests.promises.http import ask
from tests.promises.recording import ClubPages, Two
from tests.promises.test_p34_policy import check

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P34"), pytest.mark.xdist_group("club pages")]


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
