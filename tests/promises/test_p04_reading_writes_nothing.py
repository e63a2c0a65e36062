"""P4: refresh, back, prefetch, HEAD and GET never roll and never write."""

from collections import Counter

import pytest
from django.conf import settings
from django.test import Client

from tests.counts import PAGES_AGAIN, InTurn
from tests.promises.http import SEATS, Answer, Played, ask
from tests.promises.pages import masked
from tests.promises.recording import Recording, watched

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P4")]
# What a browser sends with a page that it fetches before anybody asked for it.
AHEAD = {"Purpose": "prefetch", "Sec-Purpose": "prefetch;prerender", "X-Moz": "prefetch"}
WAYS: list[tuple[str, dict[str, str]]] = [
    ("get", {}),
    ("get", AHEAD),
    ("head", {}),
    ("head", AHEAD),
    ("get", {"HX-Request": "true"}),
]


def again(game: Played, answers: list[Answer]) -> int:
    """Refresh, prefetch and HEAD of pages that were read already; how many requests that made."""
    kinds: Counter[str] = Counter()
    ways, asked = InTurn(WAYS), 0
    for answer in answers:
        kinds[masked(answer.url)] += 1
        if kinds[masked(answer.url)] > PAGES_AGAIN:
            continue
        for method, headers in ways.take():
            response = getattr(game.client, method)(answer.url, headers=headers)
            assert response.status_code == answer.response.status_code, (method, answer.url)
            assert method == "get" or response.content == b""
            asked += 1
    return asked


def test_reading_every_page_writes_nothing(open_pages: Recording) -> None:
    """Whoever recorded them looked at every row of every table, at every head, and at what the database was told."""
    assert open_pages.changes == []
    assert len(open_pages.pages["axis"]) > 150
    for seat, answers in open_pages.pages.items():
        assert len(answers) > 50, seat
        assert {answer.response.status_code for answer in answers} == {200}, seat


@pytest.mark.parametrize("seat", SEATS)
def test_nor_does_reading_them_in_any_other_way(open_pages: Recording, game: Played, seat: str) -> None:
    game = open_pages.looked_at(seat)
    with watched(game):
        assert again(game, open_pages.pages[seat]) > 100


def test_reading_gives_only_the_two_cookies_that_a_form_needs(game: Played) -> None:
    game.client = Client()
    for answer in game.crawl(of_a_kind=1):
        assert set(answer.response.cookies) <= {settings.CSRF_COOKIE_NAME}, answer.url
    assert set(game.client.cookies) == {settings.CSRF_COOKIE_NAME}
    game.client.post(f"{game.home}seat/", {"seat": "allied"})
    assert set(game.client.cookies) == {settings.CSRF_COOKIE_NAME, settings.SESSION_COOKIE_NAME}


def test_an_address_that_writes_refuses_to_be_read(open_pages: Recording, game: Played) -> None:
    """A GET or HEAD of any form's address is that address's page, or 405 with what it allows; it is never an act."""
    pages = [answer.page for answer in open_pages.pages["moderator"] if answer.page]
    forms = [form for page in pages for form in page.forms() if form.method == "post"]
    addresses = {url for form in forms for url, _ in form.sendings()}
    assert len(addresses) > 30
    game, methods = open_pages.looked_at("moderator"), InTurn(["get", "head"])
    with watched(game):
        for url in sorted(addresses):
            for method in methods.take():
                response = getattr(game.client, method)(url, headers=AHEAD)
                assert response.status_code in (200, 405), url
                assert response.status_code == 200 or response["Allow"] == "POST", url


def test_the_back_button_after_a_roll_shows_what_was_rolled(game: Played) -> None:
    read_out = next(url for url in reversed(game.seen) if "/rolled/" in url)
    with watched(game):
        first, second = (ask(game.client, read_out).page for _ in range(2))
    assert first is not None
    assert second is not None
    assert first.dice == second.dice != []
