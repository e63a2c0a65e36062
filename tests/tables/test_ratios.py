"""Headings that are halves, quarters or odds, compared exactly."""

from fractions import Fraction

import pytest

from tables import RuleTable, TableError, parse
from tables.axes import exactly

AIR_COMBAT = """
slug = "test/air"
number = 1
title = "Air Combat"
rule = "1.A"
source = "nobody"
caption = "For tests."
dice = "1d2"
rows = "numbers"
columns = "ratios"
column_title = "odds"
unmarked = "printed"
grid = '''
1d2 | 1:2 or less ; 1:1 ; 1.8:1 ; 3:1 or more
1   | 0/0 ; 1/0 ; 1/1 ; 28/54
2   | 0/1 ; 1/1 ; 2/1 ; K/P
'''
[cells]
kind = "pair"
codes = { K = "killed", P = "a pip" }
"""
FLAK = AIR_COMBAT.replace("1:2 or less ; 1:1 ; 1.8:1 ; 3:1 or more", "¼ ½ 1½ 2.25").replace(" ;", "")


def table(text: str = AIR_COMBAT) -> RuleTable:
    return parse(text.encode(), "air.toml")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", Fraction(3)),
        ("½", Fraction(1, 2)),
        ("1¾", Fraction(7, 4)),
        ("0.25", Fraction(1, 4)),
        ("1.8:1", Fraction(9, 5)),
        ("1:3", Fraction(1, 3)),
        ("2-1", Fraction(2)),
        ("1:0", None),
        ("½½", None),
        ("two", None),
        ("-1", None),
        ("", None),
        ("1.5½", None),
        ("²", None),
    ],
)
def test_a_heading_is_read_exactly(text: str, number: Fraction | None) -> None:
    assert exactly(text) == number


@pytest.mark.parametrize(
    ("odds", "heading"),
    [
        (Fraction(1, 9), "1:2 or less"),
        (Fraction(1, 2), "1:2 or less"),
        (Fraction(99, 100), "1:2 or less"),
        (1, "1:1"),
        (Fraction(179, 100), "1:1"),
        (Fraction(9, 5), "1.8:1"),
        (Fraction(5, 3), "1:1"),
        (3, "3:1 or more"),
        (70, "3:1 or more"),
    ],
)
def test_a_number_between_two_headings_reads_the_lower_one(odds: Fraction | int, heading: str) -> None:
    assert table().cell(1, odds).column == heading
    assert table().cell(2, heading).column == heading


def test_without_open_ends_nothing_is_read_outside() -> None:
    flak = table(FLAK)
    assert flak.cell(1, Fraction(1, 4)).value == "0/0"
    assert flak.cell(1, Fraction(9, 4)).value == "28/54"
    for outside in (Fraction(1, 5), Fraction(5, 2)):
        with pytest.raises(LookupError, match=r"odds runs from ¼ to 2\.25"):
            flak.cell(1, outside)


def test_each_heading_has_an_html_id_of_its_own() -> None:
    assert [table(FLAK).anchor(1, c.key) for c in table(FLAK).columns] == [
        "r1c-quarter",
        "r1c-half",
        "r1c-1-half",
        "r1c-2-25",
    ]


@pytest.mark.parametrize(
    ("headings", "problem"),
    [
        ("1:2 ; 1:2 ; 2:1 ; 3:1", "there are two columns of this name"),
        ("1:2 ; 1:1 ; 1:1.5 ; 3:1", "headings must rise, and 1:1.5 stands after 1:1"),
        ("1:2 ; 1:1 or less ; 2:1 ; 3:1", 'only the first column may say "or less"'),
        ("1:2 ; 1:1 or more ; 2:1 ; 3:1", 'only the last column may say "or more"'),
        ("1:2 ; even ; 2:1 ; 3:1", '"even" is no number such as 3, 1½, 0.25 or 1.8:1'),
    ],
)
def test_headings_that_do_not_rise_are_named(headings: str, problem: str) -> None:
    with pytest.raises(TableError, match=problem):
        table(AIR_COMBAT.replace("1:2 or less ; 1:1 ; 1.8:1 ; 3:1 or more", headings))


def test_a_cell_of_another_kind_is_named_with_its_place() -> None:
    with pytest.raises(TableError, match=r'air\.toml, row 1, column 1:1: "1:0" is not understood: write two numbers'):
        table(AIR_COMBAT.replace("1/0", "1:0"))
    with pytest.raises(TableError, match='"k/p" is written "K/P"'):
        table(AIR_COMBAT.replace("K/P", "k/p"))
