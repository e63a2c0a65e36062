"""What the pages of fleets and waters show: squadrons and fleets in words with their sums, places, tracks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from navalassist.desk.at import At
from navalassist.desk.sources import entry_links
from navalassist.engine.reader import View
from navalassist.systems.storm_of_steel.clock import quarter_of, quarter_title
from navalassist.systems.storm_of_steel.conditions import TRACKS, Track, track_title
from navalassist.systems.storm_of_steel.forces import place_words, squadrons_at
from navalassist.systems.storm_of_steel.state import (
    LOST,
    POOL,
    Area,
    Base,
    Fleet,
    LandUnit,
    Nation,
    Shelter,
    Side,
    Squadron,
    combat_strength,
    lowest_contact,
)
from navalassist.systems.storm_of_steel.water_edits import BASE_MARKS, SETTINGS

# The entry that sets a campaign up.
FIRST_ENTRY = "public/1"
# Columns of the Merchant Shipping Outcome Table: the highest level of each but the last.
LEVELS = ((20, "0–20"), (40, "21–40"), (60, "41–60"), (80, "61–80"))
LAST_LEVEL = "81 and over"
# The list of places ends with what is out of play.
APART = (POOL, LOST)


class Ship(Squadron, part="squadron"):
    """A squadron with where it is, in words. out: it is taken off; lost: by which of the choices it would be."""

    where: str
    out: bool = False
    taken_by: str = ""


class Together:
    """Squadrons that sail together: the sums that the tables ask for."""

    __slots__ = ()

    squadrons: tuple[Squadron, ...]

    @property
    def combat(self) -> int:
        """Combat strength of all."""
        return combat_strength(self.squadrons)

    @property
    def protection(self) -> int:
        """Protection factors of all."""
        return sum(one.protection for one in self.squadrons)

    @property
    def contact(self) -> int | None:
        """The lowest contact rating, which is theirs (R-32); None for nobody."""
        return lowest_contact(self.squadrons) if self.squadrons else None


@dataclass(frozen=True, slots=True)
class Sailing(Together):
    """A fleet with its squadrons. where, came_from: in words."""

    fleet: Fleet
    where: str
    came_from: str
    squadrons: tuple[Squadron, ...]

    @property
    def at_sea(self) -> bool:
        """True for one in an area."""
        return self.fleet.place.startswith(Area.row_of(""))


@dataclass(slots=True)
class Berth:
    """A place with what lies there. anchor: of the page."""

    place: str
    name: str
    fleets: list[Sailing] = field(default_factory=list)
    squadrons: list[Squadron] = field(default_factory=list)

    @property
    def anchor(self) -> str:
        """`area-adriatic`"""
        return self.place.replace(":", "-")


def ship_of(view: View, key: str, **more: Any) -> Ship:
    """A squadron that the viewer sees."""
    where = place_words(view, view[Squadron.fact_of(key, "place")])
    return view.row(Ship, key, **{"where": where, **more})


def sailing(view: View, fleet: Fleet) -> Sailing:
    """A fleet that the viewer sees."""
    came_from = view.name(fleet.came_from) if fleet.came_from else ""
    return Sailing(fleet, place_words(view, fleet.place), came_from, tuple(squadrons_at(view, fleet.row)))


def berths(view: View) -> list[Berth]:
    """Every place with its fleets and squadrons: areas in their order, bases by name, then what is out of play."""
    found: dict[str, Berth] = {}

    def at(place: str) -> Berth:
        return found.setdefault(place, Berth(place, place_words(view, place)))

    for fleet in sorted(view.rows(Fleet), key=lambda one: (one.side, one.name)):
        at(fleet.place).fleets.append(sailing(view, fleet))
    for unit in sorted(view.rows(Squadron), key=lambda one: (one.side, one.name)):
        if not unit.place.startswith(Fleet.row_of("")):
            at(unit.place).squadrons.append(unit)
    return sorted(found.values(), key=lambda berth: _order(view, berth))


def _order(view: View, berth: Berth) -> tuple[int, int, str]:
    if berth.place in APART:
        return 2 + APART.index(berth.place), 0, ""
    if berth.place.startswith(Area.row_of("")):
        return 0, view.get(f"{berth.place}.position", 0), berth.name
    return 1, 0, berth.name


def movable(view: View, fleet: Fleet) -> list[tuple[str, list[Squadron]]]:
    """The squadrons of its side that may join a fleet, by where they are; its own are left out."""
    by_place: dict[str, list[Squadron]] = {}
    for unit in view.rows(Squadron, side=fleet.side):
        if unit.place not in (LOST, fleet.row):
            by_place.setdefault(place_words(view, unit.place), []).append(unit)
    return sorted((place, sorted(found, key=lambda one: one.name)) for place, found in by_place.items())


# --- tracks


@dataclass(frozen=True, slots=True)
class Number:
    """A track as it stands, in words, with the entry that set it. choices: of one that is set with a button."""

    track: Track
    title: str
    words: str
    value: Any
    entry: tuple[str, str] | None
    choices: tuple[tuple[str, str, bool], ...] = ()

    @property
    def low(self) -> str:
        """The least that it may be, with a real minus sign."""
        return str(self.track.low).replace("-", "−")


def number_of(here: At, key: str) -> Number | None:
    """A track of the campaign; None where it keeps none."""
    track, values = TRACKS[key], here.state.values
    if track.fact not in values:
        return None
    value = values[track.fact]
    # That the campaign began with it is no news.
    begun = here.state.sources.get(track.fact, "") == FIRST_ENTRY
    entry = None if begun else entry_links(here, [track.fact]).get(track.fact)
    words = words_of(track, value, here.state.clock[0])
    return Number(track, track_title(track), words, value, entry, choices_of(track, value))


def words_of(track: Track, value: Any, turn: str) -> str:
    """`yes`, `−3`, `1st quarter of 1917`; of a quarter that this turn is past: that it is over."""
    if track.kind == "yes":
        return "yes" if value else "no"
    if track.kind == "quarter":
        try:
            over = ", which is over" if str(value) < quarter_of(turn) else ""
            return f"{quarter_title(str(value))}{over}" if value else "no"
        except ValueError:
            return str(value)
    return str(value).replace("-", "−")


def choices_of(track: Track, value: Any) -> tuple[tuple[str, str, bool], ...]:
    """The answers of a track that is yes or no."""
    if track.kind != "yes":
        return ()
    return (("yes", "yes", bool(value)), ("no", "no", not value))


def numbers(here: At, keys: Iterable[str] = TRACKS) -> list[Number]:
    """The tracks that the campaign keeps."""
    found = (number_of(here, key) for key in keys)
    return [one for one in found if one is not None]


# Tracks of both sides: what they are called on the board, and the end of their keys.
BOTH = ("morale", "mobilization", "air")
SHARED = ("usw", "convoy-tactic", "half-industry")


def board(here: At) -> dict[str, Any]:
    """The tracks as the board shows them: those of both sides beside one another, then the merchant level."""
    lines = []
    for key in BOTH:
        pair = [number_of(here, f"{side.value}-{key}") for side in Side]
        known = next((one for one in pair if one), None)
        if known:
            lines.append((known.track, pair))
    level = number_of(here, "merchant-level")
    return {
        "sides": [side.value for side in Side],
        "lines": lines,
        "shared": numbers(here, SHARED),
        "level": level,
        "columns": level_columns(int(level.value)) if level else [],
    }


def level_columns(level: int) -> list[tuple[str, bool]]:
    """The columns of the merchant table, and which one the level stands in."""
    here = next((n for n, (most, _) in enumerate(LEVELS) if level <= most), len(LEVELS))
    return [(words, n == here) for n, words in enumerate([*(words for _, words in LEVELS), LAST_LEVEL])]


# --- waters


@dataclass(frozen=True, slots=True)
class Water:
    """A sea area with the fleets in it. neighbours: their names."""

    area: Area
    neighbours: list[str]
    fleets: list[Sailing]

    @property
    def is_quiet(self) -> bool:
        """True where nothing holds, and nobody sails."""
        return not (self.area.dominated or self.area.raiding or self.fleets)


def waters(view: View) -> list[Water]:
    """The sea areas in the order of the map."""
    return [
        Water(area, _names(view, area.neighbours), [sailing(view, fleet) for fleet in view.rows(Fleet, place=area.row)])
        for area in sorted(view.rows(Area), key=lambda area: area.position)
    ]


def bases(view: View) -> list[tuple[Base, list[str], list[tuple[str, str, bool]]]]:
    """The bases and ports by name, each with the areas on which it lies, and what a tap says of it, yes or no."""
    return [
        (base, _names(view, base.areas), [_mark(base, name) for name in BASE_MARKS])
        for base in sorted(view.rows(Base), key=lambda base: base.name)
    ]


def _mark(base: Base, name: str) -> tuple[str, str, bool]:
    act = f"base.{name}"
    return f"{act}/{base.key}", SETTINGS[act][2], getattr(base, name)


def _names(view: View, areas: Iterable[str]) -> list[str]:
    return [view.name(Area.row_of(key)) for key in areas]


class Ashore(LandUnit, part="land-unit"):
    """A unit ashore in words."""

    @property
    def what(self) -> str:
        """`Indian land unit`"""
        nation = "" if self.nation is Nation.OTHER else self.nation.label
        return " ".join(filter(None, (nation, self.kind.label)))

    @property
    def where(self) -> str:
        """`in a city, desert`"""
        place = self.area_name if self.place is Shelter.OFF_MAP else self.place.label
        return f"{place}, {self.terrain.label}"

    @property
    def notes(self) -> list[str]:
        """What else holds for it."""
        told = ((self.loc, "traces a LOC"), (self.afloat, "carried by naval transport"), (self.lost, "lost"))
        return [words for holds, words in told if holds]


def land_units(view: View) -> list[Ashore]:
    """The units ashore, by side and name."""
    return sorted(view.rows(Ashore), key=lambda unit: (unit.side, unit.name))
