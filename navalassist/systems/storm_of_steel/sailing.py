"""Fleets that sail and bases they sail to, as the rules of a naval action read them from the campaign."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from navalassist.play.read import Read
from navalassist.play.systems import Choices, Misfits, Reader, Unknown
from navalassist.systems.storm_of_steel.acting import sides_left, taking_part
from navalassist.systems.storm_of_steel.afloat import (
    Options,
    Values,
    base_choices,
    coast_choices,
    fleet_choices,
    name_of,
    place_words,
    rows_of,
    squadrons_at,
    squadrons_of,
)
from navalassist.systems.storm_of_steel.rules.rows import (
    ACTION,
    BASE,
    FLEET,
    action_row,
    area_row,
    base_row,
    fleet_row,
    squadron_row,
)
from navalassist.systems.storm_of_steel.rules.sailing import Harbour, Mover
from navalassist.systems.storm_of_steel.state import Mission, Side, Stage, Unit, air_level


def ready(values: Values | None) -> Options:
    """The fleets that have squadrons, none of which is in an action that is not over."""
    facts = values or {}
    busy = taking_part(facts)

    def is_ready(key: str) -> bool:
        units = squadrons_at(facts, fleet_row(key))
        return bool(units) and busy.isdisjoint(units)

    return [(key, words) for key, words in fleet_choices(values) if is_ready(key)]


def ready_to_sail(values: Values | None) -> Options:
    """Those of the side whose player turn it is."""
    return _ready_by_turn(values, sailing=True)


def ready_enemies(values: Values | None) -> Options:
    """Those of the other side."""
    return _ready_by_turn(values, sailing=False)


def _ready_by_turn(values: Values | None, *, sailing: bool) -> Options:
    facts = values or {}
    turn = facts.get("campaign:clock.player_turn")
    found = [key for key, _ in ready(values) if (facts[f"{fleet_row(key)}.side"] == turn) is sailing]
    # All are of one side, which goes without saying.
    return [(key, f"{name_of(facts, fleet_row(key))}, {_where(facts, key)}") for key in found]


def _where(values: Values, fleet: str) -> str:
    return place_words(values, str(values[f"{fleet_row(fleet)}.place"]))


OWN_FLEETS = Choices(of=fleet_choices, many=True, shown=ready_to_sail)
ENEMY_FLEETS = Choices(of=fleet_choices, many=True, shown=ready_enemies)


def hunters(values: Values | None) -> Options:
    """The fleets of sides whose enemy is on a mission that may still be intercepted."""
    facts = values or {}
    at_sea = [row for row in rows_of(facts, ACTION) if facts[f"{row}.stage"] == Stage.MISSION]
    sides = {Side(facts[f"{row}.side"]).enemy for row in at_sea}
    return [(key, words) for key, words in fleet_choices(values) if facts[f"{fleet_row(key)}.side"] in sides]


def ready_hunters(values: Values | None) -> Options:
    """Those of them that are ready."""
    free = dict(ready(values))
    return [(key, words) for key, words in hunters(values) if key in free]


def nearest_first(*stages: Stage) -> Choices:
    """All bases, first those on the areas of actions in these stages, or beside them; shown are the ways home."""

    def choices(values: Values | None) -> Options:
        facts = values or {}
        areas = [facts[f"{row}.area"] for row in rows_of(facts, ACTION) if facts[f"{row}.stage"] in stages]
        beside = [near for area in areas for near in facts[f"{area_row(area)}.neighbours"]]

        def distance(key: str) -> int:
            lies_on = set(facts[f"{base_row(key)}.areas"])
            return 0 if lies_on & set(areas) else 1 if lies_on & set(beside) else 2

        return sorted(base_choices(values), key=lambda base: distance(base[0]))

    def homes(values: Values | None) -> Options:
        facts = values or {}
        rows = [row for row in rows_of(facts, ACTION) if facts[f"{row}.stage"] in stages]
        found = [home for row in rows for side in _leaving(facts, row) for home in ways_home(facts, row, side)]
        return list(dict.fromkeys(found)) or choices(values)

    return Choices(of=choices, shown=homes)


def _leaving(values: Values, row: str) -> tuple[Side, ...]:
    """The side that refused combat; else those that are still there."""
    if values[f"{row}.stage"] == Stage.WITHDRAW and values[f"{row}.advantage"]:
        return (Side(values[f"{row}.advantage"]),)
    return sides_left(values, row)


def ways_home(values: Values, row: str, side: Side) -> Options:
    """A side's bases, first those that the rule allows; the others say so: they need a reason."""
    area, before = values[f"{row}.area"], _waters_before(values, row, side)
    beside = values[f"{area_row(area)}.neighbours"]

    def way(key: str) -> int:
        """Of re-basing forces 0 in the area before (R-80); of others naval bases, the nearest (R-81)."""
        lies_on = set(values[f"{base_row(key)}.areas"])
        if before:
            return 3 if lies_on.isdisjoint(before) else 0
        if values[f"{base_row(key)}.kind"] != "naval-base" or lies_on.isdisjoint((area, *beside)):
            return 3
        return 1 if area in lies_on else 2

    own = {key: words for key, words in base_choices(values) if values[f"{base_row(key)}.owner"] == side}
    allowed = min(map(way, own), default=0)
    return [(key, own[key] if way(key) == allowed else f"elsewhere: {own[key]}") for key in sorted(own, key=way)]


def _waters_before(values: Values, row: str, side: Side) -> list[str]:
    """The areas from which a re-basing force came; none for any other."""
    if values[f"{row}.mission"] != Mission.REBASING or values[f"{row}.side"] != side:
        return []
    places = [str(values[f"{squadron_row(key)}.place"]) for key in values[f"{row}.{side.value}"]]
    found = (str(values.get(f"{place}.came_from", "")).removeprefix(area_row("")) for place in places)
    return list(filter(None, found))


def base_or_none(values: Values | None) -> Options:
    """No base, or one."""
    return [("", "none"), *coast_choices(values)]


def harbour_of(reader: Reader, key: str) -> Harbour:
    """A base or port. Unknown for a key that the campaign does not have."""
    row = base_row(key)
    if f"{row}.owner" not in reader.state.values:
        raise Unknown(f"there is no base {key} in the campaign")
    return Harbour(key=key, **reader.fields(row, "name", "owner", "kind", "areas"))


def air_of(reader: Reader, side: Side) -> int:
    """The Air Level of a side."""
    level: int = reader[air_level(side)]
    return level


def fleet_mover(reader: Reader, key: str) -> Mover:
    """A whole fleet. Unknown for a key that the campaign does not have."""
    row = fleet_row(key)
    if f"{row}.side" not in reader.state.values:
        raise Unknown(f"there is no fleet {key} in the campaign")
    return Mover(row=row, **reader.fields(row, "name", "place", "came_from", "duty"))


def fleets_of(reader: Reader, keys: Iterable[str], side: Side, about: str) -> tuple[Mover, ...]:
    """Fleets of one side. Misfits, about this field, for one of the other."""
    found = tuple(fleet_mover(reader, key) for key in dict.fromkeys(keys))
    for mover in found:
        if reader[f"{mover.row}.side"] != side:
            raise Misfits({about: f"{mover.name} is no fleet of the {side.label} side: choose its own"})
    return found


def squadrons_in(reader: Reader, fleets: Sequence[Mover]) -> tuple[Unit, ...]:
    """The squadrons of fleets, with the fact that each of them sails there."""
    keys = [key for fleet in fleets for key in squadrons_at(reader.state.values, fleet.row)]
    for key in keys:
        _ = reader[f"{squadron_row(key)}.place"]
    return squadrons_of(reader, keys)


def movers_of(reader: Reader, force: Sequence[Unit]) -> tuple[Mover, ...]:
    """What of a force changes its place: fleets that sail with all they have, and squadrons of which others stay."""
    keys = [unit.key for unit in force]
    found: dict[str, Mover] = {}
    for unit in force:
        place = str(reader[f"{squadron_row(unit.key)}.place"])
        whole = place.startswith(f"{FLEET}:") and set(squadrons_at(reader.state.values, place)) <= set(keys)
        if whole:
            found[place] = found.get(place) or fleet_mover(reader, place.partition(":")[2])
        else:
            row = squadron_row(unit.key)
            found[row] = Mover(row=row, name=unit.name, place=place, came_from=_way_behind(reader, place))
    return tuple(found.values())


def _way_behind(reader: Reader, place: str) -> str:
    """The area before, of a squadron that sails in a fleet."""
    return str(reader[f"{place}.came_from"]) if place.startswith(f"{FLEET}:") else ""


def areas_of(facts: Reader | Read | Values, place: str) -> list[str]:
    """Keys of the sea areas where a fleet is: the one that it sails in, or those on which its base lies."""
    if place.startswith(f"{BASE}:"):
        return list(facts[f"{place}.areas"])
    return [place.removeprefix(area_row(""))]


def busy_with(values: Values, squadrons: Iterable[Unit], but: str = "") -> str:
    """Which of these is in an action that is not over, as a sentence; '' for none. but: key of one to leave out."""
    for unit in squadrons:
        for row in rows_of(values, ACTION):
            taking_part = (*values[f"{row}.central"], *values[f"{row}.allied"])
            if values[f"{row}.stage"] != Stage.ENDED and row != action_row(but) and unit.key in taking_part:
                number = values[f"{row}.number"]
                return f"{name_of(values, squadron_row(unit.key))} takes part in action {number}, which is not over."
    return ""
