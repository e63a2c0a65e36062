"""What the rule systems bring that reference pages show: titles, rulings by number, procedures by paragraph."""

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from navalassist.engine import REGISTER, Procedure, Roller, Ruling
from navalassist.rules.europa.rulings import RULINGS as EUROPA
from navalassist.rules.europa.turn import TURN as EUROPA_TURN
from tables import RuleTable, all_tables
from tables.turn import TurnSequence

TITLES = {
    "europa": "Europa, naval rules 33 and 36",
    "storm_of_steel": "Storm of Steel, Great War tables",
    "supermarina": "Supermarina",
    "theatre": "Panzer General campaign",
}
ROLLERS = {
    Roller.ENEMY: "the enemy of the side it is about",
    Roller.OWNER: "the side it is about",
    Roller.MODERATOR: "the moderator",
    Roller.NOBODY: "nobody: no dice",
}
RULINGS: Mapping[str, tuple[Ruling, ...]] = {"europa": EUROPA}
TURNS: Mapping[str, TurnSequence] = {"europa": EUROPA_TURN}


def system_title(system: str) -> str:
    """The name of a rule system as people read it."""
    return TITLES.get(system, system.replace("_", " ").capitalize())


def roller_words(roller: Roller) -> str:
    """Who throws the dice of a procedure."""
    return ROLLERS[roller]


@cache
def rulings() -> Mapping[str, Ruling]:
    """Every ruling of the registered rule systems, by number."""
    return MappingProxyType({ruling.number: ruling for system in RULINGS.values() for ruling in system})


def rulings_named(numbers: Iterable[str]) -> list[tuple[str, Ruling | None]]:
    """The rulings with these numbers; None for one that no rule at hand needs."""
    return [(number, rulings().get(number)) for number in numbers]


def tables_touched(number: str) -> list[RuleTable]:
    """The tables that a ruling bears on, by slug."""
    return [table for _, table in sorted(all_tables().items()) if number in table.rulings]


def procedures() -> list[tuple[str, list[Procedure]]]:
    """The registered procedures by rule system, each system's in the order of its paragraphs."""
    found: dict[str, list[Procedure]] = {}
    for procedure in sorted(REGISTER.values(), key=lambda each: (each.system, each.rule, each.slug)):
        found.setdefault(procedure.system, []).append(procedure)
    return list(found.items())
