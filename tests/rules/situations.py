"""Random situations as plain data: what a person or a script could send."""

import re
from collections.abc import Iterable
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, get_args, get_origin

from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

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


# Situations derived from their types alone

# Keys and rows are drawn from few, so that they meet; words are any of these, or no key at all.
NAMES = ("k0", "k1", "k2", "k3", "fleet:k0", "squadron:k1", "area:k0", "base:k1", "")
WORDS = (*NAMES, "China", "Some words.")
MOST, MOST_WITHIN = 10, 3


def situations(procedure: str) -> Random:
    """Any situation of a procedure that its validators let pass, even one that play never comes to."""
    model = REGISTER[procedure].situation

    def fits(found: Data) -> bool:
        try:
            return bool(model.model_validate(found))
        except ValidationError:
            return False

    return _of_model(model, MOST).filter(fits)


def _of_model(model: type[BaseModel], most: int) -> Random:
    fields = model.model_fields.items()
    return st.fixed_dictionaries(
        {name: reasons if name == "because" else _of(field.annotation, field.metadata, most) for name, field in fields}
    )


def _of(kind: Any, limits: Iterable[Any], most: int) -> st.SearchStrategy[Any]:
    """Any value of a type within the limits of its annotation."""
    if get_origin(kind) is Annotated:
        kind, *more = get_args(kind)
        return _of(kind, [*limits, *more], most)
    if get_origin(kind) is tuple:
        return _several(get_args(kind)[0], _limit(limits, "max_length", most), most)
    if parts := [part for part in get_args(kind) if part is not type(None)]:
        literals = [part for part in parts if isinstance(part, str)]
        others = [_of(part, limits, most) for part in parts if not isinstance(part, str)]
        found = st.one_of(*others, *([st.sampled_from(literals)] if literals else []))
        return maybe(found) if type(None) in get_args(kind) else found
    if kind is int:
        low, high = _limit(limits, "ge", -999), _limit(limits, "le", 9999)
        return st.one_of(st.integers(low, min(high, low + 9)), st.integers(max(low, -20), min(high, 130)))
    if kind is str:
        return _text(_limit(limits, "pattern", ""))
    if issubclass(kind, BaseModel):
        return _of_model(kind, MOST_WITHIN)
    return st.booleans() if kind is bool else st.sampled_from(list(kind))


def _limit(limits: Iterable[Any], name: str, default: Any) -> Any:
    """A limit by its name: Field and StringConstraints leave it on an object of their own."""
    return next((found for one in limits if (found := getattr(one, name, None)) is not None), default)


def _text(pattern: str) -> st.SearchStrategy[str]:
    known = [name for name in (NAMES if pattern else WORDS) if re.search(pattern, name)]
    return st.sampled_from(known) if known else st.from_regex(pattern, fullmatch=True)


def _several(kind: Any, limit: int, most: int) -> st.SearchStrategy[list[Any]]:
    """A list in which nothing is twice; rows with keys have those that others name."""
    found = st.lists(_of(kind, (), most), max_size=min(limit, most), unique_by=_key)
    if isinstance(kind, type) and issubclass(kind, BaseModel) and "key" in kind.model_fields:
        return found.map(lambda rows: [{**row, "key": f"k{number}"} for number, row in enumerate(rows)])
    return found


def _key(one: Any) -> str:
    return str(one.get("row", one)) if isinstance(one, dict) else str(one)
