"""The file of a scenario by itself: its bounds, and in which line of it something is wrong."""

import time
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from tables import scenarios
from tables.scenarios import MOST_ROWS, Scenario, ScenarioError, read_scenario

HEAD = (
    'navalassist_scenario = 1\nsystem = "europa"\ntitle = "x"\nturn = "1943-07-1"\nplayer_turn = "axis"\n'
    'step = "initial"\nsources = [{key = "k", text = "t"}]\n'
)


def read(text: str) -> Scenario:
    return read_scenario((HEAD + text).encode())


def said(text: str) -> str:
    with pytest.raises(ScenarioError) as raised:
        read_scenario(text.encode())
    return str(raised.value)


def test_rows_are_counted_before_any_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """489 kB of rows without a header took 83 s: each of their fields went through the whole file."""
    rows = "".join(f'm.a{number}.source="k"\n' for number in range(25_000))
    made: list[str] = []
    monkeypatch.setattr(scenarios, "_row", lambda row, *rest: made.append(row))
    assert said(HEAD + rows) == f"A scenario has at most {MOST_ROWS:,} rows; this one has 25,000."
    assert made == []


def test_the_lines_of_a_file_are_gone_through_only_for_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    find: Callable[[str], Any] = scenarios._path
    monkeypatch.setattr(scenarios, "_path", lambda line: looked.append(line) or find(line))
    scenario = read("".join(f'[port.p{number}]\nsource = "k"\n' for number in range(20)))
    assert looked == []
    assert [row.line("source") for row in scenario.rows] == list(range(9, 49, 2))
    assert len(looked) == 20


def test_two_thousand_rows_of_any_shape_are_read_in_no_time() -> None:
    rows = "".join(f'm.a{number}.source="k"\nm.a{number}.b=1\n' for number in range(MOST_ROWS))
    began = time.process_time()
    scenario = read(rows)
    assert scenario.rows[-1].line("b") == 7 + 2 * MOST_ROWS
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("row", "line"),
    [
        ('[port.tunis]\nsource = "k"\nowner = "axis"\n', 10),
        ('port.tunis.source = "k"\nport.tunis.owner = "axis"\n', 9),
        ('[port]\ntunis.source = "k"\ntunis.owner = "axis"\n', 10),
        ('[port]\ntunis = {source = "k", owner = "axis"}\n', 9),
        ('\n["port" . tunis]\nsource = "k"\n"owner" = "axis"\n', 11),
    ],
)
def test_the_line_of_a_field_is_found_however_its_row_is_written(row: str, line: int) -> None:
    assert read(row).rows[0].line("owner") == line


def test_a_row_has_a_bounded_number_of_fields() -> None:
    fields = "".join(f"f{number} = 1\n" for number in range(60))
    assert said(f'{HEAD}[port.tunis]\nsource = "k"\n{fields}') == (
        "Line 8, port tunis: a row has at most 50 fields, this has 61."
    )


def test_a_name_has_a_bounded_number_of_parts() -> None:
    assert said(f"{HEAD}a{'.a' * 300} = 1\n") == "Line 8: a name has at most 200 parts."


@pytest.mark.parametrize("number", ["0x" + "f" * 3_900, "[0x" + "f" * 3_900 + "]", "true", "2", '"1"', "[1]"])
def test_another_format_is_named_in_our_words(number: str) -> None:
    """Python refuses to write a number of more than 4,300 digits, and said so to the user."""
    assert tomllib.loads(f"a = {number}")
    words = "2" if number == "2" else "another kind"
    assert said(f"navalassist_scenario = {number}\n") == (
        f"The scenario is of format {words}; this version reads format 1 alone."
    )


def test_a_huge_number_in_a_row_is_named_by_its_field() -> None:
    huge = "0x" + "f" * 3_900
    assert said(f'{HEAD}[port.tunis]\nsource = "k"\nowner = {huge}\n') == (
        "Line 10, port tunis, owner: it has to be a text, a number, true, false, or a short list of these."
    )
    assert said(HEAD.replace('"1943-07-1"', huge)) == "Line 4: turn has to be a text."


def test_an_answer_is_short() -> None:
    assert len(str(ScenarioError("z" * 5_000))) == 801
