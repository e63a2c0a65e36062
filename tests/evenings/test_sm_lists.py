"""Supermarina's lists in play: values of ports and of ships as the players' own box has them."""

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_sm_convoy import goes_on_to, sails_to_tripoli, sits
from tests.evenings.test_sm_port import next_axis_turn


@pytest.mark.played("SM.1.D", "SM.1.D.1", "C8")
def test_a_port_takes_what_its_line_of_the_list_says(duisburg: Evening) -> None:
    """Tripoli takes 3 REs: vehicles are 2, ammunition is 1, and stores have to wait."""
    sits(duisburg, "Axis").tap("Lists").tap("Ports")
    duisburg.tap(
        "Save all lines", **{"tripoli.cargo": "3", "tripoli.fuel": "20", "tripoli.aa": "4", "tripoli.repair": "2"}
    )
    sails_to_tripoli(duisburg.tap("This step"))
    goes_on_to(duisburg.tap("This step"), "NAS 7, Axis movement").tap("Land vehicles (2 REs) at Tripoli").go()
    duisburg.reads("Tripoli has handled 2 of 3 REs in this player turn.")
    duisburg.tap("This step").tap("Land ammunition (1 RE) at Tripoli").go()
    duisburg.tap("This step").tap("Land stores (1 RE) at Tripoli")
    duisburg.reads("Tripoli takes no RE more in this player turn, of 3; stores is 1 RE.")


MINED = "18A:1602"


def off_malta(duisburg: Evening, **values: str) -> Evening:
    """The line of a minefield in the hex of the convoy is typed, or changed, by the Axis."""
    sits(duisburg, "Axis").tap("Lists").tap("Minefields")
    fields = duisburg.offer("Save all lines").form.fields
    line, *_ = (field.name.partition(".")[0] for field in fields if field.name.endswith(".active"))
    return duisburg.tap("Save all lines", **{f"{line}.{name}": value for name, value in values.items()})


def mined(duisburg: Evening) -> Evening:
    """It is laid, and the cover enters it."""
    off_malta(duisburg, name="Off Malta", hex=MINED, owner="Allied", condition="Malta is Allied", active="yes")
    return duisburg.tap("This step").tap("Axis task force 2 moves").go(hex=MINED)


@pytest.mark.played("SM.7.A")
def test_minefields_are_laid_and_lifted_as_the_scenario_says(duisburg: Evening) -> None:
    mined(duisburg).reads("moves 2 hexes to 18A:1602, which is mined, measured").tap("Chart").reads("mined: Off Malta")
    off_malta(duisburg, active="no").tap("This step").tap("Axis task force 1 moves").go(hex="18A:1603")
    duisburg.tap("This step").tap("Axis task force 1 moves").go(hex=MINED).never_reads("task force 1 rolls for mines")
    duisburg.tap("Chart").never_reads("mined: Off Malta")


@pytest.mark.played("SM.7.B.find", "SM.7.B.1", "SM.7.B.2", "SM.7.B.3")
def test_a_force_in_a_minefield_rolls_before_it_goes_on(duisburg: Evening) -> None:
    """4 finds them: 2 is Trento, 7 less 4 is 3 hits; 8 is another: 6 is Alpino, 4 less 4 is none; 7 is the last."""
    mined(duisburg).tap("This step").reads("Axis task force 2 rolls for mines")
    duisburg.tap("Axis task force 2 rolls for mines").reads("60 %", "36 %", "18 %")
    duisburg.go(dice="typed", strip="4 2 7 8 6 4 7")
    duisburg.reads("finds mines: Trento 3 flotation hits and Alpino no flotation hit.")
    duisburg.tap("Ships").tap("Trento").reads("3 F")
    duisburg.tap("This step").tap("Axis task force 2 moves: 11 MPs left").go(hex="18A:1603")
    sits(duisburg, "Allied").tap("Log").reads("Axis task force 2 finds mines.").never_reads(
        "Trento", "flotation hits and"
    )


def new_line(duisburg: Evening, line: dict[str, str]) -> Evening:
    """A line is typed below the others of a list."""
    return duisburg.tap("Save all lines", **{f"new.{name}": typed for name, typed in line.items()})


@pytest.mark.played("SM.10.D", "C21")
def test_an_attack_of_the_10_mas_is_written_down_and_its_sides_own(duisburg: Evening) -> None:
    unit = {"name": "Sciré", "side": "Axis", "place": "off Gibraltar", "attacks": "a tanker", "came": "sunk"}
    new_line(sits(duisburg, "Axis").tap("Lists").tap("10 MAS"), unit)
    sits(duisburg, "Allied").tap("Log").never_reads("Sciré", "off Gibraltar")


@pytest.mark.played("C19")
def test_an_order_of_battle_is_typed_and_comes_into_play(duisburg: Evening) -> None:
    """A cruiser of the next turn, a transport that is there, and a minefield."""
    mined(duisburg)
    garibaldi = {
        "name": "Garibaldi",
        "side": "Axis",
        "nation": "Italian",
        "type": "CL",
        "arrives": "1941-11-2",
        "aircraft": "0",
    }
    garibaldi |= {"protection": "3", "flotation": "32 24 16 8", "torpedoes": "1", "fuel": "10", "aa": "2"}
    new_line(duisburg.tap("Ships").tap("Enter or change values"), garibaldi)
    ravello = {"name": "Ravello", "side": "Axis", "number": "8", "speed": "9", "place": "Syracuse"}
    new_line(duisburg.tap("Lists").tap("Transports"), ravello).tap("This step")
    next_axis_turn(duisburg).tap("Garibaldi arrives").go(port="taranto").reads("Garibaldi arrives at Taranto.")
    goes_on_to(duisburg.tap("This step"), "NAS 1, Axis movement").tap("Form a task force at Syracuse")
    listed = [one.options for one in duisburg.offer("Carry it out").form.fields if one.name == "transports"]
    duisburg.go(transports=list(*listed)).reads("Axis task force 3 forms from Syracuse")


@pytest.mark.played("C15")
def test_a_ship_has_the_boxes_that_are_typed_for_it(duisburg: Evening) -> None:
    sits(duisburg, "Axis").tap("Ships").tap("Trento").reads("Stand-in values of the type CA")
    duisburg.tap("Change its values").tap("Save all lines", **{"trento.primary": "12 9 6", "trento.origin": "printed"})
    duisburg.tap("Ships").tap("Trento").reads("12 in force 9 left 6 left").never_reads("Stand-in")
