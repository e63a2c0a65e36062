"""How the log of Supermarina speaks, where classes do not say it themselves. Importing it registers it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.naming import step_name, turn_name
from navalassist.desk.logbook.row_words import RowWords
from navalassist.desk.logbook.wording import LogWording, RuleWords, register_wording
from navalassist.desk.words import side_word
from navalassist.engine.rows import declared_in
from navalassist.play.state import State
from navalassist.systems.supermarina import aircraft, combat, fuel, repairs
from navalassist.systems.supermarina import state as kinds
from navalassist.systems.supermarina.book import SYSTEM
from navalassist.systems.supermarina.combat import Battle, Combatant
from navalassist.systems.supermarina.log.past_facts import SupermarinaCorrections
from navalassist.systems.supermarina.shots import Damage
from navalassist.systems.supermarina.state import Force, Port

ROWS = tuple(row for module in (kinds, combat, aircraft, repairs, fuel) for row in declared_in(module.__name__))
# Fields that keep a step, as `turn.stamp` has it; a player turn with a port; a player turn.
AT_STEP, IN_PORT, FOR_TURN = ("scattered", "came"), ("landed", "shipped"), ("halted",)


class SupermarinaFacts(RowWords):
    """Words for the facts of Supermarina."""

    def row(self, words: Words, kind: str, key: str) -> str:
        """What a row is called: a marker by its side and number, a battle by its number; all others by their names."""
        row = f"{kind}:{key}"
        number = words.known(f"{row}.number")
        if kind == Force.KIND and number is not None:
            return f"{side_word(words.known(f'{row}.side'))} task force {number}"
        if kind == Battle.KIND and number is not None:
            return f"Battle {number}"
        return ""

    def new_row(self, state: State, kind: str, fields: Mapping[str, Any]) -> str:
        """A combatant is a ship in a battle, with its hits."""
        hits = Damage(fields.get("gun_hits") or 0, fields.get("flotation_hits") or 0)
        return f"in the battle, {hits.words}" if kind == Combatant.KIND else ""

    def row_gone(self, kind: str) -> str:
        """It has left the battle; what is sunk, the place on its sheet says."""
        return "out of the battle" if kind == Combatant.KIND else super().row_gone(kind)

    def value(self, words: Words, kind: str, key: str, name: str, value: Any) -> str | None:
        """A step or a player turn by which something is told again, in words; all else as its class says."""
        if not value or name not in (*AT_STEP, *IN_PORT, *FOR_TURN):
            return super().value(words, kind, key, name, value)
        if name in FOR_TURN:
            turn, _, side = value.partition("/")
            return f"{turn_name(words.state, turn)}, {side_word(side)} player turn"
        turn, side, last = value.split("/", 2)
        in_port = name in IN_PORT
        then = f"{side_word(side)} player turn, {words.row(f'{Port.KIND}:{last}')}" if in_port else ""
        return f"{turn_name(words.state, turn)}, {then or step_name(words.state, last, side)}"


class SupermarinaRules(RuleWords):
    """Words for what rules of Supermarina were given."""

    def figure(self, name: str, value: Any, state: State) -> str | None:
        """`Axis task force 1`, which has no name of its own."""
        is_force = isinstance(value, Mapping) and value.keys() >= set(Force.model_fields)
        return f"{side_word(value['side'])} task force {value['number']}" if is_force else None


WORDING = register_wording(LogWording(SYSTEM, SupermarinaFacts(*ROWS), SupermarinaRules(), SupermarinaCorrections()))
