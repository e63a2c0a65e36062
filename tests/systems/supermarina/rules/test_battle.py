"""A battle of Supermarina stage by stage, from the demo of the Tarigo convoy."""

from __future__ import annotations

from fractions import Fraction

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.play.write.writer import NotYours
from navalassist.systems.supermarina.combat import Range, Stage
from navalassist.systems.supermarina.state import Guns
from tests.systems.supermarina.fighting import Fighting

AXIS = ("luca-tarigo", "lampo", "baleno")
BESIDE = "4122 4124 4022 4023 4222 4223"
ALLIED = ("jervis", "janus", "mohawk", "nubian")


@pytest.fixture
def table(tarigo: Campaign) -> Fighting:
    return Fighting(tarigo)


def close_in(table: Fighting) -> None:
    """The Axis stands and both close: secondary range, with equal orders and no dice."""
    table.do("sm-stand", battle="1")
    table.together("sm-orders", axis="close", allied="close")


@pytest.mark.rule("SM.6")
def test_who_stands_is_seen_and_the_first_round_begins(table: Fighting) -> None:
    assert table.battle.stage is Stage.ANSWER
    table.do("sm-stand", battle="1")
    assert (table.battle.stage, table.battle.round) == (Stage.ORDERS, 1)
    assert table.ship("adana").is_transport
    assert table.ship("lampo").factor(Guns.SECONDARY) == 6
    table.check()


@pytest.mark.rule("SM.6.C.ord", "SM.6.C.max", "SM.6.F.1")
def test_night_begins_at_intermediate_range_and_equal_orders_succeed(table: Fighting) -> None:
    assert table.battle.range is Range.INTERMEDIATE
    close_in(table)
    assert table.battle.range is Range.SECONDARY
    assert table.battle.stage is Stage.TORPEDO_PLAN


@pytest.mark.rule("SM.6.C.chn")
def test_orders_that_differ_are_rolled_for_by_the_difference_of_speeds(table: Fighting) -> None:
    table.do("sm-stand", battle="1")
    table.together("sm-orders", axis="open", allied="close")
    assert table.battle.stage is Stage.RANGE
    # Slowest: a transport with 9 against 36: 50 - 27 = 23 for the Axis, 77 for the Allies. The Allies alone succeed in
    # 77 x 77 of 10,000, the Axis alone in 23 x 23, and in 3,542 the range stays.
    assert table.figures("sm-range", battle="1") == {
        "secondary": Fraction(5929, 10000),
        "intermediate": Fraction(3542, 10000),
        "broken-off": Fraction(529, 10000),
    }
    table.do("sm-range", "68 41", battle="1")
    assert table.battle.range is Range.SECONDARY
    table.check()


@pytest.mark.rule("SM.6.C.off")
def test_opening_past_the_maximum_ends_it_and_who_leaves_chooses_a_hex_beside(table: Fighting) -> None:
    table.do("sm-stand", battle="1")
    table.together("sm-orders", axis="open", allied="open")
    # Equal orders: the side that was engaged leaves.
    assert (table.battle.stage, table.battle.leaver) == (Stage.PARTING, "axis")
    # Line 41 is odd: beside 4123 lie 22 and 24 on it, 22 and 23 on both lines next to it.
    assert set(table.listed("sm-parting", "hex")) == {"other", *(f"25A:{at}" for at in BESIDE.split())}
    assert "hex of the battle" in table.refuse("sm-parting", battle="1", hex="25A:4123")
    assert "25A:4125 is 2 hexes from the battle" in table.refuse("sm-parting", battle="1", hex="other", other="4125")
    assert "Another hex: type it" in table.refuse("sm-parting", battle="1", hex="other")
    with pytest.raises(NotYours):
        table.do("sm-parting", seat="allied", battle="1", hex="25A:4124")
    table.do("sm-parting", battle="1", hex="25A:4124")
    assert table.facts["force:axis-1.hex"] == "25A:4124"
    for side in ("axis", "allied"):
        table.do("sm-record", battle="1", side=side, seat=side)
    assert table.battle.stage is Stage.ENDED
    assert table.rows("combatant") == []
    table.check()


def plan(table: Fighting, ships: tuple[str, ...], at: str, guns: str = "/secondary") -> dict[str, str]:
    return {f"1-{name}{guns}": at for name in ships}


def open_fire(table: Fighting) -> None:
    """Nobody attacks with torpedoes; Jervis fires at Lampo, Janus at a transport, Lampo at Jervis."""
    close_in(table)
    table.together("sm-torpedo-plan", allied=plan(table, ALLIED, "holds", ""))
    allied = plan(table, ALLIED, "holds") | {"1-jervis/secondary": "1-lampo", "1-janus/secondary": "drawn"}
    axis = plan(table, AXIS, "holds") | {"1-lampo/secondary": "1-jervis"}
    table.together("sm-fire-plan", axis=axis, allied=allied)


@pytest.mark.rule("SM.6.F.3")
def test_italians_launch_no_torpedoes_at_night(table: Fighting) -> None:
    close_in(table)
    # The Axis is not asked: the plan of the Allies alone is enough.
    table.together("sm-torpedo-plan", allied=plan(table, ALLIED, "launches", ""))
    assert table.battle.launching == tuple(f"1-{name}" for name in ALLIED)


@pytest.mark.rule("SM.6.D.hit", "SM.6.F.2")
def test_gunfire_at_night_hits_on_the_number_with_one_less_and_italians_with_two(table: Fighting) -> None:
    open_fire(table)
    # S 6 at class 2: 10 - 1 - 1 = 8, with -1 a natural 9 or 10; at a transport of class 3: 9, a natural 10.
    # At least one of both: 1 - .8 x .9 = .28.
    assert table.figures("sm-gunfire", battle="1", side="allied")["hit"] == Fraction(28, 100)
    # The Italian at class 2 with -2: a natural 10.
    assert table.figures("sm-gunfire", battle="1", side="axis")["hit"] == Fraction(1, 10)


@pytest.mark.rule("SM.6.B", "SM.6.D.dmg")
def test_damage_waits_for_the_last_side_and_a_ship_that_is_sunk_has_still_fired(table: Fighting) -> None:
    open_fire(table)
    # Jervis hits Lampo with a 9 and rolls a 0: class 2 is sunk. Janus draws Sabaudia (5) and misses.
    table.do("sm-gunfire", "9 0 5 3", battle="1", side="allied")
    assert not table.ship("lampo").is_sunk
    # Lampo fires all the same: 0 hits, and 1 to 4 is a gun hit.
    table.do("sm-gunfire", "0 2", battle="1", side="axis")
    assert table.ship("lampo").is_sunk
    assert table.ship("jervis").factor(Guns.SECONDARY) == 4
    assert (table.battle.stage, table.battle.round) == (Stage.ORDERS, 2)
    table.check()


@pytest.mark.rule("SM.6.C.run", "SM.6.E.1", "C6", "C7")
def test_ships_that_run_in_are_fired_at_first_and_launch_at_better_odds(table: Fighting) -> None:
    close_in(table)
    ways = plan(table, ALLIED, "holds", "") | {"1-mohawk": "runs-in", "1-nubian": "launches"}
    table.together("sm-torpedo-plan", allied=ways)
    table.together("sm-fire-plan", axis=plan(table, AXIS, "holds"), allied=plan(table, ALLIED, "holds"))
    assert table.battle.stage is Stage.SPECIAL_PLAN
    table.together("sm-special-plan", axis=plan(table, AXIS, "1-mohawk"))
    assert table.battle.fired == ("allied",)
    table.do("sm-special-fire", "1 2 3", battle="1", side="axis")
    table.together("sm-targets", allied={"1-mohawk": "1-lampo", "1-nubian": "1-lampo"})
    # Class 2 is hit on 8; from secondary range on 9: at least one hit 1 - .7 x .8 = .44. No modifier at night.
    assert table.figures("sm-torpedoes", battle="1", side="allied")["hit"] == Fraction(44, 100)
    # Mohawk hits with 8 for two, Nubian misses with 8.
    table.do("sm-torpedoes", "8 7 8", battle="1", side="allied")
    assert table.ship("lampo").speed == 12
    assert [table.ship(name).torpedoes for name in ALLIED] == [2, 2, 1, 1]
    assert table.battle.stage is Stage.ORDERS
    table.check()


@pytest.mark.rule("SM.2.D", "SM.6.E.1")
def test_one_torpedo_hit_sinks_a_transport_and_no_damage_is_rolled(table: Fighting) -> None:
    close_in(table)
    table.together("sm-torpedo-plan", allied=plan(table, ALLIED, "holds", "") | {"1-mohawk": "launches"})
    table.together("sm-fire-plan", axis=plan(table, AXIS, "holds"), allied=plan(table, ALLIED, "holds"))
    table.together("sm-targets", allied={"1-mohawk": "drawn"})
    # Drawn: 2, Arta. Class 3 is hit on 7, from secondary range on 8.
    table.do("sm-torpedoes", "2 8", battle="1", side="allied")
    assert table.ship("arta").is_sunk
    table.check()


@pytest.mark.rule("SM.2.D", "SM.8.A.2")
def test_sheets_keep_what_happened_and_cargo_is_lost_with_what_carried_it(table: Fighting) -> None:
    open_fire(table)
    # Janus draws Arta (2), hits with a 0 and sinks nothing with a 0: two flotation hits sink a transport.
    table.do("sm-gunfire", "1 2 0 0", battle="1", side="allied")
    table.do("sm-gunfire", "1", battle="1", side="axis")
    assert table.ship("arta").is_sunk
    # From secondary to intermediate range, at which no gun of a destroyer bears, and then off.
    for _ in range(2):
        table.together("sm-orders", axis="open", allied="open")
    table.do("sm-parting", battle="1", hex="25A:4124")
    for side in ("axis", "allied"):
        table.do("sm-record", battle="1", side=side, seat=side)
    assert table.facts["transport:arta.place"] == "sunk"
    # Arta and Aegina shared the tanks: all of the lot is lost.
    assert table.facts["cargo:tanks.place"] == "sunk"
    assert table.facts["ship:jervis.ammunition"] is False
    table.check()


@pytest.mark.rule("SM.6.B")
def test_a_battle_that_nobody_carries_on_ends_with_its_step_and_sheets_are_marked(table: Fighting) -> None:
    open_fire(table)
    # Jervis sinks Lampo; before the Axis fires the step ends: what waits counts all the same.
    table.do("sm-gunfire", "9 0 5 3", battle="1", side="allied")
    table.end_step()
    assert table.battle.stage is Stage.ENDED
    assert table.facts["ship:lampo.place"] == "sunk"
    assert table.rows("combatant") == table.rows("pending") == []
    table.check()
