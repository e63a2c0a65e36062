"""The list of ports: those that the map shows first, or those asked for; and one that was captured, by itself."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from navalassist.desk.access import SEATS
from navalassist.desk.at import At
from navalassist.desk.setup.edits import tapped
from navalassist.desk.setup_hooks import Facts
from navalassist.play.systems import enemy_of
from navalassist.rules.europa.words import Owner
from navalassist.rules.europa.world import VALLETTA
from navalassist.systems.europa import theatres
from navalassist.systems.europa.doors.captured_ports import ships_in_ports
from navalassist.systems.europa.pages.board.ports import Ports
from navalassist.systems.europa.pages.chart.picture import port_views
from navalassist.systems.europa.places import Port, places

FILTERS = ("name", "country", "zone", "owner")
# The address that asks for one port, and for its owner then: what is captured is one port.
ONE = "port"


def owners() -> list[tuple[str, str, str]]:
    """(value, word, symbol) of every owner."""
    symbols = {"vichy": "◇", "neutral": "○"}
    return [(o.value, o.value.capitalize(), symbols.get(o.value) or SEATS[o.value][1]) for o in Owner]


def country_word(key: str) -> str:
    """`Saudi Arabia`"""
    return " ".join(part.capitalize() for part in key.split("-"))


def ports(request: HttpRequest, here: At, facts: Facts) -> dict[str, Any]:
    """The ports, narrowed by a part of the name, country, zone and owner, or to the one that is captured."""
    every, wanted = theatres.ports_shown(facts), {name: request.GET.get(name, "") for name in FILTERS}
    one = request.GET.get(ONE)
    found = [port for port in every if fits(port, facts, wanted) and one in (None, port.key)]
    narrowed = any(wanted.values()) or one is not None
    near = {port.key for port in found} if narrowed else on_the_map(facts)
    at = tapped(request)
    used = dict.fromkeys(zone for port in every for zone in port.zones)
    return {
        "ports": [_line(port, facts) for port in found if port.key in near],
        "others": [_line(port, facts) for port in found if port.key not in near],
        # The port of the list that a message stands beside; none where the one it is about is not in the list.
        "beside": at if any(port.key == at for port in found) else "",
        "apart": at not in near,
        "total": len(every),
        "wanted": wanted,
        "narrowed": narrowed,
        "one": one,
        "choices": Ports(facts, enemy_of(here.state.clock[1], here.system)).options(one or "")
        if one is not None
        else "",
        "owners": owners(),
        "countries": [(key, country_word(key)) for key in sorted({port.country for port in every})],
        "zone_choices": [(zone, places().zones[zone].short) for zone in places().zones if zone in used],
    }


def fits(port: Port, facts: Facts, wanted: dict[str, str]) -> bool:
    """Whether it is one of those asked for."""
    return (
        " ".join(wanted["name"].casefold().split()) in port.name.casefold()
        and wanted["country"] in ("", port.country)
        and (not wanted["zone"] or wanted["zone"] in port.zones)
        and wanted["owner"] in ("", facts[f"port:{port.key}.owner"])
    )


def on_the_map(facts: Facts) -> set[str]:
    """The ports that the charts name, and those with ships in them."""
    named = {view.key for theatre in theatres.theatres_of(facts) for view in port_views(facts, theatre)}
    return {VALLETTA, *named} | {port for port, _ in ships_in_ports(facts)}


def _choices(here: At, facts: Facts, one: str) -> str:
    """All ports, first those of the enemy of whose player turn it is."""
    return Ports(facts, enemy_of(here.state.clock[1], here.system)).options(one)


def _line(port: Port, facts: Facts) -> dict[str, Any]:
    row = f"port:{port.key}"
    return {
        "key": port.key,
        "name": port.name,
        "zones": ", ".join(places().zones[zone].short for zone in port.zones),
        "owner": facts[f"{row}.owner"],
        "kind": facts[f"{row}.kind"],
        "works": facts[f"{row}.operational"],
        "hex": facts[f"{row}.map_reference"],
    }
