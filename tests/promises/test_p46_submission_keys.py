"""P46: every write has a submission key. Without one, or with one that no page gave out, a form is refused in words."""

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from tests.counts import TRIES, InTurn
from tests.promises.http import Played, ask, forms_of, heads, send
from tests.promises.pages import Form, masked
from tests.promises.recording import Recording, Two

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P46")]
KEY = "submission"
GOOD = "0123456789abcdef" * 2
NO_KEYS = ("", "\0", f"{GOOD[:16]}\0{GOOD[16:]}", "a" * 41, GOOD + "%", "ключ" * 8)
# What only looks, or keeps what one is typing: it changes no campaign, and another tap does no harm.
LOOKS = ("/look/", "/draft/", "/what-if/", "/colleague/", "/since/preview/")
# What is changed of accounts and of one's own view: a second tap finds it done.
OWN = ("/seat/", "/pass/", "/keys/", "/looked/", "/bookmark/", "/logout/", "/me/")
# They make a campaign once by what is sent: the demo that is not there yet, the archive that was looked at.
DOORS = ("/import/", "/new/demo/")
ACCOUNTS = ("/people/invite/", "/people/revoke/", "/reset/", "/close/", "/promote/", "/remove/")


def sendings(forms: list[Form]) -> list[tuple[str, Form]]:
    """Each form that writes, with the address of each of its buttons."""
    found = dict.fromkeys((url, form) for form in forms for url, _ in form.sendings())
    return [(url, form) for url, form in found if not masked(url).endswith(LOOKS)]


def check(client: Client, forms: list[tuple[str, Form]]) -> None:
    before, no_keys = heads(), InTurn(NO_KEYS)
    for url, form in forms:
        pairs = [pair for pair in form.values() if pair[0] != KEY]
        for key in no_keys.take(TRIES):
            answer = send(client, url, [*pairs, (KEY, key)])
            assert answer.status_code == 422, (url, key, answer.status_code)
        answer = send(client, url, pairs)
        assert answer.status_code == 422, (url, answer.status_code)
    assert heads() == before


def test_every_form_of_a_campaign_has_a_key_and_is_refused_without_it(open_pages: Recording, game: Played) -> None:
    known: set[str] = set()
    for seat in ("axis", "moderator"):
        forms = [(url, form) for url, form in sendings(open_pages.forms(seat)) if masked(url) not in known]
        writes = [(url, form) for url, form in forms if not masked(url).endswith(OWN) and not url.startswith(DOORS)]
        without = {masked(url) for url, form in writes if KEY not in dict(form.values())}
        assert without == set(), "these forms carry no key"
        check(open_pages.looked_at(seat).client, writes)
        known |= {masked(url) for url, _ in writes}
    assert len(known) > 25


def test_so_has_every_form_of_a_club_that_writes_to_a_campaign(two: Two) -> None:
    client, home = two.hers.client, two.hers.home
    forms = forms_of(ask(client, url) for url in (f"{home}people/", "/people/"))
    writes = [(form.action, form) for form in forms if not masked(form.action).endswith((*OWN, *ACCOUNTS))]
    writes += [(form.action, form) for form in forms if form.action.endswith(f"{home}people/invite/")]
    assert {masked(url).rsplit("/", 2)[1] for url, _ in writes} >= {"moderate", "give", "end", "invite", "keep"}
    check(client, writes)


def test_the_key_of_somebody_elses_form_is_refused(two: Two) -> None:
    game, alice = two.hers, two.hers.client
    bob = two.club.person("Bob", axis=game.campaign)
    row = {"side": "axis", "sails": "3 RP", "on": "NTs", "origin": "taranto", "destination": "durazzo", KEY: GOOD}
    assert alice.post(f"{game.board}row/", row).status_code == 302
    before = Entry.objects.count()
    answer = bob.post(f"{game.board}row/", {**row, "sails": "4 RP"})
    assert answer.status_code == 422
    assert "load the page again" in answer.content.decode()
    assert Entry.objects.count() == before
