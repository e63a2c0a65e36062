"""Words for the rows that every rule system may keep: knowledge, damage that waits, order books and their seals."""

from __future__ import annotations

from typing import Any

from navalassist.desk.logbook.naming import several, turn_name
from navalassist.desk.words import side_word
from navalassist.engine.knowledge import Knowledge
from navalassist.engine.orders import Book, Seal
from navalassist.engine.pending import Pending
from navalassist.engine.rows import ROWS
from navalassist.engine.shapes import labels_of

KEPT = (Knowledge.KIND, Pending.KIND, Book.KIND, Seal.KIND)


def kept_words(words: Any, kind: str, key: str) -> str:
    """What such a row is called. words: the `Words` of an entry."""
    row = f"{kind}:{key}"
    about = str(words.known(f"{row}.about") or "")
    if kind == Pending.KIND:
        return f"Pending damage to {words.row(about)}" if about else "Pending damage"
    if kind == Knowledge.KIND:
        return f"Knowledge of {words.row(about)}" if about else "What is known"
    turn, _, side = key.rpartition("-")
    what = "Order book" if kind == Book.KIND else "Text of the order book"
    return f"{what} of {side_word(side)}, {turn_name(words.state, turn)}"


def kept_value(words: Any, kind: str, name: str, value: Any) -> str | None:
    """The value of one of its fields; None where it reads as everywhere."""
    if name == "text" and value:
        return f"{several(len(str(value)), 'character')}, as recorded below"
    if name == "about":
        return words.row(str(value))
    if name in ("lines", "memory"):
        return "; ".join(map(str, value)) or "none"
    annotation: Any = ROWS[kind].model_fields[name].annotation
    return labels_of(annotation).get(value) if isinstance(value, str) else None
