"""Dealers: where the answers of a run come from, and how typed dice are read and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from navalassist.engine.asks import Choose
from navalassist.engine.cells import Dice

# The largest die, beside those of ten, whose faces a strip of typed dice can tell.
TYPED_SIDES = 6
GAPS = frozenset(" ,;+/-\t\r\n")


class DiceError(ValueError):
    """Typed dice that do not fit: too few, too many, or a face that the die does not have."""

    def __init__(self, reason: str, key: str = "", *, more: bool = False) -> None:
        """more: nothing is wrong with what was typed so far; others have to be thrown."""
        super().__init__(reason)
        self.reason = reason
        self.key = key
        self.more = more


class ChoiceError(DiceError):
    """A choice that is none of the options."""


class Dealer(Protocol):
    """Where answers come from. None means: not known yet, the procedure waits."""

    def faces(self, key: str, dice: Dice, label: str) -> tuple[int, ...] | None: ...
    def choice(self, key: str, ask: Choose) -> str | None: ...


def check_faces(faces: Iterable[int], dice: Dice, key: str = "") -> None:
    """DiceError unless these are as many faces as dice, each one that the die has."""
    faces = tuple(faces)
    if len(faces) != dice.count:
        raise DiceError(f"{dice} needs {dice.count} faces, {len(faces)} were given", key)
    wrong = [f for f in faces if not 1 <= f <= dice.sides]
    if wrong:
        raise DiceError(f"a die has faces 1 to {dice.sides}; {wrong[0]} is none of them", key)


class Replay:
    """A dealer that gives recorded answers by key (`None` for a key that is not there)."""

    def __init__(self, faces: Mapping[str, tuple[int, ...]], choices: Mapping[str, str] | None = None) -> None:
        self._faces = faces
        self._choices = choices or {}

    def faces(self, key: str, dice: Dice, label: str) -> tuple[int, ...] | None:
        return self._faces.get(key)

    def choice(self, key: str, ask: Choose) -> str | None:
        return self._choices.get(key)


class Typed:
    """A dealer that hands out typed dice in the order in which the rule asks, and choices by key.

    Which signs a die may show depends on what the rule asks: 1 to 6, or 0 to 9 for a D10; a d100 takes two of them.
    """

    def __init__(
        self, signs: Iterable[int | str], choices: Mapping[str, str] | None = None, after: Typed | None = None
    ) -> None:
        """signs: what the dice show, one by one. after: what handed out those of the same strip before these."""
        self._left = list(map(str, signs))
        self.used: int = after.used if after else 0
        # Have any D10 been asked for? Dice that nothing asks for are then no slip of the finger by their sign alone.
        self._decimal: bool = after is not None and after._decimal
        self._given = len(self._left)
        self._choices = choices or {}

    def faces(self, key: str, dice: Dice, label: str) -> tuple[int, ...] | None:
        if dice.sides > TYPED_SIDES and not dice.decimal:
            # A strip has one sign for a die: it could not tell such a face.
            raise DiceError(f"no typed die has {dice.sides} faces, for {label or key}", key)
        wanted = dice.count * dice.digits
        taken, left = self._left[:wanted], self._left[wanted:]
        self._decimal = self._decimal or dice.decimal
        self._check(taken, dice.decimal)
        if len(taken) < wanted:
            raise DiceError(f"{needed(wanted - len(taken), dice)}, for {label or key}", key, more=self._given > 0)
        self._left = left
        self.used += wanted
        return tuple(dice.face("".join(taken[first : first + dice.digits])) for first in range(0, wanted, dice.digits))

    def _check(self, signs: Iterable[str], decimal: bool) -> None:
        """DiceError for a sign that its die does not have; where there are D10 beside others, it says which die."""
        for place, sign in enumerate(signs, start=self.used + 1):
            check_sign(sign, decimal, f"die {place}" if self._decimal else "a die")

    def choice(self, key: str, ask: Choose) -> str | None:
        return self._choices.get(key)

    @property
    def left(self) -> tuple[str, ...]:
        """The signs that nothing has asked for yet."""
        return tuple(self._left)

    def finish(self) -> None:
        """DiceError when faces are left over: a surplus die is a slip, never ignored."""
        if self._left:
            self._check(self._left, self._decimal)
            wanted = "none is" if not self.used else "1 is" if self.used == 1 else f"{self.used} are"
            raise DiceError(f"{too_many(len(self._left))}: {wanted} needed")


class TypedSoFar(Typed):
    """Typed dice, of which the last may be missing: once some have been taken, the procedure waits for the others."""

    def faces(self, key: str, dice: Dice, label: str) -> tuple[int, ...] | None:
        if self._given and not self._left:
            return None
        return super().faces(key, dice, label)


def too_many(surplus: int) -> str:
    """How a surplus of typed dice is told wherever it is found: `1 die too many`."""
    return f"{surplus} {'die' if surplus == 1 else 'dice'} too many"


def needed(more: int, dice: Dice) -> str:
    """How dice that are missing are told: `2 more dice are needed`, `1 more D10 is needed`."""
    one, many = ("D10", "D10s") if dice.decimal else ("die", "dice")
    as_read = ", read as tens and ones" if dice.digits == 2 else ""
    return f"{more} more {f'{one} is' if more == 1 else f'{many} are'} needed{as_read}"


def check_sign(sign: str, decimal: bool, die: str = "a die") -> None:
    """DiceError for a sign that no such die shows."""
    low, high = (0, 9) if decimal else (1, TYPED_SIDES)
    if sign not in map(str, range(low, high + 1)):
        raise DiceError(f"Dice: {die} has faces {low} to {high}; {sign!r} is none of them")


def signs_of(text: str) -> tuple[str, ...]:
    """The signs of a strip such as `43 2 4 3` or `3 4, 6`: one of each die on the table."""
    return tuple(sign for sign in text if sign not in GAPS)


def parse_dice(text: str, *, decimal: bool = False) -> tuple[int, ...]:
    """The digits of a strip, before anybody asks for them. DiceError for a sign that no six-sided die shows.

    decimal: there may be D10 among them.
    """
    signs = signs_of(text)
    for sign in signs:
        check_sign(sign, decimal)
    return tuple(map(int, signs))
