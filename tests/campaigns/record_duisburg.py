#!/usr/bin/env python3
"""Play the Duisburg demo, and write it down: python3 -m tests.campaigns.record_duisburg [FILE]

One segment of Nov I 41, with open charts so that the file alone holds every fact: the convoy sails, Malta finds it,
Force K comes out, searches by night and fights. Chance and clock are fixed as in record.py. README.md works it out.
"""

import sys
from pathlib import Path
from typing import Any

from tests.campaigns.record import HERE, PLAYER, Table, main

FILE = HERE / "november-1941.jsonl"
SLUG = "november-1941"
K = ("aurora", "penelope", "lance", "lively")
ESCORT = ("maestrale", "grecale", "libeccio", "euro", "fulmine", "oriani")
BATTLE = {"battle": "1"}


class Duisburg(Table):
    """The shared table of the Duisburg demo."""

    combat = True

    def begin(self) -> Any:
        from navalassist.systems.supermarina import setup
        from navalassist.systems.supermarina.demo import DUISBURG
        from navalassist.systems.supermarina.rulings import OPEN

        return setup.begin(DUISBURG.name, slug=SLUG, scene=DUISBURG, rulings={"R-103": OPEN}, actor=PLAYER)

    def seat(self) -> str:
        """The seat whose half of the segment it is."""
        from navalassist.play.systems import system_of

        _, player_turn, step = self.state().clock
        return str(system_of(self.campaign.system).acting(player_turn, step))

    def together(self, slug: str, **chosen: str | dict[str, str]) -> Any:
        """A rule that asks both sides: what each chooses, or the lines of its plan."""
        from navalassist.engine.asks import plan_text
        from navalassist.play.dice.server import DiceInput
        from navalassist.play.rules.resolve import answer
        from navalassist.play.storage.bodies import body_of

        entry = self.do(slug, **BATTLE)
        for side, what in chosen.items():
            with self.writing(side) as writer:
                body = body_of(entry, writer.viewer.audiences)
                text = what if isinstance(what, str) else plan_text(what)
                entry = answer(writer, entry, body, text, DiceInput("server", ""))
        return entry


def plan(ships: tuple[str, ...], what: str, guns: str = "", **other: str) -> dict[str, str]:
    """A plan in which all ships do the same, but these."""
    return {f"1-{name}{guns}": other.get(name, what) for name in ships}


def found(table: Duisburg) -> None:
    """The convoy makes 9 hexes; Malta's aircraft find it on a 1, Force K by night in its hex."""
    table.do("sm-move", force="axis-1", hex="18A:1304")
    table.step(2)
    table.do("sm-area-search", "1", force="axis-1")
    table.step()
    table.do("sm-form", source="sm-port:malta", ships=K)
    table.do("sm-move", force="allied-1", hexes=10, hex="18A:1304")
    table.do("sm-surface-search", force="allied-1", light="night")
    table.step()


def fought(table: Duisburg) -> None:
    """The Axis stands, both close; Aurora hits Maestrale, Lance torpedoes Duisburg; both open, and it is broken off."""
    table.do("sm-engage", force="allied-1", against="axis-1")
    table.do("sm-stand", seat="axis", **BATTLE)
    table.together("sm-orders", axis="close", allied="close")
    table.together("sm-torpedo-plan", allied=plan(K, "holds", lance="launches"))
    fire = plan(("aurora", "penelope"), "holds", "/intermediate", aurora="1-maestrale") | plan(K, "holds", "/secondary")
    table.together("sm-fire-plan", allied=fire, axis=plan(ESCORT, "holds", "/secondary", maestrale="1-lance"))
    table.do("sm-gunfire", "9 2", seat="allied", side="allied", **BATTLE)
    table.do("sm-gunfire", "1", seat="axis", side="axis", **BATTLE)
    table.together("sm-targets", allied=plan(("lance",), "drawn"))
    table.do("sm-torpedoes", "1 9", seat="allied", side="allied", **BATTLE)
    table.together("sm-orders", axis="open", allied="open")
    table.together("sm-fire-plan", allied=plan(("aurora", "penelope"), "holds", "/intermediate"))
    table.together("sm-orders", axis="open", allied="open")
    table.do("sm-parting", seat="axis", hex="18A:1305", **BATTLE)
    for side in ("axis", "allied"):
        table.do("sm-record", seat=side, side=side, **BATTLE)
    table.step()


def play() -> None:
    """The whole of it."""
    table = Duisburg()
    found(table)
    fought(table)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE, play, SLUG)
