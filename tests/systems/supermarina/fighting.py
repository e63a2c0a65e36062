"""The demos of Supermarina in hand: orders and plans of both sides, rules with typed dice, what they leave."""

from __future__ import annotations

from typing import Any

from navalassist.engine.asks import plan_text
from navalassist.engine.reader import View
from navalassist.systems.supermarina.combat import Battle, Combatant
from tests.in_hand import InHand


class Fighting(InHand):
    """A campaign of Supermarina with a battle."""

    key = "1"

    @property
    def battle(self) -> Battle:
        return View(self.facts).row(Battle, self.key)

    def ship(self, name: str) -> Combatant:
        """A combatant by the end of its key."""
        return View(self.facts).row(Combatant, f"{self.key}-{name}")

    def together(self, slug: str, **chosen: str | dict[str, str]) -> Any:
        """A rule that asks both sides: what each chooses, or the lines of its plan."""
        entry = self.do(slug, battle=self.key)
        for side, what in chosen.items():
            entry = self.answer(entry, what if isinstance(what, str) else plan_text(what), seat=side)
        return entry
