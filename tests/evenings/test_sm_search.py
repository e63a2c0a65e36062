"""Supermarina's searches: the Duisburg convoy is looked for from Malta, the Tarigo convoy by ships in its hex."""

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_sm_convoy import goes_on_to, sits


def steps(evening: Evening, *seats: str) -> Evening:
    """Each of these seats ends a step."""
    for seat in seats:
        sits(evening, seat).tap("This step").tap("End step")
    return evening


def allied_recon(duisburg: Evening) -> Evening:
    """The recon step of the Allied half of NAS 4, and the Allied seat has the tablet."""
    return sits(steps(duisburg, "Axis", "Axis"), "Allied").tap("This step")


@pytest.mark.played("SM.3.A", "SM.3", "SM.1.G", "C2", "X.2", "X.4")
def test_the_convoy_is_found_from_malta_and_its_cover_in_poor_weather_is_not(duisburg: Evening) -> None:
    """12 hexes are 4 of the chart; 14 are 4 too, and poor weather leaves 2. A 0 is ten."""
    allied_recon(duisburg).tap("Search for Axis task force 1").reads("40 %", "Malta, 69 Squadron: 12 hexes")
    duisburg.go(dice="typed", strip="4").reads("The Allied side searches for Axis task force 1 and finds it")
    duisburg.tap("Forces").reads("warships and transports")
    duisburg.tap("This step").tap("Say the weather").go(area="upper-ionian", weather="poor")
    duisburg.reads("Upper Ionian Sea: the weather is poor")
    duisburg.tap("Chart").reads("Weather Upper Ionian Sea poor", "Found 20 %", "Malta, 69 Squadron best 14 4 2")
    duisburg.go(dice="typed", strip="0").reads("searches for Axis task force 2 and finds nothing")
    duisburg.reads("Nothing is left to search for", "Found by area search in this segment.")
    duisburg.tap("This step").never_reads("Search for Axis")
    # The convoy's owner reads that it was found, and not from where.
    sits(duisburg, "Axis").tap("Chart").reads("Found by area search").never_reads("69 Squadron", "%")
    duisburg.tap("Log").reads("finds it: known in general").never_reads("69 Squadron")


@pytest.mark.played("SM.3.D")
def test_observers_see_a_force_along_their_coast(duisburg: Evening) -> None:
    """Whose coast it is taps."""
    sits(duisburg, "Allied").tap("This step").tap("Observers on the coast see Axis task force 2").go(what="follows")
    duisburg.reads("goes from one such hex straight to another: known in full.")
    duisburg.tap("Forces").reads("CA Trieste, CA Trento, DD Granatiere")


@pytest.mark.played("SM.3.B", "SM.1.A.ph")
def test_ships_search_their_hex_by_night_and_fight_there_by_night(tarigo: Evening) -> None:
    """The battle is left as it stands; in the next player turn the Allies search again where both still are."""
    sits(tarigo, "Allied").tap("This step").refused("End step")
    tarigo.tap("End it all the same")
    steps(tarigo, *["Axis"] * 3, *["Allied"] * 4, *["Axis"] * 4, "Allied")
    tarigo.tap("This step").tap("Allied task force 1 searches 25A:4123")
    tarigo.tap("Carry it out", light="night").reads("searches 25A:4123 by night for 8 MPs and finds Axis task force 1.")
    tarigo.tap("Forces").reads("warships and transports")
    steps(tarigo, "Allied").tap("Allied task force 1 engages Axis task force 1").go()
    tarigo.reads("Allied task force 1 engages Axis task force 1 by night.")


@pytest.mark.played("SM.3", "SM.3.B")
def test_aircraft_and_ships_together_tell_every_ship(duisburg: Evening) -> None:
    """Found from Malta in general, and in the same segment by Force K, 12 hexes on: two methods."""
    allied_recon(duisburg).tap("Search for Axis task force 1").go(dice="typed", strip="1")
    goes_on_to(sits(duisburg, "Allied"), "NAS 4, Allied movement").tap("Form a task force at Malta")
    duisburg.go(ships=["aurora", "penelope", "lance", "lively"], mission="sea-control").tap("This step")
    duisburg.tap("Allied task force 1 moves: 32 MPs left").go(hex="18A:1602").tap("This step")
    duisburg.tap("Allied task force 1 searches 18A:1602").go(light="night").reads("finds Axis task force 1.")
    duisburg.tap("Chart").reads("in full", "DD Maestrale", "7 transports", "Found by surface search in this segment.")
    duisburg.never_reads("vehicles")
