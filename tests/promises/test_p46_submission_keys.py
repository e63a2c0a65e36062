"""P46: every write has a submission key. Without one, or with one that no page gave out, a form is refused in words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from navalassist.auditlog.models import Chain, Entry
from navalassist.play import state as states
from tests.club import Club, club
from tests.promises.http import Played, ask, play, send
from tests.promises.pages import Form, masked

__all__ = ["club"]
pytestmark = [pytest.mark.django_db, pytest.mark.promise("P46")]
KEY = "submission"
GOOD = "0123456789abcdef" * 2
NO_KEYS = ["", "\0", f"{GOOD[:16]}\0{GOOD[16:]}", "a" * 41, GOOD + "%", "ключ" * 8]
# What only looks, or keeps what one is typing: it changes no campaign, and another tap does no harm.
LOOKS = ("/look/", "/draft/", "/what-if/", "/colleague/")
# What is changed of accounts and of one's own view: a second tap finds it done.
OWN = ("/seat/", "/pass/", "/keys/", "/looked/", "/bookmark/", "/logout/", "/me/")
# They make a campaign once by what is sent: the demo that is not there yet, the archive that was looked at.
DOORS = ("/import/", "/new/demo/")
ACCOUNTS = ("/people/invite/", "/people/revoke/", "/reset/", "/close/", "/promote/", "/remove/")


@pytest.fixture
def game(db: None) -> Iterator[Played]:
    states.forget()
    yield play(Client())
    states.forget()


def forms_of(game: Played, *seats: str) -> list[tuple[str, Form]]:
    """One form of every shape that writes, and the address of each of its buttons."""
    found: dict[tuple[str, object], Form] = {}
    for seat in seats:
        for answer in game.crawl(seat, 1):
            for form in answer.page.forms() if answer.page else ():
                if form.method == "post":
                    found.update({(url, form.shape): form for url, _ in form.sendings()})
    return [(url, form) for (url, _), form in found.items() if not masked(url).endswith(LOOKS)]


def heads() -> list[tuple[int, str, str]]:
    return sorted(Chain.objects.values_list("campaign", "audience", "head"))


def check(client: Client, forms: list[tuple[str, Form]]) -> None:
    before = heads()
    for url, form in forms:
        pairs = [pair for pair in form.values() if pair[0] != KEY]
        for key in NO_KEYS:
            answer = send(client, url, [*pairs, (KEY, key)])
            assert answer.status_code == 422, (url, key, answer.status_code)
        answer = send(client, url, pairs)
        assert answer.status_code == 422, (url, answer.status_code)
    assert heads() == before


def test_every_form_of_a_campaign_has_a_key_and_is_refused_without_it(game: Played) -> None:
    forms = forms_of(game, "axis", "moderator")
    writes = [(url, form) for url, form in forms if not masked(url).endswith(OWN) and not url.startswith(DOORS)]
    without = {masked(url) for url, form in writes if KEY not in dict(form.values())}
    assert without == set(), "these forms carry no key"
    assert len({masked(url) for url, _ in writes}) > 25
    check(game.client, writes)


def test_so_has_every_form_of_a_club_that_writes_to_a_campaign(game: Played, club: Club) -> None:
    seats = dict.fromkeys(("axis", "allied", "moderator"), game.campaign)
    game.client = club.person("Alice", administrator=True, **seats)
    club.person("Bob", observer=game.campaign)
    game.client.post(f"{game.home}people/invite/", {"seat": "axis"})
    pages = [f"{game.home}people/", "/people/"]
    forms = [form for url in pages for form in page_forms(game.client, url)]
    writes = [(form.action, form) for form in forms if not masked(form.action).endswith((*OWN, *ACCOUNTS))]
    writes += [(form.action, form) for form in forms if form.action.endswith(f"{game.home}people/invite/")]
    assert {masked(url).rsplit("/", 2)[1] for url, _ in writes} >= {"moderate", "give", "end", "invite", "keep"}
    check(game.client, writes)


def page_forms(client: Client, url: str) -> list[Form]:
    page = ask(client, url).page
    assert page is not None
    return [form for form in page.forms() if form.method == "post"]


def test_the_key_of_somebody_elses_form_is_refused(game: Played, club: Club) -> None:
    alice = club.person("Alice", moderator=game.campaign)
    bob = club.person("Bob", axis=game.campaign)
    row = {"side": "axis", "sails": "3 RP", "on": "NTs", "origin": "taranto", "destination": "durazzo", KEY: GOOD}
    assert alice.post(f"{game.board}row/", row).status_code == 302
    before = Entry.objects.count()
    answer = bob.post(f"{game.board}row/", {**row, "sails": "4 RP"})
    assert answer.status_code == 422
    assert "load the page again" in answer.content.decode()
    assert Entry.objects.count() == before
