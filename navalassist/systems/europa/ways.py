"""The way between two ports, proposed from how the sea zones touch. Nothing here forbids a way."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping

from navalassist.systems.europa.ends import WORDS, kind_of_end, place_of_end
from navalassist.systems.europa.places import Interdiction, Places, places


class NoRoute(LookupError):
    """No way by sea joins the two ports through the zones that are open."""


def propose_route(
    origin: str,
    destination: str,
    *,
    south_aegean: Interdiction | None = None,
    shut: Collection[str] = (),
) -> tuple[str, ...]:
    """The zones of a voyage between two ports, in order: as few as possible, ties by the order of the files.

    In:  keys of two ports, or of beaches (`ends`); the kind of South Aegean zone in force (33.B.7), None for none; keys
         of shut passages.
    Out: zone keys from the first zone sailed in to the last. A proposal: the players may sail another way.
    Errors: KeyError for a port that is not known; NoRoute when nothing joins the two.
    """
    found = places()
    goals = _waters(found, destination, south_aegean)
    starts = _waters(found, origin, south_aegean)
    came: dict[str, str | None] = dict.fromkeys(starts)
    waiting = deque(starts)
    while waiting:
        here = waiting.popleft()
        if here in goals:
            return _way_back(came, here)
        for there in _open_neighbours(found, here, south_aegean, shut):
            if there not in came:
                came[there] = here
                waiting.append(there)
    one, two = (found.ports[end].name if end in found.ports else end for end in (origin, destination))
    raise NoRoute(f"No way by sea joins {one} and {two}.")


def _waters(found: Places, end: str, south_aegean: Interdiction | None) -> tuple[str, ...]:
    """The zones on which an end of a voyage lies. KeyError for a port that is not known."""
    place = place_of_end(end)
    return (place,) if kind_of_end(end) in WORDS else found.ports[place].zones_when(south_aegean)


def _way_back(came: Mapping[str, str | None], last: str) -> tuple[str, ...]:
    way: list[str] = []
    step: str | None = last
    while step is not None:
        way.append(step)
        step = came[step]
    return tuple(reversed(way))


def _open_neighbours(
    found: Places, here: str, south_aegean: Interdiction | None, shut: Collection[str]
) -> Iterator[str]:
    closed = {frozenset(p.between) for p in found.passages if p.key in shut}
    for there in found.zones[here].neighbours:
        if frozenset({here, there}) in closed:
            continue
        if not _stands_open(found, here, there, south_aegean):
            continue
        yield there


def _stands_open(found: Places, here: str, there: str, south_aegean: Interdiction | None) -> bool:
    """A zone not declared is no zone; a loose one closes the Aegean off, a tight one leaves ways round Crete."""
    for zone in found.zones.values():
        if zone.part_of is None:
            continue
        if zone.key in {here, there} and south_aegean is None:
            return False
        outer = {here, there} - {zone.part_of}
        if south_aegean == "loose" and zone.part_of in {here, there} and outer <= set(zone.screens):
            return False
    return True
