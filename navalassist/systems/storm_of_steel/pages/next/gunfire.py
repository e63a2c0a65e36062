"""Contact, decision and gunfire: what the dice may bring, before they fall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import QueryDict

from navalassist.desk.at import At
from navalassist.desk.operations.panels import (
    Next,
    all_of,
    allowed,
    bars_of,
    basis,
    chance_of,
    counted,
    looked,
    number_word,
)
from navalassist.engine import Figure
from navalassist.engine.english import listed
from navalassist.play.rules.chances import headline
from navalassist.systems.storm_of_steel.pages.actions import Going
from navalassist.systems.storm_of_steel.pages.next.losses import MOST_UNITS
from navalassist.systems.storm_of_steel.pending_losses import PendingLosses, choices_of
from navalassist.systems.storm_of_steel.rules.combat import SLUG as FIRE
from navalassist.systems.storm_of_steel.rules.combat import Combat
from navalassist.systems.storm_of_steel.rules.contact import SLUG as CONTACT
from navalassist.systems.storm_of_steel.rules.decision import SLUG as DECISION
from navalassist.systems.storm_of_steel.rules.decision import Choice
from navalassist.systems.storm_of_steel.rulings import AS_MUCH, R53
from navalassist.systems.storm_of_steel.state import Side, Unit, combat_strength

# Choices of one number of factors that are told by name.
NAMED = 3


@dataclass(frozen=True, slots=True)
class Salvo:
    """What a fleet may lose: the chance of every number of protection factors, with what must go for it."""

    side: str
    enemy: str
    strength: int
    factors: int
    expected: Fraction
    rows: Sequence[tuple[str, Fraction, str]]


def contact(here: At, action: Going, given: QueryDict) -> Next:
    """The roll on the contact table. given: what was ticked; the form of an earlier step did not ask for it."""
    inshore = "inshore" in given if "asks-inshore" in given else bool(action.why)
    found = looked(here, CONTACT, action=action.key, inshore=inshore)
    more: dict[str, Any] = {
        "spread": bars_of(found.figures),
        "inshore": inshore,
        "why": action.why,
        "refusal": found.refusal,
    }
    more["begun"] = {"inshore": "on"} if inshore else {}
    made = [figure for figure in (headline(found.figures),) if figure]
    go = f"roll for contact, 1d6{chance_of((*made, *found.figures[:1]))}"
    more |= basis(here, found)
    return Next(CONTACT, action.seat, "roll for contact", "contact", {"action": action.key}, go, more)


def decision(here: At, action: Going, given: QueryDict) -> Next:
    """Fire first, or refuse combat: what the side with the advantage can do."""
    words = {Choice.FIRE_FIRST: "Fire first", Choice.REFUSE: "Refuse combat and withdraw"}
    choices = [
        (choice.value, words[choice]) for choice in Choice if allowed(here, DECISION, action=action.key, choice=choice)
    ]
    text = "fire first, or refuse combat" if len(choices) > 1 else "it can only refuse combat"
    return Next(DECISION, action.seat, text, "decision", {"action": action.key}, more={"choices": choices})


def gunfire(here: At, action: Going, given: QueryDict) -> Next:
    """What both fleets, or the one that is fired on, may lose."""
    found = looked(here, FIRE, action=action.key)
    combat = found.situation
    assert isinstance(combat, Combat)
    as_much = here.state.book.ruling(R53) == AS_MUCH
    salvos = [
        _salvo(combat, side, found.figures, as_much=as_much)
        for side in combat.firing
        if combat_strength(combat.action.of(side))
    ]
    both = not action.seat
    text = "both fleets fire at once" if both else "its fleet fires"
    dice = ("no dice, for no fleet has strength", "one die", "two dice")
    go = f"{'Both fire' if both else 'fire'}: {dice[len(salvos)]}"
    more = {"salvos": salvos, "refusal": found.refusal}
    return Next(FIRE, action.seat, text, "gunfire", {"action": action.key}, go, more)


def _salvo(combat: Combat, side: Side, figures: Sequence[Figure], *, as_much: bool) -> Salvo:
    """The fire of a side, by the figures of the rule that are about its target."""
    target = side.enemy
    fleet, begins = combat.action.of(target), f"{target}-"
    told = {one.key.removeprefix(begins): one.value for one in figures if one.key.startswith(begins)}
    expected = told.pop("expected", Fraction(0))
    rows = [(factors, chance, what_goes(fleet, int(factors), as_much=as_much)) for factors, chance in told.items()]
    strength = combat_strength(combat.action.of(side))
    return Salvo(target.value, side.value, strength, sum(unit.protection for unit in fleet), expected, rows)


def what_goes(fleet: Sequence[Unit], factors: int, *, as_much: bool) -> str:
    """What so many factors take off a fleet: `nothing`, `all five`, `I Scouting Group`, `one or two squadrons`."""
    if not factors:
        return "nothing"
    if sum(unit.protection for unit in fleet) <= factors:
        return all_of(len(fleet))
    if len(fleet) > MOST_UNITS:
        return "its owner chooses"
    owed = PendingLosses(key="loss", side=Side.CENTRAL, factors=factors, among=tuple(fleet))
    ways = list(choices_of(owed, as_much=as_much))
    if not ways:
        return "nothing: no squadron is so weak"
    if len(ways) <= NAMED:
        return "; or ".join(listed(unit.name or unit.key for unit in way) for way in ways)
    few, many = len(ways[0]), len(ways[-1])
    return counted(few, "squadron") if few == many else f"{number_word(few)} to {counted(many, 'squadron')}"
