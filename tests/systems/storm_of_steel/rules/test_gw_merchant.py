"""GW.MERCHANT: what the merchant shipping level does once a quarter, worked out by hand from the printed table."""

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import Add, Set
from tests.rules.by_hand import WHY, figures, forbids, given, played, rulings_of
from tests.rules.play import a_mark

MORALE, HALF = "condition:allied-morale.value", "condition:half-industry.value"
MARK = a_mark("merchant-outcome/1917-Q2", "turn", subject="condition:merchant-level", until="1917-06")


def a_quarter(level: int = 50, **more: Any) -> Any:
    """The last step of June 1917."""
    at: dict[str, Any] = {"quarter": "1917-Q2", "last_turn": "1917-06", "morale": 40, "half_industry": ""}
    at |= {"turn": "1917-06", "player_turn": "allied", "step": "attrition"}
    return given("gw-merchant", level=level, **(at | more))


def fallen(level: int) -> list[int]:
    """What Allied morale loses at a level on dice of 1 to 6."""
    return [played(a_quarter(level), str(die)).result.morale_lost for die in range(1, 7)]


@pytest.mark.rule("GW.MERCHANT")
@pytest.mark.parametrize(
    ("level", "lost"),
    [
        (0, [0, 5, 5, 10, 10, 10]),
        (20, [0, 5, 5, 10, 10, 10]),
        (21, [0, 0, 5, 5, 5, 10]),
        (60, [0, 0, 5, 5, 5, 5]),
        (61, [0, 0, 0, 0, 5, 5]),
        (81, [0, 0, 0, 0, 0, 0]),
        (140, [0, 0, 0, 0, 0, 0]),
    ],
)
def test_allied_morale_falls_by_5_or_10_or_not_at_all_by_the_level(level: int, lost: list[int]) -> None:
    assert fallen(level) == lost


@pytest.mark.rule("GW.MERCHANT")
def test_s_takes_5_off_a_morale_that_is_kept_and_no_effect_leaves_only_the_mark_of_the_quarter() -> None:
    outcome = played(a_quarter(50), "4")
    assert outcome.effects == (Add(MORALE, -5), MARK)
    assert (outcome.result.morale_before, outcome.result.morale_after) == (40, 35)
    assert not outcome.result.industrial_collapse
    outcome = played(a_quarter(90), "6")
    assert outcome.effects == (MARK,)
    assert outcome.result.morale_before is None
    outcome = played(a_quarter(50, morale=None), "4")
    assert (outcome.effects, outcome.result.morale_lost) == ((MARK,), 5)


@pytest.mark.rule("GW.MERCHANT.I")
def test_industrial_collapse_halves_british_industry_for_the_quarter_where_it_is_kept() -> None:
    """41 to 60: a 6 is S/I. 0 to 20: a 4 is SS/I."""
    mild = played(a_quarter(50), "6")
    assert mild.effects == (Add(MORALE, -5), Set(HALF, "1917-Q2"), MARK)
    assert mild.result.industrial_collapse
    assert played(a_quarter(12), "4").effects == (Add(MORALE, -10), Set(HALF, "1917-Q2"), MARK)
    outcome = played(a_quarter(50, half_industry=None), "6")
    assert (outcome.result.industrial_collapse, outcome.effects) == (True, (Add(MORALE, -5), MARK))


@pytest.mark.rule("GW.MERCHANT")
def test_it_is_looked_at_once_a_quarter() -> None:
    words = "The merchant shipping outcome of the 2nd quarter of 1917 was rolled already."
    forbids(a_quarter(rolled=True), f"GW.MERCHANT: {words}")
    # The mark stands already.
    assert played(a_quarter(rolled=True, because=WHY), "4").effects == (Add(MORALE, -5),)


@pytest.mark.rule("GW.MERCHANT")
@pytest.mark.parametrize(
    ("turn", "player_turn", "step", "now"),
    [
        ("1917-05", "allied", "attrition", "May 1917, Allied player turn, Supply and attrition"),
        ("1917-06", "central", "attrition", "Jun 1917, Central Powers player turn, Supply and attrition"),
        ("1917-06", "allied", "transport", "Jun 1917, Allied player turn, Transport"),
    ],
)
def test_it_is_looked_at_as_the_quarter_ends(turn: str, player_turn: str, step: str, now: str) -> None:
    when = "the Allied Supply and attrition step of March, June, September and December"
    early = a_quarter(turn=turn, player_turn=player_turn, step=step)
    forbids(early, f"GW.MERCHANT: It is rolled in {when} (R-78). Now it is {now}.")


@pytest.mark.rule("GW.MERCHANT")
def test_the_numbers_before_the_roll_are_exact_and_the_rulings_are_read() -> None:
    """21 to 40 reads -, -, S, S, S/I, SS/I: 3 x 5 and 10 of six dice."""
    assert figures(a_quarter(33)) == {
        "nothing": Fraction(2, 6),
        "minus-5": Fraction(3, 6),
        "minus-10": Fraction(1, 6),
        "collapse": Fraction(2, 6),
        "morale-lost": Fraction(25, 6),
    }
    assert rulings_of(a_quarter(), "1") == {"R-37": "stands", "R-78": "stands"}
