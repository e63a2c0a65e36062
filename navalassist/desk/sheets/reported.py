"""The turn report: what happened in a span of turns, as a page, and as plain text to paste into a mail or a forum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.auditlog.payloads import with_payloads
from navalassist.campaigns.models import FactHistory
from navalassist.desk.access import SEATS, At, head_of
from navalassist.desk.chart import island
from navalassist.desk.chart.island import Change
from navalassist.desk.chart.verdicts import entries_by_reference
from navalassist.desk.logbook.lines import line_of
from navalassist.desk.logbook.log import turns_until
from navalassist.desk.logbook.naming import entry_url, entry_word, several
from navalassist.desk.templatetags.parts import side_word
from navalassist.desk.templatetags.sheet_words import load_words
from navalassist.play.bodies import body_of
from navalassist.rules.europa.clock import turn_number, turn_of
from navalassist.rules.europa.world import MALTA_NUMBER
from navalassist.systems.europa.board.rolling import CHECK
from navalassist.systems.europa.report import Check, Figures, by, checks_of, figures, month_of, standing

MOST_TURNS = 12
# Acts that only prepare what is told elsewhere, or that nobody at the table would tell.
UNTOLD = ("shipment.", "dice.", "nonce.", "campaign.begin", "secret")


@dataclass(frozen=True, slots=True)
class Span:
    """From one turn to another, both included. every: all turns so far, the newest first."""

    first: str
    last: str
    every: tuple[str, ...]

    @classmethod
    def of(cls, here: At, query: Mapping[str, str]) -> Span:
        """From the query of an address; this turn where it names none that there was."""
        now = here.state.clock[0]
        every = turns_until(str(here.campaign.identity), now)
        first = query.get("from", "")
        first = first if first in every else now
        last = query.get("to", "")
        last = last if last in every else first if query.get("from") else now
        return cls(min(first, last), max(first, last), every)

    def title(self, here: At) -> str:
        """`Mar I 41`, `Mar I 41 to Apr II 41`"""
        names = here.system.names
        return names.turn(self.first) + (f" to {names.turn(self.last)}" if self.first != self.last else "")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of figures: a turn, a month or the whole span. kind: turn, month, all."""

    label: str
    kind: str
    figures: Figures


@dataclass(frozen=True, slots=True)
class Side:
    """One side's shipping, and what was met and lost."""

    key: str
    word: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """Something that happened, with its entry. malta: the text tells of it with Malta's number already."""

    side: str
    turn: str
    text: str
    url: str
    entry: str
    malta: bool = False


def context_of(here: At, query: Mapping[str, str]) -> dict[str, Any]:
    """What the page shows; `text` is the whole of it as plain text."""
    span = Span.of(here, query)
    checks = checks_of(here.viewer, span.first, span.last)
    sides = [_side(here, side, [check for check in checks if check.side == side]) for side in here.system.sides]
    malta = malta_changes(here, span)
    met = [told_check(here, check) for check in checks if check.contact]
    happened = list(events(here, span))
    points = list(points_of(here, span))
    names = here.system.names
    context: dict[str, Any] = {
        "head": head_of(here),
        "home": f"/c/{here.campaign.slug}/",
        "title": span.title(here),
        "so_far": span.last == here.state.clock[0],
        "sides": sides,
        "malta": malta,
        "steps": island.steps_of(malta, span.last, names.turn, MOST_TURNS) if malta else None,
        "met": met,
        "happened": happened,
        "points": points,
        "menus": [
            (name, label, [(turn, names.turn(turn), turn == chosen) for turn in span.every])
            for name, label, chosen in (("from", "From", span.first), ("to", "To", span.last))
        ],
        "before": before(span),
    }
    return context | {"text": as_text(here, context, span)}


def before(span: Span) -> str:
    """The turn before this span, where the campaign has it; else ''."""
    earlier = turn_of(turn_number(span.first) - 1)
    return earlier if earlier in span.every else ""


def _side(here: At, side: str, checks: Sequence[Check]) -> Side:
    """A line a turn, with the sum of each month of several turns, and of all months."""
    turns, months = by(checks, lambda c: c.turn), by(checks, lambda c: month_of(c.turn))
    lines: list[Line] = []
    for month, whole in months.items():
        mine = [turn for turn in turns if month_of(turn) == month]
        lines += [Line(here.system.names.turn(turn), "turn", turns[turn]) for turn in mine]
        lines += [Line(month, "month", whole)] if len(mine) > 1 else []
    lines += [Line("All", "all", figures(checks))] if len(months) > 1 else []
    return Side(side, SEATS[side][0], tuple(lines))


def malta_changes(here: At, span: Span) -> list[Change]:
    """Every number of Malta up to the end of the span, with its cause; none where the viewer may not see it."""
    facts = here.state.values
    if MALTA_NUMBER not in facts:
        return []
    history = FactHistory.objects.of(here.campaign, MALTA_NUMBER).filter(turn__lte=span.last)
    rows = list(history)
    return island.changes_of(here, rows, entries_by_reference(here, (row.entry for row in rows)))


def told_check(here: At, check: Check) -> Told:
    """A contact in words: what sailed, where, the dice, what was lost and where the rest is."""
    line = line_of(check.entry, check.body, here.state)
    title = line.title.partition(": ")[2] if check.entry.kind == "correction" else line.title
    text = f"{title}, {line.detail}, dice {line.dice}: {line.word}. {line.rest}"
    return _told(here, check.entry, check.turn, check.side, text)


def events(here: At, span: Span) -> Iterator[Told]:
    """Everything else that was done in these turns and that stands: rules and inputs, but not the rows of the board."""
    entries = standing(here.viewer, span.first, span.last).filter(turn__gte=span.first, turn__lte=span.last)
    for entry in with_payloads(entries.filter(kind__in=("rule", "correction", "edit")).exclude(procedure=CHECK)):
        body = body_of(entry, here.viewer.audiences)
        if str(body["act"]).startswith(UNTOLD):
            continue
        line = line_of(entry, body, here.state)
        text = ", ".join(part for part in (line.title, line.detail, line.dice) if part)
        text = f"{text}: {line.result}" if line.result else text
        yield _told(here, entry, entry.turn, entry.seat, text, str(body["act"]).startswith("malta"))


def _told(here: At, entry: Entry, turn: str, side: str, text: str, malta: bool = False) -> Told:
    url, word = entry_url(here.state, entry.reference), entry_word(entry.reference)
    return Told(side, here.system.names.turn(turn), text, url, word, malta)


def points_of(here: At, span: Span) -> Iterator[tuple[str, int, int]]:
    """Each side's victory points at the end of the span, and how they changed in it."""
    for side in here.system.sides:
        fact = f"ledger:{side}.vp"
        if fact not in here.state.values:
            continue
        rows = list(FactHistory.objects.of(here.campaign, fact).filter(turn__lte=span.last))
        earlier = [row for row in rows if row.turn < span.first] or rows[:1]
        last = int(rows[-1].value) if rows else 0
        yield SEATS[side][0], last, last - (int(earlier[-1].value) if earlier else 0)


# As text


def as_text(here: At, found: Mapping[str, Any], span: Span) -> str:
    """The report as text: short lines, no columns, for these fall apart where letters have different widths."""
    head, seat = found["head"], SEATS[here.viewer.seat][0]
    parts = [
        [
            here.campaign.name,
            f"Turn report, {found['title']}{' (so far)' if found['so_far'] else ''}",
            f"As the {seat} seat may tell it. Log head {head['log_head']}.",
        ],
        _malta_text(found["malta"], span),
        ["Shipping", *(text for side in found["sides"] for text in _side_text(side))],
        ["Contacts", *map(told_text, found["met"])],
        ["Also", *(told_text(told) for told in found["happened"] if not told.malta)],
        ["Victory points", ", ".join(f"{side} {number}{change_text(by)}" for side, number, by in found["points"])],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if len(lines) > 1) + "\n"


def told_text(told: Told) -> str:
    """One thing that happened, in a line: `- Mar I 41, Axis: Owner of Tobruk: Allied → Axis [entry 12]`."""
    return f"- {told.turn}, {side_word(told.side)}: {told.text} [{told.entry}]"


def change_text(by: int) -> str:
    """` (+6)`; nothing where nothing changed."""
    return f" ({'+' if by > 0 else '−'}{abs(by)})" if by else ""


def _malta_text(changes: Sequence[Change], span: Span) -> list[str]:
    """Malta's number as the span began, each change in it, and how it stands."""
    if not changes:
        return []
    earlier = [c for c in changes if c.turn < span.first] or list(changes[:1])
    within = [c for c in changes if c.turn >= span.first and c is not earlier[-1]]
    if not within:
        return ["Malta", f"{changes[-1].number}, unchanged."]
    lines = [f"- {c.turn_text}: {c.number}, {c.cause or 'entered'} [{entry_word(c.entry)}]" for c in within]
    return ["Malta", f"From {earlier[-1].number} to {changes[-1].number}.", *lines]


def _side_text(side: Side) -> Iterator[str]:
    if not side.lines:
        yield f"{side.word}: nothing sailed."
    for line in side.lines:
        yield f"{side.word}, {line.label if line.kind != 'all' else 'in all'}: {figures_text(line.figures)}"


def figures_text(found: Figures) -> str:
    """`sent 7 REs, 7 NTs; lost 4 REs, 4 NTs; returned 1 RE, 1 NT; arrived 2 REs, 2 NTs; 1 contact in 2 checks.`"""
    loads = (
        ("sent", found.sent),
        ("lost", found.lost),
        ("returned", found.returned),
        ("arrived", found.arrived),
        ("at sea", found.at_sea),
    )
    parts = [f"{word} {load_words(load)}" for word, load in loads if load or word != "at sea"]
    parts += [several(found.naval, "naval unit") + " put to sea"] if found.naval else []
    parts += [several(found.hits, "hit")] if found.hits else []
    return "; ".join([*parts, f"{several(found.contacts, 'contact')} in {several(found.checks, 'check')}"]) + "."
