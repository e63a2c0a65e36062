import pytest

from tests.club import Club, club
from tests.mini.fixtures import campaign, mini, mini_book
from tests.promises.http import Played
from tests.promises.recording import ClubPages, Recording, Two, club_pages, open_pages
from tests.promises.tampering import played, story, wide

__all__ = ["campaign", "club", "club_pages", "mini", "mini_book", "open_pages", "played", "story", "wide"]


@pytest.fixture
def game(open_pages: Recording, db: None) -> Played:
    """The demo campaign after a little of everything, as the recorded pages show it."""
    return open_pages.game()


@pytest.fixture
def two(club_pages: ClubPages, club: Club) -> Two:
    """A club of two campaigns, as the recorded pages show it."""
    return club_pages.two(club)
