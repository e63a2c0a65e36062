"""The turn report: what happened in a span of turns, as a page, and as plain text to paste into a mail or a forum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from navalassist.desk.access import SEATS
from navalassist.desk.at import At
from navalassist.desk.logbook.known_then import known_then
from navalassist.desk.logbook.lines import line_of
from navalassist.desk.logbook.naming import entry_word, several
from navalassist.desk.logbook.references import number_over_time
from navalassist.desk.printed import known
from navalassist.desk.printed.parts import Section, Told, seat_word, sheet_of, side_text
from navalassist.desk.printed.span import Span, report_title
from navalassist.desk.words import decimal, side_word
from navalassist.play.state import head_code
from navalassist.rules.europa.clock import turn_number, turn_of
from navalassist.systems.europa.board.rolling import CHECK
from navalassist.systems.europa.fleet import OFF
from navalassist.systems.europa.pages.chart import island
from navalassist.systems.europa.pages.chart.island import Change
from navalassist.systems.europa.pages.sheets import voyages as sailing
from navalassist.systems.europa.pages.sheets.malta_story import malta_changes
from navalassist.systems.europa.pages.sheets.voyages import Voyage, load_words
from navalassist.systems.europa.report import Check, Figures, by, checks_of, figures, month_of

MOST_TURNS = 12
VOYAGES = ("Sent", "Way", "Contact", "Lost", "Back", "Arrived")
FIGURES = ("Turn", "Sent", "Contacts", "Lost", "Back", "Arrived", "At sea", "Hits")
# How far losses may be from what was to be expected, in REs, and what that is called.
LUCK = ((1, "as expected"), (3, "a little"), (10**6, "much"))


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A line of figures: a turn, a month or the whole span. kind: turn, month, all."""

    label: str
    kind: str
    figures: Figures


@dataclass(frozen=True, slots=True)
class Side:
    """One side's shipping: its checks, figure by figure and voyage by voyage."""

    key: str
    word: str
    lines: tuple[ReportLine, ...]
    voyages: tuple[Voyage, ...]
    checks: tuple[Check, ...]

    @property
    def all(self) -> Figures:
        """All of it, added up."""
        return figures(self.checks)


@dataclass(frozen=True, slots=True)
class Report:
    """All that the page and the text are made of. happened: whether Malta's number tells of it, and the line."""

    here: At
    span: Span
    sides: tuple[Side, ...]
    malta: tuple[Change, ...]
    happened: tuple[tuple[bool, Told], ...]
    points: tuple[tuple[str, int, int], ...]


def context_of(here: At, query: Mapping[str, str]) -> dict[str, Any]:
    """What the page shows; `text` is the whole of it as plain text."""
    span = Span.of(here, query)
    found = report_of(here, span)
    names, malta = here.system.names, found.malta
    strip = [("Victory points", " · ".join(f"{side} {number}{change_text(by)}" for side, number, by in found.points))]
    strip += [("Malta", _malta_box(malta, span))] if malta else []
    strip += [("Next", names.turn(turn_of(turn_number(span.last) + 1)))]
    said = " ".join(sent_text(side) for side in found.sides)
    more = {
        "steps": island.steps_of(malta, span.last, names.turn, MOST_TURNS) if malta else None,
        "menus": span.menus(here),
        "before": span.before,
        "text": as_text(found),
        "signs": [*(side_text(here, side) for side in here.system.sides), "umpire"],
    }
    return sheet_of(here, report_title(here, span), said, strip, sections(found), **more)


def report_of(here: At, span: Span) -> Report:
    """The span, read once."""
    checks, malta = checks_of(here.viewer, span.first, span.last), tuple(malta_changes(here, span.last))
    return Report(
        here,
        span,
        tuple(_side(here, side, [check for check in checks if check.side == side]) for side in here.system.sides),
        malta,
        tuple(events(here, span, {change.url: change.number for change in malta})),
        tuple(points_of(here, span)),
    )


def sections(found: Report) -> Iterator[Section]:
    """The report from top to bottom: a single turn voyage by voyage, several turns in figures."""
    one = found.span.is_one_turn
    for side in found.sides:
        yield replace(_voyages(side) if one else _figures(side), fine=tuple(_known_then(found.here, side)))
    yield _there(found)
    yield _worth(found)
    if found.malta and _ends(found.malta, found.span)[1]:
        yield Section("Malta's number", template="europa/chart/_steps.html", wide=True)
    yield Section("Also", tuple(told for _, told in found.happened), wide=True, numbered=True)
    if found.span.so_far(found.here):
        yield _ahead(found.here)


def _voyages(side: Side) -> Section:
    all_ = side.all
    met = f"{several(all_.contacts, 'contact')} in {several(all_.checks, 'check')}"
    loads = (load_words(load) if load else sailing.NOTHING for load in (all_.lost, all_.returned, all_.arrived))
    rows = tuple(voyage.row for voyage in side.voyages)
    foot = (load_words(all_.sent), "", met, *loads) if len(rows) > 1 else ()
    words = "" if rows else "Nothing sailed."
    return Section("shipping", words=words, heads=VOYAGES, rows=rows, foot=foot, side=side.key, wide=True)


def _known_then(here: At, side: Side) -> Iterator[str]:
    """Rolls whose odds are those that were shown then, since what they had read was put right without them."""
    for reference, told in known_then(here, [check.entry for check in side.checks]).items():
        roll = entry_word(reference).capitalize()
        yield f"{roll} stands as it was rolled, by what was known then: {'; '.join(told)}."


def _figures(side: Side) -> Section:
    rows = tuple((line.label, *_cells(line.figures)) for line in side.lines)
    words = "" if rows else "Nothing sailed."
    return Section("shipping", words=words, heads=FIGURES, rows=rows, side=side.key, wide=True)


def _cells(found: Figures) -> Iterator[str]:
    naval = f"; {several(found.naval, 'naval unit')}" if found.naval else ""
    yield f"{load_words(found.sent)}{naval}"
    yield f"{found.contacts} of {several(found.checks, 'check')}"
    for load in (found.lost, found.returned, found.arrived, found.at_sea):
        yield load_words(load) if load else sailing.NOTHING
    yield str(found.hits or sailing.NOTHING)


def _there(found: Report) -> Section:
    """What arrived where."""
    lines = sailing.ports(voyage for side in found.sides for voyage in side.voyages)
    told = tuple(Told(f"{SEATS[side][1]} {port}", what) for side, port, what in lines)
    return Section("Arrived where", told, "" if told else "Nothing arrived.")


def _worth(found: Report) -> Section:
    """The losses beside those that were to be expected."""
    rows = tuple(_luck(found.here, side) for side in found.sides if any(map(sailing.is_cargo, side.checks)))
    return Section("What it was worth", heads=("Side", "Expected loss", "Lost", "Luck"), rows=rows)


def _luck(here: At, side: Side) -> tuple[str, ...]:
    expected, lost = sailing.expected_loss(side.checks), side.all.lost.res
    away = float(lost) - float(expected)
    word = next(word for most, word in LUCK if abs(away) < most)
    word = word if word == LUCK[0][1] else f"{word} {'worse' if away > 0 else 'better'}"
    return side_text(here, side.key), f"{decimal(expected)} REs", several(lost, "RE"), word


def _ahead(here: At) -> Section:
    """What is still at sea, and what the next turn brings."""
    facts, names = here.state.values, here.system.names
    coming = turn_of(turn_number(here.state.clock[0]) + 1)
    ships = here.state.rows("task-force")
    told = [
        Told(str(facts[f"{row}.name"]), f"{word} {names.turn(coming)}")
        for row in ships
        for word in ("arrives", "leaves")
        if facts[f"{row}.{word}"] == coming and (word == "leaves" or facts[f"{row}.place"] == OFF)
    ]
    at_sea = [row for row in here.state.rows("shipment") if facts[f"{row}.state"] == "at-sea"]
    words = f"{several(len(at_sea), 'shipment')} at sea." if at_sea else "Nothing is at sea."
    return Section("Still at sea, still due", (*told, *known.marks(here)[1]), f"{words} {known.due_text(here)}")


def _side(here: At, side: str, checks: Sequence[Check]) -> Side:
    """A line a turn, with the sum of each month of several turns, and of all months."""
    turns, months = by(checks, lambda c: c.turn), by(checks, lambda c: month_of(c.turn))
    lines: list[ReportLine] = []
    for month, whole in months.items():
        mine = [turn for turn in turns if month_of(turn) == month]
        lines += [ReportLine(here.system.names.turn(turn), "turn", turns[turn]) for turn in mine]
        lines += [ReportLine(month, "month", whole)] if len(mine) > 1 else []
    lines += [ReportLine("All", "all", figures(checks))] if len(months) > 1 else []
    return Side(side, SEATS[side][0], tuple(lines), tuple(sailing.voyages(here, checks)), tuple(checks))


def events(here: At, span: Span, malta: Mapping[str, int]) -> Iterator[tuple[bool, Told]]:
    """Everything else that was done in these turns and that stands: rules and inputs, but not the rows of the board.

    malta: its number as it is told after the entry of an address; an entry tells it as it was thought then.
    """
    for told, body in known.lines_of(here, span.first, span.last):
        if body.get("procedure") == CHECK:
            continue
        on_malta = str(body["act"]).startswith("malta")
        thought = (body.get("outcome") or {}).get("after") if on_malta else None
        if thought is not None and malta.get(told.url, thought) != thought:
            more = f"So it was thought then; by what was put right since, it came to {malta[told.url]}."
            told = replace(told, text=f"{told.text} {more}")
        yield on_malta, told


def points_of(here: At, span: Span) -> Iterator[tuple[str, int, int]]:
    """Each side's victory points at the end of the span, and how they changed in it."""
    for side in here.system.sides:
        fact = f"ledger:{side}.vp"
        if fact not in here.state.values:
            continue
        rows = [one for one in number_over_time(here, fact) if one.turn <= span.last]
        earlier = [one for one in rows if one.turn < span.first] or rows[:1]
        last = rows[-1].number if rows else 0
        yield SEATS[side][0], last, last - (earlier[-1].number if earlier else 0)


def sent_text(side: Side) -> str:
    """`Axis sent 14 REs, 18 NTs: 9 REs, 13 NTs arrived; 4 REs, 4 NTs were lost; 1 RE, 1 NT came back.`"""
    whole = side.all
    if not whole:
        return f"{side.word} sent nothing."
    fates = ((whole.arrived, "arrived"), (whole.lost, "lost"), (whole.returned, "back"), (whole.at_sea, "at sea"))
    told = [f"{load_words(load)} {word}" for load, word in fates if load]
    told += [several(whole.hits, "hit")] if whole.hits else []
    ships = f"{several(whole.naval, 'naval unit')}" if whole.naval else ""
    sent = " and ".join(filter(None, (load_words(whole.sent) if whole.sent else "", ships)))
    return f"{side.word} sent {sent or 'nothing new'}{': ' if told else ''}{'; '.join(told)}."


# As text


def as_text(found: Report) -> str:
    """The report as text: short lines, no columns, for these fall apart where letters have different widths."""
    here, span = found.here, found.span
    voyages = [(side, voyage) for side in found.sides for voyage in side.voyages]
    there = sailing.ports(voyage for _, voyage in voyages)
    met = [_contact(here, check) for side in found.sides for check in side.checks if check.contact]
    points = ", ".join(f"{side} {number}{change_text(by)}" for side, number, by in found.points)
    parts = [
        [here.campaign.name, report_title(here, span), _whose(here)],
        _malta_text(found.malta, span),
        ["Shipping", *(text for side in found.sides for text in _side_text(side))],
        ["Arrived where", *(f"- {side_word(side)}, {port}: {what}" for side, port, what in there)],
        ["Contacts", *met],
        ["Also", *(f"- {told.text} [entry {told.entry}]" for malta, told in found.happened if not malta)],
        ["Victory points", points],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if len(lines) > 1) + "\n"


def _whose(here: At) -> str:
    return f"As the {seat_word(here)} seat may tell it. Log head {head_code(here.state)}."


def _contact(here: At, check: Check) -> str:
    """`- Mar I 41, Axis: 7 SP Naples–Tripoli, Central Med, status 9, dice 6 3, then 4 2 1: CONTACT. … [entry 12]`"""
    line = line_of(check.entry, dict(check.body), here.state)
    title = line.title.partition(": ")[2] if check.entry.kind == "correction" else line.title
    when, entry = here.system.names.turn(check.turn), entry_word(check.entry.reference)
    text = f"{title}, {line.detail}, dice {line.dice}: {line.word}. {line.rest}"
    return f"- {when}, {side_word(check.side)}: {text} [{entry}]"


def change_text(by: int) -> str:
    """` (+6)`; nothing where nothing changed."""
    return f" ({'+' if by > 0 else '−'}{abs(by)})" if by else ""


def _ends(changes: Sequence[Change], span: Span) -> tuple[Change, list[Change]]:
    """The change that holds as the span begins, and those within it."""
    earlier = [c for c in changes if c.turn < span.first] or list(changes[:1])
    return earlier[-1], [c for c in changes if c.turn >= span.first and c is not earlier[-1]]


def _malta_box(changes: Sequence[Change], span: Span) -> str:
    first, within = _ends(changes, span)
    return f"{first.number} → {changes[-1].number}" if within else f"{first.number}, unchanged"


def _malta_text(changes: Sequence[Change], span: Span) -> list[str]:
    """Malta's number as the span began, each change in it, and how it stands."""
    if not changes:
        return []
    first, within = _ends(changes, span)
    if not within:
        return ["Malta", f"{changes[-1].number}, unchanged."]
    lines = [f"- {c.turn_text}: {c.number}, {c.cause or 'entered'} [{entry_word(c.entry)}]" for c in within]
    return ["Malta", f"From {first.number} to {changes[-1].number}.", *lines]


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
