"""SM.6.A: the force that is engaged scatters, or avoids combat."""

from __future__ import annotations

from fractions import Fraction

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.systems.supermarina.combat import Stage
from navalassist.systems.supermarina.rules.answer import chance_to_avoid, share
from navalassist.systems.supermarina.rulings import BARE, DOWN, FIFTY, HALF_UP, UP
from tests.systems.supermarina.fighting import Fighting


@pytest.fixture
def table(tarigo: Campaign) -> Fighting:
    return Fighting(tarigo)


@pytest.mark.rule("SM.6.A.1")
@pytest.mark.parametrize(
    ("number", "per_cent", "rounding", "lost"),
    # 20 % of 5 is 1; of 7, 1.4; 10 % of 5 is .5, of 7 .7, of 4 .4.
    [
        (5, 20, HALF_UP, 1),
        (7, 20, HALF_UP, 1),
        (7, 20, UP, 2),
        (5, 10, HALF_UP, 1),
        (5, 10, DOWN, 0),
        (4, 10, HALF_UP, 0),
    ],
)
def test_the_part_that_is_lost_is_rounded_as_the_ruling_says(number, per_cent, rounding, lost) -> None:
    assert share(number, per_cent, rounding) == lost


@pytest.mark.rule("SM.6.A.1", "SM.6.A.1.a")
def test_all_scatter_and_a_fifth_is_lost_with_its_cargo(table: Fighting) -> None:
    # One of five: the die shows 7, which is nobody, then 3, Aegina with half of the tanks.
    table.do("sm-scatter", "7 3", battle="1", escort="scatters")
    assert table.facts["transport:aegina.place"] == "sunk"
    assert table.facts["cargo:tanks.place"] == "sunk"
    assert table.facts["force:axis-1.hex"] == ""
    assert table.battle.stage is Stage.ENDED
    assert table.rows("combatant") == []
    table.check()


@pytest.mark.rule("SM.6.A.1.b")
def test_the_escort_fights_as_a_force_of_its_own_and_a_tenth_is_lost(table: Fighting) -> None:
    table.do("sm-scatter", "1", battle="1", escort="fights")
    assert table.facts["transport:adana.place"] == "sunk"
    assert table.battle.stage is Stage.ORDERS
    assert {table.facts[f"ship:{key}.place"] for key in ("luca-tarigo", "lampo", "baleno")} == {"force:axis-2"}
    assert table.facts["force:axis-2.hex"] == "25A:4123"
    # Without transports the escort is as fast as its enemy: 50 against 50.
    table.together("sm-orders", axis="open", allied="close")
    assert table.figures("sm-range", battle="1")["intermediate"] == Fraction(1, 2)
    table.check()


@pytest.mark.rule("SM.6.A.2")
def test_it_reforms_in_a_later_segment_within_ten_hexes(table: Fighting) -> None:
    table.do("sm-scatter", "1", battle="1", escort="scatters")
    # 4123 and 4130 are on one line, 7 hexes apart, and 4134 is 11 away. No join of sheets 25A and 26 is known.
    reform = {"force": "axis-1", "hex": "25A:4130"}
    assert "in this segment" in table.refuse("sm-reform", **reform)
    table.until("axis/nas-1/own-movement")
    assert "within 10 hexes" in table.refuse("sm-reform", force="axis-1", hex="25A:4134")
    assert "the shortest way to 25A:4134 is 11" in table.refuse("sm-reform", force="axis-1", hex="4134", hexes=9)
    assert "can't measure" in table.refuse("sm-reform", force="axis-1", hex="26:3532")
    assert "within 10 hexes" in table.refuse("sm-reform", force="axis-1", hex="26:3532", hexes=11)
    assert any("reforms within 10 hexes" in line for line in table.lines())
    entry = table.do("sm-reform", **reform)
    assert "reforms in 25A:4130, 7 hexes, measured from 25A:4123 to 25A:4130." in table.receipt(entry)
    assert table.facts["force:axis-1.hex"] == "25A:4130"
    assert "mark:reformed/axis-1.kind" in table.facts
    table.check()


@pytest.mark.rule("SM.6.A.3")
def test_the_chance_to_avoid_combat() -> None:
    # A convoy of 9 MPs before destroyers of 36: 50 + 9 - 36 = 23; by the other reading 18 - 36, not below 0.
    assert chance_to_avoid(9, 36, FIFTY) == 23
    assert chance_to_avoid(9, 36, BARE) == 0
    assert chance_to_avoid(36, 9, FIFTY) == 77
    assert chance_to_avoid(90, 9, FIFTY) == 100


@pytest.mark.rule("SM.6.A.3")
def test_combat_is_avoided_on_the_chance_or_less_and_these_two_do_not_meet_again(table: Fighting) -> None:
    assert table.figures("sm-avoid", battle="1") == {"away": Fraction(23, 100)}
    table.do("sm-avoid", "23", battle="1")
    assert table.battle.stage is Stage.ENDED
    assert table.rows("combatant") == []
    assert "have met" in table.refuse("sm-engage", force="allied-1", against="axis-1", seat="allied")
    table.check()


@pytest.mark.rule("SM.6.A.3")
def test_on_more_it_is_brought_to_battle(table: Fighting) -> None:
    table.do("sm-avoid", "00", battle="1")
    assert table.battle.stage is Stage.ORDERS
    assert table.ship("adana").number == 1
