"""Forms: what a person types for a rule, declared field by field, and what they may choose among."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, Field
from pydantic.fields import FieldInfo

from navalassist.engine.asks import TableKey
from navalassist.engine.maps import Barred, Way, WayChart
from navalassist.engine.reader import Unknown, View
from navalassist.engine.rows import Row

Facts = Mapping[str, Any]
# Characters of a way as it is typed.
MOST_OF_A_WAY = 600
Options = list[tuple[str, str]]
# Options, among which a pair may be a heading with options below it.
Grouped = list[tuple[str, Any]]
# What a field lists, from the facts of the campaign as the viewer sees them.
Listed = Callable[[View], Options]
# The same, with headings.
ListedUnder = Callable[[View], Grouped]
# The same, by what other fields of the form hold.
ListedAfter = Callable[[View, Facts], Grouped]


class FieldError(ValueError):
    """What was typed into a field does not fit. about: the field; rule: the paragraph that forbids it, if one does."""

    def __init__(self, about: str, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.about = about
        self.rule = rule


class FormErrors(Unknown):
    """Fields of a form that do not fit: all of them, each with what would be right. fields: name -> words."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        super().__init__("; ".join(fields.values()))
        self.fields = dict(fields)


def every(kind: type[Row]) -> Listed:
    """What a form lists: each row of a kind that the view sees, by its name."""
    return lambda view: [(key, view.name(kind.row_of(key))) for key in view.keys(kind)]


@dataclass(frozen=True)
class Choices:
    """Beside a field of a form's model: what may be chosen, as (value, words); `many`: any number of them.

    of: from the facts of the campaign, as far as the viewer sees them; None asks for all that there ever is.
    shown: what the form lists, where that is less; whatever else `of` has may still be sent, and the rule judges it.
    after: what it lists by what other fields of the form hold, from the facts and those. Of both a pair may be a
    heading with pairs below it.
    """

    of: Callable[[Facts | None], Options]
    many: bool = False
    shown: Callable[[Facts | None], Grouped] | None = None
    after: Callable[[Facts, Facts], Grouped] | None = None


@dataclass(frozen=True)
class TicksOf:
    """Beside a field of a form's model: it lists the words under this table, to be ticked where they hold."""

    table: str


@dataclass(frozen=True)
class DrawnOn:
    """Beside a text field of a form's model: it is a way, drawn by taps on a chart or typed.

    chart: from the facts of the campaign as the viewer sees them, and what other fields hold.
    """

    chart: Callable[[View, Facts], WayChart]


def AskWay(title: str, chart: Callable[[View, Facts], WayChart], default: str = "", *, help: str = "") -> Any:
    """A field of a form that holds a way, drawn on a chart. chart: as `DrawnOn` has it; what was typed: `read_way`."""
    info: Any = Field(default, title=title, description=help or None, max_length=MOST_OF_A_WAY)
    info.metadata.append(DrawnOn(chart))
    return info


def read_way(chart: WayChart, about: str, text: str) -> Way:
    """The way that was drawn or typed into a field, with at least one leg, each of which may be gone.

    FormErrors tells of the field which leg is barred, and by which rule.
    """
    try:
        way = chart.way(text)
    except ValueError as error:
        raise FormErrors({about: str(error)}) from None
    if not way.legs:
        raise FormErrors({about: "add a leg: tap the place where it leads, or type the places one after the other"})
    if (leg := way.barred) and isinstance(leg.judged, Barred):
        words = f"leg {way.legs.index(leg) + 1}, {chart.called(leg.start)} to {chart.called(leg.to)}: {leg.judged.text}"
        raise FormErrors({about: f"{words} ({leg.judged.rule})" if leg.judged.rule else words})
    return way


@dataclass(frozen=True)
class Column:
    """A cell of each line of a list that is typed: a number up to `most`, or a box to tick where there is none."""

    key: str
    title: str
    most: int = 0


@dataclass(frozen=True)
class LinesOf:
    """Beside a text field of a form's model: it is typed as a list, with the same cells for each of its lines.

    lines: key and title of each, from the facts of the campaign as the viewer sees them, and what other fields hold.
    As a text it is `naka: damage 3, inside; asagumo: sunk`: what nobody typed is left out.
    """

    lines: Callable[[View, Facts], Options]
    columns: tuple[Column, ...]


def AskLines(
    title: str, lines: Callable[[View, Facts], Options], *columns: Column, help: str = "", most: int = 4000
) -> Any:
    """A field of a form that holds the cells of a list. lines: as `LinesOf` has them; what was typed: `read_lines`."""
    info: Any = Field("", title=title, description=help or None, max_length=most)
    info.metadata.append(LinesOf(lines, columns))
    return info


def lines_text(cells: Mapping[str, Mapping[str, str]], columns: tuple[Column, ...]) -> str:
    """The text of what was typed: key of a line -> key of a cell -> what stands in it."""
    told = []
    for key, typed in cells.items():
        filled = [(column, typed[column.key].strip()) for column in columns if typed.get(column.key, "").strip()]
        words = ", ".join(f"{column.key} {value}" if column.most else column.key for column, value in filled)
        told += [f"{key}: {words}"] if words else []
    return "; ".join(told)


def lines_cells(text: str) -> dict[str, dict[str, str]]:
    """The same the other way round: a box that is ticked holds its own key."""
    found: dict[str, dict[str, str]] = {}
    for line in filter(None, (part.strip() for part in text.split(";"))):
        key, _, words = line.partition(":")
        cells = (word.split(None, 1) for word in words.split(",") if word.strip())
        found[key.strip()] = {cell[0]: cell[-1].strip() for cell in cells}
    return found


def read_lines(about: str, text: str, titles: Mapping[str, str], columns: tuple[Column, ...]) -> dict[str, Any]:
    """Key of a line -> its cells as numbers and truths. FormErrors names line and cell that do not fit."""
    known, found = {column.key: column for column in columns}, {}
    for key, cells in lines_cells(text).items():
        if key not in titles or not known.keys() >= cells.keys():
            raise FormErrors({about: f"'{key[:40]}' is no line of this list, or has a cell that it does not have"})
        for name, value in cells.items():
            column = known[name]
            if column.most and not (value.isascii() and value.isdigit() and int(value) <= column.most):
                words = f"{titles[key]}, {column.title.lower()}: type a whole number from 0 to {column.most}"
                raise FormErrors({about: words})
        found[key] = {name: int(value) if known[name].most else True for name, value in cells.items()}
    return found


def ticks_of(table: TableKey[Any]) -> Any:
    """A field of a form: the words of the list under a table that no rule sees, one tick each.

    Where a campaign's list has none the form has no such field.
    """
    info: Any = Field((), title="Also true")
    info.metadata.append(TicksOf(table.slug))
    return info


def ticked_table(form: type[BaseModel]) -> str:
    """The table whose list a form ticks; '' for none."""
    infos = form.model_fields.values()
    return next((one.table for info in infos for one in info.metadata if isinstance(one, TicksOf)), "")


def Ask(
    title: str,
    choices: Listed | None = None,
    default: Any = ...,
    *,
    help: str = "",
    none: str = "",
    many: bool = False,
    shown: ListedUnder | None = None,
    after: ListedAfter | None = None,
    ge: int | None = None,
    le: int | None = None,
    most: int | None = None,
) -> Any:
    """A field of a form. choices: what may be chosen; none: what choosing nothing is called, where one may.

    shown, after: as `Choices` has them; many: any number may be chosen; most: characters of a text.
    """
    empty: Any = () if many else ""
    filled: Any = empty if default is ... and none else default
    info: FieldInfo = Field(filled, title=title, description=help or None, ge=ge, le=le, max_length=most)
    if choices is not None:
        info.metadata.append(_choices(choices, none, many, shown, after))
    return info


def _choices(of: Listed, none: str, many: bool, shown: ListedUnder | None, after: ListedAfter | None) -> Choices:
    first = [("", none)] if none and not many else []

    def listed(by: ListedUnder) -> Callable[[Facts | None], Grouped]:
        return lambda facts: [*first, *by(View(facts))]

    return Choices(
        of=listed(of),
        many=many,
        shown=listed(shown) if shown else None,
        after=(lambda facts, typed: after(View(facts), typed)) if after else None,
    )
