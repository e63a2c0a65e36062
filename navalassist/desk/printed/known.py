"""What every take-over sheet tells, whatever the rule system: what is due, marks, rulings, tables, what was done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.auditlog.payloads import with_payloads
from navalassist.desk.at import At
from navalassist.desk.logbook.lines import line_of
from navalassist.desk.logbook.naming import entry_url, short_entry
from navalassist.desk.logbook.wording import words_for
from navalassist.desk.printed.parts import Section, Told, source
from navalassist.desk.review.disputes import items_of, precedents_now
from navalassist.desk.system_pages import system_pages_of
from navalassist.desk.turn.steps import this_step
from navalassist.engine import Ruling
from navalassist.play.corrections.standing import standing, turns_meant
from navalassist.play.storage.bodies import body_of
from tables import all_tables

# Not told again: dice bound and opened, steps that ended, and what was taken back.
SILENT = ("seed", "reveal", "clock", "access", "nonce", "undo")
# Acts that nobody at the table would tell.
UNTOLD = ("dice.", "nonce.", "secret")
# As many as one page has room for.
MOST_ENTRIES = 40
ENDS = {"player-turn": "with this player turn", "turn": "with this turn"}


def due_text(here: At) -> str:
    """What the step asks for: `Due: Roll row 2; Bomb Malta.` or `Nothing is due in this step.`"""
    due = [task.text for task in this_step(here, here.state.values).due if not task.done and not task.off]
    return f"Due: {'; '.join(due)}." if due else "Nothing is due in this step."


def marks(here: At) -> tuple[list[Told], list[Told]]:
    """The open marks in words with the entry of each: those that stay, and those that end with this turn."""
    facts, words, system_pages = here.state.values, words_for(here.state, {}), system_pages_of(here.system.key)
    stay: list[Told] = []
    soon: list[Told] = []
    for row in here.state.rows("mark"):
        ends, kind = str(facts[f"{row}.ends"]), str(facts[f"{row}.kind"])
        # What is gone when this step is, nobody takes over.
        if ends in ("step", here.system.part_life) or kind in system_pages.untold:
            continue
        note = str(facts[f"{row}.note"])
        text = system_pages.mark_words(here, row) or (note and words.value(f"{row}.note", note))
        last = str(facts.get(f"{row}.until", ""))
        right = ENDS.get(ends) or (f"until {here.system.names.turn(last)}" if last else "")
        told = Told(words.row(row), text, *source(here, f"{row}.kind"), right)
        (soon if ends in ENDS else stay).append(told)
    return stay, soon


def rulings(here: At) -> Section:
    """The rulings that are not at their default in words, the others by number."""
    facts = here.state.values
    chosen = [(r, str(facts.get(f"ruling:{r.number}.choice", r.default))) for r in here.system.rulings]
    own = [(ruling, choice) for ruling, choice in chosen if choice != ruling.default]
    others = [ruling for ruling, choice in chosen if choice == ruling.default and len(ruling.choices) > 1]
    words = "" if own else "All rulings at their defaults."
    fine = (f"At their defaults: {', '.join(ruling.number for ruling in others)}.",) if own and others else ()
    return Section("Rulings", tuple(_ruling(here, *pair) for pair in own), words, fine=fine)


def _ruling(here: At, ruling: Ruling, choice: str) -> Told:
    words = dict(ruling.choices).get(choice, choice)
    return Told(f"{ruling.number} {ruling.title}", words, *source(here, f"ruling:{ruling.number}.choice"))


def own_tables(here: At) -> Section:
    """The tables of which this campaign has a text of its own: title and version."""
    shipped = all_tables()
    mine = here.state.tables.items()
    own = [f"{t.title} ({t.version})" for slug, t in mine if slug not in shipped or shipped[slug].version != t.version]
    return Section("Rule tables", words=f"Own versions: {', '.join(own)}." if own else "All as they come.")


def matters(here: At) -> Section:
    """What people have still to say to one another, and what was ruled."""
    found = [Told(item.title, item.text, item.url, "open") for item in items_of(here) if item.open]
    for case in precedents_now(here):
        when = f" ({case.when})" if case.when else ""
        found.append(Told(f"Precedent {case.number}, {case.procedure}{when}", f"{case.verdict}. {case.text}"))
    return Section("Disputes and questions", tuple(found))


def done_since(here: At, first: str, title: str) -> Section:
    """What was done in these turns and stands, in order; how many of the earliest were left out."""
    told = list(lines_since(here, first))
    more = max(0, len(told) - MOST_ENTRIES)
    words = f"The {more} entries before these are in the log." if more else ""
    lines = tuple(line for line, _ in told[more:])
    return Section(title, lines, words, wide=True, numbered=True)


Lines = Iterator[tuple[Told, dict[str, Any]]]


def lines_since(here: At, first: str) -> Lines:
    """The entries written since a turn that stand, each in a line with its body; no steps, nor what only prepares."""
    return _lines(here, standing(here.viewer, first, here.state.clock[0]).filter(turn__gte=first))


def lines_of(here: At, first: str, last: str) -> Lines:
    """Rules and inputs of these turns that stand; a correction is told in the turn of what it corrects."""
    meant = turns_meant(here.viewer)
    entries = standing(here.viewer, first, last).filter(kind__in=("rule", "correction", "edit"))
    return _lines(here, (one for one in entries if first <= meant.get(one.reference, one.turn) <= last))


def _lines(here: At, entries: Iterable[Entry]) -> Lines:
    of_system = system_pages_of(here.system.key)
    untold = (*UNTOLD, *of_system.only_prepare)
    for entry in with_payloads([one for one in entries if one.kind not in SILENT and not of_system.unprinted(one)]):
        body = body_of(entry, here.viewer.audiences)
        if not str(body["act"]).startswith(untold):
            yield told_of(here, entry, body), body


def told_of(here: At, entry: Entry, body: dict[str, Any]) -> Told:
    """An entry in a line, behind the sign of its seat."""
    line = line_of(entry, body, here.state)
    text = ", ".join(filter(None, (line.title, line.detail, line.dice)))
    text = f"{text}: {line.result}" if line.result else text
    if line.sentence:
        dice = f" Dice {line.dice}." if line.dice else ""
        text = f"{line.sentence}{dice}"
    text = system_pages_of(here.system.key).entry_words(body) or text
    seat = here.seats.get(entry.seat, ("", ""))[1]
    return Told(seat, text, entry_url(here.state, entry.reference), short_entry(entry.reference))
