"""Naval actions of the demo campaign, carried out step by step with given dice."""

from typing import Any

import pytest

from navalassist.engine import Set
from navalassist.play.duties import Kind
from tests.in_hand import InHand
from tests.systems.storm_of_steel.carrying import duties, entered

HERE = "central/naval-operations"
# In the demo: I Scouting Group 5/4/3 and II Scouting Group 2/2/2 against the battle cruisers 5/4/3 and light cruisers
# 2/2/2 of Rosyth.
GERMANS, BRITISH = ["scouting-group-1", "scouting-group-2"], ["battle-cruisers-1", "light-cruisers-1"]


# On which areas the bases lie that these tests name, whatever the places of the demo are made of.
BASES = {
    "wilhelmshaven": ["heligoland-bight"],
    "kiel": ["baltic-west", "heligoland-bight"],
    "danzig": ["baltic-east"],
    "harwich": ["north-sea-south"],
    "rosyth": ["north-sea-north"],
}


@pytest.fixture
def charted(great_war: InHand) -> InHand:
    """The demo, its bases on areas that these tests name."""
    entered(great_war, *(Set(f"base:{key}.areas", areas) for key, areas in BASES.items()))
    return great_war


def action(demo: InHand, number: int = 1) -> dict[str, Any]:
    """The facts of an action, by field."""
    start = f"action:{number}."
    return {key.removeprefix(start): value for key, value in demo.facts.items() if key.startswith(start)}


def places(demo: InHand, *rows: str) -> list[str]:
    return [demo.facts[f"{row}.place"] for row in rows]


def waits_for(demo: InHand) -> list[tuple[str, str, str]]:
    """What is due of naval actions in this step: rule, address, seat."""
    found = duties(demo, HERE).values()
    return [(duty.procedure, duty.url.partition("?")[2], duty.seat) for duty in found if duty.kind is Kind.DUE]


def bombardment(demo: InHand) -> None:
    """The Scouting Forces put to sea against Hartlepool."""
    demo.do("gw-mission", mission="bombardment", area="north-sea-south", fleets=("scouting-forces",),
       target="hartlepool")  # fmt: skip


def intercepted(demo: InHand, contact: str) -> None:
    """The Battle Cruiser Fleet intercepts them, and one die says who has made contact."""
    bombardment(demo)
    demo.do("gw-interception", "1 2", action="1", fleets=("battle-cruiser-fleet",))
    demo.do("gw-contact", contact, action="1")


def engagement(demo: InHand, contact: str) -> None:
    """The Scouting Forces seek a general engagement with the Battle Cruiser Fleet in the Heligoland Bight."""
    entered(demo, Set("fleet:battle-cruiser-fleet.place", "area:heligoland-bight"))
    demo.do("gw-mission", mission="general-engagement", area="heligoland-bight", fleets=("scouting-forces",),
       against=("battle-cruiser-fleet",))  # fmt: skip
    demo.do("gw-contact", contact, action="1")
