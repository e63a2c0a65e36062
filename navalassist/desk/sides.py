"""The sides and seats of the rule systems as pages show them: what each is called, its sign, its colours.

In:  the registered rule systems. Out: words, signs and style classes. The first side of a system wears the square and
the first colours, the second the circle and the second; a side that two systems share is called as the first says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from navalassist.campaigns.viewer import MODERATOR, OBSERVER
from navalassist.play.systems import SYSTEMS, System


@dataclass(frozen=True, slots=True)
class SideStyle:
    """How a side or another power is shown: its word and sign; mark: the style class of its sign.

    colours: the style class of what belongs to it, after `side-`.
    """

    word: str
    sign: str
    mark: str
    colours: str


# Sign, style of the mark, and style of what belongs to the side, for the first and the second side of a system.
STYLES = (("■", "ax", "axis"), ("●", "al", "allied"))
# By its key a system, and how its sides are shown.
_STYLES: dict[str, tuple[System, dict[str, SideStyle]]] = {}
APART = {MODERATOR: ("Moderator", "▲"), OBSERVER: ("Observer", "△")}


def styles_of(system: System) -> dict[str, SideStyle]:
    """The sides of a system, in its order. A page asks hundreds of times."""
    known, styles = _STYLES.get(system.key, (None, {}))
    if known is not system:
        marks = zip(system.sides, STYLES, strict=True)
        styles = {side: SideStyle(system.names.side(side), *look) for side, look in marks}
        _STYLES[system.key] = system, styles
    return styles


def seats_of(system: System) -> dict[str, tuple[str, str]]:
    """The seats of a campaign in this system: key -> what it is called, and its sign."""
    return {side: (look.word, look.sign) for side, look in styles_of(system).items()} | APART


class Seats(Mapping[str, tuple[str, str]]):
    """The seats of all rule systems that are installed: key -> what it is called, and its sign."""

    def __getitem__(self, key: str) -> tuple[str, str]:
        if key in APART:
            return APART[key]
        for system in SYSTEMS.values():
            if key in system.sides:
                return seats_of(system)[key]
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys(side for system in SYSTEMS.values() for side in system.sides)
        yield from APART

    def __len__(self) -> int:
        return sum(1 for _ in self)


SEATS = Seats()
