"""A rule of the miniature system with dice of ten: a D10, tens and ones read on a table, and two six-sided dice."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from navalassist.engine import (
    REGISTER,
    Dice,
    Figure,
    Odds,
    Outcome,
    Play,
    Roll,
    Roller,
    Set,
    TableKey,
    Tally,
    Term,
    procedure,
)
from navalassist.engine.reader import Reader
from navalassist.play.systems import SYSTEMS, Target
from tests.in_hand import InHand, in_hand
from tests.mini import texts
from tests.mini.rules import EDITION, Frozen
from tests.mini.system import MINI, ZoneForm, begin

SLUG = "mini-range"
RANGE = TableKey("mini/range", str)
TABLE = """
slug = "mini/range"
number = 1
title = "Range"
rule = "M.9"
source = "nobody"
caption = "Tens and ones: how far off it is."
dice = "d100"
rows = "numbers"
columns = "named"
unmarked = "printed"
results = ["far", "near", "close"]
grid = '''
d100      | clear haze
1 to 60   | far   far
61 to 69  | near  far
70        | close near
71 to 74  | near  near
75        | close ?
76 or more | near  close
'''
[why]
unknown = "The printed chart is torn there."
"""


class Bearing(Frozen):
    """Something is seen in a zone."""

    zone: str


@dataclass(frozen=True, slots=True)
class Ranged:
    seen: int
    how_far: str
    hits: int = 0


def figures(odds: Odds[Ranged]) -> tuple[Figure, ...]:
    return (Figure("near", "near or close", odds.chance(lambda found: found.how_far != "far")),)


@procedure(
    SLUG,
    system="mini",
    rule="M.9",
    title="Take the range",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="1d10, then d100, 2d6 if it is close",
    figures=figures,
)
def take_range(item: Bearing) -> Play[Outcome[Ranged]]:
    """M.9: a D10 for the hour; tens and ones for the range, +5 in the haze of the outer zone; two dice if close."""
    hour = yield from Roll("hour", Dice(1, 10), lambda faces: faces[0], label="hour")
    outside = item.zone == "outer"
    far_off = Tally((Term("M.9.a", "Far off", 5, outside),))
    how_far = yield from RANGE.roll("range", column="haze" if outside else "clear", modifier=far_off, label="range")
    hits = 0
    if how_far == "close":
        hits = yield from Roll("hits", Dice(2), sum, label="hits")
    told = Ranged(hour, how_far, hits)
    return Outcome(told, (Set(f"zone:{item.zone}.hits", hour + hits),))


PROCEDURE = REGISTER.pop(SLUG)


def situation(reader: Reader, target: Target) -> Bearing:
    return Bearing(zone=str(target["zone"]))


@pytest.fixture
def ranging(mini: None, db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[InHand]:
    """A campaign in the miniature system with the rule."""
    monkeypatch.setitem(REGISTER, SLUG, PROCEDURE)
    system = replace(MINI, situations={**MINI.situations, SLUG: situation}, forms={**MINI.forms, SLUG: ZoneForm})
    monkeypatch.setitem(SYSTEMS, "mini", system)
    monkeypatch.setitem(texts.ALL, "mini/range", TABLE)
    with in_hand(begin()) as table:
        yield table
