"""Charts that one group typed come into another campaign as one file, compared cell by cell."""

import json
from dataclasses import replace

import pytest

from navalassist.engine import Provenance
from tables import RuleTable, parse
from tables.editing import TypedRow, as_typed, edited
from tables.pack_compare import Found, Whose, compared, put_in
from tables.packs import MOST_BYTES, Pack, PackError, chart_of, packed, read_pack

BLANK = """
slug = "test/hits"
number = 1
title = "Hit chart"
rule = "6.D"
source = "nobody"
caption = "For tests."
dice = "1d2"
rows = "numbers"
columns = "numbers"
unmarked = "stand-in"
grid = '''
1d2 | 1  2
1   | ?  1G
2   | ?  ?
'''
[cells]
kind = "codes"
codes = { G = "a gun hit", X = "sunk" }
once = ["X"]
[why]
stand-in = "Invented."
unknown = "Lost."
"""


def table(text: str) -> RuleTable:
    return parse(text.encode(), "test.toml")


def filled(*rows: tuple[str, ...], text: str = BLANK, stamp: Provenance = Provenance.PRINTED) -> str:
    chart = as_typed(table(text), stamp)
    typed = tuple(TypedRow(row.heading, cells) for row, cells in zip(chart.rows, rows, strict=True))
    return edited(text, replace(chart, rows=typed, source="My box")).text


OURS = filled(("1G", "1G"), ("2G", ""))
THEIRS = filled(("1G", "2G"), ("X", "X"))


def pack_of(text: str, *, house: bool = False) -> Pack:
    chart = chart_of(table(text), house=house, typed_by="Anna", read_by="Carla")
    return read_pack(packed("test", [] if chart is None else [chart]), "test")


def test_a_pack_holds_what_was_read_from_a_box_and_no_stand_in() -> None:
    # The stand-in 1G of row 1 was left as it was.
    (chart,) = pack_of(OURS).charts
    assert [[None if c is None else (c.text, c.origin) for c in row.cells] for row in chart.rows] == [
        [("1G", "printed"), None],
        [("2G", "printed"), None],
    ]
    assert (chart.source, chart.typed_by, chart.read_by, chart.count()) == ("My box", "Anna", "Carla", 2)
    assert pack_of(BLANK).charts == ()


def test_house_cells_come_only_if_wished() -> None:
    house = filled(("1G", "1G"), ("2G", ""), stamp=Provenance.HOUSE)
    assert pack_of(house).charts == ()
    (chart,) = pack_of(house, house=True).charts
    assert chart.count() == 2


def test_what_comes_in_is_compared_cell_by_cell() -> None:
    (chart,) = pack_of(THEIRS).charts
    assert [(c.row, c.column, c.found, c.ours, c.theirs) for c in compared(table(OURS), chart)] == [
        ("1", "1", Found.SAME, "1G", "1G"),
        ("1", "2", Found.REPLACED, "1G", "2G"),
        ("2", "1", Found.DIFFERS, "2G", "X"),
        ("2", "2", Found.NEW, None, "X"),
    ]


@pytest.mark.parametrize(("whose", "text"), [(Whose.OURS, "2G"), (Whose.THEIRS, "X"), (Whose.ASK, None)])
def test_the_group_says_whose_text_counts(whose: Whose, text: str | None) -> None:
    (chart,) = pack_of(THEIRS).charts
    done = put_in(OURS, chart, {("2", "1"): whose})
    again = table(done.text)
    assert again.cell(2, 1).value == text
    assert [again.cell(1, 2).value, again.cell(2, 2).value] == ["2G", "X"]
    assert again.cell(1, 2).provenance is Provenance.PRINTED


def test_a_whole_chart_comes_in_with_headings_of_its_own() -> None:
    chart = as_typed(table(BLANK))
    wide = replace(
        chart, columns=("1 to 3", "4", "5"), rows=(TypedRow("1", ("1G", "", "X")), TypedRow("2", ("1G", "1G", "")))
    )
    (theirs,) = pack_of(edited(BLANK, wide).text).charts
    again = table(put_in(BLANK, theirs, {}).text)
    assert [line.key for line in again.columns] == ["1 to 3", "4", "5"]
    assert [again.cell(1, 5).value, again.cell(2, 5).value] == ["X", None]
    # Where somebody has read a cell of ours, our headings stay, and what has no place is told.
    found = compared(table(OURS), theirs)
    assert [(c.column, c.found) for c in found if c.row == "1"] == [("1 to 3", Found.UNREAD), ("5", Found.UNREAD)]
    assert found[1].problem == "Hit chart has no column 5; the heading runs from 1 to 2."
    assert table(put_in(OURS, theirs, {}).text).cell(1, 1).value == "1G"


def test_a_text_that_this_chart_does_not_know_is_told_and_left_out() -> None:
    (chart,) = pack_of(THEIRS.replace("codes = { G", 'codes = { H = "a hull hit", G')).charts
    raw = json.loads(packed("test", [chart]))
    raw["charts"][0]["rows"][0]["cells"][1]["text"] = "2H"
    (hostile,) = read_pack(json.dumps(raw).encode(), "test").charts
    found = next(c for c in compared(table(OURS), hostile) if c.found is Found.UNREAD)
    assert found.problem == '"2H" is not understood: write one or more of G, X, such as 2G or X; perhaps it is 2G.'
    assert table(put_in(OURS, hostile, {}).text).cell(1, 2).value == "1G"


GOOD = packed("test", [chart_of(table(THEIRS), house=False)])  # type: ignore[list-item]


def broken(**fields: object) -> bytes:
    raw = json.loads(GOOD)
    raw["charts"][0].update(fields)
    return json.dumps(raw).encode()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "The file is no chart pack: choose one that was saved from a page of charts."),
        (b"\xff\xfe\x00", "The file is no chart pack: choose one that was saved from a page of charts."),
        (b"[1, 2]", "The file is no chart pack: choose one that was saved from a page of charts."),
        (b"x" * (MOST_BYTES + 1), "The file has 1,000,001 bytes; a chart pack has at most 1,000,000."),
        (GOOD.replace(b'"test"', b'"other"', 1), 'The pack holds charts of "other", and this campaign plays "test".'),
        (
            GOOD.replace(b'_charts":1', b'_charts":2').replace(b'_charts": 1', b'_charts": 2'),
            "The pack is of format 2; this version of NavalAssist reads format 1, and no other.",
        ),
        (broken(table="../../etc/passwd"), None),
        (broken(script="<script>"), None),
        (broken(title="x" * 201), None),
        (
            broken(columns=["1"]),
            "The file is no chart pack: charts.1: Hit chart, row 1: 2 cells for 1 column.",
        ),
        (broken(columns=["1"] * 121), None),
    ],
)
def test_any_other_file_gets_its_sentence(content: bytes, problem: str | None) -> None:
    with pytest.raises(PackError) as caught:
        read_pack(content, "test")
    said = str(caught.value)
    assert said == problem if problem else said.startswith("The file is no chart pack: ")
    assert len(said) < 300
