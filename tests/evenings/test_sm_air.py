"""Supermarina's aircraft from the Duisburg demo: Ark Royal at Gibraltar, Blenheims at Malta."""

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_sm_battle import typed_from_the_box
from tests.evenings.test_sm_convoy import sits
from tests.evenings.test_sm_search import steps


def allied_initial(duisburg: Evening) -> Evening:
    """Segments 4 to 7 of the Axis player turn and its phases pass, and the Allied seat has the tablet."""
    while not duisburg.page.read.count("· Initial phase "):
        if duisburg.offers("End step"):
            duisburg.tap("End step")
        else:
            duisburg.tap("End it all the same")
    return sits(duisburg, "Allied")


@pytest.mark.played("SM.2.B", "SM.1", "SM.4.A")
def test_aircraft_are_based_put_on_naval_cooperation_and_fly(duisburg: Evening) -> None:
    """Ark Royal holds 3; what is aboard flies no staging; Blenheims on naval cooperation fly in each segment."""
    allied_initial(sits(duisburg, "Axis")).tap("Base an air unit")
    duisburg.go(unit="825", base="ship:ark-royal").reads("with 3 of 3 air units aboard, on naval cooperation for good.")
    duisburg.tap("This step").tap("Base an air unit")
    duisburg.refused("Carry it out", unit="828", base="ship:ark-royal")
    duisburg.reads("Ark Royal holds 3 air units and has 3.").tap("This step")
    duisburg.tap("Put air units on naval cooperation").go(units=["blenheims"]).reads("On naval cooperation: Blenheims.")
    sits(duisburg, "Axis").tap("Log").never_reads("Blenheims", "825 Squadron")
    steps(duisburg, "Allied")
    sits(duisburg, "Allied").tap("812 Squadron flies").refused("Carry it out", mission="air-drop")
    duisburg.reads("Carrier aircraft fly no air drop mission.")
    duisburg.tap("Carry it out", mission="bombing").reads("812 Squadron flies tactical bombing of ships from Ark Royal")
    duisburg.tap("This step").tap("Blenheims flies").go(mission="bombing").reads("from Malta (18A:0407)")


@pytest.mark.played("SM.1.D.3", "SM.25.B")
def test_a_port_fires_at_aircraft_unless_counters_of_the_land_game_do(duisburg: Evening) -> None:
    """Tripoli has 12 points: 7 reads 24/52, 1.56 of 3 factors. With counters of the land game it fires nothing."""
    sits(duisburg, "Axis").tap("Lists").tap("Ports").tap("Save all lines", **{"tripoli.aa": "12"})
    allied_initial(duisburg.tap("This step"))
    sits(duisburg, "Allied").tap("Put air units on naval cooperation").go(units=["blenheims"])
    steps(duisburg, "Allied", "Allied", "Allied")
    sits(duisburg, "Allied").tap("AA fire at own aircraft over an enemy port")
    duisburg.go(port="tripoli", units=["blenheims"], dice="typed", strip="43")
    duisburg.reads("Tripoli fires at Allied aircraft: none is lost; 2 of 3 bombing factors get through.")
    duisburg.receipt().reads("Heavy AA of Tripoli", "24/52")
    sits(duisburg, "Axis").tap("Lists").tap("Ports").tap("Save all lines", **{"tripoli.land_aa": "yes"})
    sits(duisburg, "Allied").tap("AA fire at own aircraft over an enemy port")
    duisburg.go(port="tripoli", units=["blenheims"], dice="typed", strip="66").reads(
        "3 of 3 bombing factors get through"
    )


@pytest.mark.played("SM.5.A", "SM.5.A.2")
def test_flights_of_a_carrier_and_a_group_are_shot_at_together(duisburg: Evening) -> None:
    """A group is no carrier's. 12 points at 8 flights: 7 reads 24/52, 1.92; the group is drawn, and loses 2 of 6."""
    sits(duisburg, "Axis").tap("Lists").tap("Ports").tap("Save all lines", **{"tripoli.aa": "12"})
    allied_initial(duisburg.tap("This step")).tap("Base an air unit")
    duisburg.refused("Carry it out", unit="blenheims", base="ship:ark-royal")
    duisburg.reads("Blenheims is a group: aircraft of a carrier work in flights, 6 of which are one.").tap("This step")
    duisburg.tap("Put air units on naval cooperation").go(units=["blenheims"])
    steps(duisburg, "Allied", "Allied", "Allied")
    sits(duisburg, "Allied").tap("AA fire at own aircraft over an enemy port")
    duisburg.go(port="tripoli", units=["807", "812", "blenheims"], dice="typed", strip="34 3")
    duisburg.reads("Blenheims loses 2 flights of its group; 1 of 2 bombing factors get through.")
    duisburg.tap("Lists").tap("Air units").reads("Flights lost")


@pytest.mark.played("C13")
def test_a_port_fires_by_the_players_own_chart(duisburg: Evening) -> None:
    """Every cell of the box reads 50/0, which kills half of one unit."""
    typed_from_the_box(sits(duisburg, "Allied"), "Antiaircraft Fire Table", ["50/0"] * 48)
    allied_initial(duisburg.tap("This step"))
    sits(duisburg, "Allied").tap("Put air units on naval cooperation").go(units=["blenheims"])
    steps(duisburg, "Allied", "Allied", "Allied")
    sits(duisburg, "Allied").tap("AA fire at own aircraft over an enemy port")
    duisburg.go(port="tripoli", units=["blenheims"], dice="typed", strip="22").reads("Blenheims lost")
