"""Modifiers in chart packs: those that a rule sees by their condition, those that are ticked by their words."""

import json
from dataclasses import replace

import pytest

from navalassist.engine import Provenance
from tables import FOLDER, RuleTable, parse
from tables.editing import as_typed, edited
from tables.lists import TypedModifier
from tables.pack_compare import Found, Whose, compared, put_in
from tables.packs import PackChart, PackError, PackModifier, chart_of, packed, read_pack

# Five modifiers as they are printed: -2, -1, -1 (in the Red Sea), +1, +2.
TEXT = (FOLDER / "europa" / "33_interference.toml").read_text(encoding="utf-8")
RADAR = TypedModifier("-1", "", "An escort has radar", Provenance.PRINTED)
RED_SEA = "modifier/red-sea"


def table(text: str) -> RuleTable:
    return parse(text.encode(), "it")


def with_lines(*more: TypedModifier, red_sea: str = "-1") -> str:
    """The table with lines behind its own."""
    form = as_typed(table(TEXT))
    own = (replace(line, value=red_sea) if line.condition == "red-sea" else line for line in form.modifiers or ())
    return edited(TEXT, replace(form, modifiers=(*own, *more))).text


def pack_of(text: str, *, house: bool = False) -> PackChart:
    chart = chart_of(table(text), house=house)
    assert chart is not None
    (again,) = read_pack(packed("test", [chart]), "test").charts
    return again


def told(ours: str, theirs: str) -> dict[str, Found]:
    return {cell.words: cell.found for cell in compared(table(ours), pack_of(theirs)) if cell.words}


def numbers(text: str) -> list[int | None]:
    return [item.number for item in table(text).modifiers]


@pytest.mark.rule("X.8")
def test_a_pack_holds_numbers_with_the_condition_or_the_words_that_they_wait_for() -> None:
    found = pack_of(with_lines(RADAR)).modifiers
    assert [(one.text, one.condition, one.words) for one in found[2:]] == [
        ("-1", "red-sea", ""),
        ("+1", "recent-success", ""),
        ("+2", "recent-great-success", ""),
        ("-1", None, "An escort has radar"),
    ]
    # The chart itself is a stand-in, and stays.
    assert pack_of(with_lines(RADAR)).count() == 16


def test_a_house_line_goes_out_only_if_wished() -> None:
    house = with_lines(replace(RADAR, origin=Provenance.HOUSE))
    assert len(pack_of(house).modifiers) == 5
    assert pack_of(house, house=True).modifiers[-1].origin == "house"


def test_what_is_new_comes_in_and_of_what_differs_the_group_says_whose_counts() -> None:
    theirs = with_lines(RADAR, red_sea="-3")
    found = told(TEXT, theirs)
    assert (found["An escort has radar"], found["A Disaster at any earlier time"]) == (Found.NEW, Found.SAME)
    assert [words for words, what in found.items() if what is Found.DIFFERS] == [
        "The attempt is in the Red Sea; lost VPs are divided by 3"
    ]
    for whose, number in ((Whose.OURS, -1), (Whose.THEIRS, -3), (Whose.ASK, None)):
        made = put_in(TEXT, pack_of(theirs), {(RED_SEA, "modifier"): whose})
        assert numbers(made.text) == [-2, -1, number, 1, 2, -1]
        assert table(made.text).modifiers[-1].line.text == "An escort has radar"


def test_the_same_words_are_the_same_line_and_a_pack_without_modifiers_leaves_them_as_they_are() -> None:
    ours = with_lines(RADAR)
    assert told(ours, with_lines(replace(RADAR, value="-2")))["An escort has radar"] is Found.DIFFERS
    assert set(told(ours, ours).values()) == {Found.SAME}
    bare = pack_of(ours).model_copy(update={"modifiers": ()})
    assert numbers(put_in(ours, bare, {}).text) == [-2, -1, -1, 1, 2, -1]
    older = json.loads(packed("test", [bare]))
    del older["charts"][0]["modifiers"]
    assert read_pack(json.dumps(older).encode(), "test").charts == (bare,)


def test_a_condition_that_the_rule_does_not_see_is_told_and_left_out() -> None:
    chart = pack_of(with_lines(RADAR))
    odd = PackModifier.model_validate({"text": "+9", "from": "printed", "condition": "full-moon"})
    hostile = chart.model_copy(update={"modifiers": (odd,)})
    (found,) = (cell for cell in compared(table(TEXT), hostile) if cell.words)
    assert (found.found, found.problem) == (Found.UNREAD, '"full-moon" is no condition that the rule sees.')
    assert numbers(put_in(TEXT, hostile, {}).text) == numbers(TEXT)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"condition": "red-sea", "words": "Radar"}, "has a condition that the rule sees, or the words of one"),
        ({"condition": None, "words": " "}, "has a condition that the rule sees, or the words of one"),
        ({"text": "two"}, "charts.1.modifiers.1.text does not fit"),
        ({"text": "+٣"}, "charts.1.modifiers.1.text does not fit"),
        ({"words": "x" * 121, "condition": None}, "is longer than the 120 characters"),
    ],
)
def test_a_modifier_that_is_none_is_refused_with_its_place(changed: dict[str, object], problem: str) -> None:
    raw = json.loads(packed("test", [pack_of(TEXT)]))
    raw["charts"][0]["modifiers"][0].update(changed)
    with pytest.raises(PackError, match=problem):
        read_pack(json.dumps(raw).encode(), "test")


@pytest.mark.parametrize("same", ["An escort has radar", "an escort has radar "])
def test_a_modifier_that_stands_twice_is_refused_and_not_chosen_from(same: str) -> None:
    """Which of the two was meant nobody knows."""
    chart = pack_of(with_lines(RADAR)).model_dump(mode="json", by_alias=True)
    again = dict(chart["modifiers"][-1]) | {"text": "+2", "words": same}
    with pytest.raises(ValueError, match="two modifiers are for"):
        PackChart.model_validate(chart | {"modifiers": [*chart["modifiers"], again]})
