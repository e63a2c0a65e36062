"""The way between places at sea, proposed from how the sea zones touch. Nothing here forbids a way."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from navalassist.systems.europa.ends import WORDS, kind_of_end, place_of_end
from navalassist.systems.europa.places import Interdiction, Places, places


class NoRoute(LookupError):
    """No way by sea joins the places through the zones that are open."""


class _Stage(NamedTuple):
    """A zone of the way, and how many of its stops lie behind."""

    zone: str
    reached: int


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
    stops = [_waters(found, end, south_aegean) for end in (origin, destination)]
    try:
        return propose_way(stops, south_aegean=south_aegean, shut=shut)
    except NoRoute:
        one, two = (found.ports[end].name if end in found.ports else end for end in (origin, destination))
        raise NoRoute(f"No way by sea joins {one} and {two}.") from None


def propose_way(
    stops: Sequence[Collection[str]],
    *,
    south_aegean: Interdiction | None = None,
    shut: Collection[str] = (),
    among: Collection[str] = (),
) -> tuple[str, ...]:
    """The zones of a way that comes to each of these stops in order: as few as possible.

    In:  for each stop the zones on which it may lie; among: the only zones that the way may use, none for all.
    Out: zone keys in order. Errors: NoRoute.
    """
    found = places()
    starts = [_further(zone, stops) for zone in stops[0]]
    came: dict[_Stage, _Stage | None] = dict.fromkeys(starts)
    waiting = deque(starts)
    while waiting:
        here = waiting.popleft()
        if here.reached == len(stops):
            return _way_back(came, here)
        for zone in _open_neighbours(found, here.zone, south_aegean, shut):
            there = _further(zone, stops, here.reached)
            if there not in came and (not among or zone in among):
                came[there] = here
                waiting.append(there)
    raise NoRoute("No way by sea joins these places.")


def _waters(found: Places, end: str, south_aegean: Interdiction | None) -> tuple[str, ...]:
    """The zones on which an end of a voyage lies. KeyError for a port that is not known."""
    place = place_of_end(end)
    return (place,) if kind_of_end(end) in WORDS else found.ports[place].zones_when(south_aegean)


def _further(zone: str, stops: Sequence[Collection[str]], reached: int = 0) -> _Stage:
    """In a zone, with all stops behind it that lie there in their turn."""
    while reached < len(stops) and zone in stops[reached]:
        reached += 1
    return _Stage(zone, reached)


def _way_back(came: Mapping[_Stage, _Stage | None], last: _Stage) -> tuple[str, ...]:
    way: list[str] = []
    step: _Stage | None = last
    while step is not None:
        way.append(step.zone)
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
