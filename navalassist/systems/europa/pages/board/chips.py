"""One tap in place of typing: what sailed lately, the ways used lately, and the commonest of a side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from navalassist.desk.at import At
from navalassist.engine.reader import rows_in
from navalassist.systems.europa.aboard import rows_of, unit_of
from navalassist.systems.europa.board.fleet_units import counters, lies_at
from navalassist.systems.europa.board.words import sails_text
from navalassist.systems.europa.fleet import GROUP, UNIT
from navalassist.systems.europa.places import Theatre
from navalassist.systems.europa.theatres import theatres_of

MOST = 6
COMMON_CARGO = {
    "axis": ("7 SP", "4 SP", "1 SRP", "3 RP", "4 empty NTs"),
    "allied": ("4 SP", "2 SP", "1 SRP", "3 RP", "4 empty NTs"),
}
COMMON_WAYS: Mapping[Theatre, Mapping[str, tuple[tuple[str, str], ...]]] = {
    "med": {
        "axis": (("naples", "tripoli"), ("tripoli", "naples"), ("taranto", "tripoli"), ("brindisi", "durazzo")),
        "allied": (
            ("gibraltar", "valletta"),
            ("alexandria", "valletta"),
            ("alexandria", "tobruk"),
            ("alexandria", "athens"),
        ),
    },
    "north": {
        "axis": (("hamburg", "bergen"), ("hamburg", "trondheim"), ("stettin", "oslo"), ("rotterdam", "brest")),
        "allied": (
            ("liverpool", "reykjavik"),
            ("scapa-flow", "murmansk"),
            ("reykjavik", "archangel"),
            ("liverpool", "gibraltar"),
        ),
    },
}


def _first(found: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys(found))[:MOST]


def rows_lately(here: At, facts: Mapping[str, Any], side: str) -> list[dict[str, Any]]:
    """The side's rows that were not removed, the newest first."""
    rows = [here.state.row(row) for row in rows_in(facts, "shipment") if facts[f"{row}.side"] == side]
    rows = [row for row in rows if row["state"] != "struck"]
    return sorted(rows, key=lambda row: (row["turn"], row["row"]), reverse=True)


def cargo(lately: Iterable[Mapping[str, Any]], side: str) -> list[str]:
    """Words for "what sails"."""
    return _first([*COMMON_CARGO[side][:2], *(sails_text(row) for row in lately), *COMMON_CARGO[side]])


def ways(lately: Iterable[Mapping[str, Any]], side: str, facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """(act, words) of ways from port to port, those used last first, then common ones of the waters that are played."""
    common = [way for theatre in theatres_of(facts) for way in COMMON_WAYS[theatre][side]]
    pairs = _first([*((row["origin"], row["destination"]) for row in lately), *common])
    names = [(one, two, facts.get(f"port:{one}.name"), facts.get(f"port:{two}.name")) for one, two in pairs]
    return [(f"route:{one}:{two}", f"{start}–{end}") for one, two, start, end in names if start and end]


def ships(facts: Mapping[str, Any], side: str, origin: str) -> list[tuple[str, str]]:
    """(act, words) of naval units of the fleet that lie where a row begins, and sail in no other row."""
    here = (unit for unit in counters(facts, side) if not origin or lies_at(facts, unit) == origin)
    free = (unit for unit in here if not any(rows_of(facts, unit.key)))
    return _first((f"{'on' if unit.kind.is_transport else 'sails'}:{unit.words}", unit.words) for unit in free)


def card_of(facts: Mapping[str, Any], campaign: str, shipment: str) -> str:
    """Where the unit of the fleet moves that a row is, or that carries it; '' for ships without a name."""
    unit = unit_of(facts, shipment)
    kind, _, group = str(facts.get(f"{UNIT}:{unit}.place", "")).partition(":")
    card = f"group/{group}/" if kind == GROUP else f"unit/{unit}/"
    return f"/c/{campaign}/fleet/{card}" if unit else ""
