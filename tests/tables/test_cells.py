"""What may stand in a cell that players type, how it is written, and what is said of anything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.cells import CellError, CellKind, Cells

HITS = Cells(kind=CellKind.CODES, codes={"G": "a gun hit", "F": "a flotation hit", "X": "sunk"}, once=("X",))
WORDS = {
    CellKind.NUMBER: "a whole number from 0 to 999",
    CellKind.TO_HIT: 'a whole number from 1 to 10, or "-" for never',
    CellKind.PERCENT: "a whole number from 0 to 100",
    CellKind.PIPS: "a whole number from 0 to 10",
    CellKind.PAIR: "two numbers with a stroke between them, such as 28/54",
    CellKind.WORDS: "words, at most 60 characters",
}


@pytest.mark.parametrize(
    ("cells", "typed", "written"),
    [
        (Cells(kind=CellKind.NUMBER), " 07 ", "7"),
        (Cells(kind=CellKind.NUMBER, low=-5), "-3", "-3"),
        (Cells(kind=CellKind.TO_HIT), "9", "9"),
        (Cells(kind=CellKind.TO_HIT), "–", "-"),
        (Cells(kind=CellKind.PERCENT), "70 %", "70"),
        (Cells(kind=CellKind.PIPS), "10", "10"),
        (Cells(kind=CellKind.PAIR), "28 / 54", "28/54"),
        (Cells(kind=CellKind.PAIR, codes={"K": "killed", "P": "a pip"}), "k/p", "K/P"),
        (Cells(kind=CellKind.PAIR), "0/–", "0/-"),
        (HITS, "2g+1f", "2G+1F"),
        (HITS, "f + g g", "2G+1F"),
        (HITS, "x", "X"),
        (HITS, "G+X", "1G+X"),
        (HITS, "—", "-"),
        (Cells(kind=CellKind.WORDS), "  in port ", "in port"),
    ],
)
def test_a_cell_is_written_in_one_way(cells: Cells, typed: str, written: str) -> None:
    assert cells.written(typed) == written
    assert cells.written(written) == written


@pytest.mark.parametrize(
    ("cells", "typed"),
    [
        (Cells(kind=CellKind.NUMBER, high=20), "21"),
        (Cells(kind=CellKind.NUMBER), "1.5"),
        (Cells(kind=CellKind.NUMBER), "٣"),
        (Cells(kind=CellKind.TO_HIT), "11"),
        (Cells(kind=CellKind.PERCENT), "101%"),
        (Cells(kind=CellKind.PIPS), "-1"),
        (Cells(kind=CellKind.PAIR), "28"),
        (Cells(kind=CellKind.PAIR), "1/2/3"),
        (Cells(kind=CellKind.PAIR), "a/b"),
        (HITS, "2H"),
        (HITS, "2X"),
        (HITS, "G+"),
        (HITS, "0G"),
        (HITS, ""),
        (Cells(kind=CellKind.WORDS), "a" * 61),
        (Cells(kind=CellKind.WORDS), "so\x00so"),
    ],
)
def test_another_text_is_told_what_would_be_right(cells: Cells, typed: str) -> None:
    with pytest.raises(CellError) as caught:
        cells.written(typed)
    assert f"is not understood: write {cells.wanted}" in str(caught.value)


def test_the_sentence_names_the_codes_with_an_example() -> None:
    with pytest.raises(
        CellError,
        match=r'^"2H" is not understood: write one or more of G, F, X, such as 2G\+1F or X; perhaps it is 2G or 2F$',
    ):
        HITS.written("2H")


@pytest.mark.parametrize(("kind", "words"), WORDS.items())
def test_each_kind_says_what_it_wants(kind: CellKind, words: str) -> None:
    assert Cells(kind=kind).wanted == words


def test_words_that_mark_cells_in_a_file_are_refused() -> None:
    with pytest.raises(CellError, match=r'holds "\|", which marks cells'):
        Cells(kind=CellKind.WORDS).written("one|two")


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"kind": "words", "high": 3}, "cells of the kind words have no low and no high"),
        ({"kind": "codes"}, "cells of the kind codes need their codes"),
        ({"kind": "number", "codes": {"G": "a hit"}}, "cells of the kind number have no codes"),
        ({"kind": "codes", "codes": {"G": "a hit"}, "once": ["X"]}, "once names X, which is none of the codes"),
    ],
)
def test_a_kind_that_contradicts_itself_stops_the_start(fields: dict[str, object], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Cells.model_validate(fields)


@given(st.sampled_from([Cells(kind=kind) for kind in WORDS] + [HITS]), st.text(max_size=80))
def test_any_text_is_written_so_that_it_stays_or_is_refused(cells: Cells, typed: str) -> None:
    try:
        written = cells.written(typed)
    except CellError:
        return
    assert cells.written(written) == written
    assert not set(written) & set("|;~^!?=\n")


@pytest.mark.rule("X.8")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [("IF", "1F"), ("2H", "2G or 2F"), ("IG+1F", "1G+1F"), ("H", "1G or 1F"), ("x7", ""), ("HHHHHHHHHHHHH", "")],
)
def test_what_was_probably_meant_is_said_where_one_sign_is_another_one(typed: str, meant: str) -> None:
    with pytest.raises(CellError) as caught:
        Cells(kind=CellKind.CODES, codes={"G": "gun", "F": "flotation"}).written(typed)
    assert str(caught.value).partition("; perhaps it is ")[2] == meant


@pytest.mark.parametrize(("typed", "meant"), [("1O", "10"), ("l2", "12"), ("twelve", "")])
def test_a_number_with_a_letter_that_looks_like_a_figure_is_read_for_it(typed: str, meant: str) -> None:
    with pytest.raises(CellError) as caught:
        Cells(kind=CellKind.NUMBER).written(typed)
    assert str(caught.value).partition("; perhaps it is ")[2] == meant
