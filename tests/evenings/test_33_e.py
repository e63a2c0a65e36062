"""33.D and 33.E: contact, and what it does."""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.shipping import add, roll


@pytest.mark.played("E33.D", "E33.E.T6", "E33.E.SP", "E33.E.RE", "E33.E.R", "E33.PROC")
def test_supplies_are_rolled_in_lots_of_three_and_one_receipt_tells_every_stage(mediterranean: Evening) -> None:
    """7 SPs: 3, 3, 1. R takes a lot back; 1 RE takes one of three; 2 REs take no more than there is (R-18)."""
    evening = roll(mediterranean, 1, "61 1 2 3").reads("column 10 = 7 CONTACT", "Returned lot 1, 3 SP: back to Naples")
    evening.reads("1 RE lot 2, 3 SP: 1 lost, 2 sail on", "2 REs lot 3, 1 SP: lost", "Lost 2 SP, 2 NTs")
    evening.reads("Arrive at Tripoli 2 SP, 2 NTs", "Back in Naples, finished 3 SP, 3 NTs")
    evening.tap("Receipt", near="Central Mediterranean").reads("Occasion 33.A.1 enters the zone", "Rolled by ● Allied")
    evening.reads(
        "Malta's number entry 1 yes + 10", "Air units against shipping no", "Final status, held in 0 to 15 10"
    )
    evening.reads("Contact 23/36 64 % yes", "Expected loss 667/216", "Effect on lot 3 2 RE typed")
    evening.reads("SP Naples–Tripoli, lost 0 2", "NTs of SP Naples–Tripoli, back in port 0 3")


@pytest.mark.played("E33.D", "E33.E.E", "E33.E.T6")
def test_an_e_takes_cargo_and_transports(mediterranean: Evening) -> None:
    """4, 5 and 6. Column 10 has no contact on a 6, and has it on a 3."""
    add(mediterranean, "1 SRP", "naples", "tripoli")
    evening = roll(mediterranean, 1, "12 4 5 6").reads("column 10 = 3 CONTACT", "Lost 7 SP, 7 NTs")
    roll(evening, 3, "51").reads("column 10 = 6 NO CONTACT", "Arrive at Tripoli")


@pytest.mark.played("E33.D.MOD1", "E33.E.N1")
def test_empty_transports_are_five_columns_safer_and_suffer_as_supplies_would(mediterranean: Evening) -> None:
    """Malta 10 - 5 = 5: 8 is no contact, 9 is. 7 NTs: 3, 3, 1."""
    evening = roll(mediterranean, 1, "11").tap("Send 7 NTs back empty")
    roll(evening, 3, "63 2 3 1").reads("column 5 = 9 CONTACT", "lot 1, 3 NTs: 1 lost, 2 sail on")
    evening.reads("2 REs lot 2, 3 NTs: 2 lost, 1 sails on", "Returned lot 3, 1 NT: back to Tripoli", "Naples: 3 NTs")


@pytest.mark.played("E33.E.NE", "E33.E.R", "E33.E.HALF", "E33.E.HALF.N", "E33.E.N2", "E33.E.T6")
def test_a_unit_outside_reads_ne_r_and_half_eliminated(mediterranean: Evening) -> None:
    evening = add(mediterranean, "Ariete division, 5 REs", "naples", "tripoli").tap("Copy row 3").tap("Copy row 3")
    evening.tap("Why row 3").reads("Combat units ship broken down, where breakdowns exist (33.E, note 2)")
    roll(evening, 3, "66 3").reads("No effect the unit, 5 REs: sails on unharmed", "Arrive at Tripoli 5 REs, 5 NTs")
    roll(evening, 4, "66 5").reads("Returned the unit, 5 REs: back to Naples", "Back in Naples, finished 5 REs, 5 NTs")
    roll(evening, 5, "66 6").reads("Half eliminated the unit, 5 REs: 3 lost, 2 back to Naples", "Lost 3 REs, 3 NTs")
    assert not evening.tap("Board").offers(re.compile("Roll row [345]"))
    evening.tap("Map").tap("Halve the RPs after a half result").tap("Carry it out", points="3")
    evening.reads("gives 1 of 3 RPs; 2 RPs are lost with the ships.")


@pytest.mark.played("E33.E.R.N")
def test_a_returned_reinforcement_without_a_port_of_origin_is_placed_by_its_owner(mediterranean: Evening) -> None:
    evening = add(mediterranean, "4 RP", "afloat-central-med", "tripoli")
    roll(evening, 3, "66 4").reads("Returned lot 1, 4 RP").tap("Map")
    evening.reads("DUE 2, before the step ends", "Choose where a returned reinforcement lies: row 3 33.E")
    evening.tap("Choose where a returned reinforcement lies").tap("Augusta").tap("Convoy board")
    evening.reads("4 RP, Augusta–Tripoli Back in Augusta, finished 4 RP, 4 NTs")


@pytest.mark.played("E33.E.R", "E33.E.HALF")
def test_a_naval_unit_that_is_turned_back_moves_no_more_in_the_player_turn(mediterranean: Evening) -> None:
    evening = mediterranean.tap("Fleets").tap("Move Battle fleet")
    evening.tap("Move it", moves="25 18A:0410", zone="central-med", fuel="srp").tap("Map")
    evening.tap("1st Squadron: check for contact in the Central Med").tap("Carry it out", dice="typed", strip="66 6")
    evening.reads("half eliminated: 1 hit, back to the port of origin", "1 hit, 11 of 12 left; turned back to Taranto.")
    evening.tap("Fleets").tap("Form the group", units=["squadron-1"], name="Again").tap("Move Again")
    told = evening.refused("Move it", moves="25 18A:0410", zone="central-med", fuel="srp")
    assert "1st Squadron was turned back and may not move again in this player turn. 33.E" in " ".join(told.split())
