"""36.C: mines. Axis mines lie in 18A:0404, three hexes from Valletta, 18A:0407, and four from Licata, 18A:0102."""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.ships import belt, card, done, form, not_done, on, rolled, sail, stays, unit, until

SAILED = {"zone": "central-med"}
BOATS = "Malta submarines"
BEGIN = re.compile("^Begin naval step")
# Off Alexandria, 19A:2416, and off Haifa, 19A:4305: far from every Axis port.
OFF_ALEXANDRIA, OFF_HAIFA = "19A:2413", "19A:4306"


@pytest.mark.played("E36.C")
def test_both_sides_keep_mines_which_are_port_interdiction_and_come_from_repair_points(
    mediterranean: Evening,
) -> None:
    belt(mediterranean, "allied", "18A:0404", "3")
    mediterranean.reads("18A:0404 Central Med, port interdiction 5 levels, against both sides")
    until(mediterranean, "Allied initial")
    done(mediterranean, "Take mines aboard", unit="minelayer", points="2", cost="3")
    card(mediterranean, "Minelayer").reads("3")
    mediterranean.tap("Fleets").reads("Minelayer warship, 3 mine points").tap("Mines").reads("Allied 5")
    assert "Naval repair points in hand: 5" in not_done(
        mediterranean, "Take mines aboard", unit="minelayer", points="2", cost="6"
    )


@pytest.mark.played("E36.C.1.a")
def test_who_enters_mines_or_puts_to_sea_among_them_is_checked_once_each_naval_step(allies: Evening) -> None:
    belt(allies, "axis", "18A:0407", "1")
    sail(allies, BOATS, "3 18A:0404 3 18A:0407 3 18A:0404", **SAILED).tap("Map")
    allies.reads(f"Mines: {BOATS} in 18A:0407 36.C.1 1 point: it put to sea there")
    allies.reads(f"Mines: {BOATS} in 18A:0404 36.C.1 2 points: it entered the hex")
    rolled(allies, f"Mines: {BOATS} in 18A:0404", "55").reads("NO HIT")
    rolled(allies, f"Mines: {BOATS} in 18A:0407", "55").reads("NO HIT").tap("Map").never_reads("Mines: ")
    sail(allies, BOATS, "2 18A:0405 2 18A:0404", **SAILED).tap("Map").never_reads("Mines: ")
    on(allies, BEGIN)
    sail(allies, BOATS, "2 18A:0405 3 18A:0407", **SAILED).tap("Map")
    allies.reads("1 point: it entered the hex")


WHICH = re.compile("which hexes")


@pytest.mark.played("E36.C.1.a", "E36.D.2")
def test_a_way_that_nobody_named_is_asked_for(mediterranean: Evening) -> None:
    """From Naples to Tripoli: 18A:0203, between Sicily and Malta, holds an Allied mine point."""
    sail(mediterranean, "Cruisers", "60", ends="tripoli", fuel="srp").tap("Map").never_reads("Mines: Cruisers")
    assert "Name the hexes of the way" in not_done(mediterranean, WHICH)
    # Not all of some thirty hexes: the rest met nothing, or they are named; and there and back again is too far.
    some = {"hexes": "18A:0202 18A:0203"}
    assert "Naples to 18A:0202: name each hex between them" in mediterranean.refused("Carry it out", **some)
    zigzag = {"hexes": "18A:0202 18A:3020 18A:0203", "none_met": "on"}
    assert "The MPs do not reach. Naples to Tripoli" in mediterranean.refused("Carry it out", **zigzag)
    mediterranean.tap("Carry it out", none_met="on", **some).tap("Map").reads("Mines: Cruisers in 18A:0203")
    # Seven strength points on the column of 1.
    rolled(mediterranean, "Mines: Cruisers", "1111116").reads("1 HIT")


@pytest.mark.played("E36.C.1.a")
def test_who_joins_a_group_among_mines_is_checked_for_himself(allies: Evening) -> None:
    sail(allies, BOATS, "3 18A:0404", **SAILED)
    rolled(allies, "Mines: ", "55")
    joins = {"place": "group:malta-boats"}
    assert "joins where both are" in card(allies, "Minelayer").refused("Set it there", **joins)
    form(allies, "Layers", "Minelayer")
    sail(allies, "Layers", "3 18A:0404", **SAILED)
    card(allies, "Minelayer").tap("Set it there", **joins).tap("Map").reads(f"Mines: {BOATS} in 18A:0404")


@pytest.mark.played("E36.C", "E36.C.1.a", "E36.D.2")
def test_cargo_meets_mines_and_danger_zones_on_its_way_too(mediterranean: Evening) -> None:
    """7 SPs on 7 NTs: of seven dice on the column of 1 two 6s hit. Five are left: a 6 on column 4 is one hit more."""
    mediterranean.tap("Convoy board").tap("1 point of Allied mines in 18A:0203")
    mediterranean.tap("Carry it out", dice="typed", strip="6611111").reads("2 HITS")
    mediterranean.tap("Convoy board").tap("every hex that no Axis danger zone covers is in an Allied one")
    mediterranean.tap("Carry it out", hex="18A:0408", dice="typed", strip="56")
    mediterranean.reads("CONTACT").tap("Convoy board").reads("4 SP")


@pytest.mark.played("E36.C.1.b")
def test_who_begins_a_friendly_naval_step_at_sea_among_mines_is_checked(allies: Evening) -> None:
    sail(allies, BOATS, "3 18A:0404", **SAILED)
    rolled(allies, "Mines: ", "55")
    on(allies, BEGIN).reads("2 points: it began the naval step at sea there")
    # Not in the enemy's.
    until(allies, "Axis naval movement").never_reads(f"Mines: {BOATS}")
    until(allies, "Allied naval movement").reads("2 points: it began the naval step at sea there")


@pytest.mark.played("E36.C.1.p")
def test_three_mine_points_and_four_strength_points_are_four_dice_on_the_column_of_three(allies: Evening) -> None:
    """The paragraph's own example. On the column of 3 a 5 and a 6 hit once, 1 to 4 never."""
    belt(allies, "axis", "18A:0408", "3")
    unit(allies, "Aurora", "task-force", "port:valletta", strength="4", reverse="2")
    form(allies, "Force K", "Aurora")
    sail(allies, "Force K", "1 18A:0408", **SAILED)
    assert "more" in allies.tap("Map").tap("Mines: ").refused("Carry it out", dice="typed", strip="456")
    rolled(allies, "Mines: ", "4561").reads("2 HITS", "Aurora takes 2 hits from mines in", "; 2 of 4 left.")


@pytest.mark.played("E36.C.2")
def test_a_ship_lays_the_mines_that_it_carries_for_5_mps_a_point(allies: Evening) -> None:
    form(allies, "Layers", "Minelayer")
    allies.tap("Map").never_reads("Lay mines:")
    sail(allies, "Layers", "10 18A:0408", **SAILED)
    assert "It carries 1 mine point" in not_done(allies, "Lay mines:", points="2")
    done(allies, "Lay mines:", points="1", night="on").reads("lays 1 mine point in 18A:0408; 1 lies there.")
    card(allies, "Layers").reads("5 night 18A:0408", "none until 10 MPs by day are spent")
    allies.tap("Fleets").tap("Mines").reads("18A:0408 Central Med, port interdiction 1 level")


@pytest.mark.played("E36.C.2.air")
def test_aircraft_lay_mines(mediterranean: Evening) -> None:
    until(mediterranean, "Axis air")
    done(mediterranean, "Lay mines from the air", side="axis", hex="18A:0407", points="2", zone="central-med")
    mediterranean.reads("2 lie there.").tap("Fleets").tap("Mines").reads(
        "18A:0407 Central Med, port interdiction 2 levels"
    )


@pytest.mark.played("E36.C.3.auto1", "E36.C.3.auto2")
def test_in_the_initial_phase_mines_on_ones_coast_or_far_from_enemy_ports_vanish(mediterranean: Evening) -> None:
    """Those in 18A:0404 stay: Licata is four hexes away."""
    belt(mediterranean, "axis", "18A:0407", "2")
    belt(mediterranean, "axis", OFF_HAIFA, "1", "eastern-med")
    until(mediterranean, "Allied initial").reads(f"goes: 18A:0407, {OFF_HAIFA}")
    done(mediterranean, "Sweep mines of the initial phase").tap("Fleets").tap("Mines")
    mediterranean.reads("18A:0404", "18A:0203").never_reads("18A:0407 Central", OFF_HAIFA)


@pytest.mark.played("E36.C.3.tf", "E36.C.3.tf2")
def test_a_task_force_sweeps_a_point_for_20_mps_and_is_checked_while_mines_are_left(allies: Evening) -> None:
    """2 points: twelve dice on column 2, where a 6 hits; 1 point is left: again; the last point: none.

    With 24 MPs a naval step 3 to come and 20 to sweep leave 1: a second point waits for the next step.
    """
    belt(allies, "axis", OFF_ALEXANDRIA, "2", "eastern-med")
    form(allies, "Sweepers", "Mediterranean Fleet")
    allies.tap("Set-up").tap("MPs of ships").tap("Set the MPs of a task force", value="24")
    assert "25 MPs are too many" in stays(allies, "Sweepers", f"25 {OFF_ALEXANDRIA}", zone="eastern-med")
    sail(allies, "Sweepers", f"3 {OFF_ALEXANDRIA}", zone="eastern-med")
    sweep = "Sweep with Mediterranean Fleet"
    assert "first be checked" in not_done(allies, sweep)
    rolled(allies, "Mines: ", "1" * 12)
    rolled(allies, sweep, "6" + "1" * 11).reads("sweeps 1 of 2 mine points in", "and takes 1 hit, 11 of 12 left.")
    card(allies, "Sweepers").reads(f"20 day {OFF_ALEXANDRIA}")
    assert "20 MPs are too many: it has 24 a naval step, and 23 are spent" in not_done(allies, sweep)
    on(allies, BEGIN).reads("1 point: it began the naval step at sea there")
    rolled(allies, "Mines: ", "1" * 11)
    done(allies, sweep).reads("sweeps the last mine point in").tap("Fleets").tap("Mines").never_reads(OFF_ALEXANDRIA)


SWEEP = "Sweep in a danger zone , 18A:0404"


@pytest.fixture
def swept(mediterranean: Evening) -> Evening:
    """The Allies have swept in this turn, and 18A:0404 lies in their danger zone: Valletta ends the Axis ones."""
    belt(mediterranean, "axis", "18A:0407", "1")
    belt(mediterranean, "axis", "18A:0404", "9")
    until(mediterranean, "Allied initial")
    done(mediterranean, "Sweep mines of the initial phase")
    return until(mediterranean, "Allied naval movement")


def sweeps(evening: Evening, strip: str, **typed: str) -> Evening:
    evening.tap("Fleets").tap("Mines").tap(re.compile("Sweep in a danger zone"))
    return evening.tap("Carry it out", dice="typed", strip=strip, **typed)


@pytest.mark.played("E36.C.3.dz")
def test_only_who_sweeps_in_a_turn_sweeps_in_his_own_danger_zones_too(allies: Evening) -> None:
    allies.tap("Fleets").tap("Mines").tap(re.compile("Sweep in a danger zone"))
    assert "none were swept in this player turn" in allies.refused("Carry it out", sea="calm", dice="typed", strip="5")


@pytest.mark.played("E36.C.3.dz", "E36.C.3.dz.R", "E36.C.3.dz.M")
def test_what_a_point_costs_by_the_success_table(swept: Evening) -> None:
    """Of 8 NRPs. The die, +1 stormy, +2 rough or +3 calm, -1 without CAP, -1 for two levels of coast defence."""
    for strip, typed, said in (
        ("1", {"sea": "stormy"}, "for 2 NRPs; 9 are left.*NOT SWEPT Disaster on the Success Table NRPs in hand: 6"),
        (
            "2",
            {"sea": "stormy"},
            "for 1½ NRPs; 8 are left.*SWEPT Complete failure on the Success Table NRPs in hand: 4½",
        ),
        (
            "3",
            {"sea": "rough", "coast_defence": "2"},
            "for 1 NRP; 7 are left.*SWEPT Failure on the Success Table NRPs in hand: 3½",
        ),
        (
            "2",
            {"sea": "calm", "cap": "on"},
            "for no NRP; 6 are left.*SWEPT Success on the Success Table NRPs in hand: 3½",
        ),
        ("4", {"sea": "calm"}, "for no NRP; 5 are left.*SWEPT Great success on the Success Table"),
        # 1 + 3 - 1 - 1 is 2, and 1 more after a great success in the hex: a Failure.
        (
            "1",
            {"sea": "calm", "coast_defence": "3"},
            "for 1 NRP; 4 are left.*SWEPT Failure on the Success Table NRPs in hand: 2½",
        ),
    ):
        sweeps(swept, strip, **typed).reads(re.compile(said, re.IGNORECASE))


@pytest.mark.played("E36.C.3.def")
def test_a_debt_of_sweeping_bars_it_until_it_is_paid(swept: Evening) -> None:
    """A Disaster costs 2 of 1: a deficit of 1, which the next points pay."""
    swept.tap("Fleets").tap("Ledgers").tap("Spend points").tap("Carry it out", side="allied", what="nrp", points="7")
    sweeps(swept, "1", sea="stormy").reads("NRPs in hand: −1")
    assert "deficit of 1 NRPs" in swept.tap("Fleets").tap("Mines").reads("no sweeping in danger zones").tap(
        re.compile("Sweep in a danger zone")
    ).refused("Carry it out", sea="calm", dice="typed", strip="4")
    swept.tap("Fleets").tap("Ledgers").reads("a deficit").tap("Receive points")
    swept.tap("Carry it out", side="allied", what="nrp", points="2")
    sweeps(swept, "4", sea="calm").reads("NRPs in hand: 1", "SWEPT")
