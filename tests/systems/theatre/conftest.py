"""The campaigns that the tests of the theatre campaign begin from."""

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.systems.theatre.setup import begin_lingayen


@pytest.fixture
def lingayen(db: None) -> Campaign:
    """The invasion of Luzon, as both sides write their orders."""
    return begin_lingayen()
