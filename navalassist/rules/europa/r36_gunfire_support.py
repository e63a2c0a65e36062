"""36.F.1: naval gunfire support: full and half strength a few times a year, a quarter as often as one likes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from pydantic import Field

from navalassist.engine import Outcome, Play, Refusal, Roller, Set, procedure
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Count, Words
from navalassist.rules.europa.clock import parts_of
from navalassist.rules.europa.mines import EDITION, SYSTEM, AtSea
from navalassist.rules.europa.naval_units import OFF, WITHDRAWN, NavalUnit, UnitKind
from navalassist.rules.europa.rulings_36 import R29, R67
from navalassist.rules.europa.sailing import Turn
from navalassist.rules.europa.words import Side

A_YEAR = {Side.ALLIED: 12, Side.AXIS: 8}
# MPs that a group spends to prepare support at a quarter of its strength.
QUARTER_MPS = 15
# How the nation of a Soviet task force begins, however it was written.
SOVIET = ("soviet", "ussr", "russia")
IN_PORT = "in port: the paragraph doesn't say whether it may (R-67)"


class Support(StrEnum):
    """How much of its strength a task force fires with."""

    FULL = "full"
    HALF = "half"
    QUARTER = "quarter"

    @property
    def label(self) -> str:
        """As a form calls it."""
        return SUPPORT_TITLES[self]

    @property
    def share(self) -> Fraction:
        """The part of its strength."""
        return SHARES[self]


SUPPORT_TITLES = {
    Support.FULL: "full strength",
    Support.HALF: "half strength",
    Support.QUARTER: "a quarter, 15 MPs to prepare",
}
SHARES = {Support.FULL: Fraction(1), Support.HALF: Fraction(1, 2), Support.QUARTER: Fraction(1, 4)}


class GunfireSupport(Overrulable):
    """A task force prepares and fires naval gunfire support."""

    side: Side = Field(description="Whose task force it is.")
    unit: NavalUnit = Field(description="The task force, as it stands.")
    nation: Words = Field(default="", description="Its nation; Soviet ones have no limit.")
    support: Support = Field(description="How much of its strength fires.")
    turn: Turn = Field(description="The turn, such as 1943-07-1.")
    used: tuple[tuple[str, Count], ...] = Field(default=(), description="Supports used before, by year.")
    group: AtSea | None = Field(default=None, description="Its group, where it is at sea in a hex.")
    place: Words = Field(default="", description="Where it is: port:naples, hex:18A:0407, off, withdrawn …")
    refit: bool = Field(default=False, description="It is in refit.")

    @property
    def year(self) -> str:
        """The calendar year that is counted (R-29)."""
        return str(parts_of(self.turn)[0])

    @property
    def uses(self) -> int:
        """Supports of full or half strength that were used this year."""
        return dict(self.used).get(self.year, 0)

    @property
    def limit(self) -> int | None:
        """How many it has a year; None without any limit."""
        return None if is_soviet(self.nation) else A_YEAR[self.side]

    @property
    def counts(self) -> bool:
        """True for support that is counted: full or half strength."""
        return self.support is not Support.QUARTER


@dataclass(frozen=True, slots=True)
class Supported:
    """The strength that fires, uses of the year after it, how many are left (None: no limit), and MPs spent."""

    strength: str
    uses: int
    left: int | None
    mps: int = 0
    fires_from: str = ""
    overruled: str = ""


def is_soviet(nation: str) -> bool:
    """True for a task force of the Soviet Union, however its nation was written."""
    return nation.strip().casefold().startswith(SOVIET)


def uses_of(supports: Mapping[str, Any], year: str) -> int:
    """How many supports of a year a row counts."""
    return int(supports.get(year, 0))


def why_not(fire: GunfireSupport) -> Refusal | None:
    """A task force that is in play and afloat, has a support left in this year, or MPs for a quarter (R-67)."""
    return unless_overruled(fire, _forbidden(fire))


def _forbidden(fire: GunfireSupport) -> Refusal | None:
    if fire.unit.kind is not UnitKind.TASK_FORCE:
        return Refusal(f"{fire.unit.name} is no task force: only these are kept count of.", "36.F.1")
    if not fire.unit.current:
        return Refusal(f"{fire.unit.name} has no strength left.", "36.F.1")
    if fire.place in (OFF, WITHDRAWN) or fire.refit:
        why = "in refit" if fire.refit else "not in play"
        return Refusal(f"{fire.unit.name} is {why}: it fires nowhere.", "36.F.1")
    if not fire.counts and not (fire.group and fire.group.phase.is_naval):
        words = f"A quarter costs {QUARTER_MPS} MPs: {fire.unit.name} prepares it at sea in a hex, in a naval step."
        return Refusal(words, "36.F.1")
    if not fire.counts and fire.group and (short := fire.group.refusal_of_mps(QUARTER_MPS)):
        return short
    if fire.counts and fire.limit is not None and fire.uses >= fire.limit:
        return Refusal(
            f"{fire.unit.name} has used its {fire.limit} gunfire supports of {fire.year}: "
            "it may still fire with a quarter of its strength.",
            "36.F.1",
        )
    return None


@procedure(
    "gunfire-support",
    system=SYSTEM,
    rule="36.F.1",
    title="Give naval gunfire support",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: the ground combat reads the strength",
    why_not=why_not,
)
def support(fire: GunfireSupport) -> Play[Outcome[Supported]]:
    """Full and half strength are counted for the year; a quarter costs 15 MPs and is not counted."""
    yield from R29.look()
    yield from R67.look()
    told = passed_over(fire, _forbidden(fire))
    strength = in_points(fire.unit.current * fire.support.share)
    if not fire.counts:
        left = None if fire.limit is None else max(0, fire.limit - fire.uses)
        mps, spent = (QUARTER_MPS, fire.group.spends(QUARTER_MPS)) if fire.group else (0, ())
        return Outcome(Supported(strength, fire.uses, left, mps, overruled=told), spent)
    uses = fire.uses + 1
    left = None if fire.limit is None else max(0, fire.limit - uses)
    whole = {**dict(fire.used), fire.year: uses}
    return Outcome(
        Supported(strength, uses, left, 0, IN_PORT if fire.place.startswith("port:") else "", told),
        (Set(f"task-force:{fire.unit.key}.supports", dict(sorted(whole.items()))),),
    )


def in_points(strength: Fraction) -> str:
    """`6`, `2½`, `¼`: strength points with quarters."""
    whole, rest = divmod(strength, 1)
    part = QUARTERS[rest]
    return f"{whole}{part}" if whole or not part else part


QUARTERS: Mapping[Fraction, str] = {Fraction(0): "", Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
