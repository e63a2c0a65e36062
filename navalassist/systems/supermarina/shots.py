"""Shots and torpedo attacks one by one: the charts that they read, and what a hit does (SM.6.D, SM.6.E)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from navalassist.engine import Dice, Play, Roll, TableKey
from navalassist.systems.supermarina.combat import Combatant, Light
from navalassist.systems.supermarina.drawing_lots import draw
from navalassist.systems.supermarina.state import Guns, Nation

D10 = Dice(1, 10)
NEVER = 99
NIGHT, ITALIAN_AT_NIGHT, DRY, FAR = -1, -1, 3, 1
ATTACK_ROW, DAMAGE_COLUMN = "to hit", "hits"


@dataclass(frozen=True, slots=True)
class Damage:
    """What hits do: gun hits, flotation hits, and whether the target is sunk at once."""

    guns: int = 0
    flotation: int = 0
    sunk: bool = False

    @classmethod
    def of(cls, cell: str) -> Damage:
        """A cell of the Hit Chart: `1G+1F`, `X`."""
        counts = {code: int(number or 1) for number, code in re.findall(r"([0-9]*)([GFX])", cell)}
        return cls(counts.get("G", 0), counts.get("F", 0), "X" in counts)

    def __add__(self, other: Damage) -> Damage:
        return Damage(self.guns + other.guns, self.flotation + other.flotation, self.sunk or other.sunk)

    @property
    def words(self) -> str:
        """`2 G, 1 F`, `sunk`; `no hit` for none."""
        parts = [f"{number} {code}" for number, code in ((self.guns, "G"), (self.flotation, "F")) if number]
        return ", ".join(parts + (["sunk"] if self.sunk else [])) or "no hit"


def to_hit(cell: str) -> int:
    """The number of a cell; one that no die reaches for a dash."""
    return int(cell) if cell.isdigit() else NEVER


GUNNERY = {guns: TableKey(f"supermarina/6d-{guns}-gunnery", to_hit) for guns in Guns}
HITS = TableKey("supermarina/6d-hits", Damage.of)
ATTACK = TableKey("supermarina/6e-torpedo-attack", to_hit)
TORPEDO_DAMAGE = TableKey("supermarina/6e-torpedo-damage", int)


@dataclass(frozen=True, slots=True)
class Shot:
    """A class of guns of a ship, or its torpedoes, at a target. target: '' for a transport, which is drawn.

    drawn: number and key of each transport that may be drawn, at: the target in words; guns: None for torpedoes, whose
    number is `far` higher from secondary range.
    """

    by: str
    guns: Guns | None
    factor: int
    target: str
    at: str
    protection: int
    modifier: int
    drawn: tuple[tuple[int, str], ...] = ()
    far: int = 0

    @property
    def fires(self) -> str:
        """`secondary 6`, `torpedoes`"""
        return f"{self.guns.label} {self.factor}" if self.guns else "torpedoes"

    @property
    def label(self) -> str:
        """`Jervis, secondary 6, at Lampo, -1`"""
        modifier = f", {self.modifier:+}" if self.modifier else ""
        return f"{self.by}, {self.fires}, at {self.at}{modifier}"


# What a shot does: the key of its target and its damage, if it hit.
Struck = tuple[str, Damage]


def gun_modifier(shooter: Combatant, target: Combatant | None, light: Light) -> int:
    """What is added to the die that is to hit: night, Italian guns at night, a target without fuel (SM.6.F, 8.A.1)."""
    night = light is Light.NIGHT
    italian = night and shooter.nation is Nation.ITALIAN
    return night * NIGHT + italian * ITALIAN_AT_NIGHT + dry_modifier(target)


def dry_modifier(target: Combatant | None) -> int:
    """+3 at a target without fuel (SM.8.A.1.out)."""
    return DRY if target is not None and target.dry else 0


def fire(shot: Shot) -> Play[Struck]:
    """One shot: the key of what it was fired at, and its damage."""
    target, damage = yield from aimed(shot)
    return target, damage or Damage()


def aimed(shot: Shot) -> Play[tuple[str, Damage | None]]:
    """A transport is drawn, the die with its modifiers is to reach the number, a hit rolls its damage; None: missed."""
    target = shot.target
    if not target:
        keys = dict(shot.drawn)
        target = keys[(yield from draw("drawn", tuple(keys)))]
    if not (yield from hits(shot)):
        return target, None
    if shot.guns is None and shot.drawn:
        # One torpedo hit sinks a transport, however many the damage table would give (SM.2.D).
        return target, Damage(sunk=True)
    if shot.guns is None:
        flotation = yield from TORPEDO_DAMAGE.roll("damage", column=DAMAGE_COLUMN, label=f"{shot.label}: hits")
        return target, Damage(flotation=flotation)
    damage = yield from HITS.roll("damage", column=shot.protection, label=f"{shot.label}: damage")
    return target, damage


def hits(shot: Shot) -> Play[bool]:
    """Whether it hits: 1D10 with its modifier of the number or more; against a dash never, and no die is thrown."""
    if shot.guns is None:
        number = (yield from ATTACK.look(row=ATTACK_ROW, column=shot.protection)) + shot.far
    else:
        number = yield from GUNNERY[shot.guns].look(row=shot.factor, column=shot.protection)
    if number >= NEVER:
        return False
    label = f"{shot.label}: {number} or more"
    return (yield from Roll("hit", D10, lambda faces: faces[0] + shot.modifier >= number, label))
