"""36.A: the way of a naval group as it is typed: MPs by day and by night, hexes, sea zones, and the port where it ends.

`5n 10 5n western-med 25A:0608 10` is one way. A sea zone stands before the places that lie in it. Nothing here says
what is allowed: MPs are only proposed as the strip of the phase takes them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from navalassist.engine.maps.sheet_hexes import NAME, Hex
from navalassist.rules.europa.strips import BLOCK, MOVE, Spent, Strip, night_left, parsed

SHAPE = "write MPs, with n for those by night, hexes, sea zones and, last, a port: 5n 10 18A:2010 central-med 5n naples"
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Leg:
    """From one place that is named to the next.

    to: `hex:25A:0608`, `port:naples`; '' for MPs that lead to no place yet. zones: the sea zones said on it, in order.
    """

    moves: Strip
    to: str
    zones: tuple[str, ...] = ()

    @property
    def mps(self) -> int:
        """MPs of it."""
        return sum(spent.mps for spent in self.moves)


@dataclass(frozen=True, slots=True)
class Way:
    """A way that was typed, cut where a place is named."""

    words: tuple[str, ...] = ()
    legs: tuple[Leg, ...] = ()

    @property
    def text(self) -> str:
        """As it is typed."""
        return " ".join(self.words)

    @property
    def moves(self) -> Strip:
        """Its moves, with the hexes to which they come."""
        return tuple(
            spent.model_copy(update={"to": leg.to.removeprefix("hex:")})
            if number == len(leg.moves) and leg.to.startswith("hex:")
            else spent
            for leg in self.legs
            for number, spent in enumerate(leg.moves, start=1)
        )

    @property
    def zones(self) -> tuple[str, ...]:
        """The sea zones that it names, in order."""
        return tuple(zone for leg in self.legs for zone in leg.zones)

    @property
    def port(self) -> str:
        """The key of the port where it ends; '' for none."""
        last = self.legs[-1].to if self.legs else ""
        return last.removeprefix("port:") if last.startswith("port:") else ""

    @property
    def pending(self) -> Leg:
        """What leads to no place yet."""
        return self.legs[-1] if self.legs and not self.legs[-1].to else Leg((), "")

    def and_then(self, *words: str) -> str:
        """The same way with these words behind it, as it is typed."""
        return " ".join((*self.words, *words))


def read(text: str, zones: Collection[str], ports: Collection[str]) -> Way:
    """The way that somebody typed; zones, ports: the keys that it may name. ValueError says what would be right."""
    if len(text) > LONGEST:
        raise ValueError(f"these are {len(text)} characters: write at most {LONGEST}, and move in two goes")
    words: list[str] = []
    legs: list[Leg] = []
    moves: Strip = ()
    named: tuple[str, ...] = ()
    for word in (_named(word, zones, ports) for word in text.replace(",", " ").split()):
        if legs and legs[-1].to.startswith("port:"):
            raise ValueError(f"{word} stands behind the port where the way ends: {SHAPE}")
        words.append(word)
        if word in zones:
            named = (*named, word)
        elif MOVE.fullmatch(word.upper()):
            moves = (*moves, *parsed(word))
        elif not moves:
            raise ValueError(f"{word} stands without MPs before it: {SHAPE}")
        else:
            legs.append(Leg(moves, f"port:{word}" if word in ports else f"hex:{word}", named))
            moves, named = (), ()
    if moves or named:
        legs.append(Leg(moves, "", named))
    return Way(tuple(words), tuple(legs))


def _named(word: str, zones: Collection[str], ports: Collection[str]) -> str:
    """A word as it is written. ValueError for one that stands for nothing."""
    plain = word.lower()
    if plain in zones or plain in ports:
        return plain
    if NAME.fullmatch(word.upper()):
        return str(Hex.of(word))
    if MOVE.fullmatch(word.upper()) and int(plain.removesuffix("n")):
        return plain
    raise ValueError(f'"{word}" is no part of a way: {SHAPE}')


def split(before: Strip, mps: int, naval_step: int, *, by_day: bool = False) -> Strip:
    """So many MPs behind a strip: by night where that is allowed, else by day until it is again (36.A.2, R-22).

    by_day: none by night, as in a reaction.
    """
    made: list[Spent] = []
    while mps > 0:
        left = night_left((*before, *made), naval_step)
        dark = 0 if by_day else min(mps, left.now)
        lit = mps if by_day or not left.phase else min(mps, left.first)
        made.append(Spent(mps=min(dark or lit, 999), night=bool(dark), naval_step=naval_step))
        mps -= made[-1].mps
    return tuple(made)


def before_night(strip: Strip, naval_step: int) -> tuple[int, int]:
    """MPs by day that come before the next ones by night, and how many these are then; (0, 0) where none are left."""
    left = night_left(strip, naval_step)
    return (left.first, left.now or min(BLOCK, left.phase)) if left.phase else (0, 0)


def words_of(moves: Sequence[Spent]) -> tuple[str, ...]:
    """MPs as they are typed: `5n`, `10`."""
    return tuple(f"{spent.mps}{'n' if spent.night else ''}" for spent in moves)
