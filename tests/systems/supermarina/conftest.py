"""The campaigns that the tests of Supermarina begin from."""

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.systems.supermarina.setup import begin_duisburg, begin_tarigo


@pytest.fixture
def tarigo(db: None) -> Campaign:
    """The battle of the Tarigo convoy, before the Axis answers."""
    return begin_tarigo()


@pytest.fixture
def duisburg(db: None) -> Campaign:
    """The Duisburg convoy at sea."""
    return begin_duisburg()
