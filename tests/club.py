"""The club profile for tests: a folder's conftest imports the fixture by name (`from tests.club import club`).

def test_something(club: Club, campaign: Campaign) -> None:
    alice = club.person("Alice", axis=campaign)            # a Client that is logged in and holds the Axis seat
    umpire = club.person("Ursula", moderator=campaign)
    both = club.person("Bob", axis=campaign, allied=other)
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from django.contrib.auth.models import User
from django.test import Client, override_settings

from navalassist import profiles
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.play.people import accounts as people
from navalassist.play.people import seats
from navalassist.seats.models import ADMINISTRATOR, Account, Seat
from tests.in_hand import act

PASSWORD = "correct horse battery"
# Real hashing takes a third of a second each time, and is the subject of none but the tests that measure it.
FAST = ["django.contrib.auth.hashers.MD5PasswordHasher"]
NOBODY = people.NOBODY
T = TypeVar("T")


@dataclass
class Club:
    """People of a test's club."""

    accounts: dict[str, Account] = field(default_factory=dict)

    def account(self, name: str, *, administrator: bool = False) -> Account:
        """The account of this name, made where there is none."""
        if name not in self.accounts:
            self.accounts[name] = people.add(name, PASSWORD, administrator=administrator)
        return self.accounts[name]

    def person(self, name: str, *, administrator: bool = False, **held: Campaign) -> Client:
        """A client that is logged in as this person, who holds these seats: person("Alice", axis=campaign)."""
        account = self.account(name, administrator=administrator)
        for seat, campaign in held.items():
            self.seat(name, seat, campaign)
        return self.client(account.user)

    def seat(self, name: str, seat: str, campaign: Campaign) -> Seat:
        """Give a person a seat, in the right of an administrator."""
        return act(Viewer(campaign, ADMINISTRATOR, NOBODY), seats.give, self.account(name).actor, seat)

    def viewer(self, name: str, seat: str, campaign: Campaign) -> Viewer:
        """This person in that seat, as `access.at` would build it, but without a request."""
        actor = self.account(name).actor
        held = frozenset(Seat.objects.held().filter(campaign=campaign, actor=actor).values_list("seat", flat=True))
        return Viewer(campaign, seat, str(actor.identity), seats=held)

    def by(self, name: str, campaign: Campaign, change: Callable[..., T], *given: Any, seat: str = "moderator") -> T:
        """What this person does from a seat: `club.by("Ursula", campaign, seats.invite, "axis")`."""
        return act(self.viewer(name, seat, campaign), change, *given)

    def client(self, user: User | None = None, **options: Any) -> Client:
        """A browser: of a stranger, or of somebody who has logged in."""
        client = Client(**options)
        if user is not None:
            client.force_login(user, backend="navalassist.seats.backend.People")
        return client


def carry(client: Client, link: str) -> str:
    """Take the code of a link to its form, as the script or a person does; the address of the form."""
    kind, _, code = link.strip("/").partition("/#")
    client.post(f"/{kind}/", {"code": code})
    return f"/{kind}/open/"


def look_at(client: Client, link: str) -> Any:
    """The page that a link leads to."""
    return client.get(carry(client, link))


def accept(client: Client, link: str, fields: dict[str, str] | None = None) -> Any:
    """Send the form that a link leads to."""
    return client.post(carry(client, link), fields or {})


def club_settings(tls: bool = False) -> dict[str, Any]:
    """The settings of a club's server that differ from those of the tests."""
    return profiles.of(club=True, tls=tls) | {"PASSWORD_HASHERS": FAST}


@pytest.fixture
def club(db: None) -> Iterator[Club]:
    """The club profile is on while the test runs."""
    with override_settings(**club_settings()):
        yield Club()
