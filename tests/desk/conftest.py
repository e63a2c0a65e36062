"""Campaigns that the tests of the pages begin from."""

from collections.abc import Iterator

import pytest

from tests.begun import demo, great_war, med, war
from tests.club import club
from tests.desk.great_war import allied, central
from tests.desk.logbook_demo import contact, voyage
from tests.desk.on_board import board
from tests.in_hand import InHand, in_hand
from tests.mini.fixtures import campaign, mini
from tests.mini.system import begin as begin_little

__all__ = ["allied", "board", "campaign", "central", "club", "contact", "demo", "great_war", "med", "mini"]
__all__ += ["voyage", "war"]


@pytest.fixture(autouse=True)
def _all_pages_read_the_database(db: None) -> None:
    """The few tests here that fetch none begin a transaction for nothing."""


@pytest.fixture
def little(mini: None, db: None) -> Iterator[InHand]:
    """A campaign of the miniature system."""
    with in_hand(begin_little()) as table:
        yield table
