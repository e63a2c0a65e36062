"""Tables of counters pasted from a spreadsheet: looked at with each fault at its cell, then all of it in one entry."""

import re

import pytest

from navalassist.auditlog.models import Entry
from navalassist.systems.europa.setup import DEMO_START
from tests.begun import begin
from tests.in_hand import InHand, in_hand, words_of

HEAD = "Name on the counter\tSide\tWhat it is\tStrength points\tWhere it is\tIn refit"
UNITS = f"{HEAD}\nPola\tAxis\tTask force\t6\tTaranto\tno\nZara 2\tAxis\tTask force\t7\tport:naples\tyes"
BOTH = f"{UNITS}\nAjax\tAllied\tTask force\t3\tAlexandria\tno"
AIR = 'Name,Type,Fighter,TBF,Range\nSM 79,V,no,2,20\n"CR.42, late",,yes,,8'


def sent(demo: InHand, page: str, act: str, status: int, **typed: str) -> str:
    answer = demo.post(page, submission=f"{act}-{len(demo.facts)}", seen="", act=act, **typed)
    assert answer.status_code == status, words_of(answer)
    return answer.content.decode()


def cell_of(page: str, text: str) -> str:
    """The cell in which a text stands, as a person reads it."""
    found = re.search(rf"<td>{re.escape(text)}(.*?)</td>", page, re.S)
    assert found, text
    return words_of(found[0])


@pytest.mark.parametrize("divide", ["\t", ";"])
def test_a_table_of_naval_units_is_looked_at_and_goes_in_as_one_entry(demo: InHand, divide: str) -> None:
    text, before = UNITS.replace("\t", divide), len(demo.rows("task-force"))
    count = Entry.objects.filter(campaign=demo.campaign).count()
    page = sent(demo, "fleet/", "table-look", 200, table=text)
    assert "Put in 2 counters" in page
    assert len(demo.rows("task-force")) == before
    sent(demo, "fleet/", "table-put", 302, table=text)
    made = demo.rows("task-force")[before:]
    told = [
        tuple(demo.facts[f"task-force:{key}.{name}"] for name in ("name", "strength", "refit", "place")) for key in made
    ]
    assert sorted(told) == [("Pola", 6, False, "port:taranto"), ("Zara 2", 7, True, "port:naples")]
    assert Entry.objects.filter(campaign=demo.campaign).count() == count + 1
    assert "2 naval units added: Pola, Zara 2" in demo.words("log/")
    demo.check()


def test_each_fault_stands_at_its_cell_and_nothing_goes_in(demo: InHand) -> None:
    bad = UNITS.replace("\t6\t", "\tsix\t").replace("port:naples", "Atlantis").replace("\tyes", "\tperhaps")
    before = len(demo.rows("task-force"))
    for act, status in (("table-look", 200), ("table-put", 422)):
        page = sent(demo, "fleet/", act, status, table=bad)
        assert "Strength points" in cell_of(page, "six")
        assert "choose of the list" in cell_of(page, "Atlantis")
        assert "write yes or no" in cell_of(page, "perhaps")
        assert "Put in" not in page
        assert ">Pola</td>" in re.sub(r"\s*</td>", "</td>", page)
    assert "Line 1: Strength points" in words_of(page)
    assert len(demo.rows("task-force")) == before
    # What the campaign does not take stands at its cell, too.
    page = sent(demo, "fleet/", "table-look", 200, table=UNITS.replace("Taranto", "Malta (Valletta)"))
    assert "belongs to the other side" in cell_of(page, "Malta (Valletta)")


def test_units_of_both_sides_go_in_with_one_tap_where_nothing_is_secret(demo: InHand) -> None:
    before = set(demo.rows("task-force"))
    assert "Put in 3 counters" in sent(demo, "fleet/", "table-look", 200, table=BOTH)
    sent(demo, "fleet/", "table-put", 302, table=BOTH)
    made = {key: demo.facts[f"task-force:{key}.side"] for key in demo.rows("task-force") if key not in before}
    assert sorted(made.values()) == ["allied", "axis", "axis"]
    demo.check()


def test_in_a_closed_campaign_the_look_already_says_at_the_cell_that_a_table_is_of_one_side(db: None) -> None:
    with in_hand(begin("Closed", malta=10, moment=DEMO_START, rulings={"R-56": "closed"})) as table:
        axis = table.at("axis")
        for act, status in (("table-look", 200), ("table-put", 422)):
            page = sent(axis, "fleet/", act, status, table=BOTH)
            assert "in a closed campaign a table is of one side" in cell_of(page, "Allied")
            assert "Put in" not in page
        assert not table.rows("task-force")
        sent(axis, "fleet/", "table-put", 302, table=UNITS)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "paste a counter a line"),
        ("Name on the counter\tSide\tColour\nPola\tAxis\tgrey", "“Colour” is no column"),
        (HEAD, "there is no line below the names"),
        ("Name on the counter\tSide\tSide\nPola\tAxis\tAxis", "a column stands twice"),
        ("x" * 20_001, "at most 20,000 characters"),
    ],
)
def test_what_is_no_table_says_why_and_stays(demo: InHand, text: str, said: str) -> None:
    page = sent(demo, "fleet/", "table-look", 422, table=text)
    assert said in words_of(page)
    assert text in page


def test_air_units_are_pasted_with_the_names_of_columns_or_without(demo: InHand) -> None:
    page = sent(demo, "air/central-med/", "look", 200, list=AIR, side="axis", place="")
    assert "Before it goes in" in page
    before = len(demo.rows("air-unit"))
    page = sent(demo, "air/central-med/", "look", 200, list=AIR.replace(",2,20", ",2,far"), side="axis", place="")
    assert "Range" in cell_of(page, "far")
    page = sent(demo, "air/central-med/", "paste", 422, list=AIR.replace(",2,20", ",0.3,20"), side="axis", place="")
    assert "in steps of one half" in cell_of(page, "0.3")
    assert len(demo.rows("air-unit")) == before
    sent(demo, "air/central-med/", "paste", 302, list=AIR, side="axis", place="")
    made = demo.rows("air-unit")[before:]
    names = ("name", "nature", "fighter", "tbf", "range")
    assert sorted(tuple(demo.facts[f"air-unit:{key}.{name}"] for name in names) for key in made) == [
        ("CR.42, late", "non-naval", True, "0", 8),
        ("SM 79", "v", False, "2", 20),
    ]


def test_the_example_of_the_page_goes_in_and_names_of_columns_may_have_their_comma(demo: InHand) -> None:
    page = demo.text("fleet/")
    example = re.search(r"<pre[^>]*>(.*?)</pre>", page, re.S)
    assert example
    assert "Put in 1 counter" in sent(demo, "fleet/", "table-look", 200, table=example[1])
    for head in ("Name on the counter, Side, Strength points, full side, Where it is", "name,side,full,place"):
        page = sent(demo, "fleet/", "table-look", 200, table=f"{head}\nAjax, Allied, 3, Alexandria")
        assert "Put in 1 counter" in page
        assert "Strength points" in page
    table = "name, side, type, strength, reverse, place\nAjax, Allied, Task force, 3, 1, Alexandria"
    sent(demo, "fleet/", "table-put", 302, table=table)
    made = next(key for key in demo.rows("task-force") if demo.facts[f"task-force:{key}.name"] == "Ajax")
    assert (demo.facts[f"task-force:{made}.strength"], demo.facts[f"task-force:{made}.reverse"]) == (3, 1)
    # The same once more: it may be another one, and the page says so.
    page = sent(demo, "fleet/", "table-look", 200, table=table)
    assert "Look: Ajax is there already on this side" in words_of(page)
    assert "Put in 1 counter" in page


def test_a_choice_that_is_none_names_those_there_are(demo: InHand) -> None:
    table = "name, side, kind, strength, place\nAjax, Alied, Cruiser, 3, Alexandra"
    page = sent(demo, "fleet/", "table-look", 200, table=table)
    assert "choose of the list: Axis, Allied." in cell_of(page, "Alied")
    assert "choose of the list: task force, warship" in cell_of(page, "Cruiser")
    assert "such as Alexandria" in cell_of(page, "Alexandra")


def test_a_fighter_s_third_number_is_its_hexes_and_a_line_that_is_none_has_an_example_of_one(demo: InHand) -> None:
    before = set(demo.rows("air-unit"))
    sent(demo, "air/central-med/", "paste", 302, list="Me110, fighter, 2, 18, 6", side="axis", place="")
    (made,) = set(demo.rows("air-unit")) - before
    names = ("fighter", "tbf", "range", "hexes_to_base")
    assert [str(demo.facts[f"air-unit:{made}.{name}"]) for name in names] == ["True", "2", "18", "6"]
    page = sent(demo, "air/central-med/", "look", 422, list="Me110, fighter, 2, 18, 6, 7", side="axis", place="")
    assert "of a fighter Me 110, fighter, 2, 12, 4 hexes" in words_of(page)
