"""The scenarios that are shipped with rule systems, by system and the name of their file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from navalassist.play.scenarios.fit import Fitted, read_fitted
from navalassist.play.systems import SYSTEMS


def shipped(system: str) -> dict[str, Fitted]:
    """name of the file, without its end -> the scenario. ScenarioError names the file that does not fit."""
    declared = SYSTEMS[system].scenarios
    return dict(_in(system, declared.folder)) if declared and declared.folder else {}


@cache
def _in(system: str, folder: Path) -> tuple[tuple[str, Fitted], ...]:
    found = ((file.stem, read_fitted(file.read_bytes(), system)) for file in sorted(folder.glob("*.toml")))
    return tuple(sorted(found, key=lambda pair: pair[1].scenario.head.turn))
