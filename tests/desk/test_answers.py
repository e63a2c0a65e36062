"""What a page says of what could not be done: words that a player reads, never a key of a fact."""

from __future__ import annotations

import pytest

from navalassist.desk.answers import problem_of
from navalassist.engine import EffectError


def test_an_effect_that_can_not_be_carried_out_is_told_in_words(caplog: pytest.LogCaptureFixture) -> None:
    problem = problem_of(EffectError("mark:turned-back/gorizia is there already"))
    assert problem is not None
    assert (problem.status, "mark:" in problem.text) == (422, False)
    assert "mark:turned-back/gorizia is there already" in caplog.text
