"""Zones as tables show them: one line a zone for the map page, and the page of one zone with all its terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.desk.at import At
from navalassist.desk.sources import entry_links
from navalassist.engine import Facts, compute
from navalassist.rules.europa.r33_south_aegean import AA, NEEDED
from navalassist.rules.europa.words import EXTENT_WORDS, Declared, Side, Zone
from navalassist.rules.europa.world import SOUTH_AEGEAN_DECLARED
from navalassist.systems.europa.chart import CONTACT_TABLE, ZoneStatus, status_of
from navalassist.systems.europa.doors.south_aegean import shown
from navalassist.systems.europa.pages.chart.picture import in_rolls
from navalassist.systems.europa.places import Zone as Place
from navalassist.systems.europa.places import places
from navalassist.systems.europa.theatres import CHART_TITLES, missing, ports_shown, theatres_of, zones_shown
from navalassist.systems.europa.upkeep import LEVELS
from tables.table import RuleTable

# More ports than these are folded away.
FEW_PORTS = 6


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


@dataclass(frozen=True, slots=True)
class Read:
    """Something that decides a status: its name, how it stands, where it is changed, the entries that set it."""

    title: str
    words: str
    url: str
    sources: tuple[tuple[str, str], ...]


def listed() -> tuple[str, ...]:
    """Keys of all zones, in the order of the data files."""
    return tuple(places().zones)


def zone_rows(found: Mapping[Side, Mapping[Zone, ZoneStatus]], facts: Mapping[str, Any]) -> dict[str, Any]:
    """The zones that the page lists: `charted` for each chart, and `outer`, those that no chart shows."""
    shown, theatres = zones_shown(facts), theatres_of(facts)
    charts = [(theatre, [z for z in shown if z.panel == "map" and z.theatre == theatre]) for theatre in theatres]
    beside = [zone for zone in shown if zone.panel != "map" or zone.theatre not in theatres]
    return {
        "charted": [(CHART_TITLES[theatre], [_row(found, zone) for zone in zones]) for theatre, zones in charts],
        "outer": [_row(found, zone) for zone in beside],
    }


def unseen_of(facts: Mapping[str, Any]) -> dict[str, Any] | None:
    """Zones in use of waters that the campaign does not play, and what uses them; None where there are none."""
    unseen = missing(facts)
    if not unseen:
        return None
    return {
        "zones": [zone.short for zone in places().zones.values() if zone.key in unseen],
        "used_by": " and ".join(dict.fromkeys(unseen.values())),
    }


def _row(found: Mapping[Side, Mapping[Zone, ZoneStatus]], zone: Place) -> Row:
    return Row(zone.key, zone.short, found[Side.AXIS][Zone(zone.key)], found[Side.ALLIED][Zone(zone.key)])


def zone_page(here: At, facts: Mapping[str, Any], zone: Zone) -> dict[str, Any]:
    """Everything that the page of a zone shows."""
    place = places().zones[zone.value]
    both = [status_of(side, zone, facts, here.state.book) for side in Side]
    reads = list(dict.fromkeys(key for status in both for key in status.reads))
    others, ports = reads_of(here, reads, facts)
    fold = len(ports) > FEW_PORTS
    table = here.state.tables[CONTACT_TABLE]
    return {
        "zone": place,
        "sides": [_side(status, table) for status in both],
        "links": entry_links(here, [*reads, *(key for s in both for term in s.terms for key in term.facts)]),
        "neighbours": [places().zones[key] for key in place.neighbours],
        "passages": [p for p in places().passages if zone.value in p.between],
        "ports": [_port(port.key, port.name, facts) for port in ports_shown(facts) if zone.value in port.zones],
        "reads": others if fold else others + ports,
        "folded": ports if fold else [],
        "table": table,
        "zone_in_force": interdiction(here, facts) if zone is Zone.SOUTH_AEGEAN else None,
    }


def interdiction(here: At, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The interdiction zone: how far it reaches, and whether each of its conditions is met now (33.B.7)."""
    declared = Declared(facts.get(SOUTH_AEGEAN_DECLARED, ""))
    extents = [(extent.value, words, extent is declared) for extent, words in EXTENT_WORDS.items()]
    found: dict[str, Any] = {"declared": declared.value, "extents": extents, "aa": AA}
    if all(key in facts for key in NEEDED):
        found["conditions"] = compute(shown(Facts({key: facts[key] for key in NEEDED})), here.state.book)
        found["links"] = entry_links(here, [key for one in found["conditions"] for key in one.facts])
    return found


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


def reads_of(here: At, keys: list[str], facts: Mapping[str, Any]) -> tuple[list[Read], list[Read]]:
    """The facts that decide a status, a line for each thing: what is no port first, then the ports."""
    rows: dict[str, list[str]] = {}
    for key in keys:
        if key in facts:
            rows.setdefault(key.rpartition(".")[0], []).append(key)
    lines = [(row, _read(here, row, found, facts)) for row, found in rows.items()]
    return (
        [line for row, line in lines if not row.startswith("port:")],
        [line for row, line in lines if row.startswith("port:")],
    )


def _read(here: At, row: str, keys: list[str], facts: Mapping[str, Any]) -> Read:
    kind, _, name = row.partition(":")
    home = f"/c/{here.campaign.slug}/setup/"
    fields = {key.rpartition(".")[2]: facts[key] for key in keys}
    sources = tuple(dict.fromkeys(entry_links(here, keys).values()))
    match kind:
        case "port":
            return Read(places().ports[name].name, port_words(fields), f"{home}ports/{name}/", sources)
        case "condition":
            condition = places().conditions[name]
            value = fields["value"]
            words = ("yes" if value else "no") if isinstance(value, bool) else condition.choices.get(value, value)
            return Read(condition.title, words, f"{home}conditions/#{name}", sources)
        case "malta":
            return Read("Malta's number", str(fields["number"]), f"{home}malta/", sources)
        case "zone":
            words = ", ".join(zone_words(field, value) for field, value in fields.items())
            return Read(places().zones[name].short, words, f"{home}zones/", sources)
    return Read("Turn", here.system.names.turn(str(fields["turn"])), "", sources)


def port_words(fields: Mapping[str, Any]) -> str:
    """`Axis, standard, in working order`: what of a port is read."""
    words = [str(fields["owner"]).capitalize()] if "owner" in fields else []
    words += [str(fields["kind"])] if "kind" in fields else []
    if "operational" in fields:
        words.append("in working order" if fields["operational"] else "out of order")
    if "ever_allied" in fields:
        words.append("was Allied once" if fields["ever_allied"] else "never Allied")
    return ", ".join(words)


def zone_words(field: str, value: Any) -> str:
    """`partial interference`, `declared tight`, `2 bombing hits`."""
    match field:
        case "interference":
            return f"{LEVELS[value]} interference"
        case "declared":
            return f"declared {value}" if value else "not declared"
    return f"{value} bombing hit{'' if value == 1 else 's'}"
