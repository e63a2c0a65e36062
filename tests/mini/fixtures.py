"""Fixtures of the miniature system; a folder's conftest imports them by name."""

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import REGISTER, Book
from navalassist.play.systems import SYSTEMS
from tables import parse
from tests.mini import PROCEDURES, texts
from tests.mini.system import MINI, begin


@pytest.fixture
def mini(monkeypatch: pytest.MonkeyPatch) -> None:
    """The miniature system, registered for this test."""
    for slug, procedure in PROCEDURES.items():
        monkeypatch.setitem(REGISTER, slug, procedure)
    monkeypatch.setitem(SYSTEMS, "mini", MINI)


@pytest.fixture
def campaign(mini: None, db: None) -> Campaign:
    """A new campaign in the miniature system."""
    return begin()


@pytest.fixture
def mini_book() -> Book:
    """The miniature system's tables, rulings at their defaults."""
    return Book({slug: parse(text.encode(), slug) for slug, text in texts.ALL.items()})
