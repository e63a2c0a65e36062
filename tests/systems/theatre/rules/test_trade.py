"""PG.6.5.1.6, PG.6.4.1.1: what losses of merchant shipping cost, and in which order a nation's routes are filled."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine.reader import View
from navalassist.systems.theatre.state.ashore import Trade
from navalassist.systems.theatre.state.battles import Interception
from navalassist.systems.theatre.state.fleets import Group, Pool
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.words import GroupKind, Mission, Nation, Progress, Side
from tests.systems.theatre.fighting import Fighting

DEC = "1941-12"
TO_PALAU = "D2 E3 F4 G5 H6 I7 J8 K9 L10"


@pytest.fixture
def table(lingayen: Campaign) -> Fighting:
    return Fighting(lingayen)


def convoy(number: int, transports: int, kind: GroupKind = GroupKind.MERCHANT, nation: Nation = Nation.JAPAN) -> Group:
    return Group(
        key=f"c{number}", side=Side.AXIS, number=number, kind=kind, nation=nation, place="pg-port:mako",
        transports=transports, pool="japan-indian",
    )  # fmt: skip


def met(table: Fighting, lines: str, kind: GroupKind = GroupKind.MERCHANT, oil: bool = False) -> str:
    """Four ships of a convoy are met by a boat, with this result; what the mark of their side says."""
    order = Order(
        key="o1", side=Side.AXIS, turn=DEC, mission=Mission.CONVOY, group="c4", start="pg-port:mako", oil=oil,
        returns="pg-port:palau", transports=4, pool="japan-indian", progress=Progress.UNDER_WAY,
    )  # fmt: skip
    told: dict[str, Any] = {"side": Side.ALLIED, "turn": DEC, "number": 1, "order": "o1", "ships": True}
    table.edit(convoy(4, 4, kind).made(), order.made(), chain="public")
    table.edit(Interception(key="1", map="far-east", **told).made(), chain="public")
    table.until("axis/battle")
    table.do("pg-queue")
    table.put("allied", "boats-1")
    table.put("axis", transports=4)
    table.fought(lines.replace("T", "1-axis-transport-"))
    return table.receipt(table.mark("axis"))


def cost(table: Fighting) -> object:
    return table.facts["pg-shipping:axis.cost"]


@pytest.mark.rule("PG.6.5.1.6")
def test_sunk_and_turned_back_merchants_cost_100_and_damage_10_a_point_but_not_of_the_sunk(table: Fighting) -> None:
    """Sunk 100, turned back with 1 damage 110, arrived with 2 damage 20, arrived whole 0; one transport is lost."""
    told = met(table, "T1: damage 4, sunk; T2: damage 1; T3: damage 2, inside; T4: inside")
    assert "shipping costs 230 production points" in told
    assert (cost(table), View(table.facts).row(Pool, "japan-indian").transports) == (230, 13)
    assert View(table.facts).row(Group, "c4").transports == 2
    assert "230" in table.text("ledgers/")
    table.check()


@pytest.mark.rule("PG.6.5.1.6")
def test_tankers_cost_by_their_damage_alone_and_bring_a_unit_of_oil_each_that_arrives(table: Fighting) -> None:
    """Sunk 0, turned back with 1 damage 10, arrived with 2 damage 20: two arrive with oil."""
    assert "costs 30 production" in met(table, "T1: sunk; T2: damage 1; T3: damage 2, inside; T4: inside", oil=True)
    table.mark("allied")
    entry = table.do("pg-end-mission", seat="axis", order="o1")
    assert "unloads 2 units of oil in Palau" in table.at("axis").receipt(entry)


@pytest.mark.rule("PG.6.5.1.6")
def test_no_oil_comes_where_the_mission_fails_and_transports_of_troops_cost_nothing(table: Fighting) -> None:
    assert "production" not in met(table, "T1: sunk; T2: damage 2", kind=GroupKind.CONVOY)
    assert cost(table) == 0
    assert table.facts["pg-order:o1.progress"] == "turned-back"
    assert "ends its convoy" not in " ".join(table.at("axis").lines())


@pytest.mark.rule("PG.6.4.1.1", "C26")
def test_a_route_is_used_once_those_before_it_are_filled(table: Fighting) -> None:
    """Malaya needs 5: a convoy of 3 leaves 2 open, another one of 2 fills it, then Java may be used."""
    for key, rank, needs in (("malaya", 1, 5), ("java", 2, 4)):
        table.edit(Trade(key=key, name=key.title(), nation=Nation.JAPAN, rank=rank, transports=needs).made())
    table.edit(Trade(key="plate", name="Plate", nation=Nation.BRITAIN, transports=9).made())
    table.edit(*(convoy(number, many).made() for number, many in ((4, 3), (5, 2), (6, 1))), seat="axis", chain="axis")

    def sails(number: int, trade: str) -> dict[str, Any]:
        typed = {"group": f"c{number}", "trade": trade, "route": TO_PALAU, "returns": "pg-port:palau"}
        return {"seat": "axis", **typed}

    assert "Malaya comes before it, and has 0 of 5 transports" in table.refuse("pg-convoy", **sails(4, "java"))
    assert "Plate is one of Britain: choose" in table.refuse("pg-convoy", **sails(4, "plate"))
    table.do("pg-convoy", **sails(4, "malaya"))
    assert "has 3 of 5 transports: fill that first" in table.refuse("pg-convoy", **sails(6, "java"))
    table.set({"ruling:R-267.choice": "sails"})
    assert table.look("pg-convoy", **sails(6, "java")).refusal is None
    table.set({"ruling:R-267.choice": "full"})
    table.do("pg-convoy", **sails(5, "malaya"))
    table.do("pg-convoy", **sails(6, "java"))
    table.do("pg-strike-out", seat="axis", order=table.numbered("pg-order", 2))
    # Java's convoy is right no more: its book says so.
    assert "Malaya comes before it, and has 3 of 5" in table.at("axis").text("orders/")
