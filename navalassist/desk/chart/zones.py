"""Zones as tables show them: one line a zone for the map page, and the page of one zone with all its terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.desk.access import At
from navalassist.desk.chart.picture import in_rolls
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.chart import CONTACT_TABLE, ZoneStatus, status_of
from navalassist.systems.europa.places import places
from tables.table import RuleTable


@dataclass(frozen=True, slots=True)
class Row:
    """A zone with both sides' status."""

    key: str
    name: str
    axis: ZoneStatus
    allied: ZoneStatus

    @property
    def both(self) -> tuple[ZoneStatus, ZoneStatus]:
        """Axis first, as everywhere."""
        return self.axis, self.allied


def listed() -> tuple[str, ...]:
    """Keys of all zones, in the order of the data files."""
    return tuple(places().zones)


def zone_rows(found: Mapping[Side, Mapping[Zone, ZoneStatus]], panel: str) -> list[Row]:
    """The zones of one panel: `map`, or `list` for those that no chart shows yet."""
    return [
        Row(zone.key, zone.short, found[Side.AXIS][Zone(zone.key)], found[Side.ALLIED][Zone(zone.key)])
        for zone in places().zones.values()
        if zone.panel == panel
    ]


def zone_page(here: At, facts: Mapping[str, Any], zone: Zone) -> dict[str, Any]:
    """Everything that the page of a zone shows."""
    place = places().zones[zone.value]
    both = [status_of(side, zone, facts, here.state.book) for side in Side]
    reads = list(dict.fromkeys(key for status in both for key in status.reads))
    table = here.state.tables[CONTACT_TABLE]
    return {
        "zone": place,
        "sides": [_side(status, table) for status in both],
        "links": entry_links(here, reads),
        "neighbours": [places().zones[key] for key in place.neighbours],
        "passages": [p for p in places().passages if zone.value in p.between],
        "ports": [_port(port.key, port.name, facts) for port in places().ports.values() if zone.value in port.zones],
        "reads": [read_of(here, key, facts) for key in reads if key in facts],
        "table": table,
    }


def _side(status: ZoneStatus, table: RuleTable) -> dict[str, Any]:
    hits = {}
    if status.number is not None and status.chance is not None:
        rows = [row.key for row in table.rows]
        hits = {table.anchor(row, status.number): "" for row in rows if table.cell(row, status.number).value == "C"}
    return {"status": status, "rolls": in_rolls(status.chance), "hits": hits}


def _port(key: str, name: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    row = f"port:{key}"
    return {
        "key": key,
        "name": name,
        "owner": facts.get(f"{row}.owner", ""),
        "kind": facts.get(f"{row}.kind", ""),
        "operational": facts.get(f"{row}.operational", True),
    }


def entry_links(here: At, keys: list[str]) -> dict[str, tuple[str, str]]:
    """fact key -> (address, label) of the entry that set it, where this viewer may read that entry."""
    found = {}
    for key in keys:
        source = here.state.sources.get(key, "")
        chain, _, number = source.partition("/")
        if number and chain in here.viewer.audiences:
            found[key] = (f"/c/{here.campaign.slug}/log/{source}/", f"entry {number}")
    return found


def read_of(here: At, key: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """A fact that decides a status: its name, its value in words, and the page where it is changed."""
    home = f"/c/{here.campaign.slug}/setup/"
    kind, _, rest = key.partition(":")
    name, _, field = rest.rpartition(".")
    value = facts[key]
    title, words, url = f"{name} {field}", str(value), home
    if kind == "port":
        port = places().ports[name]
        title = {"owner": port.name, "kind": f"{port.name}, kind", "operational": f"{port.name} works"}.get(
            field, f"{port.name} was ever Allied"
        )
        url = f"{home}ports/{name}/"
    elif kind == "condition":
        condition = places().conditions[name]
        title, url = condition.title, f"{home}conditions/#{name}"
        words = condition.choices.get(str(value), words)
    elif kind == "malta":
        title, url = "Malta’s number", f"{home}malta/"
    elif kind == "zone":
        zone = places().zones[name]
        title, words = f"{zone.short}: {field}", words or ("minor" if field == "interference" else "not declared")
        url = f"{home}zones/"
    elif kind == "campaign":
        title, words, url = "Turn", here.system.names.turn(str(value)), ""
    if isinstance(value, bool):
        words = "yes" if value else "no"
    source = entry_links(here, [key]).get(key)
    return {"title": title, "words": words, "url": url, "source": source}
