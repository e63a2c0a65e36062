"""The campaign that the tests of the Great War begin from."""

from collections.abc import Iterator

import pytest

from tests.begun import begin_war_demo
from tests.in_hand import in_hand
from tests.systems.storm_of_steel.acting import War, charted

__all__ = ["charted"]


@pytest.fixture
def great_war(db: None) -> Iterator[War]:
    """Its demo, Aug 1914."""
    with in_hand(begin_war_demo(), War) as table:
        yield table


@pytest.fixture
def demo(great_war: War) -> War:
    return great_war
