"""A run that waits: choices, sealed choices, unknown cells, dice that are not there; and what is no ask."""

from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from navalassist.engine import (
    Ask,
    Book,
    ChoiceError,
    Choose,
    Dice,
    DiceError,
    EngineError,
    Enumerator,
    Look,
    Play,
    Pool,
    Replay,
    Roll,
    TableKey,
    Together,
    Typed,
    run_play,
)
from navalassist.engine.answers import CellRead
from tables import parse
from tests.engine.tables import FakeTable
from tests.engine.test_run import BOOK, HIT, HOLES, PLAINS, SUMS, one_die


def test_a_choice_is_made_among_the_options() -> None:
    def play() -> Play[str]:
        return (yield from Choose("c", {"go": "Go", "stay": "Stay"}, "axis", "what now"))

    result = run_play(play(), BOOK, Replay({}, {"c": "go"}))
    assert (result.value, result.answers[0].choice) == ("go", "go")
    with pytest.raises(ChoiceError, match="what now: choose one of go, stay") as wrong:
        run_play(play(), BOOK, Replay({}, {"c": "run"}))
    assert wrong.value.key == "c"
    waiting = run_play(play(), BOOK, Replay({}))
    assert waiting.value is None
    assert (waiting.pending.seat, waiting.pending.options) == ("axis", (("go", "Go"), ("stay", "Stay")))


def both() -> Play[tuple[str, ...]]:
    choices = tuple(Choose(seat, {"x": "X", "y": "Y"}, seat) for seat in ("axis", "allied"))
    return (yield from Together("orders", choices, "orders"))


def test_sealed_choices_are_answers_only_when_all_are_in() -> None:
    waiting = run_play(both(), BOOK, Replay({}, {"orders/allied": "y"}))
    assert waiting.answers == ()
    assert [(seat, answer.choice) for seat, answer in waiting.sealed] == [("allied", "y")]
    assert waiting.pending.key == "orders/axis"
    nobody = run_play(both(), BOOK, Replay({}))
    assert (nobody.sealed, nobody.pending and nobody.pending.seat) == ((), "axis")
    done = run_play(both(), BOOK, Replay({}, {"orders/allied": "y", "orders/axis": "x"}))
    assert done.value == ("x", "y")
    assert done.sealed == ()
    assert [(a.key, a.kind) for a in done.answers] == [("orders/axis", "sealed"), ("orders/allied", "sealed")]


def test_an_unknown_cell_waits_for_the_moderator_and_keeps_the_throw() -> None:
    def play() -> Play[str]:
        return (yield from HOLES.roll("r", column="c", label="a throw"))

    waiting = run_play(play(), BOOK, Typed((6,)))
    assert (waiting.pending.key, waiting.pending.seat) == ("r/cell", "moderator")
    assert waiting.pending.options == (("a", "a"), ("b", "b"))
    assert [(a.key, a.faces, a.reading, a.cells) for a in waiting.answers] == [("r", (6,), None, ())]
    assert waiting.tables == (("t/hole", "1"),)
    done = run_play(play(), BOOK, Typed((6,), {"r/cell": "b"}))
    assert done.value == "b"
    assert done.cells == (CellRead("t/hole", "1", "6", "c", "b", "unknown"),)
    assert [a.key for a in done.answers] == ["r/cell", "r"]
    known = Book(BOOK.tables, {}, {("t/hole", "6", "c"): "a"})
    assert run_play(play(), known, Typed((6,))).cells == (CellRead("t/hole", "1", "6", "c", "a", "precedent"),)


def test_a_pool_with_an_unknown_cell_keeps_all_its_dice() -> None:
    key = TableKey("t/hole", lambda text: {"a": 1, "b": 5}[text])

    def play() -> Play[int]:
        return (yield from key.pool("p", count=3, column="c"))

    waiting = run_play(play(), BOOK, Typed((1, 6, 6)))
    assert waiting.pending.key == "p/2/cell"
    assert waiting.answers[0].faces == (1, 6, 6)
    assert run_play(play(), BOOK, Replay({"p": (1, 6, 6)}, {"p/2/cell": "b", "p/3/cell": "a"})).value == 1 + 5 + 1


def test_looking_at_an_unknown_cell_waits_too_as_for_dice_that_are_not_there() -> None:
    def play() -> Play[str]:
        return (yield from HOLES.look(row=6, column="c"))

    assert run_play(play(), BOOK, Replay({}, {"look/t/hole/6/c/cell": "b"})).value == "b"
    assert run_play(play(), BOOK, Replay({})).pending is not None
    waiting = run_play(one_die(), BOOK, Replay({}))
    assert (waiting.pending.kind, waiting.pending.dice) == ("roll", "1d6")


def test_what_is_no_ask_is_caught() -> None:
    def play() -> Any:
        yield one_die()

    with pytest.raises(EngineError, match="a bare yield of generator"):
        run_play(play(), BOOK, Replay({}))
    with pytest.raises(EngineError, match="the driver does not know the ask Ask"):
        run_play(iter_of(Ask("x")), BOOK, Replay({}))
    with pytest.raises(TypeError, match="'yield from' is missing"):
        bool(Roll("r", Dice(1), sum))


def iter_of(ask: Ask[Any]) -> Play[Any]:
    return (yield from ask)


@pytest.mark.parametrize(
    "second",
    [
        lambda: Roll("die", Dice(1), sum),
        lambda: Choose("die", {}, "axis"),
        lambda: SUMS.roll("die", column=0),
        lambda: Pool("die", HIT, 1, 0),
    ],
)
def test_a_key_asked_twice_is_caught(second: Any) -> None:
    def play() -> Play[Any]:
        yield from one_die()
        return (yield from second())

    with pytest.raises(EngineError, match="the key 'die' is asked twice"):
        run_play(play(), BOOK, Replay({"die": (1,)}, {"die": "x"}))


def test_sealed_choices_need_keys_of_their_own_and_a_table_that_is_missing_or_has_no_dice_is_named() -> None:
    def play() -> Play[Any]:
        return (yield from Together("o", (Choose("a", {}, "axis"), Choose("a", {}, "allied"))))

    with pytest.raises(EngineError, match="the key 'o/a' is asked twice"):
        run_play(play(), BOOK, Replay({}))
    with pytest.raises(LookupError, match="the book holds no table 't/none'"):
        run_play(iter_of(Look("k", TableKey("t/none", str), 1, 1)), BOOK, Replay({}))
    with pytest.raises(EngineError, match="t/plain is read without dice"):
        run_play(iter_of(PLAINS.roll("r", column=1)), BOOK, Replay({}))


def test_typed_dice_must_be_as_many_as_are_needed() -> None:
    dealer = Typed((1, 2, 3))
    assert run_play(one_die(), BOOK, dealer).value == 1
    with pytest.raises(DiceError, match="2 dice too many: 1 is needed"):
        dealer.finish()
    dealer = Typed((1, 2))
    run_play(one_die(), BOOK, dealer)
    with pytest.raises(DiceError, match="1 die too many"):
        dealer.finish()
    dealer = Typed((4,))
    run_play(one_die(), BOOK, dealer)
    dealer.finish()
    with pytest.raises(DiceError, match="1 more die is needed, for die") as short:
        run_play(one_die(), BOOK, Typed(()))
    assert short.value.key == "die"
    with pytest.raises(DiceError, match="2 more dice are needed, for r"):
        run_play(iter_of(Roll("r", Dice(3), sum)), BOOK, Typed((1,)))


def test_a_cell_of_a_kind_takes_any_text_of_it_and_says_what_would_be_right_else() -> None:
    table = FakeTable("test/wide", Dice(1), lambda row, column: None, results=("1", "2"), wanted="a whole number")
    play = partial(TableKey("test/wide", int).roll, "fire", column="c")
    waits = run_play(iter(play()), Book({table.slug: table}), Replay({"fire": (4,)})).pending
    assert waits is not None
    assert (waits.free, waits.cell) == ("a whole number", ("test/wide", "4", "c"))
    assert waits.plain["free"] == "a whole number"
    for typed, value, provenance in (("7", 7, "unknown"), ("2", 2, "unknown"), ("2^", 2, "stand-in")):
        result = run_play(iter(play()), Book({table.slug: table}), Replay({"fire": (4,)}, {"fire/cell": typed}))
        assert (result.value, result.cells[0].provenance, result.cells[0].value) == (value, provenance, str(value))
    with pytest.raises(ChoiceError, match=r"^seven is not understood$"):
        run_play(iter(play()), Book({table.slug: table}), Replay({"fire": (4,)}, {"fire/cell": "seven"}))


def test_a_ratio_reads_its_column_exactly_and_is_recorded_as_the_heading() -> None:
    text = """
slug = "test/odds"
number = 1
title = "Odds"
rule = "0"
source = "nobody"
caption = "Odds across."
dice = "1d6"
rows = "numbers"
columns = "ratios"
unmarked = "printed"
grid = '''
1d6 | 1:2 ; 1:1 ; 1.8:1 or more
1 to 6 | 1 ; 2 ; 3
'''
[cells]
kind = "number"
"""
    odds = TableKey("test/odds", int)
    found = Book({"test/odds": parse(text.encode(), "it")})
    for column, heading, value in ((Fraction(9, 5), "1.8:1 or more", 3), (Fraction(179, 100), "1:1", 2), (1, "1:1", 2)):
        result = run_play(iter(odds.roll("fire", column=column)), found, Replay({"fire": (4,)}))
        assert (result.value, result.cells[0].column) == (value, heading)
        assert (
            Enumerator(found)
            .odds(lambda column=column: iter(odds.roll("fire", column=column)))
            .chance(lambda number, value=value: number == value)
            == 1
        )
