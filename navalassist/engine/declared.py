"""What is wrong with a rule as it was declared, found as it is imported: a sentence that names the rule."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any

from pydantic import BaseModel

from navalassist.engine.overruled import Overrulable

Named = Mapping[str, Callable[..., Any] | None]


class BadRule(TypeError):
    """A rule can't be carried out as it was declared."""


def check(slug: str, faults: Iterable[str]) -> None:
    """BadRule for the first fault."""
    for fault in faults:
        raise BadRule(f"the rule {slug!r}: {fault}")


def of_functions(generators: Named, steps: tuple[str, ...], duties: object) -> Iterator[str]:
    """generators: by their names, those that must yield; steps: where the rule is due or may be done."""
    for name, function in generators.items():
        if function is not None and not inspect.isgeneratorfunction(function):
            yield f"{name} must yield what it finds; it is no generator"
    if duties is not None and not steps:
        yield "its duties have no step: name the steps with due=… or may=…"


def of_form(form: type[BaseModel], before: Iterable[str]) -> Iterator[str]:
    """before: the fields of the form of which older logs are read otherwise."""
    for name, field in form.model_fields.items():
        if not field.title:
            yield f"the field {name!r} of {form.__name__} has no title: players read it"
    for name in before:
        if name not in form.model_fields:
            yield f"before names {name!r}, and {form.__name__} has no such field"


def of_result(result: Any, base: type) -> Iterator[str]:
    """Odds count results, and a log keeps them: they are compared, and never changed."""
    if not (isinstance(result, type) and issubclass(result, base)):
        yield f"{getattr(result, '__name__', result)} is no {base.__name__}, which says what came of it"
    elif not (is_dataclass(result) and result.__dataclass_params__.frozen):  # type: ignore[attr-defined]
        yield f"{result.__name__} is no frozen dataclass: write @dataclass(frozen=True, slots=True) above it"


def of_reason(form: type[BaseModel], situation: type[BaseModel], because: str) -> Iterator[str]:
    """A reason that can be typed must have a place where it is kept."""
    if because in form.model_fields and not issubclass(situation, Overrulable):
        yield f"{form.__name__} asks for a reason, and {situation.__name__} is not Overrulable"
