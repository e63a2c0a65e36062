"""Supermarina's evening from the Duisburg demo: Force K comes out by night, finds the convoy, and fights it."""

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_sm_convoy import goes_on_to, sits


def force_k_at_the_convoy(evening: Evening) -> Evening:
    """It forms at Malta and goes to the hex of the convoy: 12 hexes of the 32 MPs of its cruisers."""
    goes_on_to(sits(evening, "Axis"), "NAS 4, Allied movement")
    sits(evening, "Allied").tap("Form a task force at Malta")
    evening.go(ships=["aurora", "penelope", "lance", "lively"], mission="sea-control")
    evening.tap("This step").tap("Allied task force 1 moves: 32 MPs left").go(hex="18A:1602")
    return evening.tap("This step")


@pytest.mark.played("SM.6", "SM.6.F", "SM.6.F.1")
def test_force_k_searches_by_night_and_engages(duisburg: Evening) -> None:
    force_k_at_the_convoy(duisburg).tap("Allied task force 1 searches 18A:1602").go(light="night")
    duisburg.reads("searches 18A:1602 by night for 8 MPs and finds Axis task force 1.")
    goes_on_to(duisburg.tap("This step"), "NAS 4, Allied combat")
    duisburg.tap("Allied task force 1 engages Axis task force 1").go()
    duisburg.reads("Allied task force 1 engages Axis task force 1 by night.")
    sits(duisburg, "Axis").tap("Battle 1, ").reads("Aurora", "night").go().reads("stands and fights")
    sits(duisburg, "Allied").tap("Battle 1, ").reads("Maestrale").never_reads("vehicles")


@pytest.mark.played("SM.6")
def test_nobody_is_attacked_who_was_not_found(duisburg: Evening) -> None:
    goes_on_to(force_k_at_the_convoy(duisburg), "NAS 4, Allied combat")
    duisburg.tap("Allied task force 1 engages Axis task force 1")
    duisburg.reads("Axis task force 1 is not spotted in this segment.")


@pytest.mark.played("SM.4.A.1", "SM.4.A.2")
def test_escorts_alone_engage_nobody(duisburg: Evening) -> None:
    force_k_at_the_convoy(duisburg).tap("Missions of the warships")
    duisburg.go(ships=["aurora", "penelope", "lance", "lively"], mission="escort")
    duisburg.tap("This step").tap("Allied task force 1 searches 18A:1602").go(light="day")
    goes_on_to(duisburg.tap("This step"), "NAS 4, Allied combat")
    duisburg.tap("Allied task force 1 engages Axis task force 1").reads("has escorts alone")


@pytest.mark.played("C20", "SM.1.C")
def test_the_chart_of_a_task_force_says_who_carries_what(duisburg: Evening) -> None:
    sits(duisburg, "Axis").tap("Ships").tap("Task force 1").reads(
        "9 of 9", "Maestrale", "one cargo: if one sinks, all of it is lost", "20 % of 7 transports is 1.4: 1 lost"
    )
    duisburg.reads("10 % of 7 transports is 0.7: 1 lost", "ASW points 3 DD")
    duisburg.tap("Axis task force 1 moves: 9 MPs left").go(hex="18A:0707")
    sits(duisburg, "Allied").tap("Ships").never_reads("Task force 1")
