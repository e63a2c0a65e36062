"""Templates of ships by their types: invented values, marked as stand-ins until a sheet is entered (R-120).

The hit record sheets are lost. A cruiser has primary guns and secondary ones, a destroyer secondary guns only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.systems.supermarina.state import ShipType

SHIPS: Mapping[ShipType, Mapping[str, Any]] = {
    ShipType.BB: {
        "protection": 6, "primary": (16, 14, 12, 10, 8, 6, 4, 2), "intermediate": (4, 2), "secondary": (8, 6, 4, 2),
        "flotation": (26, 24, 20, 16, 12, 8, 4), "fuel": 14, "aa": 4,
    },
    ShipType.BC: {
        "protection": 5, "primary": (14, 12, 10, 8, 5, 2), "intermediate": (4, 2), "secondary": (8, 6, 4, 2),
        "flotation": (30, 26, 22, 16, 10, 5), "fuel": 14, "aa": 4,
    },
    ShipType.CV: {"protection": 4, "secondary": (6, 4, 2), "flotation": (30, 26, 20, 14, 8), "fuel": 14, "aa": 5},
    ShipType.CA: {
        "protection": 4, "primary": (10, 8, 6, 4, 2), "secondary": (6, 4, 2), "flotation": (32, 26, 20, 13, 6),
        "torpedoes": 1, "fuel": 10, "aa": 2,
    },
    ShipType.CL: {
        "protection": 3, "intermediate": (8, 6, 4, 2), "secondary": (4, 2), "flotation": (32, 24, 16, 8),
        "torpedoes": 1, "fuel": 10, "aa": 2,
    },
    ShipType.CLA: {
        "protection": 3, "intermediate": (6, 4, 2), "secondary": (4, 2), "flotation": (32, 24, 16, 8),
        "torpedoes": 1, "fuel": 10, "aa": 4,
    },
    ShipType.DD: {
        "protection": 2, "secondary": (6, 4, 3, 1), "flotation": (36, 24, 12), "torpedoes": 2, "fuel": 8, "aa": 1,
    },
    ShipType.DE: {"protection": 2, "secondary": (4, 3, 1), "flotation": (24, 16, 8), "fuel": 8, "aa": 1},
    ShipType.TB: {
        "protection": 1, "secondary": (4, 3, 2, 1), "flotation": (32, 22, 12), "torpedoes": 2, "fuel": 6, "aa": 1,
    },
    ShipType.MTB: {"protection": 1, "flotation": (36, 24, 12), "torpedoes": 2, "fuel": 4},
}  # fmt: skip
