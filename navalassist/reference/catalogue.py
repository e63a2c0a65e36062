"""What the rule systems bring that reference pages show: titles and rulings, by number."""

from collections.abc import Iterable, Mapping
from functools import cache

from navalassist.engine import Ruling

TITLES = {
    "europa": "Europa, naval rules 33 and 36",
    "storm_of_steel": "Storm of Steel, Great War tables",
    "supermarina": "Supermarina",
    "theatre": "Panzer General campaign",
}


def system_title(system: str) -> str:
    """The name of a rule system as people read it."""
    return TITLES.get(system, system.replace("_", " ").capitalize())


@cache
def rulings() -> Mapping[str, Ruling]:
    """Every ruling of the registered rule systems, by number, in order."""
    return {}


def rulings_named(numbers: Iterable[str]) -> list[tuple[str, Ruling | None]]:
    """The rulings with these numbers; None for one that no procedure asks for yet."""
    return [(number, rulings().get(number)) for number in numbers]
