"""Rolling the board: one row, on to the next decision, all; typed dice in order; nothing half done."""

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import DiceError
from navalassist.play.resolve import Refused
from navalassist.play.systems import Unknown
from navalassist.play.verify import check_campaign
from navalassist.systems.europa.board.rolling import Order, met, waiting_rows
from navalassist.systems.europa.setup import begin_demo
from tests.systems.board import clear, end_steps, now, put, rolled, row, state_of, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return begin_demo()


def zones(entries: list[Entry]) -> list[str]:
    return [entry.record["body"]["situation"]["leg"]["zone"] for entry in entries]


def test_a_row_is_carried_through_its_zones_each_an_entry_of_its_own(campaign: Campaign) -> None:
    entries = rolled(campaign, "row:demo-1", "11")
    assert zones(entries) == ["tyrrhenian", "central-med"]
    assert {entry.operation for entry in entries} == {"demo-1"}
    assert {entry.seat for entry in entries} == {"allied"}
    assert row(campaign, "demo-1")["state"] == "arrived"
    assert check_campaign(campaign).sound


def test_a_row_goes_on_after_a_contact_with_what_is_left(campaign: Campaign) -> None:
    clear(campaign)
    key = put(campaign, typed("2 SP", western_med={}, central_med={}))
    entries = rolled(campaign, f"row:{key}", "63 2 11")
    assert [met(entry) for entry in entries] == [True, False]
    found = row(campaign, key)
    assert (found["state"], found["res_afloat"], found["res_lost"]) == ("arrived", "1", "1")


def test_a_row_stops_where_it_is_stopped(campaign: Campaign) -> None:
    clear(campaign)
    key = put(campaign, typed("2 SP", western_med={}, central_med={}))
    entries = rolled(campaign, f"row:{key}", "63 1")
    assert zones(entries) == ["western-med"]
    assert row(campaign, key)["state"] == "returned"


def test_rolling_on_stops_after_the_first_contact(campaign: Campaign) -> None:
    second = put(campaign, typed("3 SP"))
    third = put(campaign, typed("3 SP"))
    entries = rolled(campaign, "next", "11 43 2")
    assert [entry.operation for entry in entries] == ["demo-1", "demo-1", second, second]
    assert row(campaign, third)["state"] == "planned"
    assert [met(entry) for entry in entries] == [False, False, False, True]


def test_rolling_on_stops_before_the_next_zone_of_the_same_row(campaign: Campaign) -> None:
    clear(campaign)
    key = put(campaign, typed("2 SP", western_med={}, central_med={}))
    rolled(campaign, "next", "63 2")
    found = row(campaign, key)
    assert (found["state"], found["leg"]) == ("at-sea", 2)
    assert waiting_rows(state_of(campaign)) == [key]
    rolled(campaign, "next", "11")
    assert row(campaign, key)["state"] == "arrived"


def test_all_rows_are_rolled_in_order_and_the_other_side_s_wait(campaign: Campaign) -> None:
    second = put(campaign, typed("3 SP"))
    entries = rolled(campaign, "all", "11 66 4")
    assert list(dict.fromkeys(entry.operation for entry in entries)) == ["demo-1", second]
    assert row(campaign, second)["state"] == "lost"
    assert row(campaign, "demo-2")["state"] == "planned"
    assert waiting_rows(state_of(campaign)) == []


def test_a_barred_row_is_left_and_the_others_sail(campaign: Campaign) -> None:
    clear(campaign)
    barred = put(campaign, typed("7 SP", "rhodes castelrosso", eastern_med={}))
    free = put(campaign, typed("7 SP"))
    entries = rolled(campaign, "all", "11")
    assert {entry.operation for entry in entries} == {free}
    assert row(campaign, barred)["state"] == "planned"
    with pytest.raises(Refused, match="Crete"):
        rolled(campaign, "all")
    with pytest.raises(Refused, match="Crete"):
        rolled(campaign, f"row:{barred}")


def test_rolling_on_stops_at_a_row_that_the_book_bars(campaign: Campaign) -> None:
    clear(campaign)
    first = put(campaign, typed("7 SP"))
    put(campaign, typed("7 SP", "rhodes castelrosso", eastern_med={}))
    last = put(campaign, typed("7 SP"))
    entries = rolled(campaign, "next", "11")
    assert {entry.operation for entry in entries} == {first}
    assert row(campaign, last)["state"] == "planned"


def test_a_row_that_meets_a_bar_on_its_way_stays_at_sea_before_it(campaign: Campaign) -> None:
    clear(campaign)
    key = put(campaign, typed("7 SP", "rhodes castelrosso", aegean={}, eastern_med={}))
    now(campaign, **{"port:athens.owner": "axis", "port:thessalonika.owner": "axis"})
    assert zones(rolled(campaign, f"row:{key}", "11")) == ["aegean"]
    assert (row(campaign, key)["state"], row(campaign, key)["leg"]) == ("at-sea", 2)
    with pytest.raises(Refused, match="Crete"):
        rolled(campaign, "next")


def test_the_server_s_dice_need_no_typing(campaign: Campaign) -> None:
    entries = rolled(campaign, "row:demo-1", source="server")
    assert {entry.dice for entry in entries} == {"", "server"}
    assert check_campaign(campaign).sound


# Typed dice


@pytest.mark.parametrize(
    ("strip", "says"),
    [
        ("", "Row 1: 7 SP, Naples–Tripoli: 2 more dice are needed, for contact in the Central Mediterranean"),
        ("6", "1 more die is needed, for contact"),
        ("63", "CONTACT in the Central Mediterranean; 3 more dice are needed, for lot 1 (3 REs), lot 2 (3 REs), lot 3"),
        ("63 42", "CONTACT in the Central Mediterranean; 1 more die is needed, for lot 3 (1 RE)"),
        ("11 2", "1 die is too many: only 2 are needed"),
        ("17", "'7' is none of them"),
        ("1 x", "'x' is none of them"),
    ],
)
def test_dice_that_do_not_fit_are_told_and_nothing_is_written(campaign: Campaign, strip: str, says: str) -> None:
    before = Entry.objects.count()
    with pytest.raises(DiceError) as caught:
        rolled(campaign, "row:demo-1", strip)
    assert says in caught.value.reason
    assert Entry.objects.count() == before
    assert row(campaign, "demo-1")["state"] == "planned"


def test_too_few_dice_for_a_later_row_take_the_first_back_too(campaign: Campaign) -> None:
    put(campaign, typed("3 SP"))
    before = Entry.objects.count()
    with pytest.raises(DiceError, match="Row 3: 3 SP, Naples–Tripoli"):
        rolled(campaign, "all", "11")
    assert Entry.objects.count() == before
    assert row(campaign, "demo-1")["state"] == "planned"


def test_a_naval_unit_needs_one_die_for_the_effect(campaign: Campaign) -> None:
    clear(campaign)
    key = put(campaign, typed("warship Duisburg"))
    with pytest.raises(DiceError, match=r"CONTACT .* 1 more die is needed, for the effect"):
        rolled(campaign, f"row:{key}", "63")


# Orders


@pytest.mark.parametrize("text", ["", "row:", "row", "everything", "next:1"])
def test_only_three_orders_are_known(text: str) -> None:
    with pytest.raises(Unknown, match="say what is to be rolled"):
        Order.of(text)


def test_a_row_that_is_gone_or_over_is_not_rolled(campaign: Campaign) -> None:
    with pytest.raises(Unknown, match="no longer on the board"):
        rolled(campaign, "row:nobody", "11")
    rolled(campaign, "row:demo-1", "11")
    with pytest.raises(Refused, match="arrived"):
        rolled(campaign, "row:demo-1", "11")
    with pytest.raises(Unknown, match="no row of this player turn"):
        rolled(campaign, "next", "11")


def test_shipping_sails_in_its_own_player_turn(campaign: Campaign) -> None:
    with pytest.raises(Refused, match="Allied shipping sails in the Allied player turn"):
        rolled(campaign, "row:demo-2", "11 11")
    end_steps(campaign, 1)
    assert state_of(campaign).clock[2] == "exploitation"
    rolled(campaign, "row:demo-1", "11")
