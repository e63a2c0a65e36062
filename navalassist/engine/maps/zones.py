"""A map of sea zones: which lie beside which, and the straits and canals between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from navalassist.engine.english import listed
from navalassist.engine.maps.ways import Barred, Judge, Toll


@dataclass(frozen=True, slots=True)
class Strait:
    """A strait or a canal between two zones, by their keys.

    sides, seasons: who may pass, and when, in the words of players; none means everybody, and always.
    """

    name: str
    between: tuple[str, str]
    cost: int = 1
    sides: tuple[str, ...] = ()
    seasons: tuple[str, ...] = ()

    def closed(self, side: str, season: str) -> str:
        """Why that side does not pass in that season; '' where it does."""
        if self.sides and side not in self.sides:
            return f"{self.name} lets {listed(self.sides)} pass, not {side or 'others'}."
        if self.seasons and season not in self.seasons:
            return f"{self.name} is open in {listed(self.seasons)}, not in {season or 'other seasons'}."
        return ""


@dataclass(frozen=True)
class Zones:
    """Sea zones by their keys. names: key -> what players call it; beside: pairs with open water between, either way.

    straits: other ways between zones; where several join the same two, each is one of its own.
    """

    names: Mapping[str, str]
    beside: Sequence[tuple[str, str]]
    straits: Sequence[Strait] = ()

    def __post_init__(self) -> None:
        for key in (key for pair in self._joined() for key in pair if key not in self.names):
            raise ValueError(f'"{key}" is no zone of the map')
        # A way is written as names with commas between, and read again from them.
        for name in (name for name in self.names.values() if "," in name):
            raise ValueError(f'"{name}" has a comma, which parts the zones of a way: call it otherwise')
        same = Counter(name.casefold() for name in self.names.values())
        for name in (name for name in self.names.values() if same[name.casefold()] > 1):
            raise ValueError(f'two zones are called "{name}"')

    def _joined(self) -> list[tuple[str, str]]:
        return [*self.beside, *(strait.between for strait in self.straits)]

    @cached_property
    def _around(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, set[str]] = {key: set() for key in self.names}
        for one, other in self._joined():
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

    def written(self, places: Sequence[str]) -> str:
        """`Bay of Biscay, Gibraltar`"""
        return ", ".join(self.names[place] for place in places)

    def judge(self, side: str = "", season: str = "", *, rule: str = "", cost: int = 1) -> Judge:
        """The rule of a leg for a side in a season: open water at its cost, else the cheapest strait that is open.

        rule: the paragraph that closes straits.
        """
        open_water = {frozenset(pair) for pair in self.beside}

        def leg(start: str, to: str, before: Sequence[str]) -> Toll | Barred:
            pair = frozenset((start, to))
            if pair in open_water:
                return Toll(cost)
            between = [strait for strait in self.straits if frozenset(strait.between) == pair]
            passed = [strait for strait in between if not strait.closed(side, season)]
            if passed:
                best = min(passed, key=lambda strait: strait.cost)
                return Toll(best.cost, f"by {best.name}")
            return Barred(" ".join(strait.closed(side, season) for strait in between), rule)

        return leg
