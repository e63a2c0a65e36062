"""33.B.7: the South Aegean interdiction zone."""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.shipping import add, hangs_on, roll, stands, until, zone

DECLARE, ZONE = "Declare the South Aegean zone", "South Aegean"


def declared(evening: Evening, extent: str) -> Evening:
    return (
        until(evening, "Allied initial")
        .tap(DECLARE)
        .tap("Carry it out", extent=extent)
        .reads(f"The Allies declare a {extent} zone in the South Aegean.")
    )


# Changes on the page of a zone, one after the other, and which condition they take away.
CONDITIONS = (
    ("Eastern Med", ["Suda Bay: Axis", "Heraklion: Axis"], "condition a is not met: an Allied-owned port on Crete"),
    ("Eastern Med", ["Suda Bay: Allied", "Suez Canal: closed"], "condition b is not met: an open Suez Canal"),
    # By Alexandria, Haifa and Cyprus alone, as a group may read it: with none of them it is 1.
    (
        "Eastern Med",
        ["Suez Canal: open", "Famagusta: Axis", "Haifa: Axis", "Alexandria: Axis"],
        "condition d is not met: an Axis status of 7 or more in the Eastern Med, it is 1",
    ),
    # Neither port Allied is 0; the first that is missing is told.
    (
        "Aegean",
        ["Athens: Axis", "Thessalonika: Axis"],
        "condition c is not met: an Axis status of 1 or more in the Aegean, it is 0",
    ),
)


@pytest.mark.played("E33.B.7.c1", "E33.B.7.c2", "E33.B.7.c3", "E33.B.7.c4")
def test_the_zone_may_be_declared_where_all_four_conditions_are_met(mediterranean: Evening) -> None:
    """Both ports of Crete are Allied, the canal is open, the Aegean stands at 12 and the Eastern Med at 15."""
    evening = until(mediterranean, "Allied initial").tap(DECLARE)
    evening.reads("an Allied-owned port on Crete ✓ met 2 of its 2 ports", "an open Suez Canal ✓ met")
    evening.reads("Axis status of 1 or more in the Aegean ✓ met it is 12")
    evening.reads("Axis status of 7 or more in the Eastern Med ✓ met it is 15")
    evening.tap("Set-up").tap(re.compile("^Rulings$"), near="Malta Sea zones")
    evening.tap("Condition d reads the count of Alexandria, Haifa and Cyprus alone")
    for about, changes, missing in CONDITIONS:
        zone(evening, about)
        for change in changes:
            hangs_on(evening, *change.split(": "))
        assert not evening.tap("Map").reads(missing).offers(DECLARE)


@pytest.mark.played("E33.B.7.d1", "E33.B.7.d2", "E33.B.7.e1", "E33.B.7.e2", "E33.B.7.e3", "E33.B.7.e4")
def test_a_tight_zone_can_be_bombed_and_ends_with_the_next_allied_initial_phase(mediterranean: Evening) -> None:
    """12 (R-09) less 3 hits is 9; the Eastern Med's 15 is 5 lower. Hits are of this turn."""
    evening = declared(mediterranean, "tight")
    stands(zone(evening, ZONE), "Axis", 12)
    zone(evening, "Eastern Med")
    evening.reads("warships, task forces and supply lines: 10")
    until(evening, "Axis air").tap("Bomb the South Aegean zone").reads("Each target hex fires its light AA of 5")
    evening.tap("Carry it out", hits="3").reads("its status goes from 12 to 9", "Anti-aircraft of each hex: 5")
    stands(zone(evening, ZONE), "Axis", 9)
    zone(until(evening, "Allied initial"), ZONE).reads("Axis shipping: not declared")
    zone(evening, "Eastern Med").reads("supply lines: 15")


@pytest.mark.played("E33.B.7.d3", "E33.B.7.e1", "E33.E.T6")
def test_units_that_are_met_in_a_loose_zone_read_its_column(mediterranean: Evening) -> None:
    """Rhodes to Suda Bay lies in it. A 2 is NE, a 5 is half eliminated; outside a 5 were R."""
    evening = zone(declared(mediterranean, "loose"), ZONE)
    stands(evening, "Axis", 12).reads("interdiction zone: sea and coast of the Aegean south of weather line D")
    add(until(evening, "Axis naval movement"), "Lecce division, 4 REs", "rhodes", "suda-bay").tap("Copy row 3")
    roll(evening, 3, "66 2").reads(
        "in the South Aegean interdiction zone", "No effect the unit, 4 REs: sails on unharmed"
    )
    roll(evening, 4, "66 5").reads(
        "column 12 = 12 CONTACT", "Half eliminated the unit, 4 REs: 2 lost, 2 back to Rhodes"
    )


@pytest.mark.played("E33.B.7.d2", "E33.B.7.e1", "E33.E.T6", "E33.E.E")
def test_units_that_are_met_in_a_tight_zone_read_its_column(mediterranean: Evening) -> None:
    """Before it the Aegean: a 3 does nothing. Then a 2 is R, a 5 is E; a task force takes 2 hits and may move on."""
    evening = zone(declared(mediterranean, "tight"), ZONE)
    stands(evening, "Axis", 12).reads("interdiction zone: sea and coast up to 2 hexes from Crete")
    add(until(evening, "Axis naval movement"), "Lecce division, 4 REs", "rhodes", "suda-bay").tap("Copy row 3")
    roll(evening, 3, "66 3 66 2").reads("sails on unharmed Sail on", "Returned the unit, 4 REs: back to Rhodes")
    roll(evening, 4, "11 66 5").reads("Eliminated the unit, 4 REs: all 4 lost")
    way = ["tyrrhenian", "central-med", "aegean", "south-aegean"]
    evening.tap("Fleets").tap("Move Cruisers").tap("Move it", moves="99 99", ends="rhodes", fuel="srp", way=way)
    evening.tap("Map").tap("2nd Squadron: check for contact in the South Aegean")
    evening.tap("Carry it out", dice="typed", strip="66 6").reads("eliminated: 2 hits, back to the port of origin")
    evening.tap("Fleets").reads("Naples ■ Axis 2nd Squadron task force 5 of 8")
    evening.tap("Form the group", units=["squadron-2"], name="Again").tap("Move Again")
    evening.tap("Move it", moves="20", ends="palermo", fuel="srp").reads(re.compile("sails? from .* to Palermo"))
