"""36.A.2: searches, gunfire and MPs by night; the state of a sea (R-65); worked out by hand."""

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import REGISTER, Create, Set
from navalassist.rules.europa import strips
from navalassist.rules.europa.gunnery import columns_of
from navalassist.rules.europa.r36_night import Fired, Gun, Gunfire, Search, at_night
from navalassist.rules.europa.r36_sea_state import Found, Sea, Waters
from navalassist.rules.europa.sea_state import SeaState
from navalassist.rules.europa.words import Side, Step
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
    return Search.model_validate(
        {"key": "h", "name": "Force H", "side": Side.AXIS, "strip": strips.parsed(moves)} | more
    )


@pytest.mark.rule("E36.A.2.a")
def test_nothing_that_moves_by_night_is_found_and_what_is_found_is_marked_only_once() -> None:
    assert FIND.refusal(a_search("10 5n")).rule == "36.A.2.a"
    assert FIND.refusal(a_search("5n 10")) is None
    assert FIND.refusal(a_search()) is None
    insisted = a_search("5n", because="rule 34 lets it")
    assert FIND.refusal(insisted) is None
    assert play(FIND, insisted).result.overruled.endswith("Done because: rule 34 lets it")
    found = play(FIND, a_search())
    assert found.result.overruled == ""
    mark = found.effects[0]
    assert isinstance(mark, Create)
    assert mark.key == "mark:found/h"
    assert dict(mark.fields)["ends"] == "naval-step"
    assert FIND.refusal(a_search(found_already=True)) is not None


# 36.A.2: MPs by night. Worked out from the paragraph by hand before the code: 25 a phase, blocks of 5, 10 between.


def strip(text: str) -> strips.Strip:
    return strips.parsed(text)


@pytest.mark.rule("E36.A.2")
@pytest.mark.parametrize(
    ("moved", "now", "first", "phase"),
    [
        ("", 5, 0, 25),
        ("5n", 0, 10, 20),
        ("5n 9", 0, 1, 20),
        ("5n 10", 5, 0, 20),
        ("5n 10 5n 10 5n 10 5n 10", 5, 0, 5),
        ("5n 10 5n 10 5n 10 5n 10 5n", 0, 0, 0),
        # 24 MPs by night: one is left of the 25, though the block would take five.
        ("5n 10 5n 10 5n 10 5n 10 4n 10", 1, 0, 1),
        # 3 and 2 are a block even with 4 by day between them; nothing is cleared before 10 in a row.
        ("3n", 2, 0, 22),
        ("3n 4 2n", 0, 10, 20),
        ("3n 4 1n 9", 1, 0, 21),
        ("3n 4 1n 10", 5, 0, 21),
    ],
)
def test_what_is_left_by_night(moved: str, now: int, first: int, phase: int) -> None:
    assert strips.night_left(strip(moved)) == strips.Night(now, first, phase, start=now)


def in_steps(text: str) -> strips.Strip:
    """Moves with their naval step, in which w is a start by night: `1:5w 1:5n 2:10`."""
    moves = []
    for word in text.split():
        step, _, move = word.partition(":")
        typed = strips.parsed(move.replace("w", "n"))[0]
        moves.append(typed.model_copy(update={"naval_step": int(step), "waits": "w" in move}))
    return tuple(moves)


@pytest.mark.rule("E36.A.2.blk", "E36.D.2.M")
@pytest.mark.parametrize(
    ("moved", "step", "now", "first", "phase", "start"),
    [
        # The start is the block, and its MPs may still be moved as the first of the step.
        ("1:5w", 1, 5, 0, 25, 5),
        ("1:5w 1:5n", 1, 0, 10, 20, 0),
        ("1:5w 1:2n", 1, 3, 0, 23, 3),
        ("1:5w 1:3", 1, 0, 7, 20, 0),
        ("1:5w 1:10", 1, 5, 0, 20, 5),
        # In the next naval step it is spent, moved or not: only who has not moved may begin that one by night too.
        ("1:5w", 2, 0, 10, 20, 5),
        ("1:5w 2:5w", 2, 0, 10, 15, 5),
        ("1:5w 2:5w 3:5w 4:5w 5:5w", 6, 0, 0, 0, 0),
        ("1:5w 1:4 2:5", 2, 0, 1, 20, 0),
        ("1:5w 1:5n 2:9", 3, 0, 1, 20, 0),
        # A block that was begun by moving is filled up by the start.
        ("1:3n 2:2w", 2, 2, 0, 22, 5),
        ("1:3n 2:2w 2:2n", 2, 0, 10, 20, 0),
    ],
)
def test_a_start_by_night_is_a_block(moved: str, step: int, now: int, first: int, phase: int, start: int) -> None:
    assert strips.night_left(in_steps(moved), step) == strips.Night(now, first, phase, start)


@pytest.mark.rule("E36.A.2.blk", "E36.A.2")
def test_blocks_of_5_need_10_by_day_between_and_six_at_once_or_a_26th_are_refused() -> None:
    assert strips.refusal_of_strip(strip("5n 10"), strip("5n")) is None
    refused = strips.refusal_of_strip(strip("10 5n"), strip("5n 10"))
    assert refused.rule == "36.A.2"
    assert "none until 10 MPs by day are spent; 20 left in this phase" in refused.reason
    assert strips.refusal_of_strip((), strip("6n")) is not None
    assert strips.refusal_of_strip((), strip("5n 10 5n")) is None
    moved = strip("5n 10 5n 10 5n 10 5n 10 5n 10")
    assert "25 MPs by night were spent" in strips.refusal_of_strip(moved, strip("10 1n")).reason
    assert strips.refusal_of_strip(moved, strip("40")) is None


def test_a_strip_is_typed_as_on_paper_said_in_words_and_new_in_the_exploitation_phase() -> None:
    assert strips.parsed("10 18a:0407, 5N") == (strips.Spent(mps=10, to="18A:0407"), strips.Spent(mps=5, night=True))
    assert strips.parsed("") == ()
    assert strips.parsed("5n")[0].plain == {"mps": 5, "night": True, "to": ""}
    assert strips.night_left(()).words == "5 MPs now, 25 left in this phase"
    assert [strips.is_at_night(strip(text)) for text in ("", "5", "5 5n", "5n 5")] == [False, False, True, False]
    assert strips.phase_of("1941-03-1", Side.ALLIED, Step.NAVAL_MOVEMENT) == "1941-03-1/allied"
    assert strips.phase_of("1941-03-1", Side.ALLIED, Step.EXPLOITATION) == "1941-03-1/allied/exploitation"


@pytest.mark.parametrize("text", ["ten", "0", "18A:0407", "5 18A:0407 18A:0408", "1000", " ".join(["1"] * 41)])
def test_what_is_no_strip_is_told_in_words(text: str) -> None:
    with pytest.raises(ValueError, match=r"write (MPs|at most)"):
        strips.parsed(text)


# The state of a sea: the stand-in table cell by cell, or what is typed.


RULE = REGISTER["sea-state"]


def sea(**fields: Any) -> Sea:
    return Sea(**{"waters": Waters.MEDITERRANEAN, "turn": "1941-04-1", **fields})


@pytest.mark.rule("E36.D.2.M")
@pytest.mark.parametrize(
    ("turn", "waters", "calm", "rough", "stormy"),
    [
        # April to September: 1-5 calm. October to March: 4-6 rough inside; outside 4-5 rough and 6 stormy.
        ("1941-04-1", Waters.MEDITERRANEAN, 5, 1, 0),
        ("1941-09-2", Waters.ATLANTIC, 5, 1, 0),
        ("1941-10-1", Waters.MEDITERRANEAN, 3, 3, 0),
        ("1942-03-2", Waters.RED_SEA, 3, 3, 0),
        ("1942-01-1", Waters.ATLANTIC, 3, 2, 1),
        ("1942-01-1", Waters.BALTIC, 3, 2, 1),
        ("1942-01-1", Waters.BLACK_SEA, 3, 2, 1),
    ],
)
def test_one_die_by_season_and_waters(turn: str, waters: Waters, calm: int, rough: int, stormy: int) -> None:
    found = odds_for(RULE, sea(turn=turn, waters=waters))
    assert RULE.figures is not None
    shown = [figure.value for figure in RULE.figures(found)]
    assert shown == [Fraction(number, 6) for number in (calm, rough, stormy)]


@pytest.mark.rule("E36.D.2.M", "X.2")
def test_what_is_found_or_typed_is_kept_until_the_turn_ends_and_found_anew_with_a_reason_alone() -> None:
    outcome = play(RULE, sea(), "6")
    assert outcome.result == Found("mediterranean", SeaState.ROUGH)
    made = outcome.effects[0]
    fields = dict(made.fields)
    assert (made.key, fields["note"], fields["ends"]) == ("mark:sea/mediterranean", "rough", "turn")
    assert play(RULE, sea(typed="stormy")).result == Found("mediterranean", SeaState.STORMY)
    for again in (sea(kept="calm"), sea(kept="calm", typed="rough")):
        assert RULE.refusal(again).reason == "The state of the Mediterranean stands for this turn: calm."
    anyway = play(RULE, sea(kept="calm", because="misread"), "6")
    assert anyway.effects == (Set("mark:sea/mediterranean.note", "rough"),)
    assert "stands for this turn: calm. Done because: misread" in anyway.result.overruled  # type: ignore[attr-defined]
    assert play(RULE, sea(kept="rough", because="misread"), "6").effects == ()
