"""33.E, note on the half result: RPs of what was eliminated are halved too. Worked out from the note, R-17 and R-40."""

from decimal import Decimal

import pytest
from pydantic import ValidationError

from navalassist.engine import Roller
from navalassist.rules.europa.r33_anti_shipping import check_for_contact
from navalassist.rules.europa.r33_half_rps import HalvedUnit, halve_points
from navalassist.rules.europa.words import Side
from tests.rules.play import a_sailing, play, registered, sets


def halved(points: str, **rulings: str) -> tuple[Decimal, Decimal]:
    """RPs that are kept and lost."""
    unit = HalvedUnit(side=Side.AXIS, unit="Ariete division", points=Decimal(points))
    result = play(halve_points, unit, **rulings).result
    return result.points_kept, result.points_lost


@pytest.mark.rule("E33.E.HALF.N")
@pytest.mark.parametrize(
    ("points", "kept", "lost"),
    [("4", 2, 2), ("5", 2, 3), ("1", 0, 1), ("2.5", Decimal("0.5"), 2), ("0.5", 0, Decimal("0.5"))],
)
def test_half_of_the_rps_is_lost_and_the_odd_one_too(points: str, kept: Decimal, lost: Decimal) -> None:
    assert halved(points) == (kept, lost)


@pytest.mark.rule("E33.E.HALF.N")
def test_a_group_may_spare_the_odd_one_no_dice_are_thrown_and_some_points_are_wanted() -> None:
    assert halved("5", R_17="down") == (3, 2)
    assert halved("1", R_17="down") == (1, 0)
    assert registered(halve_points).roller is Roller.NOBODY
    with pytest.raises(ValidationError, match="greater than 0"):
        HalvedUnit(side=Side.AXIS, unit="Ariete", points=Decimal(0))


@pytest.mark.rule("E33.E.HALF.N")
def test_rps_that_are_carried_are_halved_by_the_result_itself_and_a_halved_unit_says_so_of_its_own() -> None:
    # 5 RPs on 5 NTs; in column 10 a 7 is contact, and a 6 outside interdiction zones the half result: 3 RPs and 3 NTs
    # are lost, 2 go back.
    outcome = play(check_for_contact, a_sailing("5 rp", malta=10), "4 3, 6")
    changed = sets(outcome)
    assert (changed["res_lost"], changed["res_returned"]) == ("3", "2")
    assert (changed["transports_lost"], changed["transports_returned"]) == (3, 2)
    outcome = play(check_for_contact, a_sailing("4 unit", malta=10), "4 3, 6")
    assert outcome.result.lots[0].note.endswith("half of the RPs that come of it are lost too.")
