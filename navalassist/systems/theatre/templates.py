"""New naval units as their type has them: stand-ins until the sheet of the unit is entered (R-219)."""

from __future__ import annotations

from typing import Any

from navalassist.systems.theatre.state.fleets import Type, Unit
from navalassist.systems.theatre.state.words import Nation, Side, UnitType

# The training level of the nations that are listed (PG.6.1.1); all others begin with 0.
TRAINING = {
    300: (Nation.GERMANY, Nation.JAPAN, Nation.BRITAIN, Nation.USA, Nation.SWEDEN),
    200: (Nation.FRANCE, Nation.FINLAND, Nation.NORWAY),
    100: (Nation.ITALY, Nation.NETHERLANDS, Nation.SPAIN, Nation.POLAND, Nation.PORTUGAL, Nation.GREECE),
}


def training(nation: Nation) -> int:
    """With how much experience crews of a nation begin."""
    return next((level for level, nations in TRAINING.items() if nation in nations), 0)


def unit_of(type_: Type, key: str, *, side: Side, name: str, nation: Nation, place: str, **more: Any) -> Unit:
    """A new naval unit with the values of its type and the training of its nation."""
    values = {name: getattr(type_, name) for name in ("search", "intercept", "speed", "miles", "air")}
    told = {"experience": training(nation), **values, **more}
    return Unit(key=key, side=side, name=name, nation=nation, type=UnitType(type_.key), place=place, **told)
