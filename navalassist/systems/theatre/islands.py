"""Battles for small islands: everything is there in halves, and damage counts 1 for 1 (PG.6.5.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from navalassist.engine import Effect, Refusal
from navalassist.engine.english import counted, listed
from navalassist.engine.reader import View
from navalassist.systems.theatre.harbor import WHOLE_STRENGTH, half
from navalassist.systems.theatre.landings import REDUCED_STRENGTH
from navalassist.systems.theatre.state.ashore import Beach
from navalassist.systems.theatre.state.battles import Battle, Result
from navalassist.systems.theatre.state.fleets import AirUnit, Unit
from navalassist.systems.theatre.state.orders import Landing, Troop
from navalassist.systems.theatre.state.words import SUNK, AirType, BattleKind, LandingOption, Side, Status

ISLANDS, DEFENCE, AIR, LEAVES = "PG.6.5.3", "PG.6.5.3.1", "PG.6.5.3.2", "PG.6.5.3.3"
# Strength of a part of a ground unit; units of a side, and parts of air units of a kind, at most.
PART, MOST_SHIPS, MOST_OF_A_KIND = 5, 8, 4
MOST_EXPERIENCE = 999
Own = Unit | AirUnit | Troop


def is_island(battle: Battle) -> bool:
    """True for a battle over a small island, with sea all around."""
    return battle.kind is BattleKind.ISLAND


def ground(read: View, battle: Battle, side: Side) -> tuple[Troop, ...]:
    """Ground units of a side in the battle: those that land in it, or are on the island."""
    beach = read.find(Beach, battle.key) if is_island(battle) else None
    if beach is None:
        return ()
    if side is not battle.attacker:
        return read.own(Troop, side, place=beach.square)
    options = {one.troop: one.option for one in read.own(Landing, side, order=beach.order)}
    there = [one for one in read.rows(Troop, options) if options[one.key] is not LandingOption.LATER]
    weak = {"strength": REDUCED_STRENGTH}
    return tuple(one.model_copy(update=weak) if options[one.key] is LandingOption.REDUCED else one for one in there)


def parts(strength: int) -> tuple[int, ...]:
    """A ground unit in fives, and the rest: 13 is 5, 5 and 3 (PG.6.5.3)."""
    return tuple(min(PART, strength - begun) for begun in range(0, strength, PART))


def of_ground(one: Troop) -> tuple[int, ...]:
    """Its parts; a garrison stays as it is."""
    return (one.strength,) if one.garrison else parts(one.strength)


def halves(aircraft: Collection[AirUnit]) -> dict[str, tuple[int, ...]]:
    """Both halves of air units, as far as they find room: 4 of fighters, 4 of bombers (PG.6.5.3.2).

    Each unit has its first half there before any has its second.
    """
    found: dict[str, tuple[int, ...]] = {}
    for kind in AirType:
        mine = [one for one in aircraft if one.type is kind]
        whole = {one.key: min(one.strength, WHOLE_STRENGTH) for one in mine}
        first = [(key, half(strength)) for key, strength in whole.items()]
        second = [(key, strength - half(strength)) for key, strength in whole.items() if strength > 1]
        for key, strength in [*first, *second][:MOST_OF_A_KIND]:
            found[key] = (*found.get(key, ()), strength)
    return found


def lines(
    units: Iterable[Unit], aircraft: Collection[AirUnit], troops: Iterable[Troop]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The lines of a sheet, each with the end of its key: ships at half strength, all others in their parts."""
    for unit in units:
        strength = half(min(unit.strength, WHOLE_STRENGTH))
        about = {"of": unit.row, "name": unit.name, "type": unit.type.label, "experience": unit.experience}
        yield unit.key, about | {"strength": strength}
    found = halves(aircraft)
    for flying in aircraft:
        about = {"of": flying.row, "type": "air", "experience": flying.experience}
        for key, name, strength in numbered(f"air-{flying.key}", flying.name, found.get(flying.key, ())):
            yield key, about | {"name": name, "strength": strength}
    for troop in troops:
        for key, name, strength in numbered(f"troop-{troop.key}", troop.name, of_ground(troop)):
            yield key, {"of": troop.row, "name": name, "strength": strength}


def numbered(key: str, name: str, strengths: tuple[int, ...]) -> Iterator[tuple[str, str, int]]:
    """Key, name and strength of each part; a lone one keeps the name."""
    for number, strength in enumerate(strengths, start=1):
        yield f"{key}-{number}", name if len(strengths) == 1 else f"{name} {number}", strength


def why_not(battle: Battle, side: Side, units: Iterable[Unit], troops: Iterable[Troop]) -> Iterator[Refusal]:
    """8 naval units; one division besides special forces; a division or a garrison (PG.6.5.3, 6.5.3.1)."""
    units, troops = tuple(units), tuple(troops)
    if len(units) > MOST_SHIPS:
        yield Refusal(
            f"{counted(len(units), 'naval unit')}: at an island {MOST_SHIPS} of a side are the most.", ISLANDS
        )
    garrison = [one.name for one in troops if one.garrison]
    plain = [one for one in troops if not one.garrison and not one.special]
    divisions = sorted({one.division or one.name for one in plain})
    if len(divisions) > 1:
        yield Refusal(f"{listed(divisions)}: one division is all at an island, besides special forces.", ISLANDS)
    if garrison and side is battle.attacker:
        yield Refusal(f"{listed(garrison)}: a garrison lands nowhere.", DEFENCE)
    elif garrison and divisions:
        yield Refusal(f"An island has a division or a garrison: {listed(divisions)}, and {listed(garrison)}.", DEFENCE)


# --- what a battle did


def sums(lines: Iterable[Result]) -> dict[str, tuple[int, int, bool]]:
    """Damage, experience gained, and whether all parts that were there are lost, of each unit by its row."""
    found: dict[str, tuple[int, int, bool]] = {}
    for one in lines:
        damage, gained, lost = found.get(one.of, (0, 0, True))
        found[one.of] = (damage + one.damage, gained + one.gained, lost and one.sunk)
    return found


def left(one: Own, damage: int, sunk: bool, whole: bool) -> int:
    """Strength that is left. whole: a ship of which half is destroyed is sunk (R-298)."""
    return 0 if sunk and whole and isinstance(one, Unit) else max(0, one.strength - damage)


def gone(sheet: Iterable[Result], ours: Iterable[Own], whole: bool) -> tuple[Result, ...]:
    """A line for each unit of which nothing is left."""
    sheet = tuple(sheet)
    found, first = sums(sheet), {one.of: one for one in reversed(sheet)}
    lost = (one for one in ours if not left(one, found[one.row][0], found[one.row][2], whole))
    return tuple(first[one.row].model_copy(update={"name": one.name}) for one in lost)


def of_units(sheet: Iterable[Result], ours: Iterable[Own], whole: bool) -> Iterator[Effect]:
    """Damage of all parts together is taken off, 1 for 1; a unit of which nothing is left is lost."""
    found = sums(sheet)
    for one in ours:
        damage, gained, sunk = found[one.row]
        strength = left(one, damage, sunk, whole)
        now: dict[str, Any] = {"strength": strength}
        if not isinstance(one, Troop):
            now["experience"] = min(MOST_EXPERIENCE, one.experience + gained)
        if not strength:
            now |= {"base": SUNK} if isinstance(one, AirUnit) else {"place": SUNK}
        elif isinstance(one, Unit) and damage:
            now["status"] = Status.DAMAGED
        yield from one.becomes(**now)
