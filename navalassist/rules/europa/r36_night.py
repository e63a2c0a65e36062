"""36.A.2: what night does to gunfire, and to patrols and strikes that look for a group."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from navalassist.engine import Figure, Odds, Outcome, Play, Refusal, Roller, create, procedure
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Frozen, Key, Words
from navalassist.rules.europa.clock import turn_number
from navalassist.rules.europa.gunnery import fire
from navalassist.rules.europa.mines import EDITION, SYSTEM
from navalassist.rules.europa.rulings_status import R15
from navalassist.rules.europa.strips import Strip, is_at_night
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side

# From this turn on Allied ships see better by night (36.A.2.e).
RADAR = "1944-07-1"


class Gun(StrEnum):
    """What fires."""

    NAVAL = "naval"
    COAST = "coast"

    @property
    def label(self) -> str:
        """What players call it."""
        return "naval units" if self is Gun.NAVAL else "coast defences"


def at_night(gun: Gun, side: Side, turn: str) -> Fraction:
    """What gunnery strength is multiplied by at night (36.A.2.d, 36.A.2.e)."""
    radar = side is Side.ALLIED and turn_number(turn) >= turn_number(RADAR)
    return Fraction(1, 2) if gun is Gun.COAST or radar else Fraction(1, 4)


class Gunfire(Frozen):
    """Guns that fire on the Naval Gunnery Table."""

    side: Side = Field(description="Who fires.")
    gun: Gun = Field(description="Ships or coast defences.")
    strength: Annotated[int, Field(ge=1, le=99, strict=True)] = Field(description="Strength points that are left.")
    night: bool = Field(description="It is night.")
    turn: Words = Field(description="The turn, such as 1941-03-1.")
    ships: Words = Field(default="", description="What fires, as players call it; left out: not said.")

    @property
    def fraction(self) -> Fraction:
        """The strength as it fires, exactly."""
        return self.strength * (at_night(self.gun, self.side, self.turn) if self.night else Fraction(1))

    @property
    def column(self) -> int:
        """The strength of the column: a fraction is dropped once, at the end (R-15)."""
        return int(self.fraction)


@dataclass(frozen=True, slots=True)
class Fired:
    """The strength that fired, and the hits."""

    strength: int
    hits: int


def figures(odds: Odds[Fired]) -> tuple[Figure, ...]:
    """The numbers worth showing before the roll."""
    return (
        Figure("hits", "Hits to expect", odds.expect(lambda fired: fired.hits), "hits"),
        Figure("none", "No hit", odds.chance(lambda fired: not fired.hits)),
    )


@procedure(
    "naval-gunfire",
    system=SYSTEM,
    rule="36.A.2",
    title="Fire on the Naval Gunnery Table",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="1d6, or more for a strength above the last column",
    figures=figures,
)
def gunfire(guns: Gunfire) -> Play[Outcome[Fired]]:
    """Hits of one throw; at night with a half or a quarter of the strength."""
    yield from R15.look()
    hits = yield from fire(guns.column, seat=guns.side, label=f"{guns.gun.label} with strength {guns.column}")
    return Outcome(Fired(guns.column, hits))


class Search(Overrulable):
    """A naval patrol or strike that is flown against a group."""

    key: Key = Field(description="Key of the group.")
    name: Words = Field(description="Its name.")
    side: Side = Field(description="Whose group it is; its enemy's aircraft have found it.")
    strip: Strip = Field(default=(), description="Its moves of this phase.")
    found_already: bool = Field(default=False, description="It was found in this naval step before.")


@dataclass(frozen=True, slots=True)
class Found:
    """What was found."""

    group: str
    overruled: str = ""


def why_not_found(search: Search) -> Refusal | None:
    """Nothing that moves by night is looked for; what was found need not be found again."""
    if search.found_already:
        return Refusal(f"{search.name} was found in this naval step before.", "36.D.2")
    return unless_overruled(search, _by_night(search))


def _by_night(search: Search) -> Refusal | None:
    words = f"{search.name} moves by night: no patrol or strike is flown against it."
    return Refusal(words, "36.A.2.a") if is_at_night(search.strip) else None


@procedure(
    "naval-found",
    system=SYSTEM,
    rule="36.A.2.a",
    title="A patrol or strike finds a group",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="none: the search itself is flown by the air rules",
    why_not=why_not_found,
)
def find(search: Search) -> Play[Outcome[Found]]:
    """The group counts as found until the naval step ends, which danger zones read (36.D.2)."""
    yield from ()
    about = {"kind": "found", "subject": f"group:{search.key}", "place": "", "until": "", "note": ""}
    found = Found(search.name, passed_over(search, _by_night(search)))
    return Outcome(found, (create(f"mark:found/{search.key}", ends=TURN.life_of("found"), **about),))
