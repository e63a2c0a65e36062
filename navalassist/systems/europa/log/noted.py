"""What a mark or a naval unit keeps in one short text, in words: since when, from whom, for which fuel."""

from __future__ import annotations

import re

from navalassist.desk.logbook.naming import title, turn_name, with_turns
from navalassist.desk.words import side_word
from navalassist.play.state import State
from navalassist.rules.europa.r36_danger_ports import CAPTURED
from navalassist.systems.europa.fleet import place_words

MOMENT = re.compile(r"\b(\d{4}-\d{2}-[12])/(axis|allied)\b")
SIDES, SEA = ("axis", "allied"), "sea"


def note_words(state: State, kind: str, note: str) -> str:
    """The note of a mark: `from the Allied side, Mar I 41, Axis player turn`; `from Naples`; else as it was written."""
    if kind == CAPTURED:
        before, _, when = note.partition("|")
        return f"from the {side_word(before)} side, {moment_words(state, when)}"
    if note.startswith(("port:", "hex:", "canal:")):
        return f"from {place_words(state.values, note)}"
    if note in SIDES:
        return side_word(note)
    return title(note) if kind == SEA else moment_words(state, note)


def moment_words(state: State, text: str) -> str:
    """A text with player turns in words: `Mar I 41, Axis player turn` for `1941-03-1/axis`."""
    told = MOMENT.sub(lambda found: f"{turn_name(state, found[1])}, {side_word(found[2])} player turn", text)
    return with_turns(state, told)


def fuel_words(state: State, kept: str) -> str:
    """`Mar I 41: 5 SPs or 1 SRP paid`, `Mar I 41: 2 SPs paid, 1 a step`; '' for a unit that never paid."""
    if not kept:
        return ""
    when, _, paid = kept.partition(" ")
    number, _, steps = paid.partition(" ")
    amount = f"{number} SP{'s' if number != '1' else ''} paid, 1 a step" if steps else "5 SPs or 1 SRP paid"
    return f"{turn_name(state, when.partition('/')[0])}: {amount}"
