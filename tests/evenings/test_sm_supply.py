"""Supermarina's supply transports from the Duisburg demo, counted as the game turn ends."""

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_sm_convoy import goes_on_to, sails_to_tripoli, sits
from tests.evenings.test_sm_lists import new_line

PLACES = {"Durazzo": "Albania", "Valona": "Albania", "Rhodes": "Rhodes", "Suda": "Crete", "Bizerta": "Tunisia"}


def ports(duisburg: Evening, owner: str, places: dict[str, str]) -> Evening:
    """Ports that the demo has not are typed; Tripoli takes 2 REs and Benghazi 1, each of the others 2."""
    sits(duisburg, "Axis").tap("Lists").tap("Ports").tap(
        "Save all lines", **{"tripoli.cargo": "2", "benghazi.cargo": "1"}
    )
    for name, region in places.items():
        line = {"name": name, "owner": owner, "region": region, "cargo": "2"}
        new_line(duisburg, line | dict.fromkeys(("fuel", "aa", "repair", "stock"), "0"))
    return duisburg.tap("This step")


def turn_ends(duisburg: Evening) -> Evening:
    """Both player turns pass, to the last step of the Allied one."""
    goes_on_to(duisburg, "Exploitation phase").tap("End step")
    return goes_on_to(duisburg, "Exploitation phase")


@pytest.mark.played("SM.11", "SM.11.A", "SM.11.A.1", "SM.11.A.2", "SM.11.A.3")
def test_the_axis_owes_transports_to_its_places(duisburg: Evening) -> None:
    """The convoy lands its ammunition and stores at Tripoli: 2 of 3; Albania is owed 4 after May 41."""
    sails_to_tripoli(ports(duisburg, "Axis", PLACES))
    for step, cargo in (("NAS 7", "ammunition"), ("NAS 7", "stores")):
        goes_on_to(duisburg.tap("This step"), f"{step}, Axis movement").tap(f"Land {cargo} (1 RE) at Tripoli").go()
    turn_ends(duisburg.tap("This step"))
    sits(duisburg, "Axis").tap("Count the supply of the Axis side").go(libya=["tripoli", "benghazi"])
    duisburg.reads("The Axis side loses 20 VPs: too few transports to Albania, Rhodes, Crete and Libya.")
    duisburg.reads("Albania 0 of 4, Rhodes 0 of 1, Crete 0 of 1, Libya 2 of 3.")
    sits(duisburg, "Allied").tap("Log").reads("The Axis side loses 20 VPs").never_reads("Libya 2 of 3")


@pytest.mark.played("SM.11.A.4")
def test_operations_in_tunisia_make_all_of_africa_one_place(duisburg: Evening) -> None:
    ports(duisburg, "Axis", {"Bizerta": "Tunisia"})
    sits(turn_ends(duisburg), "Axis").tap("Count the supply of the Axis side").go(tunisia="on")
    duisburg.reads("too few transports to North Africa. North Africa 0 of 5.")


@pytest.mark.slow
@pytest.mark.played("SM.11.B", "SM.11.B.1", "SM.11.B.2")
def test_the_allies_owe_transports_to_greece_and_malta_which_surrenders_in_its_third_hungry_turn(
    duisburg: Evening,
) -> None:
    """11 REs are owed 2; Malta's store is empty."""
    ports(duisburg, "Allied", {"Piraeus": "Greece"}).tap("Lists").tap("Ports")
    duisburg.tap("Save all lines", **{"malta.stock": "0"}).tap("This step")
    for turns in ("1 turn", "2 turns", "3 turns"):
        sits(turn_ends(duisburg), "Allied").tap("Count the supply of the Allied side").go(res="11")
        duisburg.reads("loses 10 VPs: too few transports to Greece and Malta.", "Greece 0 of 2, Malta 0 of 3.")
        duisburg.reads(f"Malta has been out of supply for {turns}").tap("This step").tap("End step")
    duisburg.tap("entry ").reads("Owner of Malta Allied Axis")
