"""The 15-hex rule (33.B.1.b, 33.B.3.b): hexes to the nearest Axis port that counts, where the maps' hexes tell them.

What a player types for a leg always counts before it. Only the ends of a way are known, not the hexes between: an end
within reach settles it, and so does a direct way both of whose ends are so far off that no hex of it can be nearer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.reader import Reader
from navalassist.rules.europa.items import Leg
from navalassist.rules.europa.r33_status_allied import REACH
from navalassist.rules.europa.reach import Span
from navalassist.rules.europa.words import Owner, PortKind, Side, Zone
from navalassist.rules.europa.world import ITALIAN_PORTS
from navalassist.systems.europa.danger import map_hex, spans

WHERE = (Zone.WESTERN_MED, Zone.CENTRAL_MED)
# Whether a port counts, and where it is.
_FACTS = {
    port: tuple(f"port:{port}.{name}" for name in ("owner", "operational", "kind", "map_reference"))
    for port in ITALIAN_PORTS
}


def measured(reader: Reader, side: Side, legs: Sequence[Leg], origin: str, destination: str) -> list[Leg]:
    """The legs, with the hexes of those counted for which nobody has typed any."""
    return [_measured(reader, side, legs, number, (origin, destination)) for number in range(len(legs))]


def _measured(reader: Reader, side: Side, legs: Sequence[Leg], number: int, ends: tuple[str, str]) -> Leg:
    leg = legs[number]
    if side is not Side.ALLIED or leg.zone not in WHERE or leg.hexes is not None:
        return leg
    first, last = number == 0, number == len(legs) - 1
    here = [port for port, counts in zip(ends, (first, last), strict=True) if counts and _hex_of(reader, port)]
    found = nearest(reader, here)
    if found is None and first and last and len(here) == len(ends):
        found = off_the_way(reader, *here)
    return leg if found is None else leg.model_copy(update={"hexes": found[0], "measured": found[1]})


def nearest(reader: Reader, ends: Iterable[str]) -> tuple[int, str] | None:
    """Hexes from an end of the way to the nearest port that counts, where that is within reach; None else."""
    found = []
    for end in ends:
        for port, away in _working(reader, end).items():
            if away.exact is not None and away.exact <= REACH:
                found.append((away.exact, f"{_name(reader, end)} to {_name(reader, port)}"))
    return min(found, default=None)


def off_the_way(reader: Reader, one: str, other: str) -> tuple[int, str] | None:
    """The least hexes by which a direct way passes every port that counts, where that is out of reach.

    A hex of the way is as far from one end as that is from the port, less what is sailed, at least; so for both ends.
    """
    between = spans(reader.state.values, _hex_of(reader, one))[other].exact
    if between is None:
        return None
    near, far = _working(reader, one), _working(reader, other)
    least = min((-(-(near[port].low + far[port].low - between) // 2) for port in near), default=0)
    return (least, f"{_name(reader, one)} to {_name(reader, other)} by the direct way") if least > REACH else None


def measured_afloat(reader: Reader, side: Side, leg: Leg, way: Sequence[tuple[Hex, int]]) -> Leg:
    """The leg of a naval group, with the hexes counted along the way that it has come.

    way: hexes in order, each with the MPs that were spent on coming there. No hex between two of them is nearer to a
    port than half of what both are off it together, less these MPs, since a hex takes one at least.
    """
    if side is not Side.ALLIED or leg.zone not in WHERE or leg.hexes is not None or not way:
        return leg
    away = [(here, mps, _working_from(reader, here)) for here, mps in way]
    near = [(it.exact, here, port) for here, _, ports in away for port, it in ports.items() if it.exact is not None]
    least = min(near, default=None)
    if least is not None and least[0] <= REACH:
        words = f"{least[1]} to {_name(reader, least[2])}"
        return leg.model_copy(update={"hexes": least[0], "measured": words})
    # MPs to the first hex were spent from where nobody knows.
    _, unknown, first = away[0]
    passed = [it.low - unknown for it in first.values()] + [it.low for _, _, ports in away for it in ports.values()]
    for (_, _, one), (_, mps, other) in pairwise(away):
        passed += [-(-(one[port].low + other[port].low - mps) // 2) for port in one]
    if min(passed, default=0) <= REACH:
        return leg
    return leg.model_copy(update={"hexes": min(passed), "measured": f"{way[0][0]} to {way[-1][0]} at least"})


def _working(reader: Reader, end: str) -> dict[str, Span]:
    """The ports that count, with the hexes from an end of the way."""
    return _working_from(reader, _hex_of(reader, end))


def _working_from(reader: Reader, here: Hex) -> dict[str, Span]:
    """The ports that count, with the hexes from here (33.B.1.b: Axis-owned, working, no jetty)."""
    away = spans(reader.state.values, here)
    found = {}
    for port, (owner, operational, kind, place) in _FACTS.items():
        if reader.get(owner) == Owner.AXIS and reader[operational] and reader[kind] != PortKind.JETTY:
            reader.get(place)
            found[port] = away[port]
    return found


def _hex_of(reader: Reader, port: str) -> Any:
    return map_hex(reader.state.values.get(f"port:{port}.map_reference"))


def _name(reader: Reader, port: str) -> str:
    return str(reader[f"port:{port}.name"])
