"""33.B.2.b, 33.B.7.a and 33.B.8.b: the Italian fleet tries to interfere. The Success Table is a stand-in (R-30)."""

import pytest

from tests.evenings.evening import Evening
from tests.evenings.shipping import hangs_on, on_map, stands, until, zone

EAST, RED = "Italian fleet: Eastern Med, Aegean", "Italian fleet: Red Sea"


def tries(evening: Evening, sea: str, die: str) -> Evening:
    return on_map(evening).tap(sea).tap("Carry it out", dice="typed", strip=die)


def both_seas(evening: Evening, status: int) -> Evening:
    """What Allied shipping meets in the Eastern Med and in the Aegean."""
    stands(zone(evening, "Eastern Med"), "Allied", status)
    return stands(zone(evening, "Aegean"), "Allied", status)


@pytest.mark.parametrize(
    ("die", "said", "points", "status"),
    [
        pytest.param("1", "Disaster", 6, 0, marks=pytest.mark.played("E33.B.2.b.D"), id="D: 6 VPs"),
        pytest.param("5", "Success", 0, 6, marks=pytest.mark.played("E33.B.2.b.S"), id="S: 6 in both seas"),
    ],
)
@pytest.mark.played("E33.B.2.b", "E33.B.7.a", "E33.B.10.AL.eastern_med")
def test_an_attempt_sets_the_status_of_both_eastern_seas(
    mediterranean: Evening, die: str, said: str, points: int, status: int
) -> None:
    evening = tries(until(mediterranean, "Allied initial"), EAST, die).reads(
        said, f"the Allies gain {points} VPs" if points else "Success"
    )
    both_seas(evening, status).reads(f"Axis 0 · Allied {points}")


@pytest.mark.played("E33.B.2.b", "E33.B.2.b.S*", "E33.B.2.b.F", "E33.B.2.b.MOD", "E33.B.7.a", "E33.B.8.b")
@pytest.mark.played("E33.B.10.AL.eastern_med", "E33.B.10.AL.red_sea")
def test_successes_end_with_the_player_turn_and_help_in_the_four_turns_after(mediterranean: Evening) -> None:
    """East: 6 is S*. Red Sea: 6 - 1 is S: 6 there instead of Massaua's 4. A turn later: + 2 + 1, so 1 is F."""
    evening = both_seas(tries(until(mediterranean, "Allied initial"), EAST, "6"), 12)
    evening.tap("Rules").tap("Italian naval interference")
    again = evening.refused("Carry it out", sea="eastern-med", dice="typed", strip="6")
    assert "It has tried in these waters in this phase" in again
    stands(zone(tries(evening, RED, "6").reads("Success"), "Red Sea"), "Allied", 6)
    stands(zone(until(evening, "Axis initial"), "Red Sea"), "Allied", 4)
    both_seas(evening, 0)
    until(evening, "Allied initial").tap(EAST).reads("Added to the die 3")
    tries(evening, EAST, "1").reads("= 4 MINOR INTERFERENCE", "Failure on the Success Table", "Axis 0 · Allied 0")


@pytest.mark.played("E33.B.2.b.MOD", "E33.B.2.b.F*", "E33.B.8.b", "E33.B.10.AL.red_sea")
def test_failures_weigh_for_ever_and_the_red_sea_scores_a_third(mediterranean: Evening) -> None:
    """East: 2 is F*, 3 VPs. Red Sea: 1 - 1 - 1 is D, 6 / 3 VPs, and Massaua's 4 stays. Later: - 2 - 1, so 6 is F."""
    evening = tries(until(mediterranean, "Allied initial"), EAST, "2").reads(
        "Complete failure", "the Allies gain 3 VPs"
    )
    both_seas(evening, 0)
    tries(evening, RED, "1").reads("Disaster", "the Allies gain 2 VPs", "Axis 0 · Allied 5")
    stands(zone(evening, "Red Sea"), "Allied", 4)
    until(evening, "Axis initial")
    until(evening, "Allied initial").tap(EAST).reads("Added to the die −3")
    tries(evening, EAST, "6").reads("= 3 MINOR INTERFERENCE")


@pytest.mark.played("E33.B.8.b", "E33.B.8.a.N", "E33.B.10.AL.red_sea")
def test_once_massaua_has_been_allied_the_red_sea_is_shut_to_the_axis_for_good(mediterranean: Evening) -> None:
    """With Assab the Axis has another port of size 1 there: 1 for the Allies; with none they are not subject (R-12)."""
    evening = zone(until(mediterranean, "Allied initial").reads(RED), "Red Sea")
    stands(hangs_on(evening, "Massaua", "Allied"), "Allied", 1).reads("Axis shipping: barred")
    stands(hangs_on(evening, "Massaua", "Axis"), "Axis", "barred")
    assert not evening.tap("Map").offers(RED)
