"""Supermarina's ships in port, from the Duisburg demo: Bolzano lies damaged at Messina."""

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_sm_battle import broken_off, typed_from_the_box
from tests.evenings.test_sm_convoy import goes_on_to, sails_to_tripoli, sits


def port_has(duisburg: Evening, **values: str) -> Evening:
    """Messina's line of the Port Information Chart is typed by the Axis."""
    sits(duisburg, "Axis").tap("Lists").tap("Ports")
    return duisburg.tap("Save all lines", **{f"messina.{name}": value for name, value in values.items()})


@pytest.mark.played("SM.1.D.4", "SM.8.B", "SM.8.B.1")
def test_a_port_works_on_as_many_hits_as_its_line_of_the_list_says(duisburg: Evening) -> None:
    """Messina works on one hit; Bolzano has two. A die of 4 and 2 are 6 player turns of the Axis."""
    port_has(duisburg, repair="1").tap("This step").tap("Repair Bolzano at Messina")
    duisburg.refused("Carry it out", flotation="2")
    duisburg.reads("Messina works on 1 hit at a time, 1 more now.")
    duisburg.tap("Carry it out", flotation="1", dice="typed", strip="4")
    duisburg.reads("Bolzano is repaired at Messina: a flotation hit in 6 own player turns.")
    duisburg.tap("Ships").tap("Bolzano").reads("Under repair", "flotation hit, 7 player turns left")
    sits(duisburg, "Allied").tap("Log").never_reads("Bolzano", "is repaired")


@pytest.mark.played("SM.8.B.2")
def test_repairs_are_halted_for_a_player_turn_at_least(duisburg: Evening) -> None:
    port_has(duisburg, repair="2").tap("This step").tap("Repair Bolzano at Messina").go(dice="typed", strip="4")
    duisburg.tap("This step").tap("Halt or resume repairs").go(under_way=[]).reads("no repair goes on, 1 halted.")
    duisburg.tap("This step").tap("Halt or resume repairs")
    assert "waits for one player turn" in duisburg.refused("Carry it out", under_way=["bolzano-1"])
    goes_on_to(duisburg.tap("This step"), "NAS 1, Axis movement").tap("Halt or resume repairs")
    duisburg.go(under_way=["bolzano-1"]).reads("1 repair goes on, 0 halted.")


@pytest.mark.played("SM.1.D.6.r")
def test_a_port_that_is_taken_and_retaken_repairs_nothing_more(duisburg: Evening) -> None:
    port_has(duisburg, repair="2", owner="Allied")
    port_has(duisburg, owner="Axis").tap("This step").reads("Repair Bolzano at Messina")
    duisburg.reads("Messina was captured once: it repairs nothing, for either side.")


@pytest.mark.played("SM.8.A.1.use")
def test_a_segment_at_sea_costs_each_ship_a_box_of_fuel(duisburg: Evening) -> None:
    sits(duisburg, "Axis").tap("Ships").tap("Trento").reads("10 segments at sea")
    goes_on_to(duisburg.tap("This step"), "NAS 5, Axis movement")
    duisburg.tap("Ships").tap("Trento").reads("9 segments at sea")
    duisburg.tap("Ships").tap("Bolzano").reads("10 segments at sea")


@pytest.mark.played("SM.8.A.1.fill", "SM.1.D.2", "SM.10.A.3")
def test_destroyers_refuel_from_what_their_convoy_lands(duisburg: Evening) -> None:
    """Tripoli has no fuel. Drums of 1 RE are 20 points, of which it gives 5 in a segment."""
    sits(duisburg, "Axis").tap("Lists").tap("Ports").tap("Save all lines", **{"tripoli.fuel": "5"})
    sails_to_tripoli(duisburg.tap("This step"))
    goes_on_to(duisburg.tap("This step"), "NAS 6, Axis combat").reads("Refuel at Tripoli")
    duisburg.reads("came into port in this segment")
    goes_on_to(duisburg.tap("This step"), "NAS 7, Axis combat").reads("Refuel at Tripoli", "Tripoli has no fuel")
    goes_on_to(duisburg.tap("This step"), "Exploitation phase").tap("End step")
    goes_on_to(duisburg, "NAS 1, Axis movement")
    sits(duisburg, "Axis").tap("Land fuel in drums (1 RE) at Tripoli").go()
    goes_on_to(duisburg.tap("This step"), "NAS 1, Axis combat").tap("Refuel at Tripoli").go()
    duisburg.reads("Tripoli gives 5 fuel points: ")
    duisburg.tap("This step").reads("Refuel at Tripoli", "Tripoli has given all 5 points of this segment.")
    duisburg.tap("Lists").tap("Fuel").reads("Tripoli")


def next_axis_turn(duisburg: Evening) -> Evening:
    """Both player turns pass, and the next game turn begins."""
    for _ in range(2):
        goes_on_to(duisburg, "Exploitation phase").tap("End step")
    return duisburg


@pytest.mark.played("SM.10.A.1")
def test_italian_fuel_arrives_in_the_axis_initial_phase(duisburg: Evening) -> None:
    """The II turn of November brings nothing to the 600 points of the pool."""
    next_axis_turn(sits(duisburg, "Axis")).tap("Italian fuel arrives").go().reads(
        "no fuel point arrives: the Italian pool has 600."
    )


def gibraltar_gives(duisburg: Evening) -> Evening:
    """Ark Royal is at sea for a segment, in port for another, and is refuelled."""
    goes_on_to(sits(duisburg, "Axis"), "NAS 4, Allied movement")
    sits(duisburg, "Allied").tap("Form a task force at Gibraltar").go(ships=["ark-royal"])
    goes_on_to(duisburg.tap("This step"), "NAS 5, Allied movement")
    duisburg.tap("Allied task force 1 enters Gibraltar").go()
    goes_on_to(duisburg.tap("This step"), "NAS 6, Allied combat")
    return sits(duisburg, "Allied").tap("Refuel at Gibraltar").go()


@pytest.mark.played("SM.10.A.2")
def test_gibraltar_is_always_full(duisburg: Evening) -> None:
    gibraltar_gives(duisburg).reads("Gibraltar gives 4 fuel points: Ark Royal 1 box.")


@pytest.mark.played("SM.8.A.1.out")
def test_a_ship_that_runs_dry_is_out_of_action_for_four_turns(duisburg: Evening) -> None:
    """Trieste and Trento have 10 boxes: they are dry as NAS 6 of the Allied player turn ends."""
    sits(duisburg, "Axis").tap("Axis task force 2 moves").go(hex="18A:0601")
    goes_on_to(duisburg.tap("This step"), "Exploitation phase").tap("End step")
    goes_on_to(duisburg, "NAS 7, Axis movement")
    sits(duisburg, "Axis").tap("Ships").tap("Trento").reads("0 segments at sea")
    duisburg.tap("This step").tap("Axis task force 2 enters Syracuse").go()
    goes_on_to(duisburg.tap("This step"), "Exploitation phase").tap("End step")
    goes_on_to(duisburg, "NAS 1, Axis movement")
    sits(duisburg, "Axis").tap("Form a task force at Syracuse").refused("Carry it out", ships=["trento"])
    duisburg.reads("Trento had run out of fuel: it sails from Jan I 42 on.")


@pytest.mark.played("SM.8.A.3")
def test_a_segment_in_port_brings_ammunition_back(tarigo: Evening) -> None:
    """The battle is broken off; the destroyers enter Malta in the next segment, and are ready after the one after."""
    broken_off(tarigo).tap("Ships").reads("Jervis DD, class 2, sea control, no ammunition")
    goes_on_to(tarigo.tap("This step"), "NAS 1, Allied movement")
    sits(tarigo, "Allied").tap("Allied task force 1 moves").go(hexes="30", hex="18A:0407")
    tarigo.tap("This step").tap("Allied task force 1 enters Malta").go()
    goes_on_to(tarigo.tap("This step"), "NAS 2, Axis recon").tap("Ships").reads("Jervis DD, class 2, sea control, no")
    goes_on_to(tarigo.tap("This step"), "NAS 3, Axis recon").tap("Ships").never_reads("no ammunition")


@pytest.mark.played("C9")
def test_fuel_is_given_at_the_rate_of_the_players_own_fuel_notes(duisburg: Evening) -> None:
    """A carrier burns 7 points a box."""
    typed_from_the_box(sits(duisburg, "Allied"), "Fuel Notes", ["7"] * 10)
    gibraltar_gives(duisburg).reads("Gibraltar gives 7 fuel points: Ark Royal 1 box.")


@pytest.mark.played("C10")
def test_fuel_arrives_as_the_players_own_chart_says(duisburg: Evening) -> None:
    typed_from_the_box(sits(duisburg, "Axis"), "Italian Fuel Production Chart", ["5"] * 8)
    next_axis_turn(duisburg.tap("This step")).tap("Italian fuel arrives").go()
    duisburg.reads("5 fuel points arrive: the Italian pool has 605.")
