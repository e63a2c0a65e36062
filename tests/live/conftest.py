"""The club profile, on a database that threads see."""

from collections.abc import Iterator

import pytest
from django.test import override_settings

from navalassist.campaigns.models import Campaign
from navalassist.systems.europa.setup import begin_demo
from tests.club import Club, club_settings


@pytest.fixture
def club(transactional_db: None) -> Iterator[Club]:
    """The club profile, with rows that are committed: streams read them in threads of their own."""
    with override_settings(**club_settings()):
        yield Club()


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    """The demo campaign."""
    return begin_demo()
