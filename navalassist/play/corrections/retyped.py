"""What was typed for a rule, by its situation: so that one field of its form can be another in a correction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from pydantic import BaseModel, ValidationError

Place = str | Callable[[Mapping[str, Any]], Any]


class WhatWasTyped(Protocol):
    """What was typed. fixed: what can't be another; typed: the other fields of the form; whole: all of them."""

    @property
    def fixed(self) -> Mapping[str, Any]: ...

    @property
    def typed(self) -> Mapping[str, Any]: ...

    @property
    def whole(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class ByForm:
    """What was typed, field by field of the rule's form."""

    typed: Mapping[str, Any]
    fixed: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, form: type[BaseModel], typed: Mapping[str, Any], fixed: Collection[str] = ()) -> ByForm | None:
        """What an entry keeps of what was typed, with the default of each field that the form has had since.

        None where today's form refuses it.
        """
        try:
            whole = form.model_validate(typed).model_dump(mode="json")
        except ValidationError:
            return None
        return cls({n: v for n, v in whole.items() if n not in fixed}, {n: v for n, v in whole.items() if n in fixed})

    @property
    def whole(self) -> dict[str, Any]:
        """All fields of the form."""
        return {**self.fixed, **self.typed}


def typed_by_form(
    form: type[BaseModel] | None, situation: Mapping[str, Any], places: Mapping[str, Place] | None = None
) -> ByForm | None:
    """What was typed into a form: what the situation holds under the names of its fields, or a thing of it does.

    places: field -> dotted place in the situation, or how it is made of it, where it is called otherwise there.
    None for a rule without a form, and where a field that must be typed is not told. A field that may be left out, and
    that is not told, counts as left out: before a correction and after it alike.
    """
    if form is None:
        return None
    typed: dict[str, Any] = {}
    for name, info in form.model_fields.items():
        found = _found(name, situation, (places or {}).get(name, ""))
        if len(found) == 1 and (found[0] is not None or info.is_required()):
            typed[name] = _as_typed(found[0])
        elif found:
            typed[name] = info.get_default(call_default_factory=True)
        elif info.is_required():
            return None
    try:
        form.model_validate(typed)
    except ValidationError:
        return None
    return ByForm(typed)


def typed_by_name(form: type[BaseModel], situation: Mapping[str, Any]) -> ByForm | None:
    """What was typed into a form of which the situation itself holds every field; None for any other."""
    return typed_by_form(form, situation) if all(name in situation for name in form.model_fields) else None


def _found(name: str, situation: Mapping[str, Any], place: Place) -> list[Any]:
    """The value at a place; else under a name of the situation itself, else of each thing in it that has one."""
    if callable(place):
        return [place(situation)]
    if place:
        thing, _, inner = place.partition(".")
        held = situation.get(thing)
        return [held[inner] if isinstance(held, Mapping) else held] if inner else [held]
    if name in situation:
        return [situation[name]]
    return [thing[name] for thing in situation.values() if isinstance(thing, Mapping) and name in thing]


def _as_typed(value: Any) -> Any:
    """A row that was chosen stands in a situation with all that was read of it: its key was typed."""
    if isinstance(value, list):
        return [_as_typed(one) for one in value]
    if not isinstance(value, dict):
        return value
    return value["key"] if "key" in value else str(value.get("row", "")).partition(":")[2]
