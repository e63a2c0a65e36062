"""The ports and conditions that the rules name are the ones that the place files hold."""

from __future__ import annotations

import tomllib
from typing import Any

from navalassist.rules.europa.items import PortPlace
from navalassist.rules.europa.r33_contact import SHORT_ROUTE_PORTS, on_short_route
from navalassist.rules.europa.r33_naval_status import facts_needed
from navalassist.rules.europa.words import Side, Zone
from navalassist.rules.europa.world import CONDITIONS, CRETE_PORTS, CYPRUS_PORTS, ITALIAN_PORTS, RED_SEA_PORTS
from tests.rules.world import ROOT

PLACES = ROOT / "navalassist" / "systems" / "europa" / "places"


def place_file(name: str) -> dict[str, Any]:
    """The content of a place file."""
    return tomllib.loads((PLACES / f"{name}.toml").read_text(encoding="utf-8"))


def in_groups(*groups: str) -> set[str]:
    """Ports of any of the groups."""
    return {key for key, port in place_file("ports").items() if set(groups) & set(port.get("groups", ()))}


def test_the_groups_of_ports_are_the_same() -> None:
    assert set(ITALIAN_PORTS) == in_groups("italian-mainland", "italian-islands")
    assert set(CRETE_PORTS) == in_groups("crete")
    assert set(CYPRUS_PORTS) == in_groups("cyprus")
    assert set(RED_SEA_PORTS) == in_groups("red-sea")
    assert in_groups("tunisia-short-route", "pantelleria") == SHORT_ROUTE_PORTS


def test_the_short_route_is_found_from_the_place_file() -> None:
    ports = place_file("ports")
    found = {
        key for key in ports if on_short_route(PortPlace(key=key, groups=tuple(ports[key].get("groups", ()))), True)
    }
    assert found == in_groups("sicily", "sardinia", "corsica", "pantelleria", "tunisia-short-route")


def test_every_condition_that_a_status_reads_can_be_set() -> None:
    conditions = place_file("conditions")
    for key, choices in CONDITIONS.items():
        assert tuple(conditions[key].get("choices", ())) == choices, key


def test_every_port_and_zone_that_a_status_reads_is_there() -> None:
    ports, zones = place_file("ports"), place_file("zones")["zone"]
    assert {zone.value for zone in Zone} == set(zones)
    needed = {key for side in Side for zone in Zone for key in facts_needed(side, zone) if key.startswith("port:")}
    assert {key.removeprefix("port:").rpartition(".")[0] for key in needed} <= set(ports)
