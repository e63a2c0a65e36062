"""What the gate leaves out: each row of the contract that is done and each promise is proved in it all the same."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from navalassist.cli import contract
from tests.counts import LEFT_OUT
from tests.postgres import CAN_DIFFER

ROOT = Path(__file__).resolve().parents[2]
SOURCES = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py")}
TESTS = {name: text for name, text in SOURCES.items() if name.rpartition("/")[2].startswith("test_")}
# They choose tests, and set no length.
CHOOSE = ("tests/conftest.py", "tests/postgres.py")
# For this a test is skipped, but not on the machine of the gate.
NEVER_SO_IN_THE_GATE = ("os.name != 'posix'", "not Path('/proc/self/fd').is_dir()")


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


def on_postgresql(test: str) -> bool:
    """A test is run on PostgreSQL too: its folder, its file, it or a case of it is on the list."""
    path = Path(test.partition("::")[0])
    holding = {test, str(path), *map(str, path.parents)}
    return any(listed.partition("[")[0] in holding for listed in CAN_DIFFER)


def skipped(mark: ast.expr, test: str) -> bool:
    """A mark that keeps a test from running in the gate: on SQLite, and on PostgreSQL where it is on the list."""
    if not isinstance(mark, ast.Call):
        return False
    called = ast.unparse(mark.func)
    why = ast.unparse(mark.args[0]) if called.endswith("skipif") else ""
    if called == "only_on_postgresql" or why == "not ON_POSTGRESQL":
        return not on_postgresql(test)
    return bool(why) and why not in NEVER_SO_IN_THE_GATE


def skips_itself(function: ast.FunctionDef) -> bool:
    """A test that says in its midst that there is nothing to test on some machines."""
    calls = (ast.unparse(node.func) for node in ast.walk(function) if isinstance(node, ast.Call))
    return any(call in ("pytest.skip", "pytest.importorskip") for call in calls)


@cache
def never_run(name: str) -> frozenset[str]:
    """The tests of a file that no run of the gate carries out on every machine."""
    tree = ast.parse(TESTS[name])
    assigned = {ast.unparse(node.targets[0]): node.value for node in tree.body if isinstance(node, ast.Assign)}
    module = assigned.get("pytestmark", ast.List([]))
    shared = module.elts if isinstance(module, ast.List) else [module]
    found = set()
    for node in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        test = f"{name}::{node.name}"
        marks = (assigned.get(ast.unparse(mark), mark) for mark in (*shared, *node.decorator_list))
        if skips_itself(node) or any(skipped(mark, test) for mark in marks):
            found.add(test)
    return frozenset(found)


def in_the_gate(mark: str) -> set[str]:
    """The rows or promises that a test proves which the gate really runs."""
    return {
        row
        for row, tests in marked(mark).items()
        if any(test not in LEFT_OUT and test not in never_run(test.partition("::")[0]) for test in tests)
    }


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


def test_no_length_is_set_anywhere_else() -> None:
    """Only tests/counts.py asks whether everything runs; what is taken in turn is one, or a number with a name."""
    lengths = re.compile(r"\bcounts\.(ALL|many)\b|from tests\.counts import [^\n]*\b(ALL|many)\b|\.take\(\d")
    others = {name: text for name, text in SOURCES.items() if name not in ("tests/counts.py", *CHOOSE)}
    assert [name for name, text in others.items() if lengths.search(text)] == []


def test_what_is_tried_in_turn_does_not_hang_on_the_tests_before() -> None:
    """Turns begin in the test that takes them, not in its module."""
    modules = {name: ast.parse(text).body for name, text in SOURCES.items() if "InTurn" in text}
    assert [
        name
        for name, body in modules.items()
        for node in body
        if isinstance(node, ast.Assign | ast.AnnAssign) and re.search(r"\bInTurn\(", ast.unparse(node))
    ] == []


def test_a_test_that_only_another_machine_runs_proves_nothing_in_the_gate() -> None:
    only, windows, posix = (
        ast.parse(text, mode="eval").body
        for text in (
            "only_on_postgresql('why')",
            "pytest.mark.skipif(os.name == 'posix', reason='')",
            "pytest.mark.skipif(os.name != 'posix', reason='')",
        )
    )
    assert skipped(only, "tests/docs/test_gate.py::test_a")
    assert not skipped(only, "tests/promises/test_p09_move.py::test_a")
    assert skipped(windows, "tests/docs/test_gate.py::test_a")
    assert not skipped(posix, "tests/docs/test_gate.py::test_a")


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
