"""36.F.1: gunfire supports of task forces, counted by hand from the paragraph: 12 a year Allied, 8 Axis."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.engine import REGISTER, Set
from navalassist.rules.europa.naval_units import NavalUnit, UnitKind
from navalassist.rules.europa.r36_gunfire_support import GunfireSupport, Support, Supported, is_soviet, uses_of
from navalassist.rules.europa.words import Side
from tests.rules.play import play

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


@pytest.mark.rule("E36.F.1.ax")
def test_an_axis_task_force_fires_eight_times_a_year() -> None:
    assert RULE.refusal(firing(Side.AXIS, used=(("1943", 7),))) is None
    assert play(RULE, firing(Side.AXIS, used=(("1943", 7),))).result.left == 0
    assert "its 8 gunfire supports of 1943" in RULE.refusal(firing(Side.AXIS, used=(("1943", 8),))).reason


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


@pytest.mark.rule("E36.F.1.q")
def test_a_quarter_that_is_insisted_on_in_port_spends_no_mps_and_claims_none() -> None:
    in_port = play(RULE, firing(support=Support.QUARTER, place="port:valletta", because="our rule on gunfire"))
    assert (in_port.result.mps, in_port.effects) == (0, ())
    assert "in a naval step" in in_port.result.overruled


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
