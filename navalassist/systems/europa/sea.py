"""How the seas are in this turn, as far as the campaign keeps it (R-65)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.engine.weather import Weather
from navalassist.rules.europa.r36_sea_state import SEA, Waters
from navalassist.rules.europa.sea_state import SeaState

# Which waters a sea zone belongs to; every other zone lies on the Atlantic or in the north.
ZONES = {
    Waters.MEDITERRANEAN: (
        *("western-med", "tyrrhenian", "central-med", "adriatic", "aegean", "south-aegean", "eastern-med"),
    ),
    Waters.RED_SEA: ("red-sea", "indian-ocean", "persian-gulf"),
    Waters.BLACK_SEA: ("black-sea",),
    Waters.BALTIC: ("baltic",),
}


def waters_of(zone: str) -> Waters:
    """The waters of a sea zone."""
    return next((waters for waters, zones in ZONES.items() if zone in zones), Waters.ATLANTIC)


WEATHER = Weather(
    fact=f"mark:{SEA}/{{area}}.note",
    areas={waters.value: waters.label for waters in Waters},
    states={state.value: state.label for state in SeaState},
    plain=SeaState.CALM.value,
    area_of=lambda zone: waters_of(zone).value,
    title="The sea",
)


def state_of(values: Mapping[str, Any], waters: Waters) -> SeaState | None:
    """How these waters are in this turn; None where nobody has said."""
    said = WEATHER.said(values, waters.value)
    return SeaState(said) if said else None


def sea_kept(values: Mapping[str, Any], zone: str) -> SeaState | None:
    """How the sea is in a zone; None where it is not kept, or no zone is named."""
    return state_of(values, waters_of(zone)) if zone else None
