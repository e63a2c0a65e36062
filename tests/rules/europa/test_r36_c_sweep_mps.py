"""36.C.3: 20 MPs a mine point, spent in the hex, compared with the strip of the phase where it tells.

By hand: a task force came into 18A:0407 with 10 MPs, which are not spent there. Each further 20 that lead nowhere else
are one point of each task force of the group.
"""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.engine import REGISTER, Create, Set
from navalassist.rules.europa.mines import sweep_mark
from navalassist.rules.europa.r36_zone_sweeping import ZoneSweep
from navalassist.rules.europa.sea_state import SeaState
from navalassist.rules.europa.strips import Spent, Strip, parsed
from navalassist.rules.europa.words import Side
from tests.rules.europa.test_r36_c_mines import HERE, WHY, at_sea, mines, nrp, refused, sweep
from tests.rules.play import result_of

IN = "18A:0407"


def strip(text: str, naval_step: int = 1) -> Strip:
    return tuple(Spent(**{**move.plain, "naval_step": naval_step}) for move in parsed(text))


def spent(text: str, **more: Any) -> int:
    return at_sea(strip=strip(text), **more).spent_here


@pytest.mark.rule("E36.C.3.tf")
@pytest.mark.parametrize(
    ("moves", "mps"),
    [
        (f"10 {IN}", 0),
        (f"10 {IN} 20 {IN}", 20),
        (f"10 {IN} 5n {IN} 15 {IN}", 20),
        # It goes away and comes back: neither leg is spent in the hex.
        (f"10 {IN} 20 {IN} 5 18A:0408 5 {IN}", 20),
        # A move without a hex may have been one of them.
        (f"10 {IN} 20", 20),
    ],
)
def test_the_mps_of_the_phase_that_led_nowhere_else(moves: str, mps: int) -> None:
    assert spent(moves) == mps


@pytest.mark.rule("E36.C.3.tf")
def test_where_it_began_counts_and_a_naval_step_of_which_nothing_is_known_is_not_held_against_it() -> None:
    assert at_sea().spent_here == 0
    assert at_sea(strip=strip(f"20 {IN}")).spent_here == 0
    there = at_sea(strip=strip(f"20 {IN}")).model_copy(update={"began": f"hex:{IN}"})
    assert there.spent_here == 20
    assert at_sea(strip=strip(f"20 {IN}"), naval_step=2).spent_here == 20
    assert at_sea(strip=strip(f"20 {IN}", naval_step=2), naval_step=2).spent_here == 0


@pytest.mark.rule("E36.C.3.tf")
def test_points_are_counted_by_task_force_and_hex_and_the_tick_wants_20_mps_for_each() -> None:
    came = at_sea(strip=strip(f"10 {IN}"))
    said = refused("mines-swept", sweep(group=came, mps_spent=True))
    assert "36.C.3" in said
    assert "takes 20 MPs spent in 18A:0407 in this phase; its group has spent 0 there" in said
    stayed = at_sea(strip=strip(f"10 {IN} 20 {IN}"))
    assert REGISTER["mines-swept"].refusal(sweep(group=stayed, mps_spent=True)) is None
    said = refused("mines-swept", sweep(group=stayed, mps_spent=True, points=1))
    assert "after 1 that Force-h has swept, takes 40 MPs" in said
    twice = at_sea(strip=strip(f"10 {IN} 20 {IN} 20 {IN}"))
    assert REGISTER["mines-swept"].refusal(sweep(group=twice, mps_spent=True, points=1)) is None
    # Without the tick the rule itself spends them.
    assert REGISTER["mines-swept"].refusal(sweep(group=came)) is None
    row = sweep_mark("force-h", HERE)
    first = result_of("mines-swept", sweep(belt=mines(1))).effects
    made = next(effect for effect in first if isinstance(effect, Create) and effect.key == row)
    assert (dict(made.fields)["note"], dict(made.fields)["ends"]) == ("1", "step")
    assert Set(f"{row}.note", "2") in result_of("mines-swept", sweep(belt=mines(1), points=1)).effects


@pytest.mark.rule("E36.C.3.dz.M")
def test_the_sea_of_a_zone_sweep_is_that_which_is_kept() -> None:
    given: dict[str, Any] = {"belt": mines(2), "player_turn": Side.ALLIED, "exerted": True, "swept": True}
    rough = ZoneSweep(side=Side.ALLIED, sea=SeaState.CALM, sea_kept=SeaState.ROUGH, account=nrp("5"), **given)
    assert "“The sea is”: it is rough in this turn." in refused("mines-swept-in-zone", rough)
    assert (
        "it is rough in this turn"
        in result_of("mines-swept-in-zone", rough.model_copy(update={"because": WHY}), "3").value.result.overruled
    )
