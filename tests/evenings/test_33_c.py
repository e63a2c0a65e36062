"""33.C: what aircraft do to a zone's status."""

import pytest

from tests.evenings.evening import Evening
from tests.evenings.shipping import add, roll, until, zone

BOMBERS = "Wellington, V, 1, 31\nSwordfish, S, 1, 14\nBlenheim, 3, 20\nBeaufort, M, 1, 24"


def over(evening: Evening, name: str, **listed: str) -> Evening:
    """The air units of a zone, pasted as a list of counters."""
    return zone(evening, name).tap("Air units").tap("Add them all", **listed)


@pytest.mark.played("E33.C.1", "E33.C.4", "E33.C.T4")
def test_air_units_in_the_box_add_to_the_status_of_the_enemy_and_take_off_their_own(mediterranean: Evening) -> None:
    """In the box: V, beyond 30: 1 x 2 x 2 = 4; S, short of 15: 1/2; no naval unit: 3 x 1/2; M: 2. Together 8.

    The Adriatic is 0 for the Axis and 12 for the Allies.
    """
    evening = over(mediterranean, "Adriatic", side="allied", place="box", list=BOMBERS)
    evening.reads("× 2 type V or M × 2 range over 30 = 4", "× 1 type S × ½ range under 15 = ½")
    evening.reads(
        "3 × ½ not naval = 1½", "1 × 2 type V or M = 2", "Axis shipping: status 8", "Allied shipping: status 4"
    )
    add(evening, "3 SP", "brindisi", "durazzo").reads("Adriatic status 8 → 50 % enemy air")
    roll(evening, 3, "53 4").reads("column 8 = 8 CONTACT")


@pytest.mark.played("E33.C.2", "E33.C.3")
def test_fighters_shorten_the_range_of_bombers_the_longest_first_and_lose_range_far_from_their_airbase(
    mediterranean: Evening,
) -> None:
    """The 22 takes the 31 down to 9: 1 x 2 x 1/2. The 12 is 4 hexes off: 8 of the 24 leave 16: 2 still. 5 in all."""
    evening = over(mediterranean, "Adriatic", side="allied", place="box", list=BOMBERS)
    fighters = "CR 42, fighter, 12, 4 hexes\nMe 110C, fighter, 22"
    evening.tap("Add them all", side="axis", place="box", list=fighters)
    evening.reads("Me 110C 22 hexes off ● Allied Wellington, 31 9", "CR 42 8 hexes off ● Allied Beaufort, 24 16")
    evening.reads("× 2 type V or M × ½ range under 15 = 1", "Axis shipping: status 5", "Allied shipping: status 7")


@pytest.mark.played("E33.C.1", "E33.C.T4")
def test_patrols_and_strikes_count_half_and_against_enemy_shipping_only(mediterranean: Evening) -> None:
    """V beyond 30, outside the box: 1 x 2 x 2 x 1/2 on patrol, and half of that on a strike (R-13)."""
    evening = over(mediterranean, "Adriatic", side="allied", place="naval-patrol", list="Wellington, V, 1, 31")
    evening.reads("Axis shipping: status 2", "Allied shipping: status 12").tap("Strike", near="Wellington Type V")
    evening.reads("Axis shipping: status 1", "Allied shipping: status 12")


@pytest.mark.played("E33.C.1")
def test_a_patrol_counts_against_a_group_that_moves_by_day_and_not_by_night(mediterranean: Evening) -> None:
    """Malta 10 gives the Allies 6, 12 rolls in 36; M on patrol adds 4 x 2 x 1/2: 10, 23 rolls (36.A.2.a)."""
    evening = until(mediterranean, "Allied naval movement")
    over(evening, "Central Med", side="axis", place="naval-patrol", list="SM 79, M, 4, 20")
    evening.tap("Fleets").tap("Form the group", units=["minelayer"], name="Night").tap("Move Night")
    evening.tap("Move it", moves="5n 18A:0408", zone="central-med").tap("Map").tap("Move Malta submarines")
    evening.tap("Move it", moves="5 18A:0408", zone="central-med").tap("Map")
    for unit, group, chance in (("Minelayer", "Night", 33), ("10th Flotilla", "Malta submarines", 64)):
        evening.reads(
            f"Axis: {unit}: check for contact in the Central Med 33.A.1 of {group}; the Axis dice contact {chance}"
        )


@pytest.mark.played("E33.C.4")
def test_the_sum_is_held_in_0_to_15_once_with_the_terms_of_the_item(mediterranean: Evening) -> None:
    """Malta 10 and 10 in the air are 15 from Naples to Tripoli, and on the short route 10 + 10 - 5 = 15 too (R-02)."""
    evening = over(mediterranean, "Central Med", side="allied", place="box", list="Wellington, V, 5, 20")
    evening.tap("Map").reads("Central Med 15 92 % Malta's number; Air units against shipping; short route: 15, 92 %")
    add(evening, "3 SP", "palermo", "tunis").reads(
        "Central Med status 15 → 92 % 10 + 10 enemy air All arrive",
        "Central Med status 15 → 92 % 10 + 10 enemy air − 5 short route",
    )
