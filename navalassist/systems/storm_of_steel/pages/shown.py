"""What the pages of fleets and waters show: squadrons with their factors, fleets with their sums, places, tracks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from navalassist.desk.access import At
from navalassist.desk.sources import entry_links
from navalassist.engine.rows import key_of
from navalassist.systems.storm_of_steel.afloat import name_of, place_words, rows_of, squadrons_at
from navalassist.systems.storm_of_steel.clock import quarter_of, quarter_title
from navalassist.systems.storm_of_steel.edits import DUTIES
from navalassist.systems.storm_of_steel.rules.rows import AREA, BASE, FLEET, LAND_UNIT, SQUADRON
from navalassist.systems.storm_of_steel.state import LOST, POOL, Nation, Side, SquadronKind
from navalassist.systems.storm_of_steel.water_edits import (
    BASE_KINDS,
    BASE_MARKS,
    DOMINATED,
    LAND_KINDS,
    LAND_PLACES,
    OWNERS,
    TERRAIN,
    TRACKS,
    Track,
    track_title,
)

Facts = Mapping[str, Any]
# The entry that sets a campaign up.
FIRST_ENTRY = "public/1"
# Columns of the Merchant Shipping Outcome Table: the highest level of each but the last.
LEVELS = ((20, "0–20"), (40, "21–40"), (60, "41–60"), (80, "61–80"))
LAST_LEVEL = "81 and over"
# The list of places ends with what is out of play.
APART = (POOL, LOST)


@dataclass(frozen=True, slots=True)
class Squadron:
    """A squadron: its words and its factors. out: it is taken off; lost: by which of the choices it would be."""

    key: str
    side: str
    name: str
    nation: str
    kind: str
    combat: int
    protection: int
    contact: int
    where: str
    out: bool = False
    lost: str = ""


class Together:
    """Squadrons that sail together: the sums that the tables ask for."""

    __slots__ = ()

    squadrons: tuple[Squadron, ...]

    @property
    def combat(self) -> int:
        """Combat strength of all."""
        return sum(one.combat for one in self.squadrons)

    @property
    def protection(self) -> int:
        """Protection factors of all."""
        return sum(one.protection for one in self.squadrons)

    @property
    def contact(self) -> int | None:
        """The lowest contact rating, which is theirs (R-32); None for nobody."""
        return min((one.contact for one in self.squadrons), default=None)


@dataclass(frozen=True, slots=True)
class Fleet(Together):
    """A fleet with its squadrons."""

    key: str
    side: str
    name: str
    where: str
    at_sea: bool
    duty: str
    came_from: str
    squadrons: tuple[Squadron, ...]


@dataclass(slots=True)
class Berth:
    """A place with what lies there. anchor: of the page."""

    place: str
    name: str
    fleets: list[Fleet] = field(default_factory=list)
    squadrons: list[Squadron] = field(default_factory=list)

    @property
    def anchor(self) -> str:
        """`area-adriatic`"""
        return self.place.replace(":", "-")


def squadron_of(facts: Facts, key: str) -> Squadron:
    """A squadron that the viewer sees."""
    row = f"{SQUADRON}:{key}"
    nation, kind = Nation(facts[f"{row}.nation"]).label, SquadronKind(facts[f"{row}.kind"]).label
    return Squadron(
        key=key,
        side=str(facts[f"{row}.side"]),
        name=name_of(facts, row),
        nation=nation,
        kind=kind,
        combat=int(facts[f"{row}.combat"]),
        protection=int(facts[f"{row}.protection"]),
        contact=int(facts[f"{row}.contact"]),
        where=place_words(facts, str(facts[f"{row}.place"])),
    )


def fleet_of(facts: Facts, key: str) -> Fleet:
    """A fleet that the viewer sees."""
    row = f"{FLEET}:{key}"
    place, came_from = str(facts[f"{row}.place"]), str(facts[f"{row}.came_from"])
    return Fleet(
        key=key,
        side=str(facts[f"{row}.side"]),
        name=name_of(facts, row),
        where=place_words(facts, place),
        at_sea=place.startswith(f"{AREA}:"),
        duty=dict(DUTIES)[str(facts[f"{row}.duty"])] if facts[f"{row}.duty"] else "",
        came_from=name_of(facts, came_from) if came_from else "",
        squadrons=tuple(squadron_of(facts, one) for one in squadrons_at(facts, row)),
    )


def berths(facts: Facts) -> list[Berth]:
    """Every place with its fleets and squadrons: areas in their order, bases by name, then what is out of play."""
    found: dict[str, Berth] = {}

    def at(place: str) -> Berth:
        return found.setdefault(place, Berth(place, place_words(facts, place)))

    for row in rows_of(facts, FLEET):
        at(str(facts[f"{row}.place"])).fleets.append(fleet_of(facts, key_of(row)))
    for row in rows_of(facts, SQUADRON):
        place = str(facts[f"{row}.place"])
        if not place.startswith(f"{FLEET}:"):
            at(place).squadrons.append(squadron_of(facts, key_of(row)))
    for berth in found.values():
        berth.fleets.sort(key=lambda fleet: (fleet.side, fleet.name))
        berth.squadrons.sort(key=lambda one: (one.side, one.name))
    return sorted(found.values(), key=lambda berth: _order(facts, berth))


def _order(facts: Facts, berth: Berth) -> tuple[int, int, str]:
    if berth.place in APART:
        return 2 + APART.index(berth.place), 0, ""
    if berth.place.startswith(f"{AREA}:"):
        return 0, int(facts.get(f"{berth.place}.position", 0)), berth.name
    return 1, 0, berth.name


def movable(facts: Facts, side: str, but: str = "") -> list[tuple[str, list[Squadron]]]:
    """The squadrons of a side that may join a fleet, by where they are; those of the fleet `but` are left out."""
    by_place: dict[str, list[Squadron]] = {}
    for row in rows_of(facts, SQUADRON):
        place = str(facts[f"{row}.place"])
        if facts[f"{row}.side"] == side and place not in (LOST, f"{FLEET}:{but}"):
            by_place.setdefault(place_words(facts, place), []).append(squadron_of(facts, key_of(row)))
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
    facts, track = here.state.values, TRACKS[key]
    if track.fact not in facts:
        return None
    value = facts[track.fact]
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


def areas(facts: Facts) -> list[dict[str, Any]]:
    """The sea areas in their order, with the choices of their page."""
    rows = sorted(rows_of(facts, AREA), key=lambda row: int(facts[f"{row}.position"]))
    fleets = rows_of(facts, FLEET)
    return [
        {
            "key": key_of(row),
            "name": name_of(facts, row),
            "dominated": str(facts[f"{row}.dominated"]),
            "raiding": bool(facts[f"{row}.raiding"]),
            "neighbours": [name_of(facts, f"{AREA}:{key}") for key in facts[f"{row}.neighbours"]],
            "choices": [(value, word, value == facts[f"{row}.dominated"]) for value, word in DOMINATED.items()],
            "fleets": [fleet_of(facts, key_of(fleet)) for fleet in fleets if facts[f"{fleet}.place"] == row],
        }
        for row in rows
    ]


def areas_by_state(facts: Facts) -> dict[str, list[dict[str, Any]]]:
    """The sea areas in which something holds or sails, and the others."""
    found = areas(facts)
    busy = [area for area in found if area["dominated"] or area["raiding"] or area["fleets"]]
    return {"busy": busy, "quiet": [area for area in found if area not in busy]}


def bases(facts: Facts) -> list[dict[str, Any]]:
    """The bases and ports by name, with the choices of their page."""
    rows = sorted(rows_of(facts, BASE), key=lambda row: name_of(facts, row))
    return [
        {
            "key": key_of(row),
            "name": name_of(facts, row),
            "areas": [name_of(facts, f"{AREA}:{key}") for key in facts[f"{row}.areas"]],
            "owner": str(facts[f"{row}.owner"]),
            "owners": [(value, word, value == facts[f"{row}.owner"]) for value, word in OWNERS.items()],
            "kinds": [(value, word, value == facts[f"{row}.kind"]) for value, word in BASE_KINDS.items()],
            "marks": [
                (f"base.{name}/{key_of(row)}", word, bool(facts[f"{row}.{name}"])) for name, word in BASE_MARKS.items()
            ],
        }
        for row in rows
    ]


def land_units(facts: Facts) -> list[dict[str, Any]]:
    """The units ashore, by side and name."""
    rows = sorted(rows_of(facts, LAND_UNIT), key=lambda row: (facts[f"{row}.side"], name_of(facts, row)))
    return [land_unit(facts, key_of(row)) for row in rows]


def land_unit(facts: Facts, key: str) -> dict[str, Any]:
    """A unit ashore in words."""
    row = f"{LAND_UNIT}:{key}"
    place = str(facts[f"{row}.place"])
    where = str(facts[f"{row}.area_name"]) if place == "off-map" else LAND_PLACES[place]
    nation = "" if facts[f"{row}.nation"] == Nation.OTHER else Nation(facts[f"{row}.nation"]).label
    notes = [("traces a LOC", "loc"), ("carried by naval transport", "afloat"), ("lost", "lost")]
    return {
        "key": key,
        "side": str(facts[f"{row}.side"]),
        "name": name_of(facts, row),
        "kind": " ".join(filter(None, (nation, LAND_KINDS[str(facts[f"{row}.kind"])]))),
        "where": f"{where}, {TERRAIN[str(facts[f'{row}.terrain'])]}",
        "notes": [word for word, name in notes if facts[f"{row}.{name}"]],
    }
