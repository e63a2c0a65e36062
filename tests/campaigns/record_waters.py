#!/usr/bin/env python3
"""Play August 1941 in both theatres, and write it down: python3 -m tests.campaigns.record_waters [FILE]

What the other recordings of Europa have not: supply lines, mines and danger zones on the way of a row, a way whose
hexes are asked for, ports and a canal bank that fall, the border in the Baltic. Chance and clock are fixed as in
record.py. README.md beside this file works it out by hand.
"""

import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.campaigns.record import HERE, PLAYER, main
from tests.campaigns.record_fleets import Fleets

FILE = HERE / "august-1941.jsonl"
SLUG = "august-1941"
WAY = "18A:0411 0412 0413"


class Waters(Fleets):
    """The shared table, with the Baltic beside the Mediterranean."""

    def begin(self) -> Any:
        from navalassist.engine.duties import Moment
        from navalassist.systems.europa import setup

        start = Moment("1941-08-2", "axis", "initial")
        name = "Mediterranean and Baltic 1941"
        return setup.begin(name, malta=10, moment=start, slug=SLUG, demo=True, theatres="both", actor=PLAYER)

    def enter(self, make: Any, *typed: Any) -> None:
        """An input of the set-up's pages."""
        self.fleet(lambda values: make(values, *typed), self.seat())

    def takes(self, port: str, side: str = "") -> None:
        """A port falls to the side whose turn it is, or is this side's."""
        from navalassist.systems.europa.upkeep import capture

        self.enter(capture, port, side or self.seat(), self.state().book)

    def training_squadron(self) -> str:
        """A German squadron in Kiel; the key of its group."""
        from navalassist.systems.europa import fleet_edits
        from navalassist.systems.europa.fleet_edits import UnitForm

        squadron = UnitForm(side="axis", name="Training Squadron", strength=3, reverse=1, place="port:kiel")
        self.enter(fleet_edits.add_unit, squadron.model_dump())
        unit = self.named("task-force", "Training Squadron")
        self.enter(fleet_edits.form_group, "Training Squadron", [unit])
        return self.named("group", "Training Squadron")

    def named(self, kind: str, name: str) -> str:
        """The key of the row of this kind that has this name."""
        state = self.state()
        return next(row for row in state.rows(kind) if state.values[f"{row}.name"] == name).partition(":")[2]


def axis_turn(table: Waters) -> None:
    """Aug II 41, Axis: supply is traced past Malta, a row and the cruisers meet its mines, two ports fall."""
    from navalassist.systems.europa.upkeep import condition_value

    table.enter(condition_value, "at-war-with-ussr", "yes")
    table.takes("tallinn", "allied")
    table.do("supply-path", side="axis", way=WAY, night="18A:0412")
    table.do("supply-line", side="axis", port="tripoli", zones=("central-med",), way=WAY, danger_slps=3)
    canal = table.training_squadron()
    table.step(2)
    table.do("naval-move", group=canal, moves="5", ends="canal:kiel", canal=True, banks=True)
    table.do("unit-contact", "43", unit=table.named("task-force", "Training Squadron"), zone="baltic")
    table.put("A2", "axis", "3 SP", "naples tripoli")
    # Three transports throw a die each in the column of one mine point: only a 6 hits. S in the danger zone is contact.
    table.do("row-mines", "6 1 2", row=table.rows["A2"], hex="18A:0203")
    table.do("row-danger", "5 1", row=table.rows["A2"], hex="18A:0203")
    table.roll("A2", "4 1")
    table.do("naval-move", group="cruisers", moves="60", ends="tripoli", fuel="srp")
    table.do("way-hexes", group="cruisers", hexes="18A:0202 18A:0203", none_met=True)
    table.do("mine-damage", "6 111 111", group="cruisers", hex="18A:0203")
    table.do("danger-contact", "2", group="cruisers", hex="18A:0203")
    table.do("unit-contact", "41", unit="squadron-2", zone="central-med")
    table.step()
    table.takes("tallinn")
    table.do("baltic-border", event="falls")
    table.takes("alexandria")
    table.do("ships-scuttled", "5 2 6 1", port="alexandria/allied", res=2, drawn="Mediterranean Fleet, Transport 1")
    table.step(2)


def allied_turn(table: Waters) -> None:
    """Aug II 41, Allied: Malta is repaired with supplies, and a bank of the Kiel canal falls. The turn ends."""
    table.do("malta-supplied", sp=Decimal(2), hits=1, engineer=True)
    table.step(3)
    table.do("scuttled-on-canal", group=table.named("group", "Training Squadron"), taken=True)
    table.step(2)


def play() -> None:
    """The whole of it."""
    table = Waters()
    axis_turn(table)
    allied_turn(table)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE, play, SLUG)
