"""The demo of the theatre campaign in its battle phase: battles entered by hand, sheets, results."""

from __future__ import annotations

from typing import Any

from navalassist.engine.reader import View
from navalassist.systems.theatre.state.battles import Battle, Result
from navalassist.systems.theatre.state.fleets import Unit
from tests.in_hand import InHand

BOATS = ("boats-1", "boats-2")
ESCORT = ("naka", "asagumo", "murasame")


class Fighting(InHand):
    """Lingayen. Submarines meet the escort and three transports, unless a test says otherwise."""

    def battle(self, key: str = "1") -> Battle:
        return View(self.facts).row(Battle, key)

    def unit(self, key: str) -> Unit:
        return View(self.facts).row(Unit, key)

    def line(self, key: str, battle: str = "1") -> Result:
        return View(self.facts).row(Result, f"{battle}-{key}")

    def enter(self, key: str = "1", **typed: Any) -> Battle:  # type: ignore[override]
        """A battle by hand, in the phase in which it is fought."""
        if self.state.clock[2] == "orders":
            self.until("axis/battle")
        named = {"kind": "interception", "attacker": "allied", "name": "D5", "map": "far-east", **typed}
        self.do("pg-battle", seat=named["attacker"], **named)
        return self.battle(key)

    def put(self, side: str, *units: str, key: str = "1", **more: Any) -> Any:
        return self.do("pg-sheet", seat=side, battle=key, side=side, units=units, **more)

    def on_sheet(self, key: str = "1", **typed: Any) -> None:
        """Both sides are on the sheet of a battle."""
        self.enter(key, **typed)
        self.put("allied", *BOATS, key=key)
        self.put("axis", *ESCORT, key=key, transports=3)

    def result(self, lines: str = "", side: str = "allied", key: str = "1", **more: Any) -> Any:
        return self.do("pg-result", seat=side, battle=key, side=side, lines=lines, **more)

    def fought(self, lines: str = "", key: str = "1", **more: Any) -> None:
        """A result that both agree on."""
        self.result(lines, key=key, **more)
        self.do("pg-confirm", seat="axis", battle=key, side="axis")

    def mark(self, side: str, key: str = "1", **more: Any) -> Any:
        return self.do("pg-mark", seat=side, battle=key, side=side, **more)
