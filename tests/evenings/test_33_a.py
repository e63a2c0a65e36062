"""33.A: when shipping is checked; 33.F: what a supply line pays instead."""

import pytest

from tests.evenings.evening import Evening
from tests.evenings.shipping import add, roll, until

DUE = "{}: check for contact in the {} Med"
COUNT = "Count a naval supply line"


@pytest.mark.played("E33.A.1", "E33.D.MOD2")
def test_each_zone_on_the_way_of_a_group_owes_its_check(mediterranean: Evening) -> None:
    """Gibraltar to Alexandria: Western and Central Med 6, 12 rolls in 36; Eastern Med 0, 3 rolls.

    Ark Royal has a code C fighter aboard: 6 - 4 = 2, 5 rolls in 36; and 0 - 4 is held at 0.
    """
    evening = until(mediterranean, "Allied naval movement").tap("Move Force H")
    evening.tap("Move it", moves="99 99 99", ends="alexandria").tap("Map")
    for zone, carrier, battleships in (("Western", 14, 33), ("Central", 14, 33), ("Eastern", 8, 8)):
        for unit, chance in (("Ark Royal", carrier), ("Force H battleships", battleships)):
            due = f"Axis: {DUE.format(unit, zone)} 33.A.1 of Force H; the Axis dice contact {chance} %"
            evening.reads(due)
    evening.tap(DUE.format("Ark Royal", "Central")).tap("Carry it out", dice="typed", strip="54")
    evening.receipt().reads("column 2 = 9 NO CONTACT", "Rolled by ■ Axis").tap("Map").never_reads(
        DUE.format("Ark Royal", "Central")
    )


@pytest.mark.played("E33.A.1")
def test_cargo_is_checked_as_it_puts_to_sea_enters_a_zone_or_is_loaded_at_a_beach(mediterranean: Evening) -> None:
    evening = add(mediterranean, "3 SP on 3 LC", "beach-central-med", "tripoli")
    add(evening, "2 SP", "taranto", "tripoli")
    for row, when in ((1, "enters the zone"), (3, "loaded at a beach"), (4, "puts to sea")):
        roll(evening, row, "11").reads("column 10 = 2 NO CONTACT")
        evening.tap("Receipt", near="in the Central Mediterranean").reads(f"33.A.1 {when}")


@pytest.mark.played("E33.A.1")
def test_cargo_that_was_passed_over_is_due_in_the_next_turn_too(mediterranean: Evening) -> None:
    until(until(mediterranean, "Allied initial"), "Axis naval movement").reads(
        "Turn Mar II 41", "DUE 1, before", "Row 1: 7 SP, Naples–Tripoli 33.A.1", "expected loss 3.1 RE"
    )


@pytest.mark.played("E33.A.2", "E33.A.4", "E33.D")
def test_cargo_at_sea_is_checked_once_in_the_phase_and_again_as_the_exploitation_step_begins(
    mediterranean: Evening,
) -> None:
    evening = mediterranean.tap("Convoy board").tap("Why row 1").tap("Save", **{"stops-2": "on"})
    roll(evening, 1, "11").reads("column 10 = 2 NO CONTACT")
    assert not evening.tap("Board").reads("at sea here, checked").offers("Roll row 1")
    until(evening, "Axis naval exploitation").reads("33.A.2 at sea as this step began")
    roll(evening, 1, "61 1 1 1").reads("column 10 = 7 CONTACT", "lot 3, 1 SP: back to Naples")


@pytest.mark.played("E33.A.2", "E33.A.4", "E33.F")
def test_a_group_is_checked_once_a_zone_and_phase_and_again_as_the_exploitation_step_begins(
    mediterranean: Evening,
) -> None:
    """A zone in which the hex cannot lie is refused; and no supply line is counted where the group bars it (36.H)."""
    evening, due = mediterranean, DUE.format("1st Squadron", "Central")
    evening.tap("Fleets").tap("Move Battle fleet")
    assert "18A:0408 lies beside Malta" in evening.refused(
        "Move it", moves="30 18A:0408", zone="tyrrhenian", fuel="srp"
    )
    evening.tap("Carry it out", moves="25 18A:0410", zone="central-med", fuel="srp").tap("Map").tap(due).tap(
        "Carry it out", dice="typed", strip="11"
    ).receipt().reads("column 10 = 2 NO CONTACT", "Rolled by ● Allied")
    evening.tap("Map").tap("Move Battle fleet").tap("Move it", moves="9 18A:0411", zone="central-med")
    evening.tap("Map").never_reads(due).tap("Rules").tap("Check a naval unit for anti-shipping contact")
    evening.tap("Carry it out", unit="squadron-1", zone="central-med").reads("33.A.4")
    until(evening, "Axis naval exploitation").reads(f"Allied: {due} 33.A.2 of Battle fleet")
    until(evening, "Allied initial").tap(COUNT)
    told = evening.refused("Carry it out", side="allied", port="valletta", zones=["central-med"], way="18A:0410 0411")
    assert "18A:0410 is in the combat zone of Battle fleet" in told


@pytest.mark.played("E33.A.3", "E33.F")
def test_a_supply_line_adds_the_status_of_its_zones_to_the_slps_of_its_port(mediterranean: Evening) -> None:
    """Naples to Tripoli: the Tyrrhenian is not subject, and Malta stands at 10. Gibraltar to Malta: 6 + 6, R-20."""
    evening = until(mediterranean, "Allied initial").tap(COUNT)
    evening.tap("Carry it out", side="axis", port="tripoli", zones=["tyrrhenian", "central-med"])
    evening.receipt().reads("Tripoli counts 10 SLPs more", "Central Mediterranean: 10", "Dice none")
    evening.tap("Map").tap(COUNT).tap(
        "Carry it out", side="allied", port="valletta", zones=["western-med", "central-med"]
    )
    evening.receipt().reads("Malta (Valletta) counts 12 SLPs more", "Western Mediterranean: 6", "Dice none")
    evening.tap("Map").tap(COUNT)
    told = evening.refused("Carry it out", side="allied", port="valletta", zones=["central-med", "red-sea"])
    assert "does not reach the Red Sea" in told
