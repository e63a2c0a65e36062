"""What the gate leaves out: each row of the contract that is done and each promise is proved in it all the same."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from navalassist.systems import contract
from tests.counts import LEFT_OUT

ROOT = Path(__file__).resolve().parents[2]
TESTS = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")}


@cache
def marked(mark: str) -> dict[str, set[str]]:
    """{row or promise: the tests that are marked with it, on themselves, on a case or by their module}"""
    found: dict[str, set[str]] = {}
    for name, text in TESTS.items():
        if f"mark.{mark}(" not in text:
            continue
        for claim in contract.marks_in(text, name, mark).marks:
            found.setdefault(claim.row, set()).add(claim.test)
    return found


def in_the_gate(mark: str) -> set[str]:
    """The rows or promises that a test of the gate proves."""
    return {row for row, tests in marked(mark).items() if tests - LEFT_OUT.keys()}


def test_each_test_that_is_left_out_is_there_and_says_why() -> None:
    for test, why in LEFT_OUT.items():
        path, _, name = test.partition("::")
        functions = [node.name for node in ast.parse(TESTS[path]).body if isinstance(node, ast.FunctionDef)]
        assert functions.count(name) == 1, test
        assert len(why.split()) > 4, test


def test_no_test_is_left_out_anywhere_else() -> None:
    assert [
        name for name, text in TESTS.items() if re.search(r"\bskip(if)?\([^)]*\b(ALL|NAVALASSIST_ALL)\b", text)
    ] == []


def test_every_row_of_the_contract_that_is_done_is_proved_in_the_gate() -> None:
    done = {row.id for row in contract.load(ROOT / "docs" / "contract") if row.done}
    assert done - in_the_gate("rule") == set()


def test_every_promise_that_has_tests_is_proved_in_the_gate() -> None:
    assert marked("promise").keys() - in_the_gate("promise") == set()


@pytest.mark.promise("P49")
def test_an_evening_knows_nothing_but_pages() -> None:
    """It imports nothing of the product, so what it reaches a player reaches."""
    for name in filter(re.compile("tests/evenings/").match, TESTS):
        for node in ast.walk(ast.parse(TESTS[name])):
            if isinstance(node, ast.ImportFrom | ast.Import):
                module = node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
                assert re.match(r"(re|pytest|tests\.evenings(\.\w+)?)$", str(module)), (name, module)
