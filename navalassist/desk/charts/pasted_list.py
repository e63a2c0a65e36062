"""Modifiers from a spreadsheet or a page of text: a number and a condition a line, looked at before they go in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from navalassist.desk.charts.lists import ORIGINS
from navalassist.desk.charts.pasted import FIELD, MOST_CHARACTERS, LaidDown, Met, shown
from navalassist.desk.charts.typed import Block
from navalassist.desk.problem import Problem
from navalassist.engine import Provenance
from navalassist.engine.english import counted
from tables.lists import A_NUMBER, MOST_MODIFIERS, TypedList, TypedModifier

NUMBER = r"[-+−–]?\s?\d{1,3}"
BEFORE = re.compile(rf"({NUMBER})\s*(?:[\t;,|:]\s*|\s)(.+)", re.ASCII)
BEHIND = re.compile(rf"(.+?)\s*[\t;,|:]\s*({NUMBER})", re.ASCII)


@dataclass(frozen=True, slots=True)
class LaidLine:
    """A pasted line. words: its condition; was: the number that stands there; place: its place among what is pasted."""

    line: TypedModifier
    words: str
    was: str
    met: Met
    place: str
    problem: str = ""

    @property
    def text(self) -> str:
        """The number that is pasted."""
        return self.line.value


@dataclass(frozen=True)
class PastedList(LaidDown[LaidLine]):
    """Lines beside those of a list."""

    number: int
    block: Block
    is_list = True
    outside = 0

    @property
    def taken_words(self) -> str:
        """`2 modifiers`"""
        return counted(self.taken, "modifier")

    @property
    def size(self) -> str:
        """`3 modifiers`"""
        return counted(len(self.laid), "modifier")


def pasted_list(text: str, number: int, block: Block) -> PastedList:
    """The lines that were sent. Problem 422 for none, or too many."""
    if len(text) > MOST_CHARACTERS:
        raise Problem(422, f"Paste: at most {MOST_CHARACTERS:,} characters; these are {len(text):,}.", FIELD)
    lines = [line.strip() for line in text.replace("\0", "\ufffd").splitlines() if line.strip()]
    if not lines:
        raise Problem(422, "Paste: nothing is there. Copy modifiers, one a line: a number and its condition.", FIELD)
    if len(lines) > MOST_MODIFIERS:
        raise Problem(422, f"Paste: a list has at most {MOST_MODIFIERS} modifiers; these are {len(lines)}.", FIELD)
    return PastedList(tuple(_laid(block, lines)), number, block)


def _laid(block: Block, lines: list[str]) -> Iterator[LaidLine]:
    table = block.chart.newest
    seen = {words.casefold(): key for key, words in table.conditions.items()} | {key: key for key in table.conditions}
    standing = block.typed.modifiers or ()
    known = TypedList(table, standing)
    numbers = {known.key(line): line.value for line in standing}
    for at, text in enumerate(lines, start=1):
        value, words = _parted(text)
        key = seen.get(words.casefold().rstrip("."), "")
        line = TypedModifier(value, key, "" if key else words, Provenance.PRINTED)
        told = table.conditions.get(key, words)
        place = f"Line {at}"
        wrong = next(TypedList(table, (line,)).faults(), None) if value else None
        if not value or wrong:
            said = f'"{shown(text)}" has no number: {A_NUMBER}, and its condition'
            problem = wrong.problem.rstrip(".") if wrong else said
            yield LaidLine(line, shown(told or text), "", Met.BAD, place, problem)
            continue
        was = numbers.get(known.key(line))
        met = Met.NEW if not was else Met.SAME if int(was) == int(value) else Met.DIFFERS
        yield LaidLine(line, told, was or "", met, place)


def _parted(text: str) -> tuple[str, str]:
    """The number and the condition of a line; '' for a number that is not there."""
    found, behind = BEFORE.fullmatch(text), BEHIND.fullmatch(text)
    value, words = (found[1], found[2]) if found else (behind[2], behind[1]) if behind else ("", text)
    number = value.replace("−", "-").replace("–", "-").replace(" ", "")
    return (f"{int(number):+}" if number else ""), " ".join(words.strip("\"' \t").split())


def put_list_in(found: PastedList, stamp: Provenance) -> Block:
    """The block with what was understood; a line of a condition that stands there takes the place of that line."""
    typed, table = found.block.typed, found.block.chart.newest
    known = TypedList(table, typed.modifiers or ())
    lines = {known.key(line): line for line in typed.modifiers or ()}
    origin = stamp if stamp in ORIGINS else Provenance.PRINTED
    for laid in found.laid:
        if laid.met is not Met.BAD:
            lines[known.key(laid.line)] = replace(laid.line, origin=origin)
    return replace(found.block, typed=replace(typed, modifiers=tuple(lines.values())))
