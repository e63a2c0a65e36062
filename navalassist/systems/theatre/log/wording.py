"""How the log of the theatre campaign speaks, where classes do not say it themselves. Importing it registers it."""

from __future__ import annotations

from collections.abc import Mapping

from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.row_words import RowWords
from navalassist.desk.logbook.wording import CorrectionPolicy, LogWording, RuleWords, register_wording
from navalassist.desk.words import side_word
from navalassist.engine.rows import Row, declared_in
from navalassist.systems.theatre.book import SYSTEM
from navalassist.systems.theatre.state import battles, fleets, orders, sea

ROWS: tuple[type[Row], ...] = tuple(
    kind for module in (sea, fleets, orders, battles) for kind in declared_in(module.__name__)
)
DONE = {"add": "added", "change": "changed", "remove": "taken away"}
NUMBERED = {fleets.Group.KIND: "group", orders.Order.KIND: "order", battles.Interception.KIND: "interception"}


class TheatreFacts(RowWords):
    """Words for the facts of the theatre campaign."""

    acts: Mapping[str, str] = {
        f"{kind.KIND}.{act}": f"{kind.NOUN} {done}".capitalize() for kind in ROWS for act, done in DONE.items()
    }

    def row(self, words: Words, kind: str, key: str) -> str:
        """What a row is called: a group, an order, a battle by number; all others by their names."""
        row = f"{kind}:{key}"
        if kind == orders.Landing.KIND:
            order = str(words.known(f"{row}.order") or "")
            return f"A ground unit of {words.row(f'{orders.Order.KIND}:{order}')}" if order else ""
        if kind == battles.Hunters.KIND:
            return f"Force of {words.row(f'{battles.Interception.KIND}:{key}')}"
        number = words.known(f"{row}.number")
        if kind in NUMBERED and number is not None:
            return f"{side_word(words.known(f'{row}.side'))} {NUMBERED[kind]} {number}"
        if kind == orders.Order.KIND:
            # Its key may tell how many a side has, and an entry of the enemy names it.
            return "a mission"
        return f"Battle {number}" if kind == battles.Battle.KIND and number is not None else ""


WORDING = register_wording(LogWording(SYSTEM, TheatreFacts(*ROWS), RuleWords(), CorrectionPolicy()))
