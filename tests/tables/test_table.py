"""A table in use: which cell a number reads, ids, odds, versions."""

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navalassist.engine import Dice, Provenance
from tables import RuleTable, Span, TableError, all_tables, parse

SMALL = """
slug = "test/small"
number = 3
title = "Small Table"
rule = "1.A"
source = "nobody"
caption = "For tests."
dice = "1d6"
rows = "numbers"
columns = "numbers"
column_title = "level"
unmarked = "printed"
results = ["a", "b"]
grid = '''
1d6       | -1 or less ; 0 to 2 ; 3 ; 4 or more
1 or less | a  a  b  b
2 to 4    | a  b! b  ?
5         | b  b  b^ b
'''
modifiers = '''
late | -2^ | 1.B R-09 | It is late.
odd  | ?
'''
[why]
house = "The club wants it."
stand-in = "Invented."
unknown = "Not known."
"""
OPEN_TOP = SMALL.replace("5         |", "5 or more |")


def small(text: str = OPEN_TOP) -> RuleTable:
    return parse(text.encode(), "small.toml")


@given(row=st.integers(-(10**9), 10**9), column=st.integers(-(10**9), 10**9))
def test_open_ends_take_every_number_and_read_the_end_line(row: int, column: int) -> None:
    table = small()
    held_row, held_column = min(max(row, 1), 5), min(max(column, -1), 4)
    assert table.cell(row, column) == table.cell(held_row, held_column)
    assert table.anchor(row, column) == table.anchor(held_row, held_column)


@given(row=st.integers(), column=st.integers())
def test_anti_shipping_never_clamps_a_row_or_a_status(row: int, column: int) -> None:
    table = all_tables()["europa/33-anti-shipping"]
    if 2 <= row <= 12 and 0 <= column <= 15:
        cell = table.cell(row, column)
        assert (cell.row, cell.column) == (str(row), str(column))
    else:
        with pytest.raises(LookupError):
            table.cell(row, column)


@given(die=st.integers(-20, 30), strength=st.integers(1, 24))
def test_gunnery_reads_the_highest_column_not_above_the_strength(die: int, strength: int) -> None:
    cell = all_tables()["europa/36-naval-gunnery"].cell(die, strength)
    headings = [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24]
    assert int(cell.column) == max(heading for heading in headings if heading <= strength)


@given(modifier=st.integers(-12, 12))
def test_ways_add_up_to_every_throw_whatever_the_modifier(modifier: int) -> None:
    assert sum(all_tables()["europa/36-success"].ways("result", modifier).values()) == 6


@pytest.mark.parametrize(
    ("slug", "row", "column", "sentence"),
    [
        ("33-anti-shipping", 13, 0, "Anti-Shipping Table has no row 13; 2d6 runs from 2 to 12"),
        ("33-anti-shipping", 7, 16, "Anti-Shipping Table has no column 16; naval status runs from 0 to 15"),
        ("33-anti-shipping", 7, -1, "Anti-Shipping Table has no column -1; naval status runs from 0 to 15"),
        ("36-naval-gunnery", 1, 25, "Naval Gunnery Table has no column 25; strength runs from 1 to 24"),
        ("36-naval-gunnery", 1, 0, "Naval Gunnery Table has no column 0; strength runs from 1 to 24"),
        ("36-success", 3, "luck", "Success Table has no column luck; there is result"),
        ("33-interference", "X", "vp", "Italian Naval Interference has no row X; there is D, F*, F, S, S*"),
        ("33-interference", "D", "modifier", "Italian Naval Interference has no column modifier; there is level, vp"),
    ],
)
def test_a_row_or_column_that_is_not_there_is_refused_in_a_sentence(
    slug: str, row: int | str, column: int | str, sentence: str
) -> None:
    with pytest.raises(LookupError) as caught:
        all_tables()[f"europa/{slug}"].cell(row, column)
    assert str(caught.value) == sentence


def test_a_cell_is_found_by_headings_as_by_numbers_and_names_its_lines_and_where_it_comes_from() -> None:
    table = small()
    assert table.cell("2 to 4", "0 to 2") == table.cell(3, 1)
    assert table.cell("1 or less", "4 or more") == table.cell(-7, 99)
    assert all_tables()["europa/33-anti-shipping"].cell("9", "9") == all_tables()["europa/33-anti-shipping"].cell(9, 9)
    cell = table.cell(3, 1)
    assert (cell.value, cell.provenance, cell.row, cell.column) == ("b", Provenance.HOUSE, "2 to 4", "0 to 2")
    unknown = table.cell(3, 4)
    assert (unknown.value, unknown.provenance) == (None, Provenance.UNKNOWN)
    assert table.label(unknown.value) == "?"


def test_modifiers_hold_number_words_rule_and_ruling_and_counts_leave_them_out() -> None:
    assert {str(kind): count for kind, count in small().provenance_counts().items()} == {
        "printed": 9,
        "restored": 0,
        "stand-in": 1,
        "house": 1,
        "unknown": 1,
    }
    late, odd = small().modifiers
    assert (late.number, late.cell.provenance) == (-2, Provenance.STAND_IN)
    assert (late.line.text, late.line.rules, late.line.rulings) == ("It is late.", ("1.B",), ("R-09",))
    assert (odd.number, odd.cell.provenance) == (None, Provenance.UNKNOWN)
    assert small().rulings == ("R-09",)


def test_grid_rows_and_columns_go_together_and_no_span_has_two_open_ends() -> None:
    table = small()
    assert [str(column) for column in table.columns] == ["-1 or less", "0 to 2", "3", "4 or more"]
    assert [str(row) for row in table.rows] == ["1 or less", "2 to 4", "5 or more"]
    assert table.axes == (table.row_axis, table.column_axis)
    for row, cells in zip(table.rows, table.grid(), strict=True):
        assert [(cell.row, cell.column) for cell in cells] == [(row.key, column.key) for column in table.columns]
    with pytest.raises(ValueError, match="two open ends"):
        Span(None, None).numbers()


@pytest.mark.parametrize(
    ("slug", "row", "column", "anchor"),
    [
        ("33-anti-shipping", 9, 9, "r9c9"),
        ("33-anti-shipping", "modifier/carrier-with-fighter", "modifier", "m-carrier-with-fighter"),
        ("33-shipping-results", 4, "unit-tight", "r4c-unit-tight"),
        ("33-axis-sea-zones", "central-med/short-route", "result", "r-central-med-short-route-c-result"),
        ("33-interference", "F*", "vp", "r-f-star-c-vp"),
        ("36-naval-gunnery", 9, 23, "r6c20"),
    ],
)
def test_anchors(slug: str, row: int | str, column: int | str, anchor: str) -> None:
    assert all_tables()[f"europa/{slug}"].anchor(row, column) == anchor


def test_ways_counts_unknown_cells_apart_and_refuses_a_table_without_dice_and_a_total_without_a_row() -> None:
    table = small()
    assert table.ways(9) == {"b": 3, None: 3}
    assert table.ways(9) is table.ways(9)
    with pytest.raises(LookupError, match="Air Status Modifiers is read without dice"):
        all_tables()["europa/33-air-status"].ways("result")
    with pytest.raises(LookupError, match="no row 13"):
        all_tables()["europa/33-anti-shipping"].ways(3, modifier=1)


def test_the_version_changes_with_the_file_but_not_its_line_ends_and_drafts_share_nothing_counted() -> None:
    table = small()
    number, _, checksum = table.version.partition("-")
    assert number == "3"
    assert len(checksum) == 12
    assert parse(OPEN_TOP.replace("\n", "\r\n").encode(), "small.toml").version == table.version
    assert small(OPEN_TOP.replace("It is late.", "It is very late.")).version != table.version
    rising = OPEN_TOP + "[[checks]]\ncheck = 'ways'\nresult = 'b'\n"
    small(rising.replace("b! b  ?", "b! b  b"))
    with pytest.raises(TableError, match="column 4 or more: "):
        small(rising)


def test_equal_versions_are_equal_and_hash_alike_and_a_table_is_frozen() -> None:
    other = small(OPEN_TOP.replace("nobody", "somebody"))
    assert small() == small()
    assert hash(small()) == hash(small())
    assert small() != other
    assert small() != "test/small"
    assert len({small(), small(), other}) == 2
    table = small()
    with pytest.raises(FrozenInstanceError):
        table.title = "Other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        table.why[Provenance.PRINTED] = "x"  # type: ignore[index]
    assert str(table) == "Small Table"


def test_without_stand_ins_those_cells_are_unknown_in_another_version_and_others_stay() -> None:
    success = all_tables()["europa/36-success"]
    bare = success.without_stand_ins()
    assert {cell.value for line in bare.grid() for cell in line} == {None}
    assert bare.cell(5, "result").provenance is Provenance.UNKNOWN
    assert bare.version == f"{success.version}-no-stand-ins"
    assert bare != success
    assert success.cell(5, "result").value == "S"
    bare = small().without_stand_ins()
    assert bare.cell(5, 3).value is None
    assert bare.cell(5, 4).value == "b"
    assert bare.cell("modifier/late", "modifier").value is None
    printed = all_tables()["europa/33-shipping-results"]
    assert printed.without_stand_ins() is printed


# Tens and ones


def percentile(dice: str, *rows: str) -> str:
    """A chart of so many rows with one column; the last row alone is C."""
    lines = "".join(f"{row} | {'C' if row == rows[-1] else '-'}\n" for row in rows)
    head = 'slug = "t/odds"\nnumber = 1\ntitle = "Odds"\nrule = "1"\nsource = "nobody"\ncaption = "c"\n'
    kind = 'rows = "numbers"\ncolumns = "result"\nunmarked = "printed"\nresults = ["-", "C"]\n'
    return f"{head}dice = \"{dice}\"\n{kind}grid = '''\nroll | result\n{lines}'''\n"


def test_a_table_of_tens_and_ones_covers_1_to_100_once_and_is_never_read_as_a_sum() -> None:
    table = parse(percentile("d100", "1 to 60", "61 to 70", "71 to 100").encode(), "odds.toml")
    assert (table.dice, str(table.dice)) == (Dice(1, 100), "1d100")
    assert dict(table.ways("result")) == {"-": 70, "C": 30}
    assert [table.cell(roll, "result").row for roll in (1, 60, 61, 70, 71, 100)] == [
        "1 to 60",
        "1 to 60",
        "61 to 70",
        "61 to 70",
        "71 to 100",
        "71 to 100",
    ]
    assert parse(percentile("1d100", "1 to 60", "61 to 100").encode(), "odds.toml").dice == table.dice
    with pytest.raises(LookupError, match="no row 101"):
        table.ways("result", 5)
    for rows, said in (
        (("1 to 99",), "row 100: 1d100 can give 100, and the table has no such row"),
        (("0 to 60", "62 to 100"), "row 62 to 100: there is a gap: 61 has no row"),
        (("1 to 60", "60 to 100"), "row 60 to 100: 60 has a row already; the next must begin with 61"),
        (("2 to 100",), "row 1: 1d100 can give 1, and the table has no such row"),
    ):
        with pytest.raises(TableError, match=f"odds.toml, {said}"):
            parse(percentile("d100", *rows).encode(), "odds.toml")


@pytest.mark.parametrize("last", ["91 to 100", "91 or more"])
def test_a_sum_of_two_d10_on_a_chart_of_a_hundred_is_a_slip(last: str) -> None:
    sentence = f'odds.toml, row {last}: 2d10 is a sum, 2 to 20; two D10 that are read as tens and ones are "d100"'
    with pytest.raises(TableError) as slip:
        parse(percentile("2d10", "1 to 90", last).encode(), "odds.toml")
    assert str(slip.value) == sentence
    assert parse(percentile("2d10", "2 to 12", "13 or more").encode(), "odds.toml").ways("result") == {"-": 64, "C": 36}
