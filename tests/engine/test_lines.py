"""Lists that are typed into a form: their cells as one text, and back."""

import pytest

from navalassist.desk.forms import Cells
from navalassist.engine.forms import Column, FormErrors, lines_cells, lines_text, read_lines

COLUMNS = (Column("damage", "Damage", 12), Column("inside", "In the destination"))
TITLES = {"naka": "Naka", "kuma": "Kuma"}


def test_cells_become_a_text_without_what_is_empty_and_the_text_becomes_them_again() -> None:
    cells = {"naka": {"damage": " 3 ", "inside": "on"}, "kuma": {"damage": "", "inside": ""}}
    assert lines_text(cells, COLUMNS) == "naka: damage 3, inside"
    assert lines_cells("naka: damage 3, inside; ") == {"naka": {"damage": "3", "inside": "inside"}}
    assert read_lines("lines", "naka: damage 3, inside", TITLES, COLUMNS) == {"naka": {"damage": 3, "inside": True}}


def test_a_browser_sends_each_cell_by_itself_or_all_as_one_text() -> None:
    widget = Cells()
    widget.columns = COLUMNS
    sent = {"lines.naka.damage": "2", "lines.kuma.inside": "on", "other": "x"}
    assert widget.value_from_datadict(sent, {}, "lines") == "naka: damage 2; kuma: inside"
    assert widget.value_from_datadict({"lines": "kuma: inside"}, {}, "lines") == "kuma: inside"
    assert widget.value_from_datadict({}, {}, "lines") == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("naka: damage 13", "Naka, damage: type a whole number from 0 to 12"),
        ("naka: damage ٣", "type a whole number"),
        ("boise: damage 1", "'boise' is no line of this list"),
        ("naka: rank 1", "has a cell that it does not have"),
    ],
)
def test_what_does_not_fit_says_which_line_it_is(text: str, words: str) -> None:
    with pytest.raises(FormErrors, match=words):
        read_lines("lines", text, TITLES, COLUMNS)
