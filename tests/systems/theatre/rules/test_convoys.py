"""Convoys and their escorts, worked out by hand: five squares of the Far East are a range, DE and DD have endurance 8.

Mako to Palau is 9 squares, range 2; Palau to the edge 8 squares, range 2; the four zones from there to Kure are
2, 2, 1 and 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine.reader import View
from navalassist.play.rules import order_books
from navalassist.systems.theatre.pages.panels import proposed
from navalassist.systems.theatre.spotting import Quarry, Ship, may_fight
from navalassist.systems.theatre.state.battles import Battle, Interception, Sighting
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.words import BattleKind, GroupKind, Mission, UnitType
from tests.in_hand import InHand, in_hand
from tests.systems.theatre.at_sea import ALLIED, AXIS, at_sea, order
from tests.systems.theatre.rules.test_orders import MAKO_TO_PALAU, TO_THE_EDGE, opened, order_of

TO_KURE = "Central Pacific, South Pacific, American west coast, North Pacific"
AROUND = {"route": f"{MAKO_TO_PALAU} {TO_THE_EDGE[4:]}", "zones": TO_KURE, "returns": "pg-port:kure"}
TO_PALAU = {"route": MAKO_TO_PALAU, "returns": "pg-port:palau"}


@pytest.fixture
def table(lingayen: Campaign) -> Iterator[InHand]:
    """Groups 4, a convoy of 4 transports at Mako, 5, the destroyer escorts there, and 6, the cruisers at Palau."""
    with in_hand(lingayen) as found:
        found.do("pg-form", port="mako", kind="convoy", transports="4", pool="japan-indian")
        found.do("pg-form", port="mako", kind="task-force", units=["shimushu"])
        found.do("pg-form", port="palau", kind="task-force", units=["nachi"])
        yield found


def convoy(table: InHand, **typed: Any) -> Order:
    return order_of(table, "pg-convoy", group=group_no(table), **TO_PALAU | typed)


def group_no(table: InHand, number: int = 4) -> str:
    return table.numbered("pg-group", number)


def order_no(table: InHand, number: int = 1) -> str:
    return table.numbered("pg-order", number)


def guarded(table: InHand, of: int = 5, **typed: Any) -> Order:
    return order_of(table, "pg-escort", group=group_no(table, of), convoy=order_no(table), **typed)


def unguarded(table: InHand, of: int = 5, **typed: Any) -> str:
    return table.refuse("pg-escort", group=group_no(table, of), convoy=order_no(table), **typed)


@pytest.mark.rule("PG.6.3.4", "PG.6.3.4.2")
def test_a_convoy_unloads_at_one_friendly_port_and_what_it_carries_is_there_then(table: InHand) -> None:
    table.set({"pg-troop:troop-1.place": "pg-port:mako", "pg-troop:troop-2.place": "due"}, seat="axis")
    assert "Manila (E6) is no port of your side" in table.refuse(
        "pg-convoy", group=group_no(table), **TO_PALAU | {"returns": "pg-port:manila"}
    )
    short = table.refuse("pg-convoy", group=group_no(table), **TO_PALAU | {"route": "D2 E3 F4"})
    assert short == "Its way leads there: it does not end in Palau (L10): draw it as far as that."
    nowhere = {"group": group_no(table), "route": "D2 E3 F4"}
    assert "choose the port in which it ends" in table.misfit("pg-convoy", **nowhere)
    found = convoy(table, troops=["troop-1", "troop-2"], supplies="1", returns="")
    assert found.returns == "pg-port:palau"
    assert (found.mission, found.transports, found.pool) == ("convoy", 4, "japan-indian")
    opened(table)
    table.until("axis/breakthrough")
    words = table.at("axis").receipt(table.do("pg-end-mission", order=found.key))
    assert "unloads 1st Formosa Infantry, 2nd Formosa Infantry and 1 from the reserve in Palau (L10)" in words
    there = ("troop:troop-1", "troop:troop-2", f"group:{group_no(table)}")
    places = [table.facts[f"pg-{row}.place"] for row in there]
    assert places == ["pg-port:palau", "pg-port:palau", "pg-port:mako"]
    assert table.facts[f"{found.row}.progress"] == "completed"
    table.check()


@pytest.mark.rule("PG.6.3.4.2", "PG.6.3.5")
def test_a_convoy_that_is_turned_back_unloads_nothing_and_its_escort_comes_home(table: InHand) -> None:
    found, with_it = convoy(table), guarded(table, returns="pg-port:palau")
    opened(table)
    table.set({f"{found.row}.progress": "turned-back"})
    table.until("axis/breakthrough")
    words = table.at("axis").receipt(table.do("pg-end-mission", order=with_it.key))
    assert "is in Mako (D2), for its convoy was turned back" in words
    assert "Order 1" not in table.at("axis").words("")


@pytest.mark.rule("PG.6.3.4.1", "PG.6.3.4.3")
def test_transports_sail_ten_ranges_and_ten_more_once_they_have_refuelled(table: InHand) -> None:
    """17 squares are range 4, and 7 of the zones: 11. From Palau, where they refuel, it is 2 and 7."""
    far = table.refuse("pg-convoy", group=group_no(table), **AROUND)
    assert far == "As far as it goes: Mako (D2) to North Pacific is range 11, of 10 at most: refuel on the way."
    assert "Manila (E6) is not friendly" in table.refuse(
        "pg-convoy", group=group_no(table), **AROUND, staging="pg-port:manila"
    )
    assert convoy(table, **AROUND, staging="pg-port:palau").route_there == MAKO_TO_PALAU


@pytest.mark.rule("PG.6.3.5", "PG.6.1.6")
def test_warships_that_sail_in_a_convoy_have_the_endurance_for_each_part_of_its_way(table: InHand) -> None:
    """Mako to Palau is range 2. 1,199 miles are endurance 1, which is not enough; 1,200 are 2."""
    table.do("pg-form", port="mako", kind="merchant", transports="2", pool="japan-indian", units=["hatakaze"])
    table.set({"pg-unit:hatakaze.miles": 1199}, seat="axis")
    typed = {"group": group_no(table, 7), **TO_PALAU}
    assert table.refuse("pg-convoy", **typed) == (
        "As far as it goes, its warships: Mako (D2) to L10 is range 2, beyond Hatakaze and Matsukaze (1). "
        "Leave out what does not reach it, or refuel on the way."
    )
    table.set({"pg-unit:hatakaze.miles": 1200}, seat="axis")
    assert order_of(table, "pg-convoy", **typed).returns == "pg-port:palau"


@pytest.mark.rule("PG.6.3.4.1", "PG.6.3.4.3")
def test_from_a_port_off_the_maps_the_zones_come_before_the_place_where_it_refuels(table: InHand) -> None:
    """Kure to Palau is 2 + 2 + 2 = 6; from there it goes on to Mako, which is 2."""
    table.do("pg-form", port="kure", kind="convoy", transports="1", pool="japan-pacific")
    back = " ".join(reversed(AROUND["route"].split()))
    typed = {
        "group": group_no(table, 7),
        "route": back,
        "zones": "North Pacific, Central Pacific",
        "returns": "pg-port:mako",
    }
    words = table.at("axis").receipt(table.do("pg-convoy", **typed, staging="pg-port:palau"))
    assert "sails from Kure to Mako (D2) by Palau (L10), range 8" in words


@pytest.mark.rule("PG.6.3.4.1")
def test_convoys_of_two_ports_join_in_a_port_and_carry_what_is_there_or_in_reserve(table: InHand) -> None:
    by_takao = "D2 E2 F3 G4 H5 I6 J7 K8 L9 L10"
    main = convoy(table, route=by_takao, staging="pg-port:takao")
    table.do("pg-form", port="taipei", kind="convoy", transports="2", pool="japan-indian")
    joined = order_of(
        table,
        "pg-convoy",
        group=group_no(table, 7),
        route="E1 D1 E2",
        joins=main.key,
        returns="pg-port:palau",
        troops=["snlf"],
    )
    assert (joined.route_there, joined.route, joined.staging) == ("E1 D1 E2", main.route, "pg-port:takao")
    table.do("pg-form", port="takao", kind="convoy", transports="2", pool="japan-indian")
    away = table.refuse(
        "pg-convoy", group=group_no(table, 8), route="E2 D2", returns="pg-port:mako", troops=["troop-1"]
    )
    assert "not 1st Formosa Infantry: leave them out" in away
    table.do("pg-strike-out", order=main.key)
    with pytest.raises(order_books.BookRefused, match="that order has changed"):
        table.act(order_books.seal, "axis", seat="axis")


@pytest.mark.rule("PG.6.3.4.4")
def test_ground_transports_ride_with_units_that_have_none_else_two_in_one(table: InHand) -> None:
    """Two units and a supply fill 3; one unit has a transport of its own. Of 4 loose ones 2 ride along, 2 fill 1."""
    table.set({f"pg-troop:troop-{number}.place": "pg-port:mako" for number in (1, 2)}, seat="axis")
    typed = {"troops": ["troop-1", "troop-2"], "motorized": ["troop-2"], "supplies": "1"}
    full = table.refuse("pg-convoy", group=group_no(table), **TO_PALAU, **typed, loose="5")
    assert full == "Room for what it carries: it fills 5 of 4: leave something behind."
    assert convoy(table, **typed, loose="4").loose == 4
    table.do("pg-form", port="mako", kind="convoy", transports="3", pool="japan-indian")
    twice = table.refuse("pg-convoy", group=group_no(table, 7), **TO_PALAU, troops=["troop-1"])
    assert "not 1st Formosa Infantry: leave them out here, or there" in twice


@pytest.mark.rule("PG.6.3.4.5")
def test_tankers_are_eight_at_most_and_any_number_of_warships_guards_them(table: InHand) -> None:
    table.do("pg-form", port="mako", kind="convoy", transports="9", pool="japan-indian")
    many = table.refuse("pg-convoy", group=group_no(table, 7), **TO_PALAU, oil=True)
    assert many == "Merchant ships, or tankers: 9, of 8 at most: leave the others in their pool."
    assert convoy(table, oil=True).oil
    assert [guarded(table, of).mission for of in (5, 2, 6)] == ["escort"] * 3


@pytest.mark.rule("PG.6.3.5", "PG.6.1.8.5")
def test_an_escort_guards_one_convoy_within_the_endurance_of_every_unit(table: InHand) -> None:
    """Destroyer escorts: 8 reach as far as Palau, 2, and not the 9 from there to Kure. They never patrol."""
    assert "not Shimushu and others (DE)" in table.refuse("pg-patrol", group=group_no(table, 5), route="D2 D3")
    convoy(table, **AROUND, staging="pg-port:palau")
    assert "Palau (L10) to North Pacific is range 9, beyond Shimushu and others (8)" in unguarded(table)
    table.do("pg-strike-out", order=order_no(table))
    convoy(table)
    found = guarded(table, returns="pg-port:palau")
    assert (found.escorts, found.route, found.returns) == (group_no(table), MAKO_TO_PALAU, "pg-port:palau")
    assert "it has order 2" in unguarded(table)
    assert "Takao (E2) is no friendly port of its way" in unguarded(table, 2, returns="pg-port:takao")
    table.do("pg-strike-out", order=order_no(table))
    with pytest.raises(order_books.BookRefused, match="its order has changed: strike this one out"):
        table.act(order_books.seal, "axis", seat="axis")


@pytest.mark.rule("PG.6.3.5")
def test_an_escort_without_its_convoy_keeps_the_book_from_being_sealed(table: InHand) -> None:
    convoy(table)
    guarded(table)
    table.do("pg-release", group=group_no(table))
    for number, what in (("1", "its group"), ("2", "the convoy that it guards")):
        with pytest.raises(order_books.BookRefused, match=rf"Order {number} \(\w+\): {what} is no more. Strike this"):
            table.act(order_books.seal, "axis", seat="axis")
        table.do("pg-strike-out", order=order_no(table, int(number)))
    table.act(order_books.seal, "axis", seat="axis")


@pytest.mark.rule("PG.6.3.5")
def test_an_escort_of_another_port_goes_first_to_where_the_convoy_embarks(table: InHand) -> None:
    convoy(table)
    assert "it embarks at Mako (D2): draw the way there" in unguarded(table, 1, route="E1 D1")
    found = guarded(table, 1, route="E1 D1 D2")
    assert (found.route_there, found.staging, found.route) == ("E1 D1 D2", "pg-port:mako", MAKO_TO_PALAU)


@pytest.mark.rule("PG.6.3.5.1")
def test_an_escort_from_the_far_end_goes_the_convoys_way_and_comes_back_with_it(table: InHand) -> None:
    convoy(table)
    found = guarded(table, 6)
    assert found.route_there.split() == MAKO_TO_PALAU.split()[::-1]
    assert (found.route, found.returns) == (MAKO_TO_PALAU, "pg-port:palau")
    table.do("pg-strike-out", order=found.key)
    assert "come back with it all the way" in table.misfit(
        "pg-escort", group=group_no(table, 6), convoy=order_no(table), until="F4"
    )


@pytest.mark.rule("PG.6.3.5.2")
def test_part_of_the_way_ends_in_a_port_or_within_half_the_endurance(table: InHand) -> None:
    """Half of 8 is 4: from Palau, where the convoy refuels, 2 to the edge and 2 of the Central Pacific, and no more."""
    convoy(table, **AROUND, staging="pg-port:palau")
    far = unguarded(table, until="south-pacific")
    assert "Palau (L10) to South Pacific is range 6, beyond Shimushu and others (4)" in far
    found = guarded(table, until="central-pacific")
    assert (found.zones, found.route) == ("central-pacific", AROUND["route"])
    table.do("pg-strike-out", order=found.key)
    table.set({"pg-unit:shimushu.miles": 1200}, seat="axis")
    assert "(1)" in unguarded(table, until="K9")
    assert guarded(table, until="L10", returns="pg-port:palau").target == "L10"


@pytest.mark.rule("PG.6.3.5.1")
def test_escort_and_convoy_are_attacked_once_between_them(lingayen: Campaign) -> None:
    """The PBY's 3 from E6 are C4, C5, D5 of the escort on its way to Taipei, D4 and D5 of the convoy that it guards."""
    axis = (
        order("con", AXIS, "fleet", Mission.CONVOY, "E1 D1 D2 D3 D4 D5"),
        order("esc", AXIS, "a2", Mission.ESCORT, "E1 D1 D2 D3 D4", route_there="D2 C3 C4 C5 D5", escorts="fleet",
              start="pg-port:mako", staging="pg-port:taipei"),
    )  # fmt: skip
    boats = (order("b1", ALLIED, "u1", route="E6 E7 D6 D5"), order("b2", ALLIED, "u2", route="E6 E7 D6 D5"))
    table = at_sea(lingayen, axis, boats)
    table.do("pg-search", seat="allied")
    seen = {one.order: (one.squares, one.guards) for one in View(table.facts).own(Sighting, "allied")}
    assert seen == {"con": ("D4 D5", ""), "esc": ("C4 C5 D5", "con")}
    typed = {"where": "D5", "seat": "allied"}
    table.do("pg-intercept", sighting="allied-esc", force="pg-order:b1", units=["boats-1"], **typed)
    again = table.refuse("pg-intercept", sighting="allied-con", force="pg-order:b2", units=["boats-9"], **typed)
    assert again == "A fleet intercepts this mission already: one is all, and two never join."
    table.check()


@pytest.mark.rule("PG.6.3.5", "PG.6.3.5.2")
@pytest.mark.parametrize(("square", "there"), [("D1", {"naka", "asagumo", "murasame"}), ("D5", set())])
def test_an_escort_is_proposed_for_the_sheet_where_it_is_with_its_convoy(
    lingayen: Campaign, square: str, there: set[str]
) -> None:
    """It goes with it as far as D4."""
    axis = (
        order("con", AXIS, "fleet", Mission.CONVOY, "E1 D1 D2 D3 D4 D5", transports=5),
        order("esc", AXIS, "a1", Mission.ESCORT, "E1 D1 D2 D3 D4", escorts="fleet"),
    )
    table = at_sea(lingayen, axis)
    met = Interception.new("i", side=ALLIED, turn="1941-12", number=1, order="con", square=square)
    table.edit(met)
    battle = Battle(
        key="1", number=1, turn="1941-12", kind=BattleKind.INTERCEPTION, attacker=ALLIED, interception="i", order="con"
    )
    units, aircraft, transports = proposed(View(table.facts), battle, AXIS)
    assert (set(units), list(aircraft), transports) == (there, [], 5)


@pytest.mark.rule("PG.6.1.8.5")
def test_destroyer_escorts_support_a_landing_and_hunt_flotillas_alone(lingayen: Campaign) -> None:
    """They lie at Mako, where the landing gathers."""
    with in_hand(lingayen) as table:
        table.do("pg-form", port="mako", kind="task-force", units=["shimushu"])
        table.do(
            "pg-invade", start="pg-port:taipei", troops=["troop-1"], group=group_no(table), staging="pg-port:mako",
            route="E1 D1 D2 D3 D4 D5", lands="E5", pool="japan-indian",
        )  # fmt: skip
        assert table.facts[f"pg-order:{order_no(table)}.group"] == group_no(table)
    ship = Ship(key="de", name="DE", type=UnitType.DE, search=1, intercept=1, spots=True, hunts=True, patrols=False)
    about = {"order": "o", "side": ALLIED, "mission": Mission.PATROL}
    assert may_fight(ship, Quarry(kind=GroupKind.FLOTILLA, **about))
    assert not may_fight(ship, Quarry(kind=GroupKind.TASK_FORCE, **about))


@pytest.mark.rule("PG.6.2.6", "PG.6.3.4.2")
@pytest.mark.parametrize(
    ("owner", "place", "pool"), [("axis", "palau", "japan-pacific"), ("allied", "mako", "japan-indian")]
)
def test_a_convoy_that_stays_is_where_it_unloads_though_nobody_ends_it(
    table: InHand, owner: str, place: str, pool: str
) -> None:
    """Where that port is lost before it does it is dropped, and neither its ships nor its transports are there."""
    convoy(table, stays=True)
    opened(table)
    table.until("axis/breakthrough")
    table.set({"pg-port:palau.owner": owner})
    table.until("axis/logistics")
    group = f"pg-group:{group_no(table)}"
    assert (table.facts[f"{group}.place"], table.facts[f"{group}.pool"]) == (f"pg-port:{place}", pool)
    moved = 4 if owner == "axis" else 0
    pools = [table.facts[f"pg-pool:{key}.transports"] for key in ("japan-indian", "japan-pacific")]
    assert pools == [14 - moved, 22 + moved]
    table.check()
