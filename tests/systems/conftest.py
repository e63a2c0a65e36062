"""Campaigns that the tests of the rule systems begin from."""

import pytest

from navalassist.campaigns.models import Campaign
from tests.begun import demo, great_war, med
from tests.in_hand import InHand
from tests.systems.europa.board import clear

__all__ = ["demo", "great_war", "med"]


@pytest.fixture
def campaign(demo: InHand) -> Campaign:
    """Europa's demo: a row of each side waits on its board."""
    return demo.campaign


@pytest.fixture
def empty(campaign: Campaign) -> Campaign:
    """The same with an empty board."""
    clear(campaign)
    return campaign
