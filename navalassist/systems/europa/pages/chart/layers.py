"""What may be switched on and off on the charts: fleets, mines, danger zones, each where its place is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from navalassist.desk.chart.drawing import Mark
from navalassist.desk.chart.marks import Drawn
from navalassist.rules.europa.danger_zones import ITALY_FELL
from navalassist.systems.europa.charted import drawn, fleet_marks, mine_marks, rings
from navalassist.systems.europa.danger import is_italy_neutral
from navalassist.systems.europa.places import Theatre
from navalassist.systems.europa.theatres import theatres_of

FLEETS, MINES, DANGER = "fleets", "mines", "danger"
TITLES = {FLEETS: "Fleets", MINES: "Mines", DANGER: "Danger zones"}
# What shows while nobody has chosen.
PLAIN = (FLEETS, MINES)


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer that can be switched: its name, whether it shows, and the address with it the other way round."""

    key: str
    title: str
    on: bool
    query: str


def chosen(query: QueryDict) -> tuple[str, ...]:
    """The layers that show: `?on=fleets,danger`."""
    if "on" not in query:
        return PLAIN
    wanted = query.get("on", "").split(",")
    return tuple(key for key in TITLES if key in wanted)


def switches(on: tuple[str, ...], side: str) -> list[Layer]:
    """One for each layer."""
    found = []
    for key, title in TITLES.items():
        other = [name for name in TITLES if (name in on) != (name == key)]
        found.append(Layer(key, title, key in on, urlencode({"side": side, "on": ",".join(other)})))
    return found


def layers(values: Mapping[str, Any], on: tuple[str, ...]) -> tuple[dict[Theatre, Drawn], list[Mark]]:
    """What is drawn on each chart of the campaign, and the marks whose place is on none."""
    ships = dict(enumerate(fleet_marks(values))) if FLEETS in on else {}
    belts = dict(enumerate(mine_marks(values))) if MINES in on else {}
    shown: set[str] = set()
    found: dict[Theatre, Drawn] = {}
    for theatre in theatres_of(values):
        placed = list(drawn(values, theatre, iter(ships.values())))
        mined = list(drawn(values, theatre, iter(belts.values())))
        shown |= {mark.text for _, mark in (*placed, *mined)}
        circles = tuple(rings(values, theatre)) if DANGER in on else ()
        found[theatre] = Drawn(tuple(mark for _, mark in placed), tuple(mark for _, mark in mined), circles)
    left = [mark for _, mark in (*ships.values(), *belts.values()) if mark.text not in shown]
    return found, left


def in_words(values: Mapping[str, Any]) -> str:
    """The danger zones that are no rings: the Adriatic and the Baltic."""
    ended = "Italy has surrendered." if values.get(ITALY_FELL, False) else ""
    ended = ended or ("Italy is neutral." if is_italy_neutral(values) else "")
    told = "" if ended else "The Adriatic is an Axis danger zone too, until Italy surrenders."
    border = "In the Baltic the Axis zone meets the Soviet one." if "north" in theatres_of(values) else ""
    return " ".join(part for part in (told, border) if part) or ended
