"""36.A.2: MPs by night. Worked out from the paragraph by hand before the code: 25 a phase, blocks of 5, 10 between."""

import pytest

from navalassist.rules.europa.strips import (
    Night,
    Spent,
    Strip,
    is_at_night,
    night_left,
    parsed,
    phase_of,
    refusal_of_strip,
)
from navalassist.rules.europa.words import Side, Step


def strip(text: str) -> Strip:
    return parsed(text)


@pytest.mark.rule("E36.A.2")
@pytest.mark.parametrize(
    ("moved", "now", "first", "phase"),
    [
        ("", 5, 0, 25),
        ("5n", 0, 10, 20),
        ("5n 9", 0, 1, 20),
        ("5n 10", 5, 0, 20),
        ("5n 10 5n 10 5n 10 5n 10", 5, 0, 5),
        ("5n 10 5n 10 5n 10 5n 10 5n", 0, 0, 0),
        # 24 MPs by night: one is left of the 25, though the block would take five.
        ("5n 10 5n 10 5n 10 5n 10 4n 10", 1, 0, 1),
        # 3 and 2 are a block even with 4 by day between them; nothing is cleared before 10 in a row.
        ("3n", 2, 0, 22),
        ("3n 4 2n", 0, 10, 20),
        ("3n 4 1n 9", 1, 0, 21),
        ("3n 4 1n 10", 5, 0, 21),
    ],
)
def test_what_is_left_by_night(moved: str, now: int, first: int, phase: int) -> None:
    assert night_left(strip(moved)) == Night(now, first, phase)


@pytest.mark.rule("E36.A.2.blk", "E36.A.2")
def test_blocks_of_5_need_10_by_day_between_and_six_at_once_or_a_26th_are_refused() -> None:
    assert refusal_of_strip(strip("5n 10"), strip("5n")) is None
    refused = refusal_of_strip(strip("10 5n"), strip("5n 10"))
    assert refused.rule == "36.A.2"
    assert "none until 10 MPs by day are spent; 20 left in this phase" in refused.reason
    assert refusal_of_strip((), strip("6n")) is not None
    assert refusal_of_strip((), strip("5n 10 5n")) is None
    moved = strip("5n 10 5n 10 5n 10 5n 10 5n 10")
    refused = refusal_of_strip(moved, strip("10 1n"))
    assert "25 MPs by night were spent" in refused.reason
    assert refusal_of_strip(moved, strip("40")) is None


def test_a_strip_is_typed_as_on_paper_said_in_words_and_new_in_the_exploitation_phase() -> None:
    assert parsed("10 18a:0407, 5N") == (Spent(mps=10, to="18A:0407"), Spent(mps=5, night=True))
    assert parsed("") == ()
    assert parsed("5n")[0].plain == {"mps": 5, "night": True, "to": ""}
    assert night_left(()).words == "5 MPs now, 25 left in this phase"
    assert [is_at_night(strip(text)) for text in ("", "5", "5 5n", "5n 5")] == [False, False, True, False]
    assert phase_of("1941-03-1", Side.ALLIED, Step.NAVAL_MOVEMENT) == "1941-03-1/allied"
    assert phase_of("1941-03-1", Side.ALLIED, Step.EXPLOITATION) == "1941-03-1/allied/exploitation"


@pytest.mark.parametrize("text", ["ten", "0", "18A:0407", "5 18A:0407 18A:0408", "100", " ".join(["1"] * 41)])
def test_what_is_no_strip_is_told_in_words(text: str) -> None:
    with pytest.raises(ValueError, match=r"write (MPs|at most)"):
        parsed(text)
