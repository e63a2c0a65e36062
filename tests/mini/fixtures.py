"""Fixtures of the miniature system; a folder's conftest imports them by name."""

from collections.abc import Iterator

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import REGISTER, Book
from navalassist.play.systems import SYSTEMS
from tables import parse
from tests.in_hand import InHand, in_hand
from tests.mini import PROCEDURES, texts
from tests.mini.system import MINI, begin


@pytest.fixture
def mini(monkeypatch: pytest.MonkeyPatch) -> None:
    """The miniature system, registered for this test."""
    for slug, procedure in PROCEDURES.items():
        monkeypatch.setitem(REGISTER, slug, procedure)
    monkeypatch.setitem(SYSTEMS, "mini", MINI)


@pytest.fixture
def little(mini: None, db: None) -> Iterator[InHand]:
    """A new campaign in the miniature system; log and state agree at the end."""
    with in_hand(begin()) as table:
        yield table
        table.campaign.refresh_from_db()


@pytest.fixture
def campaign(little: InHand) -> Campaign:
    """The same without a hand on it."""
    return little.campaign


@pytest.fixture
def mini_book() -> Book:
    """The miniature system's tables, rulings at their defaults."""
    return Book({slug: parse(text.encode(), slug) for slug, text in texts.ALL.items()})
