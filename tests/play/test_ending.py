"""What ends with a step, a player turn or a turn: marks."""

import pytest

from navalassist.engine.duties import Moment
from navalassist.play.turns.steps import ending_marks
from navalassist.systems.europa.system import EUROPA

TURN, PLAYER_TURN = "1941-03-1", "axis"
NEXT = Moment(TURN, PLAYER_TURN, "exploitation")
OTHER = Moment(TURN, "allied", "initial")
LATER = Moment("1941-03-2", "axis", "initial")


def ended(ends: str, after: Moment, until: str = "") -> bool:
    values = {"mark:it.ends": ends, "mark:it.until": until}
    return ending_marks(values, Moment(TURN, PLAYER_TURN, "combat"), after, EUROPA) == ["mark:it"]


@pytest.mark.rule("E33.A.4")
@pytest.mark.parametrize(
    ("ends", "wanted"),
    [
        ("naval-step", [True, True, True]),
        ("step", [True, True, True]),
        ("player-turn", [False, True, True]),
        ("turn", [False, False, True]),
        ("never", [False, False, False]),
    ],
)
def test_marks_end_with_their_step_player_turn_or_turn(ends: str, wanted: list[bool]) -> None:
    assert [ended(ends, after) for after in (NEXT, OTHER, LATER)] == wanted


def test_a_mark_with_a_last_turn_ends_after_it() -> None:
    assert not ended("never", LATER, until="1941-03-2")
    assert ended("never", LATER, until="1941-03-1")
