"""The order books of the theatre campaign: written and sealed in private, opened together, shown as the turn ends."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from django.utils import timezone

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import OBSERVER
from navalassist.engine import Set
from navalassist.engine.orders import hash_of
from navalassist.play.checks.verify import check_campaign
from navalassist.play.rules import order_books
from navalassist.play.rules.order_books import BookRefused
from navalassist.play.write.transaction import writing
from navalassist.systems.theatre.rulings import ALL, OPEN
from navalassist.systems.theatre.setup import begin_lingayen
from tests.in_hand import InHand, in_hand, viewer_of
from tests.promises.kept import rolled_back
from tests.promises.test_p25_non_interference import ONCE, check_same, core

BOOK = "order-book:1941-12-axis"
PARTS = ("", "orders/", "log/", "do/", "do/pg-patrol/", "version/", "dice/", "disputes/", "lists/pg-unit/")
RANDOM = re.compile(r"\b[0-9a-f]{64}\b|\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2}\b|\b[0-9a-f]{8} …|[0-9a-f]{32}|[0-9a-f-]{36}")


@pytest.fixture
def table(lingayen: Campaign) -> Iterator[InHand]:
    with in_hand(lingayen) as found:
        yield found


def cover(table: InHand) -> Entry:
    """The cover's patrol off Luzon."""
    return table.do("pg-patrol", seat="axis", group="a2", route="D2 C3 C4 C5")


def order(table: InHand, number: int = 1) -> str:
    """An order of the Axis side, by its number."""
    return table.numbered("pg-order", number)


def row(table: InHand) -> str:
    """The row of the only order."""
    return f"pg-order:{order(table)}"


def sealed(table: InHand) -> None:
    for side in ("axis", "allied"):
        table.act(order_books.seal, side, seat=side)


def opened(table: InHand) -> None:
    sealed(table)
    table.end_step()
    table.act(order_books.open_both, seat="allied")


def sees(table: InHand, seat: str, row: str) -> bool:
    """Whether a seat sees a row."""
    return table.state.audiences.get(row, "public") in ("public", seat)


@pytest.mark.rule("PG.6.3")
def test_an_order_is_an_input_on_its_sides_own_chain_and_can_be_taken_back(table: InHand) -> None:
    before = Entry.objects.filter(campaign=table.campaign, chain="public").count()
    entry = cover(table)
    made = row(table)
    assert re.fullmatch("pg-order:[0-9a-f]{32}", made), "it tells not even how many there are"
    assert (entry.chain, entry.kind, sees(table, "allied", made)) == ("axis", "edit", False)
    assert Entry.objects.filter(campaign=table.campaign, chain="public").count() == before
    assert "patrols C5" not in table.at("allied").words("orders/") + table.at("allied").words("log/")
    assert "Axis task force 2 (Cover) patrols C5" in table.at("axis").receipt(entry)
    table.take_back("axis")
    assert f"{made}.route" not in table.facts


@pytest.mark.rule("PG.6.3")
def test_sealed_books_stand_and_are_opened_by_one_act_after_which_orders_are_under_way(table: InHand) -> None:
    cover(table)
    table.act(order_books.seal, "axis", seat="axis")
    assert "The book of this turn is sealed" in table.refuse("pg-strike-out", seat="axis", order=order(table))
    assert "The book of this turn is sealed" in table.refuse("pg-patrol", seat="axis", group="a1", route="E1 D1 D2 D3")
    with pytest.raises(BookRefused, match="once every side has sealed"):
        table.act(order_books.open_both, seat="axis")
    table.act(order_books.seal, "allied", seat="allied")
    table.end_step()
    table.act(order_books.open_both, seat="allied")
    assert {table.facts[f"order-book:1941-12-{side}.state"] for side in ("axis", "allied")} == {"under-way"}
    assert (table.facts[f"{row(table)}.progress"], table.facts[f"{BOOK}.text"]) == ("under-way", "")
    assert (sees(table, "axis", row(table)), sees(table, "allied", row(table))) == (True, False)
    told = table.at("allied").words("orders/")
    assert "The orders of this turn are under way" in told
    assert "→ C5" not in told
    assert table.facts[f"{BOOK}.hash"] in told


@pytest.mark.rule("PG.6.3")
def test_as_the_turn_ends_both_books_are_everybodys_and_have_the_hashes_that_were_sealed(table: InHand) -> None:
    cover(table)
    opened(table)
    table.until("axis/breakthrough")
    table.do("pg-end-mission", seat="axis", order=order(table))
    assert not sees(table, "allied", row(table))
    table.end_step()
    text = table.facts[f"{BOOK}.text"]
    assert hash_of(text) == table.facts[f"{BOOK}.hash"]
    # The text is the order as it was sealed; the row is what came of it.
    assert json.loads(text)["orders"][row(table)]["progress"] == "ordered"
    assert (table.facts[f"{row(table)}.progress"], sees(table, "allied", row(table))) == ("completed", True)
    assert "worked out again just now, is the one that was sealed" in table.at(OBSERVER).words("orders/")


@pytest.mark.rule("PG.6.3")
def test_where_the_campaign_says_so_both_books_are_shown_as_they_are_opened(table: InHand) -> None:
    table.set({"ruling:R-218.choice": ALL})
    cover(table)
    opened(table)
    assert table.facts[f"{BOOK}.state"] == "opened"
    assert (table.facts[f"{row(table)}.progress"], sees(table, "allied", row(table))) == ("under-way", True)
    assert "Mako (D2) → C5" in table.at("allied").words("orders/")


@pytest.mark.rule("PG.6.3")
def test_an_open_campaign_has_no_secrets_and_shows_its_books_at_once(table: InHand) -> None:
    table.set({"ruling:R-201.choice": OPEN})
    assert cover(table).chain == "public"
    opened(table)
    assert table.facts[f"{BOOK}.state"] == "opened"


@pytest.mark.rule("PG.6.3")
def test_a_book_is_not_sealed_with_an_order_that_is_right_no_more(table: InHand) -> None:
    cover(table)
    table.set({"pg-unit:kongo.status": "damaged"}, seat="axis")
    with pytest.raises(
        BookRefused, match=r"Order 1 \(patrol\). Kongo and Haruna are damaged: leave them out"
    ) as refused:
        table.act(order_books.seal, "axis", seat="axis")
    assert (refused.value.about, refused.value.rule) == (row(table), "PG.6.5.1.4")
    told = table.at("axis").words("orders/")
    assert "✗ not yet right" in told
    # Kuma is in no group, and still listed beside air units that have orders.
    assert "CL Kuma" in told


@pytest.mark.rule("PG.6.3")
def test_the_next_turns_orders_are_sealed_from_its_orders_phase_on(table: InHand) -> None:
    opened(table)
    table.until("axis/logistics")
    with pytest.raises(BookRefused, match="from the Orders phase on"):
        table.act(order_books.seal, "axis", seat="axis")
    assert "Orders are written in the Orders phase" in table.refuse("pg-patrol", group="a2", route="D2 C3 C4 C5")


@pytest.mark.rule("PG.6.3")
@pytest.mark.parametrize(
    ("act", "forged", "wrong"),
    [
        ("test", {"target": "C6"}, "is not as it stands in the book that was sealed"),
        ("orders.begun", {"state": "opened", "text": "{}"}, "is not sealed, or is opened without"),
    ],
)
def test_the_log_tells_when_an_order_was_changed_under_its_seal(
    table: InHand, act: str, forged: dict[str, str], wrong: str
) -> None:
    cover(table)
    sealed(table)
    table.forged = True
    with table.writing("axis") as writer:
        chain = "axis" if act == "test" else "public"
        of = row(table) if act == "test" else BOOK
        writer.edit(act, [Set(f"{of}.{name}", value) for name, value in forged.items()], chain=chain)
    if act == "test":
        with pytest.raises(BookRefused, match="are not those that it sealed"):
            table.act(order_books.open_both, seat="axis")
        with table.writing("axis") as writer:
            states = [Set(f"order-book:1941-12-{side}.state", "under-way") for side in ("axis", "allied")]
            writer.edit(order_books.BEGUN, states, chain="public")
    assert any(wrong in str(fault) for fault in check_campaign(table.campaign).faults)


def seal_refused(table: InHand) -> None:
    table.set({"pg-unit:kongo.status": "damaged"}, seat="axis")
    with pytest.raises(BookRefused):
        table.act(order_books.seal, "axis", seat="axis")


@pytest.mark.rule("PG.6.3")
@pytest.mark.parametrize("seat", ["axis", "allied"])
def test_at_a_club_either_player_opens_both_books(table: InHand, seat: str) -> None:
    """Each side's orders are then under way, though whoever opens them may not read the other's."""
    cover(table)
    table.do("pg-patrol", seat="allied", group="u1", route="E6 E7 D6 D5")
    sealed(table)
    with writing(viewer_of(table.campaign, seat, at_table=False)) as writer:
        order_books.open_both(writer)
    found = [
        (table.state.audiences[f"pg-order:{key}"], table.facts[f"pg-order:{key}.progress"])
        for key in table.rows("pg-order")
    ]
    assert sorted(found) == [("allied", "under-way"), ("axis", "under-way")]
    assert not check_campaign(table.campaign).faults


SECRET_CHANGES: dict[str, Callable[[InHand], object]] = {
    "a patrol is ordered": cover,
    "another is": lambda table: table.do("pg-patrol", seat="axis", group="a3", route="L10 K10 J10 I10 I9 I8"),
    "aircraft are sent": lambda table: table.do("pg-air-patrol", seat="axis", air="kate", target="G6"),
    "it is struck out": lambda table: table.do("pg-strike-out", seat="axis", order=order(table, 3)),
    "that is taken back": lambda table: table.take_back("axis"),
    "an order is struck out": lambda table: table.do("pg-strike-out", seat="axis", order=order(table)),
    "a base changes": lambda table: table.do(
        "pg-operational", seat="axis", group="a2", route="D2 E2", returns="pg-port:takao"
    ),
    "an order is against the book": lambda table: table.do(
        "pg-patrol", seat="axis", group="a1", route="E1 D1 D2 D3 D4 D5 D6 C6 C7 C8 B8 B9", because="agreed"
    ),
    "an order is refused": lambda table: table.refuse("pg-patrol", seat="axis", group="a1", route="E1 D1"),
    "one does not fit": lambda table: table.misfit("pg-patrol", seat="axis", group="a1", route="E1 F1"),
    "a unit is damaged, and the seal refused": seal_refused,
    "a unit goes elsewhere": lambda table: table.set({"pg-unit:kuma.place": "pg-port:takao"}, seat="axis"),
}


@pytest.mark.promise("P25")
@pytest.mark.rule("PG.6.3")
@pytest.mark.parametrize("seat", ["allied", OBSERVER])
def test_twelve_secret_changes_leave_every_other_seat_with_the_same_bytes(
    table: InHand, monkeypatch: pytest.MonkeyPatch, seat: str
) -> None:
    noon = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: noon)
    before, mine = core(table.campaign, seat, PARTS), core(table.campaign, "axis", PARTS)
    assert len(SECRET_CHANGES) == 12
    for why, change in SECRET_CHANGES.items():
        change(table)
        check_same(before, core(table.campaign, seat, PARTS), why)
    assert core(table.campaign, "axis", PARTS) != mine


@pytest.mark.promise("P25")
@pytest.mark.rule("PG.6.3")
def test_books_under_way_tell_the_enemy_nothing_of_what_is_in_them_nor_how_much(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    noon = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: noon)

    def told(orders: bool) -> dict[str, str]:
        with rolled_back():
            table = InHand(begin_lingayen())
            if orders:
                cover(table)
                table.do("pg-patrol", seat="axis", group="a3", route="L10 K10 J10 I10 I9 I8")
            opened(table)
            seen = core(table.campaign, "allied", PARTS)
        return {address: RANDOM.sub("…", ONCE.sub("", text)) for address, text in seen.items()}

    check_same(told(False), told(True), "the orders")
