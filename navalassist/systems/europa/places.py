"""The places of the Europa system: zones, ports, conditions and the chart, read from the data files beside this module.

In:  places/*.toml (written by hand), places/shapes.json and places/north.json (written by tools/build_map.py).
Out: `places()`, one frozen `Places`. Nothing here knows a campaign: owners and values are those of history from
     September 1939 to May 1945, and the set-up copies those of its first turn into campaign facts.

A file that does not fit stops the start with a `PlacesError` that names the file and the entry.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal, Self, TypeVar, get_args

from pydantic import BaseModel, Field, ValidationError, model_validator

from navalassist.desk.chart.drawing import Beside, DrawnData, Spot
from navalassist.systems.europa.dated import History, Since, check_order, so_far

FOLDER = Path(__file__).with_suffix("")

Interdiction = Literal["tight", "loose"]
Owner = Literal["axis", "allied", "vichy", "neutral"]
PortKind = Literal["jetty", "minor", "standard", "major", "great"]
Panel = Literal["main", "inset", "list"]
Theatre = Literal["med", "north"]
Made = TypeVar("Made", bound=BaseModel)


# The drawing of each theatre: shapes of this package, and the coast among the static files.
DRAWINGS: Mapping[Theatre, tuple[str, str]] = {
    "med": ("shapes.json", "map/coast.svg"),
    "north": ("north.json", "map/north.svg"),
}
PORT_FILES = ("ports.toml", "ports_north.toml")


class PlacesError(ValueError):
    """A place data file does not fit; the text names file, entry and reason."""


class Plate(DrawnData):
    """The ruled box that holds a zone's number: `x` is its middle, `y` its top, in grid units."""

    x: int
    y: int
    w: int
    h: int

    @property
    def left(self) -> int:
        return self.x - self.w // 2


class Shape(DrawnData):
    """How one zone is drawn on the chart, in grid units."""

    path: str
    plate: Plate
    dot: tuple[int, int]
    leader: tuple[int, int, int, int] | None = None


class Chart(DrawnData):
    """The grid that every coordinate of a theatre is measured on, the frame round it, and the file of its coast."""

    width: int
    height: int
    inset: tuple[int, int, int, int]
    border: str
    coast: str


class Zone(DrawnData):
    """One sea zone. `panel` is "map" when the chart of its theatre shows it, else "list"."""

    key: str
    name: str
    short: str
    theatre: Theatre = "med"
    panel: Literal["map", "list"]
    neighbours: tuple[str, ...]
    rules: tuple[str, ...]
    part_of: str | None = None
    screens: tuple[str, ...] = ()
    shape: Shape | None = None


class Passage(DrawnData):
    """A narrow way between two zones that a condition or the owner of a port can shut."""

    key: str
    name: str
    between: tuple[str, str]
    rules: tuple[str, ...]
    condition: str | None = None
    open_when: str | None = None
    port: str | None = None


class Port(DrawnData):
    """One port. `x`, `y` are its place on the chart, None when it lies outside (then `panel` is "list").

    north: its place on the northern chart, for the ports that are drawn there.
    """

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
    label: Beside = "e"
    label_shift: tuple[int, int] = (0, 0)
    on_map: bool = False
    panel: Panel = "list"
    x: int | None = None
    y: int | None = None
    north: Spot | None = None
    owners: History

    @model_validator(mode="after")
    def _owners_fit(self) -> Self:
        check_order(self.owners)
        if unknown := next((since.value for since in self.owners if since.value not in get_args(Owner)), None):
            raise ValueError(f"its owner {unknown!r} is none")
        return self

    def owned(self, turn: str) -> Since:
        """Its owner as a turn begins, and why, with the work or document that says so."""
        return so_far(self.owners, turn)[-1]

    def once(self, owner: Owner, turn: str) -> bool:
        """Whether somebody owns it as a turn begins, or has owned it in this war."""
        return any(since.value == owner for since in so_far(self.owners, turn))

    @cached_property
    def spot(self) -> Spot | None:
        """Where it is drawn on the chart of the Mediterranean; None outside it."""
        if self.x is None or self.y is None:
            return None
        return Spot(x=self.x, y=self.y, label=self.label, label_shift=self.label_shift)

    @property
    def label_at(self) -> tuple[int, int, str] | None:
        """Where its name is written on the chart: x, y, SVG text-anchor; None outside the chart."""
        return self.spot.label_at if self.spot else None

    def zones_when(self, south_aegean: Interdiction | None) -> tuple[str, ...]:
        """Its zones while that kind of South Aegean zone (33.B.7) is in force; None: not declared."""
        if south_aegean and self.south_aegean in {"tight", south_aegean}:
            return tuple("south-aegean" if z == "aegean" else z for z in self.zones)
        return self.zones


class Condition(DrawnData):
    """A condition of the war that rule 33.B reads: yes/no, or one of `choices` (value -> wording)."""

    key: str
    title: str
    choices: Mapping[str, str] = Field(default_factory=dict)
    rules: tuple[str, ...] = Field(min_length=1)
    note: str = ""
    history: History

    @model_validator(mode="after")
    def _history_fits(self) -> Self:
        check_order(self.history)
        if unfit := [since.value for since in self.history if since.value not in self.values]:
            raise ValueError(f"{unfit[0]!r} is not one of its choices")
        return self

    def since(self, turn: str) -> Since:
        """Its value as a turn begins, and why."""
        return so_far(self.history, turn)[-1]

    def words(self, value: bool | int | str) -> str:
        """A value in words."""
        return self.choices[str(value)] if self.choices else ("yes" if value else "no")

    @property
    def fact(self) -> str:
        return f"condition:{self.key}.value"

    @property
    def values(self) -> tuple[bool | str, ...]:
        """Every value that it may take, in the order in which a page offers them."""
        return tuple(self.choices) or (False, True)


class Places(DrawnData):
    """Everything in the data files, checked against one another."""

    zones: Mapping[str, Zone]
    passages: tuple[Passage, ...]
    ports: Mapping[str, Port]
    conditions: Mapping[str, Condition]
    malta: History
    charts: Mapping[Theatre, Chart]

    @model_validator(mode="after")
    def _references_hold(self) -> Self:
        for problem in _problems(self):
            raise ValueError(problem)
        return self

    @property
    def chart(self) -> Chart:
        """The chart of the Mediterranean and the Red Sea."""
        return self.charts["med"]


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
        if port.on_map and port.x is None:
            yield f"ports.toml: {port.key} is to be drawn but has no place on the chart; run tools/build_map.py"


@lru_cache(maxsize=1)
def places() -> Places:
    """The places of this system, read once. Raises PlacesError when a file does not fit."""
    return load(FOLDER)


def load(folder: Path) -> Places:
    """Read and check the data files of one folder. Raises PlacesError."""
    zones = _toml(folder / "zones.toml")
    shapes = {theatre: _json(folder / file) for theatre, (file, _) in DRAWINGS.items()}
    drawn = {key: shape for found in shapes.values() for key, shape in found.get("zones", {}).items()}
    owners = _owners(folder)
    ports = [(k, {**p, "owners": owners.pop(k, ())}, f) for f in PORT_FILES for k, p in _toml(folder / f).items()]
    if owners:
        raise PlacesError(f"owners.toml: there is no port {', '.join(sorted(owners))}")
    war = _toml(folder / "conditions.toml")
    conditions = {k: _make(Condition, k, _with_history(c), "conditions.toml") for k, c in war.items()}
    malta = _with_history(_toml(folder / "malta.toml"))["history"]
    waters = zones.get("zone", {})
    try:
        return Places(
            zones={k: _make(Zone, k, {**z, "shape": drawn.get(k)}, "zones.toml") for k, z in waters.items()},
            passages=tuple(_make(Passage, p.get("key", "?"), p, "zones.toml") for p in zones.get("passage", [])),
            ports={k: _port(k, {**p, **_drawn(k, p, shapes, file)}, waters, file) for k, p, file in ports},
            conditions=conditions,
            malta=tuple(Since(**since, stand_in=True) for since in malta),
            charts={theatre: _chart(found, DRAWINGS[theatre][1]) for theatre, found in shapes.items()},
        )
    except ValidationError as bad:
        raise PlacesError(_reason(bad)) from bad


def _chart(shapes: Mapping[str, Any], coast: str) -> Chart:
    return Chart.model_validate({k: shapes.get(k) for k in Chart.model_fields if k != "coast"} | {"coast": coast})


def _with_history(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry whose `was` and `change` are one history."""
    kept = {name: value for name, value in entry.items() if name not in ("was", "change")}
    return kept | {"history": (entry.get("was"), *entry.get("change", ()))}


def _owners(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """port -> its owners, each with its reason and the work or document that says so, of the chronicle of all ports."""
    sources, found = _toml(folder / "sources.toml"), dict[str, list[dict[str, Any]]]()
    for change in _toml(folder / "owners.toml").get("change", ()):
        if unknown := {*change} - {"day", "owner", "ports", "fact", "source", "part"}:
            raise PlacesError(f"owners.toml: {change.get('ports')}: there is no field {', '.join(sorted(unknown))}")
        if (key := change.get("source")) not in sources:
            raise PlacesError(f"owners.toml: {change.get('ports')}: source {key!r} is not in sources.toml")
        part = f", {change['part']}" if "part" in change else ""
        source = f"{change.get('fact', '')} {sources[key].get('text', '')}{part}."
        for port in change.get("ports", ()):
            since = {"day": change.get("day"), "value": change.get("owner"), "source": source}
            found.setdefault(port, []).append(since)
    return found


def _port(key: str, entry: Mapping[str, Any], zones: Mapping[str, Any], file: str) -> Port:
    found = _make(Port, key, entry, file)
    if unknown := next((zone for zone in found.zones if zone not in zones), None):
        raise PlacesError(f"{file}: {key} lies on the unknown zone {unknown}")
    return found


def _drawn(key: str, entry: Mapping[str, Any], shapes: Mapping[Theatre, Any], file: str) -> dict[str, Any]:
    """Where a port is drawn, as far as it is."""
    found: dict[str, Any] = {}
    med = shapes["med"]
    if at := med.get("ports", {}).get(key):
        left, top, width, height = med.get("inset", (0, 0, 0, 0))
        inside = left <= at[0] <= left + width and top <= at[1] <= top + height
        found = {"x": at[0], "y": at[1], "panel": "inset" if inside else "main"}
    if "north" in entry:
        at = shapes["north"].get("ports", {}).get(key)
        if at is None:
            raise PlacesError(f"{file}: {key} is to be drawn in the north; run tools/build_map.py")
        found["north"] = {**entry["north"], "x": at[0], "y": at[1]}
    return found


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
