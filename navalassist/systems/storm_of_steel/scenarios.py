"""What scenarios of the Great War are made of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from navalassist.engine import Create
from navalassist.engine.parts import Facts, Part, Rows, RowsOf, ScenarioParts
from navalassist.systems.storm_of_steel.clock import QUARTER_PATTERN
from navalassist.systems.storm_of_steel.conditions import TRACKS
from navalassist.systems.storm_of_steel.setup import rows

WAR = "as in August 1914"
PARTS = (
    Part("ports", "Naval bases and ports", (RowsOf("base"),), "lists/base/", begins=WAR),
    Part("areas", "Sea areas", (RowsOf("area", ("dominated", "raiding"), adds=False),), "waters/", begins=WAR),
    Part("conditions", "Tracks and conditions", (RowsOf("condition", adds=False),), "setup/", begins=WAR),
    Part("fleets", "Fleets", (RowsOf("fleet"), RowsOf("squadron")), "fleets/", "No naval units"),
    Part("land", "Units ashore", (RowsOf("land-unit"),), "fleets/", "No units ashore"),
    Part("rulings", "Rulings", (RowsOf("ruling", adds=False),), "setup/rulings/"),
)


def base(turn: str, given: Rows) -> Iterator[Create]:
    """The rows of a new campaign."""
    return rows({})


def check(facts: Facts, row: str) -> str:
    """What a track can't be, in words."""
    kind, _, key = row.partition(":")
    if kind == "condition" and (track := TRACKS.get(key)):
        value = facts[f"{row}.value"]
        if type(value) is not type(track.begins):
            return f"value: it is of the kind of {str(track.begins).lower() or 'a text'}"
        if isinstance(value, int) and track.kind == "number" and not track.low <= value <= track.high:
            return f"value: a whole number from {track.low} to {track.high}"
        if track.kind == "quarter" and value and not re.fullmatch(QUARTER_PATTERN, str(value)):
            return "value: write a quarter as 1914-Q3, or nothing"
    return ""


SCENARIOS = ScenarioParts(parts=PARTS, base=base, check=check, folder=Path(__file__).with_suffix(""))
