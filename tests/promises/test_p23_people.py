"""P23: each change of who may do what, and each login, is an entry with who acted and in which right."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.http import HttpResponse
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play.checks.verify import check_campaign
from navalassist.play.storage.bodies import whole_body
from navalassist.seats.models import Invitation, Seat
from tests.club import PASSWORD, Club, accept

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P23")]


@dataclass
class Evening:
    """Ursula moderates, Alice plays the Axis, Bob looks on, Root looks after the club; Nina is to come."""

    campaign: Campaign
    club: Club
    clients: dict[str, Client]

    @property
    def people(self) -> str:
        return f"/c/{self.campaign.slug}/people/"

    def identity(self, name: str) -> str:
        return str(self.club.accounts[name].actor.identity)

    def tenure(self, name: str) -> str:
        return str(Seat.objects.held().get(campaign=self.campaign, actor__name=name).pk)

    def post(self, who: str, url: str, **fields: str) -> HttpResponse:
        return self.clients[who].post(url if url.startswith("/") else self.people + url, fields)

    def invited(self, who: str = "Ursula", **fields: str) -> str:
        found = re.search(r"/join/#[0-9A-Z-]{19}", self.post(who, "invite/", **fields).content.decode())
        assert found is not None
        return found[0]


@pytest.fixture
def evening(club: Club, campaign: Campaign) -> Evening:
    clients = {
        "Ursula": club.person("Ursula", moderator=campaign),
        "Alice": club.person("Alice", axis=campaign),
        "Bob": club.person("Bob", observer=campaign),
        "Root": club.person("Root", administrator=True),
        "Nina": club.person("Nina"),
    }
    return Evening(campaign, club, clients)


Act = Callable[[Evening], object]


def revoke(e: Evening) -> None:
    e.invited(seat="axis")
    e.post("Ursula", "revoke/", invitation=str(Invitation.objects.get().pk))


# What is done; then for each entry of it: act, chain, who acted, in which right, from which seat, about whom.
MATRIX: dict[str, tuple[Act, list[tuple[str, str, str, str, str, str]]]] = {
    "a moderator gives a seat": (
        lambda e: e.post("Ursula", "give/", person=e.identity("Alice"), seat="allied"),
        [("seat.give", "public", "Ursula", "moderator", "moderator", "Alice")],
    ),
    "a moderator ends a seat": (
        lambda e: e.post("Ursula", "end/", tenure=e.tenure("Alice")),
        [("seat.end", "public", "Ursula", "moderator", "moderator", "Alice")],
    ),
    "a person leaves": (
        lambda e: e.post("Alice", "end/", tenure=e.tenure("Alice")),
        [("seat.end", "public", "Alice", "axis", "axis", "Alice")],
    ),
    "a person hands over": (
        lambda e: e.post("Alice", "hand-over/", tenure=e.tenure("Alice"), person=e.identity("Bob")),
        [("seat.hand-over", "public", "Alice", "axis", "axis", "Bob")],
    ),
    "an invitation is made": (
        lambda e: e.invited(seat="allied"),
        [("invite.make", "public", "Ursula", "moderator", "moderator", "")],
    ),
    "an invitation is taken back": (
        revoke,
        [
            ("invite.make", "public", "Ursula", "moderator", "moderator", ""),
            ("invite.revoke", "public", "Ursula", "moderator", "moderator", ""),
        ],
    ),
    "an invitation is used": (
        lambda e: accept(e.clients["Nina"], e.invited(seat="allied")),
        [
            ("invite.make", "public", "Ursula", "moderator", "moderator", ""),
            ("invite.use", "public", "Nina", "allied", "allied", ""),
            ("seat.give", "public", "Nina", "allied", "allied", "Nina"),
        ],
    ),
    "a seat is handed over by a link": (
        lambda e: accept(e.clients["Nina"], e.invited("Alice", tenure=e.tenure("Alice"))),
        [
            ("invite.make", "public", "Alice", "axis", "axis", ""),
            ("invite.use", "public", "Nina", "axis", "axis", ""),
            ("seat.hand-over", "public", "Nina", "axis", "axis", "Nina"),
        ],
    ),
    "a login": (
        lambda e: Client().post("/login/", {"username": "Alice", "password": PASSWORD}),
        [("person.login", "moderator", "Alice", "axis", "axis", "Alice")],
    ),
    "a moderator makes a link to a password": (
        lambda e: e.post("Ursula", "reset/", person=e.identity("Alice")),
        [("person.reset", "public", "Ursula", "moderator", "moderator", "Alice")],
    ),
    "the administrator makes a link to a password": (
        lambda e: e.post("Root", f"/people/{e.identity('Alice')}/reset/"),
        [("person.reset", "public", "Root", "administrator", "administrator", "Alice")],
    ),
    "the administrator names a moderator": (
        lambda e: e.post("Root", "/people/moderate/", campaign=str(e.campaign.identity), person=e.identity("Root")),
        [("seat.give", "public", "Root", "administrator", "administrator", "Root")],
    ),
    "the administrator closes an account": (
        lambda e: e.post("Root", f"/people/{e.identity('Alice')}/close/", do="close"),
        [("person.stop", "public", "Root", "administrator", "administrator", "Alice")],
    ),
    "the administrator opens it again": (
        lambda e: e.post("Root", f"/people/{e.identity('Alice')}/close/", do="open"),
        [("person.resume", "public", "Root", "administrator", "administrator", "Alice")],
    ),
    "the administrator makes another": (
        lambda e: e.post("Root", f"/people/{e.identity('Alice')}/promote/"),
        [("person.promote", "public", "Root", "administrator", "administrator", "Alice")],
    ),
    "the administrator deletes a person": (
        lambda e: e.post("Root", f"/people/{e.identity('Alice')}/remove/"),
        [("seat.end", "public", "Root", "administrator", "administrator", "Alice")],
    ),
    "a person deletes himself": (
        lambda e: e.post("Alice", "/me/leave/", old=PASSWORD),
        [("seat.end", "public", "Alice", "axis", "axis", "Alice")],
    ),
    "the set-up is kept for the moderator": (
        lambda e: e.post("Ursula", "keep/", keep="moderator"),
        [("set-up.keep", "public", "Ursula", "moderator", "moderator", "")],
    ),
}


@pytest.mark.parametrize("what", MATRIX)
def test_what_is_done_is_an_entry(evening: Evening, what: str) -> None:
    act, expected = MATRIX[what]
    names = {str(account.actor.identity): name for name, account in evening.club.accounts.items()}
    before = Entry.objects.filter(campaign=evening.campaign).count()
    act(evening)
    entries = Entry.objects.filter(campaign=evening.campaign).order_by("id")[before:]
    found = []
    for entry in entries:
        record, body = entry.record, whole_body(entry)
        who, about = names[record["actor"]], names.get(body.get("person", ""), "")
        found.append((body["act"], entry.chain, who, entry.seat, record["tapped_at"], about))
        assert not any(name in entry.content for name in names.values()), "a name stands in the log"
    assert found == expected
    assert check_campaign(evening.campaign).sound


def test_what_is_refused_is_no_entry(evening: Evening) -> None:
    before = Entry.objects.count()
    for who, url, fields in (
        ("Alice", "give/", {"person": evening.identity("Bob"), "seat": "allied"}),
        ("Bob", "invite/", {"seat": "axis"}),
        ("Alice", "keep/", {"keep": "moderator"}),
        ("Ursula", "end/", {"tenure": evening.tenure("Ursula")}),
        ("Alice", f"/people/{evening.identity('Bob')}/close/", {"do": "close"}),
        ("Nina", "give/", {"person": evening.identity("Nina"), "seat": "moderator"}),
    ):
        assert evening.post(who, url, **fields).status_code in (403, 404, 409)
    Client().post("/login/", {"username": "Alice", "password": "wrong"})
    assert Entry.objects.count() == before
