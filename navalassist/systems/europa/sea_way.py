"""The sea zones of a naval group's way, which are owed a check each (33.A.1), and in which zone a hex may lie.

No list of hexes tells their zones. A hex in or beside a port whose hex is known lies on that port's zone; others are
proposed from how the zones touch. The players may choose other zones for a way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.reader import Reader
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.board.routes import shut_passages
from navalassist.systems.europa.danger import near_zones, spans
from navalassist.systems.europa.places import Interdiction, places
from navalassist.systems.europa.ways import NoRoute, propose_way

Facts = Mapping[str, Any]
# A hex so near to a port lies on its sea zone; one so near lies on its zone or on one that touches it.
BESIDE, NEAR = 1, 10
DECLARED = "zone:south-aegean.declared"
KIEL = "kiel"


def zones_of_port(values: Facts, key: str) -> tuple[str, ...]:
    """The sea zones of a port, with the South Aegean while it is declared (33.B.7)."""
    port = places().ports.get(key)
    if port is None:
        return tuple(values.get(f"port:{key}.zones") or ())
    return port.zones_when(values.get(DECLARED) or None)


def ports_beside(values: Facts, here: Hex) -> list[str]:
    """The ports in or beside a hex, as far as hexes are known."""
    return [key for key, away in spans(values, here).items() if away.exact is not None and away.exact <= BESIDE]


def zones_beside(values: Facts, here: Hex) -> tuple[str, ...]:
    """The sea zones of the ports in or beside a hex; none where no port is known there."""
    return tuple(dict.fromkeys(zone for key in ports_beside(values, here) for zone in zones_of_port(values, key)))


def doubt_of_hex(values: Facts, here: Hex, zone: str) -> str:
    """Why a hex can't lie in this sea zone; '' where nothing is known against it."""
    beside = ports_beside(values, here)
    found = dict.fromkeys(zone for key in beside for zone in places().ports[key].zones)
    if beside:
        fits = zone in found or zone in zones_beside(values, here)
        return "" if fits else f"{here} lies beside {_name(values, beside[0])}, on the {_labels(found)}"
    for key, away in spans(values, here).items():
        ports_zones = places().ports[key].zones
        near = frozenset().union(*map(near_zones, ports_zones))
        if away.high is not None and away.high <= NEAR and not near & {zone, places().zones[zone].part_of}:
            return f"{here} lies near {_name(values, key)}, on the {_labels(ports_zones)}, which it does not touch"
    return ""


def _name(values: Facts, port: str) -> str:
    return str(values.get(f"port:{port}.name", port))


def _labels(zones: Iterable[str]) -> str:
    return " and the ".join(Zone(zone).label for zone in zones)


def zones_of_way(
    reader: Reader, side: Side, stops: Sequence[Sequence[str]], *, chosen: Sequence[str] = (), canal: bool = False
) -> tuple[Zone, ...]:
    """The sea zones of a way in order, each once.

    In:  stops: for where it begins, each hex that it names and where it ends, the zones on which that may lie; canal:
         it goes through the Kiel canal; chosen: the zones that its player says, none to have them proposed.
    """
    known = [tuple(stop) for stop in stops if stop]
    found = _proposed(reader, side, known, chosen, canal) if known else ()
    ends = () if found else (stop[0] for stop in (*known[:1], *known[-1:]) if len(stop) == 1)
    return tuple(map(Zone, dict.fromkeys((*found, *ends, *chosen))))


def _proposed(
    reader: Reader, side: Side, stops: Sequence[Sequence[str]], chosen: Sequence[str], canal: bool
) -> tuple[str, ...]:
    """The shortest way; where what is shut leaves none, that which a rule then refuses."""
    among = {*chosen, *stops[0], *stops[-1]} if chosen else ()
    shut = shut_passages(reader.state, side) - ({KIEL} if canal else frozenset())
    for passages in (shut, ()):
        try:
            return propose_way(stops, south_aegean=_declared(reader), shut=passages, among=among)
        except NoRoute:
            continue
    return ()


def _declared(reader: Reader) -> Interdiction | None:
    """The South Aegean zone in force, and the conditions that shut passages: what a proposal reads."""
    for passage in places().passages:
        reader.get(f"condition:{passage.condition}.value" if passage.condition else f"port:{passage.port}.owner")
    return reader.get(DECLARED) or None


def way_words(zones: Sequence[Zone]) -> str:
    """`Western Med, Central Med; these two do not touch`: the zones, and where two of them in a row do not touch."""
    names = ", ".join(zone.label for zone in zones)
    apart = [
        f"the {one.label} and the {two.label} do not touch"
        for one, two in pairwise(zones)
        if two not in places().zones[one].neighbours
    ]
    return "; ".join((names, *apart))
