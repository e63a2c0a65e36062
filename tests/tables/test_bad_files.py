"""A bad table file stops start-up with a sentence that names file, row and column."""

from pathlib import Path

import pytest

from tables import FOLDER, TableError, load_all, load_file, parse

GOOD = """
slug = "test/good"
number = 1
title = "Good Table"
rule = "1.A"
source = "nobody"
caption = "For tests."
dice = "1d2"
rows = "numbers"
columns = "numbers"
unmarked = "printed"
results = ["-", "C"]
grid = '''
1d2 | 0  1  2~
1   | -  -  C
2   | -  C  C
'''
""".replace("2~", "2")
DICE = 'dice are written like "2d6", and tens and ones of two D10 "d100"'
MODIFIERS = "modifiers = '''\nlate | -2\n'''\n"
CHECK_RISING = "[[checks]]\ncheck = 'ways'\nresult = 'C'\nstrict = true\n"
CHECK_DOWN = "[[checks]]\ncheck = 'order'\nalong = 'down'\norder = ['-', 'C']\n"
CHECK_ACROSS = CHECK_DOWN.replace("down", "across")
PRINTED = "[printed_rows]\n1 = '- C'\n[why]\nrestored = 'lost'\n"


def changed(*pairs: tuple[str, str], more: str = "") -> str:
    text = GOOD
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text + more


def named(rows: str, columns: str = "result", kind: str = "result") -> str:
    return changed(
        ('dice = "1d2"\n', ""),
        ('rows = "numbers"', 'rows = "named"'),
        ('columns = "numbers"', f'columns = "{kind}"'),
        ("1d2 | 0  1  2\n1   | -  -  C\n2   | -  C  C\n", f"row | {columns}\n{rows}\n"),
    )


def complaint(text: str | bytes) -> str:
    with pytest.raises(TableError) as caught:
        parse(text if isinstance(text, bytes) else text.encode(), "good.toml")
    assert caught.value.file == "good.toml"
    return str(caught.value)


def test_the_good_file_of_these_tests_is_good_and_its_marks_need_a_reason_for_each_provenance() -> None:
    for more in ("", CHECK_RISING, CHECK_DOWN, CHECK_ACROSS):
        assert parse(changed(more=more).encode(), "good.toml").cell(2, 2).value == "C"
    assert parse(named("a/b | C").encode(), "good.toml").cell("a/b", "result").value == "C"
    text = changed(("-  C  C", "-  C~ C"))
    reason = "the cell is marked restored, and [why] gives no reason for restored cells"
    assert complaint(text) == f"good.toml, row 2, column 1: {reason}"
    assert parse((text + "[why]\nrestored = 'lost'\n").encode(), "good.toml").cell(2, 1).provenance == "restored"
    table = parse(changed(("-  -  C", "-  -~ C"), more=PRINTED).encode(), "good.toml")
    assert table.printed_rows == {"1": ("-", "C")}


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('title = "Good Table"\n', "", 'good.toml: "title" is missing'),
        ("number = 1", "number = 0", 'good.toml: "number": input should be greater than or equal to 1'),
        ("number = 1", 'number = "1"', 'good.toml: "number": input should be a valid integer'),
        ("number = 1", "number = 1\ncolour = 1", 'good.toml: "colour" is not a field of a table file'),
        ('dice = "1d2"', 'dice = "two"', f'good.toml: "dice": {DICE}'),
        ('dice = "1d2"', 'dice = "d6"', f'good.toml: "dice": {DICE}'),
        ('dice = "1d2"', "dice = 2", f'good.toml: "dice": {DICE}'),
        ('rule = "1.A"', 'rule = " "', 'good.toml: "rule": string should have at least 1 character'),
        (
            'unmarked = "printed"',
            'unmarked = "guessed"',
            "good.toml: \"unmarked\": input should be 'printed', 'restored', 'stand-in', 'house' or 'unknown'",
        ),
        ('results = ["-", "C"]', "results = []", "good.toml: [results] or [cells] must say what its cells hold"),
        ('slug = "test/good"', 'slug = "Test Good"', None),
        ('rule = "1.A"', 'rule = "1.A"\nrulings = ["R4"]', None),
    ],
)
def test_fields(old: str, new: str, sentence: str | None) -> None:
    said = complaint(changed((old, new)))
    assert said == sentence if sentence else said.startswith('good.toml: "')


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("1d2 | 0", "1d2   0", "good.toml: the first line of the grid must name the columns after a |"),
        ("1   | -  -  C\n2   | -  C  C\n", "", "good.toml: the grid has no rows"),
        ("1   | -", "1     -", 'good.toml: the line "1     -  -  C" needs a heading, a | and cells'),
        ("-  C  C", "-  C", "good.toml, row 2, column 2: it has 2 cells, and the table has 3 columns"),
        ("-  C  C", "-", "good.toml, row 2, column 1: it has 1 cell, and the table has 3 columns"),
        ("-  C  C", "-  C  C  C", "good.toml, row 2: it has 4 cells, and the table has 3 columns"),
        ("-  C  C", "-  X  C", 'good.toml, row 2, column 1: "X" is not a declared result; declared: -, C'),
        ("-  C  C", "-  ~  C", 'good.toml, row 2: "~" is a mark without a result'),
        ("-  C  C", "-  ?~ C", 'good.toml, row 2: "?~" is a mark without a result'),
        ("2   | -", "1   | -", "good.toml, row 1: there are two rows of this name"),
        ("2   | -", "two | -", 'good.toml, row two: "two" is not a number, "3 to 5", "1 or less" or "6 or more"'),
        ("2   | -", "4 to 2 | -", "good.toml, row 4 to 2: the first number is higher than the second"),
        ("2   | -", "3   | -", "good.toml, row 3: there is a gap: 2 has no row"),
        ("1   | -", "1 to 2 | -", "good.toml, row 2: 2 has a row already; the next must begin with 3"),
        ("2   | -", "2 or less | -", 'good.toml, row 2 or less: only the first row may say "or less"'),
        ("1   | -", "1 or more | -", 'good.toml, row 2: only the last row may say "or more"'),
        ("0  1  2", "0  1  1", "good.toml, column 1: there are two columns of this name"),
        ("0  1  2", "0  1  3", "good.toml, column 3: there is a gap: 2 has no column"),
        ("0  1  2", "0  1  x", 'good.toml, column x: "x" is not a number, "3 to 5", "1 or less" or "6 or more"'),
        ('dice = "1d2"', 'dice = "1d3"', "good.toml, row 3: 1d3 can give 3, and the table has no such row"),
        ('dice = "1d2"', 'dice = "2d2"', "good.toml, row 3: 2d2 can give 3, and the table has no such row"),
        ('dice = "1d2"', 'dice = "d100"', "good.toml, row 3: 1d100 can give 3, and the table has no such row"),
        ('rows = "numbers"', 'rows = "thresholds"', 'good.toml: rows are "numbers", "ratios" or "named"'),
        ('rows = "numbers"', 'rows = "named"', 'good.toml: a table with dice has rows of the kind "numbers"'),
        (
            'columns = "numbers"',
            'columns = "result"',
            'good.toml: a table of the kind "result" has the one column "result"',
        ),
        (
            "'''\n1d2",
            "'''\n\n1d2",
            None,
        ),
    ],
)
def test_the_grid(old: str, new: str, sentence: str | None) -> None:
    text = changed((old, new))
    if sentence is None:
        assert parse(text.encode(), "good.toml").cell(1, 2).value == "C"
    else:
        assert complaint(text) == sentence


@pytest.mark.parametrize(
    ("headings", "sentence"),
    [
        ("1  3  3", "good.toml, column 3: there are two columns of this name"),
        ("1  4  3", "good.toml, column 3: headings must rise, and 3 stands after 4"),
        ("1  3  x", 'good.toml, column x: "x" is not a whole number'),
    ],
)
def test_thresholds(headings: str, sentence: str) -> None:
    text = changed(('columns = "numbers"', 'columns = "thresholds"'), ("0  1  2", headings))
    assert complaint(text) == sentence


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ("== x\na | C", 'good.toml: the heading "== x" needs a key and words: == baltic  Baltic Sea'),
        (
            "== baltic  Baltic Sea\nnorth/a | C",
            'good.toml, row north/a: it stands under "Baltic Sea", so its key must begin with baltic/',
        ),
        ("a/b | C\na-b | C", "good.toml, row a-b, column result: its name is too like row a/b: both get the same link"),
    ],
)
def test_named_rows(rows: str, sentence: str) -> None:
    assert complaint(named(rows)) == sentence


def test_unknown_cells_need_a_mark_at_each_and_are_passed_over_by_an_order_check() -> None:
    text = changed(('unmarked = "printed"', 'unmarked = "unknown"'))
    said = 'good.toml, row 1: "-" has no mark, and this file says that cells without one are unknown'
    assert complaint(text) == said
    text = changed(("-  -  C", "-  ?  C"), more=CHECK_ACROSS + "[why]\nunknown = 'not known'\n")
    assert parse(text.encode(), "good.toml").cell(1, 1).value is None


@pytest.mark.parametrize(
    ("row", "printed", "sentence"),
    [
        (
            "-  -~ C",
            "1 = '- - C'",
            "row 1: 3 cells are printed, and 2 of the row are not marked; the two must be equal",
        ),
        ("-  -~ C", "1 = 'C -'", "row 1: without its marked cells the row is not the row as it is printed"),
        (
            "-  -~ C",
            "2 = '- C C'",
            "row 1: cells are marked, and [printed_rows] does not hold the row as it is printed",
        ),
        ("-  -~ C", "1 = '- C'\n9 = '-'", "row 9: [printed_rows] names a row that the table does not have"),
        ("-  -  C", "1 = '- C'", "row 1: 2 cells are printed, and 3 of the row are not marked; the two must be equal"),
    ],
)
def test_rows_as_printed(row: str, printed: str, sentence: str) -> None:
    text = changed(("-  -  C", row), more=PRINTED.replace("1 = '- C'", printed))
    assert complaint(text) == f"good.toml, {sentence}"


@pytest.mark.parametrize(
    ("rows", "check", "sentence"),
    [
        (
            ("-  -  C", "-  C  C"),
            CHECK_RISING,
            'column 2: the throws that give "C" must rise from column to column, and column 1 has 2, this one 2',
        ),
        (
            ("-  -  C", "C  C  -"),
            CHECK_RISING.replace("strict = true", "strict = false"),
            'column 2: the throws that give "C" may not fall from column to column, and column 1 has 2, this one 1',
        ),
        (
            ("-  -  C", "C  C  C"),
            CHECK_DOWN,
            'row 2, column 0: "-" is less than the "C" of row 1, and this may not fall',
        ),
        (
            ("-  -  C", "-  C  -"),
            CHECK_ACROSS,
            'row 1, column 2: "-" is less than the "C" of column 1, and this may not fall',
        ),
        (
            ("-  -  C", "-  -  C"),
            CHECK_DOWN.replace("'-', ", ""),
            'row 1, column 0: "-" is not in the order of the check',
        ),
    ],
)
def test_the_order_that_a_file_promises(rows: tuple[str, str], check: str, sentence: str) -> None:
    assert complaint(changed(rows, more=check)) == f"good.toml, {sentence}"


def test_a_check_of_some_columns_looks_at_these_only() -> None:
    falling = changed(("-  -  C", "C  -  C"), ("-  C  C", "C  C  C"))
    some = CHECK_ACROSS + "columns = ['1', '2']\n"
    assert parse((falling + some).encode(), "good.toml").cell(1, 0).value == "C"
    assert complaint(falling + CHECK_ACROSS).startswith("good.toml, row 1, column 1: ")
    said = "good.toml, column 9: a check names a column that the table does not have"
    assert complaint(falling + some.replace("'2'", "'9'")) == said


def test_checks_and_words_name_only_what_is_there() -> None:
    said = 'good.toml: a check names "X", which is not a declared result'
    assert complaint(changed(more=CHECK_RISING.replace("'C'", "'X'"))) == said
    assert complaint(named("a | C") + CHECK_RISING) == 'good.toml: a check of "ways" needs a table with dice'
    assert complaint(changed(more="[[checks]]\ncheck = 'luck'\n")).startswith('good.toml: "checks.0": ')
    said = 'good.toml: "X" has words but is not a declared result'
    assert complaint(changed(more="[labels]\nX = 'ex'\n")) == said
    said = "good.toml, column 9: [column_labels] names a column that the table does not have"
    assert complaint(changed(more="[column_labels]\n9 = 'nine'\n")) == said


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("late | -2 -3", "good.toml, row late: a modifier has one number"),
        ("late | 2", 'good.toml, row late: "2" is no modifier: write +2 or -5'),
        ("late | -2\nlate | +1", "good.toml, row late: there are two rows of this name"),
        (
            "late | -2^",
            (
                "good.toml, row modifier/late, column modifier: the cell is marked stand-in, "
                "and [why] gives no reason for stand-in cells"
            ),
        ),
    ],
)
def test_modifiers(line: str, sentence: str) -> None:
    assert complaint(changed(more=MODIFIERS.replace("late | -2", line))) == sentence


def test_a_file_that_is_no_text_no_toml_or_stands_in_another_place_than_its_slug_says(tmp_path: Path) -> None:
    assert complaint(b"\xff\xfe") == "good.toml: the file is not UTF-8 text"
    assert complaint("title = ").startswith("good.toml: the file is not TOML: ")
    (tmp_path / "test").mkdir()
    path = tmp_path / "test" / "other_name.toml"
    path.write_text(GOOD, encoding="utf-8")
    with pytest.raises(TableError) as caught:
        load_file(path)
    said = 'other_name.toml: slug is "test/good", and a file in this place must say "test/other-name"'
    assert str(caught.value) == said


def test_a_folder_is_loaded_whole_and_a_bad_file_stops_it(tmp_path: Path) -> None:
    (tmp_path / "test").mkdir()
    (tmp_path / "test" / "good.toml").write_text(GOOD, encoding="utf-8")
    assert list(load_all(tmp_path)) == ["test/good"]
    (tmp_path / "test" / "worse.toml").write_text(GOOD.replace("-  C  C", "-  C"), encoding="utf-8")
    with pytest.raises(TableError, match=r"^worse\.toml, row 2, column 2: "):
        load_all(tmp_path)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/*.toml")), ids=lambda path: path.stem)
def test_each_file_explains_its_marks_at_its_head(path: Path) -> None:
    head = path.read_text(encoding="utf-8").splitlines()[0]
    said = "# Marks after a cell:  ~ restored   ^ stand-in   ! house   = printed.   A lone ? is an unknown cell."
    assert head == said, f"the first line of {path.name} is: {said}"
