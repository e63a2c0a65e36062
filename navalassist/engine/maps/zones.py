"""A map of sea zones: which lie beside which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Zones:
    """Sea zones by their keys. names: key -> what players call it; beside: pairs of keys, either way round."""

    names: Mapping[str, str]
    beside: Sequence[tuple[str, str]]

    def __post_init__(self) -> None:
        for key in (key for pair in self.beside for key in pair if key not in self.names):
            raise ValueError(f'"{key}" is no zone of the map')

    @cached_property
    def _around(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, set[str]] = {key: set() for key in self.names}
        for one, other in self.beside:
            found[one].add(other)
            found[other].add(one)
        return {key: tuple(sorted(around - {key})) for key, around in found.items()}

    @cached_property
    def _keys(self) -> Mapping[str, str]:
        return {name.casefold(): key for key, name in self.names.items()}

    def place(self, text: str) -> str:
        """The key of a zone, by its key or its name. ValueError for what is none."""
        plain = text.strip()
        key = plain if plain in self.names else self._keys.get(plain.casefold())
        if key is None:
            raise ValueError(f'"{text}" is no sea zone of the map')
        return key

    def neighbours(self, place: str) -> tuple[str, ...]:
        """The zones beside it."""
        return self._around[self.place(place)]

    def distance(self, one: str, other: str) -> int | None:
        """Zones that are entered on the shortest way; None where none leads there."""
        start, to = self.place(one), self.place(other)
        reached, border = {start: 0}, [start]
        for zone in border:
            for beside in self._around[zone]:
                if beside not in reached:
                    reached[beside] = reached[zone] + 1
                    border.append(beside)
        return reached.get(to)
