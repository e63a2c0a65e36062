"""GW.CONTACT: two fleets in one sea area. The column is the difference of their ratings and the shifts; one die."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pydantic import Field

from navalassist.engine import (
    Column,
    Effect,
    Figure,
    Odds,
    Outcome,
    Play,
    Refusal,
    Roller,
    Sub,
    TableKey,
    Term,
    call,
    procedure,
)
from navalassist.engine.shapes import Count, Frozen
from navalassist.systems.storm_of_steel.actions import NavalAction, goes_on
from navalassist.systems.storm_of_steel.book import EDITION, SYSTEM
from navalassist.systems.storm_of_steel.rules.missions import at_stage
from navalassist.systems.storm_of_steel.rulings import R31, R32, R79, R90
from navalassist.systems.storm_of_steel.state import (
    BOTH,
    AirLevel,
    Nation,
    Side,
    Squadrons,
    Stage,
    air_level,
    are_all,
    combat_strength,
    lowest_contact,
)

RULE = "GW.CONTACT"
# The end columns of the table.
LOW, HIGH = -2, 3
# From this Air Level on a side has the seaplanes that shift the column.
SEAPLANES = 4


class Contact(StrEnum):
    """A cell of the Naval Contact Table."""

    NONE = "N"
    DEFENDER = "D"
    BOTH = "C"
    ATTACKER = "A"


CONTACT: TableKey[Contact] = TableKey("storm_of_steel/naval-contact", Contact)
SHIFT: TableKey[int] = TableKey("storm_of_steel/naval-contact", int)
FIGURES = {
    Contact.NONE: "No contact",
    Contact.DEFENDER: "Defender's advantage",
    Contact.BOTH: "Both fire at once",
    Contact.ATTACKER: "Attacker's advantage",
}


class ContactRoll(Frozen):
    """Two fleets that may meet."""

    side: Side = Field(description="The attacking side, which rolls (R-73).")
    action: NavalAction = Field(description="The naval action.")
    attacker_rating: Count | None = Field(default=None, description="Typed rating; left out: the lowest unit's (R-32).")
    defender_rating: Count | None = Field(default=None, description="Typed rating; left out: the lowest unit's (R-32).")
    inshore: bool = Field(default=False, description="The defender is in a port, coastal or small island hex.")
    attacker_air: AirLevel = Field(description="Air Level of the attacking side.")
    defender_air: AirLevel = Field(description="Air Level of the defending side.")

    @property
    def attackers(self) -> Squadrons:
        """The attacking squadrons."""
        return self.action.of(self.side)

    @property
    def defenders(self) -> Squadrons:
        """The defending squadrons."""
        return self.action.of(self.side.enemy)


@dataclass(frozen=True, slots=True)
class ContactMade:
    """The cell that was read, the side that may refuse or fire first ('' for none), and the column with its shifts."""

    result: Contact
    advantage: str
    column: Column


def why_not(roll: ContactRoll) -> Refusal | None:
    """Once two fleets have met, each with units left."""
    if wrong := at_stage(roll.action, RULE, Stage.CONTACT):
        return wrong
    absent = next((side for side in (roll.side, roll.side.enemy) if not roll.action.of(side)), None)
    return Refusal(f"The {absent.label} side has no unit in action {roll.action.number}.", RULE) if absent else None


def difference(roll: ContactRoll) -> Term:
    """The difference of the ratings, held in the table: the column from which the shifts move (R-31)."""
    own = lowest_contact(roll.attackers) if roll.attacker_rating is None else roll.attacker_rating
    other = lowest_contact(roll.defenders) if roll.defender_rating is None else roll.defender_rating
    held = max(LOW, min(HIGH, own - other))
    open_end = {LOW: " or less", HIGH: " or more"}.get(held, "")
    text = f"Attacker's contact rating {own} less the defender's {other} is {_signed(own - other)}: "
    return Term(RULE, f"{text}column {_signed(held)}{open_end}", held, ruling="R-31")


def _signed(number: int) -> str:
    return f"{number:+}" if number else "0"


def column_of(roll: ContactRoll) -> Play[Column]:
    """The column of the difference, then every shift of the table, held at the end columns once."""
    yield from R31.look()
    yield from R32.look()
    attackers, defenders = roll.attackers, roll.defenders
    own, enemy = (air_level(roll.side),), (air_level(roll.side.enemy),)
    far_seas, great = (Nation.BRITISH, Nation.US), (Nation.BRITISH, Nation.GERMAN, Nation.US)
    shifts: tuple[tuple[str, str, bool, tuple[str, ...]], ...] = (
        ("attacker-german", "Every attacking unit is German", are_all(attackers, Nation.GERMAN), ()),
        ("attacker-british", "Every attacking unit is British or US", are_all(attackers, *far_seas), ()),
        ("defender-inshore", "The defender is in a port, coastal or small island hex", roll.inshore, ()),
        ("attacker-air", "The attacker's Air Level is 4 or more", roll.attacker_air >= SEAPLANES, own),
        ("defender-air", "The defender's Air Level is 4 or more", roll.defender_air >= SEAPLANES, enemy),
        ("defender-nation", "Every defending unit is British, German or US", are_all(defenders, *great), ()),
    )
    terms = [difference(roll)]
    for number, (row, text, applies, facts) in enumerate(shifts, start=1):
        value = yield from SHIFT.look(row=f"modifier/{row}", column="modifier")
        terms.append(Term(f"{RULE}.s{number}", text, value, applies, "R-32" if facts else None, facts))
    return Column(tuple(terms), LOW, HIGH)


def figures(odds: Odds[ContactMade]) -> tuple[Figure, ...]:
    """The chance of each result."""
    return tuple(
        Figure(cell.value, words, odds.chance(lambda made, cell=cell: made.result is cell))  # type: ignore[misc]
        for cell, words in FIGURES.items()
    )


@procedure(
    "gw-contact",
    system=SYSTEM,
    rule=RULE,
    title="Roll for contact between fleets",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="1d6",
    why_not=why_not,
    figures=figures,
)
def roll_for_contact(roll: ContactRoll) -> Play[Outcome[ContactMade]]:
    """One die: nothing, gunfire of both, or one side has the advantage and decides."""
    yield from R79.look()
    yield from R90.look()
    tally = yield from Sub("column", call(column_of, roll))
    result = yield from CONTACT.roll("contact", column=tally, label="contact")
    sides = {Contact.ATTACKER: roll.side, Contact.DEFENDER: roll.side.enemy}
    advantage = sides[result].value if result in sides else ""
    return Outcome(ContactMade(result, advantage, tally), _effects(roll.action, result, advantage))


def _effects(action: NavalAction, result: Contact, advantage: str) -> tuple[Effect, ...]:
    if advantage:
        return action.set(advantage=advantage, stage=Stage.DECIDE.value)
    if result is Contact.BOTH:
        armed = combat_strength((*action.central, *action.allied)) > 0
        return action.set(order=BOTH, stage=(Stage.FIRE if armed else Stage.AFTER).value)
    # The fleets have missed each other: nothing keeps the mission from being carried out.
    return goes_on(action, "no contact")
