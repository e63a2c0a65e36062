"""A rule that is declared in one module: what its engine does for it."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from navalassist.engine import REGISTER, Choose, Dice, Outcome, Play, Refusal, Roll, Roller, odds
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader
from navalassist.engine.rule import RULES, Result, Rulebook
from navalassist.engine.shapes import Form
from tests.engine.test_odds import BOOK

SLUG = "probe-with-choice"


class Given(Overrulable):
    """Nothing but a reason."""


class ReasonForm(Form):
    because: Because = ""


@dataclass(frozen=True, slots=True)
class Struck(Result):
    face: int
    unit: str = field(default="", compare=False)
    overruled: str = ""


def situation(read: Reader, form: ReasonForm) -> Given:
    return Given()


def why_not(given: Given) -> Iterator[Refusal]:
    yield Refusal("It is not done on a Sunday.", "T.1")


def strike(given: Given) -> Play[Outcome[Struck]]:
    found = Struck((yield from Roll("face", Dice(1), lambda faces: faces[0])))
    unit = yield from Choose("unit", {"a": "A", "b": "B"}, "axis", settled=found)
    return Outcome(replace(found, unit=unit))


@pytest.fixture
def probe() -> Iterator[Any]:
    rules = Rulebook("test", "of today")
    declare = rules.rule(
        SLUG, "T.1", "Strike", form=ReasonForm, situation=situation, why_not=why_not, roller=Roller.OWNER
    )
    declare(strike)
    yield REGISTER[SLUG]
    del REGISTER[SLUG], RULES[SLUG]


@pytest.mark.parametrize(
    ("because", "said"), [("", ""), ("we agreed", "T.1: It is not done on a Sunday. Done because: we agreed")]
)
def test_odds_before_a_choice_hold_what_comes_of_it_also_where_a_reason_passes_over_the_book(
    probe: Any, because: str, said: str
) -> None:
    found = odds(probe, Given(because=because), BOOK)
    assert set(found.weights) == {Struck(face, overruled=said) for face in range(1, 7)}
    assert Struck(3, "named later", said) in found.weights
