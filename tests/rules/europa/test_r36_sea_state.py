"""The state of a sea (R-65): the stand-in table cell by cell, or what is typed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import REGISTER, Create, Set
from navalassist.rules.europa.r36_sea_state import Found, Sea, Waters
from navalassist.rules.europa.sea_state import SeaState
from tests.rules.play import odds_for, play

RULE = REGISTER["sea-state"]


def sea(**fields: Any) -> Sea:
    return Sea(**{"waters": Waters.MEDITERRANEAN, "turn": "1941-04-1", **fields})


@pytest.mark.rule("E36.D.2.M")
@pytest.mark.parametrize(
    ("turn", "waters", "calm", "rough", "stormy"),
    [
        # April to September: 1-5 calm. October to March: 4-6 rough inside; outside 4-5 rough and 6 stormy.
        ("1941-04-1", Waters.MEDITERRANEAN, 5, 1, 0),
        ("1941-09-2", Waters.ATLANTIC, 5, 1, 0),
        ("1941-10-1", Waters.MEDITERRANEAN, 3, 3, 0),
        ("1942-03-2", Waters.RED_SEA, 3, 3, 0),
        ("1942-01-1", Waters.ATLANTIC, 3, 2, 1),
        ("1942-01-1", Waters.BALTIC, 3, 2, 1),
        ("1942-01-1", Waters.BLACK_SEA, 3, 2, 1),
    ],
)
def test_one_die_by_season_and_waters(turn: str, waters: Waters, calm: int, rough: int, stormy: int) -> None:
    found = odds_for(RULE, sea(turn=turn, waters=waters))
    assert RULE.figures is not None
    shown = [figure.value for figure in RULE.figures(found)]
    assert shown == [Fraction(number, 6) for number in (calm, rough, stormy)]


@pytest.mark.rule("E36.D.2.M")
def test_what_is_found_or_typed_is_kept_until_the_turn_ends() -> None:
    outcome = play(RULE, sea(), "6")
    assert outcome.result == Found("mediterranean", SeaState.ROUGH)
    made = outcome.effects[0]
    assert isinstance(made, Create)
    fields = dict(made.fields)
    assert (made.key, fields["note"], fields["ends"]) == ("mark:sea/mediterranean", "rough", "turn")
    assert play(RULE, sea(typed="stormy")).result == Found("mediterranean", SeaState.STORMY)


@pytest.mark.rule("E36.D.2.M")
def test_it_is_found_once_in_a_turn_unless_a_reason_is_given() -> None:
    for again in (sea(kept="calm"), sea(kept="calm", typed="rough")):
        assert RULE.refusal(again).reason == "The state of the Mediterranean stands for this turn: calm."
    anyway = play(RULE, sea(kept="calm", because="misread"), "6")
    assert anyway.effects == (Set("mark:sea/mediterranean.note", "rough"),)
    assert "stands for this turn: calm. Done because: misread" in anyway.result.overruled  # type: ignore[attr-defined]
    assert play(RULE, sea(kept="rough", because="misread"), "6").effects == ()
