"""The pages of a campaign of the Great War, used as its two sides do."""

import pytest

from tests.club import Club
from tests.in_hand import InHand

SQUADRON = {"side": "allied", "name": "6th Squadron", "nation": "british", "kind": "bb", "place": "fleet:grand-fleet"}


@pytest.fixture
def allied(war: InHand) -> InHand:
    """The Allied seat."""
    return war.at("allied")


@pytest.fixture
def central(war: InHand) -> InHand:
    """The Central seat."""
    return war.at("central")


def person(club: Club, war: InHand, name: str, seat: str) -> InHand:
    """Somebody of a club in a seat."""
    return InHand(war.campaign, seat, club.person(name, **{seat: war.campaign}))


def bombard(central: InHand) -> None:
    """The Scouting Forces put to sea against Scarborough: action 1."""
    mission = {"mission": "bombardment", "area": "north-sea-south", "target": "scarborough"}
    assert central.send("do/gw-mission/", **mission, fleets="scouting-forces").status_code == 302


def intercept(allied: InHand, dice: str = "1 1") -> None:
    fields = {"action": "1", "fleets": "battle-cruiser-fleet", "dice": "typed", "strip": dice}
    assert allied.send("action/1/", "do/gw-interception/", **fields).status_code == 302
