"""SM.11: supply transports in November 1941 (Duisburg demo), and by hand in other months."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Add, Set
from navalassist.systems.supermarina.state import CargoKind, Lot, Port, Region, Side
from tests.in_hand import InHand
from tests.rules.by_hand import given, played, set_by

END, TURN = "allied/exploitation", "1941-11-1"
AXIS = {"side": "axis", "libya": ["tripoli", "benghazi"]}


def port(key: str, region: Region, owner: Side = Side.AXIS, **more: Any) -> Port:
    return Port(key=key, name=key.title(), owner=owner, region=region, **more)


def landed(at: str, res: int, turn: str = TURN, kind: CargoKind = CargoKind.SUPPLIES) -> Lot:
    return Lot(key=f"{at}-{res}", side=Side.AXIS, name="stores", kind=kind, res=res, landed=f"{turn}/axis/{at}")


def counted(side: Side, *ports: Port, lots: tuple[Lot, ...] = (), turn: str = TURN, **more: Any) -> Any:
    """What came of a turn."""
    libya = tuple(one.key for one in ports if one.region is Region.LIBYA)
    about = {"turn": turn, "step": "exploitation", "ports": ports, "lots": lots, "libya": libya}
    return played(given("sm-supply", side=side, **about, **more))


@pytest.mark.rule("SM.11.A.1")
@pytest.mark.parametrize(
    ("turn", "owed"),
    [("1940-10-2", []), ("1940-11-1", [("Albania", 0, 7)]), ("1941-05-2", [("Albania", 0, 7)]),
     ("1941-06-1", [("Albania", 0, 4)])],
)  # fmt: skip
def test_albania_is_owed_what_both_its_ports_take_and_4_after_greece(turn: str, owed: list[Any]) -> None:
    both = (port("durazzo", Region.ALBANIA, cargo=4), port("valona", Region.ALBANIA, cargo=3))
    assert list(counted(Side.AXIS, *both, turn=turn).result.places) == owed


@pytest.mark.rule("SM.11.A.2")
def test_rhodes_and_crete_are_owed_one_each_while_they_are_axis() -> None:
    rhodes, suda = port("rhodes", Region.RHODES), port("suda", Region.CRETE)
    found = counted(Side.AXIS, rhodes, suda, lots=(landed("suda", 1),))
    assert found.result.places == (("Rhodes", 0, 1), ("Crete", 1, 1))
    assert counted(Side.AXIS).result.places == ()


@pytest.mark.rule("SM.11.A.3", "SM.11.A")
def test_libya_is_owed_what_two_of_its_ports_take_and_a_place_that_fails_costs_5_vps() -> None:
    """Tripoli takes 4 and Benghazi 3: 7 are owed, of both together."""
    libya = (port("tripoli", Region.LIBYA, cargo=4), port("benghazi", Region.LIBYA, cargo=3))
    enough = (landed("tripoli", 5), landed("benghazi", 2))
    assert counted(Side.AXIS, *libya, lots=enough).result.failed == ()
    found = counted(Side.AXIS, *libya, port("rhodes", Region.RHODES), lots=enough[:1])
    assert found.result.failed == ("Rhodes", "Libya")
    assert Add("ledger:axis.vp", -10) in found.effects


@pytest.mark.rule("SM.11.A.4")
def test_once_tunisia_has_begun_any_port_of_africa_serves_for_all_of_them() -> None:
    """4, 3 and 5 are 12; Libya is owed nothing of its own."""
    africa = [port("tripoli", Region.LIBYA, cargo=4), port("benghazi", Region.LIBYA, cargo=3)]
    africa.append(port("bizerta", Region.TUNISIA, cargo=5))
    found = counted(Side.AXIS, *africa, lots=(landed("bizerta", 12),), tunisia=True)
    assert found.result.places == (("North Africa", 12, 12),)


@pytest.mark.rule("SM.11.B.1", "SM.11.B")
@pytest.mark.parametrize(("res", "fallen", "places"), [(4, False, ()), (14, False, (("Greece", 2, 2),)),
                                                      (15, True, (("Crete", 1, 3),))])  # fmt: skip
def test_greece_and_then_crete_is_owed_one_for_five_whole_res(res: int, fallen: bool, places: Any) -> None:
    ports = (port("piraeus", Region.GREECE, Side.ALLIED), port("suda", Region.CRETE, Side.ALLIED))
    lots = (landed("piraeus", 2), landed("suda", 1))
    assert counted(Side.ALLIED, *ports, lots=lots, res=res, fallen=fallen).result.places == places


@pytest.mark.rule("SM.11.B.2")
@pytest.mark.parametrize(
    ("stock", "came", "hungry", "after"),
    [
        # Arrivals first, held to 15, then 3 are eaten.
        (15, 3, 0, (12, 0)),
        (1, 2, 2, (0, 0)),
        # 1 and 1 are no 3: hungry, for the first or the third turn.
        (1, 1, 0, (0, 1)),
        (0, 0, 2, (0, 3)),
    ],
)
def test_malta_stores_15_and_eats_3(stock: int, came: int, hungry: int, after: tuple[int, int]) -> None:
    malta = port("malta", Region.MALTA, Side.ALLIED, stock=stock, hungry=hungry)
    found = counted(Side.ALLIED, malta, lots=(landed("malta", came),) if came else ())
    assert (found.result.stock, found.result.hungry) == after
    assert set_by(found)["sm-port:malta.stock"] == after[0]
    # It is owed 3, whatever it has.
    assert found.result.failed == (() if came >= 3 else ("Malta",))


@pytest.mark.rule("SM.11.B.2")
def test_maltas_store_may_stand_in_for_a_convoy() -> None:
    malta = port("malta", Region.MALTA, Side.ALLIED, stock=15)
    situation = given("sm-supply", side=Side.ALLIED, turn=TURN, step="exploitation", ports=(malta,))
    assert played(situation, **{"R-144": "stocked"}).result.failed == ()


@pytest.fixture
def table(duisburg: Campaign) -> InHand:
    """The end of Nov I 41; Tripoli takes 4 and Benghazi 3."""
    table = InHand(duisburg)
    table.edit(Set("sm-port:tripoli.cargo", 4), Set("sm-port:benghazi.cargo", 3))
    table.until(END)
    return table


@pytest.mark.rule("SM.11")
def test_it_is_counted_once_for_each_side_unless_points_are(table: InHand) -> None:
    table.do("sm-supply", **AXIS)
    assert "was counted in this turn" in table.refuse("sm-supply", **AXIS)
    assert table.facts["ledger:axis.vp"] == -5
    table.edit(Set("ruling:R-143.choice", "points"))
    assert "counts supply by points" in table.refuse("sm-supply", side="allied")
    table.check()


@pytest.mark.rule("SM.11.A.3")
def test_two_ports_of_libya_are_chosen_and_their_values_are_known(table: InHand) -> None:
    assert "Choose 2 ports in Libya." in table.refuse("sm-supply", side="axis", libya=["tripoli"])
    table.edit(Set("sm-port:benghazi.cargo", 0))
    assert "Type the cargo value of Benghazi" in table.refuse("sm-supply", **AXIS)


@pytest.mark.rule("SM.11.A")
def test_what_other_cargo_or_another_turn_brought_counts_for_nothing(table: InHand) -> None:
    """The convoy's ammunition (1 RE of supplies) came in this turn, its stores in the turn before, its fuel is fuel."""
    at = {"maria": TURN, "sagitta": "1941-10-2", "conte-di-misurata": TURN}
    changes = (Set(f"cargo:{key}.landed", f"{turn}/axis/tripoli") for key, turn in at.items())
    table.edit(*changes, seat="axis", chain="axis")
    entry = table.do("sm-supply", **AXIS)
    assert "Libya 1 of 7." in table.at("axis").receipt(entry)
    seen = table.at("allied").receipt(entry)
    assert "The Axis side loses 5 VPs: too few transports to Libya." in seen
    assert "1 of 7" not in seen


@pytest.mark.rule("SM.11.B.2")
def test_malta_surrenders_after_its_third_hungry_turn(table: InHand) -> None:
    table.edit(Set("sm-port:malta.stock", 2), Set("sm-port:malta.hungry", 2))
    entry = table.do("sm-supply", side="allied")
    said = "Malta has been out of supply for 3 turns; it surrenders in the Axis initial phase."
    assert said in table.at("axis").receipt(entry)
    table.until("axis/initial")
    assert table.facts["sm-port:malta.owner"] == "axis"
    assert table.facts["sm-port:malta.captured"] is True
    table.check()
