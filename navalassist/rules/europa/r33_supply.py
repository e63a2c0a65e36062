"""33.F, 36.D.4: what a naval supply line adds to the SLP count of the port that it runs from. No dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Self

from pydantic import Field, model_validator

from navalassist.engine import Facts, Outcome, Play, Refusal, Roller, Sub, Tally, Term, call, procedure
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Words
from navalassist.rules.europa.items import Leg, PortPlace
from navalassist.rules.europa.r33_anti_shipping import EARLIER, EDITION, EDITION_3, SYSTEM
from navalassist.rules.europa.r33_naval_status import Subject, check_zone_facts, naval_status
from navalassist.rules.europa.r36_supply_path import MOST_HEXES, WayHex
from navalassist.rules.europa.rulings import R39
from navalassist.rules.europa.rulings_status import R20
from navalassist.rules.europa.words import Side, Zone


class SupplyLine(Overrulable):
    """The naval part of a supply line (33.A.3)."""

    side: Side = Field(description="Whose supply line it is.")
    port: PortPlace | None = Field(default=None, description="The port that it runs from; its SLP count grows.")
    zones: tuple[Leg, ...] = Field(
        min_length=1, max_length=20, description="The zones that it runs through, with the aircraft there."
    )
    facts: Facts = Field(description="Facts of the campaign that the zones' statuses read, by key.")
    way: Annotated[tuple[WayHex, ...], Field(max_length=MOST_HEXES)] = Field(
        default=(), description="Hexes of its way, and whose danger zone each is in; left out where nobody named any."
    )
    danger_slps: int = Field(
        default=0, ge=0, le=99, description="SLPs that hexes in enemy danger zones add, by the players' rules (R-39)."
    )

    apart: Words = Field(default="", description="Where its zones do not touch one another, or not the port.")
    barred: Words = Field(default="", description="The hex of its way that lies in an enemy combat zone (36.H).")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        for leg in self.zones:
            check_zone_facts(self.side, leg.zone, self.facts)
        return self


@dataclass(frozen=True, slots=True)
class ZoneCount:
    """What one zone adds: its status with aircraft, or nothing, and then why."""

    zone: Zone
    added: int
    sum: Tally | None
    why: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class SupplyCount:
    """What the line adds to a port's SLP count: the sum as terms, a zone each and danger zones; and the zones."""

    added: int
    port: str
    supply_line: Tally
    zones: tuple[ZoneCount, ...]
    counts: str = ""
    overruled: str = ""


def why_not(line: SupplyLine) -> Refusal | None:
    """One line from its port through zones that touch, by no hex that an enemy controls."""
    return unless_overruled(line, forbidden(line))


def forbidden(line: SupplyLine) -> Refusal | None:
    """What the book has against the line; None where nothing."""
    if line.apart:
        return Refusal(line.apart, "33.F")
    return Refusal(line.barred, "36.H") if line.barred else None


@procedure(
    "supply-line",
    system=SYSTEM,
    rule="33.F",
    title="Count a naval supply line",
    roller=Roller.NOBODY,
    edition=EDITION_3,
    earlier=(*EARLIER, EDITION),
    why_not=why_not,
)
def count_supply_line(line: SupplyLine) -> Play[Outcome[SupplyCount]]:
    """The statuses of the zones crossed, each held in 0..15, each zone once; without the terms of cargo (R-20).

    36.D.4  what hexes in enemy danger zones add joins them
    """
    counts = yield from counts_of(line)
    if line.danger_slps:
        yield from R39.look()
    total = tally_of(counts, line)
    port = (line.port.name or line.port.key) if line.port else ""
    slps = f"{total.total} SLP{'' if total.total == 1 else 's'}"
    words = f"{port} counts {slps} more than its own" if port else ""
    return Outcome(SupplyCount(total.total, port, total, counts, words, passed_over(line, forbidden(line))))


def slp_addition(line: SupplyLine) -> Play[Tally]:
    """The addition alone, a term for each zone: what a page shows before the count is written down."""
    return tally_of((yield from counts_of(line)), line)


def counts_of(line: SupplyLine) -> Play[tuple[ZoneCount, ...]]:
    """Each zone once, however often the line comes back to it."""
    counts: list[ZoneCount] = []
    for leg in {leg.zone: leg for leg in line.zones}.values():
        counts.append((yield from Sub(leg.zone.value, call(count_of_zone, line, leg))))
    return tuple(counts)


def tally_of(counts: tuple[ZoneCount, ...], line: SupplyLine) -> Tally:
    """The statuses and what danger zones add, without bounds: each status was held in its own."""
    return Tally((*(_term(count) for count in counts), *_of_danger(line)))


def _of_danger(line: SupplyLine) -> tuple[Term, ...]:
    """Hexes in enemy danger zones, and the SLPs that the players' rules say for them (36.D.4)."""
    if not line.way and not line.danger_slps:
        return ()
    against = [step.exerts.against(line.side) for step in line.way]
    met, doubtful = against.count(True), against.count(None)
    found = f": {met} of {len(line.way)}" if line.way else ""
    unsure = f", and {doubtful} of which it isn't known" if doubtful else ""
    text = f"Hexes in enemy danger zones{found}{unsure}"
    return (Term("36.D.4", text, line.danger_slps, line.danger_slps > 0, R39.number),)


def _term(count: ZoneCount) -> Term:
    if count.sum is None:
        return Term(count.rule, f"{count.zone.label}: {count.why}", 0, False)
    held = [
        f"{term.text.partition(': ')[0]} {term.value:+d}" for term in count.sum.terms if term.applies and term.value
    ]
    facts = tuple(fact for term in count.sum.terms if term.applies for fact in term.facts)
    words = ", ".join(held) or "nothing adds to it"
    return Term("33.F", f"{count.zone.label}: {words.replace('-', '−')}", count.added, True, R20.number, facts)


def count_of_zone(line: SupplyLine, leg: Leg) -> Play[ZoneCount]:
    """The zone's status; a bar of shipping does not hold back the count (R-05), a zone that is not subject adds 0."""
    status = yield from naval_status(line.side, leg.zone, line.facts, leg, "", False)
    if isinstance(status, Subject):
        return ZoneCount(leg.zone, status.tally.total, status.tally)
    return ZoneCount(leg.zone, 0, None, status.reason, status.rule)
