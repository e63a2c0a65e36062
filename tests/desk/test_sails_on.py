"""A voyage of an earlier turn that sails on, once it is put right: it comes back on the board, at sea."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import Set
from navalassist.play.checks.verify import check_campaign
from navalassist.play.storage.bodies import whole_body
from navalassist.systems.europa.board import roster
from tests.desk.logbook_demo import begun, end_turn, facts, text
from tests.desk.test_correction import correct, look
from tests.desk.test_struck_out import proved
from tests.in_hand import InHand, in_hand, words_of
from tests.systems.europa.board import end_steps, put, rolled, state_of, typed

NONE = "22"
NTS, SUNK, RHODES = "roster:axis/brindisi/nt.base", "roster:axis/brindisi/nt.sunk", "roster:axis/rhodes/nt.base"


@pytest.fixture
def table(db: None) -> Iterator[InHand]:
    with in_hand(begun()) as table:
        yield table


def sailed(campaign: Campaign, lots: str) -> Entry:
    """6 SP, Brindisi–Rhodes, of 20 NTs at Brindisi: through the Adriatic, and a contact in the Central Med (6 3 in
    column 9), where 1 sends a lot back and 6 sinks it; two turns ago. A 2 2 in column 9 is no contact."""
    place, state = roster.Place("axis", "brindisi", roster.Ware("nt")), state_of(campaign)
    InHand(campaign).edit(*roster.set_to(roster.Roster(state.values, state.clock[0]), {place: Fraction(20)}))
    key = put(campaign, typed("6 SP", "brindisi rhodes"))
    check = rolled(campaign, f"row:{key}", f"63 63 {lots}")[-1]
    end_turn(campaign), end_turn(campaign)
    assert f"shipment:{key}.state" not in facts(campaign)
    return check


@pytest.fixture
def turned_back(table: InHand) -> Entry:
    return sailed(table.campaign, "11")


def sea_row(entry: Entry) -> str:
    return "shipment:" + str(whole_body(entry)["situation"]["item"]["key"])


@pytest.mark.rule("X.6")
def test_it_comes_back_at_sea_and_is_sailed_on(turned_back: Entry, client: Client) -> None:
    campaign, row = turned_back.campaign, sea_row(turned_back)
    page = words_of(look(client, turned_back, reason="mistyped-die", strip=NONE))
    assert "SP Brindisi–Rhodes comes back on the board: it is not over" in page
    made = correct(client, turned_back, reason="mistyped-die", strip=NONE)
    assert whole_body(made)["outcome"]["state"] == "at-sea"
    now = facts(campaign)
    assert (now[f"{row}.state"], now[f"{row}.leg"]) == ("at-sea", 3)
    since = next(b for b in map(whole_body, Entry.objects.filter(id__gt=made.pk)) if b["act"] == "turn.since")
    assert (since["stays"], since["effects"]) == ([row], [])
    assert now[NTS] == "20"
    proved(campaign)
    assert "SP Brindisi–Rhodes comes back on the board" in words_of(text(client, "/c/mediterranean-1941/log/"))
    while state_of(campaign).clock[2] != "naval-movement":
        end_steps(campaign, 1)
    board = words_of(text(client, "/c/mediterranean-1941/board/"))
    assert "Brindisi–Rhodes" in board
    # At sea as the step begins: it is checked where it is, and in the Aegean.
    *_, last = rolled(campaign, f"row:{row.removeprefix('shipment:')}", "22 22")
    assert whole_body(last)["situation"]["leg"]["zone"] == "aegean"
    assert facts(campaign)[f"{row}.state"] == "arrived"
    end_turn(campaign), end_turn(campaign)
    now = facts(campaign)
    assert (f"{row}.state" in now, now[NTS], now[RHODES]) == (False, "14", "6")
    proved(campaign)


def forged(campaign: Campaign, entry: Entry, monkeypatch: pytest.MonkeyPatch, told: Any) -> list[str]:
    """What the check finds where what stands again is `told`."""
    monkeypatch.setattr("navalassist.play.corrections.since.gone_again", told)
    InHand(campaign).correct(entry, "mistyped-die", strip=NONE)
    return [str(fault) for fault in check_campaign(campaign).faults]


def test_what_its_loss_had_taken_from_the_holdings_is_there_again(table: InHand, client: Client) -> None:
    campaign = table.campaign
    check = sailed(campaign, "66")
    now = facts(campaign)
    assert (now[NTS], now[SUNK]) == ("14", "6")
    correct(client, check, reason="mistyped-die", strip=NONE)
    now = facts(campaign)
    assert (now[f"{sea_row(check)}.state"], now[NTS], now[SUNK]) == ("at-sea", "20", "0")
    proved(campaign)


def test_until_0_9_1_it_left_the_board_with_the_others_and_such_a_log_is_sound(
    turned_back: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    def all_go(system: Any, values: Any, rows: Any) -> Any:
        return list(system.cleared_again(values, rows)), []

    assert forged(turned_back.campaign, turned_back, monkeypatch, all_go) == []
    # 14 are left, for 6 sailed and none came back.
    assert facts(turned_back.campaign)[NTS] == "14"
    proved(turned_back.campaign)


def test_a_row_that_is_over_may_not_stay_nor_what_it_had_counted(
    table: InHand, turned_back: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.forged = True

    def half(system: Any, values: Any, rows: Any) -> Any:
        return [Set(NTS, "14")], list(rows)

    (fault,) = forged(turned_back.campaign, turned_back, monkeypatch, half)
    assert "what stands again behind a correction is not what came since" in fault


def test_a_row_that_stays_is_other_than_it_was_cleared_away(
    table: InHand, turned_back: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same dice again: it turns back as before, and is over."""

    table.forged = True

    def stays(system: Any, values: Any, rows: Any) -> Any:
        return [], list(rows)

    monkeypatch.setattr("navalassist.play.corrections.since.gone_again", stays)
    InHand(turned_back.campaign).correct(turned_back, "mistyped-die", strip="63 11")
    faults = " ".join(str(fault) for fault in check_campaign(turned_back.campaign).faults)
    assert "stays, and it was not made anew, or is as it was when it was cleared away" in faults


def test_a_row_that_stays_nowhere_is_found(table: InHand, turned_back: Entry) -> None:
    table.forged = True

    def forged(writer: Any) -> None:
        writer.edit("turn.since", (), kind="clock", seat="axis", chain="public", stays=["shipment:none"])

    InHand(turned_back.campaign).act(forged)
    faults = " ".join(str(fault) for fault in check_campaign(turned_back.campaign).faults)
    assert "nothing was corrected before it" in faults
