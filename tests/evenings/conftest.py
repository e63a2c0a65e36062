"""Every test of this folder starts from a shipped demo, and has nothing but its pages."""

from collections.abc import Iterator

import pytest

from navalassist.campaigns.models import Campaign
from tests.begun import begin_demo, begin_war_demo, once
from tests.evenings.evening import Evening
from tests.evenings.ships import until
from tests.in_hand import in_hand


@pytest.fixture
def mediterranean(db: None) -> Iterator[Evening]:
    """Europa's demo: Mediterranean and Red Sea, Mar I 41."""
    with in_hand(begin_demo()) as table:
        yield Evening(table.campaign)


@once
def _until_the_allies_sail() -> Campaign:
    """The same, played on to the Allied naval movement."""
    campaign = begin_demo()
    until(Evening(campaign), "Allied naval movement")
    return campaign


@pytest.fixture
def allies(db: None) -> Iterator[Evening]:
    """Europa's demo as the Allies sail: played once, and copied as the demo is."""
    with in_hand(_until_the_allies_sail()) as table:
        yield Evening(table.campaign)


@pytest.fixture
def great_war(db: None) -> Iterator[Evening]:
    """The Great War's: Aug 1914."""
    with in_hand(begin_war_demo()) as table:
        yield Evening(table.campaign)
