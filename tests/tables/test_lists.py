"""Lists of modifiers as players type them: numbers with conditions that a rule sees, or with words to tick."""

from dataclasses import replace

import pytest

from navalassist.engine import Provenance
from tables import FOLDER, RuleTable, TableError, parse
from tables.editing import Edited, as_typed, changed_rows, edited, unlike
from tables.lists import TypedModifier, list_as_typed

TEXT = (FOLDER / "europa" / "33_interference.toml").read_text(encoding="utf-8")
PRINTED, HOUSE = Provenance.PRINTED, Provenance.HOUSE
RADAR = TypedModifier("-1", "", "An escort has radar", HOUSE)


def table(text: str = TEXT) -> RuleTable:
    return parse(text.encode(), "it")


def with_lines(*lines: TypedModifier, text: str = TEXT) -> Edited:
    """The next version with these lines behind those that stand there."""
    form = as_typed(table(text))
    return edited(text, replace(form, modifiers=(*(form.modifiers or ()), *lines)))


@pytest.mark.rule("X.8")
def test_a_line_of_words_stands_in_the_next_version_with_its_number_and_where_it_comes_from() -> None:
    made = with_lines(RADAR)
    last = table(made.text).modifiers[-1]
    assert (last.number, last.line.text, last.cell.provenance, last.is_ticked) == (
        -1,
        "An escort has radar",
        HOUSE,
        True,
    )
    assert [item.number for item in table(made.text).modifiers] == [-2, -1, -1, 1, 2, -1]
    assert made.changed == {last.cell.row}
    assert changed_rows(table(), table(made.text)) == {last.cell.row}
    assert unlike(table(), table(made.text)) == ""


def test_a_list_that_was_typed_comes_back_as_it_was_typed() -> None:
    text = with_lines(RADAR).text
    assert list_as_typed(table(text))[-1] == RADAR
    assert with_lines(text=text).changed == frozenset()
    assert table(with_lines(text=text).text).modifiers == table(text).modifiers


def test_other_words_are_another_line_and_the_same_words_the_same_one() -> None:
    first, again, other = (
        table(with_lines(replace(RADAR, words=words)).text).modifiers[-1].line.key
        for words in ("An escort has radar", " An  escort has radar ", "An escort has no radar")
    )
    assert first == again != other
    shipped = TEXT.replace("red-sea  ", "tick-radar | -1 | 33.B.2.b | An escort has radar\nred-sea  ")
    assert "tick-radar" in {item.line.key for item in table(with_lines(text=shipped).text).modifiers}


def test_a_line_that_is_taken_out_leaves_its_condition_to_be_chosen_again() -> None:
    form = as_typed(table())
    lines = form.modifiers or ()
    made = edited(TEXT, replace(form, modifiers=lines[1:]))
    without = table(made.text)
    assert made.changed == {"modifier/earlier-disaster"}
    assert [item.line.key for item in without.modifiers] == [line.condition for line in lines[1:]]
    assert without.conditions["earlier-disaster"] == "A Disaster at any earlier time"
    assert unlike(table(), without) == ""
    back = with_lines(replace(lines[0], value="-3"), text=made.text)
    assert table(back.text).cell("modifier/earlier-disaster", "modifier").value == "-3"


@pytest.mark.parametrize(
    ("line", "part", "problem"),
    [
        (replace(RADAR, value="much"), 0, '"much" is no number: write what is added, as in +2 or -5.'),
        (replace(RADAR, value=""), 0, "What is ticked has a number: write what is added, as in +2 or -5."),
        (replace(RADAR, words=""), 1, "Choose what the rule sees, or write in words what holds."),
        (replace(RADAR, words="a|b"), 1, "At most 120 characters in one line, without |; these are 3."),
        (TypedModifier("1", "by-night", "", PRINTED), 1, '"by-night" is no condition that the rule sees.'),
        (
            TypedModifier("1", "red-sea", "", PRINTED),
            1,
            "This condition stands in another line too: one of them is enough.",
        ),
    ],
)
def test_what_can_t_be_kept_is_told_by_its_line(line: TypedModifier, part: int, problem: str) -> None:
    (fault,) = with_lines(line).faults
    where = 2 if "another line" in problem else 5
    assert (fault.row, fault.column, fault.listed, fault.problem) == (where, part, True, problem)


def test_an_empty_line_is_none_and_a_seen_condition_without_a_number_is_asked_for() -> None:
    assert not with_lines(TypedModifier(" ", "", " ", PRINTED)).changed
    form = as_typed(table())
    first, *others = form.modifiers or ()
    made = edited(TEXT, replace(form, modifiers=(replace(first, value="?"), *others)))
    assert table(made.text).modifiers[0].cell.provenance is Provenance.UNKNOWN


@pytest.mark.parametrize("typed", ["2", "+2", " + 2", "+02"])
def test_a_number_is_read_as_people_write_it(typed: str) -> None:
    assert table(with_lines(replace(RADAR, value=typed)).text).modifiers[-1].number == 2


@pytest.mark.parametrize("typed", ["-2", "−2", "–2"])
def test_a_minus_is_read_however_it_is_written(typed: str) -> None:
    assert table(with_lines(replace(RADAR, value=typed)).text).modifiers[-1].number == -2


@pytest.mark.parametrize("line", ["tick-late | ? | | Late in the day", "tick-late | -1"])
def test_a_file_whose_ticks_lack_a_number_or_words_is_refused(line: str) -> None:
    with pytest.raises(TableError, match="what is ticked has a number, and words"):
        table(TEXT.replace("red-sea  ", f"{line}\nred-sea  "))


def test_a_version_that_knows_other_conditions_is_refused() -> None:
    other = table(TEXT.replace("red-sea  ", "by-night  "))
    assert unlike(table(), other) == "it has other conditions of modifiers than Italian Naval Interference"
    with pytest.raises(TableError, match='no key that begins with "tick-"'):
        table(f'{TEXT}\n[conditions]\ntick-x = "X"\n')
