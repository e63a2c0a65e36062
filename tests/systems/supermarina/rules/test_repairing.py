"""SM.8.B, SM.1.D.4: Bolzano lies at Messina with two flotation hits (Duisburg demo), worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Effect, Remove, Set
from navalassist.engine.reader import View
from navalassist.systems.supermarina.edits import PORTS
from navalassist.systems.supermarina.state import Port
from tests.in_hand import InHand

BOTH = {"ship": "bolzano", "guns": "0", "flotation": "2"}


@pytest.fixture
def table(duisburg: Campaign) -> InHand:
    """The Axis movement step of NAS 4; Messina works on two hits at a time."""
    table = InHand(duisburg, "axis")
    table.edit(Set("sm-port:messina.repair", 2))
    return table


@pytest.mark.rule("SM.8.B.1")
def test_each_hit_takes_1d10_and_2_player_turns_of_its_owner(table: InHand) -> None:
    table.do("sm-repair", dice="1 0", **BOTH)
    # 3 and 12; the player turn in which they begin is not counted (R-136).
    assert [table.facts[f"sm-repair:bolzano-{n}.left"] for n in (1, 2)] == [4, 13]
    for nth in range(3):
        table.until("allied/initial")
        assert table.facts["ship:bolzano.flotation_hits"] == 2, nth
        table.until("axis/initial")
    table.until("allied/initial")
    assert table.facts["ship:bolzano.flotation_hits"] == 1
    table.check()


@pytest.mark.rule("SM.8.B.1")
def test_the_enemy_reads_the_dice_of_a_repair_and_no_more(table: InHand) -> None:
    told = table.at("allied").receipt(table.do("sm-repair", dice="1 0", **BOTH))
    assert "Repair hits in port" in told
    assert [word for word in ("bolzano", "messina", "flotation") if word in told.lower()] == []


@pytest.mark.rule("SM.8.B.1")
def test_the_player_turn_that_goes_on_may_count(table: InHand) -> None:
    table.edit(Set("ruling:R-136.choice", "counts"))
    table.do("sm-repair", dice="1", ship="bolzano", guns="0", flotation="1")
    assert table.facts["sm-repair:bolzano-1.left"] == 3


@pytest.mark.rule("SM.8.B.1")
def test_the_chances_are_those_of_the_first_and_of_the_last(table: InHand) -> None:
    # One die and 2 is 7.5 on average; of two the higher is 7.15, the lower 3.85.
    assert table.figures("sm-repair", **BOTH) == {"first": Fraction(585, 100), "last": Fraction(915, 100)}


def changes_hands(table: InHand, owner: str) -> None:
    """The list of ports says whose Messina is."""
    port = View(table.facts).row(Port, "messina")
    table.enter(PORTS.change, "messina", {**dict(port), "owner": owner})


@pytest.mark.rule("SM.1.D.6.r")
def test_a_port_that_was_captured_repairs_nothing_more_for_either_side(table: InHand) -> None:
    table.do("sm-repair", dice="1", ship="bolzano", guns="0", flotation="1")
    changes_hands(table, "allied")
    changes_hands(table, "axis")
    assert "was captured once: it repairs nothing" in table.refuse("sm-repair", **{**BOTH, "flotation": "1"})
    assert "off" in {"off" if line.off else "" for title, line in table.lines().items() if title.startswith("Repair")}
    assert "fewer repair points" in table.refuse("sm-repair-halt", under_way=["bolzano-1"])
    table.until("allied/initial")
    # What was under way stops.
    assert table.facts["sm-repair:bolzano-1.left"] == 4
    table.check()


@pytest.mark.rule("SM.1.D.4")
def test_a_port_works_on_as_many_hits_as_it_has_repair_points(table: InHand) -> None:
    table.edit(Set("sm-port:messina.repair", 1))
    assert table.refuse("sm-repair", **BOTH) == "Messina works on 1 hit at a time, 1 more now."
    table.do("sm-repair", dice="5", ship="bolzano", guns="0", flotation="1")
    more = {"ship": "bolzano", "guns": "0", "flotation": "1"}
    assert table.refuse("sm-repair", **more) == "Messina works on 1 hit at a time, 0 more now."


@pytest.mark.rule("SM.8.B")
def test_squadrons_ports_without_repair_points_and_hits_that_are_not_there(table: InHand) -> None:
    assert "that nobody works on" in table.refuse("sm-repair", ship="bolzano", guns="1", flotation="0")
    table.edit(Set("sm-port:messina.repair", 0))
    assert "Messina has no repair points" in table.refuse("sm-repair", **BOTH)
    table.edit(Set("sm-port:messina.repair", 2))
    table.edit(Set("ship:bolzano.type", "tb"), chain="axis")
    assert "is a squadron" in table.refuse("sm-repair", **BOTH)


@pytest.mark.rule("SM.8.B.1")
def test_a_ship_begins_the_segment_in_the_port(table: InHand) -> None:
    table.edit(Set("ship:bolzano.came", "1941-11-1/axis/nas-4/own-movement"), chain="axis")
    assert "came into port in this segment" in table.refuse("sm-repair", **BOTH)


@pytest.mark.rule("SM.8.B.2")
def test_what_is_halted_waits_a_player_turn_at_least_and_frees_its_point(table: InHand) -> None:
    table.do("sm-repair", dice="1 1", **BOTH)
    assert "is under repair" in table.refuse("sm-form", source="sm-port:messina", ships=["bolzano"], hex="26:4927")
    table.do("sm-repair-halt", under_way=["bolzano-1"])
    assert "waits for one player turn of its owner" in table.refuse(
        "sm-repair-halt", under_way=["bolzano-1", "bolzano-2"]
    )
    table.until("axis/nas-1/own-movement")
    assert [table.facts[f"sm-repair:bolzano-{n}.left"] for n in (1, 2)] == [3, 4]
    table.do("sm-repair-halt", under_way=["bolzano-1", "bolzano-2"])
    table.until("axis/initial")
    assert [table.facts[f"sm-repair:bolzano-{n}.left"] for n in (1, 2)] == [2, 3]
    table.check()


@pytest.mark.rule("SM.8.B.2")
def test_a_halted_ship_may_sail_and_its_repair_goes_on_in_port_alone(table: InHand) -> None:
    table.do("sm-repair", dice="1 1", **BOTH)
    table.do("sm-repair-halt", under_way=[])
    table.do("sm-form", source="sm-port:messina", ships=["bolzano"], hex="26:4927")
    table.until("axis/nas-1/own-movement")
    assert table.refuse("sm-repair-halt", under_way=["bolzano-1"]) == "Bolzano is in no port of its side."


@pytest.mark.rule("SM.8.B.2")
def test_what_is_halted_in_a_player_turn_of_the_enemy_loses_the_owners_next(table: InHand) -> None:
    table.do("sm-repair", dice="1 1", **BOTH)
    table.until("allied/nas-2/enemy-movement")
    entry = table.do("sm-repair-halt", under_way=["bolzano-2"])
    assert "Nov II 41, Axis player turn" in table.at("axis").receipt(entry)
    table.until("axis/nas-1/own-movement")
    assert "waits for one player turn of its owner" in table.refuse(
        "sm-repair-halt", under_way=["bolzano-1", "bolzano-2"]
    )
    table.until("allied/nas-2/enemy-movement")
    table.do("sm-repair-halt", under_way=["bolzano-1", "bolzano-2"])
    assert [table.facts[f"sm-repair:bolzano-{n}.left"] for n in (1, 2)] == [3, 2]
    table.check()


@pytest.mark.rule("SM.8.B.2")
def test_a_repair_is_taken_up_where_there_are_repair_points_a_segment_after_coming_in(table: InHand) -> None:
    table.do("sm-repair", dice="1 1", **BOTH)
    table.do("sm-repair-halt", under_way=[])
    table.until("axis/nas-1/own-movement")
    table.edit(Set("sm-port:messina.repair", 0))
    assert "Messina has fewer repair points" in table.refuse("sm-repair-halt", under_way=["bolzano-1"])
    table.edit(Set("sm-port:messina.repair", 1))
    table.edit(Set("ship:bolzano.came", "1941-11-2/axis/nas-1/own-movement"), chain="axis")
    assert "came into port in this segment" in table.refuse("sm-repair-halt", under_way=["bolzano-1"])


@pytest.mark.rule("SM.8.B")
@pytest.mark.parametrize(
    "change", [Set("ship:bolzano.place", "sunk"), Remove("ship:bolzano")], ids=["sunk", "taken away"]
)
def test_nobody_repairs_a_ship_that_is_lost(table: InHand, change: Effect) -> None:
    table.do("sm-repair", dice="1 1", **BOTH)
    table.edit(change, chain="axis")
    table.look("sm-repair-halt", under_way=["bolzano-1"])
    table.until("allied/initial")
    assert table.rows("sm-repair") == []
    table.check()


@pytest.mark.rule("SM.8.B", "SM.1.D.4")
def test_repairs_go_on_in_an_own_port_alone(table: InHand) -> None:
    table.do("sm-repair", dice="1", ship="bolzano", guns="0", flotation="1")
    table.edit(Set("sm-port:messina.owner", "allied"))
    assert "Messina is Allied" in table.refuse("sm-repair", ship="bolzano", guns="0", flotation="1")
    assert "Repair Bolzano at Messina" not in table.lines()
    table.until("allied/initial")
    assert table.facts["sm-repair:bolzano-1.left"] == 4
