"""The turn report of the Great War: its naval actions step by step, losses, who sailed where, tracks that moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from navalassist.desk.at import At
from navalassist.desk.logbook.naming import several
from navalassist.desk.logbook.references import number_over_time
from navalassist.desk.operations.pages import of_entry
from navalassist.desk.printed import known
from navalassist.desk.printed.parts import Section, Told, seat_word, sheet_of, side_text
from navalassist.desk.printed.span import Span, report_title
from navalassist.engine.rows import Row, key_of
from navalassist.play.state import head_code
from navalassist.systems.storm_of_steel.conditions import TRACKS, track_title
from navalassist.systems.storm_of_steel.forces import place_words
from navalassist.systems.storm_of_steel.pages import standing
from navalassist.systems.storm_of_steel.pages.actions import Going, action_of
from navalassist.systems.storm_of_steel.pages.forces import words_of
from navalassist.systems.storm_of_steel.pages.next import ACTION_PAGE
from navalassist.systems.storm_of_steel.pages.papers import due
from navalassist.systems.storm_of_steel.state import LOST, Fleet, Squadron

Line = tuple[Told, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Fought:
    """A naval action and what was done in it, in order."""

    action: Going
    lines: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """All that the page and the text are made of. sailed: fleet, its places one after another, where it is now."""

    fought: tuple[Fought, ...]
    lost: tuple[Told, ...]
    sailed: tuple[Told, ...]
    tracks: tuple[Told, ...]
    also: tuple[Told, ...]


def context_of(here: At, query: Mapping[str, str]) -> dict[str, Any]:
    """What the page shows; `text` is the whole of it as plain text."""
    span = Span.of(here, query)
    found = report_of(here, span)
    so_far = span.so_far(here)
    strip = [("Actions", str(len(found.fought))), ("Squadrons lost", str(len(found.lost)))]
    more = {
        "menus": span.menus(here),
        "before": span.before,
        "text": as_text(here, span, found),
        "signs": [*(side_text(here, side) for side in here.system.sides), "umpire"],
    }
    said = said_of(found)
    sections = [
        *sections_of(found),
        *([standing.in_progress(here), Section("Still due", words=due(here))] if so_far else []),
    ]
    return sheet_of(here, report_title(here, span), said, strip, sections, **more)


def report_of(here: At, span: Span) -> Report:
    """The span, read once."""
    lines = list(known.lines_of(here, span.first, span.last))
    by_action: dict[str, list[Told]] = {}
    also: list[Told] = []
    for told, body in lines:
        page = of_entry(here, body, (ACTION_PAGE,))
        by_action.setdefault(page.path.split("/")[1], []).append(told) if page else also.append(told)
    fought = sorted((action_of(here, key) for key in by_action), key=lambda one: one.number)
    return Report(
        tuple(Fought(one, tuple(by_action[one.key])) for one in fought),
        tuple(lost(here, lines)),
        tuple(sailed(here, lines)),
        tuple(moved_tracks(here, span)),
        tuple(also),
    )


def said_of(found: Report) -> str:
    """`2 naval actions; 1 squadron lost.`"""
    acts = several(len(found.fought), "naval action") if found.fought else "No naval action"
    return f"{acts}; {several(len(found.lost), 'squadron') if found.lost else 'no squadron'} lost."


def sections_of(found: Report) -> Iterator[Section]:
    """The report from top to bottom."""
    for each in found.fought:
        one = each.action
        title = f"Action {one.number}: {standing.action_text(one)}"
        yield Section(
            title,
            each.lines,
            f"It {one.words}." if not one.is_over else _end(one),
            side=one.side,
            wide=True,
            numbered=True,
        )
    yield Section("Who sailed where", found.sailed, "" if found.sailed else "Nobody put to sea.")
    yield Section("Squadrons lost", found.lost, "" if found.lost else "None.")
    yield Section("Tracks", found.tracks, "" if found.tracks else "None has moved.")
    yield Section("Also", found.also, wide=True, numbered=True)


def _end(one: Going) -> str:
    return f"Over: {one.words}." if one.ends else "Over."


def changes_of(lines: Sequence[Line], kind: type[Row], name: str) -> Iterator[tuple[str, Any, Any, Told]]:
    """The changes of a field of rows of a kind: key of the row, before, after, and the entry's line."""
    for told, body in lines:
        # What a correction takes back first was never done.
        for fact, before, after in body.get("changes", ())[body.get("own_changes", 0) :]:
            key = key_of(str(fact).rpartition(".")[0])
            if fact == kind.fact_of(key, name) and before != after:
                yield key, before, after, told


def lost(here: At, lines: Sequence[Line]) -> Iterator[Told]:
    """The squadrons that went down, each with the entry that took it off."""
    view = here.rows
    for key, _, after, told in changes_of(lines, Squadron, "place"):
        unit = view.find(Squadron, key)
        if unit and after == unit.place == LOST:
            yield Told(f"{side_text(here, unit.side)}: {unit.name}", "", told.url, told.entry)


def sailed(here: At, lines: Sequence[Line]) -> Iterator[Told]:
    """Each fleet that changed its place: `High Sea Fleet: Wilhelmshaven, Heligoland Bight`, and where it lies now."""
    view = here.rows
    ways: dict[str, list[str]] = {}
    for key, before, after, _ in changes_of(lines, Fleet, "place"):
        way = ways.setdefault(key, [str(before)] if before else [])
        way.append(str(after))
    for key, way in ways.items():
        if fleet := view.find(Fleet, key):
            sign = here.seats[fleet.side][1]
            yield Told(f"{sign} {fleet.name}", " – ".join(place_words(view, place) for place in way))


def moved_tracks(here: At, span: Span) -> Iterator[Told]:
    """Each track that does not stand as it did before the span: `Morale, Allied`, `100 → 99`."""
    for track in TRACKS.values():
        rows = [one for one in number_over_time(here, track.fact) if one.turn <= span.last]
        before = [one for one in rows if one.turn < span.first] or rows[:1]
        if rows and rows[-1].number != before[-1].number:
            words = [words_of(track, one.number, span.last) for one in (before[-1], rows[-1])]
            yield Told(track_title(track), right=" → ".join(words))


# As text


def as_text(here: At, span: Span, found: Report) -> str:
    """The report as text, in short lines."""
    whose = f"As the {seat_word(here)} seat may tell it. Log head {head_code(here.state)}."
    parts = [[here.campaign.name, report_title(here, span), whose], [said_of(found)]]
    for each in found.fought:
        one = each.action
        head = f"Action {one.number}, {here.seats[one.side][0]}: {standing.action_text(one)}"
        parts.append([head, *map(_line, each.lines), f"It {one.words}." if not one.is_over else _end(one)])
    parts.append(["Who sailed where", *(f"- {told.what[2:]}: {told.text}" for told in found.sailed)])
    parts.append(["Squadrons lost", *(f"- {told.what[2:]} [entry {told.entry}]" for told in found.lost)])
    parts.append(["Tracks", *(f"- {told.what}: {told.right}" for told in found.tracks)])
    parts.append(["Also", *map(_line, found.also)])
    titles = ("Who sailed where", "Squadrons lost", "Tracks", "Also")
    return "\n\n".join("\n".join(lines) for lines in parts if len(lines) > 1 or lines[0] not in titles) + "\n"


def _line(told: Told) -> str:
    return f"- {told.text} [entry {told.entry}]"
