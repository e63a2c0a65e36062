"""What scenarios of the theatre campaign are made of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from navalassist.engine import Create
from navalassist.engine.parts import Part, Rows, RowsOf, ScenarioParts
from navalassist.play.rules.rulings import ruling_rows
from navalassist.systems.theatre import places
from navalassist.systems.theatre.rulings import RULINGS

MAPS = ("pg-map", "pg-water", "pg-square", "pg-strait", "pg-zone", "pg-canal")
UNITS = (RowsOf("pg-unit"), RowsOf("pg-group"))
PARTS = (
    Part("ports", "Ports", (RowsOf("pg-port"),), "lists/pg-port/"),
    Part("maps", "Maps", tuple(map(RowsOf, MAPS)), "lists/pg-square/"),
    Part("types", "Types of units", (RowsOf("pg-type"),), "lists/pg-type/"),
    Part("fleets", "Naval units and groups", UNITS, "lists/pg-unit/", "No naval units"),
    Part("air", "Air units", (RowsOf("pg-air"),), "lists/pg-air/", "No air units"),
    Part("pools", "Pools of transports", (RowsOf("pg-pool"),), "lists/pg-pool/", "No pools"),
    Part("ground", "Ground units", (RowsOf("pg-troop"),), "lists/pg-troop/", "No ground units"),
    Part("battle", "Battle charts", (RowsOf("pg-deployment"), RowsOf("pg-map-square")), "lists/pg-deployment/"),
    Part("rulings", "Rulings", (RowsOf("ruling", adds=False),), "setup/rulings/"),
)


def base(turn: str, given: Rows) -> Iterator[Create]:
    """The rows of a new campaign."""
    yield from (row.made() for row in places.rows())
    yield from ruling_rows(RULINGS, {})


SCENARIOS = ScenarioParts(parts=PARTS, base=base, folder=Path(__file__).with_suffix(""))
