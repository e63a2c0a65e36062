"""What the map shows: the naval status of every zone for both sides, and Malta's power, read from facts and a book.

In:  the facts that a viewer may see (fact key -> value) and the campaign's book.
Out: for each side and zone a `ZoneStatus`: word, number, exact chance of contact, reason, and the terms it came from.
Nothing here throws dice or writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from navalassist.engine import Book, Facts, Play, Term, compute
from navalassist.rules.europa.items import Leg
from navalassist.rules.europa.r33_naval_status import (
    Barred,
    NotSubject,
    Status,
    Subject,
    air_terms,
    facts_needed,
    naval_status,
)
from navalassist.rules.europa.r33_status import AXIS_ZONES, HIGH, LOW, malta_fell, malta_strength
from navalassist.rules.europa.r36_malta import STOCK_POINTS
from navalassist.rules.europa.r36_malta_points import STOCK_NRP
from navalassist.rules.europa.rulings_status import R04, R16
from navalassist.rules.europa.words import Contact, Declared, Side, Zone
from navalassist.rules.europa.world import MALTA_NUMBER, SOUTH_AEGEAN_DECLARED, VALLETTA, World, owner_of
from navalassist.systems.europa.air import air_keys, air_rows
from tables.table import RuleTable

CONTACT_TABLE = "europa/33-anti-shipping"
# One more hex than the 15-hex rule reaches (33.B.1.b): how the status reads for a voyage that keeps away.
OUT_OF_REACH = 16
FAR_ZONES = (Zone.WESTERN_MED, Zone.CENTRAL_MED)


class Word(StrEnum):
    """What a zone is to one side's shipping."""

    SUBJECT = "subject"
    BARRED = "barred"
    FREE = "not subject"
    UNDECLARED = "not declared"
    UNPRINTED = "nothing printed"
    HIDDEN = "not known"


@dataclass(frozen=True, slots=True)
class Variant:
    """How the status reads for some of the shipping only: `text` says for which. number None: not subject."""

    text: str
    number: int | None
    chance: Fraction | None
    rule: str
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class ZoneStatus:
    """One zone for one side.

    number: the naval status 0..15, also of a barred zone that has one for supply lines and warships (R-05), else None.
    chance: of contact for one item at that number, without the terms of the item itself; None where no check is made.
    terms: everything that was added and everything that was not. reads: the facts that decide it.
    short: why a zone is barred, for its plate.
    """

    side: Side
    zone: Zone
    word: Word
    number: int | None
    chance: Fraction | None
    reason: str
    rule: str
    ruling: str | None
    terms: tuple[Term, ...]
    reads: tuple[str, ...]
    variants: tuple[Variant, ...] = ()
    short: str = ""

    @property
    def danger(self) -> int:
        """How dense the zone is hatched: 1 to 11 %, 2 to 28, 3 to 58, 4 to 78, 5 over; 0 where nothing is checked."""
        if self.chance is None or self.word is not Word.SUBJECT:
            return 0
        return 1 + sum(self.chance > Fraction(limit, 36) for limit in (4, 10, 21, 28))


@dataclass(frozen=True, slots=True)
class MaltaNow:
    """Malta's number as the group writes it, and what it stands for.

    air: what air units kept in the Central Med add to the status or take off it; the chances count it (33.C);
    strength: the naval status it gives Axis cargo, 0..15; other: the number on the other scale of the rules (R-04);
    scale: `rule33` or `rule36`; fixed: the Axis owns Valletta (36.A.4); chances: number 0..15 -> chance of contact;
    points, nrp: Malta repair points in hand and naval repair points on Valletta, None where they are not counted.
    """

    number: int
    strength: int
    other: int
    scale: str
    fixed: bool
    chances: tuple[Fraction | None, ...]
    air: int = 0
    points: int | None = None
    nrp: int | None = None

    @property
    def chance(self) -> Fraction | None:
        """The chance that an item of Axis cargo is contacted in the Central Mediterranean."""
        return self.chances[self.number]

    @property
    def after_a_hit(self) -> Fraction | None:
        """The same chance after one bombing hit; None where Malta cannot get weaker."""
        number = self.number + (-1 if self.scale == "rule33" else 1)
        return self.chances[number] if LOW <= number <= HIGH and not self.fixed else None


def contact_chance(book: Book, column: int) -> Fraction | None:
    """The exact chance of contact in a column of the Anti-Shipping Table; None when a cell of it is not known."""
    table = book.table(CONTACT_TABLE)
    assert isinstance(table, RuleTable)
    ways = table.ways(column)
    return None if None in ways else Fraction(ways.get(Contact.CONTACT.value, 0), sum(ways.values()))


def status_of(
    side: Side,
    zone: Zone,
    values: Mapping[str, Any],
    book: Book,
    air: Sequence[str] | None = None,
    leg: Leg | None = None,
) -> ZoneStatus:
    """The status of one zone for one side, from the facts that the viewer may see.

    air: the rows of air units among them, where the caller has looked for them already; leg: what is known of the way.
    """
    reads = facts_needed(side, zone)
    if any(key not in values for key in reads):
        reason = "It depends on something that this seat may not see."
        return ZoneStatus(side, zone, Word.HIDDEN, None, None, reason, "", None, (), reads)
    flying = air_keys(values, air_rows(values) if air is None else air, (zone,))
    facts = Facts({key: values[key] for key in (*reads, *flying)})
    # Few acts change what it depends on.
    known = side, zone, facts, values.get(SOUTH_AEGEAN_DECLARED)
    return book.once((_status, *known, leg), lambda: _status(*known, book, leg))


def _status(side: Side, zone: Zone, facts: Facts, declared: str | None, book: Book, leg: Leg | None) -> ZoneStatus:
    reads = facts_needed(side, zone)
    status = compute(naval_status(side, zone, facts, leg), book)
    if isinstance(status, Barred):
        printed = compute(naval_status(side, zone, facts, shipping=False), book)
        number = printed.tally.total if isinstance(printed, Subject) else None
        why = status.reason, status.rule, status.ruling
        return ZoneStatus(side, zone, Word.BARRED, number, None, *why, terms_of(printed), reads, short=status.short)
    if isinstance(status, NotSubject):
        word = _word_of(zone, status, declared)
        return ZoneStatus(side, zone, word, None, None, status.reason, status.rule, status.ruling, (), reads)
    number = status.tally.total
    reason, rule, ruling = _reason(status.tally.terms)
    variants = tuple(_variants(side, zone, status.tally.raw, facts, book))
    return ZoneStatus(
        side,
        zone,
        Word.SUBJECT,
        number,
        contact_chance(book, number),
        reason,
        rule,
        ruling,
        status.tally.terms,
        reads,
        variants,
    )


def statuses(values: Mapping[str, Any], book: Book) -> dict[Side, dict[Zone, ZoneStatus]]:
    """Every zone for both sides."""
    air = air_rows(values)
    return {side: {zone: status_of(side, zone, values, book, air) for zone in Zone} for side in Side}


def terms_of(status: Status) -> tuple[Term, ...]:
    """The terms of a status that has some."""
    return status.tally.terms if isinstance(status, Subject) else ()


def malta_now(values: Mapping[str, Any], book: Book) -> MaltaNow | None:
    """Malta's number and its meaning; None when the viewer may not see it."""
    keys = (MALTA_NUMBER, owner_of(VALLETTA))
    if any(key not in values for key in keys):
        return None
    world = World(Facts({key: values[key] for key in keys}))
    scale = book.ruling(R04)
    number = world.number(MALTA_NUMBER)
    columns = range(LOW, HIGH + 1) if scale == "rule33" else range(HIGH, LOW - 1, -1)
    air = _air_at_malta(values, book)
    return MaltaNow(
        number=number,
        strength=compute(malta_strength(world), book),
        other=HIGH - number,
        scale=scale,
        fixed=malta_fell(world),
        chances=tuple(contact_chance(book, min(max(column + air, LOW), HIGH)) for column in columns),
        air=air,
        points=values.get(STOCK_POINTS),
        nrp=values.get(STOCK_NRP),
    )


def _air_at_malta(values: Mapping[str, Any], book: Book) -> int:
    """What air units kept in the Central Mediterranean add to its status for the Axis, or take off it (33.C)."""
    flying = air_keys(values, air_rows(values), (Zone.CENTRAL_MED,))
    if not flying:
        return 0
    terms = compute(air_terms(Side.AXIS, Leg(zone=Zone.CENTRAL_MED), Facts({key: values[key] for key in flying})), book)
    return sum(term.value for term in terms if term.applies)


def _word_of(zone: Zone, status: NotSubject, declared: str | None) -> Word:
    if zone is Zone.SOUTH_AEGEAN and declared == Declared.NOT:
        return Word.UNDECLARED
    return Word.UNPRINTED if status.ruling == "R-51" else Word.FREE


def _reason(terms: tuple[Term, ...]) -> tuple[str, str, str | None]:
    """The terms that apply, as one line; rule and ruling are those of the first."""
    held = [term for term in terms if term.applies]
    first = held[0] if held else terms[0]
    return "; ".join(map(_in_short, held)), first.rule, first.ruling


def _in_short(term: Term) -> str:
    """A term's words without what stands among the terms anyhow: a condition in brackets, the workings of 33.C."""
    if term.rule == "33.C":
        return term.text.partition(": ")[0]
    return term.text if term.value else term.text.partition(" (")[0].replace("Within", "within")


def _variants(side: Side, zone: Zone, raw: int, facts: Facts, book: Book) -> Iterator[Variant]:
    """raw: the sum of the zone's terms, which is held in 0 to 15 only with those of the item (R-02)."""
    if side is Side.AXIS and zone is Zone.CENTRAL_MED:
        short = min(max(raw + compute(_short_route(), book), LOW), HIGH)
        yield Variant("Short route", short, contact_chance(book, short), "33.B.1.a", R16.number)
    if side is Side.ALLIED and zone in FAR_ZONES:
        far = compute(naval_status(side, zone, facts, Leg(zone=zone, hexes=OUT_OF_REACH)), book)
        if isinstance(far, NotSubject):
            yield Variant("Beyond 15 hexes", None, None, far.rule, far.ruling)


def _short_route() -> Play[int]:
    """What the short route between the islands and Tunisia takes off (33.B.1.a)."""
    return (yield from AXIS_ZONES.look(row="central-med/short-route", column="result"))
