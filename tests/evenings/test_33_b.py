"""33.B.1 to 33.B.6, 33.B.8 and 33.B.9: what each zone of the Mediterranean and its neighbours does to whose shipping."""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.shipping import add, hangs_on, roll, stands, until, war

played = pytest.mark.played
AXIS = (
    pytest.param(
        "Western Med",
        {"": 12, "Gibraltar: Axis": 1, "Oran: Allied": 12, "Oran: Vichy": 1, "Algiers: Allied": 12},
        marks=played("E33.B.3.a", "E33.B.10.AX.med"),
        id="Western Med: Gibraltar, Oran, Algiers",
    ),
    pytest.param("Tyrrhenian", {"": "not subject"}, marks=played("E33.B.4.a"), id="Tyrrhenian: no check"),
    pytest.param("Adriatic", {"": 0}, marks=played("E33.B.5.a", "E33.B.10.AX.med"), id="Adriatic: minor"),
    # A closed canal holds the count of ports at 1 (R-08); with neither port it is 0 (R-07).
    pytest.param(
        "Aegean",
        {"": 12, "Suez Canal: closed": 1, "Suez Canal: open": 12, "Athens: Axis": 1, "Thessalonika: Axis": 0},
        marks=played("E33.B.6.a", "E33.B.10.AX.med"),
        id="Aegean: Athens, Thessalonika, the canal",
    ),
    # Barred, its number stands for warships: 15 with an Allied port or airbase on Crete (R-05).
    pytest.param(
        "Eastern Med",
        {
            "": "barred Axis shipping may not sail here unless every hex of Crete is Axis-owned. 33.B.2.a R-05 "
            "The number still stands for warships, task forces and supply lines: 15",
            "Hexes of Crete: both sides hold some": "barred",
            "Hexes of Crete: all Axis": 15,
            "Suda Bay: Axis": 15,
            "Heraklion: Axis": 15,
            "An airbase on Crete is Allied-owned: no": 12,
            "Famagusta: Axis": 10,
            "Haifa: Axis": 7,
            "Alexandria: Axis": 1,
            "Alexandria: Allied": 7,
            "Suez Canal: closed": 1,
        },
        marks=played("E33.B", "E33.B.2.a", "E33.B.10.AX.med"),
        id="Eastern Med: Crete, then Alexandria, Haifa and Cyprus",
    ),
    pytest.param(
        "Red Sea",
        {"": 12, "Aden: Axis": 7, "Port Sudan: Axis": 1, "Aden: Allied": 7},
        marks=played("E33.B.8.a", "E33.B.10.AX.med"),
        id="Red Sea: Aden, Port Sudan",
    ),
    pytest.param("Indian Ocean", {"": "barred"}, marks=played("E33.B.9.a"), id="Indian Ocean: barred"),
    pytest.param("Persian Gulf", {"": "barred"}, marks=played("E33.B.9.a"), id="Persian Gulf: barred"),
)
ALLIED = (
    pytest.param(
        "Central Med",
        {"": 6},
        marks=played("E33.B.1.b", "E33.B.10.AL.west_central_med"),
        id="Central Med",
    ),
    pytest.param("Tyrrhenian", {"": 12}, marks=played("E33.B.4.b"), id="Tyrrhenian: always major"),
    pytest.param("Adriatic", {"": 12}, marks=played("E33.B.5.b"), id="Adriatic: always major"),
    pytest.param("Indian Ocean", {"": "not subject"}, marks=played("E33.B.9.b"), id="Indian Ocean: no check"),
    pytest.param("Persian Gulf", {"": "not subject"}, marks=played("E33.B.9.b"), id="Persian Gulf: no check"),
)


@pytest.mark.parametrize(("zone", "course"), AXIS)
def test_axis_shipping_has_the_status_that_the_war_gives_it(
    mediterranean: Evening, zone: str, course: dict[str, int | str]
) -> None:
    war(mediterranean, zone, "Axis", course)


@pytest.mark.parametrize(("zone", "course"), ALLIED)
def test_allied_shipping_has_the_status_that_the_war_gives_it(
    mediterranean: Evening, zone: str, course: dict[str, int | str]
) -> None:
    war(mediterranean, zone, "Allied", course)
