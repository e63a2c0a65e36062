"""Drawing a transport at random: dice are thrown until they show the number of one (SM.4.C.3, R-122)."""

from __future__ import annotations

from collections.abc import Sequence

from navalassist.engine import Dice, Play, Until
from navalassist.systems.supermarina.rulings import R122

ONE_DIE, TWO_DICE = 10, 100
D10, D100, THREE_D10 = Dice(1, 10), Dice(1, 100), Dice(3, 10)


def draw(key: str, numbers: Sequence[int], label: str = "which transport", *, of: int = 0) -> Play[int]:
    """One of these numbers, each with the same chance. of: the highest number of the force, which says how many dice.

    Without it the highest of those that are left does. label: what is drawn.
    """
    yield from R122.look()
    highest, left = max(of, *numbers), frozenset(numbers)
    if highest <= TWO_DICE:
        dice = D10 if highest <= ONE_DIE else D100
        return (yield from Until(key, dice, lambda faces: faces[0] if faces[0] in left else None, label))
    return (yield from Until(key, THREE_D10, lambda faces: _in_left(faces, left), label))


def _in_left(faces: tuple[int, ...], left: frozenset[int]) -> int | None:
    """Three D10 as hundreds, tens and ones; 000 is 1,000."""
    hundreds, tens, ones = (face % ONE_DIE for face in faces)
    number = 100 * hundreds + 10 * tens + ones or 1000
    return number if number in left else None


def draw_several(key: str, numbers: Sequence[int], count: int) -> Play[tuple[int, ...]]:
    """So many of these numbers, one after another; of one that is drawn the number counts no more."""
    left, found = list(numbers), []
    for nth in range(1, count + 1):
        number = yield from draw(f"{key}-{nth}", left, of=max(numbers))
        left.remove(number)
        found.append(number)
    return tuple(found)
