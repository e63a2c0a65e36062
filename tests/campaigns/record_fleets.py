#!/usr/bin/env python3
"""Play March 1941 with the demo's fleets, and write it down: python3 -m tests.campaigns.record_fleets [FILE]

Both rules together: convoys, Malta and the Italian fleet of rule 33, and the fleets, mines, danger zones, carrier
groups and points of rule 36. Chance and clock are fixed as in record.py.
"""

import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.campaigns.record import HERE, Table, main

FILE = HERE / "march-1941-fleets.jsonl"
VALLETTA = "18A:0407"


class Fleets(Table):
    """The shared table, with fleets."""

    fleets = True
    combat = True

    def card(self, unit: str, **typed: str) -> None:
        """Lines on the card of a unit, such as what the order of battle says of it."""
        from navalassist.systems.europa import fleet_edits

        row = f"task-force:{unit}"
        values, fields = self.state().values, fleet_edits.UnitForm.model_fields
        stands = {name: values[f"{row}.{name}"] for name in fields}
        self.fleet(lambda facts: fleet_edits.change_unit(facts, unit, stands | typed), str(stands["side"]))

    def fleet(self, make: Any, side: str) -> None:
        """An input on the page of fleets."""
        with self.writing(side) as writer:
            edit = make(writer.state.values)
            writer.edit(edit.act, edit.effects, seat=side, title=edit.title)


def axis_turn(table: Fleets) -> None:
    """Mar I 41, Axis: the sea is rough, the battle fleet crosses an Allied minefield and sweeps it."""
    table.do("sea-state", "6", waters="mediterranean")
    table.do("points-received", side="axis", points=Decimal("2.5"), reason="order of battle")
    table.do("naval-repair", unit="squadron-2", hits=1, cost=Decimal("1.5"))
    table.do("ferry-set", unit="barge-1", at="18A:1020", across="18A:1021")
    table.do("danger-ports", port="palermo")
    table.step()
    table.carry_out("malta-bombed", hits=2)
    table.do("mines-laid-by-air", side="axis", hex="18A:0405", points=1, zone="central-med")
    table.do("mines-laid-by-air", side="axis", hex=VALLETTA, points=1, zone="central-med")
    table.step()
    table.do("naval-move", group="battle-fleet", moves="30 18A:0203", zone="central-med", fuel="srp")
    # It put to sea in the Central Med, at 8 after the bombs: 5 is no contact.
    table.do("unit-contact", "41", unit="squadron-1")
    # 12 strength points throw a die each in the column of one mine point, where only a 6 hits.
    table.do("mine-damage", "666 111 111 111", group="battle-fleet", hex="18A:0203")
    # 9 points are left as the one mine point is swept; no mines, no further check.
    table.do("mines-swept", unit="squadron-1")
    table.do("danger-contact", "2", group="battle-fleet")
    table.do("naval-found", group="battle-fleet")
    table.do("gunfire-support", unit="squadron-1", support="quarter")
    # As in the other recording: contact, and the lots come to E, 1RE and R.
    table.roll("A1", "63 4 2 1")
    table.step()
    table.do("gunfire-support", unit="squadron-1", support="half")
    table.do("naval-gunfire", "6", strength=9, side="axis")
    table.step(2)


def allied_turn(table: Fleets) -> None:
    """Mar I 41, Allied: the Italian fleet tries, carrier groups come and go, a minelayer and a sweeper are at work."""
    from navalassist.systems.europa import fleet_edits

    table.carry_out("italian-attempt-before", sea="eastern-med", turns_ago=3, result="S")
    table.carry_out("italian-interference", "4", sea="eastern-med")
    table.carry_out("south-aegean-zone", extent="tight")
    table.carry_out("malta-points", points=3)
    table.carry_out("malta-repaired", points=2, engineer=True)
    table.carry_out("malta-converted", srp=0, at_once=0, nrp=1, engineer=True)
    table.do("ferry-set", unit="craft-1", across="19A:2417")
    formidable = {"unit": "formidable", "to": "port:suez", "aircraft": "Fulmar, Albacore", "fighter": True}
    table.card("formidable", arrives="1941-03-1")
    table.do("carrier-arrives", **formidable)
    table.card("ark-royal", leaves="1941-03-1")
    table.do("carrier-withdraws", unit="ark-royal", aborted=1, eliminated=1)
    table.do("points-spent", side="allied", points=Decimal(1), reason="a dockyard")
    # The mine point in Valletta's own hex goes by itself; so mines in danger zones may be swept in this player turn.
    table.do("mines-swept-at-start")
    table.step(2)
    table.do("mines-loaded", unit="minelayer", points=1, cost=Decimal(1))
    table.fleet(lambda values: fleet_edits.form_group(values, "Minelayers", ["minelayer"]), "allied")
    group = next(row for row in table.state().rows("group") if table.state().values[f"{row}.name"] == "Minelayers")
    table.do("naval-move", group=group.partition(":")[2], moves="5n 18A:0507", zone="central-med")
    # At 6, within 15 hexes of Licata: 3 is contact, and a 2 no effect.
    table.do("unit-contact", "21 2", unit="minelayer")
    table.do("mines-laid", unit="minelayer", points=2)
    # A 3, rough seas + 2, no CAP - 1: 4, a failure. The point is swept for 1 NRP.
    table.do("mines-swept-in-zone", "3", belt="axis/18A:0404")
    table.do("anti-shipping-air", side="allied", zone="central-med")
    table.do("half-eliminated-rps", side="allied", unit="Australian brigade", points=Decimal("1.5"))
    table.roll("B1", "11 11")
    table.step(3)


def play() -> None:
    """The whole of it."""
    table = Fleets()
    axis_turn(table)
    allied_turn(table)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE, play)
