"""Malta is bombed, a convoy sails past it."""

import pytest

from tests.evenings.evening import Evening


@pytest.mark.played("E33.B.1.a")
def test_axis_cargo_in_the_central_med_faces_what_malta_has_now(mediterranean: Evening) -> None:
    evening = mediterranean
    evening.tap("Bomb Malta").tap("Carry it out", hits="3").reads("Receipt")
    evening.tap("Map").reads("Malta stands at 7")
    evening.tap("Convoy board").tap("Allied rolls row 1", dice="typed", strip="55 5")
