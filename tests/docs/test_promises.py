"""Every promise of docs/promises.md has a test that carries its number, or says why it has none."""

import re
from pathlib import Path

from tests.docs.test_gate import in_the_gate, marked

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| (P\d+) \| (yes|) ?\| (.+) \|$", re.M)
NOT_TESTED = "so nothing is tested"


def promised() -> dict[str, tuple[bool, str]]:
    rows = ROW.findall((ROOT / "docs" / "promises.md").read_text("utf-8"))
    return {number: (blocks == "yes", words) for number, blocks, words in rows}


def test_every_promise_is_listed_once_and_in_order() -> None:
    # P48 comes with pages that are made once for many eyes.
    assert list(promised()) == [f"P{number}" for number in (*range(1, 48), 49)]


def test_every_promise_has_a_test_in_the_gate_or_a_reason() -> None:
    without = {number for number in promised() if number not in in_the_gate("promise")}
    assert {number for number in without if NOT_TESTED not in promised()[number][1]} == set()
    assert not {number for number in without if promised()[number][0]}, "what blocks a version has a test"


def test_no_test_names_a_promise_that_is_not_given() -> None:
    assert marked("promise").keys() <= set(promised())
