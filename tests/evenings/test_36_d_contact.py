"""36.D.2 to 36.D.4: rolls in enemy danger zones.

Misurata, 18A:1022, is an Axis base: 18A:1021 beside it is an Axis zone. On the Success Table 1 is a Disaster, 2 a
Complete Failure, 3 and 4 a Failure, 5 a Success, 6 a Great one. The flotilla of two points rolls on column 2: 6 hits.
"""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.ships import done, not_done, on, port, rolled, sail, stays, unit, until

SAILED = {"zone": "central-med"}
BOATS = "Malta submarines"
ROLLS = f"{BOATS} rolls in an Axis danger zone"
BEGIN = re.compile("^Begin naval step")


def term(words: str, adds: str) -> re.Pattern[str]:
    """A line of the sum that applies."""
    return re.compile(rf"{words} (entry \d+ )*yes {re.escape(adds)}")


@pytest.fixture
def boats(mediterranean: Evening) -> Evening:
    """They have come in by day."""
    until(mediterranean, "Allied naval movement")
    return sail(mediterranean, BOATS, "25 18A:1021", **SAILED)


@pytest.mark.played("E36.D.2", "E36.D.2.D", "E36.D.2.F*,F", "E36.D.2.N", "E36.D.2.S")
def test_a_group_rolls_on_coming_in_and_as_each_naval_step_begins_there(boats: Evening) -> None:
    rolled(boats, ROLLS, "1").reads("Disaster", "NO CONTACT")
    boats.tap("Map").never_reads(ROLLS)
    # It stays, after a Disaster: 6 - 1 - 1 is a Failure.
    on(boats, BEGIN)
    rolled(boats, ROLLS, "6").reads("Failure", "NO CONTACT", term("Its last such roll was a Disaster", "− 1"))
    assert "safe" in boats.tap("Fleets").tap("Danger zones").reads("safe in this naval step").page.read
    # It stays and begins by night, for a block of 5 of its 25: 6 - 1 - 1 is a Failure again.
    on(boats, BEGIN)
    rolled(boats, ROLLS, "6", night="yes").reads("Failure", term("At night", "− 1"))
    # It has not moved, and may begin the next one by night too: another 5 of the 25. By night it does not move now.
    on(boats, BEGIN)
    rolled(boats, ROLLS, "6", night="yes").reads("Failure", term("At night", "− 1"))
    on(boats, BEGIN)
    stays(boats, BOATS, "1n 18A:1020", **SAILED)
    boats.reads("none until 10 MPs by day are spent; 15 left in this phase")
    # It stays by day: 6 - 1 is a Success, and a 6 on column 2 hits; Taranto lies on the Central Med, Naples does not.
    rolled(boats, ROLLS, "66").reads("Success", "CONTACT", "10th Flotilla takes 1 hit, 1 of 2 left")
    boats.tap("Map").reads("Groups in ports of Central Med may come out ■ Axis 36.D.2 Battle fleet Move")


@pytest.mark.played("E36.D.2.N")
def test_it_begins_by_night_while_it_stays_and_night_points_are_left(allies: Evening) -> None:
    """20 of 25 are spent on the way: 5 are left for one start by night, 6 - 1 - 1, after it came by day."""
    sail(allies, BOATS, "5n 10 5n 10 5n 10 5n 10 18A:1021", **SAILED)
    rolled(allies, ROLLS, "3").reads("Failure")
    on(allies, BEGIN)
    rolled(allies, ROLLS, "6", night="yes").reads("= 4 NO CONTACT Failure on the Success Table")
    on(allies, BEGIN)
    assert "its moves show that it is by day" in not_done(allies, ROLLS, night="yes")


@pytest.mark.played("E36.D.2.F*,F", "E36.D.2.S*")
@pytest.mark.parametrize(
    ("strip", "said", "out"),
    [
        ("2", "NO CONTACT Complete failure on the Success Table", ""),
        # 5, and 1 more after a Great Success, is a 6.
        (
            "65",
            "10th Flotilla takes 1 hit, 1 of 2 left.",
            "ports of any sea may come out ■ Axis 36.D.2 Battle fleet, Cru",
        ),
    ],
)
def test_a_complete_failure_and_a_great_success(boats: Evening, strip: str, said: str, out: str) -> None:
    rolled(boats, ROLLS, strip).reads(said).tap("Map").reads(out).never_reads(ROLLS)


@pytest.mark.played("E36.D.2")
def test_a_zone_that_nobody_knows_is_due_as_a_known_one_is(mediterranean: Evening) -> None:
    """The hexes of Corfu and its neighbours are not entered: they may end the Axis zone of the Adriatic there."""
    asked = "Cruisers: is it in a danger zone?"
    sail(mediterranean, "Cruisers", "60 26:3310", fuel="srp", zone="adriatic").tap("Map")
    mediterranean.reads(re.compile(rf"DUE \d+, before the step ends (?:(?!USUAL NOW ).)*{re.escape(asked)}"))
    mediterranean.refused("End step")
    mediterranean.reads("Cruisers in 26:3310: whose danger zone it is")
    assert "Say whose it is" in not_done(mediterranean.tap("Back"), asked)
    rolled(mediterranean, asked, "", typed="axis").reads("in no enemy danger zone in 26:3310.").tap("Map").never_reads(
        asked
    )


@pytest.mark.played("E36.D.2.M")
def test_the_sea_lowers_the_roll_and_a_patrol_that_found_it_raises_it(boats: Evening) -> None:
    done(boats, "A patrol or strike finds a group", group="malta-boats")
    found = "Found by a naval patrol or strike in this naval step"
    rolled(boats, ROLLS, "3", sea="stormy").reads(term("The sea is stormy", "− 2"), term(found, "+ 1"), "= 2")
    on(boats, BEGIN)
    rolled(boats, ROLLS, "6", sea="rough").reads(term("The sea is rough", "− 1"), "= 4").never_reads(term(found, "+ 1"))


@pytest.mark.played("E36.D.2.M")
def test_a_friendly_coast_and_a_great_port_in_the_hex_raise_the_roll(mediterranean: Evening) -> None:
    """Misurata is a great port, damaged and so silent: its hex is an Allied zone. 3 + 1 + 1 is a Success."""
    port(mediterranean, "Misurata").tap("great")
    done(mediterranean, "Note collateral damage", port="misurata", what="damaged")
    sail(mediterranean, "Cruisers", "60 18A:1022", fuel="srp", **SAILED)
    rolled(mediterranean, "Cruisers rolls in an Allied danger zone", "31").reads(
        term("The hex is a friendly-owned coast", "+ 1"), "CONTACT"
    ).reads(term("The hex is a friendly-owned major or great port", "+ 1"))


@pytest.mark.played("E36.D.3")
def test_each_task_force_rolls_on_the_column_of_its_own_strength(mediterranean: Evening) -> None:
    """The paragraph's own example, 12 and 6: a 4 is two hits on column 12 and one on column 6."""
    unit(mediterranean, "3rd Squadron", "task-force", "group:battle-fleet", "axis", strength="6", reverse="3")
    sail(mediterranean, "Battle fleet", "60 18A:0409", fuel="srp", **SAILED)
    rolled(mediterranean, "Battle fleet rolls in an Allied danger zone", "544").reads(
        "1st Squadron takes 2 hits, 10 of 12 left"
    )
    mediterranean.reads("3rd Squadron takes 1 hit, 5 of 6 left")


@pytest.mark.played("E36.D.4")
def test_a_supply_line_into_an_enemy_danger_zone_costs_more_slps(mediterranean: Evening) -> None:
    """6 by the zone's status (33.B.1.b), and 2 for 18A:1021. What such a hex costs the players say (R-39)."""
    until(mediterranean, "Allied initial")
    line = {"port": "valletta", "zones": "central-med", "way": "18A:1019 1020 1021"}
    done(mediterranean, "Count a naval supply line", danger_slps="2", **line).reads("adds 8 to its SLP count")
    mediterranean.reads(term("Hexes in enemy danger zones: 1 of 3", "+ 2"))
