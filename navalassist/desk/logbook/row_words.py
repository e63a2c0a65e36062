"""Words for the facts of a system that declares its kinds as rows: what their classes say of their fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from navalassist.desk.logbook.facts import FactWords, Read, Words
from navalassist.desk.logbook.record import plain_text
from navalassist.desk.logbook.wording import words_for
from navalassist.engine.english import capital, small
from navalassist.engine.rows import PLAIN, Row, saying
from navalassist.engine.shapes import labels_of

if TYPE_CHECKING:
    from navalassist.desk.at import At

NAME = "name"
UNSAID = (None, PLAIN)
# What the acts of rows that are entered by hand have done.
BY_HAND = {"add": "added", "change": "changed", "remove": "taken away"}


class RowWords(FactWords):
    """Words for rows of these kinds."""

    # What stands beside them: headings of kinds that are declared elsewhere.
    headings: Mapping[str, str] = {}

    def __init__(self, *rows: type[Row]) -> None:
        """Of the kinds of one system, in the order of the log's filters."""
        self.named = self.things = tuple(row.KIND for row in rows if row.TAGGED)
        self.searched = tuple(row.KIND for row in rows if row.TAGGED and NAME in row.model_fields)
        self.in_sentences = (*(row.KIND for row in rows), "mark", "condition", "ruling")
        self.kinds = {**{row.KIND: row.SEVERAL for row in rows}, **self.headings}
        by_hand = {f"{row.KIND}.{act}": f"{row.NOUN} {done}" for row in rows for act, done in BY_HAND.items()}
        self.acts = {**{act: capital(words) for act, words in by_hand.items()}, **self.acts}
        fields = {(row.KIND, name): info for row in rows for name, info in row.model_fields.items()}
        self.said = {key: (info.annotation, saying(info)) for key, info in fields.items()}
        self.fields = {key: saying(info).short or small(info.title or key[1]) for key, info in fields.items()}

    def name(self, words: Words, kind: str, key: str, name: str) -> str:
        """`Owner of Pola`"""
        _, said = self.said.get((kind, name), UNSAID)
        return said.log and said.log.format(words.row(f"{kind}:{key}"))

    def value(self, words: Words, kind: str, key: str, name: str, value: Any) -> str | None:
        """`Pola` of a key or a place, `light cruiser` of one of several words; None for plain text and numbers."""
        if (kind, name) not in self.said:
            return None
        (annotation, said), several = self.said[kind, name], isinstance(value, list)
        if said.words and (isinstance(value, str) or value == []) and (told := said.words.get(value or "")):
            return told
        if not value:
            return None if several else _label(annotation, value)
        if said.places:
            return words.row(value)
        if said.of:
            return ", ".join(words.row(f"{said.of}:{one}") for one in (value if several else [value]))
        if several:
            return ", ".join(words.value(f"{kind}:{key}.{name}", one) for one in value)
        return None if words.is_seat(value) else _label(annotation, value)

    def gathered(self, words: Words, row: str, read: Read) -> tuple[str, str] | None:
        """`1st Battle Squadron`: `British, battleship squadron, combat strength 6, …, Grand Fleet`."""
        if not self._ranks(row) or len(read) == 1:
            return None
        return words.row(row), self.in_line(words, row, {name: value for name, value, _ in read}) or "there"

    def in_line(self, words: Words, row: str, fields: Mapping[str, Any]) -> str:
        """The fields of a row that its class tells in a line, but for those that are empty."""
        ranks = self._ranks(row)
        told = [name for name in sorted(ranks, key=ranks.__getitem__) if fields.get(name) not in ("", [], False, None)]
        return ", ".join(self._in_line(words, row, name, fields[name]) for name in told)

    def _ranks(self, row: str) -> dict[str, int]:
        kind = row.partition(":")[0]
        return {name: said.inline for (of, name), (_, said) in self.said.items() if of == kind and said.inline}

    def _in_line(self, words: Words, row: str, name: str, value: Any) -> str:
        """One field of a row: a word by itself, a number with what it counts, a yes as what it says."""
        kind = row.partition(":")[0]
        field, (annotation, said) = words.field(kind, name), self.said[kind, name]
        if value is True or isinstance(value, int):
            return field if value is True else f"{field} {plain_text(value)}"
        text = words.value(f"{row}.{name}", value)
        return text if isinstance(annotation, type) and not said.short else f"{field} {text}"

    def thing(self, here: At, kind: str, key: str) -> str:
        """What a question is about: a row by what it is called."""
        row = f"{kind}:{key}"
        return words_for(here.state, {}).row(row) if here.state.row(row) else ""

    def menus(self, here: At) -> list[tuple[str, str, str, list[tuple[str, str]]]]:
        """The rows of each kind that entries are about, by what they are called."""
        words, found = words_for(here.state, {}), []
        for kind in self.things:
            rows = [(row.partition(":")[2], words.row(row)) for row in here.state.rows(kind)]
            found.append((kind, self.kinds[kind], "all", sorted(rows, key=lambda pair: pair[1])))
        return found


def _label(annotation: Any, value: Any) -> str | None:
    """What a word is called by the enumeration that has it; None where none has."""
    return (labels_of(annotation).get(value) or None) if isinstance(value, str) else None
