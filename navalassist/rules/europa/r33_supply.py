"""33.F: what a naval supply line adds to the SLP count of the port that it runs from. No dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from pydantic import Field, model_validator

from navalassist.engine import Facts, Outcome, Play, Roller, Sub, Tally, Term, call, procedure
from navalassist.rules.europa.items import Frozen, Leg, PortPlace
from navalassist.rules.europa.r33_anti_shipping import EDITION, SYSTEM
from navalassist.rules.europa.r33_naval_status import Subject, check_zone_facts, naval_status
from navalassist.rules.europa.rulings_status import R20
from navalassist.rules.europa.words import Side, Zone


class SupplyLine(Frozen):
    """The naval part of a supply line (33.A.3)."""

    side: Side = Field(description="Whose supply line it is.")
    port: PortPlace | None = Field(default=None, description="The port that it runs from; its SLP count grows.")
    zones: tuple[Leg, ...] = Field(
        min_length=1, max_length=20, description="The zones that it runs through, with the aircraft there."
    )
    facts: Facts = Field(description="Facts of the campaign that the zones' statuses read, by key.")

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
    """What the zones add to the port's SLP count, together and one by one; the sum as terms, a zone each."""

    added: int
    port: str
    supply_line: Tally
    zones: tuple[ZoneCount, ...]


@procedure(
    "supply-line",
    system=SYSTEM,
    rule="33.F",
    title="Count a naval supply line",
    roller=Roller.NOBODY,
    edition=EDITION,
)
def count_supply_line(line: SupplyLine) -> Play[Outcome[SupplyCount]]:
    """The statuses of the zones crossed, each held in 0..15, each zone once; without the terms of cargo (R-20)."""
    counts = yield from counts_of(line)
    total = tally_of(counts)
    port = (line.port.name or line.port.key) if line.port else ""
    return Outcome(SupplyCount(total.total, port, total, counts))


def slp_addition(line: SupplyLine) -> Play[Tally]:
    """The addition alone, a term for each zone: what a page shows before the count is written down."""
    return tally_of((yield from counts_of(line)))


def counts_of(line: SupplyLine) -> Play[tuple[ZoneCount, ...]]:
    """Each zone once, however often the line comes back to it."""
    counts: list[ZoneCount] = []
    for leg in {leg.zone: leg for leg in line.zones}.values():
        counts.append((yield from Sub(leg.zone.value, call(count_of_zone, line, leg))))
    return tuple(counts)


def tally_of(counts: tuple[ZoneCount, ...]) -> Tally:
    """The statuses added up, without bounds: each was held in its own."""
    return Tally(tuple(_term(count) for count in counts))


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
