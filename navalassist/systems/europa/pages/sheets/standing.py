"""How the campaign stands, as the printed sheets say it: what is in force, zones, points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.desk.at import At
from navalassist.desk.logbook.wording import words_for
from navalassist.desk.printed.parts import Told, side_text, source
from navalassist.play.state import State
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.board.outlook import contact_on
from navalassist.systems.europa.chart import ZoneStatus, status_of
from navalassist.systems.europa.pages.chart.zones import zone_words
from navalassist.systems.europa.places import places
from navalassist.systems.europa.theatres import not_as_in_history, zones_shown

Facts = Mapping[str, Any]
# Fields of a zone that say what is in force in it, and what they are while nothing is.
IN_FORCE = ("interference", "declared", "hits")


@dataclass(frozen=True, slots=True)
class ZoneLine:
    """A zone for one side: its name, its status, and the throws that make contact."""

    key: str
    name: str
    status: ZoneStatus
    needs: str


def zone_lines(state: State, side: Side, more: set[str]) -> list[ZoneLine]:
    """The zones of the map, and those that these rows use. state: as the viewer may see it."""
    charted = [zone.key for zone in zones_shown(state.values) if zone.panel == "map"]
    used = [zone for zone in places().zones.values() if zone.key in charted or zone.key in more]
    found = []
    for zone in used:
        status = status_of(side, Zone(zone.key), state.values, state.book)
        number = status.number if status.chance is not None else None
        needs = "" if number is None else contact_on(state, number)
        found.append(ZoneLine(zone.key, zone.short, status, needs))
    return found


def in_force(here: At, facts: Facts) -> list[Told]:
    """Interference, declared zones and hits on them."""
    found = []
    for zone in places().zones.values():
        for name in IN_FORCE:
            fact = f"zone:{zone.key}.{name}"
            if facts.get(fact):
                found.append(Told(zone.short, zone_words(name, facts[fact]), *source(here, fact)))
    return found


def conditions(here: At, facts: Facts) -> list[Told]:
    """The conditions of the war that are not as history had them in this turn."""
    changed = not_as_in_history(facts, here.state.clock[0])
    words = words_for(here.state, {})
    return [Told(c.title, words.value(c.fact, facts[c.fact]), *source(here, c.fact)) for c in changed]


def points(here: At, facts: Facts) -> str:
    """Both sides' victory points: `■ Axis 0 · ● Allied 3`."""
    found = [(side, facts.get(f"ledger:{side}.vp", 0)) for side in here.system.sides]
    return " · ".join(f"{side_text(here, side)} {number}".replace("-", "−") for side, number in found)
