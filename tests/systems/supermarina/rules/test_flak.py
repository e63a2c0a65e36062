"""SM.1.D.3, SM.25.B: Malta's aircraft over Tripoli (Duisburg demo), worked out by hand from the stand-in chart."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Set
from navalassist.play.storage.bodies import whole_body
from navalassist.systems.supermarina.rules.flak import Shares, shares
from tables.cells import CellKind, Cells
from tests.in_hand import InHand

THREE = {"port": "tripoli", "units": ["807", "812", "blenheims"]}
ALONE = {"port": "tripoli", "units": ["blenheims"]}


@pytest.fixture
def table(duisburg: Campaign) -> InHand:
    """The Allied combat step of NAS 4: 807 and 812 Squadron (no bombs typed) and the Blenheims fly with the navy."""
    table = InHand(duisburg, "allied")
    table.edit(Set("sm-port:tripoli.aa", 12))
    table.edit(Set("sm-air-unit:blenheims.cooperates", True), chain="allied")
    table.until("axis/nas-4/enemy-combat")
    return table


def came(table: InHand, dice: str, **typed: Any) -> tuple[list[str], int]:
    result = whole_body(table.do("sm-flak", dice=dice, **typed))["outcome"]
    return result["lost"], result["through"]


@pytest.mark.rule("SM.25.B", "C13")
@pytest.mark.parametrize(
    ("dice", "lost", "through"),
    [
        # 12 points: 5 reads 0/100, 8 reads 36/28 of one unit and of 3 factors, 11 reads 50/0.
        ("2 3", [], 3),
        ("4 4", [], 1),
        ("5 6", ["Blenheims"], 0),
    ],
)
def test_a_share_is_killed_and_a_share_of_the_others_gets_through(
    table: InHand, dice: str, lost: list[str], through: int
) -> None:
    assert came(table, dice, **ALONE) == (lost, through)
    assert bool(table.facts["sm-air-unit:blenheims.base"]) is not bool(lost)
    table.check()


@pytest.mark.rule("SM.25.B")
def test_the_chances_are_exact(table: InHand) -> None:
    # 10 or more (6 of 36) kills half of one, rounded up. 12 reads 50/0 like 10 and 11; of 9 48 per cent are none.
    # Of 3 factors 3 get through on 2 to 5 (10), 2 on 6 (5: 2.28) and 7 (6: 1.56), 1 on 8 (5: 0.84), none on 9 (0.12).
    assert table.figures("sm-flak", **ALONE) == {
        "lost": Fraction(6, 36),
        "through": Fraction(10 * 3 + 11 * 2 + 5, 36),
    }


@pytest.mark.rule("SM.25.B", "SM.5.A.2")
@pytest.mark.parametrize(
    ("before", "drawn", "lost", "flights", "through"),
    [
        # 8 flights; 7 reads 24/52: 1.92, 2 are lost. Blenheims bring 4/6 of 3 factors, 2: 1.04 of them.
        (0, "3", [], 2, 1),
        # 1.56 of their 3 factors.
        (0, "12", ["807 Squadron", "812 Squadron"], 0, 2),
        # 2 of 6 left: 4 flights, 0.96; half of the rest, and half a factor is one, of which 0.52 get through.
        (4, "3", [], 5, 1),
        # 1 of 6 left: 3 flights, 0.72. It is the last.
        (5, "3", ["Blenheims"], 0, 0),
    ],
)
def test_a_group_counts_as_its_flights_and_loses_those_that_are_drawn(
    table: InHand, before: int, drawn: str, lost: list[str], flights: int, through: int
) -> None:
    table.edit(Set("sm-air-unit:blenheims.lost", before), chain="allied")
    assert came(table, f"3 4 {drawn}", **THREE) == (lost, through)
    assert table.facts["sm-air-unit:blenheims.lost"] == (flights or (before if "Blenheims" not in lost else 0))
    assert bool(table.facts["sm-air-unit:blenheims.base"]) is ("Blenheims" not in lost)
    table.check()


@pytest.mark.rule("SM.5.A.2")
def test_groups_alone_are_lost_whole(table: InHand) -> None:
    """One group of one that is shot at: half of it is one."""
    assert came(table, "5 6", **ALONE)[0] == ["Blenheims"]


@pytest.mark.rule("SM.1.D.3")
def test_counters_of_the_land_game_take_the_place_of_a_ports_own_guns(table: InHand) -> None:
    table.edit(Set("sm-port:tripoli.land_aa", True))
    assert came(table, "6 6", **ALONE) == ([], 3)


@pytest.mark.rule("SM.1.D.3")
def test_ships_in_the_port_add_theirs(table: InHand) -> None:
    table.edit(Set("sm-port:tripoli.aa", 4))
    # 4 points and 3 are in the column 5 to 7: 9 reads 20/60.
    assert came(table, "4 5", ships="3", **ALONE) == ([], 2)


@pytest.mark.rule("SM.25.B")
def test_own_ports_and_aircraft_that_do_not_fly_now_are_refused(table: InHand) -> None:
    assert "choose a port of the enemy" in table.refuse("sm-flak", port="malta", units=["blenheims"])
    table.until("allied/air")
    assert "in naval action segments alone" in table.refuse("sm-flak", **ALONE)


@pytest.mark.rule("C13")
@pytest.mark.parametrize(
    ("cell", "meant"), [("10/80", Shares(10, 80)), ("-/100", Shares(0, 100)), ("200/-", Shares(100, 0))]
)
def test_a_cell_of_the_players_own_chart_is_read_as_it_may_be_typed(cell: str, meant: Shares) -> None:
    assert shares(Cells(kind=CellKind.PAIR).written(cell)) == meant


@pytest.mark.rule("SM.25.B")
def test_modifiers_of_the_printed_table_are_typed(table: InHand) -> None:
    # 12 points: a 5 and 3 are 8, which reads 36/28 of 3 factors.
    assert came(table, "2 3", modifier="3", **ALONE) == ([], 1)
