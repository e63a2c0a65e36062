"""A battle as its rules read it: what everybody sees of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Frozen, Words
from navalassist.systems.supermarina.combat import Battle, Combatant, Light, Range
from navalassist.systems.supermarina.fighting import slowest
from navalassist.systems.supermarina.state import Guns, Nation, Side

# The ladder from near to far (SM.6.C.lad), and the guns that reach as far as each range.
LADDER = (Range.SECONDARY, Range.INTERMEDIATE, Range.PRIMARY)
REACH = {
    Range.PRIMARY: (Guns.PRIMARY,),
    Range.INTERMEDIATE: (Guns.PRIMARY, Guns.INTERMEDIATE),
    Range.SECONDARY: (Guns.PRIMARY, Guns.INTERMEDIATE, Guns.SECONDARY),
}
FARTHEST = {Light.DAY: Range.PRIMARY, Light.NIGHT: Range.INTERMEDIATE}


class Fight(Frozen):
    """A battle with all that is in it, from the part of a side."""

    side: Side = Says("Side")
    battle: Battle = Says("Battle")
    fleet: tuple[Combatant, ...] = Says("Who fights")
    step: Words = Says("Step", "", told=False)

    def of(self, side: Side) -> tuple[Combatant, ...]:
        """What a side has afloat."""
        return tuple(one for one in self.fleet if one.side is side and not one.is_sunk)

    def speed(self, side: Side) -> int:
        """The speed of a side's slowest, in MPs."""
        return slowest(self.of(side))


@dataclass(frozen=True, slots=True)
class Said(Result):
    """What came of it, as a sentence; word: called out where dice fell."""

    words: str
    word: str = ""
    bad: bool = False

    def summary(self, given: Frozen) -> Summary:
        """The sentence."""
        return Summary(self.words, self.word, bad=self.bad)


def fleet_of(read: View, battle: Battle) -> tuple[Combatant, ...]:
    """All that is in a battle."""
    return read.rows(Combatant, battle=battle.key)


def fight_of(read: Reader, key: str, side: Side | None = None) -> Fight:
    """A battle, from the part of a side; of the one that engages, where none is named."""
    battle = read.row(Battle, key)
    step = read["campaign:clock.step"]
    return Fight(side=side or battle.side, battle=battle, fleet=fleet_of(read, battle), step=step)


def bearing(one: Combatant, at: Range) -> Iterator[tuple[Guns, int]]:
    """The guns of a ship that bear at a range, with their factors (SM.6.C.lad)."""
    return ((guns, factor) for guns in REACH[at] if (factor := one.factor(guns)))


def launches(one: Combatant, light: Light, italian_torpedoes: bool) -> bool:
    """True for a ship with torpedoes left; Italian ones launch none at night (SM.6.F.3, R-114)."""
    if one.nation is Nation.ITALIAN and light is Light.NIGHT and not italian_torpedoes:
        return False
    return one.torpedoes > 0 and not one.dry
