"""Every test of this folder starts from a shipped demo, and has nothing but its pages."""

from collections.abc import Iterator

import pytest

from navalassist.campaigns.models import Campaign
from tests.begun import begin_demo, begin_war_demo, once
from tests.evenings.at_war import ended, met
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


@once
def _met_off_scarborough() -> Campaign:
    campaign = begin_war_demo()
    met(Evening(campaign))
    return campaign


@pytest.fixture
def hunted(db: None) -> Iterator[Evening]:
    """The same as the Battle Cruiser Fleet has intercepted the Scouting Forces: played once, and copied as the demo."""
    with in_hand(_met_off_scarborough()) as table:
        yield Evening(table.campaign).tap("Action 1: ")


@once
def _war_after(steps: int) -> Campaign:
    campaign = begin_war_demo()
    ended(Evening(campaign), steps)
    return campaign


@pytest.fixture
def attrition(db: None) -> Iterator[Evening]:
    """The same in the Central Supply and attrition."""
    with in_hand(_war_after(2)) as table:
        yield Evening(table.campaign)


@pytest.fixture
def allies_at_war(db: None) -> Iterator[Evening]:
    """The same in the Allied naval operations."""
    with in_hand(_war_after(3)) as table:
        yield Evening(table.campaign)


@pytest.fixture
def quarter(db: None) -> Iterator[Evening]:
    """The same as the quarter closes, in the Allied Supply and attrition of September."""
    with in_hand(_war_after(11)) as table:
        yield Evening(table.campaign)
