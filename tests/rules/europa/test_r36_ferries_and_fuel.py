"""36.G, 36.I, 36.E: ferries, transport counters and fuel oil; every case read off the paragraphs."""

from decimal import Decimal
from typing import Any

import pytest

from navalassist.engine import REGISTER, Create, Set
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa.naval_units import STRENGTH_OF_A_TRANSPORT, NavalUnit, UnitKind, damage
from navalassist.rules.europa.r36_ferries import Ferry, Water, moved_on, why_ended
from navalassist.rules.europa.r36_fuel import Fuelling, Oil, Tank, bills, fuel_effects, paid_words, refusal_of_fuel
from navalassist.rules.europa.stores import Stock
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side, Step
from tests.rules.play import play

RULE = REGISTER["ferry-set"]
# 18A:0407 and 18A:0408 lie one below the other in a column.
HERE, THERE, FAR = "18A:0407", "18A:0408", "18A:0409"
ACROSS = "18A:0407 and 18A:0408, sea"


def craft(**fields: Any) -> NavalUnit:
    plain = {"key": "lc1", "name": "LC 1", "side": Side.ALLIED, "kind": UnitKind.LC, "strength": 2, "reverse": 1}
    return NavalUnit(**{**plain, **fields})


def ferry(**fields: Any) -> Ferry:
    plain = {"side": Side.ALLIED, "unit": craft(), "at": HERE, "across": THERE, "water": Water.SEA, "phase": "initial"}
    return Ferry(**{"place": "port:valletta", **plain, **fields})


@pytest.mark.rule("E36.G.1")
@pytest.mark.parametrize("kind", [UnitKind.LC, UnitKind.LB])
@pytest.mark.parametrize("water", list(Water))
def test_an_undamaged_craft_beside_a_hexside_serves_across_it(kind: UnitKind, water: Water) -> None:
    situation = ferry(unit=craft(kind=kind), water=water)
    assert RULE.refusal(situation) is None
    assert situation.water.label in ("a sea hexside", "a great river hexside")
    made = play(RULE, situation).effects[0]
    assert (made.key, dict(made.fields)["note"]) == ("mark:ferry/lc1", f"18A:0407 and 18A:0408, {water.value}")
    assert dict(made.fields)["place"] == "port:valletta"


@pytest.mark.rule("E36.G.1")
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"unit": craft(kind=UnitKind.NT)}, "neither landing craft nor landing barge"),
        ({"unit": craft(reverse=0, hits=1)}, "is damaged"),
        ({"unit": craft(flipped=True)}, "is damaged"),
        ({"unit": craft(sunk=True)}, "is damaged"),
        ({"across": FAR}, "does not lie beside"),
        ({"phase": Step.NAVAL_MOVEMENT}, "in the initial phase"),
        ({"moved": True}, "has moved in this turn"),
    ],
)
def test_other_craft_do_not_serve_unless_somebody_says_why(fields: dict[str, Any], words: str) -> None:
    assert words in RULE.refusal(ferry(**fields)).reason
    insisted = ferry(**fields, because="agreed")
    assert RULE.refusal(insisted) is None
    assert words in play(RULE, insisted).result.overruled


@pytest.mark.rule("E36.G.1", "E36.G.3")
def test_the_owner_may_name_another_hexside_and_one_that_has_moved_serves_anew_only_with_a_reason() -> None:
    other = str(next(near for near in Hex.of(HERE).neighbours() if str(near) != THERE))
    there = {"serves": ACROSS, "served_at": "port:valletta"}
    assert play(RULE, ferry(**there, across=other)).effects == (
        Set("mark:ferry/lc1.note", f"18A:0407 and {other}, sea"),
    )
    assert play(RULE, ferry(**there)).effects == ()
    # Its mark keeps where it lay; once it has moved that is nowhere.
    assert moved_on(("lc1",)) == (Set("mark:ferry/lc1.place", ""),)
    again = ferry(serves=ACROSS, served_at="", moved=True, because="agreed")
    assert play(RULE, again).effects == (Set("mark:ferry/lc1.place", "port:valletta"),)


@pytest.mark.rule("E36.G.3")
def test_it_works_in_either_player_turn_and_ends_when_the_craft_moves_is_hit_or_lost() -> None:
    # The duty stands in both initial phases; what is named holds for that player turn.
    assert TURN.steps_of("ferry-set") == ("*/*",)
    assert TURN.life_of("ferry") == "player-turn"
    assert why_ended(craft(), moved=False) == ""
    assert why_ended(craft(), moved=True) == "the craft has moved"
    assert why_ended(craft().damaged(1), moved=False) == "the craft is damaged"
    assert why_ended(craft().damaged(2), moved=False) == "the craft is lost"


@pytest.mark.rule("E36.I")
@pytest.mark.parametrize("kind", [UnitKind.NT, UnitKind.LC, UnitKind.LB])
def test_a_transport_counter_has_strength_2_then_flips_to_1_then_sinks(kind: UnitKind) -> None:
    counter = craft(kind=kind, strength=STRENGTH_OF_A_TRANSPORT)
    assert (counter.kind.is_transport, counter.current) == (True, 2)
    once = counter.damaged(1)
    assert (once.shows_reverse, once.hits, once.current, once.sunk) == (True, 1, 1, False)
    assert damage(counter, 1) == (Set("task-force:lc1.hits", 1),)
    twice = once.damaged(1)
    assert (twice.current, twice.sunk) == (0, True)
    assert damage(counter, 2)[-1] == Set("task-force:lc1.place", "sunk")


# 36.E: fuel oil. An Axis TF that leaves a Mediterranean port pays 1 SRP or 5 SPs, or 1 SP a step; 5 SPs at most.


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
    assert refusal_of_fuel(fuelling(Oil.SP, sp_stock=stock("sp", "4"))).reason == "Taranto has 4 SP free, not 5."
    assert refusal_of_fuel(fuelling(Oil.SRP, srp_stock=stock("srp", "0"))) is not None
    assert "which port" in refusal_of_fuel(fuelling(Oil.SRP, port="")).reason
    # Located at the port that the force sails from, or moved there by rail.
    away = {"port": "Naples", "elsewhere": True}
    assert "moved by rail" in refusal_of_fuel(fuelling(Oil.SP, **away)).reason
    assert refusal_of_fuel(fuelling(Oil.SP, **away, by_rail=True)) is None
    assert paid_words(fuelling(Oil.SP, **away, by_rail=True)) == "5 SPs of Naples, by rail (no SPs are counted there)"
    # At sea it pays step by step, from the port that it left or with points that are moved there.
    at_sea = tank("1941-03-1/axis 1 steps")
    assert refusal_of_fuel(fuelling(Oil.NONE, at_sea, leaves=False)) is None
    assert "moved by rail" in refusal_of_fuel(fuelling(Oil.NONE, at_sea, leaves=False, elsewhere=True)).reason
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
    assert "3 SPs more" in refusal_of_fuel(fuelling(Oil.SRP, begun)).reason
    assert fuel_effects(fuelling(Oil.SRP))[0] == Set("task-force:tf-1.fuelled", "1941-03-1/axis 5")
