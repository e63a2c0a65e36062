"""SM.1.B, 1.D.1, 1.F, 2.A, 4.A, 4.C.1: task forces form, move and enter port; transports load and land."""

from __future__ import annotations

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import OBSERVER
from tests.in_hand import InHand

CONVOY, COVER, K = "axis-1", "axis-2", "allied-1"
TRIPOLI, MALTA = "18A:0221", "18A:0407"


@pytest.fixture
def table(duisburg: Campaign) -> InHand:
    """Axis movement of the fourth segment of the Axis player turn."""
    return InHand(duisburg)


def sails_to_tripoli(table: InHand) -> None:
    """The convoy of 9 MPs moves 9, 9 and 8 hexes in three segments, and enters the port in the third."""
    table.do("sm-move", force=CONVOY, hex="18A:0707")
    table.until("axis/nas-5/own-movement")
    table.do("sm-move", force=CONVOY, hex="18A:0213")
    table.until("axis/nas-6/own-movement")
    table.do("sm-move", force=CONVOY, hex=TRIPOLI)
    table.do("sm-disband", force=CONVOY, port="tripoli")


@pytest.mark.rule("SM.1.F")
def test_a_force_moves_at_the_pace_of_its_slowest_and_keeps_nothing(table: InHand) -> None:
    # Transports make 9 MPs, destroyers 36. From 1602 to 1005 are 6 lines, each with half a hex down: 6 hexes.
    entry = table.do("sm-move", force=CONVOY, hex="18A:1005")
    assert "measured from 18A:1602 to 18A:1005. MPs left: 9 before, 3 after." in table.at("axis").receipt(entry)
    assert "4 hexes, and Axis task force 1 has 3 MPs left" in table.refuse("sm-move", force=CONVOY, hex="18A:1009")
    table.do("sm-move", force=CONVOY, hex="1008")
    assert table.facts["force:axis-1.hex"] == "18A:1008"
    assert table.facts["force:axis-1.spent"] == 9
    table.until("axis/nas-5/own-movement")
    # Nothing is saved: 9 again, and no more.
    assert "9 MPs left" in table.refuse("sm-move", force=CONVOY, hex="18A:1018")
    assert table.facts["force:axis-1.began"] == "18A:1008"
    table.check()


@pytest.mark.rule("SM.1.F", "X.10")
def test_hexes_are_measured_where_the_map_can_and_typed_for_a_way_round_land(table: InHand) -> None:
    """From 1602 to 1304 are 3 lines and three halves of a hex: 3. No join of sheets 18A and 26 is known."""
    move = {"force": CONVOY, "hex": "18A:1304"}
    assert "Hexes: the shortest way to 18A:1304 is 3 hexes" in table.refuse("sm-move", **move, hexes=2)
    assert "in 18A:1602 already" in table.refuse("sm-move", force=CONVOY, hex="1602")
    assert "is no hex: a hex is written as" in table.misfit("sm-move", force=CONVOY, hex="off Malta")
    assert "Hexes: the map can't measure how far 26:3532 is" in table.refuse("sm-move", force=CONVOY, hex="26:3532")
    axis = table.at("axis")
    page = axis.words("do/sm-move/?force=axis-1&hex=1304")
    assert "MPs left in this step yes + 9 SM.1.F 3 hexes, measured from 18A:1602 to 18A:1304 yes − 3" in page
    assert "Sum 6" in page
    entry = table.do("sm-move", **move, hexes=5)
    told = "5 hexes to 18A:1304, typed by the player; the map has 3. MPs left: 9 before, 4 after."
    assert told in axis.receipt(entry)
    table.do("sm-move", force=CONVOY, hex="26:3532", hexes=4)
    assert (table.facts["force:axis-1.hex"], table.facts["force:axis-1.spent"]) == ("26:3532", 9)
    table.check()


def test_the_enemy_reads_where_a_marker_went_and_nothing_of_its_mps(table: InHand) -> None:
    entry = table.do("sm-move", force=CONVOY, hex="18A:1005")
    for seat in ("allied", OBSERVER):
        log = table.at(seat).words("log/")
        assert "Axis task force 1 moves 6 hexes to 18A:1005." in log
        assert "before" not in log
        assert "MPs left" not in table.at(seat).receipt(entry)


@pytest.mark.rule("SM.1.A")
def test_each_side_moves_in_its_own_half(table: InHand) -> None:
    form = {"source": "sm-port:malta", "ships": ("aurora",)}
    assert "Axis half" in table.refuse("sm-form", seat="allied", **form)
    table.until("axis/nas-4/enemy-movement")
    table.do("sm-form", seat="allied", **form)
    assert "Allied half" in table.refuse("sm-move", force=CONVOY, hex="18A:1603")


@pytest.mark.rule("SM.1.B", "SM.4.A.1", "SM.4.A.2")
def test_ships_of_a_port_form_a_force_of_which_the_enemy_sees_the_marker(table: InHand) -> None:
    table.until("axis/nas-4/enemy-movement")
    form = {"source": "sm-port:malta", "ships": ("aurora", "penelope", "lance", "lively")}
    entry = table.do("sm-form", seat="allied", **form)
    assert table.facts["ship:aurora.place"] == "force:allied-1"
    assert table.facts["ship:aurora.mission"] == "sea-control"
    assert table.facts["force:allied-1.hex"] == MALTA
    table.do("sm-mission", seat="allied", force=K, ships=("lance", "lively"), mission="escort")
    assert table.facts["ship:lance.mission"] == "escort"
    axis = table.at("axis").words("log/")
    assert "Allied task force 1 forms" in axis
    assert "Aurora" not in axis
    assert "Aurora" in table.at("allied").receipt(entry)
    table.check()


@pytest.mark.rule("SM.1.B")
def test_a_force_splits_with_the_mps_that_it_has_spent(table: InHand) -> None:
    table.do("sm-move", force=COVER, hexes=20, hex="18A:1010")
    table.do("sm-form", source="force:axis-2", ships=("alpino",))
    assert table.facts["force:axis-3.spent"] == 20
    # A destroyer makes 36.
    assert "16 MPs left" in table.refuse("sm-move", force="axis-3", hexes=17, hex="18A:1011")
    assert "leave something behind" in table.refuse("sm-form", source="force:axis-3", ships=("alpino",))
    table.check()


@pytest.mark.rule("SM.1.B.tr")
def test_ships_change_force_where_both_began_the_step_together(table: InHand) -> None:
    change = {"source": "force:axis-2", "ships": ("alpino",), "target": CONVOY}
    assert "not in the same hex" in table.refuse("sm-join", **change)
    table.do("sm-move", force=COVER, hex="18A:1602")
    assert "at the start" in table.refuse("sm-join", **change)
    table.until("axis/nas-5/own-movement")
    table.do("sm-join", **change)
    assert table.facts["ship:alpino.place"] == "force:axis-1"
    table.check()


@pytest.mark.rule("SM.1.B")
def test_a_force_enters_a_port_and_sails_in_a_later_step(table: InHand) -> None:
    assert "Malta is Allied" in table.refuse("sm-disband", force=CONVOY, port="malta")
    assert "Tripoli is in 18A:0221" in table.refuse("sm-disband", force=CONVOY, port="tripoli")
    sails_to_tripoli(table)
    assert "force:axis-1.hex" not in table.facts
    assert table.facts["ship:euro.place"] == "sm-port:tripoli"
    out = {"source": "sm-port:tripoli", "ships": ("euro",)}
    assert "in a later one" in table.refuse("sm-form", **out)
    table.until("axis/nas-7/own-movement")
    table.do("sm-form", **out)
    table.check()


@pytest.mark.rule("SM.4.C.1", "SM.2.D")
def test_cargo_is_landed_in_a_step_after_its_port_was_entered(table: InHand) -> None:
    assert "not in a port" in table.refuse("sm-unload", cargo="vehicles")
    sails_to_tripoli(table)
    assert "loads and lands in a later one" in table.refuse("sm-unload", cargo="vehicles")
    table.until("axis/nas-7/own-movement")
    # Vehicles are motorised, on two transports: 4 MPs.
    entry = table.do("sm-unload", cargo="vehicles")
    assert "spent 4 MPs" in table.at("axis").receipt(entry)
    assert table.facts["cargo:vehicles.place"] == "sm-port:tripoli"
    assert table.facts["transport:san-marco.cargo"] == ""
    assert "needs 2 transports" in table.refuse("sm-load", cargo="vehicles", transports=("duisburg",))
    table.do("sm-load", cargo="vehicles", transports=("duisburg", "san-marco"))
    assert table.facts["transport:san-marco.cargo"] == "vehicles"
    table.check()


@pytest.mark.rule("SM.1.D.1")
@pytest.mark.parametrize(("ruling", "left"), [("shared", "takes no RE more"), ("each", "")])
def test_a_port_takes_so_many_res_in_a_player_turn(table: InHand, ruling: str, left: str) -> None:
    table.set({"sm-port:tripoli.cargo": 3, "ruling:R-104.choice": ruling})
    sails_to_tripoli(table)
    table.until("axis/nas-7/own-movement")
    # 2 and 1 of 3 are landed; shipping counts together with it or by itself; a fourth is not landed.
    table.do("sm-unload", cargo="vehicles")
    table.do("sm-unload", cargo="maria")
    assert "takes no RE more" in table.refuse("sm-unload", cargo="sagitta")
    back = {"cargo": "maria", "transports": ("maria",)}
    if left:
        assert left in table.refuse("sm-load", **back)
    else:
        table.do("sm-load", **back)
    table.until("allied/nas-1/enemy-movement")
    entry = table.do("sm-unload", cargo="sagitta")
    assert "MPs" not in table.at("axis").receipt(entry)
    table.check()


@pytest.mark.rule("SM.2.A")
def test_a_squadron_arrives_whole_in_its_turn(tarigo: Campaign) -> None:
    table = InHand(tarigo)
    table.until("axis/initial")
    assert "Malta is Allied" in table.refuse("sm-arrive", ship="mtb-14", port="malta")
    assert any("MTB-14, a whole squadron, arrives" in line for line in table.lines())
    table.do("sm-arrive", ship="mtb-14", port="trapani")
    assert table.facts["ship:mtb-14.place"] == "sm-port:trapani"
    table.check()
