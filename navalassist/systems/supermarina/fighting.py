"""Ships that go into a battle and come out of it: what everybody sees meanwhile, and what their sheets keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from navalassist.engine import Effect
from navalassist.systems.supermarina.state import (
    SUNK,
    TRANSPORT_FLOTATION_HITS,
    TRANSPORT_PROTECTION,
    Battle,
    Combatant,
    Mission,
    Ship,
    Transport,
)


def of_ship(battle: str, ship: Ship) -> Combatant:
    """A warship as both sides see it in a battle. Its mission is told only where it decides: an escort's."""
    return Combatant(
        key=f"{battle}-{ship.key}",
        battle=battle,
        of=ship.row,
        side=ship.side,
        name=ship.name,
        nation=ship.nation,
        type=ship.type.label,
        escort=ship.mission is Mission.ESCORT,
        protection=ship.protection,
        primary=ship.primary,
        intermediate=ship.intermediate,
        secondary=ship.secondary,
        flotation=ship.flotation,
        torpedoes=max(0, ship.torpedoes - ship.torpedoes_used),
        ammunition=ship.ammunition,
        dry=0 < ship.fuel <= ship.fuel_used,
        gun_hits=ship.gun_hits,
        flotation_hits=ship.flotation_hits,
    )


def of_transport(battle: str, transport: Transport) -> Combatant:
    """A transport as both sides see it in a battle: its number and its hits, and never its cargo."""
    return Combatant(
        key=f"{battle}-{transport.key}",
        battle=battle,
        of=transport.row,
        side=transport.side,
        name=transport.name,
        number=transport.number,
        protection=TRANSPORT_PROTECTION,
        flotation=(transport.speed,) * TRANSPORT_FLOTATION_HITS,
        gun_hits=transport.gun_hits,
        flotation_hits=transport.flotation_hits,
    )


def combatants(battle: str, contents: Iterable[Ship | Transport]) -> tuple[Combatant, ...]:
    """What sails in a force, as it goes into a battle."""
    return tuple(of_ship(battle, one) if isinstance(one, Ship) else of_transport(battle, one) for one in contents)


def slowest(fighting: Iterable[Ship | Transport | Combatant]) -> int:
    """The speed of the slowest that is afloat, in MPs; 0 for none."""
    return min((one.speed for one in fighting if one.speed), default=0)


def sheet_of(fought: Combatant, ship: Ship) -> tuple[Effect, ...]:
    """The effects by which a ship's sheet keeps what a battle did to it. Its ammunition is spent (SM.8.A.2)."""
    lost = {"place": SUNK} if fought.is_sunk else {}
    return ship.set(
        gun_hits=fought.gun_hits,
        flotation_hits=fought.flotation_hits,
        torpedoes_used=ship.torpedoes - fought.torpedoes,
        ammunition=False,
        **lost,
    )


def of_battle(found: Iterable[Combatant], battle: Battle, side: str = "") -> Iterator[Combatant]:
    """Those of a battle that are afloat, of one side or of both."""
    return (one for one in found if one.battle == battle.key and side in ("", one.side) and not one.is_sunk)
