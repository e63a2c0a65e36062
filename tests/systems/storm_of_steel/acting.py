"""Naval actions of the demo campaign, carried out step by step with given dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Set
from navalassist.play import state as states
from navalassist.play.duties import Kind
from navalassist.play.resolve import DiceInput, carry_out
from navalassist.play.writer import writing
from tests.begun import begin_war_demo as begin_demo
from tests.systems.storm_of_steel.carrying import as_form, duties, entered, facts

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
def demo(db: None) -> Iterator[Campaign]:
    states.forget()
    campaign = begin_demo()
    entered(campaign, *(Set(f"base:{key}.areas", areas) for key, areas in BASES.items()))
    yield campaign
    states.forget()


def do(demo: Campaign, slug: str, dice: str = "", seat: str = "", **given: Any) -> Entry:
    """A rule with typed dice, every one of which is used; seat: from a seat of one's own, else at the shared table."""
    actor = "11111111-1111-1111-1111-111111111111"
    viewer = Viewer(demo, seat or "central", actor, at_table=not seat)
    with writing(viewer) as writer:
        typed = DiceInput("typed", dice)
        entry = carry_out(writer, slug, as_form(slug, **given), typed)
        typed.finish()
    return entry


def action(demo: Campaign, number: int = 1) -> dict[str, Any]:
    """The facts of an action, by field."""
    start = f"action:{number}."
    return {key.removeprefix(start): value for key, value in facts(demo).items() if key.startswith(start)}


def places(demo: Campaign, *rows: str) -> list[str]:
    return [facts(demo)[f"{row}.place"] for row in rows]


def waits_for(demo: Campaign) -> list[tuple[str, str, str]]:
    """What is due of naval actions in this step: rule, address, seat."""
    found = duties(demo, HERE).values()
    return [(duty.procedure, duty.url.partition("?")[2], duty.seat) for duty in found if duty.kind is Kind.DUE]


def bombardment(demo: Campaign) -> None:
    """The Scouting Forces put to sea against Hartlepool."""
    do(demo, "gw-mission", mission="bombardment", area="north-sea-south", fleets=("scouting-forces",),
       target="hartlepool")  # fmt: skip


def intercepted(demo: Campaign, contact: str) -> None:
    """The Battle Cruiser Fleet intercepts them, and one die says who has made contact."""
    bombardment(demo)
    do(demo, "gw-interception", "1 2", action="1", fleets=("battle-cruiser-fleet",))
    do(demo, "gw-contact", contact, action="1")


def engagement(demo: Campaign, contact: str) -> None:
    """The Scouting Forces seek a general engagement with the Battle Cruiser Fleet in the Heligoland Bight."""
    entered(demo, Set("fleet:battle-cruiser-fleet.place", "area:heligoland-bight"))
    do(demo, "gw-mission", mission="general-engagement", area="heligoland-bight", fleets=("scouting-forces",),
       against=("battle-cruiser-fleet",))  # fmt: skip
    do(demo, "gw-contact", contact, action="1")
