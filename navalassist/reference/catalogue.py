"""What the rule systems bring that reference pages show: titles, rulings by number, procedures by paragraph."""

from collections.abc import Iterable, Mapping

from navalassist.engine import REGISTER, Procedure, Roller, Ruling
from navalassist.engine.rule import RULES
from navalassist.play.systems import SYSTEMS
from tables import RuleTable, all_tables
from tables.turn import TurnSequence

ROLLERS = {
    Roller.ENEMY: "the enemy of the side it is about",
    Roller.OWNER: "the side it is about",
    Roller.MODERATOR: "the moderator",
    Roller.NOBODY: "nobody: no dice",
    Roller.EITHER: "either side",
}


def system_title(system: str) -> str:
    """The name of a rule system as people read it."""
    known = SYSTEMS.get(system)
    return (known.long_title or known.title) if known else system.replace("_", " ").capitalize()


def roller_words(roller: Roller) -> str:
    """Who throws the dice of a procedure."""
    return ROLLERS[roller]


def rulings_by_system() -> list[tuple[str, tuple[Ruling, ...]]]:
    """The rulings of each rule system that is installed."""
    return [(key, system.rulings) for key, system in SYSTEMS.items()]


def rulings() -> Mapping[str, Ruling]:
    """Every ruling of the rule systems that are installed, by number."""
    return {ruling.number: ruling for _, members in rulings_by_system() for ruling in members}


def turns() -> list[tuple[str, TurnSequence]]:
    """The turn sequence of each rule system that has one as data."""
    return [(key, system.turn) for key, system in SYSTEMS.items() if system.turn is not None]


def rulings_named(numbers: Iterable[str]) -> list[tuple[str, Ruling | None]]:
    """The rulings with these numbers; None for one that no rule at hand needs."""
    known = rulings()
    return [(number, known.get(number)) for number in numbers]


def tables_touched(number: str) -> list[RuleTable]:
    """The tables that a ruling bears on, by slug."""
    return [table for _, table in sorted(all_tables().items()) if number in table.rulings]


def off_at_first(slug: str) -> str:
    """Of a rule of a group's own: that it is off, and what turns it on; '' of any other."""
    house = RULES[slug].house if slug in RULES else None
    return f"off until {house.number} of a campaign's rulings turns it on" if house else ""


def procedures() -> list[tuple[str, list[Procedure]]]:
    """The registered procedures by rule system, each system's in the order of its paragraphs."""
    found: dict[str, list[Procedure]] = {}
    for procedure in sorted(REGISTER.values(), key=lambda each: (each.system, each.rule, each.slug)):
        found.setdefault(procedure.system, []).append(procedure)
    return list(found.items())
