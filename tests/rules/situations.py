"""Random situations as plain data: what a person or a script could send."""

from collections.abc import Iterable
from decimal import Decimal
from enum import Enum
from typing import Any, get_args

from hypothesis import strategies as st
from pydantic import BaseModel

from navalassist.engine import REGISTER

Data = dict[str, Any]
Random = st.SearchStrategy[Data]

few = st.integers(0, 12)
reasons = st.sampled_from(["", "", "agreed at the table"])
checked = st.sampled_from(["", "", "public/12"])


def halves(low: int, high: int) -> st.SearchStrategy[str]:
    """Whole and half numbers between two."""
    return st.integers(low * 2, high * 2).map(lambda number: str(Decimal(number) / 2))


def maybe(other: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """None, or something else."""
    return st.none() | other


def any_of(kind: Any) -> st.SearchStrategy[Any] | None:
    """Any value of a flag or a choice, None where it is neither."""
    if kind is bool:
        return st.booleans()
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    kinds = [any_of(part) for part in get_args(kind) if part is not type(None)]
    return maybe(kinds[0]) if len(kinds) == 1 and kinds[0] is not None and type(None) in get_args(kind) else None


def plain(model: type[BaseModel] | str, **given: Any) -> Random:
    """A model, or the situation of a procedure: what is given, and any flags and choices besides.

    What is neither is given, or has its default. given: strategies, or values that are always the same.
    """
    fields = (REGISTER[model].situation if isinstance(model, str) else model).model_fields
    found = {name: any_of(field.annotation) for name, field in fields.items()} | {"because": reasons} | given
    return st.fixed_dictionaries(
        {
            name: strategy if isinstance(strategy, st.SearchStrategy) else st.just(strategy)
            for name, strategy in found.items()
            if name in fields and (strategy is not None or name in given)
        }
    )


def some_of(among: Iterable[Any]) -> st.SearchStrategy[list[Any]]:
    """Any of them, in their order."""
    those = list(among)
    return st.lists(st.booleans(), min_size=len(those), max_size=len(those)).map(
        lambda taken: [one for one, yes in zip(those, taken, strict=True) if yes]
    )
