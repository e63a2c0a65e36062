"""36.A.2.a, d, e: searches and gunfire by night, worked out by hand."""

from fractions import Fraction

import pytest

from navalassist.engine import REGISTER, Create
from navalassist.rules.europa.gunnery import columns_of
from navalassist.rules.europa.r36_night import Fired, Gun, Gunfire, Search, at_night
from navalassist.rules.europa.strips import parsed
from navalassist.rules.europa.words import Side
from tables import all_tables
from tests.rules.play import odds_for, play

FIRE, FIND = REGISTER["naval-gunfire"], REGISTER["naval-found"]


@pytest.mark.rule("E36.A.2.d")
def test_coast_defences_fire_with_half_their_strength() -> None:
    for side in Side:
        assert at_night(Gun.COAST, side, "1941-03-1") == Fraction(1, 2)
    assert Gunfire(side=Side.AXIS, gun=Gun.COAST, strength=9, night=True, turn="1941-03-1").column == 4
    assert [gun.label for gun in Gun] == ["naval units", "coast defences"]


@pytest.mark.rule("E36.A.2.e")
@pytest.mark.parametrize(
    ("side", "turn", "fraction"),
    [
        (Side.ALLIED, "1944-06-2", Fraction(1, 4)),
        (Side.ALLIED, "1944-07-1", Fraction(1, 2)),
        (Side.AXIS, "1944-07-1", Fraction(1, 4)),
    ],
)
def test_ships_fire_with_a_quarter_and_allied_ones_with_half_from_july_1944(
    side: Side, turn: str, fraction: Fraction
) -> None:
    assert at_night(Gun.NAVAL, side, turn) == fraction


@pytest.mark.rule("E36.A.2.e")
def test_what_is_left_is_rounded_down_once_and_read_as_the_column_and_less_than_a_point_has_no_throw() -> None:
    # 11 points at a quarter are 2¾: column 2. By day all 11 count.
    guns = Gunfire(side=Side.AXIS, gun=Gun.NAVAL, strength=11, night=True, turn="1941-03-1")
    assert (guns.fraction, guns.column) == (Fraction(11, 4), 2)
    fired = play(FIRE, guns, "6")
    table = all_tables()["europa/36-naval-gunnery"]
    assert fired.result == Fired(2, int(table.cell(6, columns_of(2)[0]).value or 0))
    assert guns.model_copy(update={"night": False}).column == 11
    assert guns.model_copy(update={"night": False}).fraction == 11
    guns = Gunfire(side=Side.AXIS, gun=Gun.NAVAL, strength=3, night=True, turn="1941-03-1")
    assert odds_for(FIRE, guns).chance(lambda fired: fired == Fired(0, 0)) == 1
    strong = odds_for(FIRE, guns.model_copy(update={"night": False}))
    assert FIRE.figures is not None
    shown = {figure.key: figure.value for figure in FIRE.figures(strong)}
    assert shown["none"] == strong.chance(lambda fired: fired.hits == 0)
    assert shown["hits"] == strong.expect(lambda fired: fired.hits)


def a_search(moves: str = "", **more: object) -> Search:
    return Search.model_validate({"key": "h", "name": "Force H", "side": Side.AXIS, "strip": parsed(moves)} | more)


@pytest.mark.rule("E36.A.2.a")
def test_nothing_that_moves_by_night_is_found_and_what_is_found_is_marked_only_once() -> None:
    assert FIND.refusal(a_search("10 5n")).rule == "36.A.2.a"
    assert FIND.refusal(a_search("5n 10")) is None
    assert FIND.refusal(a_search()) is None
    insisted = a_search("5n", because="rule 34 lets it")
    assert FIND.refusal(insisted) is None
    found = play(FIND, insisted)
    assert found.result.overruled.endswith("Done because: rule 34 lets it")
    found = play(FIND, a_search())
    assert found.result.overruled == ""
    mark = found.effects[0]
    assert isinstance(mark, Create)
    assert mark.key == "mark:found/h"
    assert dict(mark.fields)["ends"] == "naval-step"
    assert FIND.refusal(a_search(found_already=True)) is not None
