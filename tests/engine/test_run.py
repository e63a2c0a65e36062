"""The driver for play: every ask answered, recorded under its key, or waited for."""

from dataclasses import dataclass

import pytest

from navalassist.engine import (
    Dice,
    DiceError,
    Each,
    EngineError,
    Outcome,
    Play,
    Replay,
    Roll,
    Rounds,
    Ruling,
    Set,
    Sub,
    TableKey,
    Tally,
    Term,
    Typed,
    call,
    compute,
    parse_dice,
    run_play,
)
from navalassist.engine.answers import CellRead
from navalassist.engine.dealers import check_faces
from navalassist.engine.verify import record_answers
from tests.engine.tables import FakeTable, book

SUM = FakeTable("t/sum", Dice(2), lambda row, column: str(row))
HITS = FakeTable("t/hits", Dice(1), lambda row, column: str(int(row >= 5)), ("0", "1"))
HOLE = FakeTable("t/hole", Dice(1), lambda row, column: None if row == 6 else "a")
PLAIN = FakeTable("t/plain", None, lambda row, column: f"{row}{column}")
BOOK = book(SUM, HITS, HOLE, PLAIN)
SUMS, HIT = TableKey("t/sum", int), TableKey("t/hits", int)
HOLES, PLAINS = TableKey("t/hole", str), TableKey("t/plain", str)
RULING = Ruling("R-1", "1.A", "A doubt", "It says both.", (("yes", "It is."), ("no", "It is not.")), "yes", "Custom.")


def one_die(label: str = "die") -> Play[int]:
    return (yield from Roll("die", Dice(1), lambda faces: faces[0], label))


def test_a_roll_gives_its_reading_and_keeps_the_faces() -> None:
    def play() -> Play[str]:
        return (yield from Roll("r", Dice(2), lambda faces: "high" if sum(faces) > 7 else "low", "a throw"))

    result = run_play(play(), BOOK, Typed((6, 2)))
    assert (result.value, result.pending) == ("high", None)
    (answer,) = result.answers
    assert (answer.key, answer.kind, answer.label, answer.dice, answer.faces) == ("r", "roll", "a throw", "2d6", (6, 2))
    assert answer.reading == "high"
    assert result.effects == ()


def test_a_table_roll_records_cell_and_terms_and_holds_the_sum_once() -> None:
    tally = Tally((Term("1.A", "so", 4), Term("1.B", "not so", -9, applies=False), Term("1.C", "far", 20)), 0, 3)

    def play() -> Play[int]:
        return (yield from SUMS.roll("r", column=tally, modifier=Tally((Term("1.D", "more", 2),)), label="a throw"))

    result = run_play(play(), BOOK, Typed((1, 1)))
    assert result.value == 4
    assert result.cells == (CellRead("t/sum", "1", "4", "3", "4", "printed"),)
    assert [term.text for term in result.terms] == ["so", "not so", "far", "more"]
    assert result.answers[0].bounds == (0, 3)
    assert result.tables == (("t/sum", "1"),)


def test_a_column_may_be_a_number_or_a_name_and_a_pool_of_two_dice_takes_them_in_pairs() -> None:
    def play() -> Play[tuple[int, int]]:
        first = yield from SUMS.roll("one", column=5, modifier=1)
        second = yield from SUMS.roll("two", column="near")
        return first, second

    result = run_play(play(), BOOK, Typed((1, 2, 3, 4)))
    assert result.value == (4, 7)
    assert [cell.column for cell in result.cells] == ["5", "near"]
    assert result.answers[0].bounds is None

    def play() -> Play[int]:
        return (yield from SUMS.pool("p", count=2, column=0))

    result = run_play(play(), BOOK, Typed((1, 2, 5, 6)))
    assert result.value == 14
    assert [cell.row for cell in result.cells] == ["3", "11"]


def test_a_pool_is_one_ask_and_adds_its_cells_and_an_empty_one_throws_nothing() -> None:
    def play() -> Play[int]:
        return (yield from HIT.pool("guns", count=4, column="x", modifier=1, label="guns"))

    result = run_play(play(), BOOK, Typed((4, 1, 6, 5)))
    assert result.value == 3
    (answer,) = result.answers
    assert (answer.kind, answer.dice, answer.reading, len(answer.cells)) == ("pool", "4 x 1d6", 3, 4)
    result = run_play(pool_of(0), BOOK, Typed(()))
    assert (result.value, result.answers) == (0, ())


def pool_of(count: int) -> Play[int]:
    return (yield from HIT.pool("guns", count=count, column="x"))


def test_looking_twice_at_a_cell_is_recorded_once() -> None:
    def play() -> Play[str]:
        first = yield from PLAINS.look(row="r", column="c")
        second = yield from PLAINS.look(row="r", column="c")
        third = yield from PLAINS.look(row="r", column="d", key="own")
        return first + second + third

    result = run_play(play(), BOOK, Replay({}))
    assert result.value == "rcrcrd"
    assert [answer.key for answer in result.answers] == ["look/t/plain/r/c", "own"]


def test_a_cell_is_looked_up_once_for_a_book_and_recorded_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    tables, read = book(PLAIN), []
    cell = type(PLAIN).cell
    monkeypatch.setattr(type(PLAIN), "cell", lambda self, *place: (read.append(place), cell(self, *place))[1])

    def play() -> Play[str]:
        return (yield from PLAINS.look(row="r", column="c"))

    first, again = run_play(play(), tables, Replay({})), run_play(play(), tables, Replay({}))
    assert read == [("r", "c")]
    assert (again.value, again.tables) == (first.value, first.tables) == ("rc", (("t/plain", "1"),))
    assert record_answers(again.answers) == record_answers(first.answers)


def test_a_ruling_is_read_from_the_book_and_named() -> None:
    def play() -> Play[str]:
        return (yield from RULING.look())

    assert run_play(play(), BOOK, Replay({})).rulings == (("R-1", "yes"),)
    assert run_play(play(), book(R_1="no"), Replay({})).value == "no"
    with pytest.raises(ValueError, match="R-1 has no choice 'maybe'"):
        run_play(play(), book(R_1="maybe"), Replay({}))
    with pytest.raises(ValueError, match="the default 'x' is none of its choices"):
        Ruling("R-2", "1.A", "t", "t", (("a", "A"),), "x", "r")


def test_keys_say_where_an_answer_belongs_and_rounds_end_at_their_limit() -> None:
    def round_of(state: int) -> Play[int]:
        return state + (yield from one_die())

    def play() -> Play[int]:
        each = yield from Each({"a": call(one_die), "b": call(one_die, "other")}, lambda s, r: s * 10 + r, 0)
        sub = yield from Sub("sub", call(one_die))
        rounds = yield from Rounds("round", round_of, 0, 3, lambda state: state >= 9)
        return each * 10_000 + sub * 1_000 + rounds

    result = run_play(play(), BOOK, Typed((1, 2, 3, 4, 5)))
    assert result.value == 12 * 10_000 + 3 * 1_000 + 9
    assert [a.key for a in result.answers] == ["a/die", "b/die", "sub/die", "round-1/die", "round-2/die"]
    assert result.answers[1].label == "other"

    def play() -> Play[int]:
        return (yield from Rounds("round", lambda state: one_die(), 0, 2, lambda state: False))

    assert run_play(play(), BOOK, Typed((6, 5))).value == 5


def test_a_strip_of_dice_is_read_digit_by_digit_and_recorded_dice_must_fit() -> None:
    assert parse_dice("43 2 4 3") == (4, 3, 2, 4, 3)
    assert parse_dice("3 4, 6;1+2/5-6\t1\r\n2") == (3, 4, 6, 1, 2, 5, 6, 1, 2)
    assert parse_dice("") == ()
    for sign in ("7", "0", "a", "٣", "²", "\x00"):
        with pytest.raises(DiceError, match="a die has faces 1 to 6"):
            parse_dice(f"1 {sign}")
    with pytest.raises(DiceError, match="2d6 needs 2 faces, 1 were given"):
        check_faces((1,), Dice(2))
    with pytest.raises(DiceError, match="a die has faces 1 to 6; 7 is none of them") as wrong:
        run_play(one_die(), BOOK, Replay({"die": (7,)}))
    assert (wrong.value.reason, wrong.value.key) == ("a die has faces 1 to 6; 7 is none of them", "die")
    check_faces((1, 6), Dice(2))


def test_computing_gives_a_value_without_dice_and_effects_belong_to_an_outcome() -> None:
    def play() -> Play[str]:
        return (yield from PLAINS.look(row=1, column=2))

    assert compute(play(), BOOK) == "12"
    with pytest.raises(EngineError, match="die wants dice or a choice"):
        compute(one_die(), BOOK)

    @dataclass(frozen=True)
    class Fate:
        lost: int

    def play() -> Play[Outcome[Fate]]:
        lost = yield from one_die()
        return Outcome(Fate(lost), (Set("x:y.z", lost),))

    result = run_play(play(), BOOK, Typed((3,)))
    assert result.effects == (Set("x:y.z", 3),)
    assert result.value == Outcome(Fate(3), (Set("x:y.z", 3),))


def test_a_part_without_dice_is_run_once_for_a_book_and_recorded_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    tables, started = book(PLAIN, SUM), []

    def status(name: str) -> Play[str]:
        started.append(name)
        choice = yield from RULING.look()
        cell = yield from PLAINS.look(row=name, column="c")
        return f"{choice} {cell}"

    def play(key: str = "status", name: str = "a") -> Play[str]:
        return (yield from Sub(key, call(status, name)))

    first = run_play(play(), tables, Replay({}))
    again = run_play(play(), tables, Replay({}))
    assert first.value == again.value == "yes ac"
    assert started == ["a"]
    assert (again.rulings, again.tables) == ((("R-1", "yes"),), (("t/plain", "1"),))
    assert [a.key for a in again.answers] == ["status/look/t/plain/a/c"]
    assert record_answers(again.answers) == record_answers(first.answers) == record_answers(again.answers)
    record_answers(again.answers)[0]["reading"] = "changed by somebody"
    assert record_answers(again.answers) == record_answers(first.answers)
    assert [a.key for a in run_play(play("elsewhere"), tables, Replay({})).answers] == ["elsewhere/look/t/plain/a/c"]
    assert started == ["a", "a"]
    assert run_play(play(), book(PLAIN, R_1="no"), Replay({})).value == "no ac"
    monkeypatch.setattr("navalassist.engine.answers.SETTLED_LIMIT", 2)
    for name in "bcd":
        assert run_play(play(name=name), tables, Replay({})).value == f"yes {name}c"
    assert len(tables.settled) <= 2


def test_a_part_with_dice_is_run_each_time_and_one_that_waits_is_not_kept() -> None:
    def play() -> Play[int]:
        return (yield from Sub("part", call(one_die)))

    assert run_play(play(), BOOK, Typed((3,))).value == 3
    assert run_play(play(), BOOK, Typed((4,))).value == 4
    tables = book(HOLE)

    def part() -> Play[str]:
        return (yield from HOLES.look(row=6, column="c"))

    def play() -> Play[str]:
        return (yield from Sub("part", call(part)))

    assert run_play(play(), tables, Replay({})).pending is not None
    assert run_play(play(), tables, Replay({}, {"part/look/t/hole/6/c/cell": "a"})).value == "a"
    assert run_play(play(), tables, Replay({})).pending is not None
