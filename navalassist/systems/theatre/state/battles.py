"""What comes of orders: what was spotted, interceptions as they are announced, battles and their results."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from navalassist.engine.rows import Row, Says
from navalassist.engine.shapes import Key
from navalassist.systems.theatre.state.words import (
    BattleKind,
    GroupKind,
    MaybeKey,
    Mission,
    Name,
    Side,
    SquareName,
    Squares,
    Stage,
    TurnKey,
)

Keys = Annotated[tuple[Key, ...], Field(max_length=99)]
MaybeSide = Annotated[str, StringConstraints(max_length=10)]


class Sighting(Row, kind="pg-sighting", noun="sighting"):
    """What a side has spotted of an enemy mission (PG.6.4.2): its own. squares: of the route; zones: of its way.

    mission, group, map: what is told with it (R-241).
    """

    side: Side = Says("Who spots it")
    turn: TurnKey = Says("Turn", told=False)
    order: Key = Says("Mission", of="pg-order", told=False)
    mission: Mission = Says("Mission")
    group: GroupKind = Says("Kind of group")
    map: MaybeKey = Says("Map", "", of="pg-map", only_if=True)
    squares: Squares = Says("Squares", "", only_if=True)
    zones: Squares = Says("Sea zones", "", only_if=True)


class Interception(Row, kind="pg-interception", noun="interception", tagged=True):
    """An interception, announced to everybody (PG.6.4); those announced last are fought first (PG.6.4.5).

    order: the mission that is intercepted; by: the order of the patrol that does it, '' from a port, which is `place`;
    units: those that are sent; force: what all hear of them; square or zone: where; distance: squares from there to
    where they came from.
    """

    side: Side = Says("Who intercepts")
    turn: TurnKey = Says("Turn", told=False)
    number: int = Says("Number", ge=1, le=99)
    order: Key = Says("Mission", of="pg-order")
    by: MaybeKey = Says("Patrol", "", of="pg-order", only_if=True)
    place: Name = Says("From", "", places=True, only_if=True)
    units: Keys = Says("Units", (), of="pg-unit")
    aircraft: Keys = Says("Air units", (), of="pg-air")
    force: Name = Says("What is sent", "")
    square: SquareName = Says("Square", "", only_if=True)
    zone: MaybeKey = Says("Sea zone", "", of="pg-zone", only_if=True)
    distance: int = Says("Distance", 0, ge=0, le=60)


class Battle(Row, kind="pg-battle", noun="battle", tagged=True):
    """A battle that waits its turn (PG.6.5), is fought in another program, and whose result comes back.

    attacker: the side that intercepts, lands or bombs; place: in the queue, 1 is fought first; late: it is fought in
    the breakthrough phase; map, distance, zone: which row of the deployment chart (PG.6.5.1.2); turns: it lasts;
    reported: the side that has typed the result.
    """

    number: int = Says("Number", ge=1, le=99, inline=1)
    turn: TurnKey = Says("Turn", told=False)
    kind: BattleKind = Says("Kind", inline=2)
    attacker: Side = Says("Attacker")
    interception: MaybeKey = Says("Interception", "", of="pg-interception", only_if=True)
    order: MaybeKey = Says("Mission that is attacked", "", of="pg-order", only_if=True)
    place: int = Says("Place in the queue", 1, ge=1, le=99)
    late: bool = Says("In the breakthrough phase", False)
    map: MaybeKey = Says("Map", "", of="pg-map")
    distance: int = Says("Distance", 0, ge=0, le=60)
    zone: MaybeKey = Says("Sea zone", "", of="pg-zone", only_if=True)
    turns: int = Says("Turns", 22, ge=1, le=99)
    reported: MaybeSide = Says("Who has typed the result", "", words={"": "nobody"})
    stage: Stage = Says("What comes next", Stage.SHEET, log="{}, what comes next")


class Result(Row, kind="pg-result", noun="result of a unit", several="Results of units", tagged=True):
    """What a battle did to a unit: a naval unit, an air unit, or transports. of: its row.

    inside: it was in the destination area at the end (PG.6.5.1.3).
    """

    battle: Key = Says("Battle", of="pg-battle")
    side: Side = Says("Side")
    of: Name = Says("Whose sheet it is", told=False)
    name: Name = Says("Name")
    strength: int = Says("Strength before", 10, ge=0, le=12)
    damage: int = Says("Damage", 0, ge=0, le=12, log="Damage of {}")
    sunk: bool = Says("Sunk", False)
    gained: int = Says("Experience gained", 0, ge=0, le=999)
    inside: bool = Says("In the destination area", False)
