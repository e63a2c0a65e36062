"""A form from the pydantic model of what a person types for a procedure."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any

import annotated_types
from django import forms
from django.http import QueryDict
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from navalassist.desk.ways.drawing import WayShown, way_shown
from navalassist.engine.cells import Table
from navalassist.engine.forms import Choices, Column, DrawnOn, LinesOf, Options, TicksOf, lines_cells, lines_text
from navalassist.engine.maps import WayChart
from navalassist.engine.reader import View
from navalassist.engine.shapes import labels_of

# Characters of a text that says no other length.
LINE = 200
# `lines.naka.damage`
CELL_DOTS = 2
# What is said of a field that does not fit, after its label.
OF_THE_LIST = dict.fromkeys(("required", "invalid_choice"), "choose of the list")
OF_A_LINE = {
    "required": "write something here",
    "max_length": "at most %(limit_value)d characters, this has %(show_value)d",
}


class TypedForm(forms.Form):
    """A form whose fields have the default of their model where they were left empty, or left out.

    What a field lists may follow what others hold.
    """

    _plain: typing.ClassVar[Mapping[str, Any]] = {}
    _after: typing.ClassVar[Mapping[str, Callable[[Mapping[str, Any]], list[tuple[str, Any]]]]] = {}

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        for name, listed in self._after.items():
            typing.cast(OneOf, self.fields[name]).choices = listed(self.data if self.is_bound else self.initial)
        for name, field in self.fields.items():
            if isinstance(field, WayField):
                typed = self.data if self.is_bound else self.initial
                field.way = way_shown(name, field.chart(typed), str(typed.get(name) or ""))
            if isinstance(field, LinesField):
                typed = self.data if self.is_bound else self.initial
                text = field.widget.value_from_datadict(typed, {}, name) or ""
                field.lines = lines_shown(name, field.listed(typed), field.columns, text)

    @property
    def wrong_way(self) -> str:
        """`leg 5 is not allowed`, of a way that is drawn; '' where all legs are."""
        ways = (field.way.wrong for field in self.fields.values() if isinstance(field, WayField))
        return next(filter(None, ways), "")

    def clean(self) -> dict[str, Any]:
        """What was typed, or what stands in its place."""
        found = self.cleaned_data.items()
        return {name: self._plain.get(name, value) if value in (None, "") else value for name, value in found}


class OneOf(forms.ChoiceField):
    """A choice that takes more than it lists: what the rule may judge although nobody is led to it."""

    taken: frozenset[str] = frozenset()

    def valid_value(self, value: Any) -> bool:
        """Is this listed, or taken all the same?"""
        return super().valid_value(value) or str(value) in self.taken


class Ticks(forms.CheckboxSelectMultiple):
    """Boxes to tick. One value may name several choices, joined by a plus: a row that stands for all of them."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        """What was ticked, one by one."""
        return [one for value in super().value_from_datadict(data, files, name) or () for one in value.split("+")]


class WayField(forms.CharField):
    """A way, drawn on a chart. chart: by what other fields hold; way: the chart as it stands."""

    chart: Callable[[Mapping[str, Any]], WayChart]
    way: WayShown


class Cells(forms.TextInput):
    """The cells of a list, each sent by itself as `lines.naka.damage`; or all of them as one text."""

    columns: tuple[Column, ...] = ()

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        """The text of what was typed."""
        found: dict[str, dict[str, str]] = {}
        for sent in data:
            if sent.startswith(f"{name}.") and sent.count(".") == CELL_DOTS:
                _, line, cell = sent.split(".")
                found.setdefault(line, {})[cell] = str(data[sent])
        return lines_text(found, self.columns) if found else str(data.get(name) or "")


def sent_of(made: type[forms.Form], name: str, given: QueryDict) -> list[str]:
    """What was sent under a name: [] where nothing was. The cells of a list come to one text."""
    field = made.base_fields.get(name)
    if field is None or not isinstance(field.widget, Cells):
        return given.getlist(name)
    text = field.widget.value_from_datadict(given, {}, name)
    return [text] if text else []


@dataclass(frozen=True, slots=True)
class CellShown:
    """A cell of a line: the name under which it is sent, and what stands in it."""

    name: str
    column: Column
    value: str


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of a list that is typed."""

    key: str
    title: str
    cells: tuple[CellShown, ...]


class LinesField(forms.CharField):
    """A list that is typed. listed: its lines, by what other fields hold; lines: as they stand."""

    listed: Callable[[Mapping[str, Any]], Options]
    columns: tuple[Column, ...]
    lines: list[LineShown]


def lines_shown(name: str, listed: Options, columns: tuple[Column, ...], text: str) -> list[LineShown]:
    """The lines of a list with what was typed so far."""
    typed = lines_cells(text)

    def cell(key: str, column: Column) -> CellShown:
        return CellShown(f"{name}.{key}.{column.key}", column, typed.get(key, {}).get(column.key, ""))

    return [LineShown(key, title, tuple(cell(key, column) for column in columns)) for key, title in listed]


class ManyOf(OneOf, forms.MultipleChoiceField):
    """The same for any number of choices."""


def form_for(
    model: type[BaseModel], facts: Mapping[str, Any] | None = None, tables: Mapping[str, Table] | None = None
) -> type[forms.Form]:
    """A Django form with a field for each field of the model: label, help, bounds, choices and default from there.

    facts: of the campaign, for fields that choose among what it has; None: among all. tables: of the campaign, whose
    lists have words to tick.
    """
    fields = {name: _field(name, info, facts) for name, info in model.model_fields.items() if not _ticks(info)}
    fields |= {name: field for name, info in model.model_fields.items() if (field := _to_tick(info, tables or {}))}
    first = next(iter(fields.values()), None)
    if first is not None and first.required and isinstance(first, forms.IntegerField | forms.DecimalField):
        # A page that asks for a number takes it at once, without a tap into the field.
        first.widget.attrs["data-focus"] = True
    plain = {name: info.default for name, info in model.model_fields.items() if not info.is_required()}
    offered = ((name, _offered(info)) for name, info in model.model_fields.items())
    after = {name: partial(one.after, facts) for name, one in offered if one and one.after and facts is not None}
    return type(f"{model.__name__}Form", (TypedForm,), {**fields, "_plain": plain, "_after": after})


def follows(made: type[forms.Form]) -> bool:
    """True for a form that is drawn anew when a field changes: what another lists, a way, or lines, go by it."""
    fields: Mapping[str, forms.Field] = getattr(made, "base_fields", {})
    typed = any(isinstance(field, WayField | LinesField) for field in fields.values())
    return issubclass(made, TypedForm) and (bool(made._after) or typed)


def has_way(fields: Mapping[str, forms.Field]) -> bool:
    """True where one of these fields is a way that is drawn."""
    return any(isinstance(field, WayField) for field in fields.values())


def _offered(info: FieldInfo) -> Choices | None:
    """What a field chooses among, where it does."""
    return next((m for m in info.metadata if isinstance(m, Choices)), None)


def _ticks(info: FieldInfo) -> str:
    """The table whose words a field lists; '' for another field."""
    return next((m.table for m in info.metadata if isinstance(m, TicksOf)), "")


def _to_tick(info: FieldInfo, tables: Mapping[str, Table]) -> forms.Field | None:
    """A box for each line of words under the table; None where it has no such line."""
    table = tables.get(_ticks(info))
    lines = [(line.key, line.words) for line in (table.listed if table else ()) if line.is_ticked]
    wrong = "the list says something else by now: look which boxes hold, and tick them again"
    errors = {"invalid_choice": wrong}
    common: dict[str, Any] = {"label": info.title, "required": False, "initial": (), "error_messages": errors}
    return ManyOf(choices=lines, widget=Ticks, **common) if lines else None


def _field(name: str, info: FieldInfo, facts: Mapping[str, Any] | None) -> forms.Field:
    common: dict[str, Any] = {
        "label": info.title or name.replace("_", " ").capitalize(),
        "help_text": info.description or "",
        "required": info.is_required(),
        "initial": None if info.is_required() else info.default,
    }
    kind = _plain_type(info.annotation)
    if offered := _offered(info):
        return _chosen(offered, facts, common)
    if kind is bool:
        return forms.BooleanField(**{**common, "required": False})
    if labels := labels_of(kind):
        # A list begins with its first line chosen: nobody has chosen that.
        first = [("", "choose")] if common["required"] and len(labels) > 2 else []
        return forms.ChoiceField(choices=[*first, *labels.items()], error_messages=OF_THE_LIST, **common)
    low, high = _bounds(info)
    if kind is int:
        return forms.IntegerField(
            min_value=low, max_value=high, error_messages=_one_sentence("a whole number", low, high), **common
        )
    if kind is Decimal:
        return forms.DecimalField(
            min_value=low,
            max_value=high,
            decimal_places=1,
            max_digits=7,
            error_messages=_one_sentence("a number", low, high),
            **common,
        )
    if on := next((m for m in info.metadata if isinstance(m, DrawnOn)), None):
        field = WayField(max_length=_longest(info), error_messages=OF_A_LINE, **common)
        field.chart = partial(on.chart, View(facts))
        return field
    if of := next((m for m in info.metadata if isinstance(m, LinesOf)), None):
        return _lines(of, info, facts, common)
    return forms.CharField(max_length=_longest(info), error_messages=OF_A_LINE, **common)


def _lines(of: LinesOf, info: FieldInfo, facts: Mapping[str, Any] | None, common: dict[str, Any]) -> LinesField:
    """A list that is typed, a line each."""
    widget = Cells()
    widget.columns = of.columns
    field = LinesField(max_length=_longest(info), error_messages=OF_A_LINE, widget=widget, **common)
    field.columns, field.listed = of.columns, partial(of.lines, View(facts))
    return field


def _chosen(offered: Choices, facts: Mapping[str, Any] | None, common: dict[str, Any]) -> forms.Field:
    """One or many of what the model offers."""
    every = offered.of(facts)
    errors = dict(OF_THE_LIST)
    common = {**common, "choices": offered.shown(facts) if offered.shown else every, "error_messages": errors}
    if offered.many:
        errors["required"] = "choose at least one"
        field: OneOf = ManyOf(widget=Ticks, **common)
    else:
        field = OneOf(**common)
    field.taken = frozenset(value for value, _ in every)
    return field


def _one_sentence(what: str, low: int | None, high: int | None) -> dict[str, str]:
    """Whatever is wrong with a number, the sentence says what would be right."""
    bounds = f" from {low} to {high}" if low is not None and high is not None else ""
    kinds = ("required", "invalid", "min_value", "max_value", "max_digits", "max_decimal_places", "max_whole_digits")
    return dict.fromkeys(kinds, f"type {what}{bounds}")


def _plain_type(annotation: Any) -> Any:
    """The type without None."""
    options = [a for a in typing.get_args(annotation) if a is not type(None)]
    return options[0] if typing.get_origin(annotation) not in (None, typing.Literal) and options else annotation


def _longest(info: FieldInfo) -> int:
    """How many characters a text may have: a line, where its model says nothing."""
    return next((int(most) for m in info.metadata if (most := getattr(m, "max_length", None))), LINE)


def _bounds(info: FieldInfo) -> tuple[int | None, int | None]:
    low = next((m.ge for m in info.metadata if isinstance(m, annotated_types.Ge)), None)
    high = next((m.le for m in info.metadata if isinstance(m, annotated_types.Le)), None)
    return typing.cast(int | None, low), typing.cast(int | None, high)
