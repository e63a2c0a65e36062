import pytest

from tests.club import Club, club
from tests.mini.fixtures import campaign, little, mini, mini_book
from tests.promises.closed import closed_pages
from tests.promises.http import Played
from tests.promises.recording import ClubPages, Recording, Two, club_pages, open_pages
from tests.promises.tampering import played, story, wide

__all__ = ["campaign", "closed_pages", "club", "club_pages", "little", "mini", "mini_book", "open_pages", "played"]
__all__ += ["story", "wide"]

RECORDINGS = ("open_pages", "club_pages", "closed_pages")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whoever judges a recording goes to the worker that has it, or each would make its own."""
    for item in items:
        for name in RECORDINGS:
            if name in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.xdist_group(name))


@pytest.fixture
def game(open_pages: Recording, db: None) -> Played:
    """The demo campaign after a little of everything, as the recorded pages show it."""
    return open_pages.game()


@pytest.fixture
def two(club_pages: ClubPages, club: Club) -> Two:
    """A club of two campaigns, as the recorded pages show it."""
    return club_pages.two(club)
