"""Campaigns that the tests of the pages begin from."""

from collections.abc import Iterator

import pytest

from tests.begun import begin, begin_demo, begin_war, begin_war_demo
from tests.club import club
from tests.in_hand import InHand, in_hand
from tests.mini.fixtures import mini
from tests.mini.system import begin as begin_little

__all__ = ["club", "mini"]


@pytest.fixture
def demo(db: None) -> Iterator[InHand]:
    """Europa's demo: Mediterranean and Red Sea, Mar I 41, Malta at 10, with fleets and two rows on the board."""
    with in_hand(begin_demo()) as table:
        yield table


@pytest.fixture
def med(db: None) -> Iterator[InHand]:
    """A campaign without fleets in Mar I 41, Axis naval movement, Malta at 10."""
    with in_hand(begin("Med", malta=10, slug="med")) as table:
        yield table


@pytest.fixture
def war(db: None) -> Iterator[InHand]:
    """The Great War in Aug 1914, with the fleets of its demo."""
    with in_hand(begin_war("War", slug="war", demo=True)) as table:
        yield table


@pytest.fixture
def great_war(db: None) -> Iterator[InHand]:
    """The demo of the Great War, Aug 1914."""
    with in_hand(begin_war_demo()) as table:
        yield table


@pytest.fixture
def little(mini: None, db: None) -> Iterator[InHand]:
    """A campaign of the miniature system."""
    with in_hand(begin_little()) as table:
        yield table
