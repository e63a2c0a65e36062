"""What comes of orders: what was spotted, interceptions as they are announced, battles and their results."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from navalassist.engine.rows import Roster, Row, Says
from navalassist.engine.shapes import Key
from navalassist.systems.theatre.state.words import (
    BattleKind,
    GroupKind,
    MaybeKey,
    Mission,
    Name,
    Picture,
    Side,
    SquareName,
    Squares,
    Stage,
    TurnKey,
)

Keys = Annotated[tuple[Key, ...], Field(max_length=99)]
Sides = Annotated[tuple[Side, ...], Field(max_length=2)]
Note = Annotated[str, StringConstraints(max_length=200)]
UNREAD, NO_SURPRISE, PARTIAL, FULL = "unread", "none", "partial", "full"
SURPRISES = {
    "": "",
    UNREAD: "chart not read yet",
    NO_SURPRISE: "no surprise",
    PARTIAL: "surprise in the first wave",
    FULL: "surprise in both waves",
}
MaybeSide = Annotated[str, StringConstraints(pattern=r"^(axis|allied)?$", max_length=10)]


class Sighting(Row, kind="pg-sighting", noun="sighting"):
    """What a side has spotted of an enemy mission (PG.6.4.2): its own. squares: of the route; zones: of its way.

    mission, group, map: what is told with it (R-241); guards: the convoy with which an escort is attacked once.
    """

    side: Side = Says("Who spots it")
    turn: TurnKey = Says("Turn", told=False)
    order: Key = Says("Mission", of="pg-order", told=False)
    mission: Mission = Says("Mission", inline=1)
    group: GroupKind = Says("Kind of group", inline=2)
    map: MaybeKey = Says("Map", "", of="pg-map", only_if=True)
    squares: Squares = Says("Squares", "", only_if=True, short="squares", inline=3)
    zones: Squares = Says("Sea zones", "", only_if=True, short="sea zones", inline=4)
    guards: MaybeKey = Says("Attacked once with", "", of="pg-order", told=False)

    @property
    def title(self) -> str:
        """`patrol, task force`: what is told with a spotted square (R-241)."""
        return f"{self.mission.label}, {self.group.label}"


class Interception(Row, kind="pg-interception", noun="interception", tagged=True):
    """An interception, announced to everybody (PG.6.4); those announced last are fought first (PG.6.4.5).

    order: the mission that is intercepted; by: the order of the patrol that does it, '' from a port; joined: others
    whose ships are sent with it; ships: not by aircraft alone; force: what all hear of what is sent; map and square, or
    zone: where; distance: squares from there to where they came from.
    """

    side: Side = Says("Who intercepts")
    turn: TurnKey = Says("Turn", told=False)
    number: int = Says("Number", ge=1, le=99)
    order: Key = Says("Mission", of="pg-order", short="against", inline=1)
    by: MaybeKey = Says("Patrol", "", of="pg-order", only_if=True, short="by", inline=2)
    joined: Keys = Says("Patrols that have joined it", (), of="pg-order", only_if=True, told=False)
    ships: bool = Says("Ships are sent", False)
    force: Name = Says("What is sent", "", inline=3)
    map: MaybeKey = Says("Map", "", of="pg-map", only_if=True)
    square: SquareName = Says("Square", "", only_if=True, short="in", inline=4)
    zone: MaybeKey = Says("Sea zone", "", of="pg-zone", only_if=True, short="in", inline=4)
    distance: int = Says("Distance", 0, ge=0, le=60, inline=5)

    @property
    def movers(self) -> tuple[str, ...]:
        """The orders of those that intercept: who meets one of them meets this force on its way."""
        return (self.by, *self.joined) if self.by else ()

    @property
    def title(self) -> str:
        """`Axis interception 2 in D5: 1 CA`"""
        place = f" in {self.square}" if self.square else ""
        return f"{self.side.label} interception {self.number}{place}: {self.force}"


class Hunters(Row, kind="pg-hunters", noun="force that intercepts", several="Forces that intercept"):
    """What a side sends against a mission, by the key of its interception: its own. place: the port, '' of a patrol."""

    side: Side = Says("Side")
    turn: TurnKey = Says("Turn", told=False)
    place: Name = Says("From", "", places=True, only_if=True, short="from", inline=1)
    units: Keys = Says("Units", (), of="pg-unit", inline=2)
    aircraft: Keys = Says("Air units", (), of="pg-air", inline=3)


class Battle(Row, kind="pg-battle", noun="battle", tagged=True, called="battle"):
    """A battle that waits its turn (PG.6.5), is fought in another program, and whose result comes back.

    attacker: the side that intercepts, lands or bombs; place: in the queue, 1 is fought first; late: it is fought in
    the breakthrough phase; map, distance, zone: which row of the deployment chart (PG.6.5.1.2); turns: it lasts;
    committed: the sides whose units are on the sheet; reported: the side that has typed the result; left, left_on: who
    retreated, and on which turn; marked: the sides whose own lists hold the result. port: the one that is attacked,
    neutral: Oran; surprise: what the chart of Pearl Harbor says; follows: the battle of which it is the second wave.
    """

    number: int = Says("Number", ge=1, le=999, numbers="pg-battle")
    name: Name = Says("Where it is", "", only_if=True, inline=1)
    turn: TurnKey = Says("Turn", told=False)
    kind: BattleKind = Says("Kind", inline=2)
    attacker: Side = Says("Attacker", short="attacker", inline=3)
    interception: MaybeKey = Says("Interception", "", of="pg-interception", only_if=True)
    order: MaybeKey = Says("Mission that is attacked", "", of="pg-order", only_if=True)
    place: int = Says("Place in the queue", 1, ge=1, le=999)
    late: bool = Says("In the breakthrough phase", False)
    map: MaybeKey = Says("Map", "", of="pg-map")
    distance: int = Says("Distance", 0, ge=0, le=60)
    zone: MaybeKey = Says("Sea zone", "", of="pg-zone", only_if=True)
    turns: int = Says("Turns", 22, ge=1, le=99)
    committed: Sides = Says("Whose units are on the sheet", ())
    reported: MaybeSide = Says("Who has typed the result", "", words={"": "nobody"})
    left: MaybeSide = Says("Who retreated", "", words={"": "nobody"})
    left_on: int = Says("Turn of the retreat", 0, ge=0, le=99, only_if=True)
    marked: Sides = Says("Who has marked its units", ())
    port: MaybeKey = Says("Port that is attacked", "", of="pg-port", only_if=True)
    neutral: bool = Says("The port is neutral", False, only_if=True)
    surprise: MaybeKey = Says("Surprise", "", words=SURPRISES, only_if=True)
    follows: int = Says("Second wave after battle", 0, ge=0, le=999, only_if=True)
    stage: Stage = Says("What comes next", Stage.SHEET, log="{}, what comes next", inline=4)

    @property
    def title(self) -> str:
        """`battle 2, off Lingayen`"""
        return f"battle {self.number}" + (f", {self.name}" if self.name else "")

    @property
    def surprised(self) -> bool:
        """True where the defender of Pearl Harbor is surprised: in both waves, or in the first alone (PG.6.5.4.6)."""
        return self.surprise == FULL or (self.surprise == PARTIAL and not self.follows)


class Absent(Row, kind="pg-absent", noun="list of carriers at sea", several="Lists of carriers at sea"):
    """The carriers that are not at Pearl Harbor as it is attacked, by the key of the battle (PG.6.5.4.6): its own."""

    side: Side = Says("Side")
    units: Keys = Says("Units", (), of="pg-unit", inline=1)


class Result(Row, kind="pg-result", noun="result of a unit", several="Results of units", tagged=True):
    """A unit on the sheet of a battle, as both sides see it there, and what came of it.

    of: its row, '' for a transport; type: of a naval unit; inside: it was in the destination area at the end.
    """

    battle: Key = Says("Battle", of="pg-battle")
    side: Side = Says("Side")
    of: Name = Says("Whose line of the lists it is", "", told=False, places=True)
    name: Name = Says("Name")
    type: Name = Says("Type", "", only_if=True)
    strength: int = Says("Strength before", 10, ge=0, le=15, inline=1)
    experience: int = Says("Experience before", 0, ge=0, le=999, inline=2)
    damage: int = Says("Damage", 0, ge=0, le=12, log="Damage of {}", inline=3)
    sunk: bool = Says("Sunk", False, inline=3)
    gained: int = Says("Experience gained", 0, ge=0, le=999, inline=4)
    inside: bool = Says("In the destination area", False, inline=5)

    @property
    def after(self) -> int:
        """Strength after the battle."""
        return 0 if self.sunk else max(0, self.strength - self.damage)


class Deployment(
    Row, kind="pg-deployment", noun="deployment line", several="Deployment of naval battles",
    roster=Roster(("name", "kind", "map", "low", "high", "attacker", "defender", "destination", "note")),
):  # fmt: skip
    """A line of the deployment chart (PG.6.5.1.2): in which of the 16 squares each side begins, as in `1 5 9 13`.

    low, high: the distances that it is for, or the sizes of a sea zone; a picture that is empty is marked by hand.
    """

    name: Name = Says("Line")
    kind: BattleKind = Says("Kind", BattleKind.INTERCEPTION)
    map: MaybeKey = Says("Map", "", of="pg-map")
    low: int = Says("From", 0, ge=0, le=60)
    high: int = Says("To", 60, ge=0, le=60)
    attacker: Picture = Says("Attacker", "")
    defender: Picture = Says("Defender", "")
    destination: Picture = Says("Defender destination", "")
    note: Note = Says("Note", "")


class MapSquare(
    Row, kind="pg-map-square", noun="square of the battle map", several="Squares of the battle map",
    roster=Roster(("name", "number", "hexes")),
):  # fmt: skip
    """One of the 16 squares of the battle map, from the upper left, and its hexes as the chart lists them (C27)."""

    name: Name = Says("Square")
    number: int = Says("Number", ge=1, le=16)
    hexes: Squares = Says("Its hexes", "", help="As the chart lists them; nothing: look at your own chart.")
