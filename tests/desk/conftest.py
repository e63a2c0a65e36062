"""Campaigns that the tests of the pages begin from."""

import pytest

from tests.begun import demo, great_war, med, war
from tests.club import club
from tests.desk.great_war import allied, central
from tests.desk.logbook_demo import contact, voyage
from tests.desk.on_board import board
from tests.mini.fixtures import campaign, little, mini

__all__ = ["allied", "board", "campaign", "central", "club", "contact", "demo", "great_war"]
__all__ += ["little", "med", "mini", "voyage", "war"]


@pytest.fixture(autouse=True)
def _all_pages_read_the_database(db: None) -> None:
    """The few tests here that fetch none begin a transaction for nothing."""
