"""Facts: what a situation knows of the campaign, by key. Nothing else of the campaign reaches a rule."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

FactValue = bool | int | str | None


class MissingFact(LookupError):
    """A rule read a fact that its situation was not given: a fault of the rule's declaration, never of the user."""


class Facts(Mapping[str, FactValue]):
    """A read-only, hashable mapping of fact key (`port:naples.owner`) to a plain value."""

    __slots__ = ("_hash", "_values")

    def __init__(self, values: Mapping[str, FactValue] | None = None) -> None:
        self._values: dict[str, FactValue] = dict(values or {})
        self._hash: int | None = None

    def __getitem__(self, key: str) -> FactValue:
        try:
            return self._values[key]
        except KeyError:
            raise MissingFact(f"the situation holds no fact {key!r}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def items(self) -> ItemsView[str, FactValue]:
        """All of them: those of a dict, since a mapping's own would look each key up by itself."""
        return self._values.items()

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._values.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Facts) or self._values != other._values:
            return False
        # True equals 1 in Python, but a rule may tell them apart.
        mine, others = self._values, other._values
        return list(map(type, mine.values())) == list(map(type, map(others.__getitem__, mine)))

    def __repr__(self) -> str:
        return f"Facts({self._values!r})"

    def __contains__(self, key: object) -> bool:
        return key in self._values

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        inner = core_schema.dict_schema(
            core_schema.str_schema(), handler.generate_schema(FactValue), serialization=None
        )
        return core_schema.json_or_python_schema(
            json_schema=core_schema.no_info_after_validator_function(cls, inner),
            python_schema=core_schema.union_schema(
                [core_schema.is_instance_schema(cls), core_schema.no_info_after_validator_function(cls, inner)]
            ),
            serialization=core_schema.plain_serializer_function_ser_schema(lambda f: dict(sorted(f.items()))),
        )
