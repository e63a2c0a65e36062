"""PG.6.5.2: an invasion that came through lands with what its transports carry, or is dropped."""

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import OBSERVER
from navalassist.engine.duties import Kind
from navalassist.play.rules import order_books
from navalassist.play.rules.resolve import Refused
from navalassist.systems.theatre.state.ashore import Beach
from navalassist.systems.theatre.state.battles import Interception
from navalassist.systems.theatre.state.words import GroupKind, Side
from tests.in_hand import InHand
from tests.systems.theatre.test_unseen_invasions import invade

pytestmark = pytest.mark.rule("PG.6.5.2")


@pytest.fixture
def table(lingayen: Campaign) -> InHand:
    """Two divisions and the SNLF, 2 + 2 + 1 transports, have sailed from Taipei for E5."""
    table = InHand(lingayen)
    invade(table, "troop-1", "troop-2", "snlf")
    table.until("axis/orders")
    for side in ("axis", "allied"):
        table.act(order_books.seal, side, seat=side)
    table.end_step()
    table.act(order_books.open_both, seat="axis")
    table.until("axis/battle")
    return table


def order(table: InHand) -> str:
    return table.numbered("pg-order", 1)


def land(table: InHand, **typed: object) -> None:
    table.do("pg-land", seat="axis", order=order(table), **typed)


def places(table: InHand) -> list[object]:
    return [table.facts[f"pg-troop:{key}.place"] for key in ("troop-1", "troop-2", "snlf")]


def test_all_land_where_they_were_ordered_and_the_warships_are_home(table: InHand) -> None:
    land(table)
    assert places(table) == ["E5", "E5", "E5"]
    assert table.facts[f"pg-order:{order(table)}.progress"] == "completed"
    assert table.facts["pg-group:a1.place"] == "pg-port:taipei"


def test_no_more_come_ashore_than_the_transports_that_came_through_carry(table: InHand) -> None:
    """3 of 5 are left: a division goes down with 2, the other one and the SNLF need 3."""
    table.set({f"pg-order:{order(table)}.transports": 3}, seat="axis")
    with pytest.raises(Refused, match="3 transports came through, and those that come ashore need 5"):
        land(table)
    land(table, lost=("troop-1",))
    assert places(table) == ["sunk", "E5", "E5"]


def test_what_was_announced_against_it_is_fought_first(table: InHand) -> None:
    """Announced, then in the queue: until that battle is over it neither lands nor is due."""
    met = {"side": Side.ALLIED, "turn": "1941-12", "number": 1, "order": order(table), "ships": True, "map": "far-east"}
    table.edit(Interception(key="one", **met).made(), chain="public")  # type: ignore[arg-type]
    assert table.refuse("pg-land", seat="axis", order=order(table)) == (
        "It is intercepted: the queue of battles comes first."
    )
    table.do("pg-queue")
    with pytest.raises(Refused, match="It is intercepted: battle 1 comes first"):
        land(table)
    (line,) = (duty for duty in table.duties() if duty.procedure == "pg-land")
    assert (line.kind, line.off) == (Kind.MAY, "after battle 1")


def test_who_is_thrown_back_is_where_it_embarked(table: InHand) -> None:
    land(table, back=("troop-1", "troop-2", "snlf"))
    assert places(table) == ["pg-port:taipei"] * 3
    assert table.facts[f"pg-order:{order(table)}.progress"] == "turned-back"


def test_everybody_hears_who_landed_and_who_went_down_and_not_where_its_ships_go(table: InHand) -> None:
    """The order itself stays its side's until the turn ends (R-218); who stands on the square sees the landing."""
    table.set({f"pg-order:{order(table)}.transports": 2}, seat="axis")
    land(table, lost=("snlf",), back=("troop-1",))
    for seat in ("allied", OBSERVER):
        said = table.at(seat).words("log/")
        assert "The Axis side lands on E5 Luzon: " in said
        assert "1st Kure SNLF went down" in said
        assert "Taipei" not in said
    table.check()


@pytest.mark.parametrize("by", ["its side", "the end of the turn"])
def test_it_may_be_dropped_once_it_is_announced_and_is_where_nobody_attacks(table: InHand, by: str) -> None:
    """Of one that nobody was told of nothing is said: it falls away with the turn."""
    if by == "its side":
        assert "Nobody was told of it" in table.refuse("pg-land", seat="axis", order=order(table), dropped=True)
        beach = Beach(
            key="1",
            side=Side.AXIS,
            turn="1941-12",
            order=order(table),
            group=GroupKind.TASK_FORCE,
            square="E5",
            sea="D5",
        )
        table.edit(beach.made(), chain="public")
        land(table, dropped=True)
        assert "The Axis side does not land on E5 Luzon: nobody attacks." in table.at("allied").words("log/")
    else:
        table.until("axis/logistics")
    found = next(key for key in table.rows("pg-order"))
    assert table.facts[f"pg-order:{found}.progress"] == "dropped"
    assert places(table) == ["pg-port:taipei"] * 3
