"""Counters for tests of the Great War tables: `some("2 bb, 1 ss")` with the factors that a test gives them."""

from typing import Any

from navalassist.rules.storm_of_steel.squadrons import Squadron
from navalassist.rules.storm_of_steel.words import Kind, Nation


def counter(key: str, kind: str = "bb", **more: Any) -> Squadron:
    """One naval unit; what a test does not name is 1 of everything."""
    given: dict[str, Any] = {"nation": Nation.GERMAN, "combat": 1, "protection": 1, "contact": 1}
    return Squadron(key=key, name=key.upper(), kind=Kind(kind), **(given | more))


def some(text: str, **more: Any) -> tuple[Squadron, ...]:
    """`2 bb, 1 ss`: bb-1, bb-2, ss-1."""
    found = []
    for part in filter(None, text.split(", ")):
        number, kind = part.split()
        found += [counter(f"{kind}-{n}", kind, **more) for n in range(1, int(number) + 1)]
    return tuple(found)
