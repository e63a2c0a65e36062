"""Squadrons, fleets, bases and sea areas of a campaign: what is where, in words, and as forms offer it."""

from __future__ import annotations

from collections.abc import Iterable

from navalassist.engine.forms import Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import key_of
from navalassist.systems.storm_of_steel.state import (
    LOST,
    PLACE_WORDS,
    POOL,
    Area,
    Base,
    BaseKind,
    Fleet,
    LandUnit,
    Owner,
    Side,
    Squadron,
    Unit,
)

# What stands for a side that is not named.
OF_TURN = "the side whose player turn it is"

# --- what is where


def afloat(read: View, keys: Iterable[str]) -> tuple[Unit, ...]:
    """Of these squadrons, those that are not lost."""
    return read.rows(Unit, [key for key in keys if read[Squadron.fact_of(key, "place")] != LOST])


def squadrons_at(view: View, place: str) -> list[Squadron]:
    """The squadrons in a place themselves (`fleet:grand-fleet`, `base:malta`), by name."""
    return sorted(view.rows(Squadron, place=place), key=lambda unit: unit.name)


def fleets_at(view: View, place: str, side: Side | None = None) -> list[Fleet]:
    """The fleets in a place (`area:adriatic`, `base:pola`), of one side or of both, by name."""
    found = view.rows(Fleet, place=place)
    return sorted((fleet for fleet in found if side in (None, fleet.side)), key=lambda fleet: fleet.name)


def squadrons_in_area(view: View, area: str, side: Side | None = None) -> list[Squadron]:
    """The squadrons of all fleets in a sea area, of one side or of both, fleet by fleet."""
    return [unit for fleet in fleets_at(view, Area.row_of(area), side) for unit in squadrons_at(view, fleet.row)]


def bases_on(view: View, area: str, owner: Owner | None = None, kind: BaseKind | None = None) -> list[Base]:
    """The bases and ports on a sea area, of any owner and kind or of these, by name."""
    found = (base for base in view.rows(Base) if area in base.areas and owner in (None, base.owner))
    return sorted((base for base in found if kind in (None, base.kind)), key=lambda base: base.name)


def areas_of(view: View, place: str) -> list[str]:
    """Keys of the sea areas where a fleet is: the one that it sails in, or those on which its base lies."""
    if place.startswith(Base.row_of("")):
        return list(view[f"{place}.areas"])
    return [key_of(place)]


def living(view: View, side: Side) -> list[LandUnit]:
    """The land units of a side that are not lost."""
    return list(view.rows(LandUnit, side=side, lost=False))


def squadrons_in(read: Reader, fleets: Iterable[str]) -> tuple[Unit, ...]:
    """The squadrons of fleets (rows), with the fact that each of them sails there."""
    keys = [unit.key for fleet in fleets for unit in squadrons_at(read.view, fleet)]
    for key in keys:
        read.fields(Squadron.row_of(key), "place")
    return read.rows(Unit, keys)


# --- in words


def owner_words(owner: Owner | Side | str) -> str:
    """`Central Powers`, `Allied`, `neutral`."""
    return Owner(str(owner)).label


def place_words(view: View, place: str) -> str:
    """A place as players call it: `Grand Fleet`, `Scapa Flow`, `Adriatic`, `not in play`, `lost`."""
    return PLACE_WORDS.get(place) or view.name(place)


def squadron_words(view: View, unit: Squadron) -> str:
    """`1st Battle Squadron (British, 6/6/1), Grand Fleet`; its factors are combat, protection, contact."""
    return f"{unit.name or unit.key} ({unit.nation.label}, {unit.factors}), {place_words(view, unit.place)}"


# --- what a form may choose: (key, words)


def squadrons(view: View) -> Options:
    """The naval units that are not lost: those of each side together, by place and name."""
    found = [unit for unit in view.rows(Squadron) if unit.place != LOST]
    found.sort(key=lambda unit: (unit.side.value, unit.place, unit.name))
    return [(unit.key, squadron_words(view, unit)) for unit in found]


def in_play(view: View) -> Options:
    """The naval units that are in play and not lost."""
    return [one for one in squadrons(view) if view.row(Squadron, one[0]).place != POOL]


def fleets(view: View) -> Options:
    """Every fleet: `Grand Fleet (Allied), Scapa Flow`."""
    found = sorted(view.rows(Fleet), key=lambda fleet: (fleet.side.value, fleet.name))
    return [(one.key, f"{one.name or one.key} ({one.side.label}), {place_words(view, one.place)}") for one in found]


def areas(view: View) -> Options:
    """The sea areas, in the order of the map."""
    return [(area.key, area.name) for area in sorted(view.rows(Area), key=lambda area: area.position)]


def bases(view: View) -> Options:
    """Naval bases and ports, by name: `Pola (Central Powers)`."""
    found = sorted(view.rows(Base), key=lambda base: base.name or base.key)
    return [(base.key, f"{base.name or base.key} ({base.owner.label})") for base in found]


def coasts(view: View) -> Options:
    """The same with the sea areas on which they lie: `Scarborough (Allied), North Sea, south`."""

    def waters(key: str) -> str:
        return " and ".join(view.name(Area.row_of(area)) for area in view.row(Base, key).areas)

    return [(key, f"{words}, {waters(key)}") for key, words in bases(view)]


def land_units(view: View) -> Options:
    """The land units that are not lost, by name."""
    found = sorted(view.rows(LandUnit, lost=False), key=lambda unit: (unit.side.value, unit.name or unit.key))
    return [(unit.key, f"{unit.name or unit.key} ({unit.side.label})") for unit in found]


def sides(_: View) -> Options:
    """Either side; what choosing none means is said by who asks."""
    return [(side.value, side.label) for side in Side]
