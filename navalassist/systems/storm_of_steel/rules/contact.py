"""GW.CONTACT: two fleets in one sea area. The column is the difference of their ratings and the shifts; one die."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from navalassist.engine import Column, Figure, Odds, Outcome, Play, Refusal, Sub, TableKey, Term, call
from navalassist.engine.duties import Duty, Now
from navalassist.engine.english import side_of
from navalassist.engine.forms import Ask, ticks_of
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Count, Form, Frozen, Ticks
from navalassist.systems.storm_of_steel import actions
from navalassist.systems.storm_of_steel.actions import ACTIONS, NavalAction
from navalassist.systems.storm_of_steel.book import rule
from navalassist.systems.storm_of_steel.movers import air_of, is_base
from navalassist.systems.storm_of_steel.rulings import R31, R32, R79, R90
from navalassist.systems.storm_of_steel.state import (
    BOTH,
    Action,
    AirLevel,
    Mission,
    Nation,
    Side,
    Squadron,
    Stage,
    Whose,
    air_level,
    are_all,
    lowest_contact,
)

CONTACT = "GW.CONTACT"
SLUG = "gw-contact"
# The end columns of the table.
LOW, HIGH = -2, 3
# From this Air Level on a side has the seaplanes that shift the column.
SEAPLANES = 4
LOWEST = "Empty: that of its lowest unit (R-32)."
INSHORE = "The defender is in a port, coastal or small island hex"


class Contact(StrEnum):
    """A cell of the Naval Contact Table."""

    NONE = "N"
    DEFENDER = "D"
    BOTH = "C"
    ATTACKER = "A"


CELL: TableKey[Contact] = TableKey("storm_of_steel/naval-contact", Contact)
SHIFT: TableKey[int] = TableKey("storm_of_steel/naval-contact", int)
FIGURES = {
    Contact.NONE: "No contact",
    Contact.DEFENDER: "Defender's advantage",
    Contact.BOTH: "Both fire at once",
    Contact.ATTACKER: "Attacker's advantage",
}


class ContactForm(Form):
    """What is typed when fleets have met."""

    action: str = Ask("Naval action", ACTIONS.choices(SLUG))
    inshore: bool = Ask(INSHORE, default=False)
    attacker_rating: int | None = Ask("Contact rating of the attacker", default=None, help=LOWEST, ge=0, le=99)
    defender_rating: int | None = Ask("Contact rating of the defender", default=None, help=LOWEST, ge=0, le=99)
    ticks: Ticks = ticks_of(SHIFT)


class ContactRoll(Frozen):
    """Two fleets that may meet."""

    side: Side = Says("Attacker, who rolls (R-73)")
    action: NavalAction = Says("Naval action")
    attacker_rating: Count | None = Says("Contact rating of the attacker", None, help=LOWEST)
    defender_rating: Count | None = Says("Contact rating of the defender", None, help=LOWEST)
    inshore: bool = Says(INSHORE, False)
    attacker_air: AirLevel = Says("Air Level of the attacker")
    defender_air: AirLevel = Says("Air Level of the defender")
    ticks: Ticks = Says("Also true", (), told=False)


@dataclass(frozen=True, slots=True)
class ContactMade(Result):
    """The cell that was read, the side that may refuse or fire first ('' for none), and the column with its shifts."""

    result: Contact
    advantage: Whose
    column: Column

    def summary(self, given: ContactRoll) -> Summary:
        """`The fleets meet in the Ionian Sea: both fire at once.`"""
        if self.result is Contact.NONE:
            return Summary(f"The fleets pass each other in the {given.action.sea}.", "NO CONTACT")
        then = f"{side_of(self.advantage)} may refuse combat or fire first" if self.advantage else "both fire at once"
        return Summary(f"The fleets meet in the {given.action.sea}: {then}.", "CONTACT", bad=True)


def situation(read: Reader, form: ContactForm) -> ContactRoll:
    """The action, both Air Levels, and what is typed of ratings and the hex."""
    action = actions.action_of(read, form.action)
    side = Side(action.attacker or action.side)
    typed = form.model_dump(exclude={"action", "ticks"})
    airs = {"attacker_air": air_of(read, side), "defender_air": air_of(read, side.enemy)}
    return ContactRoll(side=side, action=action, **typed, **airs)


def why_not(roll: ContactRoll) -> Iterator[Refusal]:
    """Once two fleets have met, each with units left."""
    yield from ACTIONS.not_now(roll.action, SLUG, CONTACT)
    for side in (roll.side, roll.side.enemy):
        if not roll.action.of(side):
            yield Refusal(f"The {side.label} side has no unit in action {roll.action.number}.", CONTACT)


def difference(roll: ContactRoll) -> Term:
    """The difference of the ratings, held in the table: the column from which the shifts move (R-31)."""
    typed = ((roll.side, roll.attacker_rating), (roll.side.enemy, roll.defender_rating))
    own, other = (lowest_contact(roll.action.of(side)) if rating is None else rating for side, rating in typed)
    held = max(LOW, min(HIGH, own - other))
    open_end = {LOW: " or less", HIGH: " or more"}.get(held, "")
    text = f"Attacker's contact rating {own} less the defender's {other} is {_signed(own - other)}: "
    return Term(CONTACT, f"{text}column {_signed(held)}{open_end}", held, ruling="R-31")


def _signed(number: int) -> str:
    return f"{number:+}" if number else "0"


def column_of(roll: ContactRoll) -> Play[Column]:
    """The column of the difference, then every shift of the table, held at the end columns once."""
    yield from R31.look()
    yield from R32.look()
    attackers, defenders = roll.action.of(roll.side), roll.action.of(roll.side.enemy)
    own, enemy = (air_level(roll.side),), (air_level(roll.side.enemy),)
    far_seas, great = (Nation.BRITISH, Nation.US), (Nation.BRITISH, Nation.GERMAN, Nation.US)
    shifts: tuple[tuple[str, str, bool, tuple[str, ...]], ...] = (
        ("attacker-german", "Every attacking unit is German", are_all(attackers, Nation.GERMAN), ()),
        ("attacker-british", "Every attacking unit is British or US", are_all(attackers, *far_seas), ()),
        ("defender-inshore", INSHORE, roll.inshore, ()),
        ("attacker-air", "The attacker's Air Level is 4 or more", roll.attacker_air >= SEAPLANES, own),
        ("defender-air", "The defender's Air Level is 4 or more", roll.defender_air >= SEAPLANES, enemy),
        ("defender-nation", "Every defending unit is British, German or US", are_all(defenders, *great), ()),
    )
    seen = {
        row: Term(f"{CONTACT}.s{number}", text, 1, applies, "R-32" if facts else None, facts)
        for number, (row, text, applies, facts) in enumerate(shifts, start=1)
    }
    terms = yield from SHIFT.modifiers(seen, roll.ticks)
    return Column((difference(roll), *terms.values()), LOW, HIGH)


def figures(odds: Odds[ContactMade]) -> tuple[Figure, ...]:
    """The chance of each result."""
    return tuple(
        Figure(cell.value, words, odds.chance(lambda made, cell=cell: made.result is cell))  # type: ignore[misc]
        for cell, words in FIGURES.items()
    )


def duties(now: Now) -> Iterator[Duty]:
    """A line for each action whose fleets have met; the attacker rolls."""
    for action in ACTIONS.waiting(now, SLUG):
        why = inshore(now.view, action)
        line = ACTIONS.line(now, SLUG, action, note=why, inshore="on" if why else "")
        yield replace(line, figures=now.chances(SLUG, {"action": action.key, "inshore": bool(why)}))


def inshore(view: View, action: Action) -> str:
    """Why the defender of an action is in a port or off a coast, as far as the campaign knows; '' for no reason.

    A fleet that is sought out may lie in a base (R-83); one that shells a shore is off its coast (R-73).
    """
    defender = Side(action.attacker).enemy
    if action.mission is Mission.BOMBARDMENT and action.side is defender:
        return f"the defender is off the coast of {actions.target_words(view, action)}"
    for key in actions.squadrons_of(action, defender):
        fleet = view[Squadron.fact_of(key, "place")]
        place = view.get(f"{fleet}.place", fleet)
        if is_base(place):
            return f"the defender lies in {view.name(place)}"
    return ""


@rule(
    SLUG,
    CONTACT,
    "Roll for contact between fleets",
    form=ContactForm,
    situation=situation,
    basis=column_of,
    why_not=why_not,
    figures=figures,
    due=("*/naval-operations", "*/transport"),
    listed="See whether the fleets make contact",
    duties=duties,
    dice="1d6",
)
def roll_for_contact(roll: ContactRoll) -> Play[Outcome[ContactMade]]:
    """One die: nothing, gunfire of both, or one side has the advantage and decides."""
    yield from R79.look()
    yield from R90.look()
    tally = yield from Sub("column", call(column_of, roll))
    result = yield from CELL.roll("contact", column=tally, label="contact")
    advantage: Whose = {Contact.ATTACKER: roll.side, Contact.DEFENDER: roll.side.enemy}.get(result, "")
    made, action = ContactMade(result, advantage, tally), roll.action
    if advantage:
        return Outcome(made, action.set(advantage=advantage, stage=Stage.DECIDE))
    if result is Contact.BOTH:
        return Outcome(made, ACTIONS.goes_to(action, Stage.FIRE, order=BOTH))
    # The fleets have missed each other: nothing keeps the mission from being carried out.
    return Outcome(made, actions.goes_on(action, "no contact"))
