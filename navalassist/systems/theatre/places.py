"""Maps, waters, ports, sea zones and types of a new campaign, read from places/. A bad file stops the start.

The land of a map is a picture, `places/far-east.txt`: a letter a square, `#` land, `o` small island, `.` sea.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

from navalassist.engine import maps
from navalassist.engine.rows import Row
from navalassist.systems.theatre.state.battles import Deployment, MapSquare
from navalassist.systems.theatre.state.fleets import Type
from navalassist.systems.theatre.state.sea import Canal, Map, Port, Square, Strait, Water, Zone
from navalassist.systems.theatre.state.words import Ground, Owner

FOLDER = Path(__file__).with_suffix("")
PICTURE, NAMES = "far-east.txt", "far-east.toml"
R = TypeVar("R", bound=Row)


@cache
def rows() -> tuple[Row, ...]:
    """Everything that a new campaign brings. ValueError for what does not fit, with its name."""
    files = ((Map, "maps"), (Water, "waters"), (Port, "ports"), (Zone, "zones"), (Canal, "canals"),
             (Strait, "straits"), (Type, "types"), (Deployment, "deployment"))  # fmt: skip
    return (*(row for kind, file in files for row in read(kind, file)), *squares(), *battle_map())


def read(kind: type[R], file: str) -> Iterator[R]:
    """The rows of a file, in its order."""
    for key, fields in tomllib.loads((FOLDER / f"{file}.toml").read_text(encoding="utf-8")).items():
        yield kind(key=key, **fields)


def squares() -> Iterator[Square]:
    """Land and small islands of the Far East, with what they are called and who holds them."""
    grounds = {"#": Ground.LAND, "o": Ground.ISLAND}
    told = tomllib.loads((FOLDER / NAMES).read_text(encoding="utf-8"))
    lines = (FOLDER / PICTURE).read_text(encoding="utf-8").split()
    on = maps.Squares(len(lines[0]), len(lines))
    for row, line in enumerate(lines, start=1):
        for column, letter in enumerate(line, start=1):
            if letter in grounds:
                name = on.name(column, row)
                about = told.get(name, {})
                yield Square(
                    key=f"far-east-{name.lower()}", map="far-east", name=name, ground=grounds[letter],
                    called=about.get("called", ""), holder=Owner(about.get("holder", Owner.NEUTRAL)),
                )  # fmt: skip


def battle_map() -> Iterator[MapSquare]:
    """The 16 squares of the battle map; which hexes are theirs stands in a chart that is lost (R-251)."""
    return (MapSquare(key=f"battle-{number}", name=f"Square {number}", number=number) for number in range(1, 17))
