"""Hexes that forms name as an example lie in the open sea: what is copied by mistake does no harm."""

from __future__ import annotations

import re

import pytest

from navalassist.rules.europa.hexes import Hex, distance
from navalassist.systems.europa import EUROPA
from navalassist.systems.europa.places import places

HEX = re.compile(r"\b(?:WW)?[0-9]{1,2}[A-D]?:[0-9]{4}\b")


@pytest.mark.rule("E36.A.2")
def test_hexes_of_hints_are_no_ports_nor_near_one() -> None:
    """18A:2010 lies in the middle between Malta, 18A:0407, and Tobruk, 18A:4817."""
    named = {
        found
        for form in EUROPA.forms.values()
        for field in form.model_fields.values()
        if field.title != "Hex of the port"
        for found in HEX.findall(f"{field.title} {field.description}")
    }
    assert named == {"18A:2010", "18A:2012"}
    ports = [Hex.of(port.map_ref) for port in places().ports.values() if port.map_ref]
    for name in named:
        assert min(away for port in ports if (away := distance(Hex.of(name), port)) is not None) > 5
