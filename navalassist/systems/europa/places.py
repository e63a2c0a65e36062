"""The places of the Europa system: zones, ports, conditions and the chart, read from the data files beside this module.

In:  places/*.toml (written by hand) and places/shapes.json (written by tools/build_map.py).
Out: `places()`, one frozen `Places`; `propose_route` for a voyage. Nothing here knows a campaign: owners and values are
     those of 1 March 1941, and the set-up copies them into campaign facts.

A file that does not fit stops the start with a `PlacesError` that names the file and the entry.
"""

from __future__ import annotations

import json
import tomllib
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from navalassist.systems.europa.ends import WORDS, kind_of_end, place_of_end

FOLDER = Path(__file__).with_suffix("")

Interdiction = Literal["tight", "loose"]
Owner = Literal["axis", "allied", "vichy", "neutral"]
PortKind = Literal["jetty", "minor", "standard", "major", "great"]
Panel = Literal["main", "inset", "list"]
Side = Literal["n", "e", "s", "w"]
Made = TypeVar("Made", bound=BaseModel)


# Where a port's name stands: x and y from the middle of its dot to the base line of the text, and the SVG text-anchor.
LABELS: Mapping[Side, tuple[int, int, str]] = {
    "n": (0, -17, "middle"),
    "e": (17, 8, "start"),
    "s": (0, 34, "middle"),
    "w": (-17, 8, "end"),
}


class PlacesError(ValueError):
    """A place data file does not fit; the text names file, entry and reason."""


class NoRoute(LookupError):
    """No way by sea joins the two ports through the zones that are open."""


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Plate(_Data):
    """The ruled box that holds a zone's number: `x` is its middle, `y` its top, in grid units."""

    x: int
    y: int
    w: int
    h: int

    @property
    def left(self) -> int:
        return self.x - self.w // 2


class Shape(_Data):
    """How one zone is drawn on the chart, in grid units."""

    path: str
    plate: Plate
    dot: tuple[int, int]
    leader: tuple[int, int, int, int] | None = None


class Chart(_Data):
    """The grid that every coordinate of this package is measured on, and the frame round it."""

    width: int
    height: int
    inset: tuple[int, int, int, int]
    border: str


class Zone(_Data):
    """One sea zone. `panel` is "map" when the chart shows it, else "list"."""

    key: str
    name: str
    short: str
    panel: Literal["map", "list"]
    neighbours: tuple[str, ...]
    rules: tuple[str, ...]
    part_of: str | None = None
    screens: tuple[str, ...] = ()
    shape: Shape | None = None


class Passage(_Data):
    """A narrow way between two zones that a condition or the owner of a port can shut."""

    key: str
    name: str
    between: tuple[str, str]
    rules: tuple[str, ...]
    condition: str | None = None
    open_when: str | None = None
    port: str | None = None


class Port(_Data):
    """One port. `x`, `y` are its place on the chart, None when it lies outside (then `panel` is "list")."""

    key: str
    name: str
    zones: tuple[str, ...] = Field(min_length=1)
    zone_note: str = ""
    south_aegean: Interdiction | None = None
    country: str
    groups: frozenset[str] = frozenset()
    map_ref: str | None = None
    kind: PortKind = "standard"
    kind_note: str = "stand-in"
    lon: float = Field(ge=-180, le=180)
    lat: float = Field(ge=-90, le=90)
    label: Side = "e"
    label_shift: tuple[int, int] = (0, 0)
    on_map: bool = False
    panel: Panel = "list"
    x: int | None = None
    y: int | None = None
    owner: Owner
    owner_fact: str = Field(min_length=1)
    source: str
    source_part: str = ""
    source_text: str = Field(min_length=1)

    @property
    def owner_source(self) -> str:
        """Why the port has this owner on 1 March 1941, with the work or document that says so."""
        part = f", {self.source_part}" if self.source_part else ""
        return f"{self.owner_fact} {self.source_text}{part}."

    @property
    def label_at(self) -> tuple[int, int, str] | None:
        """Where its name is written on the chart: x, y, SVG text-anchor; None outside the chart."""
        if self.x is None or self.y is None:
            return None
        dx, dy, anchor = LABELS[self.label]
        return self.x + dx + self.label_shift[0], self.y + dy + self.label_shift[1], anchor

    def zones_when(self, south_aegean: Interdiction | None) -> tuple[str, ...]:
        """Its zones while that kind of South Aegean zone (33.B.7) is in force; None: not declared."""
        if south_aegean and self.south_aegean in {"tight", south_aegean}:
            return tuple("south-aegean" if z == "aegean" else z for z in self.zones)
        return self.zones


class Condition(_Data):
    """A condition of the war that rule 33.B reads: yes/no, or one of `choices` (value -> wording)."""

    key: str
    title: str
    choices: Mapping[str, str] = Field(default_factory=dict)
    default: bool | str
    rules: tuple[str, ...] = Field(min_length=1)
    source: str
    note: str = ""

    @model_validator(mode="after")
    def _default_fits(self) -> Self:
        fits = self.default in self.choices if self.choices else isinstance(self.default, bool)
        if not fits:
            raise ValueError(f"default {self.default!r} is not one of its choices")
        return self

    @property
    def fact(self) -> str:
        return f"condition:{self.key}.value"

    @property
    def values(self) -> tuple[bool | str, ...]:
        """Every value that it may take, in the order in which a page offers them."""
        return tuple(self.choices) or (False, True)


class Places(_Data):
    """Everything in the data files, checked against one another."""

    zones: Mapping[str, Zone]
    passages: tuple[Passage, ...]
    ports: Mapping[str, Port]
    conditions: Mapping[str, Condition]
    chart: Chart

    @model_validator(mode="after")
    def _references_hold(self) -> Self:
        for problem in _problems(self):
            raise ValueError(problem)
        return self

    def ports_in(self, group: str) -> tuple[Port, ...]:
        """The ports with that group tag, in file order."""
        return tuple(p for p in self.ports.values() if group in p.groups)


def _problems(found: Places) -> Iterator[str]:
    for zone in found.zones.values():
        for other in (*zone.neighbours, *zone.screens, *([zone.part_of] if zone.part_of else [])):
            if other not in found.zones:
                yield f"zones.toml: {zone.key} names the unknown zone {other}"
        for other in zone.neighbours:
            if zone.key not in found.zones[other].neighbours:
                yield f"zones.toml: {zone.key} has the neighbour {other}, but not the other way round"
        if (zone.panel == "map") != (zone.shape is not None):
            yield f"zones.toml: {zone.key} is on panel {zone.panel}; run tools/build_map.py for its shape"
    for passage in found.passages:
        one, two = passage.between
        if one not in found.zones or two not in found.zones[one].neighbours:
            yield f"zones.toml: passage {passage.key} does not join neighbours"
        if (passage.condition is None) == (passage.port is None):
            yield f"zones.toml: passage {passage.key} needs either a condition or a port"
        if passage.condition and passage.open_when not in found.conditions[passage.condition].choices:
            yield f"zones.toml: passage {passage.key}: {passage.condition} is never {passage.open_when}"
    for port in found.ports.values():
        for key in port.zones:
            if key not in found.zones:
                yield f"ports.toml: {port.key} lies on the unknown zone {key}"
        if port.on_map and port.x is None:
            yield f"ports.toml: {port.key} is to be drawn but has no place on the chart; run tools/build_map.py"


@lru_cache(maxsize=1)
def places() -> Places:
    """The places of this system, read once. Raises PlacesError when a file does not fit."""
    return load(FOLDER)


def load(folder: Path) -> Places:
    """Read and check the data files of one folder. Raises PlacesError."""
    zones = _toml(folder / "zones.toml")
    shapes = _json(folder / "shapes.json")
    drawn = shapes.get("zones", {})
    sources = _toml(folder / "sources.toml")
    inset = shapes.get("inset", (0, 0, 0, 0))
    ports = {k: _port(k, p, sources, shapes.get("ports", {}), inset) for k, p in _toml(folder / "ports.toml").items()}
    conditions = {k: _make(Condition, k, c, "conditions.toml") for k, c in _toml(folder / "conditions.toml").items()}
    entries = zones.get("zone", {}).items()
    try:
        return Places(
            zones={k: _make(Zone, k, {**z, "shape": drawn.get(k)}, "zones.toml") for k, z in entries},
            passages=tuple(_make(Passage, p.get("key", "?"), p, "zones.toml") for p in zones.get("passage", [])),
            ports=ports,
            conditions=conditions,
            chart=Chart.model_validate({k: shapes.get(k) for k in Chart.model_fields}),
        )
    except ValidationError as bad:
        raise PlacesError(_reason(bad)) from bad


def _port(key: str, entry: Mapping[str, Any], sources: Mapping[str, Any], drawn: Mapping[str, Any], inset: Any) -> Port:
    source = str(entry.get("source"))
    if source not in sources:
        raise PlacesError(f"ports.toml: {key}: source {source!r} is not in sources.toml")
    extra: dict[str, Any] = {"source_text": sources[source].get("text", "")}
    if key in drawn:
        x, y = drawn[key]
        left, top, width, height = inset
        inside = left <= x <= left + width and top <= y <= top + height
        extra |= {"x": x, "y": y, "panel": "inset" if inside else "main"}
    return _make(Port, key, {**entry, **extra}, "ports.toml")


def _make(model: type[Made], key: str, entry: Mapping[str, Any], file: str) -> Made:
    try:
        return model.model_validate({**entry, "key": key})
    except ValidationError as bad:
        raise PlacesError(f"{file}: {key}: {_reason(bad)}") from bad


def _reason(bad: ValidationError) -> str:
    first = bad.errors()[0]
    where = ".".join(str(p) for p in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"].removeprefix("Value error, ")


def _toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as bad:
        raise PlacesError(f"{file.name}: {bad}") from bad


def _json(file: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, json.JSONDecodeError) as bad:
        raise PlacesError(f"{file.name}: {bad}") from bad
    return found


def propose_route(
    origin: str,
    destination: str,
    *,
    south_aegean: Interdiction | None = None,
    shut: Collection[str] = (),
) -> tuple[str, ...]:
    """The zones of a voyage between two ports, in order: as few as possible, ties by the order of the files.

    In:  keys of two ports, or of beaches (`ends`); the kind of South Aegean zone in force (33.B.7), None for none; keys
         of shut passages.
    Out: zone keys from the first zone sailed in to the last. A proposal: the players may sail another way.
    Errors: KeyError for a port that is not known; NoRoute when nothing joins the two.
    """
    found = places()
    goals = _waters(found, destination, south_aegean)
    starts = _waters(found, origin, south_aegean)
    came: dict[str, str | None] = dict.fromkeys(starts)
    waiting = deque(starts)
    while waiting:
        here = waiting.popleft()
        if here in goals:
            return _way_back(came, here)
        for there in _open_neighbours(found, here, south_aegean, shut):
            if there not in came:
                came[there] = here
                waiting.append(there)
    one, two = (found.ports[end].name if end in found.ports else end for end in (origin, destination))
    raise NoRoute(f"No way by sea joins {one} and {two}.")


def _waters(found: Places, end: str, south_aegean: Interdiction | None) -> tuple[str, ...]:
    """The zones on which an end of a voyage lies. KeyError for a port that is not known."""
    place = place_of_end(end)
    return (place,) if kind_of_end(end) in WORDS else found.ports[place].zones_when(south_aegean)


def _way_back(came: Mapping[str, str | None], last: str) -> tuple[str, ...]:
    way: list[str] = []
    step: str | None = last
    while step is not None:
        way.append(step)
        step = came[step]
    return tuple(reversed(way))


def _open_neighbours(
    found: Places, here: str, south_aegean: Interdiction | None, shut: Collection[str]
) -> Iterator[str]:
    closed = {frozenset(p.between) for p in found.passages if p.key in shut}
    for there in found.zones[here].neighbours:
        if frozenset({here, there}) in closed:
            continue
        if not _stands_open(found, here, there, south_aegean):
            continue
        yield there


def _stands_open(found: Places, here: str, there: str, south_aegean: Interdiction | None) -> bool:
    """A zone not declared is no zone; a loose one closes the Aegean off, a tight one leaves ways round Crete."""
    for zone in found.zones.values():
        if zone.part_of is None:
            continue
        if zone.key in {here, there} and south_aegean is None:
            return False
        outer = {here, there} - {zone.part_of}
        if south_aegean == "loose" and zone.part_of in {here, there} and outer <= set(zone.screens):
            return False
    return True
