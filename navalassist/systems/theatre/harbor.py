"""What an attack finds in a port: targets, ships as they lie there, and what becomes of them (PG.6.5.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from navalassist.engine import Refusal
from navalassist.engine.english import counted, listed
from navalassist.engine.reader import View
from navalassist.systems.theatre.fought import Past
from navalassist.systems.theatre.harbor_rulings import IN_PLACE, R293
from navalassist.systems.theatre.state.ashore import Defence
from navalassist.systems.theatre.state.battles import UNREAD, Absent, Battle, Hunters, Result
from navalassist.systems.theatre.state.fleets import AirUnit, Unit
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import SUNK, AirType, BattleKind, Mission, Nation, Progress, Side, Status

PORT, IN_PORT, PEARL, ORAN = "PG.6.5.4", "PG.6.5.4.2", "PG.6.5.4.6", "PG.6.5.4.7"
FLAK = "Anti-aircraft gun"
WHOLE_STRENGTH, COMPLETE = 10, 12
# Experience that is missing in port, and under repair or in surprise.
CREWLESS, HELPLESS = 100, 200
# How far a ship is that is launched already: where it is placed, and from where it is built anew once destroyed.
LAUNCHED = {10: (8, 1), 11: (9, 2)}
BUILT = (Status.BUILDING, Status.RAISED)
# At most so many fighters, so many bombers, and so many British ships at Oran; capacity of a yard that is one target.
MOST_OF_A_KIND, MOST_SHIPS, CAPACITY = 4, 12, 100
AWAY = (Progress.TURNED_BACK, Progress.DROPPED)


def half(strength: int) -> int:
    """Half of it, a part counts whole."""
    return (strength + 1) // 2


def in_harbor(battle: Battle, side: Side) -> bool:
    """True for the side whose port is attacked."""
    return bool(battle.port) and side is not battle.attacker


def sent_by(battle: Battle) -> str:
    """The key under which the attacker keeps what is sent: both waves are the same force."""
    return f"port-{battle.turn}-{battle.follows or battle.number}"


def caught(read: View, battle: Battle, side: Side) -> tuple[Unit, ...]:
    """Ships that stayed in the port, or came by an operational base change: no others are found (PG.6.5.4.2)."""
    orders = {one.group: one for one in read.own(Order, side, turn=battle.turn) if one.group}
    out = read.find(Absent, str(battle.follows or battle.number))
    at_sea = {
        one.of
        for other in read.rows(Battle, turn=battle.turn)
        for one in read.rows(Result, battle=other.key)
        if other.kind is not BattleKind.PORT or one.side is other.attacker
    }

    def lies_there(unit: Unit) -> bool:
        order = orders.get(unit.group) if unit.group else None
        moved = order is not None and order.mission is Mission.OPERATIONAL and order.progress not in AWAY
        place = unit.place if order is None else order.returns if moved else ""
        return place == Port.row_of(battle.port) and unit.row not in at_sea

    return tuple(one for one in read.own(Unit, side) if lies_there(one) and not (out and one.key in out.units))


def proposed(view: View, battle: Battle, side: Side) -> tuple[Collection[str], Collection[str], int]:
    """What was announced for the attacker, the ships that are found for the other side."""
    if in_harbor(battle, side):
        return [one.key for one in caught(view, battle, side)], (), 0
    sent = view.find(Hunters, sent_by(battle))
    return (sent.units, sent.aircraft, 0) if sent else ((), (), 0)


def stands(battle: Battle, unit: Unit, in_place: bool = True) -> dict[str, int]:
    """Strength and experience on the sheet. in_place: what is missing more replaces what is missing in port (R-293)."""
    strength, experience = min(unit.strength, WHOLE_STRENGTH), unit.experience
    if in_harbor(battle, unit.side):
        helpless = battle.surprised or battle.neutral or unit.status is Status.REPAIRING
        missing = CREWLESS if not helpless else HELPLESS + (0 if in_place else CREWLESS)
        if unit.status in BUILT and unit.strength < COMPLETE:
            strength, missing = LAUNCHED.get(unit.strength, (unit.strength, 0))[0], experience
        strength, experience = half(strength) if battle.surprised else strength, max(0, experience - missing)
    return {"strength": strength, "experience": experience}


def flown(battle: Battle, one: AirUnit) -> dict[str, int]:
    """The same of an air unit: surprise leaves half of a defending one (PG.6.5.4.6)."""
    strength = min(one.strength, WHOLE_STRENGTH)
    surprised = battle.surprised and in_harbor(battle, one.side)
    return {"strength": half(strength) if surprised else strength, "experience": one.experience}


def weight(battle: Battle, side: Side) -> int:
    """What a point of damage counts: as much as it says, in surprise twice (PG.6.5.4.2, 6.5.4.6)."""
    return 2 if battle.surprised and in_harbor(battle, side) else 1


def after(battle: Battle, unit: Unit, line: Result) -> dict[str, Any]:
    """What an attack made of a ship in port: one that is launched and destroyed is built anew from little."""
    launched = LAUNCHED.get(unit.strength) if unit.status in BUILT else None
    if line.sunk and launched:
        return {"strength": launched[1], "place": unit.place, "group": unit.group}
    if line.sunk:
        return {"strength": 0, "place": SUNK, "group": ""}
    built = unit.status in BUILT and unit.strength < COMPLETE
    strength = unit.strength if built else min(unit.strength, WHOLE_STRENGTH)
    status = unit.status if built or unit.status is Status.REPAIRING or not line.damage else Status.DAMAGED
    return {"strength": max(0, strength - line.damage * weight(battle, unit.side)), "status": status}


def targets(battle: Battle, port: Port, built: Iterable[Defence], each: bool) -> Iterator[Result]:
    """The targets of a port on land (PG.6.5.4.1, 6.5.4.5). each: a radar and a tower for each target (R-292).

    built: fixed defences of its square; those of a port off the maps stand in its own line.
    """
    fixed = tuple(built) if port.square else ()
    guns = sum(one.guns for one in fixed) if port.square else port.guns
    flak = sum(one.aa for one in fixed) if port.square else port.flak
    yards = -(-port.yard // CAPACITY)
    watched = port.factories + port.refineries + (yards if each else min(yards, 1))
    kinds = (
        ("Factory", port.factories), ("Refinery", port.refineries), ("Shipyard", yards), ("Radar", watched),
        ("Observation tower", watched), ("Coast gun", guns), (FLAK, flak),
    )  # fmt: skip
    for name, many in kinds:
        for number in range(1, many + 1):
            key = f"{battle.key}-{name.lower().replace(' ', '-')}-{number}"
            side = battle.attacker.enemy
            yield Result(key=key, battle=battle.key, side=side, of=port.row, name=f"{name} {number}")


def left_of(line: Result, first: Battle, second: Battle) -> Result:
    """A target on land in the second wave: surprise leaves half of an anti-aircraft gun, and no other (PG.6.5.4.6)."""
    strength = line.after
    if line.name.startswith(FLAK) and first.surprised:
        strength = WHOLE_STRENGTH - line.damage * weight(first, line.side)
        strength = half(strength) if second.surprised else strength
    key = f"{second.key}{line.key.removeprefix(first.key)}"
    fields = {"key": key, "battle": second.key, "strength": strength, "damage": 0, "gained": 0}
    return line.model_copy(update=fields)


def again(battle: Battle, side: Side, past: Iterable[Past]) -> tuple[Past, ...]:
    """Battles of the turn that keep units from this one: a second wave is flown again, and ports defend themselves."""
    if not battle.port:
        return tuple(past)
    mine = side is battle.attacker
    return tuple(one for one in past if not one.over or one.sunk or (mine and one.number != battle.follows))


def too_many(aircraft: Iterable[AirUnit]) -> Iterator[Refusal]:
    """At most 4 fighters and 4 bombers attack (PG.6.5.4)."""
    aircraft = tuple(aircraft)
    for kind in (AirType.FIGHTER, AirType.BOMBER):
        if (many := sum(one.type is kind for one in aircraft)) > MOST_OF_A_KIND:
            yield Refusal(f"{many} {kind.label}s attack: {MOST_OF_A_KIND} are the most.", PORT)
    if names := [one.name for one in aircraft if one.type is AirType.OTHER]:
        yield Refusal(f"{listed(names)}: fighters and bombers alone attack a port.", PORT)


def not_at_oran(neutral: bool, units: Iterable[Unit]) -> Iterator[Refusal]:
    """Ships attack at Oran alone, British ones, and 12 at most (PG.6.5.4.7)."""
    units = tuple(units)
    if units and not neutral:
        yield Refusal("A port is attacked by air units: ships attack the fleet at neutral Oran alone.", PORT)
    elif names := [one.name for one in units if one.nation is not Nation.BRITAIN]:
        yield Refusal(f"{listed(names)}: British ships alone attack at Oran.", ORAN)
    if len(units) > MOST_SHIPS:
        yield Refusal(f"{counted(len(units), 'ship')} attack: {MOST_SHIPS} are the most.", ORAN)


def why_not(battle: Battle, side: Side, units: Iterable[Unit], aircraft: Iterable[AirUnit],
            missing: Iterable[str]) -> Iterator[Refusal]:  # fmt: skip
    """A side's part of the sheet of a port attack. missing: ships in the port that are not ticked."""
    if battle.surprise == UNREAD:
        yield Refusal("Read the chart of Pearl Harbor first.", PEARL)
    if side is battle.attacker:
        yield from too_many(aircraft)
        yield from not_at_oran(battle.neutral, units)
    elif names := listed(list(missing)):
        yield Refusal(f"In the port, and so in the battle, is also: {names}.", IN_PORT)


def is_in_place(read: View) -> bool:
    """Whether what is missing under repair or in surprise replaces what is missing in port (R-293)."""
    return read.ruling(R293) == IN_PLACE
