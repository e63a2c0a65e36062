"""The receipts of a naval action read as players speak: what came of the odds, whose the advantage is."""

import pytest

from navalassist.systems.storm_of_steel.log.sentences import gunfire
from navalassist.systems.storm_of_steel.turn import TURN
from tests.in_hand import InHand
from tests.systems.storm_of_steel.acting import bombardment


@pytest.mark.rule("GW.INT")
@pytest.mark.parametrize(("dice", "came"), [("1 2", "yes"), ("6 6", "no")])
def test_the_odds_of_an_interception_stand_beside_what_came(great_war: InHand, dice: str, came: str) -> None:
    bombardment(great_war)
    entry = great_war.do("gw-interception", dice, action="1", fleets=("battle-cruiser-fleet",))
    assert f"Intercepted 3/36 8 % {came}" in great_war.receipt(entry)


@pytest.mark.rule("GW.CONTACT.A", "GW.CONTACT.D")
@pytest.mark.parametrize(("die", "side"), [("6", "the Allies"), ("2", "the Central Powers")])
def test_the_advantage_is_a_sides_by_its_name(great_war: InHand, die: str, side: str) -> None:
    bombardment(great_war)
    great_war.do("gw-interception", "1 2", action="1", fleets=("battle-cruiser-fleet",))
    page = great_war.receipt(great_war.do("gw-contact", die, action="1"))
    assert f": {side} may refuse combat or fire first." in page


def told(page: str) -> str:
    """The read-out: what stands before the receipt's title block."""
    return page.partition("Correct…")[0]


WHY = "agreed at the table"


@pytest.mark.rule("GW.BOMBARD", "GW.BOMBARD.B")
@pytest.mark.parametrize(
    ("base", "squadrons", "die", "came"),
    [
        # Column 1: a die of 1 is -*, of 5 is B. Scarborough has neither fortress nor city; Dover has a fortress.
        ("scarborough", ("german-squadron-4",), "5", "NO EFFECT"),
        ("scarborough", ("german-squadron-4",), "1", "NO EFFECT"),
        ("dover", ("german-squadron-1",), "5", "FORTRESS ELIMINATED"),
        ("dover", ("german-squadron-1",), "1", "UNIT LOST"),
    ],
)
def test_a_bombardment_is_headed_by_what_came_of_it(
    great_war: InHand, base: str, squadrons: tuple[str, ...], die: str, came: str
) -> None:
    entry = great_war.do("gw-bombardment", die, base=base, squadrons=squadrons, because=WHY)
    page = great_war.receipt(entry)
    assert f"column 1 {came} " in told(page)
    assert "in the hex" not in told(page)
    # What the cell says stands beside the table alone.
    assert "in the hex" in page.partition("Bombardment Table")[2]
    log = great_war.words("log/")
    assert came in log
    assert "in the hex" not in log


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
def test_fleets_that_fire_at_once_have_each_their_factors_in_the_headline(great_war: InHand) -> None:
    """Dice of 6 and 4 take 6 and 4 off in column 7; each fleet has 4 + 2."""
    bombardment(great_war)
    great_war.do("gw-interception", "1 2", action="1", fleets=("battle-cruiser-fleet",))
    great_war.do("gw-contact", "3", action="1")
    page = told(great_war.receipt(great_war.do("gw-combat", "6 4", action="1")))
    assert "6 FACTORS" in page
    assert "4 FACTORS the Allied fleet fires" in page
    assert "has no more" not in page


@pytest.mark.rule("GW.COMBAT")
@pytest.mark.parametrize(
    ("shot", "headline", "explained"),
    [
        (
            {"side": "central", "strength": 20, "rolled": 8, "factors": 6, "left_over": 0},
            "6 FACTORS",
            "The Central Powers fleet, strength 20: 8 by the table; the enemy has no more",
        ),
        (
            {"side": "allied", "strength": 4, "rolled": 1, "factors": 1, "left_over": 0},
            "1 FACTOR",
            "The Allied fleet, strength 4",
        ),
        (
            {"side": "allied", "strength": 9, "rolled": 2, "factors": 2, "left_over": 2},
            "NO FACTOR",
            "The Allied fleet, strength 9: 2 by the table, lost at once, as no unit is so small",
        ),
    ],
)
def test_the_number_of_the_table_and_the_cap_stand_in_the_explanation(
    great_war: InHand, shot: dict[str, object], headline: str, explained: str
) -> None:
    said = gunfire({}, {"salvos": [shot]}, great_war.state)
    assert (said.word, said.notes) == (headline, (explained,))


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
