"""Ways over a map: drawn by a player and judged leg by leg, or found as the cheapest."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

from navalassist.engine.maps.grids import Map


@dataclass(frozen=True, slots=True)
class Toll:
    """What a leg costs, and what is worth saying of it: `small island: may be passed`."""

    cost: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Barred:
    """Why a leg may not be gone, the rule that says so, and the way out; instead: a place to go to, '' for none."""

    text: str
    rule: str
    instead: str = ""


# The rule of a leg: from where, to where, after which places; the way so far ends with the first of these.
Judge = Callable[[str, str, Sequence[str]], Toll | Barred]


@dataclass(frozen=True, slots=True)
class Leg:
    """A leg as it was judged. total: what the way costs up to its end; None for one that is barred, and later ones."""

    start: str
    to: str
    judged: Toll | Barred
    total: int | None

    @property
    def is_barred(self) -> bool:
        """True where it may not be gone."""
        return isinstance(self.judged, Barred)


@dataclass(frozen=True, slots=True)
class Way:
    """A way from its first place. legs: as they were drawn, those that can't be gone among them."""

    start: str
    legs: tuple[Leg, ...] = ()

    @property
    def places(self) -> tuple[str, ...]:
        """Every place of it, the first one too."""
        return (self.start, *(leg.to for leg in self.legs))

    @property
    def barred(self) -> Leg | None:
        """The first leg that may not be gone."""
        return next((leg for leg in self.legs if leg.is_barred), None)

    @property
    def total(self) -> int:
        """What it costs as far as it may be gone."""
        return next((leg.total for leg in reversed(self.legs) if leg.total is not None), 0)


def places_of(text: str) -> tuple[str, ...]:
    """The places of a way as it is typed: with commas between them where names have blanks, else with blanks."""
    parts = text.split(",") if "," in text else text.split()
    return tuple(part.strip() for part in parts if part.strip())


def drawn(on: Map, places: Sequence[str], judge: Judge) -> Way:
    """The way through these places, leg by leg. ValueError where one is none of the map, or none was named.

    A leg between places that do not touch is barred whatever the rule says: each place in between is named.
    """
    named = [on.place(place) for place in places]
    if not named:
        raise ValueError("name the place where the way begins")
    legs, total = list[Leg](), 0
    for number, (start, to) in enumerate(pairwise(named), start=1):
        judged = judge(start, to, named[:number]) if to in on.neighbours(start) else _too_far(start, to)
        whole = isinstance(judged, Toll) and all(not leg.is_barred for leg in legs)
        total += judged.cost if isinstance(judged, Toll) and whole else 0
        legs.append(Leg(start, to, judged, total if whole else None))
    return Way(named[0], tuple(legs))


def _too_far(start: str, to: str) -> Barred:
    if start == to:
        return Barred(f"The way is at {to} already.", "")
    return Barred(f"{to} does not lie beside {start}: name each place in between.", "")


def cheapest(on: Map, start: str, to: str, judge: Judge) -> Way | None:
    """A way that costs least, of those the one with the fewest legs; None where none may be gone.

    The rule is asked of each leg by itself: its third argument holds the place before alone.
    """
    begin, end = on.place(start), on.place(to)
    order, done = count(), set[str]()
    waiting: list[tuple[int, int, int, str, tuple[Leg, ...]]] = [(0, 0, next(order), begin, ())]
    while waiting:
        total, many, _, here, legs = heapq.heappop(waiting)
        if here == end:
            return Way(begin, legs)
        if here in done:
            continue
        done.add(here)
        for beside in on.neighbours(here):
            judged = judge(here, beside, (here,)) if beside not in done else Barred("", "")
            if isinstance(judged, Toll):
                leg = Leg(here, beside, judged, total + judged.cost)
                heapq.heappush(waiting, (total + judged.cost, many + 1, next(order), beside, (*legs, leg)))
    return None
