"""PG.6.3.6: what an invasion needs, unit by unit, and what keeps it from being ordered.

Far East: 5 squares are a range, and a part counts whole. Taipei to D5 by D1 to D4 is 5 squares, range 1.
"""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.play.rules import order_books
from navalassist.systems.theatre.landings import Lander, need_of, transports_for
from navalassist.systems.theatre.rules.invasion import conditions
from navalassist.systems.theatre.rulings import ALL_ALIKE, CRAFT_FIRST
from navalassist.systems.theatre.state.orders import Troop
from navalassist.systems.theatre.state.words import LandingOption, Side
from tests.in_hand import InHand
from tests.rules.by_hand import WHY

FULL, REDUCED, LATER, *_ = LandingOption
TO_LINGAYEN = "E1 D1 D2 D3 D4 D5"
# Palau to Takao: 8 squares up and 7 to the left, range 3; with a square to the right and back, 17, range 4; then 21.
RANGE_3 = "L10 L9 L8 L7 L6 L5 L4 L3 L2 K2 J2 I2 H2 G2 F2 E2"
RANGE_4 = RANGE_3.replace("L10 L9 L8", "L10 M10 M9 M8 L8")
RANGE_5 = "L10 M10 N10 O10 O9 O8 O7 O6 O5 O4 O3 O2 N2 M2 L2 K2 J2 I2 H2 G2 F2 E2"
# Takao to Luzon: one diagonal counts 2, then 2 squares: range 1. To Brunei: 2 and 9 squares, range 3.
TO_LUZON, TO_BRUNEI = " D3 D4 D5", " D3 C3 B3 B4 B5 B6 B7 B8 B9 B10"


# --- the sum


def lander(option: LandingOption, staging: int, landing: int, craft: str = "", first: bool = False) -> Lander:
    troop = Troop(key="t", side=Side.AXIS, name="47th Infantry", craft=craft == "assigned", special=craft == "own")
    return Lander(troop=troop, option=option, staging=staging, landing=landing, there=True, craft_first=first)


@pytest.mark.rule("PG.6.3.6.1")
def test_each_range_takes_one_transport_a_unit_as_far_as_2_and_two_as_far_as_4() -> None:
    assert [transports_for(ranges) for ranges in range(5)] == [1, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("option", "staging", "landing", "craft", "total"),
    [
        # Both ranges add: 2 at least, 4 at most.
        pytest.param(FULL, 1, 1, "", 2, marks=pytest.mark.rule("PG.6.3.6.1")),
        pytest.param(FULL, 1, 2, "", 3, marks=pytest.mark.rule("PG.6.3.6.1")),
        pytest.param(FULL, 2, 1, "", 3, marks=pytest.mark.rule("PG.6.3.6.1")),
        pytest.param(FULL, 2, 2, "", 4, marks=pytest.mark.rule("PG.6.3.6.1")),
        # Landing craft fill one place.
        pytest.param(FULL, 1, 1, "assigned", 1, marks=pytest.mark.rule("PG.6.3.6.3")),
        pytest.param(FULL, 1, 1, "own", 1, marks=pytest.mark.rule("PG.6.3.6.3")),
        pytest.param(FULL, 2, 2, "own", 3, marks=pytest.mark.rule("PG.6.3.6.3")),
        # One less at any need; one in all where 3 or more are needed.
        pytest.param(REDUCED, 1, 1, "", 1, marks=pytest.mark.rule("PG.6.3.6.4")),
        pytest.param(REDUCED, 2, 2, "", 3, marks=pytest.mark.rule("PG.6.3.6.4")),
        pytest.param(LATER, 1, 2, "", 1, marks=pytest.mark.rule("PG.6.3.6.4")),
        pytest.param(LATER, 2, 2, "", 1, marks=pytest.mark.rule("PG.6.3.6.4")),
        # The option is taken from the need, and then the craft fills one place of what is left.
        pytest.param(REDUCED, 1, 1, "own", 0, marks=pytest.mark.rule("PG.6.3.6.3", "PG.6.3.6.4")),
        pytest.param(REDUCED, 2, 2, "own", 2, marks=pytest.mark.rule("PG.6.3.6.3", "PG.6.3.6.4")),
        pytest.param(LATER, 2, 1, "assigned", 0, marks=pytest.mark.rule("PG.6.3.6.3", "PG.6.3.6.4")),
    ],
)
def test_what_a_unit_takes_of_the_pool(
    option: LandingOption, staging: int, landing: int, craft: str, total: int
) -> None:
    one = lander(option, staging, landing, craft)
    assert (one.total, one.cannot) == (total, "")
    assert need_of([one], crossing=False).total == total


@pytest.mark.rule("PG.6.3.6.4")
def test_one_in_all_is_for_a_need_of_three_and_reduced_units_fight_at_5() -> None:
    assert lander(LATER, 1, 1).cannot == (
        "47th Infantry needs 2, and one in all takes 3 or more: let it land with one less"
    )
    assert [lander(option, 2, 1).lands for option in (FULL, REDUCED, LATER)] == [
        "",
        "fights at strength 5",
        "lands after the battle",
    ]


@pytest.mark.rule("PG.6.3.6.3", "PG.6.3.6.4")
def test_read_the_other_way_the_craft_is_taken_first() -> None:
    """R-211: a need of 3 is 2 with craft: one less is 1, and one in all may not be chosen; of 4 it is 1."""
    assert (lander(REDUCED, 1, 2, "own", True).total, lander(LATER, 2, 2, "own", True).total) == (1, 1)
    assert "needs 2" in lander(LATER, 1, 2, "own", True).cannot
    assert lander(REDUCED, 1, 1, "own", True).cannot == "47th Infantry needs 1 beside its craft: let it land whole"
    assert lander(LATER, 1, 2, "own").cannot == ""


@pytest.mark.rule("PG.6.2.5")
def test_across_a_crossing_arrow_transports_are_there_by_themselves() -> None:
    assert need_of([lander(FULL, 1, 1), lander(FULL, 1, 1)], crossing=True).total == 0


# --- the order


@pytest.fixture
def table(lingayen: Campaign) -> InHand:
    """Orders of December 1941."""
    return InHand(lingayen)


def landing(**more: Any) -> dict[str, Any]:
    """Troops of Taipei land on Luzon."""
    typed = {"start": "pg-port:taipei", "troops": ("troop-1",), "group": "a1", "lands": "E5", "route": TO_LINGAYEN}
    return {**typed, "pool": "japan-indian", **more}


def from_palau(table: InHand, route: str, **more: Any) -> dict[str, Any]:
    """Two units embark at Palau with the heavy cruisers, and gather at Takao."""
    if len(table.rows("pg-group")) == 4:
        table.set({f"pg-troop:troop-{n}.place": "pg-port:palau" for n in (1, 2)}, seat="axis")
        table.do("pg-form", port="palau", kind="task-force", units=("nachi",))
    cruisers, troops = table.numbered("pg-group", 4), ("troop-1", "troop-2")
    typed = {"start": "pg-port:palau", "group": cruisers, "troops": troops, "pool": "japan-pacific"}
    return landing(**{**typed, "staging": "pg-port:takao", "route": route, **more})


def drawn(table: InHand, typed: dict[str, Any]) -> int:
    return int(table.situation("pg-invade", **typed).need.total)


@pytest.mark.rule("PG.6.3.6", "PG.6.3.6.1", "PG.6.3.6.3")
def test_the_48th_division_and_the_snlf_need_nine(table: InHand) -> None:
    """No staging area counts 1, a landing at range 1 counts 1: four units at 2, and 2 less its own craft."""
    units = (*(f"troop-{n}" for n in range(1, 5)), "snlf")
    entry = table.do("pg-invade", **landing(troops=units))
    order = f"pg-order:{table.numbered('pg-order', 1)}"
    names = ("mission", "group", "start", "target", "route", "transports", "pool", "returns")
    assert [table.facts[f"{order}.{name}"] for name in names] == [
        "invasion", "a1", "pg-port:taipei", "E5", TO_LINGAYEN, 9, "japan-indian", "pg-port:taipei",
    ]  # fmt: skip
    assert {table.facts[f"pg-landing:{key}.troop"] for key in table.rows("pg-landing")} == set(units)
    assert "with 9 transports and Axis task force 1" in table.at("axis").receipt(entry)
    assert table.at("axis").words("pools/").count("Order 1, invasion: 9") == 1
    table.check()


@pytest.mark.rule("PG.6.3.6.1")
@pytest.mark.parametrize(
    ("route", "lands", "total"),
    [
        (RANGE_3 + TO_LUZON, "E5", 6),  # two units at 2 + 1
        (RANGE_4 + TO_LUZON, "E5", 6),
        (RANGE_3 + TO_BRUNEI, "B11", 8),  # at 2 + 2
    ],
)
def test_a_staging_area_farther_than_two_ranges_takes_another_transport(
    table: InHand, route: str, lands: str, total: int
) -> None:
    assert drawn(table, from_palau(table, route, lands=lands)) == total
    table.do("pg-invade", **from_palau(table, route, lands=lands))
    assert table.facts[f"pg-order:{table.numbered('pg-order', 1)}.staging"] == "pg-port:takao"


@pytest.mark.rule("PG.6.3.6.1")
def test_neither_part_is_longer_than_four_ranges_and_a_landing_has_a_way(table: InHand) -> None:
    """CA Nachi reaches 4; the DD of the carrier group reaches 2."""
    words = table.refuse("pg-invade", **from_palau(table, RANGE_5 + TO_LUZON))
    assert "range 5" in words
    insisted = from_palau(table, RANGE_5 + TO_LUZON, because=WHY)
    assert "Way to the staging area: range 5, of 4 at most: gather nearer to the port." in refusals(table, insisted)
    words = table.refuse("pg-invade", **from_palau(table, RANGE_3, lands="E3"))
    assert words == "Way to the landing: range 0, of 1 to 4: it lands where it starts, lead the route on."
    words = table.refuse("pg-invade", **from_palau(table, RANGE_3 + TO_LUZON, group="a3"))
    assert "beyond Shiokaze (2)" in words


def refusals(table: InHand, typed: dict[str, Any]) -> list[str]:
    """All that the book has against it, be there a reason or not."""
    given = table.situation("pg-invade", **typed)
    return [f"{one.text}: {one.why}." for one in conditions(given) if one.met is False]


@pytest.mark.rule("PG.6.3.6.2")
@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("due", "47th Infantry is not: leave it out, for nothing of the reserve may go."),
        ("pg-port:mako", "47th Infantry is not: leave it out, for nothing of the reserve may go."),
    ],
)
def test_ground_units_are_in_the_territory_of_the_port(table: InHand, place: str, why: str) -> None:
    table.set({"pg-troop:troop-3.place": place}, seat="axis")
    assert table.refuse("pg-invade", **landing(troops=("troop-1", "troop-3"))) == f"Ground units are at Taipei: {why}"
    table.do("pg-invade", **landing(troops=("troop-1",)))


@pytest.mark.rule("PG.6.3.6.2", "PG.6.3.6")
def test_what_is_ordered_once_is_not_ordered_twice(table: InHand) -> None:
    """One group has one order, and so has a ground unit; parts may stay behind."""
    table.do("pg-invade", **landing(troops=("troop-1", "troop-2")))
    assert table.refuse("pg-invade", **landing(troops=("troop-3",))) == (
        "One order in a turn: it has order 1: strike that one out first."
    )
    table.do("pg-form", port="mako", kind="task-force", units=("kuma",))
    group = table.numbered("pg-group", 4)
    table.set({f"pg-group:{group}.place": "pg-port:taipei", "pg-unit:kuma.place": "pg-port:taipei"}, seat="axis")
    words = table.refuse("pg-invade", **landing(group=group, troops=("troop-2", "troop-3")))
    assert words == "No other order ships them: order 1 ships 2nd Formosa Infantry: leave it out here, or there."
    table.do("pg-invade", **landing(group=group, troops=("troop-3",)))


@pytest.mark.rule("PG.6.3.6.4")
def test_units_may_land_weaker_or_after_the_battle(table: InHand) -> None:
    """By a staging area at range 3 each of two needs 3: one with one less is 2, the other 1 in all."""
    typed = from_palau(table, RANGE_3 + TO_LUZON, reduced=("troop-1",), later=("troop-2",))
    assert drawn(table, typed) == 3
    table.do("pg-invade", **typed)
    options = {table.facts[f"pg-landing:{key}.option"] for key in table.rows("pg-landing")}
    assert options == {"reduced", "later"}
    words = table.refuse("pg-invade", **landing(troops=("troop-3",), later=("troop-3",)))
    assert words.startswith("How they land: 47th Infantry needs 2, and one in all takes 3 or more")
    assert drawn(table, landing(troops=("troop-3", "troop-4"), reduced=("troop-3",))) == 3


@pytest.mark.rule("PG.6.3.6.4")
def test_two_rulings_on_landing_with_fewer(table: InHand) -> None:
    """R-237: all of them or none; R-211 as above."""
    typed = landing(troops=("troop-3", "troop-4"), reduced=("troop-3",))
    table.set({"ruling:R-237.choice": ALL_ALIKE, "ruling:R-211.choice": CRAFT_FIRST})
    assert "All land alike: some are in the battle whole" in table.refuse("pg-invade", **typed)
    assert drawn(table, landing(troops=("troop-3", "troop-4"), reduced=("troop-3", "troop-4"))) == 2
    assert "needs 1 beside its craft" in table.refuse("pg-invade", **landing(troops=("snlf",), reduced=("snlf",)))


@pytest.mark.rule("PG.6.3.6", "PG.6.2.1")
@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"troops": ()}, "Ground units are at Taipei: tick those that land: only what is already at Taipei may go."),
        ({"group": "a2"}, "Its warships are there: they lie in Mako: choose a group in Taipei or in the staging area."),
        ({"lands": "E2"}, "Lands on E2 Takao: D5 is not beside it: choose E5 Luzon or E4 Aparri or E6 Manila."),
        ({"route": "E1 D1 D2 D3"}, "Lands on E5 Luzon: D3 is not beside it: choose E3 Batan or E4 Aparri."),
        ({"pool": "usa-indian"}, "Transports: Taipei draws on a pool"),
    ],
)
def test_what_else_keeps_an_invasion_from_being_ordered(table: InHand, typed: dict[str, Any], why: str) -> None:
    assert why in " ".join(refusals(table, landing(**typed)))


@pytest.mark.rule("PG.6.3.6", "PG.6.2.1")
def test_the_pool_must_have_what_it_needs(table: InHand) -> None:
    """7 of the 14 are lost: four units and the SNLF need 9."""
    table.set({"pg-pool:japan-indian.transports": 7}, seat="axis")
    units = (*(f"troop-{n}" for n in range(1, 5)), "snlf")
    assert table.refuse("pg-invade", **landing(troops=units)) == (
        "Transports: 9 transports are needed, and 7 of 7 of the pool Japan, Indian Ocean are free: "
        "send less, or free some of another order."
    )
    table.do("pg-invade", **landing(troops=units, crossing=True))
    assert table.facts[f"pg-order:{table.numbered('pg-order', 1)}.transports"] == 0


@pytest.mark.rule("PG.6.3.6")
def test_the_book_is_not_sealed_with_an_invasion_that_is_right_no_more(table: InHand) -> None:
    table.do("pg-invade", **landing())
    table.set({"pg-troop:troop-1.place": "due"}, seat="axis")
    with pytest.raises(order_books.BookRefused, match="1st Formosa Infantry is not"):
        table.act(order_books.seal, "axis", seat="axis")
    table.set({"pg-troop:troop-1.place": "pg-port:taipei"}, seat="axis")
    table.act(order_books.seal, "axis", seat="axis")
    assert "sealed" in table.refuse("pg-invade", **landing(troops=("troop-2",)))


@pytest.mark.rule("PG.6.2.6", "PG.6.3.6")
def test_transports_of_an_invasion_that_ends_in_another_pool_stay_there_if_ordered(table: InHand) -> None:
    """From Palau, of the Pacific pool, to Luzon, in the Indian one: 6 of 22 are of the 14 then."""
    table.do("pg-invade", **from_palau(table, RANGE_3 + TO_LUZON, stays=True))
    table.until("axis/logistics")
    pools = [table.facts[f"pg-pool:{key}.transports"] for key in ("japan-pacific", "japan-indian")]
    assert pools == [16, 20]
    table.check()
