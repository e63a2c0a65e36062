"""A table as players type it becomes the text of its next version, or the sentence that says what is wrong."""

from dataclasses import replace

import pytest

from navalassist.engine import Provenance
from tables import FOLDER, RuleTable, all_tables, parse
from tables.editing import Fault, TypedChart, TypedRow, as_typed, edited

SUCCESS = (FOLDER / "europa/36_success.toml").read_text(encoding="utf-8")
HITS = """
slug = "test/hits"
number = 1
title = "Hit chart"
rule = "6.D"
source = "nobody"
caption = "For tests."
dice = "1d3"
rows = "numbers"
columns = "numbers"
unmarked = "stand-in"
grid = '''
1d3 | 1 ; 2 ; 3 to 5
1   | 1G  1G -
2   | 2G  ?  1G=
3   | X!  2G 1G
'''
[cells]
kind = "codes"
codes = { G = "a gun hit", F = "a flotation hit", X = "sunk" }
once = ["X"]
[why]
stand-in = "Invented."
unknown = "Lost."
house = "Ours."
"""


def table(text: str) -> RuleTable:
    return parse(text.encode(), "test.toml")


def typed(text: str, cells: dict[tuple[int, int], str], stamp: Provenance = Provenance.PRINTED) -> TypedChart:
    chart = as_typed(table(text), stamp)
    rows = tuple(
        TypedRow(row.heading, tuple(cells.get((r, c), text) for c, text in enumerate(row.cells)))
        for r, row in enumerate(chart.rows)
    )
    return replace(chart, rows=rows)


def after(text: str, chart: TypedChart) -> RuleTable:
    done = edited(text, chart)
    assert not done.faults
    return table(done.text)


@pytest.mark.parametrize("slug", all_tables())
def test_every_shipped_table_comes_through_its_form_unchanged(slug: str) -> None:
    folder, _, name = slug.partition("/")
    text = (FOLDER / folder / f"{name.replace('-', '_')}.toml").read_text(encoding="utf-8")
    before = table(text)
    done = edited(text, as_typed(before))
    assert (done.faults, done.kinks, done.changed) == ((), (), frozenset())
    again = table(done.text)
    assert again.lines == before.lines
    assert (again.row_axis, again.column_axis, again.modifiers) == (
        before.row_axis,
        before.column_axis,
        before.modifiers,
    )
    assert again.version.startswith(f"{int(before.version.split('-')[0]) + 1}-")


def test_what_is_typed_takes_the_stamp_and_the_rest_keeps_where_it_came_from() -> None:
    again = after(HITS, typed(HITS, {(0, 2): "1f", (1, 1): "2g"}))
    assert [[(cell.value, cell.provenance.value) for cell in line] for line in again.lines] == [
        [("1G", "stand-in"), ("1G", "stand-in"), ("1F", "printed")],
        [("2G", "stand-in"), ("2G", "printed"), ("1G", "printed")],
        [("X", "house"), ("2G", "stand-in"), ("1G", "stand-in")],
    ]
    assert edited(HITS, typed(HITS, {(0, 2): "1f", (1, 1): "2g"})).changed == {"1", "2"}


def test_a_touched_cell_takes_its_own_stamp_though_its_text_is_the_same() -> None:
    chart = replace(typed(HITS, {}), touched={(0, 0): Provenance.HOUSE})
    assert after(HITS, chart).cell(1, 1).provenance is Provenance.HOUSE
    assert edited(HITS, chart).changed == {"1"}


@pytest.mark.parametrize("emptied", ["", "?", "  "])
def test_an_emptied_cell_is_unknown(emptied: str) -> None:
    again = after(HITS, typed(HITS, {(0, 0): emptied}))
    assert (again.cell(1, 1).value, again.cell(1, 1).provenance) == (None, Provenance.UNKNOWN)


def test_what_is_not_understood_is_told_by_its_place_and_nothing_is_made() -> None:
    done = edited(HITS, typed(HITS, {(0, 0): "2H", (2, 2): "3X"}))
    words = "is not understood: write one or more of G, F, X, such as 2G+1F or X"
    assert done.faults == (
        Fault(0, 0, f'"2H" {words}; perhaps it is 2G or 2F.'),
        Fault(2, 2, f'"3X" {words}; perhaps it is 3G or 3F.'),
    )
    assert done.text == ""


def test_a_listed_result_may_be_typed_as_it_is_printed_and_in_small_letters() -> None:
    again = after(SUCCESS, typed(SUCCESS, {(2, 0): "f*"}))
    assert again.cell(3, "result").value == "F*"
    assert edited(SUCCESS, typed(SUCCESS, {(2, 0): "G"})).faults == (
        Fault(2, 0, '"G" is not understood: write one of D, F*, F, S, S*.'),
    )


def test_a_kink_is_pointed_out_once_and_is_no_refusal() -> None:
    done = edited(SUCCESS, typed(SUCCESS, {(2, 0): "S*", (3, 0): "S"}))
    assert done.kinks == ('row 4, column result: "S" is less than the "S*" of row 3, and this may not fall',)
    again = edited(done.text, typed(done.text, {(3, 0): "D"}))
    assert again.kinks == ()


def test_what_is_printed_is_not_compared_with_what_stands_in() -> None:
    assert edited(SUCCESS, typed(SUCCESS, {(2, 0): "S*"})).kinks == ()
    # Row 3 stands in between, and rows 2 and 4 are both printed.
    assert edited(SUCCESS, typed(SUCCESS, {(1, 0): "S*", (3, 0): "S"})).kinks == (
        'row 4, column result: "S" is less than the "S*" of row 2, and this may not fall',
    )


def test_a_chart_put_right_is_checked_again() -> None:
    kinked = edited(SUCCESS, typed(SUCCESS, {(2, 0): "S*", (3, 0): "S"})).text
    right = edited(kinked, typed(kinked, {(2, 0): "F"}))
    assert right.kinks == ()
    assert edited(right.text, typed(right.text, {(2, 0): "S*"})).kinks


def test_headings_of_numbers_may_be_others() -> None:
    chart = as_typed(table(HITS))
    rows = tuple(TypedRow(row.heading, (*row.cells, "X")) for row in chart.rows)
    again = after(HITS, replace(chart, columns=("1", "2", "3", "4 to 6"), rows=rows))
    assert [line.key for line in again.columns] == ["1", "2", "3", "4 to 6"]
    # A column of a new heading was typed from the page, whatever stood in its place.
    assert again.cell(1, 3).provenance is Provenance.PRINTED
    assert again.cell(3, 1).provenance is Provenance.HOUSE


@pytest.mark.parametrize(
    ("columns", "fault"),
    [
        (("1", "2", "4"), Fault(-1, 2, "There is a gap: 3 has no column.")),
        (("1", "1", "2"), Fault(-1, 1, "There are two columns of this name.")),
        (("1", "2", "many"), Fault(-1, 2, '"many" is not a number, "3 to 5", "1 or less" or "6 or more".')),
        (("1", "2", ""), Fault(-1, 2, "A heading is a number, at most 30 characters.")),
        (("1", "2", "3|4"), Fault(-1, 2, "A heading is a number, at most 30 characters.")),
    ],
)
def test_headings_that_do_not_fit_are_told_by_their_place(columns: tuple[str, ...], fault: Fault) -> None:
    assert fault in edited(HITS, replace(as_typed(table(HITS)), columns=columns)).faults


def test_a_row_too_short_and_dice_without_a_row_are_told() -> None:
    chart = as_typed(table(HITS))
    short = (replace(chart.rows[0], cells=("1G",)), *chart.rows[1:])
    assert edited(HITS, replace(chart, rows=short)).faults == (Fault(0, -1, "1 cell for 3 columns."),)
    found = edited(HITS, replace(chart, rows=chart.rows[:2])).faults
    assert found == (Fault(-1, -1, "1d3 can give 3, and the table has no such row."),)


def test_a_row_that_the_rule_names_keeps_its_name() -> None:
    chart = as_typed(table(SUCCESS))
    assert edited(SUCCESS, replace(chart, columns=("other",))).faults == (
        Fault(-1, 0, '"other" is no column that the rule reads.'),
    )


def test_the_source_line_is_kept_and_an_empty_one_leaves_the_old() -> None:
    chart = as_typed(table(SUCCESS))
    assert after(SUCCESS, replace(chart, source='My copy, card 6, "Success"')).source == 'My copy, card 6, "Success"'
    assert after(SUCCESS, replace(chart, source=" ")).source == table(SUCCESS).source


def test_cells_of_words_keep_their_blanks() -> None:
    text = HITS.replace(
        'kind = "codes"\ncodes = { G = "a gun hit", F = "a flotation hit", X = "sunk" }\nonce = ["X"]', 'kind = "words"'
    )
    again = after(text, typed(text, {(0, 0): "into port"}))
    assert again.cell(1, 1).value == "into port"
    assert after(edited(text, typed(text, {(0, 0): "into port"})).text, as_typed(again)).cell(1, 1).value == "into port"
