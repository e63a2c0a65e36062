"""What battles of this turn did to a unit, and whether it may fight again (PG.6.5.1.3, 6.5.1.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from navalassist.engine.reader import View
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Frozen
from navalassist.systems.theatre.rulings import R253, WHOLE
from navalassist.systems.theatre.state.battles import Battle, Result
from navalassist.systems.theatre.state.words import BattleKind, Stage

# More damage than this in a battle sends a unit home (PG.6.5.1.4).
MOST_DAMAGE = 2


def most_damage(read: View) -> int:
    """The damage with which a unit goes on after a battle (R-253)."""
    return 0 if read.ruling(R253) == WHOLE else MOST_DAMAGE


class Past(Frozen):
    """A battle of this turn in which a unit was.

    of: its row; attacks: its side attacked; air: aircraft alone did; over: it was fought.
    """

    of: str = Says("Whose", told=False)
    number: int = Says("Battle")
    attacks: bool = Says("It attacked")
    air: bool = Says("Aircraft alone attacked", False, only_if=True)
    damage: int = Says("Damage")
    sunk: bool = Says("Sunk", False)
    inside: bool = Says("It reached the destination")
    over: bool = Says("It was fought")

    @property
    def title(self) -> str:
        """`battle 1: 3 damage`"""
        return f"battle {self.number}: {'sunk' if self.sunk else f'{self.damage} damage'}"

    def goes_on(self, most: int = MOST_DAMAGE) -> bool:
        """True where it carried its mission on: it reached the destination, with so much damage at most."""
        return self.inside and not self.sunk and self.damage <= most


def past_of(read: View, turn: str, rows: Iterable[str]) -> tuple[Past, ...]:
    """The battles of a turn in which these units are, in the order of their numbers. All of it is everybody's."""
    battles = {one.key: one for one in read.rows(Battle, turn=turn)}
    found = []
    for row in rows:
        for one in read.rows(Result, of=row):
            if battle := battles.get(one.battle):
                over = battle.stage in (Stage.MARK, Stage.ENDED)
                attacks = one.side is battle.attacker
                # A battle that was never fought leaves its units as they were.
                if over and battle.stage is Stage.ENDED and not battle.reported:
                    continue
                found.append(
                    Past(of=row, number=battle.number, attacks=attacks, air=battle.kind is BattleKind.AIR,
                         damage=one.damage, sunk=one.sunk, inside=one.inside, over=over)
                )  # fmt: skip
    return tuple(sorted(found, key=lambda one: one.number))


def may_not(past: Iterable[Past], attacks: bool, most: int, air: bool = False, once: bool = False) -> Iterator[str]:
    """Why a unit may not be in another battle of the turn, as the rest of a sentence about it.

    attacks: the battle would be one in which its side attacks; most: the damage with which it goes on (R-253); air: in
    it aircraft alone attack; once: those count as an attack on a mission as a fleet does (R-255).
    """
    for one in past:
        if not one.over:
            yield f"is on the sheet of battle {one.number}, which is not over"
        elif one.sunk:
            yield f"was sunk in battle {one.number}"
        elif one.damage > most:
            words = "goes home" if one.damage > MOST_DAMAGE else "goes on undamaged alone (R-253)"
            yield f"took {one.damage} damage in battle {one.number}, and {words}"
        elif one.attacks:
            yield f"attacked in battle {one.number}: a unit attacks once a turn"
        elif not attacks and (once or not (air or one.air)):
            yield f"was attacked in battle {one.number}: a mission is attacked once a turn"
        elif not one.inside:
            yield f"did not reach its destination in battle {one.number}"
