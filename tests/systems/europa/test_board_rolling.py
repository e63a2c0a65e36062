"""Rolling the board: one row, on to the next decision, all; typed dice in order; nothing half done."""

from dataclasses import replace
from fractions import Fraction

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import DiceError
from navalassist.engine.reader import Unknown
from navalassist.play.rules.resolve import Refused
from navalassist.systems.europa.board import outlook
from navalassist.systems.europa.board.drafts import form_of_row, read
from navalassist.systems.europa.board.rolling import Order, met, waiting_rows
from navalassist.systems.europa.board.rows import change, here_of
from navalassist.systems.europa.pages.board.fates import fates_of
from tests.systems.europa.board import do, end_steps, now, put, rolled, row, state_of, typed


def zones(entries: list[Entry]) -> list[str]:
    return [entry.record["body"]["situation"]["leg"]["zone"] for entry in entries]


def test_a_row_is_carried_through_its_zones_each_an_entry_of_its_own(campaign: Campaign) -> None:
    entries = rolled(campaign, "row:demo-1", "11")
    assert zones(entries) == ["tyrrhenian", "central-med"]
    assert {entry.operation for entry in entries} == {"demo-1"}
    assert {entry.seat for entry in entries} == {"allied"}
    assert row(campaign, "demo-1")["state"] == "arrived"


def test_a_row_goes_on_after_a_contact_with_what_is_left(empty: Campaign) -> None:
    key = put(empty, typed("2 SP", western_med={}, central_med={}))
    entries = rolled(empty, f"row:{key}", "63 2 11")
    assert [met(entry) for entry in entries] == [True, False]
    found = row(empty, key)
    assert (found["state"], found["res_afloat"], found["res_lost"]) == ("arrived", "1", "1")


def test_a_row_stops_where_it_is_stopped(empty: Campaign) -> None:
    key = put(empty, typed("2 SP", western_med={}, central_med={}))
    entries = rolled(empty, f"row:{key}", "63 1")
    assert zones(entries) == ["western-med"]
    assert row(empty, key)["state"] == "returned"


def test_rolling_on_stops_after_the_first_contact(campaign: Campaign) -> None:
    second = put(campaign, typed("3 SP"))
    third = put(campaign, typed("3 SP"))
    entries = rolled(campaign, "next", "11 43 2")
    assert [entry.operation for entry in entries] == ["demo-1", "demo-1", second, second]
    assert row(campaign, third)["state"] == "planned"
    assert [met(entry) for entry in entries] == [False, False, False, True]


def test_rolling_on_stops_before_the_next_zone_of_the_same_row(empty: Campaign) -> None:
    key = put(empty, typed("2 SP", western_med={}, central_med={}))
    rolled(empty, "next", "63 2")
    found = row(empty, key)
    assert (found["state"], found["leg"]) == ("at-sea", 2)
    assert waiting_rows(state_of(empty)) == [key]
    rolled(empty, "next", "11")
    assert row(empty, key)["state"] == "arrived"


def test_all_rows_are_rolled_in_order_and_the_other_side_s_wait(campaign: Campaign) -> None:
    second = put(campaign, typed("3 SP"))
    entries = rolled(campaign, "all", "11 66 4")
    assert list(dict.fromkeys(entry.operation for entry in entries)) == ["demo-1", second]
    assert row(campaign, second)["state"] == "lost"
    assert row(campaign, "demo-2")["state"] == "planned"
    assert waiting_rows(state_of(campaign)) == []


def test_a_barred_row_is_left_and_the_others_sail(empty: Campaign) -> None:
    barred = put(empty, typed("7 SP", "rhodes castelrosso", eastern_med={}))
    free = put(empty, typed("7 SP"))
    entries = rolled(empty, "all", "11")
    assert {entry.operation for entry in entries} == {free}
    assert row(empty, barred)["state"] == "planned"
    with pytest.raises(Refused, match="Crete"):
        rolled(empty, "all")
    with pytest.raises(Refused, match="Crete"):
        rolled(empty, f"row:{barred}")


def test_rolling_on_stops_at_a_row_that_the_book_bars(empty: Campaign) -> None:
    first = put(empty, typed("7 SP"))
    put(empty, typed("7 SP", "rhodes castelrosso", eastern_med={}))
    last = put(empty, typed("7 SP"))
    entries = rolled(empty, "next", "11")
    assert {entry.operation for entry in entries} == {first}
    assert row(empty, last)["state"] == "planned"


def test_a_row_that_meets_a_bar_on_its_way_stays_at_sea_before_it(empty: Campaign) -> None:
    key = put(empty, typed("7 SP", "rhodes castelrosso", aegean={}, eastern_med={}))
    now(empty, **{"port:athens.owner": "axis", "port:thessalonika.owner": "axis"})
    assert zones(rolled(empty, f"row:{key}", "11")) == ["aegean"]
    assert (row(empty, key)["state"], row(empty, key)["leg"]) == ("at-sea", 2)
    with pytest.raises(Refused, match="Crete"):
        rolled(empty, "next")


def test_the_server_s_dice_need_no_typing(campaign: Campaign) -> None:
    entries = rolled(campaign, "row:demo-1", source="server")
    assert {entry.dice for entry in entries} == {"", "server"}


# Stopping at sea


def take_the_stop_out(campaign: Campaign, key: str) -> None:
    form = form_of_row(state_of(campaign), row(campaign, key))
    draft = read(state_of(campaign), replace(form, legs=tuple(replace(leg, stops=False) for leg in form.legs)), 1).draft
    assert draft is not None
    assert do(campaign, change, key, draft) is not None


def where(campaign: Campaign, key: str) -> tuple[str, str]:
    found = row(campaign, key)
    return found["state"], here_of(found)


@pytest.mark.rule("E33.A.2")
def test_a_row_stops_at_sea_and_the_exploitation_step_begins_with_its_check(empty: Campaign) -> None:
    key = put(empty, typed("2 SP", western_med={"stops": True}, central_med={}))
    assert zones(rolled(empty, "all", "11")) == ["western-med"]
    assert where(empty, key) == ("at-sea", "western-med")
    assert waiting_rows(state_of(empty)) == [], "it stays where it is in this step"
    with pytest.raises(Unknown, match="stops at sea in this step"):
        rolled(empty, f"row:{key}", "11")

    end_steps(empty, 1)
    assert state_of(empty).clock[2] == "exploitation"
    assert waiting_rows(state_of(empty)) == [key], "beginning the step at sea is checked, whether it moves or not"
    found = outlook.of_row(state_of(empty), key, row(empty, key))
    assert [(look.zone, look.kind) for look in found.legs] == [("western-med", "subject"), ("central-med", "later")]
    entry = rolled(empty, "all", "11")[-1]
    assert entry.record["body"]["situation"]["begins_at_sea"] is True
    assert where(empty, key) == ("at-sea", "western-med")
    assert waiting_rows(state_of(empty)) == [], "checked, and its stop still stands"

    take_the_stop_out(empty, key)
    assert waiting_rows(state_of(empty)) == [key]
    assert zones(rolled(empty, "all", "11")) == ["central-med"], "one check a zone in this phase too"
    assert where(empty, key) == ("arrived", "")


@pytest.mark.rule("E33.A.2")
def test_what_is_found_at_sea_is_checked_there_before_it_sails_on(empty: Campaign) -> None:
    key = put(empty, typed("2 SP", western_med={"stops": True}, central_med={}))
    rolled(empty, "all", "11")
    take_the_stop_out(empty, key)
    end_steps(empty, 1)
    found = outlook.of_row(state_of(empty), key, row(empty, key))
    # By hand: Gibraltar is Allied, column 12, none in 8 of 36 throws; Malta's 10, none in 13. Both are due.
    assert [look.total for look in found.legs] == [12, 10]
    assert found.all_arrive == Fraction(8 * 13, 36 * 36)
    entries = rolled(empty, "all", "11 11")
    assert [(entry.record["body"]["situation"]["begins_at_sea"]) for entry in entries] == [True, False]
    assert zones(entries) == ["western-med", "central-med"]
    assert where(empty, key) == ("arrived", "")


@pytest.mark.rule("E33.A.2")
def test_a_row_that_is_turned_back_at_the_start_of_the_step_sails_no_further(empty: Campaign) -> None:
    key = put(empty, typed("2 SP", western_med={"stops": True}, central_med={}))
    rolled(empty, "all", "11")
    end_steps(empty, 1)
    # 6 + 3 is a contact in every column from 5 on; a 1 on the cargo column is R.
    rolled(empty, "all", "63 1")
    assert (row(empty, key)["state"], row(empty, key)["res_returned"]) == ("returned", "2")


def test_a_row_that_stays_put_in_a_later_movement_step_is_not_checked_and_one_that_moves_is(empty: Campaign) -> None:
    key = put(empty, typed("2 SP", central_med={"stops": True}))
    rolled(empty, "all", "11")
    assert where(empty, key) == ("at-sea", "central-med")
    end_steps(empty, 1)
    rolled(empty, "all", "11")
    end_steps(empty, 7)
    assert state_of(empty).clock == ("1941-03-2", "axis", "naval-movement")
    assert waiting_rows(state_of(empty)) == []
    take_the_stop_out(empty, key)
    carried, check = rolled(empty, "all", "11")
    assert (carried.record["body"]["act"], zones([check])) == ("shipment.carry", ["central-med"])
    assert where(empty, key) == ("arrived", "")
    assert row(empty, key)["turn"] == "1941-03-2"


def test_a_stop_in_the_last_zone_is_taken_out_in_the_same_step(empty: Campaign) -> None:
    key = put(empty, typed("2 SP", central_med={"stops": True}))
    rolled(empty, "all", "11")
    take_the_stop_out(empty, key)
    entry = rolled(empty, "all")[-1]
    assert entry.record["body"]["outcome"]["rule"] == "33.A.4", "it was checked there already in this phase"
    assert where(empty, key) == ("arrived", "")


# Typed dice


@pytest.mark.parametrize(
    ("strip", "says"),
    [
        ("", "Row 1: 7 SP, Naples–Tripoli: 2 more dice are needed, for contact in the Central Mediterranean"),
        ("6", "1 more die is needed, for contact"),
        ("63", "CONTACT in the Central Mediterranean; 3 more dice are needed, for lot 1 (3 REs), lot 2 (3 REs), lot 3"),
        ("63 42", "CONTACT in the Central Mediterranean; 1 more die is needed, for lot 3 (1 RE)"),
        ("11 2", "1 die too many: 2 are needed"),
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


def test_a_naval_unit_needs_one_die_for_the_effect(empty: Campaign) -> None:
    key = put(empty, typed("warship Duisburg"))
    with pytest.raises(DiceError, match=r"CONTACT .* 1 more die is needed, for the effect"):
        rolled(empty, f"row:{key}", "63")


@pytest.mark.rule("E33.E.E", "E33.E.R")
def test_a_warship_brings_back_what_is_left_of_its_cargo_in_one_ship(empty: Campaign) -> None:
    key = put(empty, typed("7 SP", on="warships", central_med={}))
    rolled(empty, f"row:{key}", "66 6 2 1")
    found = row(empty, key)
    names = ("state", "res_lost", "res_returned", "hits", "transports_returned", "transports_lost", "finished_in")
    assert [found[name] for name in names] == ["returned", "4", "3", 2, 1, 0, "1941-03-1/axis"]
    told = {fate["label"]: fate["text"] for fate in fates_of(state_of(empty), found)}
    assert told == {"Lost": "4 SP, 2 hits", "Back in Naples, finished": "3 SP, 1 warship"}


@pytest.mark.rule("E33.E.RE")
def test_a_warship_without_cargo_is_told_to_sail_on(empty: Campaign) -> None:
    key = put(empty, typed("1 SP", on="warships", western_med={}, central_med={}))
    rolled(empty, f"row:{key}", "66 2")
    told = {fate["label"]: fate["text"] for fate in fates_of(state_of(empty), row(empty, key))}
    assert told == {"Lost": "1 SP", "Sails on without cargo": "1 warship"}


def test_several_warships_of_a_row_are_hit_each(empty: Campaign) -> None:
    key = put(empty, typed("3 SP", on="2 warships", central_med={}))
    found = outlook.of_row(state_of(empty), key, row(empty, key))
    assert found.notes == (outlook.SHARED_FATE,)
    rolled(empty, f"row:{key}", "66 6")
    told = {fate["label"]: fate["text"] for fate in fates_of(state_of(empty), row(empty, key))}
    assert told == {"Lost": "3 SP, 2 hits each", "Back in Naples, finished": "2 warships"}


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
