"""What the form of an interception lists: missions that were spotted, and what may still be sent against one."""

from __future__ import annotations

from typing import Any

from navalassist.engine.forms import Facts, Options
from navalassist.engine.reader import View
from navalassist.systems.theatre.lookouts import forces_of
from navalassist.systems.theatre.sightings import as_quarry, places_of, sightings
from navalassist.systems.theatre.spotting import Force, Quarry
from navalassist.systems.theatre.state.battles import Hunters, Sighting
from navalassist.systems.theatre.state.sea import Zone
from navalassist.systems.theatre.state.words import Side
from navalassist.systems.theatre.turn import now_turn

CLOCK = "campaign:clock.turn"
AIR_ALONE = "none: aircraft alone"


def sent_of(view: View, side: Side) -> set[str]:
    """Ships and air units of a side that are sent somewhere in this turn."""
    return {key for one in view.own(Hunters, side, turn=now_turn(view)) for key in (*one.units, *one.aircraft)}


def concerns(force: Force, quarry: Quarry) -> bool:
    """True for one on the map of what was spotted, or on patrol in a zone of its way."""
    return (force.map == quarry.map and bool(force.square)) or force.zone in quarry.zones


def all_seen(view: View) -> list[Sighting]:
    """What the view has of what was spotted in this turn."""
    return [one for side in Side for one in sightings(view, side)] if CLOCK in view.values else []


def all_forces(view: View) -> list[Force]:
    """Every force that the view sees."""
    return [one for side in Side for one in forces_of(view, side)] if CLOCK in view.values else []


def missions(view: View) -> Options:
    """The missions that were spotted, by what is known of them."""
    return [(one.key, f"{one.title}, seen in {places_of(view, one)}") for one in all_seen(view)]


def places(view: View) -> Options:
    """The squares and zones in which any of them was spotted."""
    return [pair for one in all_seen(view) for pair in _places_of(view, one)]


def _places_of(view: View, one: Sighting) -> Options:
    zones = one.zones.split()
    return [*((each, each) for each in one.squares.split()), *((each, view.name(Zone.row_of(each))) for each in zones)]


def places_there(view: View, typed: Facts) -> Any:
    """Those of the mission that is chosen."""
    one = view.find(Sighting, str(typed.get("sighting", "")))
    return _places_of(view, one) if one else []


def fleets(view: View) -> Options:
    """Patrols and ports with ships."""
    return [(one.row, one.name) for one in all_forces(view) if one.ships]


def may_go(view: View, typed: Facts) -> list[Force]:
    """What is near the mission that is chosen, with what of it is sent nowhere yet; every force where none is."""
    one = view.find(Sighting, str(typed.get("sighting", "")))
    if one is None:
        return all_forces(view)
    busy, quarry = sent_of(view, one.side), as_quarry(view, one)
    near = (force for force in forces_of(view, one.side) if concerns(force, quarry))
    left = (force.model_copy(update={"ships": tuple(s for s in force.ships if s.key not in busy)}) for force in near)
    return [force for force in left if force.ships or (force.air and force.air.key not in busy)]


def fleets_there(view: View, typed: Facts) -> Any:
    """Those that may go against the mission that is chosen."""
    return [("", AIR_ALONE), *((one.row, one.name) for one in may_go(view, typed) if one.ships)]


def ships(view: View) -> Options:
    """The ships of all of them."""
    return [(ship.key, f"{ship.type.label} {ship.name}") for one in all_forces(view) for ship in one.ships]


def ships_there(view: View, typed: Facts) -> Any:
    """Those of the force that is chosen."""
    found = next((one for one in may_go(view, typed) if one.row == typed.get("force")), None)
    return [(ship.key, f"{ship.type.label} {ship.name}") for ship in found.ships] if found else []


def flyers(view: View) -> Options:
    """Ready air units."""
    return [(one.air.key, one.air.name) for one in all_forces(view) if one.air]


def flyers_there(view: View, typed: Facts) -> Any:
    """Those that may go against the mission that is chosen."""
    return [(one.air.key, one.air.name) for one in may_go(view, typed) if one.air]
