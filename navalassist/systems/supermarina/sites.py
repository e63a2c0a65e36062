"""Sites from which a side searches the sea: its ports, which everybody knows, and airbases of its own (SM.3.A)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from navalassist.engine.forms import FormErrors, Options
from navalassist.engine.maps.distances import distance_of
from navalassist.engine.maps.sheet_hexes import SHEETS
from navalassist.engine.reader import Reader, View
from navalassist.engine.shapes import Frozen, Words
from navalassist.systems.supermarina.hexes import far
from navalassist.systems.supermarina.state import Port, SearchSite, Side
from navalassist.systems.supermarina.turn import acting

# The columns of the Area Search Chart.
PORT, AIRCRAFT = "port", "aircraft"


class Lookout(Frozen):
    """A site that may search for one force, and how far away it is."""

    name: Words
    kind: Literal["port", "aircraft"]
    hexes: int
    measured: Words = ""


def sites_of(read: View, side: Side) -> tuple[tuple[str, str, str], ...]:
    """Kind, name and hex of all sites of a side, its airbases as far as the view has them."""
    # Who owns which port is no news to anybody, and its place in the log is known.
    counted = read.view if isinstance(read, Reader) else read
    aircraft = ((AIRCRAFT, one.name, one.hex) for one in read.own(SearchSite, side))
    return (*aircraft, *((PORT, one.name, one.hex) for one in counted.rows(Port, owner=side)))


def lookouts(found: Iterable[tuple[str, str, str]], to: str) -> tuple[Lookout, ...]:
    """The nearest site of each kind, of those from which the map can measure: the chart never sees better from afar."""
    nearest: dict[str, Lookout] = {}
    for kind, name, at in found:
        hexes = far(at, to)
        if hexes is not None and (kind not in nearest or hexes < nearest[kind].hexes):
            nearest[kind] = lookout(kind, name, at, to)
    return tuple(nearest.values())


def lookout(kind: str, name: str, at: str, to: str, typed: int | None = None) -> Lookout:
    """A site with its distance, measured or typed. FormErrors where nobody can tell it."""
    try:
        distance = distance_of(SHEETS, at, to, typed, "hex")
    except ValueError as error:
        raise FormErrors({"hexes": f"Hexes from the site: {error}."}) from error
    return Lookout(name=name, kind=kind, hexes=distance.number, measured=distance.words)


def sites(view: View) -> Options:
    """The sites of the side whose half it is: its airbases, as far as the view has them, then its ports."""
    side = acting(view)
    aircraft = [(one.row, f"{one.name}, aircraft") for one in view.rows(SearchSite, side=side)]
    return [*aircraft, *((one.row, one.name) for one in view.rows(Port, owner=side))]
