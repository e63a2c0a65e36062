"""How the campaign stands, as the printed sheets say it: what is in force, open marks with their causes, points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.desk.access import SEATS, At
from navalassist.desk.chart.zones import zone_words
from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.naming import entry_url, short_entry
from navalassist.play.state import State
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.board.outlook import contact_on
from navalassist.systems.europa.board.words import sails_text
from navalassist.systems.europa.chart import ZoneStatus, status_of
from navalassist.systems.europa.places import places
from navalassist.systems.europa.theatres import zones_shown

Facts = Mapping[str, Any]
# Fields of a zone that say what is in force in it, and what they are while nothing is.
IN_FORCE = ("interference", "declared", "hits")
ENDS = {
    "naval-step": "this naval step",
    "step": "this step",
    "player-turn": "this player turn",
    "turn": "this turn",
    "never": "no end is set",
}


@dataclass(frozen=True, slots=True)
class Told:
    """A line: what, how it stands, and the entry that caused it (address and number)."""

    what: str
    text: str = ""
    url: str = ""
    entry: str = ""


@dataclass(frozen=True, slots=True)
class ZoneLine:
    """A zone for one side: its name, its status, and the throws that make contact."""

    key: str
    name: str
    status: ZoneStatus
    needs: str


def zone_lines(state: State, side: Side, more: set[str]) -> list[ZoneLine]:
    """The zones of the map, and those that these rows use. state: as the viewer may see it."""
    charted = [zone.key for zone in zones_shown(state.values) if zone.panel == "map"]
    used = [zone for zone in places().zones.values() if zone.key in charted or zone.key in more]
    found = []
    for zone in used:
        status = status_of(side, Zone(zone.key), state.values, state.book)
        number = status.number if status.chance is not None else None
        needs = "" if number is None else contact_on(state, number)
        found.append(ZoneLine(zone.key, zone.short, status, needs))
    return found


def source(here: At, fact: str) -> tuple[str, str]:
    """Address and number of the entry that set a fact; empty where the viewer may not read it."""
    reference = here.state.sources.get(fact, "")
    if reference.partition("/")[0] not in here.viewer.audiences:
        return "", ""
    return entry_url(here.state, reference), short_entry(reference)


def in_force(here: At, facts: Facts) -> list[Told]:
    """Interference, declared zones and hits on them."""
    found = []
    for zone in places().zones.values():
        for name in IN_FORCE:
            fact = f"zone:{zone.key}.{name}"
            if facts.get(fact):
                found.append(Told(zone.short, zone_words(name, facts[fact]), *source(here, fact)))
    return found


def conditions(here: At, facts: Facts) -> list[Told]:
    """The conditions of the war that are not as on 1 March 1941."""
    changed = [c for c in places().conditions.values() if facts.get(c.fact, c.default) != c.default]
    words = Words(here.state, {})
    return [Told(c.title, words.value(c.fact, facts[c.fact]), *source(here, c.fact)) for c in changed]


def marks(here: At, facts: Facts) -> list[Told]:
    """The open marks in words, when they end, and the entry that caused each."""
    words = Words(here.state, {})
    rows = [fact.removesuffix(".kind") for fact in facts if fact.startswith("mark:") and fact.endswith(".kind")]
    return [
        Told(words.row(row) + _which(here, facts, row), _ends(words, facts, row), *source(here, f"{row}.kind"))
        for row in rows
    ]


def _which(here: At, facts: Facts, row: str) -> str:
    """`, row 1: 7 SP` for a mark of a shipment: two may sail the same way."""
    subject = str(facts.get(f"{row}.subject", ""))
    fields = here.state.row(subject) if subject.startswith("shipment:") else {}
    return f", row {fields['row']}: {sails_text(fields)}" if fields else ""


def _ends(words: Words, facts: Facts, row: str) -> str:
    ends = ENDS.get(str(facts[f"{row}.ends"]), str(facts[f"{row}.ends"]))
    note = str(facts[f"{row}.note"])
    note = note and words.value(f"{row}.note", note)
    return f"{note}; until: {ends}" if note and not row.startswith("mark:waiting/") else f"until: {ends}"


def points(here: At, facts: Facts) -> Iterator[Told]:
    """Each side's victory points."""
    for side in here.system.sides:
        fact = f"ledger:{side}.vp"
        yield Told(SEATS[side][0], str(facts.get(fact, 0)).replace("-", "−"), *source(here, fact))
