"""Orders of the theatre campaign, worked out by hand on the map of the Far East: five squares are a range.

Patrol ranges: DD 4,800 miles 2; CL and BC 7,200, CA and CV 8,400 4; SSC 2,400 1, its endurance 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.desk.forms import form_for
from navalassist.engine.reader import View
from navalassist.play.rules import order_books
from navalassist.systems.theatre.lookouts import forces_of
from navalassist.systems.theatre.rules.patrol import as_before
from navalassist.systems.theatre.rulings import AT_ISLES, IN_ALL, NEVER_REFUELS
from navalassist.systems.theatre.state.fleets import Group, Unit
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.words import GroupKind, Nation, Side, UnitType
from tests.in_hand import InHand, in_hand
from tests.systems.theatre.test_demos import seen_by

TAKAO = "pg-port:takao"
TO_D5 = "E1 D1 D2 D3 D4 D5"
# 2 squares from Taipei to Mako, and 10 from there.
PAST_MAKO = "E1 D1 D2 D3 D4 D5 D6 C6 C7 C8 B8 B9 A9"
# 8 legs with diagonals among them, which count 9.
MAKO_TO_PALAU = "D2 E3 F4 G5 H6 I7 J8 K9 L10"
TO_THE_EDGE = "L10 M10 N10 O10 P10 Q10 R10 S10 T10"


@pytest.fixture
def table(lingayen: Campaign) -> Iterator[InHand]:
    with in_hand(lingayen) as found:
        yield found


def order_of(table: InHand, slug: str, **typed: Any) -> Order:
    """The order that is written."""
    entry = table.do(slug, **typed)
    assert entry.chain == "axis"
    return View(table.facts).rows(Order, side="axis")[-1]


@pytest.fixture
def group(table: InHand) -> Any:
    """Forms a group of these units, where they lie."""

    def make(place: str, *units: str) -> str:
        row = Group.new(
            "x", side=Side.AXIS, number=9, kind=GroupKind.TASK_FORCE, nation=Nation.JAPAN, place=f"pg-port:{place}"
        )
        table.edit(row, seat="axis", chain="axis")
        table.set({f"pg-unit:{unit}.group": "x" for unit in units}, seat="axis")
        return "x"

    return make


def choose(table: InHand, ruling: str, choice: str) -> None:
    table.set({f"ruling:{ruling}.choice": choice})


@pytest.mark.rule("PG.6.3.3")
def test_a_patrol_watches_a_sea_square_within_the_patrol_range_of_every_unit(table: InHand) -> None:
    """5 squares are range 1, 11 are range 3, which CL Naka reaches and neither of the DDs does."""
    order = order_of(table, "pg-patrol", group="a1", route=TO_D5)
    assert (order.target, order.returns, order.route) == ("D5", "pg-port:taipei", TO_D5)
    table.do("pg-strike-out", order=order.key)
    refused = table.refuse("pg-patrol", group="a1", route=f"{TO_D5} D6 C6 C7 C8 B8 B9")
    assert refused == (
        "As far as it goes: Taipei (E1) to B9 is range 3, beyond Asagumo and Minegumo (2), Murasame and Yudachi (2). "
        "Leave out what does not reach it, or go by a staging area."
    )
    assert "D2 is island: end the way at sea" in table.refuse("pg-patrol", group="a1", route="E1 D1 D2")
    choose(table, "R-222", AT_ISLES)
    assert order_of(table, "pg-patrol", group="a1", route="E1 D1 D2").target == "D2"


@pytest.mark.rule("PG.6.3.3")
def test_only_ready_units_that_may_patrol_do_and_a_group_has_one_order(table: InHand, group: Any) -> None:
    table.do("pg-patrol", group="a2", route="D2 C3 C4 C5")
    assert "it has order 1: strike that one out first" in table.refuse("pg-patrol", group="a2", route="D2 D3")
    group("mako", "katori")
    refused = table.refuse("pg-patrol", group="x", route="D2 D3")
    assert "It may patrol: not Katori (CC)" in refused
    table.set({"pg-unit:naka.status": "damaged"})
    assert "Naka and Natori are damaged: leave them out" in table.refuse("pg-patrol", group="a1", route=TO_D5)
    (line,) = (one for one in table.duties() if one.text.startswith("Axis task force 1 (") and "patrols" in one.text)
    assert line.off == "Naka and Natori are damaged"


@pytest.mark.rule("PG.6.3.3.1")
def test_a_staging_area_doubles_the_range_and_has_to_be_friendly_and_on_the_way(table: InHand) -> None:
    """12 squares are range 3: too far for the DDs at once, and 1 and 2 by way of Mako."""
    assert "is range 3" in table.refuse("pg-patrol", group="a1", route=PAST_MAKO)
    order = order_of(table, "pg-patrol", group="a1", route=PAST_MAKO, staging="pg-port:mako")
    assert (order.route_there, order.route.split()[0], order.target) == ("E1 D1 D2", "D2", "A9")
    table.do("pg-strike-out", order=order.key)
    further = f"{PAST_MAKO} A10"
    assert "Mako (D2) to A10 is range 3" in table.refuse("pg-patrol", group="a1", route=further, staging="pg-port:mako")
    off_it = table.refuse("pg-patrol", group="a1", route="E1 D1 C2 C3", staging="pg-port:mako")
    assert off_it == "Staging area: the way does not go by Mako (D2): draw it through its square."
    assert "E3 Batan is not friendly" in table.refuse("pg-patrol", group="a1", route="E1 D2 E3 F4", staging="E3")
    table.set({"pg-square:far-east-e3.holder": "axis"})
    assert order_of(table, "pg-patrol", group="a1", route="E1 D2 E3 F4", staging="E3").staging == "E3"


@pytest.mark.rule("PG.6.3.3.1")
def test_groups_gather_there_and_go_on_as_one_patrol(table: InHand) -> None:
    """Cover lies in Mako itself; the escort of Taipei joins a patrol that gathers there, and goes on by its way."""
    first = order_of(table, "pg-patrol", group="a1", route=PAST_MAKO, staging="pg-port:mako")
    table.set({"pg-group:a2.place": "pg-port:takao"}, seat="axis")
    joined = order_of(table, "pg-patrol", group="a2", route="E2 D2", joins=first.key)
    assert (joined.joins, joined.route_there, joined.route, joined.target) == (first.key, "E2 D2", first.route, "A9")
    table.do("pg-strike-out", order=first.key)
    with pytest.raises(order_books.BookRefused, match="that order has changed: strike this one out"):
        table.act(order_books.seal, "axis", seat="axis")


@pytest.mark.rule("PG.6.3.3.2")
def test_it_returns_home_or_to_a_friendly_port_within_patrol_range_of_the_square(table: InHand) -> None:
    """From D5 to Palau are 9 legs, round the north of Luzon, which count 10: range 2; from D6 one more: range 3."""
    order = order_of(table, "pg-patrol", group="a1", route=TO_D5, returns="pg-port:palau")
    assert order.returns == "pg-port:palau"
    table.do("pg-strike-out", order=order.key)
    refused = table.refuse("pg-patrol", group="a1", route=f"{TO_D5} D6", returns="pg-port:palau")
    assert refused == (
        "Where it returns: D6 to Palau (L10) is range 3, beyond Asagumo and Minegumo (2), Murasame and Yudachi (2): "
        "return to a nearer port."
    )
    assert "Manila (E6) is no port of your side" in table.refuse(
        "pg-patrol", group="a1", route=TO_D5, returns="pg-port:manila"
    )


@pytest.mark.rule("PG.6.3.3.3")
def test_a_zone_costs_the_squares_to_the_edge_and_every_zone_on_the_way(table: InHand, group: Any) -> None:
    """8 squares to T10 are range 2, the Central Pacific is 2: 4 in all, as far as a CA reaches; a DD reaches 2."""
    refused = table.refuse("pg-patrol", group="a3", route=TO_THE_EDGE, zones="Central Pacific")
    assert "Palau (L10) to Central Pacific is range 4, beyond Shiokaze (2)" in refused
    group("palau", "nachi")
    assert "edge" not in refused
    order = order_of(table, "pg-patrol", group="x", route=TO_THE_EDGE, zones="Central Pacific")
    assert (order.target, order.zones) == ("", "central-pacific")
    table.do("pg-strike-out", order=order.key)
    both = table.refuse("pg-patrol", group="x", route=TO_THE_EDGE, zones="Central Pacific, South Pacific")
    assert "is range 6, beyond Nachi and Haguro (4)" in both
    inside = table.refuse("pg-patrol", group="x", route="L10 M10", zones="Central Pacific")
    assert "Central Pacific does not lie at M10: go by one of T1:T14" in inside


@pytest.mark.rule("PG.6.3.7")
def test_a_mission_may_end_in_any_port_on_its_way_and_a_base_change_needs_another_port(table: InHand) -> None:
    """Mako lies on the way to A9, and twelve squares from it do not matter: 2 there and 10 back."""
    order = order_of(table, "pg-patrol", group="a1", route=PAST_MAKO, staging="pg-port:mako", returns="pg-port:mako")
    assert order.returns == "pg-port:mako"
    assert "no other port of your side" in table.refuse(
        "pg-operational", group="a2", route="D2 C2 D2", returns="pg-port:mako"
    )
    short = table.refuse("pg-operational", group="a2", route="D2 E3 F4", returns="pg-port:palau")
    assert "it does not end in Palau (L10): draw it as far as that" in short
    assert "choose the port" in table.misfit("pg-operational", group="a2", route="D2 E3 F4")
    assert order_of(table, "pg-operational", group="a2", route="D2 E2").returns == "pg-port:takao"


@pytest.mark.rule("PG.6.3.7.1", "PG.6.3.7.2")
def test_an_operational_change_is_within_patrol_range_and_a_strategic_one_within_endurance(
    table: InHand, group: Any
) -> None:
    """Takao to Palau is range 2: midget submarines patrol 1 and have endurance 4."""
    group("takao", "midgets")
    way = MAKO_TO_PALAU.replace("D2 E3", "E2 F3")
    refused = table.refuse("pg-operational", group="x", route=way, returns="pg-port:palau")
    assert "Takao (E2) to L10 is range 2, beyond Midget submarines (1)" in refused
    order = order_of(table, "pg-strategic", group="x", route=way, returns="pg-port:palau")
    assert (order.mission, order.target, order.returns) == ("strategic", "", "pg-port:palau")


@pytest.mark.rule("PG.6.3.7.1")
def test_a_stage_splits_an_operational_change_unless_both_legs_count_together(table: InHand) -> None:
    """Taipei to Mako 2 squares, range 1; Mako to Palau 9, range 2: each is within 2, together they are 3 (R-224)."""
    typed = {"group": "a1", "route": f"E1 D1 {MAKO_TO_PALAU}", "staging": "pg-port:mako", "returns": "pg-port:palau"}
    choose(table, "R-224", IN_ALL)
    assert "both legs are range 3" in table.refuse("pg-operational", **typed)
    choose(table, "R-224", "each")
    assert order_of(table, "pg-operational", **typed).staging == "pg-port:mako"


@pytest.mark.rule("PG.6.3.7.2")
def test_a_strategic_change_refuels_once_unless_the_group_plays_otherwise(table: InHand, group: Any) -> None:
    """1,200 miles are endurance 2: Takao to Mako 1, Mako to Palau 2, together 3 (R-225)."""
    table.set({"pg-unit:midgets.miles": 1200})
    group("takao", "midgets")
    typed = {"group": "x", "route": f"E2 {MAKO_TO_PALAU}", "staging": "pg-port:mako", "returns": "pg-port:palau"}
    choose(table, "R-225", NEVER_REFUELS)
    assert "both legs are range 3, beyond Midget submarines (2)" in table.refuse("pg-strategic", **typed)
    choose(table, "R-225", "refuels")
    assert order_of(table, "pg-strategic", **typed).staging == "pg-port:mako"


@pytest.mark.rule("PG.6.5.1.4", "PG.6.3.7")
@pytest.mark.parametrize("slug", ["pg-operational", "pg-strategic"])
def test_the_one_mission_of_a_damaged_ship_is_a_change_of_base_to_a_yard(table: InHand, slug: str) -> None:
    """Of the cover BC Kongo is damaged. Takao has a yard of 40, then that is damaged itself."""
    table.set({"pg-unit:kongo.status": "damaged", "pg-unit:kongo.strength": 6}, seat="axis")
    typed = {"group": "a2", "route": "D2 E2", "returns": "pg-port:takao"}
    kept = "Kongo and Haruna are damaged: leave them out of the group"
    assert table.refuse(slug, **typed) == f"{kept}, or choose a port with a yard that works."
    table.set({"pg-port:takao.yard": 40, "pg-port:takao.yard_damage": 1})
    assert kept in table.refuse(slug, **typed)
    table.set({"pg-port:takao.yard_damage": 0})
    assert f"{kept}." == table.refuse("pg-patrol", group="a2", route="D2 C3")
    found = order_of(table, slug, **typed)
    opened(table)
    table.until("axis/battle")
    table.do("pg-end-mission", order=found.key)
    assert table.facts["pg-unit:kongo.place"] == "pg-port:takao"
    # A ship that is in the yard already has no mission at all.
    table.set({"pg-unit:kongo.status": "repairing"}, seat="axis")
    table.until("axis/orders")
    again = {"group": "a2", "route": "E2 D2", "returns": "pg-port:mako"}
    assert "are under repair" in table.refuse(slug, **again)


@pytest.mark.rule("PG.6.3.7.1", "PG.6.3.7.2")
@pytest.mark.parametrize(("slug", "acts"), [("pg-operational", ["pg-port:takao"]), ("pg-strategic", [])])
def test_ships_act_from_their_new_base_after_an_operational_change_and_not_at_all_after_the_other(
    table: InHand, slug: str, acts: list[str]
) -> None:
    assert where_kongo_acts(table) == ["pg-port:mako"]
    table.do(slug, group="a2", route="D2 E2", returns="pg-port:takao")
    opened(table)
    assert where_kongo_acts(table) == acts


def where_kongo_acts(table: InHand) -> list[str]:
    """The forces of which it is one as both sides search."""
    forces = forces_of(View(table.facts), Side.AXIS)
    return [force.row for force in forces if "kongo" in (ship.key for ship in force.ships)]


@pytest.mark.rule("PG.6.1.2", "PG.6.3.7")
def test_a_port_has_room_for_all_that_the_orders_of_a_turn_bring_there(table: InHand, group: Any) -> None:
    """Takao is a minor port, 40: 17 battleships are 34, the boats there 1, the cover 4: 39. A cruiser more is 41."""
    ships = [
        Unit(key=f"bb-{n}", side=Side.AXIS, name=f"BB {n}", nation=Nation.JAPAN, type=UnitType.BB, place=TAKAO).made()
        for n in range(17)
    ]
    table.edit(*ships, seat="axis")
    change = order_of(table, "pg-operational", group="a2", route="D2 E2", returns=TAKAO)
    full = "Room in the port: Takao is a minor port: it bases 40 escorts, or half as many capital ships, not 41."
    typed = {"group": group("mako", "kuma"), "returns": TAKAO}
    assert table.refuse("pg-operational", **typed, route="D2 E2") == full
    assert table.refuse("pg-strategic", **typed, route="D2 E2") == full
    assert full in table.refuse("pg-patrol", **typed, route="D2 D3")
    table.do("pg-strike-out", order=change.key)
    assert order_of(table, "pg-patrol", **typed, route="D2 D3").returns == TAKAO


@pytest.mark.rule("PG.6.3.7", "PG.6.5.1.3")
@pytest.mark.parametrize("slug", ["pg-operational", "pg-strategic"])
def test_ships_that_are_turned_back_on_the_way_to_a_new_base_stay_in_the_old_one(table: InHand, slug: str) -> None:
    """Boats meet them; nothing reaches the destination. Ashigara was left out of the battle, and goes back too."""
    change = order_of(table, slug, group="a2", route="D2 E2", returns="pg-port:takao")
    opened(table)
    table.until("axis/battle")
    battle = {"kind": "interception", "attacker": "allied", "name": "E2", "map": "far-east", "order": change.key}
    table.do("pg-battle", seat="allied", **battle)
    table.do("pg-sheet", seat="allied", battle="1", side="allied", units=["boats-1"])
    table.do("pg-sheet", battle="1", side="axis", units=["kongo"])
    table.do("pg-result", seat="allied", battle="1", side="allied")
    table.do("pg-confirm", battle="1", side="axis")
    table.do("pg-mark", battle="1", side="axis")
    assert table.facts[f"{change.row}.progress"] == "turned-back"
    refused = table.refuse("pg-end-mission", order=change.key)
    assert refused == "It was turned back: its ships are in Mako (D2), from which they sailed."
    table.until("axis/breakthrough")
    assert "Order 1" not in table.at("axis").words("")
    rows = ("pg-unit:kongo", "pg-unit:ashigara", "pg-group:a2")
    assert [table.facts[f"{row}.place"] for row in rows] == ["pg-port:mako"] * 3


def opened(table: InHand) -> None:
    """Both books are sealed, and opened in Operations."""
    for side in Side:
        table.act(order_books.seal, side.value, seat=side.value)
    table.end_step()
    table.act(order_books.open_both, seat="axis")


@pytest.mark.rule("PG.6.3.7.2", "PG.6.3.7")
def test_as_missions_end_ships_are_in_the_ordered_port_and_a_change_to_a_lost_one_is_off(table: InHand) -> None:
    change = order_of(table, "pg-strategic", group="a2", route="D2 E2", returns="pg-port:takao")
    patrol = order_of(table, "pg-patrol", group="a1", route=TO_D5, returns="pg-port:mako")
    opened(table)
    assert "Battle or Breakthrough phase" in table.refuse("pg-end-mission", order=patrol.key)
    table.until("axis/breakthrough")
    table.set({"pg-port:takao.owner": "allied"})
    for order in (change, patrol):
        table.do("pg-end-mission", order=order.key)
    assert [table.facts[f"pg-{row}.place"] for row in ("group:a2", "unit:kongo", "group:a1", "unit:naka")] == [
        "pg-port:mako", "pg-port:mako", "pg-port:mako", "pg-port:mako",
    ]  # fmt: skip
    assert [table.facts[f"{order.row}.progress"] for order in (change, patrol)] == ["dropped", "completed"]


@pytest.mark.rule("PG.6.3.7", "PG.6.3.3.2")
def test_a_mission_that_nobody_has_ended_comes_home_with_the_turn(table: InHand) -> None:
    """Only one side ends the turn, so the other's boats need not wait for its tap."""
    order_of(table, "pg-operational", group="a2", route="D2 E2")
    table.do("pg-patrol", seat="allied", group="u1", route="E6 E7 D6 D5", returns="pg-port:manila")
    opened(table)
    table.until("axis/breakthrough")
    assert not [duty for duty in table.duties() if duty.passes]
    table.end_step()
    assert [table.facts[f"pg-{row}.place"] for row in ("group:a2", "unit:kongo", "group:u1")] == [
        "pg-port:takao", "pg-port:takao", "pg-port:manila",
    ]  # fmt: skip
    assert {table.facts[f"pg-order:{key}.progress"] for key in table.rows("pg-order")} == {"completed"}


@pytest.mark.rule("PG.6.4.2.2")
def test_carrier_aircraft_patrol_within_their_range_of_the_square_of_the_carriers_patrol(table: InHand) -> None:
    """Range 3: from I8 two diagonals to G6 are 3, and F7 is 4."""
    assert "Ryujo has its order: order that first" in table.refuse("pg-air-patrol", air="kate", target="G6")
    table.do("pg-patrol", group="a3", route="L10 K10 J10 I10 I9 I8")
    refused = table.refuse("pg-air-patrol", air="kate", target="F7")
    assert refused == "Within its range: F7 is 4 from I8, and it reaches 3: choose a nearer one."
    assert order_of(table, "pg-air-patrol", air="kate", target="G6").target == "G6"
    assert "it has order 2" in table.refuse("pg-air-patrol", air="kate", target="G6")
    assert "on no carrier" in table.misfit("pg-air-patrol", air="takao-bombers", target="G6")


@pytest.mark.rule("PG.6.4.2.2", "PG.6.3.7.1")
def test_they_fly_from_the_new_base_of_an_operational_change_and_watch_the_zone_of_their_carrier(
    table: InHand, group: Any
) -> None:
    """From Mako, D2: D5 is 3 squares, D6 is 4. In the Central Pacific they watch that zone."""
    back = " ".join(reversed(MAKO_TO_PALAU.split()))
    change = order_of(table, "pg-operational", group="a3", route=back, returns="pg-port:mako")
    assert "D6 is 4 from D2" in table.refuse("pg-air-patrol", air="kate", target="D6")
    flown = order_of(table, "pg-air-patrol", air="kate", target="D5")
    table.do("pg-strike-out", order=change.key)
    with pytest.raises(order_books.BookRefused, match="Ryujo has its order"):
        table.act(order_books.seal, "axis", seat="axis")
    table.do("pg-strike-out", order=flown.key)
    table.set({"pg-unit:shiokaze.group": ""}, seat="axis")
    table.do("pg-patrol", group="a3", route=TO_THE_EDGE, zones="Central Pacific")
    assert "leave the square out" in table.refuse("pg-air-patrol", air="kate", target="D5")
    assert order_of(table, "pg-air-patrol", air="kate").zones == "central-pacific"


@pytest.mark.rule("PG.6.3.3")
def test_a_reason_passes_over_the_book_and_stands_in_the_order(table: InHand) -> None:
    far = f"{TO_D5} D6 C6 C7 C8 B8 B9"
    assert order_of(table, "pg-patrol", group="a1", route=far, because="agreed").because == "agreed"
    table.act(order_books.seal, "axis", seat="axis")


@pytest.mark.rule("PG.6.3.3")
def test_the_patrol_that_a_group_had_last_may_be_ordered_again_from_the_same_port(table: InHand) -> None:
    way = {"route": PAST_MAKO, "staging": "pg-port:mako", "returns": "pg-port:taipei", "zones": ""}
    order = order_of(table, "pg-patrol", group="a1", route=PAST_MAKO, staging="pg-port:mako")
    table.set({f"{order.row}.turn": "1941-11"})
    view = View(table.facts)
    assert as_before(view, view.row(Group, "a1")) == way
    table.set({"pg-group:a1.place": "pg-port:mako"}, seat="axis")
    view = View(table.facts)
    assert as_before(view, view.row(Group, "a1")) == {}


@pytest.mark.rule("PG.6.3.3.1", "PG.6.3.3.2")
def test_friendly_ports_are_listed_by_map_and_others_are_still_judged(table: InHand) -> None:
    form: Any = form_for(table.system.forms["pg-patrol"], seen_by(table.campaign, "axis").values)
    headings = {title: [name for _, name in ports] for title, ports in form.base_fields["returns"].choices[1:]}
    assert headings == {
        "Axis, Far East": ["Taipei (E1)", "Takao (E2)", "Mako (D2)", "Palau (L10)"],
        "Axis, off the maps": ["Kure (North Pacific)", "Kiel (Baltic)", "Copenhagen (Baltic)"],
    }
    stages = [name for title, places in form.base_fields["staging"].choices[1:] for _, name in places]
    assert "Mako (D2)" in stages
    assert not [name for name in stages if "Manila" in name]
    typed = {"group": "a2", "route": "D2 C3 C4 C5", "returns": "pg-port:manila"}
    assert form(typed).is_valid()
    assert "no port of your side" in table.refuse("pg-patrol", **typed)
