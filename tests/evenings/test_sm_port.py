"""Supermarina's ships in port, from the Duisburg demo: Bolzano lies damaged at Messina."""

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_sm_convoy import goes_on_to, sits


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
