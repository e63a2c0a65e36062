"""The demo of the Great War in hand: rules carried out with typed dice, naval actions step by step, what they leave."""

from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.engine import Effect, Set, create
from navalassist.engine.duties import Kind
from navalassist.play.storage.bodies import whole_body
from tests.in_hand import InHand

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


class War(InHand):
    """A campaign of the Great War."""

    def entered(self, *effects: Effect, **conditions: Any) -> None:
        """Effects by hand, and conditions: `war.entered(usw=True, allied_morale=40)`."""
        told = [Set(f"condition:{key.replace('_', '-')}.value", value) for key, value in conditions.items()]
        self.edit(*effects, *told, seat="moderator")

    def waits_for(self) -> list[tuple[str, str, str]]:
        """What is due of naval actions in this step: rule, address, seat."""
        found = self.lines(HERE).values()
        return [(duty.procedure, duty.url.partition("?")[2], duty.seat) for duty in found if duty.kind is Kind.DUE]

    def action(self, *fields: str, number: int = 1) -> list[Any]:
        """What is known of an action: `war.action("stage", "ends")`."""
        return [self.facts[f"action:{number}.{field}"] for field in fields]

    def places(self, *rows: str) -> list[str]:
        return [self.facts[f"{row}.place"] for row in rows]

    def opens(self, stage: str, number: int = 1, **changed: Any) -> None:
        """An action by hand: the Scouting Forces shell Hartlepool, where the Battle Cruiser Fleet is."""
        plain = {
            "number": number, "side": "central", "mission": "bombardment", "area": "north-sea-south",
            "target": "hartlepool", "central": GERMANS, "allied": BRITISH, "attacker": "", "advantage": "",
            "order": "", "fired": [], "stage": stage, "ends": "",
        }  # fmt: skip
        self.entered(create(f"action:{number}", **{**plain, **changed}))

    def owed(self) -> dict[str, dict[str, Any]]:
        """The losses that are owed, by key."""
        return {key: self.state.row(f"owed-loss:{key}") for key in self.rows("owed-loss")}

    def intercepted(self, contact: str) -> None:
        """A bombardment that the Battle Cruiser Fleet intercepts; one die says who has made contact."""
        bombardment(self)
        self.do("gw-interception", "1 2", action="1", fleets=("battle-cruiser-fleet",))
        self.do("gw-contact", contact, action="1")

    def engaged(self, contact: str, number: int = 1) -> None:
        """The Scouting Forces seek a general engagement with the Battle Cruiser Fleet in the Heligoland Bight."""
        self.set({"fleet:battle-cruiser-fleet.place": "area:heligoland-bight"})
        self.do("gw-mission", mission="general-engagement", area="heligoland-bight", fleets=("scouting-forces",),
           against=("battle-cruiser-fleet",))  # fmt: skip
        self.do("gw-contact", contact, action=str(number))


@pytest.fixture
def charted(great_war: War) -> War:
    """The demo, its bases on areas that these tests name."""
    great_war.entered(*(Set(f"base:{key}.areas", areas) for key, areas in BASES.items()))
    return great_war


def outcome_of(entry: Entry) -> dict[str, Any]:
    """What an entry says came of a rule."""
    found: dict[str, Any] = whole_body(entry)["outcome"]
    return found


def bombardment(demo: InHand) -> None:
    """The Scouting Forces put to sea against Hartlepool."""
    demo.do("gw-mission", mission="bombardment", area="north-sea-south", fleets=("scouting-forces",),
       target="hartlepool")  # fmt: skip
