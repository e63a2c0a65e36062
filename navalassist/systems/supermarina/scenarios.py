"""What scenarios of Supermarina are made of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from navalassist.engine import Create
from navalassist.engine.parts import Facts, Part, Rows, RowsOf, ScenarioParts
from navalassist.systems.supermarina.fuel import Fuel, opening
from navalassist.systems.supermarina.setup import rows
from navalassist.systems.supermarina.state import Force, Port, Side

LIFT = (RowsOf("transport"), RowsOf("cargo"))
PARTS = (
    Part("ports", "Ports", (RowsOf("sm-port"),), "lists/sm-port/"),
    Part("minefields", "Minefields", (RowsOf("sm-minefield"),), "lists/sm-minefield/", "No minefields"),
    Part("ships", "Ships", (RowsOf("ship"), RowsOf("force")), "lists/ship/", "No ships"),
    Part("transports", "Transports and cargo", LIFT, "lists/transport/", "No transports"),
    Part(
        "air",
        "Air units and airbases",
        (RowsOf("sm-air-unit"), RowsOf("search-site", by_side=True)),
        "lists/sm-air-unit/",
        "None",
    ),
    Part("fuel", "Fuel", (RowsOf("sm-fuel", by_side=True),), "lists/sm-fuel/"),
    Part("repairs", "Repairs", (RowsOf("sm-repair"),), "", "No repairs"),
    Part("commandos", "Units of the 10 MAS", (RowsOf("sm-commando"),), "lists/sm-commando/", "None"),
    Part("ledgers", "Victory points", (RowsOf("ledger", adds=False),), "setup/"),
    Part("rulings", "Rulings", (RowsOf("ruling", adds=False),), "setup/rulings/"),
)


def base(turn: str, given: Rows) -> Iterator[Create]:
    """The rows of a new campaign."""
    yield from rows({})
    yield opening().made()


def check(facts: Facts, row: str) -> str:
    """A task force stands under its side and number, and fuel under no port or side but its own: none is made twice."""
    kind, _, key = row.partition(":")
    if kind == Force.KIND and key != (right := f"{facts[f'{row}.side']}-{facts[f'{row}.number']}"):
        return f"its fields make the key {right}"
    if kind == Fuel.KIND:
        port, _, side = key.rpartition("-")
        own = (facts[f"{row}.place"], facts[f"{row}.side"])
        if f"{(place := Port.row_of(port))}.name" in facts and side in list(Side) and own != (place, side):
            return f"its key is that of {side} fuel in {place}"
    return ""


SCENARIOS = ScenarioParts(parts=PARTS, base=base, check=check, folder=Path(__file__).with_suffix(""))
