"""A printed chart of several blocks, each a table of its own: one page, one form, one save."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from navalassist.auditlog.models import Entry
from navalassist.play.charts.known import chart_of
from tests.desk.test_charts import fields_of, posted, send
from tests.in_hand import InHand, in_hand, words_of
from tests.mini import texts
from tests.mini.system import begin

PAGE = "charts/chart-of-guns/"
SEARCH, GUNFIRE = "mini/search", "mini/gunfire"


def in_one_chart(text: str) -> str:
    """A table as a block of the printed chart."""
    return text.replace("number = 1\n", 'number = 1\nchart = "Chart of guns"\n')


@pytest.fixture
def guns(mini: None, db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[InHand]:
    """A campaign whose box prints the tables of search and gunfire on one chart."""
    for slug in (SEARCH, GUNFIRE):
        monkeypatch.setitem(texts.ALL, slug, in_one_chart(texts.ALL[slug]))
    with in_hand(begin()) as table:
        yield table


def numbers(table: InHand) -> list[int]:
    return [chart_of(table.state, slug).number for slug in (GUNFIRE, SEARCH)]


@pytest.mark.rule("X.8")
def test_the_blocks_of_a_printed_chart_are_one_line_of_the_list_and_one_page(guns: InHand) -> None:
    assert "Chart of guns 2 blocks" in guns.words("charts/")
    page = guns.words(PAGE)
    assert page.count("Chart of guns") >= 1
    assert "Gunfire" in page
    assert "Search" in page
    found = fields_of(guns.drawn(PAGE))
    assert (len(found["cell-0"]), len(found["cell-1"])) == (8, 24)


@pytest.mark.rule("X.8")
def test_one_save_makes_a_version_of_each_block_that_is_another_now(guns: InHand) -> None:
    begun = fields_of(guns.drawn(PAGE))
    both = {"cell-0": ["1", *begun["cell-0"][1:]], "cell-1": ["C", *begun["cell-1"][1:]]}
    send(guns, PAGE, **both)
    assert numbers(guns) == [2, 2]
    changes = [entry.record["body"] for entry in Entry.objects.filter(kind="edit")]
    assert [body["table"] for body in changes] == [GUNFIRE, SEARCH]
    assert len({entry.record["submission"] for entry in Entry.objects.filter(kind="edit")}) == 1
    send(guns, PAGE, **{"cell-1": ["-", *begun["cell-1"][1:]]})
    assert numbers(guns) == [2, 3]


def test_a_fault_of_one_block_saves_nothing_of_the_other(guns: InHand) -> None:
    begun = fields_of(guns.drawn(PAGE))
    drawn = posted(guns, PAGE, **{"cell-0": ["1", *begun["cell-0"][1:]], "cell-1": ["Q", *begun["cell-1"][1:]]})
    assert 'Die 1 or less, visibility 0: "Q" is not understood' in words_of(drawn)
    assert fields_of(drawn)["cell-0"][0] == "1"
    assert numbers(guns) == [1, 1]


def test_a_block_that_somebody_else_saved_meanwhile_holds_back_the_whole_form(guns: InHand) -> None:
    old = fields_of(guns.drawn(PAGE))
    send(guns, PAGE, **{"cell-1": ["C", *old["cell-1"][1:]]})
    mine = {"cell-0": ["1", *old["cell-0"][1:]], "cell-1": [*old["cell-1"][:-1], "-"]}
    answer = guns.post(PAGE, **{**old, "do": "save", **mine})
    assert answer.status_code == 409
    assert numbers(guns) == [1, 2]
    merged = fields_of(answer.content.decode())
    assert (merged["cell-0"][0], merged["cell-1"][0], merged["cell-1"][-1]) == ("1", "C", "-")


def test_a_paste_goes_into_the_block_that_is_named(guns: InHand) -> None:
    look = words_of(posted(guns, PAGE, do="look", paste="1\t1", **{"at-row": "0.0", "at-column": "0"}))
    assert "1 row of 2 cells: 0 new, 0 say the same, 2 differ" in look
    put = fields_of(posted(guns, PAGE, do="put", paste="C\tC", **{"at-row": "1.2", "at-column": "1"}))
    assert (put["touched-0"], put["touched-1"]) == ([""], ["2.1=printed 2.2=printed"])


def test_rows_of_each_block_are_read_back_by_themselves(guns: InHand) -> None:
    begun = fields_of(guns.drawn(PAGE))
    send(guns, PAGE, **{"cell-0": ["1", *begun["cell-0"][1:]], "cell-1": ["C", *begun["cell-1"][1:]]})
    other = guns.at("allied")
    send(other, PAGE, do="read", **{"read-1": ["1 or less"]})
    ticks = [dict(chart_of(guns.state, slug).ticks) for slug in (GUNFIRE, SEARCH)]
    assert ticks == [{}, {"1 or less": "allied"}]
