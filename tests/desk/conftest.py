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
def _database(db: None) -> None:
    """All pages read it; a module whose tests must not says so by a fixture of this name."""
