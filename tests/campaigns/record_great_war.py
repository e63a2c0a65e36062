#!/usr/bin/env python3
"""Play three months of the Great War demo, and write them down: python3 -m tests.campaigns.record_great_war [FILE]

August to October 1914 on the demo's map, with every procedure of the naval tables; the quarter ends with September.
Chance and clock are fixed as in record.py. README.md beside this file works it out by hand.
"""

import sys
from pathlib import Path
from typing import Any

from tests.campaigns.record import HERE, PLAYER, Table, main

FILE = HERE / "autumn-1914.jsonl"
SLUG = "autumn-1914"


class GreatWar(Table):
    """The shared table of the Great War demo."""

    combat = True

    def begin(self) -> Any:
        from navalassist.systems.storm_of_steel import setup

        return setup.begin(setup.DEMO_NAME, slug=SLUG, demo=True, actor=PLAYER)

    def track(self, key: str, value: str) -> None:
        """A track is set to what the group's own record says."""
        from navalassist.systems.storm_of_steel.water_edits import track_value

        with self.writing(self.seat()) as writer:
            edit = track_value(writer.state.values, key, value)
            writer.edit(edit.act, edit.effects, seat=self.seat(), title=edit.title)

    def sail(self, mission: str, area: str, *fleets: str, **typed: Any) -> str:
        """Fleets put to sea; the number of their action comes back."""
        self.do("gw-mission", mission=mission, area=area, fleets=fleets, **typed)
        return self.latest()

    def latest(self) -> str:
        """The number of the action that began last."""
        state = self.state()
        return str(max(int(state.values[f"{row}.number"]) for row in state.rows("action")))

    def raid(self, area: str, fleet: str, strip: str) -> Any:
        """A raid that nobody tries to stop."""
        action = self.sail("raiding", area, fleet)
        self.do("gw-let-pass", action=action)
        return self.do("gw-raid", strip, action=action)

    def lose(self, side: str, *units: str) -> None:
        """An owner takes units off for the one loss that he owes."""
        state = self.state()
        (row,) = [row for row in state.rows("owed-loss") if state.values[f"{row}.side"] == side]
        self.do("gw-losses", loss=row.partition(":")[2], units=units)


def august_central(table: GreatWar) -> None:
    """Commerce is raided; the Mediterranean Division breaks through to Pola; Hartlepool is shelled."""
    table.track("merchant-level", "62")
    table.raid("western-approaches", "u-boats", "4")
    table.raid("central-mediterranean", "mediterranean-division", "6")
    table.lose("allied", "french-flotilla")
    mistyped = table.raid("atlantic-gibraltar", "atlantic-raiders", "2")
    table.retype(mistyped, "5", "the die showed a 5")
    way = table.sail("re-basing", "ionian", "mediterranean-division", target="pola")
    table.do("gw-interception", "22", action=way, fleets=("mediterranean-fleet",))
    table.do("gw-contact", "3", action=way)
    table.do("gw-combat", "3 5", action=way)
    table.lose("allied", "cruiser-squadron-1")
    table.lose("central", "breslau", "colliers")
    table.do("gw-withdrawal", action=way, who="allied", base="malta")
    table.do("gw-rebasing", action=way, to="area:adriatic")
    table.do("gw-let-pass", action=way)
    table.do("gw-rebasing", action=way, to="base:pola")
    coast = table.sail("bombardment", "north-sea-south", "scouting-forces", target="hartlepool")
    table.do("gw-interception", "43", action=coast, fleets=("battle-cruiser-fleet",))
    table.do("gw-bombardment", "5", action=coast)
    table.step()
    # Nobody contests the western Baltic: whatever the server throws, no points are lost.
    table.do("gw-contested", area="baltic-west")
    table.step()
    table.do("gw-attrition", "3 2 5")
    table.step()


def august_allied(table: GreatWar) -> None:
    """The Scouting Forces slip away, Cattaro's guns take a battleship, the small ships fight for the western routes."""
    hunt = table.sail(
        "general-engagement", "north-sea-south", "battle-cruiser-fleet", "harwich-force", against=("scouting-forces",)
    )
    table.do("gw-contact", "2", action=hunt)
    table.do("gw-decision", action=hunt, choice="refuse")
    table.do("gw-withdrawal", action=hunt, base="wilhelmshaven")
    table.do("gw-return", action=hunt, base="rosyth")
    coast = table.sail("bombardment", "adriatic", "french-fleet", target="cattaro")
    table.do("gw-interception", "65", action=coast, fleets=("austrian-fleet",))
    table.do("gw-bombardment", "1", action=coast)
    table.lose("allied", "french-squadron-2")
    table.step()
    table.do("gw-contested", "1", area="western-approaches")
    fight = table.latest()
    table.do("gw-contact", "6", action=fight)
    table.do("gw-decision", action=fight, choice="fire-first")
    table.do("gw-combat", "5", action=fight)
    table.lose("allied", "western-cruisers")
    table.do("gw-combat", "3", action=fight)
    table.lose("central", "u-flotilla-2")
    table.do("gw-fleets-stay", action=fight, who="allied")
    table.do("gw-fleets-stay", action=fight, who="central")
    table.step()
    table.do("gw-attrition", "4 1")
    table.step()


def september(table: GreatWar) -> None:
    """A raid out of Cattaro fights its way through; Wilhelmshaven is shelled; the quarter ends."""
    table.raid("western-approaches", "u-boats", "5")
    raid = table.sail("raiding", "central-mediterranean", "cattaro-flotilla")
    table.do("gw-interception", "12", action=raid, fleets=("mediterranean-fleet",))
    table.do("gw-contact", "5", action=raid)
    table.do("gw-decision", action=raid, choice="fire-first")
    table.do("gw-combat", "2", action=raid)
    table.lose("central", "austrian-boats")
    table.do("gw-combat", "2", action=raid)
    table.do("gw-withdrawal", action=raid, who="allied", base="malta")
    table.do("gw-raid", "6", action=raid)
    table.step(2)
    table.do("gw-attrition", "1 3 4", ships=("atlantic-cruisers",))
    table.step()
    fleets = ("grand-fleet", "battle-cruiser-fleet", "channel-fleet")
    coast = table.sail("bombardment", "heligoland-bight", *fleets, target="wilhelmshaven")
    table.do("gw-let-pass", action=coast)
    table.do("gw-bombardment", "5", action=coast)
    table.step(2)
    table.do("gw-attrition", "3")
    table.do("gw-merchant", "6")
    table.step()


def october(table: GreatWar) -> None:
    """The fleets miss each other off Yarmouth, a raid is given up; attrition goes on; the month ends."""
    raid = table.sail("raiding", "western-approaches", "u-boats")
    table.do("gw-let-pass", action=raid)
    table.do("gw-give-up", action=raid)
    coast = table.sail("bombardment", "north-sea-south", "scouting-forces", target="great-yarmouth")
    table.do("gw-interception", "11", action=coast, fleets=("harwich-force",))
    table.do("gw-contact", "1", action=coast, inshore=True)
    table.do("gw-bombardment", "4", action=coast)
    table.step(2)
    table.do("gw-attrition", "2")
    table.step(3)
    table.do("gw-attrition", "1")
    table.step()


def play() -> None:
    """The whole of it."""
    table = GreatWar()
    august_central(table)
    august_allied(table)
    september(table)
    october(table)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE, play, SLUG)
