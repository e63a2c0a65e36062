"""The contract's rows, the marks of the tests, and the judging of every claim."""

import re
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import override_settings
from django.urls import path

from navalassist.cli import contract
from navalassist.cli.contract import Mark, Marks, Row
from navalassist.cli.management.commands.coverage import why_not

FOLDER = Path(settings.BASE_DIR) / "docs" / "contract"
# Rows of rules of a group's own: of them there are as many as a group has.
HOUSE = "HOUSE"
HEAD = "| id | title | state | reach |\n|---|---|---|---|\n"

urlpatterns = [path("c/<slug:slug>/board/", lambda request, slug: HttpResponse(slug))]


def row(id_: str = "E33.D", *, done: bool = True, reach: tuple[str, ...] = ("/board/",)) -> Row:
    return Row(id_, "E33", "Two dice decide whether the enemy makes contact", done, reach, "E33.md:7")


def a_test(id_: str = "E33.D") -> Marks:
    return Marks((Mark(id_, "tests/test_a.py::test_b"),))


def reached(way: str) -> str | None:
    """Why it is no way to a row that is open or done."""
    return "no page" if way == "/gone/" else None


def ids(marks: Marks) -> list[tuple[str, str]]:
    return [(mark.row, mark.test) for mark in marks.marks]


# The real rows


def test_every_paragraph_of_the_rulebooks_has_its_row_and_a_short_sentence_as_its_title() -> None:
    rows = contract.load(FOLDER)
    # Counted by hand from the inventory of the rulebooks; a row is never dropped in silence.
    counted = Counter(row.family for row in rows if row.family != HOUSE)
    assert counted == {
        "E33": 79,
        "E36": 88,
        "GW": 44,
        "SM": 136,
        "PG": 99,
        "C": 29,
        "X": 11,
    }
    assert len({row.id for row in rows if row.family != HOUSE}) == 486
    assert [row.id for row in rows if not 6 <= len(row.title.split()) <= 14] == []
    assert [title for title, count in Counter(row.title for row in rows).items() if count > 1] == []
    assert [row.id for row in rows if not row.title[0].isupper() and row.title[0] != "+"] == []


def test_what_the_contract_claims_today_holds_and_open_rows_are_listed_with_their_titles() -> None:
    out = StringIO()
    call_command("coverage", stdout=out)
    families = [line.split()[0] for line in out.getvalue().splitlines()]
    assert [family for family in families if family != HOUSE] == [
        "C", "E33", "E36", "GW", "PG", "SM", "X", "total",
    ]  # fmt: skip
    out = StringIO()
    call_command("coverage", "--open", stdout=out)
    rows = contract.load(FOLDER)
    assert out.getvalue().splitlines()[: -len({row.family for row in rows}) - 1] == [
        f"{row.id}  {row.title}" for row in rows if not row.done
    ]


# Reading rows


def test_a_row_is_one_line_of_four_cells() -> None:
    text = (
        HEAD + "| `E33.F*` | A title | done | /c/<slug>/board/, procedure:cargo-contact |\n| `E33.G` | B | open | |\n"
    )
    rows, faults = contract.read_family(text, "E33", "E33.md")
    assert faults == []
    assert rows == [
        Row("E33.F*", "E33", "A title", True, ("/c/<slug>/board/", "procedure:cargo-contact"), "E33.md:3"),
        Row("E33.G", "E33", "B", False, (), "E33.md:4"),
    ]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("| `E33.A` | A title | open |", "E33.md:3: a row has 4 cells (id, title, state, reach), this line has 3"),
        ("| E33.A | A title | open | |", "E33.md:3: the id 'E33.A' should stand in backticks, without spaces"),
        ("| `E36.A` | A title | open | |", "E33.md:3: the row `E36.A` does not belong to the family E33"),
        ("| `E33.A` | | open | |", "E33.md:3: the row `E33.A` has no title"),
        ("| `E33.A` | A title | Done | |", "E33.md:3: the state of `E33.A` is 'Done'; it can be open or done"),
    ],
)
def test_a_line_that_is_no_row_is_named(line: str, fault: str) -> None:
    assert contract.read_family(HEAD + line, "E33", "E33.md") == ([], [fault])


def test_a_row_that_stands_twice_is_named_and_a_contract_without_rows_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(HEAD + "| `README` | A title | open | |\n")
    with pytest.raises(contract.ContractError, match="no rows in"):
        contract.load(tmp_path)
    (tmp_path / "E33.md").write_text(HEAD + "| `E33.A` | A title | open | |\n| `E33.A` | Another | open | |\n")
    with pytest.raises(contract.ContractError, match=r"E33\.md:4: the row E33\.A stands already at E33\.md:3"):
        contract.load(tmp_path)


# Reading marks

TESTS = """
import pytest
from pytest import mark

KNOWN = [pytest.param(1, marks=pytest.mark.rule("E33.G"))]
alias = pytest.mark.rule("E33.H")

@pytest.mark.rule("E33.A", "E33.B", "E33.B", "E33.C")
def test_one(): ...

@pytest.mark.parametrize("x", [1, pytest.param(2, marks=[pytest.mark.slow, pytest.mark.rule("E33.D")])])
async def test_two(x): ...

@mark.rule("E33.E")
class TestThree:
    pytestmark = [pytest.mark.rule("E33.F")]

    def test_four(self): ...

    def helper(self): ...

@pytest.mark.parametrize("x", KNOWN)
def test_five(x): ...

@alias
def test_six(): ...
"""


def test_marks_are_read_from_decorators_classes_cases_names_and_whole_files() -> None:
    assert contract.marks_in(TESTS, "t.py").faults == ()
    assert ids(contract.marks_in(TESTS, "t.py")) == [
        ("E33.A", "t.py::test_one"),
        ("E33.B", "t.py::test_one"),
        ("E33.C", "t.py::test_one"),
        ("E33.D", "t.py::test_two"),
        ("E33.E", "t.py::TestThree::test_four"),
        ("E33.F", "t.py::TestThree::test_four"),
        ("E33.G", "t.py::test_five"),
        ("E33.H", "t.py::test_six"),
    ]
    source = 'import pytest\npytestmark = pytest.mark.rule("E33.A")\ndef test_a(): ...\ndef test_b(): ...\n'
    assert ids(contract.marks_in(source, "t.py")) == [("E33.A", "t.py::test_a"), ("E33.A", "t.py::test_b")]


@pytest.mark.parametrize("never", ['skip("later")', "skip", "xfail(strict=True)"])
def test_a_test_that_does_not_run_proves_nothing(never: str) -> None:
    source = f'import pytest\n@pytest.mark.{never}\n@pytest.mark.rule("E33.A")\ndef test_a(): ...\n'
    assert contract.marks_in(source, "t.py") == Marks()


def test_a_test_that_is_skipped_on_some_machines_counts() -> None:
    source = 'import pytest\n@pytest.mark.skipif(OLD, reason="")\n@pytest.mark.rule("E33.A")\ndef test_a(): ...\n'
    assert ids(contract.marks_in(source, "t.py")) == [("E33.A", "t.py::test_a")]


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ('@pytest.mark.rule("E33.A")\ndef helper(): ...', "t.py:1: this rule mark stands on no test"),
        ('pytestmark = pytest.mark.rule("E33.A")', "t.py:1: this rule mark stands on no test"),
        ("@pytest.mark.rule(ID)\ndef test_a(): ...", "t.py:1: a rule mark needs row ids as plain strings"),
        ('@pytest.mark.rule("A", *MORE)\ndef test_a(): ...', "t.py:1: a rule mark needs row ids as plain strings"),
        ("@pytest.mark.rule()\ndef test_a(): ...", "t.py:1: a rule mark needs row ids as plain strings"),
        ("@pytest.mark.rule\ndef test_a(): ...", "t.py:1: a rule mark needs row ids as plain strings"),
    ],
)
def test_a_mark_that_says_nothing_is_named(source: str, fault: str) -> None:
    marks = contract.marks_in(source, "t.py")
    assert marks.marks == ()
    assert [one[: len(fault)] for one in marks.faults] == [fault]


def test_marks_of_a_folder_are_named_from_its_base(tmp_path: Path) -> None:
    folder = tmp_path / "tests" / "rules"
    folder.mkdir(parents=True)
    source = 'import pytest\n@pytest.mark.rule("E33.A")\ndef test_a(): ...\n'
    (folder / "test_r33.py").write_text(source)
    (folder / "helpers.py").write_text(source)
    marks = contract.load_marks(tmp_path / "tests", tmp_path)
    assert ids(marks) == [("E33.A", "tests/rules/test_r33.py::test_a")]


# Judging claims


OPEN = row(done=False, reach=())


@pytest.mark.parametrize(
    ("rows", "rules", "said"),
    [
        pytest.param([row()], a_test(), [], id="a done row with a test and a way to it is fine"),
        pytest.param([OPEN], Marks(), [], id="an open row needs neither test nor way"),
        pytest.param(
            [row()],
            Marks(),
            ["E33.D (E33.md:7): called done, but no test that runs is marked with it"],
            id="a done row without a test is named",
        ),
        pytest.param(
            [row(reach=())],
            a_test(),
            ["E33.D (E33.md:7): called done, but it names no way for a user to reach it"],
            id="a done row without a way to it is named",
        ),
        pytest.param(
            [row(reach=("/board/", "/gone/"))],
            a_test(),
            ["E33.D (E33.md:7): called done, but no page"],
            id="every way to a done row must exist",
        ),
        pytest.param(
            [row(done=False)],
            a_test("E33.Z"),
            ["tests/test_a.py::test_b: names E33.Z, which is no row of the contract"],
            id="a test that names an unknown row is named",
        ),
        pytest.param(
            [], Marks(faults=("t.py:1: a fault",)), ["t.py:1: a fault"], id="marks that say nothing are problems too"
        ),
    ],
)
def test_a_claim_is_judged_by_its_test_and_the_ways_to_it(rows: list[Row], rules: Marks, said: list[str]) -> None:
    assert contract.problems(rows, rules, a_test() if rows else Marks(), reached) == said


@pytest.mark.promise("P49")
def test_a_done_row_is_reached_by_an_evening() -> None:
    without = ["E33.D (E33.md:7): called done, but no evening reaches it from a demo"]
    assert contract.problems([row()], a_test(), Marks(), reached) == without
    assert contract.problems([OPEN], Marks(), Marks(), reached) == []
    other = ["tests/test_a.py::test_b: names E33.Z, which is no row of the contract"]
    assert contract.problems([row()], a_test(), Marks((*a_test().marks, *a_test("E33.Z").marks)), reached) == other


@pytest.mark.promise("P49")
def test_marks_of_another_kind_are_others() -> None:
    source = 'import pytest\n@pytest.mark.played("E33.A")\n@pytest.mark.rule("E33.B")\ndef test_a(): ...\n'
    assert ids(contract.marks_in(source, "t.py", contract.PLAYED)) == [("E33.A", "t.py::test_a")]
    assert ids(contract.marks_in(source, "t.py")) == [("E33.B", "t.py::test_a")]
    loose = contract.marks_in("import pytest\npytest.mark.played(3)\n", "t.py", contract.PLAYED)
    assert [fault.partition(": ")[2][:28] for fault in loose.faults] == [
        "a played mark needs row ids ",
        "this played mark stands on n",
    ]


def test_a_line_a_family_and_the_total() -> None:
    other = Row("SM.1", "SM", "A title", False, (), "SM.md:3")
    rows = [other, row(), row("E33.A", done=False), row("E33.B")]
    assert contract.summary(rows) == ["E33 done 2 open 1", "SM done 0 open 1", "total done 2 open 2"]


# The ways that really exist


@override_settings(ROOT_URLCONF=__name__)
def test_a_page_must_answer_a_table_load_and_a_procedure_be_registered() -> None:
    assert why_not("/c/<slug>/board/") is None
    assert why_not("/c/<anything>/board/") is None
    assert why_not("/c/<slug>/bord/") == "no page answers to /c/<slug>/bord/ (tried /c/demo/bord/)"
    assert why_not("table:europa/33-anti-shipping") is None
    assert why_not("table:europa/33-no-such") == "there is no table 'europa/33-no-such'"
    assert why_not("procedure:no-such") == "no procedure 'no-such' is registered"
    assert why_not("procedure:cargo-contact") is None
    assert why_not("board") == "'board' is no way to reach it: give a page's path, procedure:…, table:… or players:…"
    assert why_not("players:which hexside a way crosses") is None
    assert why_not("players:") == "what only the players know is said in some words"


def test_the_command_fails_and_names_each_row(tmp_path: Path) -> None:
    folder = tmp_path / "docs" / "contract"
    folder.mkdir(parents=True)
    (folder / "E33.md").write_text(HEAD + "| `E33.D` | A title | done | procedure:no-such |\n")
    out = StringIO()
    with override_settings(BASE_DIR=tmp_path), pytest.raises(CommandError) as error:
        call_command("coverage", stdout=out)
    assert out.getvalue() == "E33 done 1 open 0\ntotal done 1 open 0\n"
    assert str(error.value).splitlines() == [
        "3 claims of the contract do not hold:",
        "E33.D (E33.md:3): called done, but no test that runs is marked with it",
        "E33.D (E33.md:3): called done, but no evening reaches it from a demo",
        "E33.D (E33.md:3): called done, but no procedure 'no-such' is registered",
    ]
    assert error.value.returncode == 1


def test_the_command_says_where_the_contract_is_broken(tmp_path: Path) -> None:
    folder = tmp_path / "docs" / "contract"
    folder.mkdir(parents=True)
    (folder / "E33.md").write_text(HEAD + "| `E33.D` | A title | nearly | |\n")
    with override_settings(BASE_DIR=tmp_path), pytest.raises(CommandError, match=r"E33\.md:3: the state of"):
        call_command("coverage")


# The words


def test_the_glossary_is_in_alphabetical_order_and_has_each_word_once() -> None:
    text = (Path(settings.BASE_DIR) / "docs" / "glossary.md").read_text(encoding="utf-8")
    words = [word.casefold() for word in re.findall(r"^- \*\*(.+?)\*\*", text, re.MULTILINE)]
    assert words == sorted(set(words))
    ours = "campaign, rule system, seat, procedure, operation, situation, book, ask, answer, reading, outcome, effect"
    assert set(f"{ours}, mark, entry, receipt, table, ruling, naval status, sea zone".split(", ")) <= set(words)
