"""Naval units and fleets, as the tables read them: their three factors, nations and kinds."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Protocol, TypeVar

from pydantic import AfterValidator, Field

from navalassist.engine.shapes import Count, Frozen, Key, Words
from navalassist.systems.storm_of_steel.rules.words import Kind, Nation


class Squadron(Frozen):
    """One naval unit with the factors of its counter, which players enter: the source prints none (R-30, R-53)."""

    key: Key = Field(description="Key of the unit; its facts are squadron:<key>.…")
    name: Words = Field(default="", description="Name for the page.")
    nation: Nation = Field(description="Whose it is.")
    kind: Kind = Field(description="What it is.")
    combat: Count = Field(description="Combat strength.")
    protection: Count = Field(description="Protection factor.")
    contact: Count = Field(description="Contact rating.")


class Keyed(Protocol):
    """Anything with a key of its own."""

    @property
    def key(self) -> str: ...


K = TypeVar("K", bound=Keyed)


def once_each(units: tuple[K, ...]) -> tuple[K, ...]:
    """The units as they are. ValueError where one of them is named twice: nobody counts double."""
    named: set[str] = set()
    for unit in units:
        if unit.key in named:
            raise ValueError(f"{unit.key} is named twice")
        named.add(unit.key)
    return units


Squadrons = Annotated[tuple[Squadron, ...], Field(max_length=60), AfterValidator(once_each)]


def combat_strength(squadrons: Collection[Squadron]) -> int:
    """The sum of their combat strengths."""
    return sum(unit.combat for unit in squadrons)


def lowest_contact(squadrons: Collection[Squadron]) -> int:
    """The contact rating of a fleet: its lowest unit's, which the interception table compares too (R-32); 0 of none."""
    return min((unit.contact for unit in squadrons), default=0)


def are_all(squadrons: Collection[Squadron], *nations: Nation) -> bool:
    """True for a fleet that holds units of these nations alone."""
    return bool(squadrons) and all(unit.nation in nations for unit in squadrons)
