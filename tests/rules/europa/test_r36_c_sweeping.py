"""36.C.3: sweeping at the start, in danger zones and by task forces, by hand; the Success Table is the stand-in."""

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import REGISTER, Create, Remove, Set, odds
from navalassist.rules.europa.mines import sweep_mark
from navalassist.rules.europa.r36_sweeping import EnemyBelt, InitialSweep, verdict
from navalassist.rules.europa.r36_zone_sweeping import ZoneSweep
from navalassist.rules.europa.sea_state import SeaState
from navalassist.rules.europa.strips import Spent, Strip, parsed
from navalassist.rules.europa.success import Success
from navalassist.rules.europa.words import Side, Step
from tests.rules.europa.test_r36_c_mines import BOOK, HERE, WHY, at_sea, mines, nrp, refused, sweep
from tests.rules.play import result_of

# Sweeping in the initial phase


def found(**more: Any) -> EnemyBelt:
    return EnemyBelt(belt=mines(3), **more)


def initial(*belts: EnemyBelt, **more: Any) -> InitialSweep:
    given: dict[str, Any] = {"side": Side.ALLIED, "player_turn": Side.ALLIED, "phase": Step.INITIAL}
    return InitialSweep(belts=belts, **(given | more))


@pytest.mark.rule("E36.C.3.auto1", "E36.C.3.auto2")
@pytest.mark.parametrize(
    ("more", "goes", "words"),
    [
        ({"own_coast": "Valletta", "near": "Licata, 4 hexes"}, True, "Valletta"),
        ({"near": "Licata, 7 hexes"}, False, "within 7"),
        ({"near": "Licata, 7 hexes", "far": True}, False, "within 7"),
        ({"unknown": "Bari"}, False, "not known: how far it is to Bari"),
        ({"unknown": "Bari", "far": True}, True, "as you say"),
        ({}, True, "no enemy-owned port"),
    ],
)
def test_what_goes_by_itself_and_why(more: dict[str, Any], goes: bool, words: str) -> None:
    told = verdict(found(**more))
    assert (told.goes, words in told.why) == (goes, True)


@pytest.mark.rule("E36.C.3.auto1", "E36.C.3.auto2")
def test_the_belts_that_go_are_taken_from_the_map_in_one_s_own_initial_phase_only() -> None:
    result = result_of("mines-swept-at-start", initial(found(own_coast="Valletta"), found(near="Licata, 4 hexes")))
    assert [e for e in result.effects if isinstance(e, Remove)] == [Remove("mines:axis/18A-0407")]
    assert any(isinstance(e, Create) and e.key == "mark:swept/allied" for e in result.effects)
    told = result.value.result
    assert (told.points, told.stay, told.hexes) == (3, 3, "18A:0407")
    assert dict(result.rulings).keys() == {"R-23"}
    assert result_of("mines-swept-at-start", initial(found(), swept=True)).effects == (Remove("mines:axis/18A-0407"),)
    assert "initial phase" in refused("mines-swept-at-start", initial(found(), phase=Step.AIR))
    assert "initial phase" in refused("mines-swept-at-start", initial(found(), player_turn=Side.AXIS))
    nothing = initial(found(near="Licata, 4 hexes"))
    assert "No enemy mines go" in refused("mines-swept-at-start", nothing)
    assert result_of("mines-swept-at-start", nothing.model_copy(update={"because": WHY})).effects == ()


# Sweeping in danger zones


def zone(**more: Any) -> ZoneSweep:
    given: dict[str, Any] = {
        "belt": mines(2),
        "player_turn": Side.ALLIED,
        "exerted": True,
        "sea": SeaState.CALM,
        "swept": True,
        "account": nrp("5"),
    }
    return ZoneSweep(side=Side.ALLIED, **(given | more))


@pytest.mark.rule("E36.C.3.dz.M")
@pytest.mark.parametrize(
    ("more", "total"),
    [
        # Calm +3 and no CAP -1; with CAP 3
        ({}, 2),
        ({"cap": True}, 3),
        ({"cap": True, "sea": SeaState.ROUGH}, 2),
        ({"cap": True, "sea": SeaState.STORMY}, 1),
        # Full pairs of coast defences only
        ({"cap": True, "coast_defence": 1}, 3),
        ({"cap": True, "coast_defence": 5}, 1),
        ({"cap": True, "easier": True}, 4),
    ],
)
def test_modifiers_of_the_sweeping_die(more: dict[str, Any], total: int) -> None:
    result = result_of("mines-swept-in-zone", zone(**more), "1")
    answer = next(a for a in result.answers if a.key == "success")
    assert sum(term.value for term in answer.terms if term.applies) == total


@pytest.mark.rule("E36.C.3.dz", "E36.C.3.dz.R")
@pytest.mark.parametrize(
    ("face", "result", "left", "balance"),
    [
        # No CAP -1 and two levels of coast defence -1, rough +2: the face itself is read.
        ("1", Success.DISASTER, 2, "3"),
        ("2", Success.COMPLETE_FAILURE, 1, "3.5"),
        ("3", Success.FAILURE, 1, "4"),
        ("5", Success.SUCCESS, 1, "5"),
        ("6", Success.GREAT_SUCCESS, 1, "5"),
    ],
)
def test_what_each_result_means_and_costs(face: str, result: Success, left: int, balance: str) -> None:
    told = result_of("mines-swept-in-zone", zone(sea=SeaState.ROUGH, coast_defence=2), face)
    outcome = told.value.result
    assert (outcome.result, outcome.left, outcome.balance) == (result, left, balance)
    if left == 1:
        assert Set("mines:axis/18A-0407.points", 1) in told.effects
    if balance != "5":
        assert Set("account:allied/nrp.balance", balance) in told.effects


@pytest.mark.rule("E36.C.3.dz", "E36.C.3.dz.R")
def test_chances_in_a_calm_sea_without_cap_and_what_a_great_success_makes_easier() -> None:
    """+2: a 1 is a failure that sweeps, so nothing stays; 1 and 2 cost a point, 3 to 6 cost nothing."""
    figures = REGISTER["mines-swept-in-zone"].figures(odds(REGISTER["mines-swept-in-zone"], zone(), BOOK))  # type: ignore[misc]
    assert [figure.value for figure in figures] == [1, Fraction(2, 6)]
    made = result_of("mines-swept-in-zone", zone(cap=True), "3").effects[1]
    assert isinstance(made, Create)
    assert made.key == "mark:easier-sweep/allied/18A-0407"
    # The next roll: a success, not a great one, uses it up; another great one keeps it; the last point ends it.
    used = result_of("mines-swept-in-zone", zone(easier=True, sea=SeaState.STORMY, coast_defence=2), "5")
    assert Remove("mark:easier-sweep/allied/18A-0407") in used.effects
    assert len(result_of("mines-swept-in-zone", zone(easier=True), "6").effects) == 1
    last = result_of("mines-swept-in-zone", zone(belt=mines(1), cap=True), "6")
    assert last.effects == (Remove("mines:axis/18A-0407"),)


@pytest.mark.rule("E36.C.3.def")
def test_points_that_are_missing_are_a_deficit_that_bars_this_sweeping() -> None:
    """One point in hand and a disaster for 2: 1 below zero, and that 1 was made by sweeping."""
    poor = zone(sea=SeaState.ROUGH, coast_defence=2, account=nrp("1"))
    effects = result_of("mines-swept-in-zone", poor, "1").effects
    assert effects[-2:] == (Set("account:allied/nrp.balance", "-1"), Set("account:allied/nrp.sweeping", "1"))
    barred = zone(account=nrp("-1", "1"))
    assert "deficit of 1 NRPs" in refused("mines-swept-in-zone", barred)
    # A deficit of carrier groups does not bar it, and what it lacks is a deficit of its own.
    carriers = zone(sea=SeaState.ROUGH, coast_defence=2, account=nrp("-3"))
    assert REGISTER["mines-swept-in-zone"].refusal(carriers) is None
    assert Set("account:allied/nrp.sweeping", "1.5") in result_of("mines-swept-in-zone", carriers, "2").effects


@pytest.mark.rule("E36.C.3.dz", "E36.C.3.dz.M")
def test_a_zone_is_swept_in_a_turn_of_sweeping_in_the_sea_that_is_kept() -> None:
    assert "No enemy mines" in refused("mines-swept-in-zone", zone(belt=mines(0)))
    assert "own player turn" in refused("mines-swept-in-zone", zone(player_turn=Side.AXIS))
    assert "none were swept" in refused("mines-swept-in-zone", zone(swept=False))
    assert "not known" in refused("mines-swept-in-zone", zone(exerted=None))
    assert "no such hex" in refused("mines-swept-in-zone", zone(exerted=False))
    assert "Licata" in refused("mines-swept-in-zone", zone(exerted=False, zone_why="Licata is near"))
    effects = result_of("mines-swept-in-zone", zone(swept=False, cap=True, because=WHY), "3").effects
    assert any(isinstance(e, Create) and e.key == "mark:swept/allied" for e in effects)
    given: dict[str, Any] = {"belt": mines(2), "player_turn": Side.ALLIED, "exerted": True, "swept": True}
    rough = ZoneSweep(side=Side.ALLIED, sea=SeaState.CALM, sea_kept=SeaState.ROUGH, account=nrp("5"), **given)
    assert "“The sea is”: it is rough in this turn." in refused("mines-swept-in-zone", rough)
    assert (
        "it is rough in this turn"
        in result_of("mines-swept-in-zone", rough.model_copy(update={"because": WHY}), "3").value.result.overruled
    )


# 36.C.3: 20 MPs a mine point, spent in the hex, compared with the strip of the phase where it tells.
# By hand: a task force came into 18A:0407 with 10 MPs, which are not spent there. Each further 20 that lead nowhere
# else are one point of each task force of the group.


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
