"""36.E: fuel of Axis task forces that leave a Mediterranean port.

Taranto is given 9 SPs and 2 SRPs, Bari none; the 1st Squadron is the only task force of the Battle fleet.
"""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.ships import card, form, on, sail, stays, unit

SEA = {"zone": "central-med"}
BEGIN = re.compile("^Begin naval step")
FLEET = "Battle fleet"


@pytest.fixture
def stocked(mediterranean: Evening) -> Evening:
    stock = {"port-1": "taranto", "what-1": "sp", "count-1": "9", "port-2": "taranto", "what-2": "srp", "count-2": "2"}
    return mediterranean.tap("Fleets").tap("Ledgers").tap("roster").tap("Save", **stock)


def left(evening: Evening, sp: str, srp: str) -> None:
    evening.tap("Fleets").tap("Ledgers").reads(f"Taranto SP {sp} ", f"Taranto SRP {srp} ")


@pytest.mark.played("E36.E.1", "E36.E.3")
@pytest.mark.parametrize(("fuel", "sp", "srp"), [("srp", "9", "1"), ("sp", "4", "2")])
def test_it_pays_as_it_leaves_and_no_more_in_this_player_turn(stocked: Evening, fuel: str, sp: str, srp: str) -> None:
    assert "pays 1 SRP, 5 SPs or 1 SP a naval step" in stays(stocked, FLEET, "20 26:3510", **SEA)
    sail(stocked, FLEET, "20 26:3510", fuel=fuel, **SEA)
    left(stocked, sp, srp)
    sail(stocked, FLEET, "20", ends="taranto")
    sail(stocked, FLEET, "20 26:3510", **SEA)
    left(stocked, sp, srp)


@pytest.mark.played("E36.E.1")
def test_each_task_force_pays_with_what_is_there_or_comes_by_rail(stocked: Evening) -> None:
    unit(stocked, "3rd Squadron", "task-force", "group:battle-fleet", "axis", strength="6", reverse="3")
    assert "has 9 SP free, not 10" in stays(stocked, FLEET, "20 26:3510", fuel="sp", **SEA)
    assert "have to be moved by rail" in stays(stocked, FLEET, "20 26:3510", fuel="srp", fuel_port="bari", **SEA)
    sail(stocked, FLEET, "20 26:3510", fuel="srp", **SEA).reads("2 SRPs of Taranto")
    left(stocked, "9", "0")


@pytest.mark.played("E36.E.2", "E36.E.3")
def test_or_1_sp_for_each_naval_step_in_which_it_moves_up_to_five(stocked: Evening) -> None:
    """It moves in six naval steps, and lies still in the third: 1 to 5 are paid, and 4 of 9 SPs are left."""
    for number, paid in enumerate((1, 1, 0, 1, 1, 1, 0)):
        if number:
            on(stocked, BEGIN)
        if number != 2:
            fuel = {"fuel_port": "taranto", "fuel": "" if number else "step"}
            sail(stocked, FLEET, "20 26:3510" if number % 2 == 0 else "20 26:3610", **fuel, **SEA)
            assert ("Fuel: 1 SP of Taranto" in stocked.page.read) is bool(paid), number
    left(stocked, "4", "2")


@pytest.mark.played("E36.E.2")
def test_what_is_paid_step_by_step_comes_from_the_port_that_it_left_or_by_rail(stocked: Evening) -> None:
    sail(stocked, FLEET, "20 26:3510", fuel="step", **SEA)
    on(stocked, BEGIN)
    assert "have to be moved by rail" in stays(stocked, FLEET, "20 26:3610", fuel_port="massaua", **SEA)


@pytest.mark.played("E36.E.1")
def test_nobody_else_pays(mediterranean: Evening) -> None:
    """A warship is no task force, and 36.E is about the Axis."""
    unit(mediterranean, "Gorizia", "warship", "port:brindisi", "axis", strength="3")
    form(mediterranean, "Scouts", "Gorizia")
    sail(mediterranean, "Scouts", "20 26:3410", **SEA)
    card(mediterranean, "Scouts").never_reads("Fuel 36.E")
