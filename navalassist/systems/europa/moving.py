"""What decides a move of a naval group before it is made: night, inshore waters, Gibraltar, canal, fuel."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Play
from navalassist.engine.rule import Condition
from navalassist.rules.europa.r36_fuel import paid_words, refusal_of_fuel
from navalassist.rules.europa.r36_gibraltar import OWNER, refusal_at_gate
from navalassist.rules.europa.r36_naval_move import INSHORE, NavalMove
from navalassist.rules.europa.r36_way import is_met
from navalassist.rules.europa.strips import night_left, refusal_of_strip
from navalassist.systems.europa.sea_way import way_words


def standing(move: NavalMove) -> Play[tuple[Condition, ...]]:
    """The conditions that this move meets or does not."""
    yield from ()
    return tuple(_conditions(move))


def _conditions(move: NavalMove) -> Iterator[Condition]:
    strip = refusal_of_strip(move.strip, move.moves, move.naval_step)
    why = strip.reason if strip else f"after this move: {night_left(move.whole_strip).words}"
    yield Condition("MPs by night", strip is None, why, "36.A.2", "R-22")
    if move.stretches:
        ways = "; ".join(stretch.words for stretch in move.stretches)
        yield Condition("MPs for the way", is_met(move.stretches), ways, "36.A")
    if move.zones:
        told = "as chosen" if move.chosen else "as they touch; choose others if it sails another way"
        yield Condition("Sea zones of its way", None, f"{way_words(move.zones)}: {told}", "33.A.1")
    if move.rows:
        told = ", ".join(f"row {row.number}" for row in move.rows)
        yield Condition("On the board", True, f"{told} sails this way with it; roll there", "33.A")
    if move.protected:
        fits = move.kind in INSHORE
        yield Condition("Protected inshore waters", fits, f"it is a {move.kind.label}", "36.A.1")
    if move.passes:
        gate = refusal_at_gate(move.side, move.facts, move.turn, move.player_turn)
        why = gate.reason if gate else "its side passes"
        yield Condition("Gibraltar", gate is None, why, "36.A.3", facts=(OWNER,))
    if move.canal is not None:
        works = move.canal.ports and move.canal.banks
        yield Condition(
            "Kiel canal",
            works,
            "needs Brunsbüttel and Kiel in working order, and both banks, all friendly-owned",
            "36.A.5",
        )
    if move.fuel.tanks:
        oil = refusal_of_fuel(move.fuel)
        why = oil.reason if oil else paid_words(move.fuel) or "nothing is due"
        yield Condition("Fuel", oil is None, why, "36.E")
