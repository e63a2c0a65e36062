"""A table of counters pasted from a spreadsheet, for any form: each line is looked at as if it were typed there.

In:  the form's model, and text with a counter a line; tabs, semicolons or commas between cells.
Out: lines with the cells as they were pasted, each fault at its cell. Whoever writes takes all lines, or none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from django.forms import BooleanField, ChoiceField, Form
from pydantic import BaseModel

from navalassist.desk.at import At
from navalassist.desk.forms import form_for
from navalassist.desk.problem import Problem
from navalassist.play.write.edits import EditError
from navalassist.play.write.roster_paste import cells_of

MOST_LINES, MOST_CHARACTERS = 100, 20_000
# So many choices are named where none of them was written.
MOST_NAMED = 12
Warns = Callable[[Sequence[Mapping[str, Any]], Mapping[str, Any]], str]
YES = ("yes", "x", "1", "true", "on")
NO = ("no", "-", "–", "0", "false", "")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as it was pasted, and what is wrong with it."""

    text: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Counter:
    """A line. typed: what its form holds; fault: what is wrong with it as a whole; warning: what is odd about it."""

    number: int
    cells: tuple[Cell, ...]
    typed: Mapping[str, Any]
    fault: str = ""
    warning: str = ""

    @property
    def faults(self) -> list[str]:
        """All that is wrong with it."""
        return [text for text in (self.fault, *(cell.fault for cell in self.cells)) if text]


@dataclass(frozen=True)
class Counters:
    """A table that was pasted. columns: their names as the form has them."""

    columns: Sequence[str] = ()
    lines: list[Counter] = field(default_factory=list)

    @property
    def fits(self) -> bool:
        """True where all of it can go in."""
        return bool(self.lines) and not any(line.faults for line in self.lines)

    def whole(self) -> list[dict[str, Any]]:
        """What each line typed. Problem 422, by the first line that does not fit: all go in, or none."""
        for line in self.lines:
            for fault in line.faults:
                raise Problem(422, f"Line {line.number}: {fault} Nothing of the table went in.", "table")
        return [dict(line.typed) for line in self.lines]


def read(
    here: At,
    model: type[BaseModel],
    text: str,
    check: Callable[[Mapping[str, Any]], object],
    *,
    also: Mapping[str, str] | None = None,
    warns: Warns | None = None,
    **given: str,
) -> Counters:
    """The table as it would go in. Problem 422 where it is none.

    check: raises EditError for what the form takes and the campaign doesn't; given: what all lines have where they
    have no column for it; also: other names of columns, and their fields; warns: from the lines before and a line, what
    is odd about it although it may go in.
    """
    if len(text) > MOST_CHARACTERS:
        raise Problem(422, f"Table: at most {MOST_CHARACTERS:,} characters, this has {len(text):,}.", "table")
    make = form_for(model, here.state.values, here.state.tables)
    titles = {name: str(one.label) for name, one in make.base_fields.items()}
    rows = cells_of(_first_line_short(text, titles.values()))
    if not 1 <= len(rows) <= MOST_LINES + 1:
        raise Problem(422, f"Table: paste a counter a line, 1 to {MOST_LINES} of them.", "table")
    names, rows = _columns(titles, rows, also or {})
    lines: list[Counter] = []
    for number, row in enumerate(rows, start=1):
        line = _line(model, make, names, number, row, check, given)
        odd = warns([before.typed for before in lines], line.typed) if warns and not line.faults else ""
        lines.append(replace(line, warning=odd))
    return Counters([short(titles[name]) for name in names], lines)


def short(title: str) -> str:
    """The name of a column without what follows a comma in it: `Strength points`."""
    return title.partition(",")[0]


def _first_line_short(text: str, titles: Iterable[str]) -> str:
    """The text; names of columns that have a comma of their own without it, as that may stand between the cells."""
    first, end, rest = text.partition("\n")
    for title in titles:
        first = re.sub(re.escape(title), short(title), first, flags=re.IGNORECASE) if "," in title else first
    return first + end + rest


def _columns(
    titles: Mapping[str, str], rows: list[list[str]], also: Mapping[str, str]
) -> tuple[list[str], list[list[str]]]:
    """The fields of the columns, and the lines below their names; in the order of the form where no line names them."""
    words = ((word, name) for name, title in titles.items() for word in (name, name.replace("_", " "), short(title)))
    known = {**also, **{word.casefold(): name for word, name in words}}
    first = [known.get(cell.casefold()) for cell in rows[0]]
    if sum(name is not None for name in first) < min(len(first), len(("one", "other"))):
        return list(titles), rows
    if None in first:
        odd = rows[0][first.index(None)][:40]
        raise Problem(422, f"Table: “{odd}” is no column; there are {', '.join(map(short, titles.values()))}.", "table")
    names = [name for name in first if name]
    if len(set(names)) < len(names) or len(rows) == 1:
        why = "a column stands twice in the first line" if len(rows) > 1 else "there is no line below the names"
        raise Problem(422, f"Table: {why}.", "table")
    return names, rows[1:]


def _line(
    model: type[BaseModel],
    make: type[Form],
    names: Sequence[str],
    number: int,
    row: list[str],
    check: Callable[[Mapping[str, Any]], object],
    given: Mapping[str, str],
) -> Counter:
    typed = dict(zip(names, row, strict=False))
    sent = {**given, **{name: _sent(make, name, text) for name, text in typed.items()}}
    form, fault, cleaned = make(sent), "", dict[str, Any]()
    ticks = (name for name in typed if isinstance(make.base_fields[name], BooleanField))
    faults = {name: f"{form[name].label}: write yes or no." for name in ticks if sent[name] not in ("on", "")}
    if len(row) > len(names):
        fault = f"{len(row)} cells, and there are {len(names)} columns."
    elif form.is_valid() and not faults:
        plain = {name: info.default for name, info in model.model_fields.items() if not info.is_required()}
        cleaned = {name: plain.get(name) if value is None else value for name, value in form.cleaned_data.items()}
        try:
            check(cleaned)
        except EditError as error:
            faults[error.about] = str(error)
    else:
        faults |= {
            name: f"{form[name].label}: {texts[0]}{_named(make, name, typed.get(name, ''))}."
            for name, texts in form.errors.items()
        }
    fault = " ".join(filter(None, (fault, *(text for name, text in faults.items() if name not in names))))
    cells = tuple(Cell(typed.get(name, ""), faults.get(name, "")) for name in names)
    return Counter(number, cells, cleaned, fault)


def _named(make: type[Form], name: str, text: str) -> str:
    """`: Axis, Allied`: what may be chosen; of a long list what is written most like it."""
    one = make.base_fields[name]
    if not isinstance(one, ChoiceField):
        return ""
    words = [str(said).removeprefix("in ") for value, said in _choices(one.choices) if value]
    if len(words) <= MOST_NAMED:
        return f": {', '.join(words)}"
    like = get_close_matches(text, words, n=3, cutoff=0.5) or words[:3]
    return f", such as {', '.join(like)}"


def _choices(listed: Any) -> Iterator[tuple[Any, Any]]:
    """Each choice, also of those below headings."""
    for value, said in listed:
        yield from said if isinstance(said, list | tuple) else ((value, said),)


def _sent(make: type[Form], name: str, text: str) -> str:
    """A cell as the form sends it: one of a list by its words, a tick by yes or no."""
    one = make.base_fields[name]
    if isinstance(one, BooleanField):
        return "on" if text.casefold() in YES else "" if text.casefold() in NO else text
    if isinstance(one, ChoiceField):
        found: Any = one.choices
        return next((str(value) for value, words in found if text.casefold() in _words(value, words)), text)
    return text


def _words(value: Any, words: Any) -> tuple[str, ...]:
    """`port:naples`, `Naples`; of what is `in Scouting Forces` also the name alone."""
    said = str(words).casefold()
    return str(value).casefold(), said, said.removeprefix("in ")
