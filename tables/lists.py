"""The list of modifiers under a table as players type it: a number each, and a condition.

A condition is one that the rule sees, or free words: then whoever carries the rule out ticks them where they hold.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from navalassist.engine import Provenance
from navalassist.engine.cells import MODIFIER, TICK
from tables.grid import MARKS, UNKNOWN
from tables.table import Modifier, RuleTable

MOST_MODIFIERS = 40
LONGEST_WORDS = 120
# Where a fault of a line stands.
VALUE, CONDITION = 0, 1
A_NUMBER = "write what is added, as in +2 or -5"


@dataclass(frozen=True, slots=True)
class TypedModifier:
    """A line of the form. condition: the key of one that the rule sees, '' for words; origin: where it comes from."""

    value: str
    condition: str
    words: str
    origin: Provenance

    @property
    def is_empty(self) -> bool:
        """True for a line in which nothing was typed."""
        return not (self.value.strip() or self.condition or self.words.strip())

    @property
    def plain(self) -> str:
        """Its words as a table keeps them."""
        return " ".join(self.words.split())

    @property
    def key(self) -> str:
        """The key of its line in a table. It follows from the words: other words are another thing to tick."""
        if self.condition:
            return self.condition
        plain = self.plain
        begins = re.sub(r"[^a-z0-9]+", "-", plain.lower())[:24].strip("-")
        mark = hashlib.sha256(plain.encode()).hexdigest()[:6]
        return f"{TICK}{begins}-{mark}" if begins else f"{TICK}{mark}"


@dataclass(frozen=True, slots=True)
class LineFault:
    """What can't be read of a line, by its number from 0. part: its number or its condition."""

    line: int
    part: int
    problem: str


def list_as_typed(table: RuleTable, asked: Mapping[tuple[str, str], str] | None = None) -> tuple[TypedModifier, ...]:
    """The list as its form shows it: an unknown number is empty, or what play asked for."""
    return tuple(_as_typed(item, (asked or {}).get((item.cell.row, MODIFIER), "")) for item in table.modifiers)


def _as_typed(item: Modifier, asked: str) -> TypedModifier:
    origin = Provenance.PRINTED if item.cell.value is None and asked else item.cell.provenance
    condition, words = ("", item.line.text) if item.is_ticked else (item.line.key, "")
    return TypedModifier(item.cell.value or asked, condition, words, origin)


@dataclass(frozen=True)
class TypedList:
    """The typed lines beside those of the version before."""

    table: RuleTable
    typed: tuple[TypedModifier, ...]
    numbers: Mapping[int, TypedModifier] = field(init=False)

    def __post_init__(self) -> None:
        kept = {number: line for number, line in enumerate(self.typed) if not line.is_empty}
        object.__setattr__(self, "numbers", kept)

    def faults(self) -> Iterator[LineFault]:
        """What can't be kept, line by line."""
        if len(self.numbers) > MOST_MODIFIERS:
            yield LineFault(0, CONDITION, f"A list has at most {MOST_MODIFIERS} lines; these are {len(self.numbers)}.")
        times = Counter(map(self.key, self.numbers.values()))
        for number, line in self.numbers.items():
            yield from (LineFault(number, part, problem) for part, problem in self._wrong(line))
            if times[key := self.key(line)] > 1:
                times[key] = 1
                yield LineFault(number, CONDITION, "This condition stands in another line too: one of them is enough.")

    def key(self, line: TypedModifier) -> str:
        """The key of a line: the one that its words have in the version before, where they stand there."""
        told = {item.line.text: item.line.key for item in self.table.modifiers if item.is_ticked}
        return line.key if line.condition else told.get(line.plain, line.key)

    def _wrong(self, line: TypedModifier) -> Iterator[tuple[int, str]]:
        value, words = _number(line.value), line.plain
        if value == "" and line.value.strip() not in ("", UNKNOWN):
            yield VALUE, f'"{line.value.strip()[:20]}" is no number: {A_NUMBER}.'
        if line.condition:
            if line.condition not in self.table.conditions:
                yield CONDITION, f'"{line.condition[:40]}" is no condition that the rule sees.'
            return
        if value == "" and line.value.strip() in ("", UNKNOWN):
            yield VALUE, f"What is ticked has a number: {A_NUMBER}."
        if not words:
            yield CONDITION, "Choose what the rule sees, or write in words what holds."
        elif len(words) > LONGEST_WORDS or not words.isprintable() or "|" in words:
            yield CONDITION, f"At most {LONGEST_WORDS} characters in one line, without |; these are {len(words)}."

    def text(self, unmarked: Provenance) -> str:
        """The list of the new file."""
        known = {item.line.key: item.line for item in self.table.modifiers}
        lines = []
        for line in self.numbers.values():
            value, key = _number(line.value), self.key(line)
            origin = line.origin if value and line.origin is not Provenance.UNKNOWN else Provenance.PRINTED
            mark = next((mark for mark, meaning in MARKS.items() if meaning is origin), "")
            cell = f"{value}{'' if origin is unmarked else mark}" if value else UNKNOWN
            about = " ".join((*known[key].rules, *known[key].rulings)) if key in known else ""
            words = known[key].text if key in known else self.table.conditions.get(key) or line.plain
            lines.append(f"{key} | {cell} | {about} | {words}")
        return "\n" + "\n".join(lines) + "\n" if lines else ""


def _number(typed: str) -> str:
    """`+2` of what was typed; '' for an unknown one, and for what is no number."""
    plain = typed.replace("−", "-").replace("–", "-").replace(" ", "")
    return f"{int(plain):+}" if re.fullmatch(r"[-+]?\d{1,3}", plain, re.ASCII) else ""


def list_changed(before: RuleTable, after: RuleTable) -> frozenset[str]:
    """The rows of lines that say something else in a later version, are new, or are gone."""
    then, now = ({item.cell.row: (item.cell, item.line.text) for item in table.modifiers} for table in (before, after))
    return frozenset(row for row in {*then, *now} if then.get(row) != now.get(row))
