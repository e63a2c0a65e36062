"""36.D.3, 36.F.1: the Naval Gunnery Table, a stand-in (R-30), and the gunfire supports of task forces; by hand."""

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import REGISTER, Book, NoOdds, Set, Tally, Term, Typed, odds_of, run_play
from navalassist.rules.europa.gunnery import columns_of, fire
from navalassist.rules.europa.naval_units import NavalUnit, UnitKind
from navalassist.rules.europa.r36_gunfire_support import GunfireSupport, Support, Supported, is_soviet, uses_of
from navalassist.rules.europa.words import Side
from tables import all_tables
from tests.rules.play import play

BOOK = Book(all_tables())


@pytest.mark.parametrize(
    ("strength", "columns"), [(0, ()), (1, (1,)), (5, (5,)), (24, (24,)), (25, (24, 1)), (60, (24, 24, 12))]
)
def test_a_strength_above_24_is_split_into_24_and_the_rest(strength: int, columns: tuple[int, ...]) -> None:
    assert columns_of(strength) == columns


@pytest.mark.rule("E36.D.3")
def test_a_force_of_12_scores_one_and_a_half_hits_on_average_and_5_reads_the_column_of_4() -> None:
    """Column 12: no hit on 1, then 1, 1, 2, 2, 3."""
    found = odds_of(lambda: fire(12), BOOK)
    assert found.chance(lambda hits: hits == 0) == Fraction(1, 6)
    assert found.expect(lambda hits: hits) == Fraction(9, 6)
    assert odds_of(lambda: fire(5), BOOK).map(int) == odds_of(lambda: fire(4), BOOK).map(int)


@pytest.mark.rule("E36.D.3")
def test_each_throw_counts_and_below_1_or_without_a_throw_nothing_is_hit() -> None:
    """Three mine points at four strength points: four throws in column 3, which hits on 5 and 6 once."""
    found = odds_of(lambda: fire(3, throws=4), BOOK)
    assert found.expect(lambda hits: hits) == Fraction(4, 3)
    assert odds_of(lambda: fire(0, throws=4), BOOK).chance(lambda hits: hits == 0) == 1
    assert run_play(fire(6, 0), BOOK, Typed(())).value == 0


@pytest.mark.rule("E36.D.3")
@pytest.mark.parametrize(
    ("modifier", "told"), [(0, "dice 3 5 X"), (1, "dice 3 5, +1 each, X"), (Tally((Term("36.D.2", "", 1),)), "+1 each")]
)
def test_with_the_printed_chart_the_dice_fall_here_and_its_hits_are_entered(modifier: Tally | int, told: str) -> None:
    printed = Book(all_tables(), {"R-30": "printed"})
    waits = run_play(fire(6, 2, modifier, "X", "axis"), printed, Typed((5, 3)))
    assert (waits.pending.key, waits.pending.seat) == ("hits/chart", "axis")
    assert told in waits.pending.label
    assert run_play(fire(6, 2, modifier, "X", "axis"), printed, Typed((5, 3), {"hits/chart": "4"})).value == 4
    with pytest.raises(NoOdds):
        odds_of(lambda: fire(6, 2), printed)


# 36.F.1: gunfire supports of task forces, counted by hand from the paragraph: 12 a year Allied, 8 Axis.


RULE = REGISTER["gunfire-support"]
GROUP = {
    "key": "g",
    "place": "hex:18A:0407",
    "began": "port:valletta",
    "turn": "1943-07-1",
    "player_turn": "allied",
    "phase": "naval-movement",
}


def a_force(side: Side = Side.ALLIED, **fields: Any) -> NavalUnit:
    return NavalUnit(**{"key": "tf1", "name": "TF 1", "side": side, "strength": 9, "reverse": 4, **fields})


def firing(side: Side = Side.ALLIED, **fields: Any) -> GunfireSupport:
    plain = {"side": side, "unit": a_force(side), "support": Support.FULL, "turn": "1943-07-1"}
    return GunfireSupport(**{**plain, **fields})


@pytest.mark.rule("E36.F.1.al")
def test_an_allied_task_force_fires_twelve_times_a_year_and_more_only_with_a_reason() -> None:
    twelfth = firing(used=(("1943", 11),))
    assert RULE.refusal(twelfth) is None
    assert play(RULE, twelfth).result == Supported("9", uses=12, left=0)
    refusal = RULE.refusal(firing(used=(("1943", 12),)))
    assert (refusal.rule, "its 12 gunfire supports of 1943" in refusal.reason) == ("36.F.1", True)
    # Half the strength counts as much as all of it: half of 9 is 4½.
    half = firing(used=(("1943", 12),), support=Support.HALF)
    assert RULE.refusal(half) is not None
    assert play(RULE, firing(support=Support.HALF)).result == Supported("4½", uses=1, left=11)
    more = firing(used=(("1943", 12),), because="house rule")
    assert RULE.refusal(more) is None
    result = play(RULE, more).result
    assert (result.uses, result.left) == (13, 0)
    assert result.overruled.endswith("Done because: house rule")


@pytest.mark.rule("E36.F.1.ax", "E36.F.1.q")
def test_an_axis_task_force_fires_eight_times_a_year_and_in_port_spends_no_mps_on_a_quarter() -> None:
    assert RULE.refusal(firing(Side.AXIS, used=(("1943", 7),))) is None
    assert play(RULE, firing(Side.AXIS, used=(("1943", 7),))).result.left == 0
    assert "its 8 gunfire supports of 1943" in RULE.refusal(firing(Side.AXIS, used=(("1943", 8),))).reason
    in_port = play(RULE, firing(support=Support.QUARTER, place="port:valletta", because="our rule on gunfire"))
    assert (in_port.result.mps, in_port.effects) == (0, ())
    assert "in a naval step" in in_port.result.overruled


@pytest.mark.rule("E36.F.1.q")
def test_a_quarter_costs_15_mps_is_not_counted_and_has_no_limit() -> None:
    # A quarter of 9 is 2¼; the year is used up.
    quarter = firing(used=(("1943", 12),), support=Support.QUARTER, group=GROUP)
    assert RULE.refusal(quarter) is None
    outcome = play(RULE, quarter)
    assert outcome.result == Supported("2¼", uses=12, left=0, mps=15)
    sets = {effect.key: effect.value for effect in outcome.effects if isinstance(effect, Set)}
    assert sets["group:g.strip"] == [{"mps": 15, "night": False, "to": "18A:0407", "began": "port:valletta"}]
    assert sets["group:g.strip_of"] == "1943-07-1/allied"
    assert "task-force:tf1.supports" not in sets


@pytest.mark.rule("E36.F.1.q")
@pytest.mark.parametrize(
    "fields",
    [
        {"place": "port:valletta"},
        {"place": "port:valletta", "group": GROUP | {"phase": "initial"}},
        {"place": "hex:18A:0407", "group": GROUP | {"phase": "initial"}},
        {"place": "hex:18A:0407", "group": GROUP | {"phase": "air"}},
    ],
)
def test_a_quarter_is_prepared_at_sea_in_a_naval_step_where_mps_are_spent(fields: dict[str, Any]) -> None:
    quarter = firing(support=Support.QUARTER, **fields)
    assert "at sea in a hex, in a naval step" in RULE.refusal(quarter).reason


@pytest.mark.rule("E36.F.1.rec")
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"place": "off"}, "TF 1 is not in play"),
        ({"place": "withdrawn"}, "TF 1 is not in play"),
        ({"place": "port:valletta", "refit": True}, "TF 1 is in refit"),
    ],
)
@pytest.mark.parametrize("support", [Support.FULL, Support.HALF])
def test_what_is_out_of_play_or_in_refit_fires_nowhere(support: Support, fields: dict[str, Any], words: str) -> None:
    assert words in RULE.refusal(firing(support=support, **fields)).reason


@pytest.mark.rule("E36.F.1.sov")
@pytest.mark.parametrize("nation", ["Soviet Union", "soviet", " USSR ", "Soviets", "Soviet"])
def test_soviet_task_forces_have_no_limit(nation: str) -> None:
    many = firing(nation=nation, used=(("1943", 40),))
    assert RULE.refusal(many) is None
    assert play(RULE, many).result == Supported("9", uses=41, left=None)
    assert play(RULE, many.model_copy(update={"support": Support.QUARTER})).result.left is None
    assert not is_soviet("Great Britain")


@pytest.mark.rule("E36.F.1.rec")
def test_uses_are_kept_by_year_of_task_forces_with_strength_left_and_counted_in_port_too() -> None:
    # 12 uses in 1943 leave all 12 of 1944.
    new_year = firing(turn="1944-01-1", used=(("1943", 12),))
    assert RULE.refusal(new_year) is None
    outcome = play(RULE, new_year)
    assert outcome.result == Supported("9", uses=1, left=11)
    assert outcome.effects == (Set("task-force:tf1.supports", {"1943": 12, "1944": 1}),)
    assert uses_of({"1943": 12}, "1943") == 12
    assert uses_of({}, "1943") == 0
    for unit, words in (
        (a_force(kind=UnitKind.WARSHIP), "is no task force"),
        (a_force(sunk=True), "has no strength left"),
    ):
        assert words in RULE.refusal(firing(unit=unit)).reason
    assert [support.label for support in Support] == ["full strength", "half strength", "a quarter, 15 MPs to prepare"]
    # the paragraph names no place.
    lying = play(RULE, firing(place="port:valletta")).result
    assert (lying.uses, "in port" in lying.fires_from) == (1, True)
    assert play(RULE, firing(place="hex:18A:0407")).result.fires_from == ""
