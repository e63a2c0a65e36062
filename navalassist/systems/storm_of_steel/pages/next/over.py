"""A naval action that is over: what it has cost, which fleets are still at sea, and how they come home (R-90)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.http import urlencode

from navalassist.desk.at import At
from navalassist.engine.duties import Moment
from navalassist.engine.english import listed
from navalassist.systems.storm_of_steel.pages.actions import Force, Going
from navalassist.systems.storm_of_steel.rules.mission import SLUG as MISSION
from navalassist.systems.storm_of_steel.state import Area, Fleet, Mission, Squadron


@dataclass(frozen=True, slots=True)
class AtSea:
    """A fleet that is still at sea. url: of the form that sends it home; '' where that waits for its side's turn."""

    side: str
    name: str
    where: str
    url: str


def costs(forces: Iterable[Force]) -> str:
    """`Central Powers lost II Battle Squadron; Allied lost nothing.`"""
    said = (f"{one.side.label} lost {listed(unit.name for unit in one.lost) or 'nothing'}" for one in forces)
    return "; ".join(said) + "."


def at_sea(here: At, action: Going) -> Sequence[AtSea]:
    """The fleets of an action that have stayed in an area."""
    view = here.rows
    units = (view.find(Squadron, key) for key in (*action.central, *action.allied))
    places = dict.fromkeys(unit.place for unit in units if unit)
    begins = Fleet.row_of("")
    fleets = (view.find(Fleet, place.removeprefix(begins)) for place in places if place.startswith(begins))
    found = (fleet for fleet in fleets if fleet and fleet.place.startswith(Area.row_of("")))
    return [AtSea(one.side, one.name, view.name(one.place), _way_home(here, one)) for one in found]


def _way_home(here: At, fleet: Fleet) -> str:
    """A re-basing is a mission of the side whose player turn it is, in a step that has them."""
    sails = any(f"do/{MISSION}/" in duty.url for duty in here.agenda.at(Moment(*here.state.clock)))
    if not sails or fleet.side != here.state.clock[1]:
        return ""
    return f"do/{MISSION}/?" + urlencode({"mission": Mission.REBASING.value, "fleets": fleet.key})
