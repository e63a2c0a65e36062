"""Every test of this folder starts from a shipped demo, or from the toy in the straits, with nothing but its pages."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from navalassist.campaigns.models import Campaign
from tests.begun import begin_demo, begin_duisburg, begin_lingayen, begin_tarigo, begin_war_demo, once
from tests.evenings.at_war import ended, met
from tests.evenings.evening import Evening
from tests.evenings.ships import until
from tests.in_hand import in_hand
from tests.straits import system as in_the_straits


@contextmanager
def opened(campaign: Campaign, beginning: str) -> Iterator[Evening]:
    """An evening at a copy of what was played to this beginning; at its end log and state agree."""
    with in_hand(campaign) as table:
        yield Evening(table.campaign, beginning)


@pytest.fixture
def mediterranean(db: None) -> Iterator[Evening]:
    """Europa's demo: Mediterranean and Red Sea, Mar I 41."""
    with opened(begin_demo(), "the Mediterranean") as evening:
        yield evening


@once
def _until_the_allies_sail() -> Campaign:
    """The same, played on to the Allied naval movement."""
    campaign = begin_demo()
    until(Evening(campaign), "Allied naval movement")
    return campaign


@pytest.fixture
def allies(db: None) -> Iterator[Evening]:
    """Europa's demo as the Allies sail: played once, and copied as the demo is."""
    with opened(_until_the_allies_sail(), "as the Allies sail") as evening:
        yield evening


@pytest.fixture
def great_war(db: None) -> Iterator[Evening]:
    """The Great War's: Aug 1914."""
    with opened(begin_war_demo(), "the Great War") as evening:
        yield evening


@once
def _met_off_scarborough() -> Campaign:
    campaign = begin_war_demo()
    met(Evening(campaign))
    return campaign


@pytest.fixture
def hunted(db: None) -> Iterator[Evening]:
    """The same as the Battle Cruiser Fleet has intercepted the Scouting Forces: played once, and copied as the demo."""
    with opened(_met_off_scarborough(), "off Scarborough") as evening:
        yield evening.tap("Action 1: ")


@once
def _war_after(steps: int) -> Campaign:
    campaign = begin_war_demo()
    ended(Evening(campaign), steps)
    return campaign


@pytest.fixture
def attrition(db: None) -> Iterator[Evening]:
    """The same in the Central Supply and attrition."""
    with opened(_war_after(2), "2 steps of the war") as evening:
        yield evening


@pytest.fixture
def allies_at_war(db: None) -> Iterator[Evening]:
    """The same in the Allied naval operations."""
    with opened(_war_after(3), "3 steps of the war") as evening:
        yield evening


@pytest.fixture
def quarter(db: None) -> Iterator[Evening]:
    """The same as the quarter closes, in the Allied Supply and attrition of September."""
    with opened(_war_after(11), "11 steps of the war") as evening:
        yield evening


@pytest.fixture
def tarigo(db: None) -> Iterator[Evening]:
    """Supermarina's battle of the Tarigo convoy, Apr I 41."""
    with opened(begin_tarigo(), "off Kerkennah") as evening:
        yield evening


@pytest.fixture
def duisburg(db: None) -> Iterator[Evening]:
    """Supermarina's convoy of the Duisburg, Nov I 41, in the Axis movement step of the fourth segment."""
    with opened(begin_duisburg(), "off Malta") as evening:
        yield evening


@pytest.fixture
def lingayen(db: None) -> Iterator[Evening]:
    """The theatre campaign's invasion of Luzon, Dec 41, as orders are written."""
    with opened(begin_lingayen(), "off Luzon") as evening:
        yield evening


@pytest.fixture
def straits(monkeypatch: pytest.MonkeyPatch, db: None) -> Iterator[Evening]:
    """The toy system in the straits, Jun 1901: what no shipped system uses yet begins there."""
    in_the_straits.install(monkeypatch.setitem)
    with opened(in_the_straits.begin(), "the straits") as evening:
        yield evening
