"""36.B: naval units in a captured port, worked out by hand: who checks, who escapes, what is left of each."""

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import REGISTER, Create, Dice, DiceError, Remove, Replay, Result, Set, Typed, odds, run
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa.naval_units import NavalUnit
from navalassist.rules.europa.r36_captured_port import CapturedPort, LostBank, lots_of
from navalassist.rules.europa.words import Owner, Side
from tests.rules.play import result_of
from tests.rules.world import a_book

BOOK = a_book()
RULE = REGISTER["ships-scuttled"]
WHY = "agreed at the table"
HERE = "hex:26:2110"


def unit(key: str, strength: int = 4, kind: str = "task-force", **more: Any) -> NavalUnit:
    return NavalUnit(key=key, name=key.title(), side=Side.AXIS, kind=kind, strength=strength, **more)


def port(*units: NavalUnit, **more: Any) -> CapturedPort:
    given: dict[str, Any] = {"owner": Owner.ALLIED, "res": 1, "hex": Hex.of("26:2110"), "zone": "tyrrhenian"}
    return CapturedPort(side=Side.AXIS, port="naples", name="Naples", units=units, **(given | more))


def fates(result: Result[Any]) -> dict[str, tuple[int, int]]:
    return {fate.key: (fate.scuttled, fate.left) for fate in result.value.result.units}


@pytest.mark.rule("E36.B.1")
def test_lots_are_ships_or_two_points_and_one_that_was_drawn_is_not_drawn_again() -> None:
    lots = lots_of((unit("zara", 3, "warship"), unit("first", 5)))
    assert [(lot.unit, lot.dice) for lot in lots] == [("zara", 1), ("first", 2), ("first", 2), ("first", 1)]
    ships = [unit(f"s{n}", 2, "warship") for n in range(3)]
    lots = port(*ships, res=2)
    keys = [a.key for a in result_of(RULE, lots, "3" + "1" + "11").answers if a.faces]
    assert keys == ["draw-1/lot", "draw-2/lot", "s0/escape", "s2/escape"]


@pytest.mark.rule("E36.B.1")
def test_each_re_makes_one_lot_check_and_the_lots_are_drawn_with_dice_of_the_entry() -> None:
    """Two REs, four lots: the second of four (points of First), then the first of the three left (Zara)."""
    result = result_of(RULE, port(unit("zara", 3, "warship"), unit("first", 6), res=2), "21" + "5" + "46")
    drawn = [(a.key, a.dice, a.faces) for a in result.answers if a.key.startswith("draw")]
    assert drawn == [("draw-1/lot", "1d4", (2,)), ("draw-2/lot", "1d3", (1,))]
    assert result.value.result.thrown == 3
    # Zara fails with 5 and is lost as a whole; of First one of two points is scuttled.
    assert fates(result) == {"zara": (3, 0), "first": (1, 5)}
    assert dict(result.rulings) == {"R-41": "stands"}


@pytest.mark.rule("E36.B.1")
def test_with_as_many_res_as_lots_all_check_and_nothing_is_drawn_and_with_none_all_escape() -> None:
    assert [a.key for a in result_of(RULE, port(unit("first", 3), res=9), "111").answers if a.faces] == ["first/escape"]
    # Two lots and one RE: of the two the second is drawn, a single point.
    assert [a.key for a in result_of(RULE, port(unit("first", 3)), "23").answers if a.faces] == [
        "draw-1/lot",
        "first/escape",
    ]
    assert fates(result_of(RULE, port(unit("first", 3), res=0))) == {"first": (0, 3)}


@pytest.mark.rule("E36.B.1")
def test_lots_drawn_at_the_table_are_named_one_for_each() -> None:
    both = port(unit("first", 6), unit("second", 6), res=3, drawn=("second", "first", "second"))
    result = result_of(RULE, both, "11" + "1111")
    assert [(a.key, len(a.faces)) for a in result.answers if a.faces] == [("first/escape", 2), ("second/escape", 4)]
    assert result.value.result.lots == "drawn at the table: Second, First, Second"
    assert result_of(RULE, port(unit("first", 6)), "111").value.result.lots == ""
    everything = port(unit("first", 2), drawn=("first",))
    assert result_of(RULE, everything, "11").value.result.lots == ""
    with pytest.raises(ValueError, match="2 lots were given, and 3 are drawn here"):
        port(unit("first", 6), res=9, drawn=("first", "first"))
    with pytest.raises(ValueError, match="zara has 1 lots"):
        port(unit("zara", 3, "warship"), unit("first", 6), res=2, drawn=("zara", "zara"))


@pytest.mark.rule("E36.B.1", "E36.B.2")
def test_odds_of_a_large_draw_stay_exact_and_of_more_than_six_lots_no_die_is_typed() -> None:
    many = port(*(unit(f"s{n}", 2, "warship") for n in range(7)))
    with pytest.raises(DiceError, match="no typed die has 7 faces"):
        result_of(RULE, many, "11")
    result = run(RULE, many, BOOK, Replay({"draw-1/lot": (7,), "s6/escape": (6,)}))
    assert [fate.key for fate in result.value.result.units if fate.scuttled] == ["s6"]
    assert Typed((6,)).faces("k", Dice(1), "") == (6,)
    # Of 12 warships and 12 pairs 8 lots are drawn: 8 x 1.5 dice, a third of them scuttled, is 4 to be expected.
    ships = [unit(f"s{n}", 2, "warship") for n in range(12)]
    forces = [unit(f"f{n}", 8) for n in range(3)]
    found = odds(RULE, port(*ships, *forces, res=8), BOOK)
    assert found.expect(lambda it: it.scuttled) == 4
    assert found.chance(lambda it: it.thrown == 8) == Fraction(12 * 11 * 10 * 9 * 8 * 7 * 6 * 5, _falling(24, 8))


@pytest.mark.rule("E36.B.2", "E36.B.3")
def test_five_or_six_is_scuttled_each_point_a_hit_and_all_of_them_sink_the_unit() -> None:
    """Of three warships that check none is scuttled with (4/6)^3 = 8/27, and one is to be expected."""
    chances = odds(RULE, port(*(unit(f"s{n}", 2, "warship") for n in range(3)), res=3), BOOK)
    assert [figure.value for figure in RULE.figures(chances)] == [Fraction(8, 27), 1]  # type: ignore[misc]
    assert fates(result_of(RULE, port(unit("first", 6), res=3), "345612")) == {"first": (2, 4)}
    # A printed 4 with a half side of 2 loses two points: exactly half, so it is flipped. A 2 that loses both sinks.
    hurt = result_of(RULE, port(unit("first", 4, reverse=2), unit("nt", 2, "nt"), res=9), "5612" + "66")
    assert Set("task-force:first.flipped", True) in hurt.effects
    assert Set("task-force:nt.place", "sunk") in hurt.effects


def _falling(start: int, count: int) -> int:
    product = 1
    for number in range(start, start - count, -1):
        product *= number
    return product


@pytest.mark.rule("E36.B.2")
def test_what_escapes_is_at_sea_in_the_hex_in_its_group_or_in_a_new_one() -> None:
    ships = (unit("first", 2), unit("second", 2), unit("third", 2))
    more: dict[str, Any] = {"groups": (("g", ("second",)), ("lost", ("third",))), "refit": ("third",)}
    more["marks"] = ("mark:safe/g", "mark:safe/lost")
    effects = result_of(RULE, port(*ships, res=0, **more)).effects
    assert Set("group:g.place", HERE) in effects
    assert Set("group:g.zone", "tyrrhenian") in effects
    assert [e for e in effects if isinstance(e, Remove)] == [Remove("mark:safe/lost"), Remove("group:lost")]
    made = next(effect for effect in effects if isinstance(effect, Create))
    assert (made.key, dict(made.fields)["place"]) == ("group:escaped", HERE)
    assert [e for e in effects if str(getattr(e, "value", "")) == "group:escaped"] == [
        Set("task-force:first.place", "group:escaped")
    ]


@pytest.mark.rule("E36.B.4")
def test_inland_and_in_refit_every_point_is_scuttled_without_a_die_and_no_hex_at_sea_is_needed() -> None:
    inland = result_of(RULE, port(unit("first", 4), unit("zara", 3, "warship"), inland=True, res=5))
    assert fates(inland) == {"first": (4, 0), "zara": (3, 0)}
    assert (inland.value.result.trapped, inland.value.result.thrown) == (7, 0)
    refit = result_of(RULE, port(unit("first", 4), unit("zara", 3, "warship"), refit=("first",), res=5), "4")
    assert fates(refit) == {"first": (4, 0), "zara": (0, 3)}
    inland = result_of(RULE, port(unit("first", 4), inland=True, hex=None, res=5))
    assert fates(inland) == {"first": (4, 0)}
    assert not any("hex:" in str(effect) for effect in inland.value.effects)
    assert fates(result_of(RULE, port(unit("first", 4), refit=("first",), hex=None, res=1))) == {"first": (4, 0)}
    with pytest.raises(ValueError, match="say where those that escape are at sea"):
        port(unit("first", 4), hex=None)


@pytest.mark.rule("E36.B.1")
def test_only_where_the_enemy_owns_the_port_and_ships_lie_in_it() -> None:
    assert RULE.refusal(port(unit("first"), owner=Owner.AXIS)).reason == "The Allied side does not own Naples."
    assert "No Axis naval unit" in RULE.refusal(port()).reason
    passed = port(unit("first"), owner=Owner.VICHY, because=WHY, res=0)
    assert RULE.refusal(passed) is None
    assert WHY in result_of(RULE, passed).value.result.overruled


def lost(**more: Any) -> LostBank:
    given: dict[str, Any] = {"place": "canal:kiel", "taken": True, "units": (unit("first", 4), unit("nt", 2, "nt"))}
    return LostBank(side=Side.AXIS, group="g", **(given | more))


@pytest.mark.rule("E36.B.5")
def test_on_a_canal_whose_bank_has_fallen_and_on_no_other_everything_is_scuttled() -> None:
    result = result_of("scuttled-on-canal", lost(marks=("mark:found/g",)))
    assert fates(result) == {"first": (4, 0), "nt": (2, 0)}
    assert [e for e in result.effects if isinstance(e, Set) and e.value == "sunk"] == [
        Set("task-force:first.place", "sunk"),
        Set("task-force:nt.place", "sunk"),
    ]
    assert result.effects[-2:] == (Remove("mark:found/g"), Remove("group:g"))
    rule = REGISTER["scuttled-on-canal"]
    for situation, words in ((lost(place="hex:16A:0606"), "no river"), (lost(taken=False), "No bank")):
        assert words in rule.refusal(situation).reason
        assert rule.refusal(situation.model_copy(update={"because": WHY})) is None
    assert rule.refusal(lost(place="port:x", on_river=True)) is None
