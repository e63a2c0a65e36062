"""Supermarina's lists in play: values of ports and of ships as the players' own box has them."""

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_sm_convoy import goes_on_to, sails_to_tripoli, sits


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


@pytest.mark.played("C15")
def test_a_ship_has_the_boxes_that_are_typed_for_it(duisburg: Evening) -> None:
    sits(duisburg, "Axis").tap("Ships").tap("Trento").reads("Stand-in values of the type CA")
    duisburg.tap("Change its values").tap("Save all lines", **{"trento.primary": "12 9 6", "trento.origin": "printed"})
    duisburg.tap("Ships").tap("Trento").reads("12 in force 9 left 6 left").never_reads("Stand-in")
