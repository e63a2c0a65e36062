"""SM.8.A, SM.1.D.2, SM.10.A: fuel and ammunition in the Duisburg demo, worked out by hand from the stand-in charts."""

from __future__ import annotations

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Set
from navalassist.play.write.edits import EditError
from navalassist.systems.supermarina.edits import STORES
from navalassist.systems.supermarina.fuel import Fuel
from tests.in_hand import InHand

COMBAT = "axis/nas-4/own-combat"


@pytest.fixture
def axis(duisburg: Campaign) -> InHand:
    """The Axis side as NAS 4 begins to move."""
    return InHand(duisburg, "axis")


def bolzano(table: InHand, used: int = 5) -> InHand:
    """Bolzano (CA, 3 points a box) lies at Messina with boxes checked off, in the own combat step."""
    table.edit(Set("ship:bolzano.fuel_used", used), seat="axis", chain="axis")
    table.until(COMBAT)
    return table


@pytest.mark.rule("SM.8.A.1.use")
def test_every_ship_at_sea_uses_a_box_in_a_segment_and_none_in_port(axis: InHand) -> None:
    axis.until("axis/nas-6/own-movement")
    assert [axis.facts[f"ship:{key}.fuel_used"] for key in ("trento", "maestrale", "bolzano", "aurora")] == [2, 2, 0, 0]
    axis.check()


@pytest.mark.rule("SM.8.A.1.fill", "SM.10.A.1", "C9")
def test_an_italian_port_gives_fuel_of_the_pool_at_the_rate_of_the_type(axis: InHand) -> None:
    bolzano(axis).do("sm-refuel", port="messina", ships=["bolzano"])
    assert axis.facts["ship:bolzano.fuel_used"] == 0
    assert axis.facts["sm-fuel:italy.points"] == 600 - 5 * 3
    axis.check()


@pytest.mark.rule("SM.1.D.2")
def test_a_port_gives_so_many_points_in_a_segment(axis: InHand) -> None:
    axis.edit(Set("sm-port:messina.fuel", 10))
    bolzano(axis).do("sm-refuel", port="messina", ships=["bolzano"])
    # 3 boxes are 9 of 10 points; 1 point is no box.
    assert axis.facts["ship:bolzano.fuel_used"] == 2
    axis.do("sm-refuel", port="messina", ships=["bolzano"])
    assert axis.facts["ship:bolzano.fuel_used"] == 2
    axis.until("axis/nas-5/own-combat")
    axis.do("sm-refuel", port="messina", ships=["bolzano"])
    assert axis.facts["ship:bolzano.fuel_used"] == 0


@pytest.mark.rule("SM.1.D.2")
def test_what_one_italian_port_gives_is_no_limit_of_another(axis: InHand) -> None:
    """Both draw on the pool; Trento (CA, 3 points a box) lies at Naples."""
    axis.edit(Set("sm-port:messina.fuel", 15), Set("sm-port:naples.fuel", 6))
    trento = (Set("ship:trento.fuel_used", 2), Set("ship:trento.place", "sm-port:naples"))
    axis.edit(*trento, seat="axis", chain="axis")
    bolzano(axis).do("sm-refuel", port="messina", ships=["bolzano"])
    axis.do("sm-refuel", port="naples", ships=["trento"])
    assert axis.facts["ship:trento.fuel_used"] == 0
    assert axis.facts["sm-fuel:italy.points"] == 600 - 15 - 6
    axis.check()


@pytest.mark.rule("SM.8.A.1.fill")
def test_a_port_gives_the_fuel_that_is_typed_in_its_list(duisburg: Campaign) -> None:
    allied = InHand(duisburg, "allied")
    allied.edit(Set("ship:aurora.fuel_used", 3), chain="allied")
    malta = {"place": "sm-port:malta", "side": "allied", "points": 50}
    allied.enter(lambda facts: STORES.add(facts, malta))
    with pytest.raises(EditError, match="Malta has a line already"):
        allied.enter(lambda facts: STORES.add(facts, malta))
    with pytest.raises(EditError, match="is the Axis side's"):
        allied.enter(lambda facts: STORES.add(facts, {**malta, "place": ""}))
    allied.until("axis/nas-4/enemy-combat")
    allied.do("sm-refuel", port="malta", ships=["aurora"])
    assert allied.facts["ship:aurora.fuel_used"] == 0
    allied.check()


@pytest.mark.rule("SM.8.A.1.fill")
def test_only_as_long_as_there_is_fuel_and_after_a_segment_in_port(axis: InHand) -> None:
    axis.edit(Set("sm-fuel:italy.points", 4), seat="axis", chain="axis")
    bolzano(axis).do("sm-refuel", port="messina", ships=["bolzano"])
    assert (axis.facts["ship:bolzano.fuel_used"], axis.facts["sm-fuel:italy.points"]) == (4, 1)
    axis.edit(Set("ship:bolzano.came", "1941-11-1/axis/nas-4/own-movement"), seat="axis", chain="axis")
    assert "came into port in this segment" in axis.refuse("sm-refuel", port="messina", ships=["bolzano"])


@pytest.mark.rule("SM.10.A.2", "SM.10.A.3")
def test_gibraltar_is_always_full_and_malta_has_what_is_shipped_there(duisburg: Campaign) -> None:
    allied = InHand(duisburg, "allied")
    for key in ("ark-royal", "aurora"):
        allied.edit(Set(f"ship:{key}.fuel_used", 3), chain="allied")
    allied.until("axis/nas-4/enemy-combat")
    allied.do("sm-refuel", port="gibraltar", ships=["ark-royal"])
    assert allied.facts["ship:ark-royal.fuel_used"] == 0
    assert "Malta has no fuel" in allied.refuse("sm-refuel", port="malta", ships=["aurora"])
    allied.check()


@pytest.mark.rule("SM.10.A.3")
def test_an_re_of_fuel_is_20_points_of_the_port_up_to_its_capacity(axis: InHand) -> None:
    for key in ("conte-di-misurata", "minatitlan"):
        axis.edit(Set(f"transport:{key}.place", "sm-port:tripoli"), seat="axis", chain="axis")
    axis.do("sm-unload", cargo="conte-di-misurata")
    assert axis.facts["sm-fuel:tripoli-axis.points"] == 20
    assert axis.facts["cargo:conte-di-misurata.place"] == "stored"
    axis.edit(Set("sm-port:tripoli.cargo", 2))
    axis.edit(Set("sm-fuel:tripoli-axis.points", 35), seat="axis", chain="axis")
    axis.do("sm-unload", cargo="minatitlan")
    assert axis.facts["sm-fuel:tripoli-axis.points"] == 40
    axis.check()


@pytest.mark.rule("SM.10.A.3")
def test_fuel_landed_in_italy_is_of_the_pool(axis: InHand) -> None:
    axis.edit(Set("transport:conte-di-misurata.place", "sm-port:messina"), seat="axis", chain="axis")
    entry = axis.do("sm-unload", cargo="conte-di-misurata")
    assert axis.facts["sm-fuel:italy.points"] == 620
    assert "Italian fuel pool has 620 fuel points." in axis.at("axis").receipt(entry)


@pytest.mark.rule("SM.10.A.3")
def test_fuel_that_the_enemy_left_in_a_port_is_in_nobodys_way(axis: InHand) -> None:
    """Tripoli was Allied, and is Axis again."""
    left = Fuel.new("tripoli-allied", side="allied", name="Tripoli", place="sm-port:tripoli", points=40)
    axis.edit(left, seat="allied", chain="allied")
    axis.edit(Set("transport:conte-di-misurata.place", "sm-port:tripoli"), seat="axis", chain="axis")
    axis.do("sm-unload", cargo="conte-di-misurata")
    assert axis.facts["sm-fuel:tripoli-axis.points"] == 20
    axis.check()


@pytest.mark.rule("SM.10.A.3")
def test_fuel_of_a_port_that_is_lost_is_burnt_as_the_step_ends(axis: InHand) -> None:
    """R-141: so it is not there for whoever retakes the port."""
    axis.edit(Fuel.new("tripoli-axis", side="axis", name="Tripoli", place="sm-port:tripoli", points=40), chain="axis")
    axis.edit(Set("sm-port:tripoli.owner", "allied"))
    axis.until("axis/nas-4/own-combat")
    assert axis.facts["sm-fuel:tripoli-axis.points"] == 0
    assert axis.facts["sm-fuel:italy.points"] == 600
    axis.check()


@pytest.mark.rule("SM.10.A.1")
def test_the_pool_holds_no_more_than_its_list_does(axis: InHand) -> None:
    axis.until("axis/initial")
    axis.until("allied/initial")
    axis.edit(Set("sm-fuel:italy.points", 99990), seat="axis", chain="axis")
    axis.until("axis/initial")
    axis.do("sm-fuel-arrives")
    assert axis.facts["sm-fuel:italy.points"] == 99999


@pytest.mark.rule("SM.10.A.1", "C10")
def test_none_arrives_after_the_last_year_of_the_chart(axis: InHand) -> None:
    axis.edit(Set("campaign:clock.turn", "1944-01-1"), Set("campaign:clock.step", "initial"))
    assert axis.refuse("sm-fuel-arrives") == "The chart of Italian fuel ends with 1943: none arrives."
    assert "Italian fuel arrives" not in axis.lines()


@pytest.mark.rule("SM.10.A.1")
def test_the_allied_side_learns_nothing_of_the_pool(axis: InHand) -> None:
    axis.until("axis/initial")
    assert "No Italian fuel pool is seen here" in axis.at("allied").words("do/sm-fuel-arrives/")


@pytest.mark.rule("SM.10.A.1", "C10")
def test_fuel_arrives_once_in_each_axis_initial_phase(axis: InHand) -> None:
    axis.until("axis/initial")
    # November, II turn: nothing; December, I turn: 60.
    axis.do("sm-fuel-arrives")
    assert axis.facts["sm-fuel:italy.points"] == 600
    assert axis.refuse("sm-fuel-arrives") == "The fuel of this turn has arrived."
    axis.until("allied/initial")
    axis.until("axis/initial")
    axis.do("sm-fuel-arrives")
    assert axis.facts["sm-fuel:italy.points"] == 660


@pytest.mark.rule("SM.8.A.1.out")
def test_a_ship_without_fuel_is_out_of_action_for_four_turns_in_port(axis: InHand) -> None:
    axis.edit(Set("ship:trento.fuel_used", 10), seat="axis", chain="axis")
    axis.edit(Set("force:axis-2.hex", "18A:0601"))
    axis.do("sm-disband", force="axis-2", port="syracuse")
    assert axis.facts["ship:trento.idle"] == "1942-01-1"
    axis.until("axis/nas-5/own-movement")
    words = axis.refuse("sm-form", source="sm-port:syracuse", ships=["trento"])
    assert words == "Trento had run out of fuel: it sails from Jan I 42 on."
    axis.do("sm-form", source="sm-port:syracuse", ships=["trieste"])


@pytest.mark.rule("SM.8.A.1.out")
@pytest.mark.parametrize(("choice", "left"), [("half", 16), ("whole", 32)])
def test_without_fuel_a_ship_has_half_of_its_mps_or_all(axis: InHand, choice: str, left: int) -> None:
    # The cruisers make 32 MPs, their destroyers 36.
    axis.edit(Set("ruling:R-138.choice", choice))
    axis.edit(Set("ship:trento.fuel_used", 10), seat="axis", chain="axis")
    assert axis.situation("sm-move", force="axis-2", hex="18A:0601").left == left


@pytest.mark.rule("SM.8.A.1.out")
def test_half_of_one_mp_is_none(axis: InHand) -> None:
    hurt = (
        Set("ship:trento.fuel_used", 10),
        Set("ship:trento.flotation", [36, 1]),
        Set("ship:trento.flotation_hits", 1),
    )
    axis.edit(*hurt, seat="axis", chain="axis")
    assert axis.situation("sm-move", force="axis-2", hex="18A:0601").left == 0


@pytest.mark.rule("SM.8.A.3")
def test_a_segment_in_port_brings_ammunition_and_torpedoes_back(axis: InHand) -> None:
    spent = [Set("ship:bolzano.ammunition", False), Set("ship:bolzano.torpedoes_used", 1)]
    axis.edit(*spent, Set("ship:trento.torpedoes_used", 1), seat="axis", chain="axis")
    axis.edit(Set("ship:bolzano.came", "1941-11-1/axis/nas-4/own-movement"), seat="axis", chain="axis")
    axis.until("axis/nas-5/own-recon")
    assert axis.facts["ship:bolzano.ammunition"] is False
    axis.until("axis/nas-6/own-recon")
    assert (axis.facts["ship:bolzano.ammunition"], axis.facts["ship:bolzano.torpedoes_used"]) == (True, 0)
    assert axis.facts["ship:trento.torpedoes_used"] == 1
