"""A naval action that is over: what it has cost, which fleets are still at sea, and how they come home (R-90)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.http import urlencode

from navalassist.desk.access import At
from navalassist.engine.english import listed
from navalassist.engine.rows import key_of
from navalassist.play.systems import Moment
from navalassist.systems.storm_of_steel.afloat import name_of
from navalassist.systems.storm_of_steel.pages.actions import Action, Force
from navalassist.systems.storm_of_steel.rules.rows import ACTION, AREA, FLEET, SQUADRON
from navalassist.systems.storm_of_steel.state import Mission, Side

MISSION = "gw-mission"


@dataclass(frozen=True, slots=True)
class AtSea:
    """A fleet that is still at sea. url: of the form that sends it home; '' where that waits for its side's turn."""

    side: str
    name: str
    where: str
    url: str


def costs(forces: Iterable[Force]) -> str:
    """`Central Powers lost II Battle Squadron; Allied lost nothing.`"""
    said = (f"{Side(one.side).label} lost {listed(unit.name for unit in one.lost) or 'nothing'}" for one in forces)
    return "; ".join(said) + "."


def at_sea(here: At, action: Action) -> Sequence[AtSea]:
    """The fleets of an action that have stayed in an area."""
    facts, row = here.state.values, f"{ACTION}:{action.key}"
    took_part = [f"{SQUADRON}:{key}.place" for side in Side for key in facts[f"{row}.{side.value}"]]
    fleets = dict.fromkeys(str(facts.get(place, "")) for place in took_part)
    return [
        AtSea(side, name_of(facts, fleet), name_of(facts, place), _way_home(here, fleet, side))
        for fleet in fleets
        if fleet.startswith(f"{FLEET}:")
        and (place := str(facts[f"{fleet}.place"])).startswith(f"{AREA}:")
        and (side := str(facts[f"{fleet}.side"]))
    ]


def _way_home(here: At, fleet: str, side: str) -> str:
    """A re-basing is a mission of the side whose player turn it is, in a step that has them."""
    sails = any(f"do/{MISSION}/" in duty.url for duty in here.agenda.at(Moment(*here.state.clock)))
    if not sails or side != here.state.clock[1]:
        return ""
    return f"do/{MISSION}/?" + urlencode({"mission": Mission.REBASING.value, "fleets": key_of(fleet)})
