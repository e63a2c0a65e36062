"""PG.6.2: pools of transports by nation and water, which of them are one, where they are drawn, and what is in use."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Create, apply_effects
from navalassist.engine.reader import Values, View
from navalassist.systems.theatre import places
from navalassist.systems.theatre.pools import Together, draw_of, pools_of, reaches, roots, water_at, why_not_draw
from navalassist.systems.theatre.rulings import ATLANTIC, TWO_POOLS
from navalassist.systems.theatre.state.fleets import Group, Pool
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import GroupKind, Mission, Nation, Side
from tests.in_hand import InHand, words_of

AXIS, ALLIED = Side.AXIS, Side.ALLIED
TURN = "1941-12"


def pool(key: str, side: Side, nation: Nation, water: str, transports: int) -> Create:
    name = f"{nation.label}, {water}"
    return Pool.new(key, side=side, name=name, nation=nation, water=water, transports=transports)


def seen(*made: Create, **facts: Any) -> View:
    """The ports and waters of a new campaign, with these pools. facts: `kiel="allied"`, or a ruling `R_231="two"`."""
    values: dict[str, Any] = {"campaign:clock.turn": TURN}
    apply_effects([*(row.made() for row in places.rows()), *made], values)
    for name, value in facts.items():
        ruling = f"ruling:{name.replace('_', '-')}.choice"
        values[ruling if name.startswith("R_") else f"pg-port:{name}.owner"] = value
    return View(Values(values))


def one_with(view: View, side: Side, water: str) -> set[str]:
    """The waters that are one pool with a water, for a side."""
    found = roots(view, side)
    return {key for key, root in found.items() if root == found[water]} - {water}


def told(view: View, side: Side, port: str, pool: str, wanted: int) -> list[str]:
    return [one.reason for one in why_not_draw(draw_of(view, side, view.row(Port, port), pool), wanted)]


@pytest.mark.rule("PG.6.2.2")
@pytest.mark.parametrize(
    ("owners", "side", "water", "others"),
    [
        # December 1941: Kiel and Copenhagen are the Axis's, Gibraltar the Allies', Istanbul nobody's.
        ({}, AXIS, "baltic", {"atlantic"}),
        ({}, AXIS, "mediterranean", set()),
        ({}, AXIS, "black-sea", set()),
        ({}, ALLIED, "baltic", set()),
        ({}, ALLIED, "mediterranean", {"atlantic"}),
        # Either of the two lets into the Baltic.
        ({"kiel": "allied"}, AXIS, "baltic", {"atlantic"}),
        ({"kiel": "allied"}, ALLIED, "baltic", {"atlantic", "mediterranean"}),
        ({"kiel": "allied", "copenhagen": "allied"}, AXIS, "baltic", set()),
        # Istanbul lets into the Black Sea, from the Mediterranean.
        ({"istanbul": "axis"}, AXIS, "black-sea", {"mediterranean"}),
        ({"istanbul": "allied"}, ALLIED, "black-sea", {"mediterranean", "atlantic"}),
        # Gibraltar.
        ({"gibraltar": "axis"}, AXIS, "mediterranean", {"atlantic", "baltic"}),
        ({"gibraltar": "axis"}, ALLIED, "mediterranean", set()),
    ],
)
def test_who_holds_the_ports_between_two_waters_has_one_pool_of_both(
    owners: dict[str, str], side: Side, water: str, others: set[str]
) -> None:
    assert one_with(seen(**owners), side, water) == others


@pytest.mark.rule("PG.6.2.2")
def test_two_rulings_say_what_istanbul_and_gibraltar_join() -> None:
    """R-210: the Black Sea with the Atlantic; R-231: Gibraltar draws on two pools, which stay two."""
    assert one_with(seen(istanbul="axis", R_210=ATLANTIC), AXIS, "black-sea") == {"atlantic", "baltic"}
    view = seen(
        pool("a", ALLIED, Nation.BRITAIN, "atlantic", 9), pool("m", ALLIED, Nation.BRITAIN, "mediterranean", 4),
        R_231=TWO_POOLS,
    )  # fmt: skip
    assert one_with(view, ALLIED, "mediterranean") == set()
    assert [reaches(view, ALLIED, view.row(Port, "gibraltar"), one) for one in pools_of(view, ALLIED)] == [True, True]
    assert [reaches(view, ALLIED, view.row(Port, "murmansk"), one) for one in pools_of(view, ALLIED)] == [True, False]


@pytest.mark.rule("PG.6.2.1", "PG.6.2.2")
def test_pools_that_are_one_are_drawn_on_together() -> None:
    """9 in the Atlantic and 4 in the Baltic are 13 while Kiel is held, and a port of either draws them all."""
    made = (pool("a", AXIS, Nation.GERMANY, "atlantic", 9), pool("b", AXIS, Nation.GERMANY, "baltic", 4))
    view = seen(*made, leningrad="axis")
    assert [(one.transports, one.free) for one in pools_of(view, AXIS)] == [(13, 13)]
    assert told(view, AXIS, "leningrad", "a", 13) == []
    lost = seen(*made, leningrad="axis", kiel="allied", copenhagen="allied")
    assert [one.transports for one in pools_of(lost, AXIS)] == [9, 4]
    assert told(lost, AXIS, "leningrad", "a", 1) == [
        "Leningrad has no access to the pool Germany, atlantic: choose Germany, baltic."
    ]


@pytest.mark.rule("PG.6.2.1")
def test_what_is_free_is_the_pool_without_what_orders_of_this_turn_and_convoys_have() -> None:
    """14 less 9 of an order and 2 of a convoy are 3; what an order of last turn had is back."""

    def order(key: str, turn: str) -> Create:
        return Order.new(key, side=AXIS, turn=turn, mission=Mission.INVASION, transports=9, pool="p")

    convoy = Group.new("c", side=AXIS, number=1, kind=GroupKind.MERCHANT, place="pg-port:takao", transports=2, pool="p")
    view = seen(pool("p", AXIS, Nation.JAPAN, "indian", 14), order("now", TURN), order("old", "1941-11"), convoy)
    found: Together = pools_of(view, AXIS)[0]
    assert (found.transports, found.used, found.free) == (14, 11, 3)
    assert told(view, AXIS, "takao", "p", 3) == []
    assert told(view, AXIS, "takao", "p", 4) == [
        (
            "4 transports are needed, and 3 of 14 of the pool Japan, indian are free: "
            "send less, or free some of another order."
        )
    ]
    assert told(view, AXIS, "foochow", "p", 1) == ["Foochow is not yours: transports are drawn at a friendly port."]
    assert told(view, AXIS, "palau", "p", 1) == [
        "Palau has no access to the pool Japan, indian: embark somewhere else."
    ]


@pytest.mark.rule("PG.6.2.2.3")
def test_russian_transports_are_one_pool_at_any_friendly_port() -> None:
    """2 in the Baltic and 1 in the Black Sea are 3, in Leningrad as in Pearl Harbor."""
    made = (pool("b", ALLIED, Nation.RUSSIA, "baltic", 2), pool("s", ALLIED, Nation.RUSSIA, "black-sea", 1))
    view = seen(*made)
    assert [one.transports for one in pools_of(view, ALLIED)] == [3]
    assert told(view, ALLIED, "leningrad", "s", 3) == told(view, ALLIED, "pearl-harbor", "s", 3) == []
    assert told(view, ALLIED, "kiel", "s", 1) == ["Kiel is not yours: transports are drawn at a friendly port."]


@pytest.mark.rule("PG.6.2.3")
def test_the_far_east_has_a_pacific_pool_and_an_indian_one_of_the_southeast_asian_front() -> None:
    """Lingayen Gulf and Java are the Indian one's, Palau the Pacific's: they never join."""
    view = seen()
    waters = [water_at(view, "far-east", square) for square in ("D5", "A17", "L10", "H4")]
    assert waters == ["indian", "indian", "pacific", "pacific"]
    assert one_with(view, AXIS, "indian") == one_with(view, ALLIED, "pacific") == set()


@pytest.mark.rule("PG.6.2.4")
def test_no_port_limits_how_many_transports_it_takes() -> None:
    """The rule that did is deleted: 99 of 99 sail from Foochow, which is minor."""
    view = seen(pool("p", ALLIED, Nation.BRITAIN, "indian", 99))
    assert view.row(Port, "foochow").size == "minor"
    assert told(view, ALLIED, "foochow", "p", 99) == []


@pytest.fixture
def table(lingayen: Campaign) -> InHand:
    """Orders of December 1941."""
    return InHand(lingayen)


@pytest.mark.rule("PG.6.2", "PG.6.2.1")
def test_convoys_draw_on_a_pool_as_they_form_and_give_back_as_they_are_broken_up(table: InHand) -> None:
    table.do("pg-form", port="takao", kind="merchant", transports="5", pool="japan-indian")
    table.do("pg-form", port="takao", kind="convoy", transports="7", pool="japan-indian")
    assert "3 transports are needed, and 2 of 14" in table.refuse(
        "pg-form", port="mako", kind="convoy", transports="3", pool="japan-indian"
    )
    assert "Mako has no access to the pool Japan, Pacific" in table.refuse(
        "pg-form", port="mako", kind="convoy", transports="1", pool="japan-pacific"
    )
    entry = table.do("pg-release", group=table.numbered("pg-group", 5))
    words = "Axis transport convoy 5 is broken up: 7 transports of the pool Japan, Indian Ocean are free."
    assert words in table.at("axis").receipt(entry)
    assert "has no transports" in table.refuse("pg-release", group="a2")
    table.do("pg-form", port="mako", kind="convoy", transports="9", pool="japan-indian")


@pytest.mark.rule("PG.6.2")
def test_merchant_shipping_is_of_three_nations(table: InHand) -> None:
    table.edit(pool("thai", AXIS, Nation.SIAM, "indian", 5), seat="axis", chain="axis")
    words = table.refuse("pg-form", port="takao", kind="merchant", transports="2", pool="thai")
    assert words == "Only Britain, the USA and Japan have merchant shipping, not Siam."
    table.do("pg-form", port="takao", kind="convoy", transports="2", pool="thai")


TO_KURE = {
    "route": "D2 E3 F4 G5 H6 I7 J8 K9 L10 M10 N10 O10 P10 Q10 R10 S10 T10",
    "zones": "Central Pacific, South Pacific, American west coast, North Pacific",
}
TO_PALAU = "E2 F3 G4 H5 I6 J7 K8 L9 L10"


def sent(table: InHand, **more: Any) -> Any:
    typed = {"start": "pg-port:takao", "returns": "pg-port:palau", "pool": "japan-indian", "transports": "3"}
    return table.do("pg-send-transports", **{**typed, "route": TO_PALAU, **more})


def counts(table: InHand) -> dict[str, int]:
    return {key: table.facts[f"pg-pool:{key}.transports"] for key in table.rows("pg-pool")}


@pytest.mark.rule("PG.6.2.6")
def test_transports_sent_empty_are_of_the_other_pool_with_the_next_turn(table: InHand) -> None:
    """3 of 14 leave the Indian Ocean for the Pacific's 22: 11 and 25."""
    entry = sent(table)
    words = "Order 1: 3 transports sail from Takao (E2) to Palau (L10); then they belong to the pool of the Pacific."
    assert words in table.at("axis").receipt(entry)
    assert (counts(table)["japan-indian"], counts(table)["japan-pacific"]) == (14, 22)
    table.until("axis/logistics")
    assert (counts(table)["japan-indian"], counts(table)["japan-pacific"]) == (11, 25)
    table.check()


@pytest.mark.rule("PG.6.2.6")
def test_transports_sail_from_a_port_off_the_maps_onto_one(table: InHand) -> None:
    """Pearl Harbor to Davao: the Central Pacific is 2, and 14 squares from its edge 3. 2 of 12 leave the Pacific."""
    way = {"zones": "Central Pacific", "route": "T11 S11 R11 Q11 P11 O11 N11 M11 L11 K11 J11 I11 H11 G10"}
    typed = {"start": "pg-port:pearl-harbor", "returns": "pg-port:davao", "pool": "usa-pacific", "transports": "2"}
    allied = table.at("allied")
    assert "range 5" in words_of(allied.post("do/pg-send-transports/look/", **typed, **way))
    # Its page stands while no more than squares are drawn.
    assert allied.post("do/pg-send-transports/follow/", **typed, route="T11 S11").status_code == 200
    table.do("pg-send-transports", seat="allied", **typed, **way)
    table.until("axis/logistics")
    assert (counts(table)["usa-pacific"], counts(table)["usa-indian"]) == (10, 5)


@pytest.mark.rule("PG.6.2.6")
@pytest.mark.parametrize("progress", ["turned-back", "dropped"])
def test_whoever_is_turned_back_is_home_with_the_next_turn(table: InHand, progress: str) -> None:
    sent(table)
    table.set({f"pg-order:{table.numbered('pg-order', 1)}.progress": progress}, seat="axis")
    table.until("axis/logistics")
    assert (counts(table)["japan-indian"], counts(table)["japan-pacific"]) == (14, 22)


@pytest.mark.rule("PG.6.2.6")
def test_where_a_nation_has_no_pool_yet_one_is_made(table: InHand) -> None:
    table.edit(pool("thai", AXIS, Nation.SIAM, "indian", 5), seat="axis", chain="axis")
    sent(table, pool="thai", transports="2")
    table.until("axis/logistics")
    assert (counts(table)["thai"], counts(table)["axis-siam-pacific"]) == (3, 2)
    assert table.state.audiences["pg-pool:axis-siam-pacific"] == "axis"
    table.check()


@pytest.mark.rule("PG.6.2.6")
@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"transports": "15"}, "15 transports are needed, and 14 of 14 of the pool Japan, Indian Ocean are free"),
        ({"returns": "pg-port:takao"}, "it does not end in Takao (E2): draw it as far as that"),
        ({"returns": "pg-port:mako", "route": "E2 D2"}, "they stay in their pool without an order"),
        ({"start": "pg-port:palau", "route": "L10 L9"}, "Palau has no access to the pool Japan, Indian Ocean"),
        ({"route": "E2 F3"}, "it does not end in Palau (L10): draw it as far as that"),
        # Range 4 over the map, and 2, 2, 1 and 2 of the zones to Kure.
        ({"start": "pg-port:mako", "returns": "pg-port:kure", **TO_KURE}, "is range 11, of 10 at most: order a convoy"),
    ],
)
def test_why_transports_are_not_sent(table: InHand, typed: dict[str, str], why: str) -> None:
    about = {"start": "pg-port:takao", "returns": "pg-port:palau", "pool": "japan-indian", "transports": "3"}
    assert why in table.refuse("pg-send-transports", **{**about, "route": TO_PALAU, **typed})


@pytest.mark.rule("PG.6.2.6")
def test_a_convoy_whose_order_says_so_takes_its_transports_to_the_other_pool(table: InHand) -> None:
    """A group keeps its transports over turns: it is then of the pool in which it is."""
    table.do("pg-form", port="takao", kind="convoy", transports="4", pool="japan-indian")
    group = table.numbered("pg-group", 4)
    order = Order.new(
        "o", side=AXIS, turn=TURN, mission=Mission.CONVOY, group=group, start="pg-port:takao",
        returns="pg-port:palau", stays=True, progress="completed",
    )  # fmt: skip
    table.edit(order, seat="axis", chain="axis")
    table.until("axis/logistics")
    assert (counts(table)["japan-indian"], counts(table)["japan-pacific"]) == (10, 26)
    assert table.facts[f"pg-group:{group}.pool"] == "japan-pacific"
    table.check()
