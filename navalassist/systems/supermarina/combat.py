"""A surface battle as everybody sees it while it lasts: the battle, those that fight in it, and the words for both.

Combatants are copies of what stands on the ship sheets, to which the battle's damage goes back.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from navalassist.engine.rows import Row, Says
from navalassist.engine.shapes import Boxes, Key, Worded
from navalassist.systems.supermarina.state import (
    TRANSPORT_FLOTATION_HITS,
    TRANSPORT_GUN_HITS,
    Armed,
    Guns,
    HexName,
    Name,
    Nation,
    Place,
    Side,
    gun_boxes,
    in_force,
)

# What a battle is called, after the word Battle: `off Kerkennah`.
Called = Annotated[str, StringConstraints(max_length=40)]
Sides = Annotated[tuple[Side, ...], Field(max_length=2)]
Keys = Annotated[tuple[Key, ...], Field(max_length=200)]
# Lines of a plan: `jervis/secondary=lampo`.
PlanLines = Annotated[tuple[Annotated[str, StringConstraints(max_length=200)], ...], Field(max_length=400)]


class Light(Worded):
    """When a battle is fought (SM.6.F)."""

    DAY = "day"
    NIGHT = "night"


class Range(Worded):
    """How far apart the forces are, from far to near. Torpedo range is reached by single ships alone (SM.6.C)."""

    PRIMARY = "primary", "primary range"
    INTERMEDIATE = "intermediate", "intermediate range"
    SECONDARY = "secondary", "secondary range"


class Order(Worded):
    """What a side orders for the range (SM.6.C)."""

    OPEN = "open", "open the range"
    MAINTAIN = "maintain", "maintain the range"
    CLOSE = "close", "close the range"


class Stage(Worded):
    """What comes next in a surface battle, as a sentence about it says it."""

    ANSWER = "answer", "waits for the side that is engaged: it scatters, avoids combat or fights"
    ORDERS = "orders", "waits for the manoeuvre orders of both sides"
    RANGE = "range", "waits for the dice on the range"
    TORPEDO_PLAN = "torpedo-plan", "waits for both sides to declare torpedo attacks"
    FIRE_PLAN = "fire-plan", "waits for the fire plans of both sides"
    GUNFIRE = "gunfire", "waits for gunfire"
    SPECIAL_PLAN = "special-plan", "waits for targets among the ships that run in"
    SPECIAL_FIRE = "special-fire", "waits for fire at the ships that run in"
    TARGETS = "targets", "waits for the targets of torpedoes"
    TORPEDOES = "torpedoes", "waits for torpedoes"
    PARTING = "parting", "is broken off: the force that leaves goes to a hex beside"
    RECORD = "record", "is over: each side marks its ship sheets"
    ENDED = "ended", "is over"


class Battle(Row, kind="battle", tagged=True):
    """A surface battle between two task forces (SM.6), which everybody sees while it lasts.

    name: such as `off Kerkennah`; side, force: who engages; against: the task force that is engaged; plan: what was
    declared and is not carried out yet; can_fire, can_launch: at the range of this round; fired: the sides that have
    done their part of the stage; launching: ships that attack with torpedoes, of which those in running run in;
    leaver: the side that leaves a battle which is broken off.
    """

    number: int = Says("Number", ge=1, le=99, inline=1)
    name: Called = Says("What it is called", "", only_if=True)
    side: Side = Says("Who engages")
    force: Key = Says("The force that engages", of="force")
    against: Key = Says("The force that is engaged", of="force")
    hex: HexName = Says("Where it is fought", "")
    light: Light = Says("Light", Light.DAY, inline=4)
    round: int = Says("Round", 0, ge=0, le=99, log="{}, round", inline=2)
    range: Range = Says("Range", Range.PRIMARY, log="{}, range", inline=3)
    orders: PlanLines = Says("Manoeuvre orders", ())
    plan: PlanLines = Says("What was declared", (), log="{}, what was declared")
    launching: Keys = Says("Ships that launch torpedoes", (), of="combatant", log="{}, ships that launch torpedoes")
    running: Keys = Says("Ships that run in", (), of="combatant", log="{}, ships that run in")
    fired: Sides = Says("Sides that have fired", ())
    leaver: Annotated[str, StringConstraints(max_length=10)] = Says("Who leaves", "", words={"": "nobody"})
    recorded: Sides = Says("Sides that have marked their sheets", (), log="{}, sides that have marked their sheets")
    can_fire: bool = Says("Guns bear at this range", False, told=False)
    can_launch: bool = Says("Torpedoes can be launched at this range", False, told=False)
    stage: Stage = Says("What comes next", Stage.ANSWER, log="{}, what comes next")


class Combatant(Armed, Row, kind="combatant", tagged=True):
    """A ship or transport in a battle, as both sides see it while that lasts: its boxes, and what was hit.

    of: the row on whose sheet its damage is marked as the battle ends; number: 0 for a warship, of a transport the
    number by which it is drawn; flotation: of a transport its speed alone.
    """

    battle: Key = Says("Battle", of="battle")
    of: Place = Says("Whose sheet it is", told=False)
    side: Side = Says("Side")
    name: Name = Says("Name")
    nation: Nation = Says("Nation", Nation.OTHER)
    type: Name = Says("Type", "", help="As the counter prints it; nothing for a transport.")
    number: int = Says("Number", 0, ge=0, le=999)
    escort: bool = Says("On an escort mission", False)
    protection: int = Says("Class of protection", ge=1, le=6)
    primary: Boxes = Says("Primary guns", ())
    intermediate: Boxes = Says("Intermediate guns", ())
    secondary: Boxes = Says("Secondary guns", ())
    flotation: Boxes = Says("Flotation")
    torpedoes: int = Says("Torpedo boxes left", 0, ge=0, le=20, log="Torpedo boxes left on {}")
    ammunition: bool = Says("Has ammunition", True)
    dry: bool = Says("Has no fuel", False)
    gun_hits: int = Says("Gun hits", 0, ge=0, le=60, log="Gun hits on {}")
    flotation_hits: int = Says("Flotation hits", 0, ge=0, le=20, log="Flotation hits on {}")

    @property
    def is_transport(self) -> bool:
        """True for a transport, which is drawn by its number."""
        return self.number > 0

    @property
    def speed(self) -> int:
        """Its speed in MPs; 0 for one that is sunk."""
        if self.is_transport:
            return 0 if self.is_sunk else self.flotation[0]
        return in_force(self.flotation, self.flotation_hits)

    @property
    def most_flotation_hits(self) -> int:
        """So many flotation hits sink it."""
        return TRANSPORT_FLOTATION_HITS if self.is_transport else len(self.flotation)

    @property
    def is_sunk(self) -> bool:
        """True where no flotation box is left, or a transport has taken as many gun hits as sink it (SM.2.D)."""
        shot_up = self.is_transport and self.gun_hits >= TRANSPORT_GUN_HITS
        return shot_up or self.flotation_hits >= self.most_flotation_hits

    def factor(self, guns: Guns) -> int:
        """The gun factors of a class that are in force; without ammunition only secondary guns fire (SM.8.A.2)."""
        if not self.ammunition and guns is not Guns.SECONDARY:
            return 0
        gone = sum(at is guns for at, _ in gun_boxes(self)[: self.gun_hits])
        return in_force(self.boxes(guns), gone)
