"""Squadrons and naval actions for tests: `an_action(central="bb german 6/6/1")`; `some("2 bb, 1 ss")` for tables."""

from typing import Any

from navalassist.systems.storm_of_steel.actions import NavalAction
from navalassist.systems.storm_of_steel.state import Nation, SquadronKind, Unit


def a_squadron(words: str, key: str) -> Unit:
    """`bb british 6/6/1`: kind, nation, then combat, protection and contact."""
    kind, nation, factors = words.split()
    combat, protection, contact = (int(factor) for factor in factors.split("/"))
    return Unit(
        key=key, name=key.upper(), kind=kind, nation=nation, combat=combat, protection=protection, contact=contact
    )


def a_fleet(words: str, prefix: str) -> tuple[Unit, ...]:
    """Several squadrons, with commas between: keys `c1`, `c2` …"""
    parts = [part.strip() for part in words.split(",") if part.strip()]
    return tuple(a_squadron(part, f"{prefix}{number}") for number, part in enumerate(parts, start=1))


def an_action(central: str = "", allied: str = "", **changes: Any) -> NavalAction:
    """Action 3: a Central Coastal Bombardment in the North Sea, as it was declared."""
    given: dict[str, Any] = {"key": "3", "number": 3, "side": "central", "mission": "bombardment"}
    given |= {"area": "north-sea", "area_name": "North Sea", "target": "hartlepool"}
    fleets = {"central": a_fleet(central, "c"), "allied": a_fleet(allied, "a")}
    return NavalAction(**{**given, **fleets, **changes})


def counter(key: str, kind: str = "bb", **more: Any) -> Unit:
    """One naval unit; what a test does not name is 1 of everything."""
    given: dict[str, Any] = {"nation": Nation.GERMAN, "combat": 1, "protection": 1, "contact": 1}
    return Unit(key=key, name=key.upper(), kind=SquadronKind(kind), **(given | more))


def some(text: str, **more: Any) -> tuple[Unit, ...]:
    """`2 bb, 1 ss`: bb-1, bb-2, ss-1."""
    found = []
    for part in filter(None, text.split(", ")):
        number, kind = part.split()
        found += [counter(f"{kind}-{n}", kind, **more) for n in range(1, int(number) + 1)]
    return tuple(found)
