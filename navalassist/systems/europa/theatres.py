"""Which waters a campaign plays: the charts, zones and ports that its pages show. No rule reads it.

In:  the facts that a viewer may see. Out: zones and ports of `places`, in the order of the files.
A campaign from before this choice has no such fact: it plays the Mediterranean and the Red Sea.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args

from navalassist.engine import Create, Effect, Set, create
from navalassist.engine.reader import rows_in
from navalassist.rules.europa.air_units import KIND
from navalassist.rules.europa.r33_naval_status import facts_needed
from navalassist.rules.europa.words import Side
from navalassist.rules.europa.words import Zone as Sea
from navalassist.systems.europa.ends import kind_of_end, place_of_end
from navalassist.systems.europa.places import Condition, Port, Theatre, Zone, places

Facts = Mapping[str, Any]
KEY = "theatres"
ROW = f"condition:{KEY}"
FACT = f"{ROW}.value"
PLAIN: Theatre = "med"
CHART_TITLES: Mapping[Theatre, str] = {"med": "Mediterranean and Red Sea", "north": "Northern and outer waters"}
BOTH = "both"
# Conditions of the danger zones in the Baltic (36.D.1).
BALTIC, BORDERS = "baltic", frozenset({"baltic-border", "safe-zone-east", "safe-zone-north"})
ALL: tuple[Theatre, ...] = get_args(Theatre)
# A row of the board that is done with needs its zones no more.
OVER = ("arrived", "returned", "lost", "struck")


def choice_of(facts: Facts) -> str:
    """The choice of the campaign: `med`, `north` or `both`."""
    return str(facts.get(FACT, PLAIN))


def played(choice: str) -> tuple[Theatre, ...]:
    """The theatres of a choice."""
    return tuple(theatre for theatre in ALL if choice in (theatre, BOTH))


def theatres_of(facts: Facts) -> tuple[Theatre, ...]:
    """The theatres that the campaign plays."""
    return played(choice_of(facts))


def theatres_at(port: Port) -> frozenset[Theatre]:
    """The theatres that a port lies in: Gibraltar in both."""
    return frozenset(places().zones[zone].theatre for zone in port.zones)


def zones_in_use(facts: Facts) -> dict[str, str]:
    """zone -> what needs it: rows of the board that are not done with, and air units kept there."""
    found: dict[str, str] = {}
    for row in rows_in(facts, "shipment"):
        if facts.get(f"{row}.state") not in OVER:
            zones = (*(leg["zone"] for leg in facts[f"{row}.route"]), *_waters(facts, row))
            found |= dict.fromkeys(zones, "shipments of the board")
    for row in rows_in(facts, KIND):
        found.setdefault(str(facts[f"{row}.zone"]), "air units")
    return found


def _waters(facts: Facts, row: str) -> Iterator[str]:
    """The zones of a row's ends that are no ports."""
    for end in (str(facts.get(f"{row}.origin", "")), str(facts.get(f"{row}.destination", ""))):
        if kind_of_end(end) and place_of_end(end) in places().zones:
            yield place_of_end(end)


def zones_shown(facts: Facts) -> list[Zone]:
    """The zones of the theatres that are played, and any other that is in use."""
    shown, used = theatres_of(facts), zones_in_use(facts)
    return [zone for zone in places().zones.values() if zone.theatre in shown or zone.key in used]


def ports_shown(facts: Facts) -> list[Port]:
    """The ports of the campaign that lie in a theatre that is played."""
    return [port for port in _ports_in(theatres_of(facts)) if f"port:{port.key}.owner" in facts]


@cache
def _ports_in(theatres: tuple[Theatre, ...]) -> tuple[Port, ...]:
    """The ports that lie in one of them, in the order of the files."""
    return tuple(port for port in places().ports.values() if theatres_at(port) & {*theatres})


def ports_of(theatre: Theatre) -> list[Port]:
    """The ports that lie in a theatre."""
    return [port for port in places().ports.values() if theatre in theatres_at(port)]


def conditions_apart(facts: Facts) -> frozenset[str]:
    """The conditions that only zones ask for which the campaign does not show, and the passages between them."""
    shown = {zone.key for zone in zones_shown(facts)}
    return frozenset(_conditions_asked(set(places().zones)) - _conditions_asked(shown))


def not_as_in_history(facts: Facts, turn: str) -> list[Condition]:
    """The conditions of the war that are not as history had them when a turn began."""
    known = [c for c in places().conditions.values() if c.key != KEY and c.fact in facts]
    return [c for c in known if facts[c.fact] != c.since(turn).value]


def _conditions_asked(zones: set[str]) -> set[str]:
    """The conditions that the statuses of these zones and the passages at them ask for."""
    needed = {fact for side in Side for zone in zones for fact in facts_needed(side, Sea(zone))}
    asked = {condition.key for condition in places().conditions.values() if condition.fact in needed}
    if BALTIC in zones:
        asked |= BORDERS
    return asked | {p.condition for p in places().passages if p.condition and zones & set(p.between)}


def missing(facts: Facts) -> dict[str, str]:
    """Zones in use that no chart of the campaign shows -> what needs them: the page offers their chart then."""
    shown = theatres_of(facts)
    zones = places().zones
    return {zone: what for zone, what in zones_in_use(facts).items() if zones[zone].theatre not in shown}


def port_row(port: Port, turn: str) -> Create:
    """The row of a port as history had it when a turn began."""
    now = port.owned(turn)
    return create(
        f"port:{port.key}",
        name=port.name,
        zones=list(port.zones),
        groups=sorted(port.groups),
        kind=port.kind,
        owner=now.value,
        operational=True,
        ever_allied=port.once("allied", turn),
        owner_source=now.source,
        map_reference=port.map_ref or "",
    )


def port_rows(choice: str, facts: Facts, turn: str) -> tuple[Create, ...]:
    """The ports that the campaign does not have yet: of the waters chosen, and those that rules 33 and 36 name.

    turn: as whose beginning they come in.
    """
    wanted = {PLAIN, *played(choice)}
    found = places().ports.values()
    return tuple(port_row(p, turn) for p in found if theatres_at(p) & wanted and f"port:{p.key}.owner" not in facts)


def chosen(choice: str, facts: Facts) -> tuple[Effect, ...]:
    """What playing these waters changes: the fact, and the ports that come with them; none is taken out."""
    here: Effect = Set(FACT, choice) if FACT in facts else create(ROW, value=choice)
    return (here, *port_rows(choice, facts, str(facts["campaign:clock.turn"])))
