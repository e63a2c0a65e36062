"""36.A.3 to 36.A.5: Gibraltar, Malta and the Kiel canal."""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.ships import campaign, done, form, not_done, owner, port, sail, stays, unit, until

REPAIR = re.compile(r"Repair Malta 36")
TO_SEA = {"zone": "spanish-atlantic", "through": "on"}
ENGINEER = {"engineer": "on"}


@pytest.mark.played("E36.A.3")
def test_only_the_owner_of_gibraltar_passes_it_from_the_next_player_turn_on(mediterranean: Evening) -> None:
    """It falls in the Axis player turn: the Allies may not pass in their next one, the Axis in its next."""
    evening = campaign(mediterranean, "1941", "3", "both")
    unit(evening, "Hood", "warship", "port:gibraltar", strength="3")
    unit(evening, "Littorio", "warship", "port:naples", "axis", strength="3")
    form(evening, "Force H", "Hood")
    form(evening, "Squadra", "Littorio")
    until(evening, "Axis naval movement")
    assert "36.A.3" in stays(evening, "Squadra", "99 24A:2011", **TO_SEA)
    until(evening, "Allied naval movement")
    sail(evening, "Force H", "20 24A:2011", **TO_SEA).reads("24A:2011")
    sail(evening, "Force H", "20 24A:2111", zone="western-med").reads("24A:2111")
    until(evening, "Axis naval movement")
    owner(evening, "Gibraltar", "Axis")
    assert "36.A.3" in stays(evening, "Squadra", "99 24A:2011", **TO_SEA)
    until(evening, "Allied naval movement")
    assert "36.A.3" in stays(evening, "Force H", "20 24A:2011", **TO_SEA)
    until(evening, "Axis naval movement")
    sail(evening, "Squadra", "99 24A:2011", **TO_SEA).reads("24A:2011")


@pytest.mark.played("E36.A.4", "E36.A.4.a")
def test_malta_is_bombed_down_to_0_apart_from_its_port_and_its_history_is_kept(mediterranean: Evening) -> None:
    """10 - 3 = 7; 8 more hits find 7 to take (R-04: the number is the island's strength)."""
    done(mediterranean, "Bomb Malta", hits="3").reads("its number goes from 10 to 7", "Rulings used R-04")
    done(mediterranean, "Bomb Malta", hits="8").reads("its number goes from 7 to 0")
    mediterranean.tap("Map").reads("Malta stands at 0").tap("Change the number")
    mediterranean.reads("0 8 hits of naval strike missions", "7 3 hits of naval strike missions", "10 as the campaign")
    assert "0 to 15" in mediterranean.refused("Set the number", value="16")
    mediterranean.tap("Set the number", value="15").reads("Malta stands at 15")
    port(mediterranean, "Malta").reads("in working order")
    # On the other scale of R-04 hits raise the number, to 15 at the most.
    mediterranean.tap("Map").tap("Change the number").tap("It raises it", rewrite="yes").reads("Malta stands at 0")
    done(mediterranean, "Bomb Malta", hits="15").reads("its number goes from 0 to 15")


@pytest.mark.played("E36.A.4.N")
def test_an_axis_valletta_has_no_power(mediterranean: Evening) -> None:
    """The powerless end is 15 where hits raise the number, as the paragraph prints it, and 0 where they lower it."""
    owner(mediterranean, "Malta", "Axis").tap("Map").reads("Malta stands at 0")
    mediterranean.tap("Change the number").tap("It raises it", rewrite="yes").reads("Malta stands at 15")


def kept(evening: Evening, sp: str, srp: str) -> Evening:
    """The Allies count the points of Valletta."""
    evening.tap("Fleets").tap("Ledgers").tap("roster", near="● Allied Victory points")
    points = {
        "port-1": "valletta",
        "what-1": "sp",
        "count-1": sp,
        "port-2": "valletta",
        "what-2": "srp",
        "count-2": srp,
    }
    return evening.tap("Save", **points)


@pytest.mark.played("E36.A.4.b1", "E36.A.4.b2", "E36.A.4.b3")
def test_malta_points_mend_or_become_points_with_an_engineer_who_does_nothing_else(mediterranean: Evening) -> None:
    """4 points: 1 mends a hit, 10 to 11; 2 become SRPs, one of these 2½ SPs; 1 becomes an NRP, 8 to 9."""
    until(mediterranean, "Allied initial")
    kept(mediterranean, sp="1", srp="1")
    assert "construction engineer" in not_done(mediterranean, REPAIR, points="1")
    assert "construction engineer" in not_done(mediterranean, "Convert Malta", srp="1")
    done(mediterranean, REPAIR, points="1", **ENGINEER).reads("its number goes from 10 to 11")
    done(mediterranean, "Convert Malta", srp="2", at_once="1", nrp="1", **ENGINEER).reads("into 1 SRP, 2½ SP, 1 NRP")
    mediterranean.tap("Fleets").tap("Ledgers").reads("Naval repair points 9", "Malta repair points 0")
    mediterranean.reads("Malta (Valletta) SP 3½", "Malta (Valletta) SRP 2", "All ports SP 3½")
    done(mediterranean, "Malta repair points arrive", points="3").reads("Malta receives 3 repair points and has 3.")
    assert "in hand: 3, not 4" in not_done(mediterranean, REPAIR, points="4", **ENGINEER)


@pytest.mark.played("E36.A.4.b4")
def test_sps_and_srps_of_valletta_mend_malta_too(mediterranean: Evening) -> None:
    """What a hit costs the Engineering Summary says, which nobody has (R-39)."""
    until(mediterranean, "Allied initial")
    kept(mediterranean, sp="6", srp="1")
    supplied = "Repair Malta with SPs"
    assert "construction engineer" in not_done(mediterranean, supplied, sp="5", hits="1")
    done(mediterranean, supplied, sp="5", hits="1", **ENGINEER).reads("its number goes from 10 to 11")
    done(mediterranean, supplied, srp="1", hits="2", **ENGINEER).reads("its number goes from 11 to 13")
    mediterranean.tap("Fleets").tap("Ledgers").reads("Malta (Valletta) SP 1 ", "Malta (Valletta) SRP 0 ")
    assert "has 1 SP free, not 2" in not_done(mediterranean, supplied, sp="2", hits="1", **ENGINEER)


@pytest.mark.played("E36.A.5", "E36.A.5.a", "E36.A.5.b")
def test_the_kiel_canal(mediterranean: Evening) -> None:
    """From Kiel, 16A:0509, into the North Sea while both ports and banks are friendly; no battle begins there."""
    evening = campaign(mediterranean, "1941", "3", "north")
    unit(evening, "Bismarck", "task-force", "port:kiel", "axis", strength="12", reverse="6")
    form(evening, "Baltic fleet", "Bismarck")
    until(evening, "Axis naval movement")
    way = {"canal": "on", "ends": "canal:kiel"}
    assert "Both banks" in stays(evening, "Baltic fleet", "10", **way)
    sail(evening, "Baltic fleet", "10", banks="on", **way).reads("Kiel")
    assert "may not move to begin naval combat" in stays(
        evening, "Baltic fleet", "20", ends="hamburg", canal="on", banks="on", attacks="on"
    )
    sail(evening, "Baltic fleet", "20", ends="hamburg", canal="on", banks="on").reads("Hamburg")
    port(evening, "Kiel").tap("out of order")
    assert "friendly-owned and in working order" in stays(
        evening, "Baltic fleet", "20", ends="kiel", canal="on", banks="on"
    )
