"""The places of the Great War campaign: sea areas, naval bases and ports, read from the data files beside this module.

In:  places/areas.toml, places/bases.toml, places/straits.toml (written by hand). Out: `places()`, one frozen `Places`.
All of it is a stand-in (R-77); a campaign copies it at set-up, as of August 1914.

A file that does not fit stops the start with a `PlacesError` that names the file and the entry.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import Field, ValidationError

from navalassist.engine.shapes import Frozen, Key
from navalassist.systems.storm_of_steel.state import Area, Base

FOLDER = Path(__file__).with_suffix("")
AREAS, BASES, STRAITS = "areas.toml", "bases.toml", "straits.toml"
Chart = Literal["north", "south"]
Made = TypeVar("Made", bound=Frozen)


class PlacesError(ValueError):
    """A place data file does not fit; the text names file, entry and reason."""


class PlacedArea(Area, part="area"):
    """One sea area. chart: the drawing that shows it."""

    chart: Chart
    neighbours: tuple[Key, ...] = Field(min_length=1)


class PlacedBase(Base, part="base"):
    """One naval base or port, with its owner of August 1914 and what speaks for what is said of it."""

    areas: tuple[Key, ...] = Field(min_length=1)
    why: str


class Strait(Frozen):
    """A narrow way between two areas, through which only the owner of a base sails."""

    key: Key
    name: str
    between: tuple[str, str]
    base: str


@dataclass(frozen=True)
class Places:
    """Every area and base by its key, in the order of the files; and the straits."""

    areas: Mapping[str, PlacedArea]
    bases: Mapping[str, PlacedBase]
    straits: tuple[Strait, ...] = ()


@lru_cache(maxsize=1)
def places() -> Places:
    """The places that come with the program."""
    return load(FOLDER)


def load(folder: Path) -> Places:
    """The places of a folder's files. PlacesError where one does not fit."""
    straits = _read(folder / STRAITS, Strait) if (folder / STRAITS).exists() else {}
    found = Places(_read(folder / AREAS, PlacedArea), _read(folder / BASES, PlacedBase), tuple(straits.values()))
    for file, key, problem in _problems(found):
        raise PlacesError(f"{file}, [{key}]: {problem}")
    return found


def _read(path: Path, model: type[Made]) -> dict[str, Made]:
    try:
        entries: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PlacesError(f"{path.name}: {error}") from None
    made = {}
    for key, fields in entries.items():
        try:
            made[key] = model.model_validate({"key": key, **fields})
        except (ValidationError, TypeError) as error:
            raise PlacesError(f"{path.name}, [{key}]: {error}") from None
    return made


def _problems(found: Places) -> Iterator[tuple[str, str, str]]:
    """What does not fit together: file, entry, reason."""
    for area in found.areas.values():
        for other in area.neighbours:
            if other not in found.areas:
                yield AREAS, area.key, f"there is no area {other}"
            elif area.key not in found.areas[other].neighbours:
                yield AREAS, area.key, f"{other} does not name it as its neighbour"
    for base in found.bases.values():
        for key in base.areas:
            if key not in found.areas:
                yield BASES, base.key, f"there is no area {key}"
    for strait in found.straits:
        one, two = strait.between
        if one not in found.areas or two not in found.areas[one].neighbours:
            yield STRAITS, strait.key, f"{one} and {two} do not border on each other"
        if strait.base not in found.bases:
            yield STRAITS, strait.key, f"there is no base {strait.base}"
