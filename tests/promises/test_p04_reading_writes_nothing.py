"""P4: refresh, back, prefetch, HEAD and GET never roll and never write."""

from collections import Counter
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from tests.promises.http import SEATS, Answer, Played, ask, play, tables
from tests.promises.pages import masked

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P4")]
# What a browser sends with a page that it fetches before anybody asked for it.
AHEAD = {"Purpose": "prefetch", "Sec-Purpose": "prefetch;prerender", "X-Moz": "prefetch"}
# From the first seat every page is read; from the others, and in the other ways, so many of a kind.
OF_A_KIND = 3


@pytest.fixture
def game() -> Played:
    return play(Client())


class Watch:
    """What must not change while pages are read: every row of every table, every head, and what the database wrote."""

    def __init__(self, game: Played) -> None:
        self.before = tables(), game.heads()
        self.writes: list[str] = []

    def __call__(self, execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        if sql.lstrip().partition(" ")[0].upper() not in ("SELECT", "PRAGMA", "SAVEPOINT", "RELEASE"):
            self.writes.append(sql)
        return execute(sql, params, many, context)

    def assert_untouched(self, game: Played) -> None:
        assert self.writes == []
        assert (tables(), game.heads()) == self.before


@pytest.fixture
def watch(game: Played) -> Iterator[Watch]:
    found = Watch(game)
    with connection.execute_wrapper(found):
        yield found


def again(game: Played, answers: list[Answer]) -> int:
    """Refresh, prefetch and HEAD of pages that were read already; how many requests that made."""
    kinds: Counter[str] = Counter()
    asked = 0
    for answer in answers:
        kinds[masked(answer.url)] += 1
        if kinds[masked(answer.url)] > OF_A_KIND:
            continue
        for method, headers in (
            ("get", {}),
            ("get", AHEAD),
            ("head", {}),
            ("head", AHEAD),
            ("get", {"HX-Request": "true"}),
        ):
            response = getattr(game.client, method)(answer.url, headers=headers)
            assert response.status_code == answer.response.status_code, (method, answer.url)
            assert method == "get" or response.content == b""
            asked += 1
    return asked


@pytest.mark.parametrize("seat", SEATS)
def test_reading_every_page_in_every_way_writes_nothing(game: Played, watch: Watch, seat: str) -> None:
    answers = list(game.crawl(seat, OF_A_KIND if seat != SEATS[0] else 4000))
    assert len(answers) > (50 if seat != SEATS[0] else 250)
    assert {answer.response.status_code for answer in answers} == {200}
    assert again(game, answers) > 150
    watch.assert_untouched(game)


def test_reading_gives_only_the_two_cookies_that_a_form_needs(game: Played) -> None:
    game.client = Client()
    for answer in game.crawl(of_a_kind=OF_A_KIND):
        assert set(answer.response.cookies) <= {settings.CSRF_COOKIE_NAME}, answer.url
    assert set(game.client.cookies) == {settings.CSRF_COOKIE_NAME}
    game.client.post(f"{game.home}seat/", {"seat": "allied"})
    assert set(game.client.cookies) == {settings.CSRF_COOKIE_NAME, settings.SESSION_COOKIE_NAME}


def test_an_address_that_writes_refuses_to_be_read(game: Played, watch: Watch) -> None:
    """A GET or HEAD of any form's address is that address's page, or 405 with what it allows; it is never an act."""
    addresses = {
        url
        for answer in game.crawl("moderator", OF_A_KIND)
        if answer.page
        for form in answer.page.forms()
        if form.method == "post"
        for url, _ in form.sendings()
    }
    assert len(addresses) > 30
    for url in sorted(addresses):
        for method in ("get", "head"):
            response = getattr(game.client, method)(url, headers=AHEAD)
            assert response.status_code in (200, 405), url
            assert response.status_code == 200 or response["Allow"] == "POST", url
    watch.assert_untouched(game)


def test_the_back_button_after_a_roll_shows_what_was_rolled(game: Played) -> None:
    read_out = next(url for url in reversed(game.seen) if "/rolled/" in url)
    with connection.execute_wrapper(watch := Watch(game)):
        first, second = (ask(game.client, read_out).page for _ in range(2))
    assert first is not None
    assert second is not None
    assert first.dice == second.dice != []
    watch.assert_untouched(game)
