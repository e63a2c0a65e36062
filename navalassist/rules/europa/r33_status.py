"""What a naval status is made of: lines of tables 2 and 3 that hold or do not hold, and what comes of them (33.B)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from navalassist.engine import Play, TableKey, Tally, Term
from navalassist.rules.europa.items import Leg
from navalassist.rules.europa.rulings_status import R04, R51
from navalassist.rules.europa.words import Owner
from navalassist.rules.europa.world import MALTA_NUMBER, VALLETTA, World, owner_of

LOW, HIGH = 0, 15
AXIS_ZONES: TableKey[int] = TableKey("europa/33-axis-sea-zones", int)
AXIS_ZONE_WORDS: TableKey[str] = TableKey("europa/33-axis-sea-zones", str)
ALLIED_ZONES: TableKey[int] = TableKey("europa/33-allied-sea-zones", int)


@dataclass(frozen=True, slots=True)
class Subject:
    """The zone interferes: its status is the tally's total."""

    tally: Tally


@dataclass(frozen=True, slots=True)
class Barred:
    """The book forbids this side's shipping to sail in the zone. short: why, in three words for the chart."""

    reason: str
    rule: str
    ruling: str | None = None
    short: str = ""


@dataclass(frozen=True, slots=True)
class NotSubject:
    """The zone does not interfere: no check is made."""

    reason: str
    rule: str
    ruling: str | None = None


Status = Subject | Barred | NotSubject


@dataclass(frozen=True, slots=True)
class StatusLine:
    """A line of table 2 or 3: its row, its condition in words, the paragraph, whether it holds, what it reads."""

    row: str
    text: str
    rule: str
    holds: bool
    facts: tuple[str, ...] = ()
    ruling: str | None = None

    def term(self, value: int, applies: bool) -> Term:
        """The line as a term of the sum."""
        return Term(self.rule, self.text, value, applies, self.ruling, self.facts)


def first_that_holds(table: TableKey[int], lines: Iterable[StatusLine]) -> Play[tuple[Term, ...]]:
    """The base number: of the lines only the first that holds applies; the others are kept as terms that do not."""
    terms: list[Term] = []
    found = False
    for line in lines:
        value = yield from table.look(row=line.row, column="result")
        terms.append(line.term(value, line.holds and not found))
        found = found or line.holds
    return tuple(terms)


def added(table: TableKey[int], line: StatusLine) -> Play[Term]:
    """A line with a sign: it is added whenever it holds."""
    value = yield from table.look(row=line.row, column="result")
    return line.term(value, line.holds)


def subject(*terms: Term) -> Subject:
    """A status from its terms, held in 0..15 once, at the end (R-02)."""
    return Subject(Tally(terms, LOW, HIGH))


def nothing_printed(leg: Leg) -> Status:
    """No table has a line for the zone: no status, unless the players agree on one (R-51)."""
    if leg.status is None:
        return NotSubject("No table prints a status for this zone; the players may type one.", "33.B.10", R51.number)
    return subject(Term("33.B.10", "Status agreed at the table", leg.status, ruling=R51.number))


def malta_fell(world: World) -> bool:
    """The Axis owns Valletta, which fixes the number at its end (36.A.4, note)."""
    return world.owned_by(Owner.AXIS, VALLETTA)


def malta_strength(world: World) -> Play[int]:
    """Malta's power over Axis shipping, 0..15, whichever way the group writes its number down (R-04)."""
    scale = yield from R04.look()
    if malta_fell(world):
        return 0
    number = world.number(MALTA_NUMBER)
    return number if scale == "rule33" else HIGH - number


def malta_terms(world: World) -> Play[tuple[Term, ...]]:
    """The status of the Axis Central Mediterranean: Malta's number, or nothing with an Axis Valletta (33.B.1.a)."""
    scale = yield from R04.look()
    strength = yield from malta_strength(world)
    printed = yield from AXIS_ZONE_WORDS.look(row="central-med/malta-number", column="result")
    value = strength if printed == "malta" else int(printed)
    fell = malta_fell(world)
    text = "Malta's number" if scale == "rule33" else f"15 less Malta's number {world.number(MALTA_NUMBER)}"
    lost = f"Valletta is Axis-owned: Malta's number is fixed at {0 if scale == 'rule33' else HIGH}"
    return (
        Term("33.B.1.a", text, value, not fell, R04.number, (MALTA_NUMBER,)),
        Term("36.A.4", lost, 0, fell, R04.number, (owner_of(VALLETTA),)),
    )
