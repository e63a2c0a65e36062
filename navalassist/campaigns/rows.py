"""The table of a kind that a system declares as a `Row`: a model with a column, and a check, for each of its facts.

    Squadron = table_of(__name__, "Squadron", state.Squadron)

stands in the app that keeps it, so that no field of a kind is listed a second time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_origin

from django.db import models
from django.db.models import Q
from pydantic.fields import FieldInfo

from navalassist.campaigns.facts import FactRow
from navalassist.engine.rows import Row, plain, saying
from navalassist.engine.shapes import labels_of

SMALLEST, SMALL = -32768, 32767


def table_of(
    module: str,
    named: str,
    row: type[Row],
    *,
    ordering: tuple[str, ...] = ("name",),
    checks: Mapping[str, Q] | None = None,
) -> type[FactRow]:
    """The model of a kind. module: where it stands; checks: what holds of several of its columns, by name."""
    kind, facts = row.KIND.replace("-", "_"), {name: row.model_fields[name] for name in row.fact_names()}
    words = {name: found for name, info in facts.items() if (found := words_of(info.annotation))}
    constraints: list[models.BaseConstraint] = [
        models.UniqueConstraint(fields=("campaign", "key"), name=f"one_{kind}"),
        *(models.CheckConstraint(condition=Q((f"{n}__in", w)), name=f"{kind}_{n}_known") for n, w in words.items()),
        *(models.CheckConstraint(condition=check, name=name) for name, check in (checks or {}).items()),
    ]
    about: dict[str, Any] = {
        "__module__": module,
        "__doc__": row.__doc__,
        "Meta": type("Meta", (), {"ordering": ordering, "constraints": tuple(constraints)}),
        "FACT_KIND": row.KIND,
        "FACT_FIELDS": row.fact_names(),
        "FACT_HISTORY": tuple(name for name, info in facts.items() if saying(info).history),
        "FACT_TAGGED": row.TAGGED,
        "FACT_NAMED_AS": row.NAMED_AS,
        "FACT_SET_UP": row.SET_UP,
        "FACT_ASKED": row.ASKED,
    }
    columns = {name: column_of(info, words.get(name)) for name, info in facts.items()}
    return type(named, (FactRow,), {**about, **columns})


def words_of(annotation: Any) -> tuple[str, ...]:
    """The words that a field may hold, the empty one first; () for a field that may hold any, or several."""
    return () if get_origin(annotation) is tuple else tuple(sorted(labels_of(annotation), key=bool))


def column_of(info: FieldInfo, words: tuple[str, ...] | None) -> models.Field[Any, Any]:
    """A column for what a field may hold. TypeError for a type that no column is made for."""
    default = {} if info.is_required() else {"default": plain(info.default)}
    if words or info.annotation is str:
        # An empty text needs no default: a column of text has it anyway.
        about = {"blank": True} if info.default == "" else default
        longest = _tens(max(map(len, words))) if words else bound(info, "max_length", None)
        return models.CharField(max_length=longest, **about) if longest else models.TextField(**about)
    if info.annotation is bool:
        return models.BooleanField(**default)
    if info.annotation is int:
        return _number(bound(info, "ge", SMALLEST), bound(info, "le", SMALL))(**default)
    if get_origin(info.annotation) is tuple:
        return models.JSONField(default=list)
    raise TypeError(f"no column is made for {info.annotation}")


def _tens(length: int) -> int:
    """Rounded up, so that a new word seldom needs a longer column."""
    return -(-length // 10) * 10


def _number(least: int, most: int) -> type[models.IntegerField[Any, Any]]:
    if least >= 0:
        return models.PositiveSmallIntegerField if most <= SMALL else models.PositiveIntegerField
    return models.SmallIntegerField if most <= SMALL and least >= SMALLEST else models.IntegerField


def bound(info: FieldInfo, name: str, otherwise: Any) -> Any:
    """A bound of a field, as any part of its metadata has it."""
    found = (getattr(part, name, None) for part in info.metadata)
    return next((value for value in found if value is not None), otherwise)
