"""Dealers: where the answers of a run come from, and how typed dice are read and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from navalassist.engine.asks import Choose
from navalassist.engine.cells import Dice

# The faces that a strip of typed dice can tell of.
TYPED_SIDES = 6


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
    """A dealer that hands out typed faces in the order in which the rule asks, and choices by key."""

    def __init__(self, faces: Iterable[int], choices: Mapping[str, str] | None = None, used: int = 0) -> None:
        """used: how many of the same strip were taken before these."""
        self._left = list(faces)
        self.used = used
        self._given = len(self._left)
        self._choices = choices or {}

    def faces(self, key: str, dice: Dice, label: str) -> tuple[int, ...] | None:
        if dice.sides > TYPED_SIDES:
            # A strip has no sign for a face above 6: typed dice would never give one.
            raise DiceError(f"no typed die has {dice.sides} faces, for {label or key}", key)
        if len(self._left) < dice.count:
            more = dice.count - len(self._left)
            what = label or key
            words = f"{more} more {'die is' if more == 1 else 'dice are'} needed, for {what}"
            raise DiceError(words, key, more=self._given > 0)
        taken, self._left = tuple(self._left[: dice.count]), self._left[dice.count :]
        self.used += dice.count
        return taken

    def choice(self, key: str, ask: Choose) -> str | None:
        return self._choices.get(key)

    @property
    def left(self) -> tuple[int, ...]:
        """The faces that nothing has asked for yet."""
        return tuple(self._left)

    def finish(self) -> None:
        """DiceError when faces are left over: a surplus die is a slip, never ignored."""
        if self._left:
            left, needed = len(self._left), self.used
            wanted = "none is" if not needed else "1 is" if needed == 1 else f"{needed} are"
            raise DiceError(f"{too_many(left)}: {wanted} needed")


class TypedSoFar(Typed):
    """Typed faces, of which the last may be missing: once some have been taken, the procedure waits for the others."""

    def faces(self, key: str, dice: Dice, label: str) -> tuple[int, ...] | None:
        if self._given and not self._left:
            return None
        return super().faces(key, dice, label)


def too_many(surplus: int) -> str:
    """How a surplus of typed dice is told wherever it is found: `1 die too many`."""
    return f"{surplus} {'die' if surplus == 1 else 'dice'} too many"


def parse_dice(text: str) -> tuple[int, ...]:
    """Faces from a strip such as `43 2 4 3` or `3 4, 6`: every digit is one six-sided die. DiceError otherwise."""
    faces = []
    for sign in text:
        if sign in " ,;+/-\t\r\n":
            continue
        if sign not in "123456":
            raise DiceError(f"Dice: a die has faces 1 to 6; {sign!r} is none of them")
        faces.append(int(sign))
    return tuple(faces)
