"""The receipts of a naval action read as players speak: what came of the odds, whose the advantage is."""

import pytest

from navalassist.systems.storm_of_steel.turn import TURN
from tests.in_hand import InHand
from tests.systems.storm_of_steel.acting import bombardment


def told(page: str) -> str:
    """The read-out: what stands before the receipt's title block."""
    return page.partition("Correct…")[0]


WHY = "agreed at the table"


@pytest.mark.rule("GW.COMBAT")
def test_gunfire_is_headed_by_the_factors_that_are_taken_off(great_war: InHand) -> None:
    """A die of 6 takes 12 off in column 21; the Scouting Forces have 4 + 2."""
    bombardment(great_war)
    great_war.do("gw-interception", "1 1", action="1", fleets=("grand-fleet",))
    great_war.do("gw-contact", "6", action="1")
    great_war.do("gw-decision", action="1", choice="fire-first")
    page = told(great_war.receipt(great_war.do("gw-combat", "6", action="1")))
    assert "The Allies take 6 protection factors off the Central Powers fleet." in page
    assert "6 FACTORS" in page
    assert "The Allied fleet, strength 21: 12 by the table; the enemy has no more" in page
    assert "factors lost" not in page


@pytest.mark.rule("GW.COMBAT")
def test_factors_that_no_unit_is_so_small_for_are_lost_at_once_and_the_receipt_says_so(great_war: InHand) -> None:
    """A die of 5 takes 4 off; the 2 that are left fire in column 1, where a 3 takes 1."""
    bombardment(great_war)
    great_war.do("gw-interception", "1 2", action="1", fleets=("battle-cruiser-fleet",))
    great_war.do("gw-contact", "6", action="1")
    great_war.do("gw-decision", action="1", choice="fire-first")
    great_war.do("gw-combat", "5", action="1")
    great_war.do("gw-losses", loss="1-central", units=("scouting-group-1",))
    page = told(great_war.receipt(great_war.do("gw-combat", "3", action="1")))
    assert "NO FACTOR" in page
    assert "The Central Powers fleet, strength 2: 1 by the table, lost at once, as no unit is so small" in page


@pytest.mark.rule("GW.RAID")
def test_the_marks_that_end_with_a_step_are_called_what_they_are(great_war: InHand) -> None:
    great_war.do("gw-raid", "1", area="central-mediterranean", because=WHY)
    great_war.end_step()
    great_war.end_step()
    assert "1 sea area in which commerce was raided" in great_war.words()
    assert all(mark.several for mark in TURN.mark)


@pytest.mark.rule("GW.RAID", "GW.RAID.A")
def test_a_raid_is_headed_by_what_came_of_it_and_says_who_is_on_no_convoy_duty(great_war: InHand) -> None:
    """5 + 2 + 0 in column 7 give 4 + A on a 6; the French escorts are there, and convoy nothing."""
    great_war.set({"fleet:mediterranean-escorts.duty": ""}, seat="moderator")
    entry = great_war.do("gw-raid", "6", area="central-mediterranean", because=WHY)
    outcome = entry.record["body"]["outcome"]
    page = great_war.receipt(entry)
    assert not outcome.get("convoy_unit_lost")
    assert "a convoy unit is lost" not in page.partition("Odds")[0]
    assert f"{outcome['points']} points" in page
    assert "not on convoy duty: Mediterranean Escorts" in page
