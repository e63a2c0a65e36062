"""What scenarios of Supermarina are made of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from navalassist.engine import Create
from navalassist.engine.parts import Part, Rows, RowsOf, ScenarioParts
from navalassist.systems.supermarina.fuel import opening
from navalassist.systems.supermarina.setup import rows

LIFT = (RowsOf("transport"), RowsOf("cargo"))
PARTS = (
    Part("ports", "Ports", (RowsOf("sm-port"),), "lists/sm-port/"),
    Part("minefields", "Minefields", (RowsOf("sm-minefield"),), "lists/sm-minefield/", "No minefields"),
    Part("ships", "Ships", (RowsOf("ship"), RowsOf("force")), "lists/ship/", "No ships"),
    Part("transports", "Transports and cargo", LIFT, "lists/transport/", "No transports"),
    Part("air", "Air units and airbases", (RowsOf("sm-air-unit"), RowsOf("search-site")), "lists/sm-air-unit/", "None"),
    Part("fuel", "Fuel", (RowsOf("sm-fuel"),), "lists/sm-fuel/"),
    Part("repairs", "Repairs", (RowsOf("sm-repair"),), "", "No repairs"),
    Part("commandos", "Units of the 10 MAS", (RowsOf("sm-commando"),), "lists/sm-commando/", "None"),
    Part("ledgers", "Victory points", (RowsOf("ledger", adds=False),), "setup/"),
    Part("rulings", "Rulings", (RowsOf("ruling", adds=False),), "setup/rulings/"),
)


def base(turn: str, given: Rows) -> Iterator[Create]:
    """The rows of a new campaign."""
    yield from rows({})
    yield opening().made()


SCENARIOS = ScenarioParts(parts=PARTS, base=base, folder=Path(__file__).with_suffix(""))
