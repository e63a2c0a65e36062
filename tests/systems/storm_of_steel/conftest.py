"""The campaign that the tests of the Great War begin from."""

import pytest

from tests.in_hand import InHand
from tests.systems.storm_of_steel.acting import charted

__all__ = ["charted"]


@pytest.fixture
def demo(great_war: InHand) -> InHand:
    """Its demo, Aug 1914."""
    return great_war
