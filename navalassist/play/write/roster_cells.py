"""Cells of a list: what a field of a row is as text, and the field of what was typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, get_origin

from pydantic.fields import FieldInfo

from navalassist.engine.forms import Listed
from navalassist.engine.reader import View, rows_in
from navalassist.engine.rows import Roster, Row, key_of, plain, saying
from navalassist.engine.shapes import BOXES, boxes_text, boxes_typed
from navalassist.play.write.edits import EditError, one_line
from navalassist.play.write.row_edits import LINE, ByHand, options

NONE = "–"
SHOWN = 40
Words = tuple[tuple[Any, str], ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a list. words: what may stand in it, () for any text or number; many: several of them.

    linked: they are rows, which are typed by their names and not chosen; empty: none may be named.
    """

    name: str
    title: str
    help: str
    annotation: Any
    words: Words = ()
    many: bool = False
    linked: bool = False
    empty: bool = False
    boxes: bool = False
    least: int | None = None
    most: int | None = None
    optional: bool = False

    @property
    def chosen(self) -> bool:
        """True where one of a list is chosen."""
        return bool(self.words) and not self.linked

    @property
    def number(self) -> bool:
        """True where a whole number is typed."""
        return self.annotation is int

    def text(self, value: Any) -> str:
        """A value as its cell shows it."""
        if self.boxes:
            return boxes_text(value)
        known = dict(self.words)
        if self.many:
            return ", ".join(str(known.get(one, one)) for one in value)
        return str(known.get(plain(value), value))

    def read(self, text: str, likely: str = "") -> Any:
        """The value of what was typed. EditError; likely: what such a row usually has there."""
        line = one_line(text, LINE, self.title)
        if self.boxes:
            return self._boxes(line, likely)
        if self.many:
            return tuple(self._word(word) for part in line.split(",") if (word := part.strip()) not in ("", NONE))
        if self.empty and line in ("", NONE):
            return ""
        if self.words:
            return self._word(line)
        if not self.number:
            return line
        if not line and self.optional:
            return None
        return self._number(line.replace("−", "-"))

    def _boxes(self, line: str, likely: str) -> tuple[int, ...]:
        try:
            return boxes_typed(line, boxes_typed(likely) if likely else ())
        except ValueError as error:
            raise EditError(self.name, str(error)) from None

    def _number(self, line: str) -> int:
        digits = line.removeprefix("-")
        number = int(line) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None
        low, high = self.least, self.most
        if number is None or (low is not None and number < low) or (high is not None and number > high):
            bounds = f" from {low} to {high}" if low is not None and high is not None else ""
            raise EditError(self.name, f"Type a whole number{bounds}.")
        return number

    def _word(self, word: str) -> Any:
        for value, words in self.words:
            if word.casefold() in (str(words).casefold(), str(value).casefold()):
                return value
        known = ", ".join(words for _, words in self.words[:12] if words)
        if self.linked:
            raise EditError(self.name, f"There is no “{word[:SHOWN]}” here. Write names with commas between them.")
        said = f"“{word[:SHOWN]}” is no choice here: choose" if word else "Choose"
        raise EditError(self.name, f"{said} one of {known}.")


def columns_of(hand: ByHand[Any], view: View) -> dict[str, Column]:
    """The columns of a list, in its order."""
    return {name: _column(hand, view, name) for name in roster_of(hand.kind).columns}


def roster_of(kind: type[Row]) -> Roster:
    """How rows of this kind are typed as a list. TypeError for a kind that is none."""
    if kind.ROSTER is None:
        raise TypeError(f"{kind.__name__} is no list: declare it with roster=Roster(…)")
    return kind.ROSTER


def _column(hand: ByHand[Any], view: View, name: str) -> Column:
    kind: type[Row] = hand.kind
    info = kind.model_fields[name]
    said = saying(info)
    words: Words = ()
    if said.of:
        words = tuple((key, view.name(f"{said.of}:{key}")) for key in _keys(view, said.of))
    elif name in hand.choices:
        words = _listed(hand.choices[name], view)
    else:
        words = tuple(options(kind, name))
    return Column(
        name=name,
        title=info.title or name.replace("_", " ").capitalize(),
        help=info.description or "",
        annotation=info.annotation,
        words=words,
        many=bool(said.of) and get_origin(info.annotation) is tuple,
        linked=bool(said.of),
        empty=bool(said.of) and info.default == "",
        boxes=BOXES in info.metadata,
        least=_bound(info, "ge"),
        most=_bound(info, "le"),
        optional=name in hand.optional,
    )


def _keys(view: View, kind: str) -> Iterable[str]:
    return map(key_of, rows_in(view.values, kind))


def _listed(listed: Listed, view: View) -> Words:
    return tuple((value, words) for value, words in listed(view) if value)


def _bound(info: FieldInfo, name: str) -> int | None:
    found = (getattr(part, name, None) for part in info.metadata)
    return next((int(value) for value in found if value is not None), None)


def texts_of(columns: Mapping[str, Column], row: Row) -> dict[str, str]:
    """A row as its line shows it."""
    return {name: column.text(getattr(row, name)) for name, column in columns.items()}
