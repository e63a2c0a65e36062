"""Ships that go into a battle and come out of it: what everybody sees meanwhile, and what their sheets keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from navalassist.engine import Effect
from navalassist.systems.supermarina.combat import Combatant
from navalassist.systems.supermarina.state import SUNK, TRANSPORT_PROTECTION, Mission, Ship, Transport


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
        dry=ship.dry,
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
        flotation=(transport.speed,),
        gun_hits=transport.gun_hits,
        flotation_hits=transport.flotation_hits,
    )


def combatants(battle: str, contents: Iterable[Ship | Transport]) -> tuple[Combatant, ...]:
    """What sails in a force, as it goes into a battle."""
    return tuple(of_ship(battle, one) if isinstance(one, Ship) else of_transport(battle, one) for one in contents)


def slowest(fighting: Iterable[Ship | Transport | Combatant]) -> int:
    """The speed of the slowest that is afloat, in MPs; 0 for none."""
    return min((one.speed for one in fighting if one.speed), default=0)


def pace(sailing: Iterable[Ship | Transport], halved: bool) -> int:
    """The pace of a force in MPs: that of its slowest, one without fuel at half where R-138 says so."""
    afloat = (one for one in sailing if one.speed)
    return min(
        (one.speed // 2 if halved and isinstance(one, Ship) and one.dry else one.speed for one in afloat), default=0
    )


def sheets(fought: Iterable[Combatant], ships: Iterable[Ship], transports: Iterable[Transport]) -> Iterator[Effect]:
    """The effects by which sheets keep what a battle did: hits, torpedoes, ammunition (SM.8.A.2), and what is sunk."""
    own = {one.of: one for one in fought}
    for ship in ships:
        one = own[ship.row]
        used = ship.torpedoes - one.torpedoes
        yield from ship.set(torpedoes_used=used, ammunition=False, **_hits(one))
    for transport in transports:
        yield from transport.set(**_hits(own[transport.row]))


def _hits(one: Combatant) -> dict[str, Any]:
    lost = {"place": SUNK} if one.is_sunk else {}
    return {"gun_hits": one.gun_hits, "flotation_hits": one.flotation_hits, **lost}
