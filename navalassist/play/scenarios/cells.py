"""The fields of a row as a scenario has them, each checked against the model of its kind. Errors: `Misfit`."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from navalassist.campaigns.facts import FactRow, fact_models
from navalassist.engine import to_plain
from navalassist.engine.parts import RowsOf
from navalassist.engine.rows import ROWS, unfit


class Misfit(ValueError):
    """What of a row does not fit, and what would be right; field: which, '' for the row as a whole."""

    def __init__(self, text: str, field: str = "") -> None:
        super().__init__(text)
        self.field = field


def fields_of(rows: RowsOf) -> tuple[str, ...]:
    """The fields of a kind that a file may say."""
    return rows.fields or fact_models()[rows.kind].FACT_FIELDS


def cleaned(rows: RowsOf, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields as facts have them. Misfit for one that is not known, or holds what it can't."""
    model, known = fact_models()[rows.kind], fields_of(rows)
    found = {}
    for name, value in fields.items():
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"; do you mean {near[0]}?" if near else f"; known are {', '.join(known)}"
            raise Misfit(f"it is no field of this kind{hint}", name)
        found[name] = _value(model, name, value)
    return found


def _value(model: type[FactRow], name: str, value: Any) -> Any:
    field = _field(model, name)
    if isinstance(field, models.BooleanField):
        return _of(bool, value, "true or false", name)
    if isinstance(field, models.DecimalField):
        value = _decimal(value, name)
    elif isinstance(field, models.IntegerField):
        value = _of(int, value, "a whole number", name)
        low, high = _bounds(field)
        if not low <= value <= high:
            raise Misfit(f"it has to be a whole number from {low} to {high}", name)
    elif isinstance(field, models.JSONField):
        return value
    else:
        value = _of(str, value, "a text", name)
    try:
        return to_plain(field.clean(value, None)) if value != "" else value
    except ValidationError as error:
        raise Misfit(str(error.messages[0]).rstrip(".").lower(), name) from None


def _field(model: type[FactRow], name: str) -> models.Field[Any, Any]:
    field = model._meta.get_field(name)
    assert isinstance(field, models.Field)
    return field


def _bounds(field: models.IntegerField[Any, Any]) -> tuple[int, int]:
    """What every database holds in it."""
    high = 32_767 if isinstance(field, (models.SmallIntegerField, models.PositiveSmallIntegerField)) else 2**31 - 1
    return (0 if isinstance(field, models.fields.PositiveIntegerRelDbTypeMixin) else -high), high


def _of(kind: type, value: Any, words: str, name: str) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise Misfit(f"it has to be {words}", name)
    return value


def _decimal(value: Any, name: str) -> Decimal:
    try:
        if isinstance(value, bool):
            raise InvalidOperation
        found = Decimal(str(value))
        if not found.is_finite():
            raise InvalidOperation
    except InvalidOperation:
        raise Misfit("it has to be a number", name) from None
    return found


def whole(row: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """All fields of a new row: those given, the others as they plainly are. Misfit where one is lacking."""
    kind, _, key = row.partition(":")
    if kind in ROWS:
        if wrong := unfit(row, fields):
            name, _, text = wrong.partition(": ")
            raise Misfit("it has to be said" if text == "Field required" else text[:1].lower() + text[1:], name)
        return dict(ROWS[kind](key=key, **fields).made().fields)
    model = fact_models()[kind]
    for name in model.FACT_FIELDS:
        field = _field(model, name)
        if name not in fields and not field.has_default() and not field.blank:
            raise Misfit("it has to be said", name)
    return model.new_facts(**fields)


def check_row(row: str, fields: Mapping[str, Any]) -> None:
    """Misfit where a row, as it would stand, breaks what its class or its table holds."""
    if wrong := unfit(row, fields):
        name, _, text = wrong.partition(": ")
        raise Misfit(text[:1].lower() + text[1:], name)
    model = fact_models()[row.partition(":")[0]]
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.CheckConstraint):
            _check(constraint, model, fields)


def _check(constraint: models.CheckConstraint, model: type[FactRow], fields: Mapping[str, Any]) -> None:
    condition = constraint.condition
    if isinstance(condition, Q) and len(condition.children) == 1 and isinstance(condition.children[0], tuple):
        about, choices = condition.children[0]
        if about.endswith("__in"):
            name = about.removesuffix("__in")
            if fields[name] not in choices:
                words = ", ".join(str(choice) or "nothing" for choice in choices)
                raise Misfit(f"it has to be one of {words}", name)
            return
    try:
        constraint.validate(model, model(**fields), exclude={"campaign", "key"})
    except ValidationError:
        raise Misfit(f"its fields do not go together ({constraint.name.replace('_', ' ')})") from None
