"""GW.MERCHANT: what the merchant shipping level does once a quarter, worked out by hand from the printed table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import Add, Outcome, Set, create
from navalassist.rules.storm_of_steel.gw_merchant import MerchantOutcome, Quarter, look_at_shipping
from tests.rules.play import figures_of, play, refusal, result_of

MORALE, HALF = "condition:allied-morale.value", "condition:half-industry.value"
MARK = create(
    "mark:merchant-outcome/1917-Q2",
    kind="merchant-outcome",
    subject="condition:merchant-level",
    place="",
    ends="turn",
    until="1917-06",
    note="",
)
WHY = "the first roll was for practice"


def a_quarter(level: int = 50, **more: Any) -> Quarter:
    """The last step of June 1917."""
    given: dict[str, Any] = {"quarter": "1917-Q2", "last_turn": "1917-06", "morale": 40, "half_industry": ""}
    given |= {"turn": "1917-06", "player_turn": "allied", "step": "attrition"}
    return Quarter(level=level, **(given | more))


def looked(situation: Quarter, dice: str) -> Outcome[MerchantOutcome]:
    return play(look_at_shipping, situation, dice)


def fallen(level: int) -> list[int]:
    """What Allied morale loses at a level on dice of 1 to 6."""
    return [looked(a_quarter(level), str(die)).result.morale_lost for die in range(1, 7)]


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
    outcome = looked(a_quarter(50), "4")
    assert outcome.effects == (Add(MORALE, -5), MARK)
    assert (outcome.result.morale_before, outcome.result.morale_after) == (40, 35)
    assert not outcome.result.industrial_collapse
    outcome = looked(a_quarter(90), "6")
    assert outcome.effects == (MARK,)
    assert outcome.result.morale_before is None
    outcome = looked(a_quarter(50, morale=None), "4")
    assert (outcome.effects, outcome.result.morale_lost) == ((MARK,), 5)


@pytest.mark.rule("GW.MERCHANT.I")
def test_industrial_collapse_halves_british_industry_for_the_quarter_where_it_is_kept() -> None:
    """41 to 60: a 6 is S/I. 0 to 20: a 4 is SS/I."""
    mild = looked(a_quarter(50), "6")
    assert mild.effects == (Add(MORALE, -5), Set(HALF, "1917-Q2"), MARK)
    assert mild.result.industrial_collapse
    harsh = looked(a_quarter(12), "4")
    assert harsh.effects == (Add(MORALE, -10), Set(HALF, "1917-Q2"), MARK)
    outcome = looked(a_quarter(50, half_industry=None), "6")
    assert (outcome.result.industrial_collapse, outcome.effects) == (True, (Add(MORALE, -5), MARK))


@pytest.mark.rule("GW.MERCHANT")
def test_it_is_looked_at_once_a_quarter() -> None:
    rolled = a_quarter(rolled=True)
    assert refusal(look_at_shipping, rolled) == (
        *("The merchant shipping outcome of the 2nd quarter of 1917 was rolled already.", "GW.MERCHANT"),
    )
    again = a_quarter(rolled=True, because=WHY)
    assert refusal(look_at_shipping, again) is None
    outcome = looked(again, "4")
    # The mark stands already.
    assert outcome.effects == (Add(MORALE, -5),)
    assert outcome.result.overruled.endswith(f"Done because: {WHY}")


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
    early = a_quarter(turn=turn, player_turn=player_turn, step=step)
    when = "the Allied Supply and attrition step of March, June, September and December"
    assert refusal(look_at_shipping, early) == (f"It is rolled in {when} (R-78). Now it is {now}.", "GW.MERCHANT")
    assert refusal(look_at_shipping, early.model_copy(update={"because": WHY})) is None


@pytest.mark.rule("GW.MERCHANT")
def test_the_numbers_before_the_roll_are_exact_and_the_rulings_are_read() -> None:
    """21 to 40 reads -, -, S, S, S/I, SS/I: 3 x 5 and 10 of six dice."""
    assert figures_of(look_at_shipping, a_quarter(33)) == {
        "nothing": Fraction(2, 6),
        "minus-5": Fraction(3, 6),
        "minus-10": Fraction(1, 6),
        "collapse": Fraction(2, 6),
        "morale-lost": Fraction(25, 6),
    }
    assert dict(result_of(look_at_shipping, a_quarter(), "1").rulings) == {"R-37": "stands", "R-78": "stands"}
