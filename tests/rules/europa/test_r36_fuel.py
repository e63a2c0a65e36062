"""36.E: fuel oil. An Axis TF that leaves a Mediterranean port pays 1 SRP or 5 SPs, or 1 SP a step; 5 SPs at most."""

from decimal import Decimal
from typing import Any

import pytest

from navalassist.engine import Create, Set
from navalassist.rules.europa.r36_fuel import Fuelling, Oil, Tank, bills, fuel_effects, paid_words, refusal_of_fuel
from navalassist.rules.europa.stores import Stock

NOW = "1941-03-1/axis"


def tank(kept: str = "", **more: Any) -> Tank:
    return Tank(key="tf-1", name="TF 1", kept=kept, **more)


def fuelling(oil: Oil = Oil.NONE, *tanks: Tank, **more: Any) -> Fuelling:
    given = {"player_turn": NOW, "leaves": True, "tanks": tanks or (tank(),), "oil": oil, "port": "Taranto", **more}
    return Fuelling(**given)


def stock(what: str, free: str) -> Stock:
    return Stock(row=f"roster:axis/taranto/{what}", base=Decimal(free), free=Decimal(free))


def paid(fuel: Fuelling) -> list[tuple[int, int]]:
    return [(bill.sps, bill.srps) for bill in bills(fuel)]


@pytest.mark.rule("E36.E.1")
def test_each_task_force_that_leaves_a_mediterranean_port_pays_an_srp_or_5_sps_and_elsewhere_nothing() -> None:
    two = (tank(), Tank(key="tf-2", name="TF 2"))
    assert paid(fuelling(Oil.SRP, *two)) == [(0, 1), (0, 1)]
    assert paid(fuelling(Oil.SP, *two)) == [(5, 0), (5, 0)]
    assert paid_words(fuelling(Oil.SP, *two, sp_stock=stock("sp", "12"))) == "10 SPs of Taranto"
    # Nobody counts SRPs there: the receipt says so.
    assert paid_words(fuelling(Oil.SRP)) == "1 SRP of Taranto (no SRPs are counted there)"
    assert paid(fuelling(leaves=False)) == []
    assert refusal_of_fuel(fuelling(leaves=False, port="")) is None
    refused = refusal_of_fuel(fuelling())
    assert refused.rule == "36.E"
    assert "TF 1" in refused.reason
    assert fuel_effects(fuelling()) == ()
    assert paid_words(fuelling(leaves=False)) == ""
    assert Oil.SRP.label == "1 SRP a task force"


@pytest.mark.rule("E36.E.1")
def test_the_points_are_those_of_the_port_or_the_sides_own_of_one_by_rail() -> None:
    fuel = fuelling(Oil.SP, sp_stock=stock("sp", "7"))
    assert refusal_of_fuel(fuel) is None
    assert fuel_effects(fuel) == (
        Set("task-force:tf-1.fuelled", "1941-03-1/axis 5"),
        Set("roster:axis/taranto/sp.base", "2"),
    )
    short = refusal_of_fuel(fuelling(Oil.SP, sp_stock=stock("sp", "4")))
    assert short.reason == "Taranto has 4 SP free, not 5."
    assert refusal_of_fuel(fuelling(Oil.SRP, srp_stock=stock("srp", "0"))) is not None
    nowhere = refusal_of_fuel(fuelling(Oil.SRP, port=""))
    assert "which port" in nowhere.reason
    # Located at the port that the force sails from, or moved there by rail.
    away = {"port": "Naples", "elsewhere": True}
    asked = refusal_of_fuel(fuelling(Oil.SP, **away))
    assert "moved by rail" in asked.reason
    assert refusal_of_fuel(fuelling(Oil.SP, **away, by_rail=True)) is None
    assert paid_words(fuelling(Oil.SP, **away, by_rail=True)) == "5 SPs of Naples, by rail (no SPs are counted there)"
    # At sea it pays step by step, from the port that it left: nothing has to be moved.
    at_sea = tank("1941-03-1/axis 1 steps")
    assert refusal_of_fuel(fuelling(Oil.NONE, at_sea, leaves=False, elsewhere=True)) is None
    enemy = refusal_of_fuel(fuelling(Oil.SP, port="Alexandria", foreign=True, elsewhere=True, by_rail=True))
    assert "Alexandria is not Axis-owned" in enemy.reason


@pytest.mark.rule("E36.E.2", "E36.E.3")
def test_one_sp_a_step_is_paid_once_in_each_and_at_most_5_sps_or_an_srp_in_a_player_turn() -> None:
    first = fuelling(Oil.STEP)
    assert paid(first) == [(1, 0)]
    effects = fuel_effects(first)
    assert effects[0] == Set("task-force:tf-1.fuelled", "1941-03-1/axis 1 steps")
    assert isinstance(effects[1], Create)
    assert effects[1].key == "mark:fuel/tf-1"
    at_sea = tank("1941-03-1/axis 1 steps")
    assert paid(fuelling(Oil.NONE, at_sea, leaves=False)) == [(1, 0)]
    assert paid(fuelling(Oil.NONE, tank("1941-03-1/axis 1 steps", this_step=True), leaves=False)) == []
    later = fuelling(Oil.NONE, tank("1941-02-2/axis 2 steps"), leaves=False)
    assert fuel_effects(later)[0] == Set("task-force:tf-1.fuelled", "1941-03-1/axis 1 steps")
    assert paid(fuelling(Oil.SP, tank("1941-03-1/axis 5"))) == []
    assert refusal_of_fuel(fuelling(Oil.NONE, tank("1941-03-1/axis 5"))) is None
    assert paid(fuelling(Oil.SP, tank("1941-02-2/axis 5"))) == [(5, 0)]
    # 2 SPs by steps are paid: 3 more are the most, and an SRP would be too much.
    begun = tank("1941-03-1/axis 2 steps")
    assert paid(fuelling(Oil.SP, begun)) == [(3, 0)]
    assert fuel_effects(fuelling(Oil.SP, begun))[0] == Set("task-force:tf-1.fuelled", "1941-03-1/axis 5")
    refused = refusal_of_fuel(fuelling(Oil.SRP, begun))
    assert "3 SPs more" in refused.reason
    assert fuel_effects(fuelling(Oil.SRP))[0] == Set("task-force:tf-1.fuelled", "1941-03-1/axis 5")
