"""The places of the Great War campaign: sea areas, naval bases and ports, read from the data files beside this module.

In:  places/areas.toml, places/bases.toml (written by hand). Out: `places()`, one frozen `Places`.
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

from pydantic import BaseModel, ConfigDict, Field, ValidationError

FOLDER = Path(__file__).with_suffix("")
AREAS, BASES = "areas.toml", "bases.toml"
Chart = Literal["north", "south"]
Made = TypeVar("Made", bound=BaseModel)


class PlacesError(ValueError):
    """A place data file does not fit; the text names file, entry and reason."""


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    key: str
    name: str


class Area(_Data):
    """One sea area. chart: the drawing that shows it; raiding: commerce is raided there."""

    short: str
    chart: Chart
    neighbours: tuple[str, ...] = Field(min_length=1)
    raiding: bool = False


class Base(_Data):
    """One naval base or port, with its owner of August 1914 and what speaks for what is said of it."""

    areas: tuple[str, ...] = Field(min_length=1)
    owner: Literal["central", "allied", "neutral"]
    kind: Literal["naval-base", "port"]
    fortress: bool
    city: bool
    why: str


@dataclass(frozen=True)
class Places:
    """Every area and base by its key, in the order of the files."""

    areas: Mapping[str, Area]
    bases: Mapping[str, Base]


@lru_cache(maxsize=1)
def places() -> Places:
    """The places that come with the program."""
    return load(FOLDER)


def load(folder: Path) -> Places:
    """The places of a folder's files. PlacesError where one does not fit."""
    found = Places(_read(folder / AREAS, Area), _read(folder / BASES, Base))
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
