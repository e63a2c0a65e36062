"""GW.CONTESTED: transport over contested water, worked out by hand from the printed table."""

from fractions import Fraction
from typing import Any

import pytest
from pydantic import ValidationError

from navalassist.engine import Add, Outcome, create
from navalassist.systems.storm_of_steel.state import Unit
from tests.rules.by_hand import WHY, basis_of, figures, forbids, given, played, ran, refused, rulings_of
from tests.rules.play import applied
from tests.systems.storm_of_steel.rules.fleets import counter, some

POINTS = "condition:allied-mobilization.value"


Units = str | Unit | tuple[Unit, ...]


def units(of: Units) -> tuple[Unit, ...]:
    if isinstance(of, str):
        return some(of, combat=2)
    return of if isinstance(of, tuple) else (of,)


def a_zone(defenders: Units = "3 ca", attackers: Units = "1 ss", **more: Any) -> Any:
    """The Allies carry points over the Channel; every unit has a combat strength of 2."""
    plain = {"side": "allied", "area": "channel", "name": "the Channel", "points": 20, "number": 4, **more}
    return given("gw-contested", defenders=units(defenders), attackers=units(attackers), **plain)


def crossed(situation: Any, dice: str) -> Outcome[Any]:
    return played(situation, dice)


def column(situation: Any) -> str:
    """The column that is read, by its key."""
    [cell] = ran(situation, "1").cells
    return cell.column


def points(situation: Any) -> list[int]:
    """Points lost on dice of 1 to 6."""
    return [crossed(situation, str(die)).result.points for die in range(1, 7)]


def engagements(situation: Any) -> list[int]:
    """The dice that bring a general engagement."""
    return [die for die in range(1, 7) if crossed(situation, str(die)).result.general_engagement]


@pytest.mark.rule("GW.CONTESTED")
@pytest.mark.parametrize(
    ("defenders", "attackers", "name", "lost", "fights"),
    [
        ("", "2 ss", "no-defenders", [5, 5, 5, 5, 5, 5], []),
        ("1 esc", "3 ss", "below-minus-3", [2, 3, 3, 4, 4, 5], [1]),
        ("1 esc", "2 ss", "minus-3-to-plus-3", [1, 2, 2, 3, 3, 4], [1, 6]),
        ("2 ca", "1 ss", "minus-3-to-plus-3", [1, 2, 2, 3, 3, 4], [1, 6]),
        ("3 ca", "1 ss", "above-plus-3", [0, 1, 2, 2, 2, 3], [6]),
        ("3 ca", "", "no-attackers", [0, 0, 0, 0, 0, 0], []),
    ],
)
def test_the_column_is_the_holders_strength_less_the_enemys(
    defenders: str, attackers: str, name: str, lost: list[int], fights: list[int]
) -> None:
    situation = a_zone(defenders, attackers)
    assert column(situation) == name
    assert points(situation) == lost
    assert engagements(situation) == fights


@pytest.mark.rule("GW.CONTESTED")
@pytest.mark.parametrize(
    ("holder", "enemy", "name"),
    [(1, 5, "below-minus-3"), (1, 4, "minus-3-to-plus-3"), (4, 1, "minus-3-to-plus-3"), (5, 1, "above-plus-3")],
)
def test_a_difference_of_exactly_3_is_within(holder: int, enemy: int, name: str) -> None:
    zone = a_zone(counter("d", "ca", combat=holder), counter("a", "ss", combat=enemy))
    assert column(zone) == name


@pytest.mark.rule("GW.CONTESTED")
def test_only_cruisers_escorts_and_submarines_count_and_without_any_enemy_it_is_the_last_column() -> None:
    zone = a_zone("4 bb, 1 ca, 2 trn", "1 ss, 3 bc")
    assert applied(basis_of(zone)) == [("GW.CONTESTED", 2), ("GW.CONTESTED", -2)]
    assert basis_of(zone).terms[2].value == 9
    assert column(a_zone("2 bb", "1 ss")) == "no-defenders"
    assert column(a_zone("1 ca", "2 bb")) == "no-attackers"
    assert column(a_zone("", "")) == "no-attackers"
    assert rulings_of(a_zone("", ""), "6") == {"R-36": "stands", "R-91": "stands"}
    with pytest.raises(ValidationError, match="engaging: bb-1 is no cruiser, escort or submarine of the holder"):
        a_zone("1 bb, 2 ca", engaging=("bb-1",))


@pytest.mark.rule("GW.CONTESTED")
def test_the_transporting_player_loses_the_points_that_there_are_and_that_somebody_keeps() -> None:
    outcome = crossed(a_zone(), "3")
    assert outcome.effects == (Add(POINTS, -2),)
    assert (outcome.result.mobilization_before, outcome.result.mobilization_after) == (20, 18)
    assert crossed(a_zone(side="central"), "3").effects == (Add("condition:central-mobilization.value", -2),)
    outcome = crossed(a_zone("", "1 ss", points=3), "1")
    assert (outcome.result.points, outcome.effects) == (5, (Add(POINTS, -3),))
    assert crossed(a_zone("", "1 ss", points=0), "1").effects == ()
    outcome = crossed(a_zone(points=None), "3")
    assert (outcome.result.points, outcome.effects) == (2, ())


@pytest.mark.rule("GW.CONTESTED.GE")
def test_ge_opens_a_general_engagement_which_waits_for_contact() -> None:
    """The holder defends (R-36), so the mission is the enemy's, who attacks (R-73)."""
    outcome = crossed(a_zone("3 ca, 1 bb", "1 ss"), "6")
    assert (outcome.result.general_engagement, outcome.result.action) == (True, 4)
    assert outcome.effects[1:] == (
        create(
            "action:4",
            number=4,
            side="central",
            mission="general-engagement",
            area="channel",
            target="",
            central=["ss-1"],
            allied=["ca-1", "ca-2", "ca-3"],
            attacker="central",
            advantage="",
            order="",
            fired=[],
            stage="contact",
            ends="",
        ),
    )
    rulings = rulings_of(a_zone(), "6")
    assert rulings == {"R-36": "stands", "R-91": "stands", "R-73": "intercepting", "R-86": "stands"}


@pytest.mark.rule("GW.CONTESTED.GE")
def test_the_holder_names_who_fights_for_him_and_of_more_than_ten_enemies_the_strongest_do() -> None:
    chosen = crossed(a_zone("3 ca", "2 ss", engaging=("ca-2",)), "6")
    fields = dict(chosen.effects[1].fields)  # type: ignore[union-attr]
    assert (fields["allied"], fields["central"]) == (["ca-2"], ["ss-1", "ss-2"])
    with pytest.raises(ValidationError, match="engaging: ss-1 is no cruiser, escort or submarine of the holder"):
        a_zone("3 ca", "3 ss", engaging=("ss-1",))
    # Eleven boats of 2 and a cruiser of 4: she, SS-1, SS-10, SS-11, SS-2 to SS-7, and not the last two by name.
    boats = (*some("11 ss", combat=2), counter("raider", "ca", combat=4))
    fields = dict(crossed(a_zone("13 ca", boats, engaging=("ca-1",)), "1").effects[1].fields)  # type: ignore[union-attr]
    assert fields["central"] == ["raider", "ss-1", "ss-10", "ss-11", *(f"ss-{n}" for n in range(2, 8))]


@pytest.mark.rule("GW.CONTESTED.GE")
def test_at_most_ten_a_side_fight_and_nobody_is_chosen_where_no_column_brings_an_engagement() -> None:
    def words(units: int) -> str:
        chosen = f"choose 10 of the {units} Allied cruisers, escorts and submarines"
        return f"GW.CONTESTED.GE: At most 10 units a side fight: {chosen}."

    ten = tuple(f"esc-{n}" for n in range(1, 11))
    forbids(a_zone("12 esc", "10 ss"), words(12))
    assert not refused(a_zone("12 esc", "10 ss", engaging=ten))
    forbids(a_zone("12 esc", "2 ss", engaging=(*ten, "esc-11")), words(11))
    # The enemy's ten are told by R-86, and no choice of the holder.
    for zone in (a_zone("2 esc", "11 ss"), a_zone("14 esc", ""), a_zone("", "14 ss")):
        assert not refused(zone)
    assert crossed(a_zone("12 esc", "12 ss", because=WHY), "6").result.overruled.startswith("GW.CONTESTED.GE: At most")


@pytest.mark.rule("GW.CONTESTED")
@pytest.mark.parametrize("side", ["defenders", "attackers"])
def test_nobody_counts_twice(side: str) -> None:
    with pytest.raises(ValidationError, match="ca-1 is named twice"):
        a_zone(**{side: some("1 ca") * 2})


@pytest.mark.rule("GW.CONTESTED")
def test_units_of_an_action_hold_no_line_and_those_elsewhere_only_with_a_reason() -> None:
    busy, away = "CA-1 takes part in action 2, which is not over.", "CA-1 is not in the Channel."
    forbids(a_zone(busy=busy), f"GW.CONTESTED: {busy}", always=True)
    forbids(a_zone(elsewhere=away), f"GW.CONTESTED: {away}")


@pytest.mark.rule("GW.CONTESTED")
def test_the_numbers_before_the_roll_are_exact_and_the_difference_stands_in_the_outcome() -> None:
    """-3 to +3 reads 1+GE, 2, 2, 3, 3, 4+GE: 15 points and two engagements of six dice."""
    assert figures(a_zone("1 ca", "1 ss")) == {
        "points": Fraction(15, 6),
        "none": Fraction(0),
        "general-engagement": Fraction(2, 6),
    }
    assert figures(a_zone("3 ca", "1 ss"))["none"] == Fraction(1, 6)
    assert crossed(a_zone(), "2").result.difference.total == 4
