"""The board's pages: everything by plain POST, everything in one request by htmx, nothing lost, never a fault."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.desk.chart.skips import skips_of
from navalassist.play.systems import system_of
from navalassist.play.verify import check_campaign
from navalassist.play.writer import new_submission
from navalassist.systems.europa.setup import begin_demo
from tests.systems.board import end_steps, now, put, row, state_of, typed

pytestmark = pytest.mark.django_db
BOARD = "/c/mediterranean-1941/board/"
HOME = "/c/mediterranean-1941/"
HTMX = {"HX-Request": "true"}
ROW = {"side": "axis", "sails": "7 SP", "on": "", "origin": "naples", "destination": "tripoli"}


@pytest.fixture
def campaign() -> Campaign:
    return begin_demo()


def text_of(answer: Any) -> str:
    return str(answer.content.decode())


def plain(answer: Any) -> str:
    """The words of a page without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text_of(answer))).split())


def seen(client: Client) -> str:
    found = re.search(r'name="seen" value="([^"]*)"', text_of(client.get(BOARD)))
    assert found
    return found[1]


def post(client: Client, path: str, data: dict[str, str], **more: Any) -> HttpResponse:
    given = {"submission": new_submission(), "seen": seen(client)} | data
    return client.post(BOARD + path, given, **more)


def rolled_with(strip: str) -> dict[str, str]:
    """What the dice bar sends for the demo's first row with typed dice."""
    return {"submission": new_submission(), "seen": "", "roll": "row:demo-1", "strip": strip, "dice": "typed"}


def entries() -> int:
    return Entry.objects.count()


# Reading


def test_the_board_shows_both_sides_with_odds_and_why_one_cannot_roll(client: Client, campaign: Campaign) -> None:
    now(campaign, **{"malta:status.number": 9})
    page = client.get(BOARD)
    words = plain(page)
    assert page.status_code == 200
    assert "Tyrrhenian not subject Central Med 9 → 58 % Malta's number" in words
    assert "All arrive 42 % 15/36 Expected loss 2.8 RE 203/72" in words
    assert "Allied, planned for the Allied player turn" in words
    assert "Can’t be rolled yet: Allied shipping sails in the Allied player turn. 33.A" in words
    assert "● Allied rolls row 1" in words
    assert '<button class="go grow side-allied" name="roll" value="row:demo-1">' in text_of(page)
    assert "Axis, 1 row still to sail 42 % all arrive 2.8 RE expected loss 15/36" in words


def test_reading_writes_nothing(client: Client, campaign: Campaign) -> None:
    before = entries()
    for path in ("", "?open=demo-1", "?open=nobody", "?open=new"):
        assert client.get(BOARD + path).status_code == 200
    for path in ("row/", "row/demo-1/", "row/demo-1/copy/", "row/demo-1/strike/", "roll/", "draft/"):
        assert client.get(BOARD + path).status_code == 405
    assert entries() == before


def test_an_open_row_shows_terms_lots_and_what_may_be_lost(client: Client, campaign: Campaign) -> None:
    now(campaign, **{"malta:status.number": 9})
    words = plain(client.get(f"{BOARD}?open=demo-1"))
    assert "Short route between Sardinia, Corsica, Sicily and Tunisia: Naples is none of its ports no (− 5)" in words
    assert "Final status, held in 0 to 15 9 R-02" in words
    assert "Column 9: contact on 7 to 12, 21/36. Then one die a lot of REs: 3, 3, 1." in words
    assert "none, all arrive 42 %" in words
    assert "entry 3" in words, "the entry that set Malta's number"


def test_ten_rows_take_few_queries(client: Client, campaign: Campaign) -> None:
    for number in range(8):
        put(campaign, typed(f"{number + 1} SP"))
    client.get(BOARD)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page = client.get(BOARD)
    assert page.status_code == 200
    assert len(queries) <= 5
    assert len(re.findall(r'<li id="row-', text_of(page))) == 11


def test_there_is_no_board_of_no_campaign(client: Client) -> None:
    assert client.get("/c/nowhere/board/").status_code == 404


# Drafts


def test_a_draft_shows_odds_and_writes_nothing(client: Client, campaign: Campaign) -> None:
    now(campaign, **{"malta:status.number": 9})
    before = entries()
    answer = client.post(f"{BOARD}draft/", ROW, headers=HTMX)
    assert "All arrive 42 % 15/36" in plain(answer)
    assert 'placeholder="7 NTs"' in text_of(answer)
    assert "<h1" not in text_of(answer)
    assert entries() == before


@pytest.mark.parametrize(
    ("way", "says"),
    [
        (("gibraltar", "valletta"), "Check the ports: Gibraltar is Allied-owned. Malta (Valletta) is Allied-owned."),
        (("barcelona", "tripoli"), "Check the ports: Barcelona is neutral."),
        (("toulon", "tripoli"), "Check the ports: Toulon is Vichy-owned."),
        (("naples", "tripoli"), ""),
    ],
)
def test_a_port_of_another_owner_is_told_and_not_forbidden(
    client: Client, campaign: Campaign, way: tuple[str, str], says: str
) -> None:
    given = ROW | {"origin": way[0], "destination": way[1]}
    words = plain(client.post(f"{BOARD}draft/", given, headers=HTMX))
    assert says in words
    assert ("Check the ports" in words) == bool(says)
    assert post(client, "row/", given).status_code == 302


def test_chips_do_not_offer_what_a_removed_row_said(client: Client, campaign: Campaign) -> None:
    key = put(campaign, typed("88 SP"))
    assert 'value="sails:88 SP"' in text_of(client.get(BOARD))
    post(client, f"row/{key}/strike/", {})
    assert 'value="sails:88 SP"' not in text_of(client.get(BOARD))


def test_the_dice_are_asked_for_zone_after_zone(client: Client, campaign: Campaign) -> None:
    assert "Row 1: 2 for contact, then 1 a lot 1 2 3" in plain(client.get(BOARD))
    while state_of(campaign).clock[1:] != ("allied", "naval-movement"):
        end_steps(campaign, 1)
    assert "Row 2: 2 for contact, then 1 a lot, zone after zone" in plain(client.get(BOARD))


def test_a_draft_of_a_saved_row_offers_to_save(client: Client, campaign: Campaign) -> None:
    answer = client.post(f"{BOARD}row/demo-1/draft/", ROW | {"sails": "9 SP"}, headers=HTMX)
    assert "Not saved yet." in plain(answer)
    assert 'id="save-demo-1"' in text_of(answer)
    assert "roll" not in text_of(answer)
    assert "Not saved" not in plain(client.post(f"{BOARD}row/demo-1/draft/", ROW, headers=HTMX))


def test_what_is_typed_can_be_dropped(client: Client, campaign: Campaign) -> None:
    for headers in ({}, HTMX):
        answer = client.post(f"{BOARD}row/demo-1/draft/", ROW | {"sails": "9 SP", "act": "drop"}, headers=headers)
        assert 'id="sails-demo-1" name="sails" value="7 SP"' in text_of(answer)
        assert "Not saved" not in plain(answer)


def test_what_cannot_be_read_is_told_while_typing(client: Client, campaign: Campaign) -> None:
    answer = client.post(f"{BOARD}draft/", ROW | {"sails": "7"}, headers=HTMX)
    assert answer.status_code == 200
    assert "7 of what?" in plain(answer)


def test_chips_and_zones_work_without_script(client: Client, campaign: Campaign) -> None:
    page = client.post(f"{BOARD}draft/", ROW | {"sails": "", "act": "sails:4 SP"})
    assert "<h1" in text_of(page)
    assert 'id="sails-new" name="sails" value="4 SP"' in text_of(page)
    page = client.post(f"{BOARD}draft/", ROW | {"act": "route:taranto:tripoli"})
    assert '<option value="taranto" selected>Taranto' in text_of(page)
    page = client.post(f"{BOARD}draft/", ROW | {"act": "why"})
    assert 'id="zone-new-1"' in text_of(page)
    legs = {"open": "1", "way": "naples>tripoli", "zone-1": "tyrrhenian", "zone-2": "central-med"}
    page = client.post(f"{BOARD}row/demo-1/draft/", ROW | legs | {"act": "leg-up:2"})
    assert re.search(r'id="zone-demo-1-1".*?value="central-med" selected', text_of(page), re.DOTALL)
    page = client.post(f"{BOARD}row/demo-1/draft/", ROW | legs | {"act": "leg-drop:1"})
    assert 'id="zone-demo-1-3"' not in text_of(page)
    page = client.post(f"{BOARD}row/demo-1/draft/", ROW | legs | {"act": "leg-add", "zone-3": "adriatic"})
    assert re.search(r'id="zone-demo-1-3".*?value="adriatic" selected', text_of(page), re.DOTALL)


def test_a_zone_asks_for_what_only_the_players_see(client: Client, campaign: Campaign) -> None:
    words = plain(client.post(f"{BOARD}row/demo-2/draft/", {"act": "why", "sails": "2 SP"}))
    assert "Hexes to an Axis port 33.B.1.b" in words
    assert "protected waters 36.A.1" in words
    assert "Enemy air, TBF 33.C" in words
    legs = {"open": "1", "way": "naples>tripoli", "zone-1": "baltic", "zone-2": "arctic", "status-2": "7"}
    words = plain(client.post(f"{BOARD}row/demo-1/draft/", ROW | legs | {"act": "leg-add"}))
    assert "within 3 hexes of a Soviet naval base 33.B.10" in words
    assert "Agreed status, none is printed R-51" in words
    assert "Arctic 7 →" in words


# Rows


@pytest.mark.rule("E33.E.E", "E33.E.R")
def test_the_receipt_of_a_warship_s_cargo_says_what_came_back(client: Client, campaign: Campaign) -> None:
    post(client, "row/demo-1/", ROW | {"on": "warships"})
    assert "Rolled" in plain(client.post(BOARD + "roll/", rolled_with("66 6 2 1"), follow=True))
    words = plain(client.get(f"/c/mediterranean-1941/log/public/{entries()}/"))
    assert "lot 1, 3 SP: all 3 lost, 2 hits" in words
    assert "lot 2, 3 SP: 1 lost, 2 back to Naples" in words
    assert "lot 3, 1 SP: back to Naples" in words
    assert "Lost 4 SP, 2 hits" in words
    assert "Back in Naples, finished 3 SP, 1 warship" in words


@pytest.mark.rule("E33.A.2")
def test_a_row_that_stops_at_sea_is_due_as_the_exploitation_step_begins(client: Client, campaign: Campaign) -> None:
    zones = {"way": "naples>tripoli", "zone-1": "tyrrhenian", "zone-2": "central-med", "stops-2": "on"}
    post(client, "row/demo-1/", ROW | zones)
    assert [leg["stops"] for leg in row(campaign, "demo-1")["route"]] == [False, True]
    words = plain(client.get(f"{BOARD}?open=demo-1"))
    assert "none, all stop at sea" in words
    assert "Unharmed" in words
    roll(client, strip="11", dice="typed")
    words = plain(client.get(BOARD))
    assert "Tyrrhenian sailed Central Med at sea here, checked" in words
    assert "Can’t be rolled yet: It stops at sea in this step. Take out its stop, under Why, to sail on. R-57" in words
    assert "Nothing is left to sail in this player turn." in words
    end_steps(campaign, 1)
    words = plain(client.get(BOARD))
    due = "At sea in the Central Mediterranean: this step began with it there. It is checked there before it sails on."
    assert f"{due} 33.A.2" in words
    home = plain(client.get("/c/mediterranean-1941/"))
    assert "Check 1 shipment, at sea as this step began 33.A.2" in home
    assert "Axis, 1 row still to sail" in words
    assert '<button class="go grow side-allied" name="roll" value="row:demo-1">' in text_of(client.get(BOARD))
    roll(client, strip="11", dice="typed")
    receipt = plain(client.get(f"/c/mediterranean-1941/log/public/{entries()}/"))
    assert "The step began with it at sea here 33.A.2 yes" in receipt
    assert "Stops here at sea yes" in receipt
    assert due not in plain(client.get(BOARD))
    assert "at sea as this step began" not in plain(client.get("/c/mediterranean-1941/"))
    assert check_campaign(campaign).sound


@pytest.mark.rule("E33.A.2")
def test_ending_a_step_names_what_is_at_sea_and_not_checked_in_it(client: Client, campaign: Campaign) -> None:
    zones = {"way": "naples>tripoli", "zone-1": "central-med", "stops-1": "on"}
    post(client, "row/demo-1/", ROW | zones)
    roll(client, strip="11", dice="typed")
    state = state_of(campaign)
    assert skips_of(state, state.values, system_of("europa")) == [], "it stays where it is, as it should"
    ahead = skips_of(state, state.values, system_of("europa"), "allied/naval-movement")
    assert [skip.title for skip in ahead] == ["Axis naval exploitation, Mar I 41"]
    assert ahead[0].lines[0].endswith("at sea, not checked in this step")
    end_steps(campaign, 1)
    state = state_of(campaign)
    assert [skip.keys for skip in skips_of(state, state.values, system_of("europa"))] == [("demo-1",)]
    roll(client, strip="11", dice="typed")
    state = state_of(campaign)
    assert skips_of(state, state.values, system_of("europa")) == []


def test_where_a_row_is_at_sea_its_zone_is_settled(client: Client, campaign: Campaign) -> None:
    zones = {"way": "naples>tripoli", "zone-1": "central-med", "stops-1": "on"}
    post(client, "row/demo-1/", ROW | zones)
    roll(client, strip="11", dice="typed")
    post(client, "row/demo-1/", {"destination": "tripoli", "zone-1": "adriatic", "air_against-1": "2"})
    leg = row(campaign, "demo-1")["route"][0]
    assert (leg["zone"], leg["stops"], leg["air_against"]) == ("central-med", False, 2)


@pytest.mark.rule("E33.D.MOD1")
def test_empty_transports_have_a_tick_for_sailing_alone(client: Client, campaign: Campaign) -> None:
    tick = 'name="alone" id="alone-new" value="1" checked'
    empties = ROW | {"sails": "4 empty NTs", "origin": "tripoli", "destination": "naples"}
    assert tick in text_of(post(client, "draft/", empties, headers=HTMX))
    assert tick not in text_of(post(client, "draft/", ROW, headers=HTMX))
    assert tick not in text_of(post(client, "draft/", empties | {"sails": "4 empty LCs"}, headers=HTMX))
    post(client, "row/", empties | {"alone-asked": "1"})
    key = state_of(campaign).rows("shipment")[-1].removeprefix("shipment:")
    assert row(campaign, key)["alone"] is False
    page = text_of(client.get(BOARD))
    assert f'id="alone-{key}" value="1">' in page
    answer = post(client, f"row/{key}/", empties | {"alone-asked": "1", "alone": "1"}, headers=HTMX)
    assert f'id="alone-{key}" value="1" checked' in text_of(answer)
    assert row(campaign, key)["alone"] is True


def test_a_row_is_added_by_a_plain_form_and_by_htmx_in_one_request(client: Client, campaign: Campaign) -> None:
    answer = post(client, "row/", ROW | {"sails": "Ariete division, 4 REs"})
    assert (answer.status_code, answer["Location"]) == (302, BOARD)
    answer = post(client, "row/", ROW | {"sails": "3 SP"}, headers=HTMX)
    assert answer.status_code == 200
    parts = re.findall(r'hx-target="(#[^"]+)" hx-swap="([^"]+)"', text_of(answer))
    assert parts == [
        ("#rows-axis", "beforeend"),
        ("#new", "outerHTML"),
        ("#summary", "outerHTML"),
        ("#dice", "outerMorph"),
        ("#go-on", "outerMorph"),
        ("#tools", "outerHTML"),
        ("#head", "outerHTML"),
        ("#messages", "innerHTML"),
    ]
    assert "Undo Row 4 added" in plain(answer)
    labels = [state_of(campaign).row(key)["label"] for key in state_of(campaign).rows("shipment")]
    assert "Ariete division" in labels
    assert check_campaign(campaign).sound


def test_the_new_row_remembers_the_last_way(client: Client, campaign: Campaign) -> None:
    post(client, "row/", ROW | {"origin": "taranto", "destination": "misurata"})
    page = text_of(client.get(BOARD))
    assert re.search(r'id="origin-new"[^>]*><option value="taranto" selected>', page)
    assert re.search(r'id="destination-new"[^>]*><option value="misurata" selected>', page)
    assert 'value="route:taranto:misurata"' in page


def test_the_way_on_is_drawn_by_itself_so_that_no_copy_of_it_is_left(client: Client, campaign: Campaign) -> None:
    end_steps(campaign, 6)
    partials = text_of(post(client, "row/", ROW, headers=HTMX)).split("<hx-partial")
    holds = [
        part.partition('hx-target="')[2].partition('"')[0] for part in partials if "Go on to the Axis naval" in part
    ]
    assert holds == ["#go-on"]
    assert text_of(client.get(BOARD)).count("Go on to the Axis naval") == 1


def test_a_new_row_is_for_the_side_whose_turn_it_is_and_stays_with_the_side_used_last(
    client: Client, campaign: Campaign
) -> None:
    def whose() -> str:
        form = text_of(client.get(BOARD)).partition('id="f-new"')[2]
        found = re.search(r'name="side" value="(\w+)"', form)
        assert found is not None
        return found[1]

    assert whose() == "axis"
    end_steps(campaign, 4)
    assert whose() == "allied"
    client.post(f"{HOME}seat/", {"seat": "axis"})
    assert whose() == "allied"
    post(client, "row/", ROW)
    assert whose() == "axis"
    end_steps(campaign, 4)
    assert whose() == "axis"
    post(client, "row/", ROW | {"side": "allied", "origin": "alexandria", "destination": "valletta"})
    assert whose() == "allied"
    end_steps(campaign, 4)
    assert whose() == "allied", "that of the new player turn"


def test_a_row_that_cannot_be_read_is_422_and_keeps_what_was_typed(client: Client, campaign: Campaign) -> None:
    before = entries()
    for headers in ({}, HTMX):
        answer = post(client, "row/", ROW | {"sails": "the lot", "destination": "benghazi"}, headers=headers)
        assert answer.status_code == 422
        assert 'value="the lot"' in text_of(answer)
        assert '<option value="benghazi" selected>' in text_of(answer)
        assert "“the lot” has no size" in plain(answer)
        assert 'aria-invalid="true"' in text_of(answer)
    assert entries() == before


def test_a_saved_row_is_edited_in_place_and_untouched_writes_nothing(client: Client, campaign: Campaign) -> None:
    before = entries()
    assert post(client, "row/demo-1/", ROW).status_code == 302
    assert entries() == before
    answer = post(client, "row/demo-1/", ROW | {"sails": "9 SP"}, headers=HTMX)
    assert answer.status_code == 200
    assert entries() == before + 1
    assert (row(campaign, "demo-1")["points"], row(campaign, "demo-1")["transport_count"]) == ("9", 9)
    assert 'hx-target="#row-demo-1" hx-swap="outerMorph"' in text_of(answer)


def test_a_form_without_its_zones_keeps_them(client: Client, campaign: Campaign) -> None:
    legs = {"open": "1", "way": "naples>tripoli", "zone-1": "tyrrhenian", "zone-2": "central-med", "air_for-2": "2"}
    post(client, "row/demo-1/", ROW | legs)
    assert row(campaign, "demo-1")["route"][1]["air_for"] == 2
    post(client, "row/demo-1/", ROW | {"sails": "8 SP"})
    assert row(campaign, "demo-1")["route"][1]["air_for"] == 2
    post(client, "row/demo-1/", ROW | {"origin": "taranto"})
    assert [leg["zone"] for leg in row(campaign, "demo-1")["route"]] == ["central-med"]


@pytest.mark.parametrize("path", ["row/", "row/demo-1/", "row/demo-1/copy/", "row/demo-1/strike/"])
def test_a_double_post_is_done_once(client: Client, campaign: Campaign, path: str) -> None:
    before = entries()
    given = ROW | {"sails": "5 SP", "submission": new_submission(), "seen": seen(client)}
    answers = [client.post(BOARD + path, given) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert entries() == before + 1


def test_a_stale_row_is_409_with_what_changed_and_what_was_typed(client: Client, campaign: Campaign) -> None:
    old = seen(client)
    post(client, "row/demo-1/", ROW | {"sails": "9 SP"})
    before = entries()
    for headers in ({}, HTMX):
        answer = client.post(
            f"{BOARD}row/demo-1/",
            ROW | {"sails": "8 SP", "submission": new_submission(), "seen": old},
            headers=headers,
        )
        assert answer.status_code == 409
        assert 'value="8 SP"' in text_of(answer)
        assert "The page was older than the campaign" in plain(answer)
        assert "Row 1 was changed to 9 SP by entry 3" in plain(answer)
        assert "/log/public/3/" in text_of(answer)
    assert entries() == before


def test_copy_and_remove(client: Client, campaign: Campaign) -> None:
    answer = post(client, "row/demo-1/copy/", {}, headers=HTMX)
    assert 'hx-target="#rows-axis" hx-swap="beforeend"' in text_of(answer)
    assert "7 SP" in text_of(answer)
    answer = post(client, "row/demo-1/strike/", {}, headers=HTMX)
    assert 'hx-target="#row-demo-1" hx-swap="delete"' in text_of(answer)
    assert row(campaign, "demo-1")["state"] == "struck"
    for headers in ({}, HTMX):
        answer = post(client, "row/demo-1/", ROW, headers=headers)
        assert answer.status_code == 409
        assert "What was typed stands in a new row." in plain(answer)
        assert 'id="sails-new" name="sails" value="7 SP"' in text_of(answer)
        answer = post(client, "row/demo-1/copy/", {}, headers=headers)
        assert answer.status_code == 422
        assert "Not done: This row is no longer on the board." in plain(answer)
    assert "Row 1 removed" in plain(client.get(BOARD))


def test_undo_brings_a_removed_row_back(client: Client, campaign: Campaign) -> None:
    post(client, "row/demo-1/strike/", {})
    page = text_of(client.get(BOARD))
    entry = re.search(r'name="entry" value="([^"]+)"', page)
    assert entry
    answer = post(client, "undo/", {"entry": entry[1]}, headers=HTMX)
    assert 'id="row-demo-1"' in text_of(answer)
    assert row(campaign, "demo-1")["state"] == "planned"
    for headers in ({}, HTMX):
        answer = post(client, "undo/", {"entry": entry[1]}, headers=headers)
        assert answer.status_code == 409
        assert "can no longer be taken back" in plain(answer)


def test_an_observer_may_not_change_the_board(client: Client, campaign: Campaign) -> None:
    client.post("/c/mediterranean-1941/seat/", {"seat": "observer"})
    before = entries()
    for path in ("row/", "row/demo-1/", "row/demo-1/copy/", "row/demo-1/strike/"):
        assert post(client, path, ROW | {"sails": "5 SP"}).status_code == 403
    assert post(client, "roll/", {"roll": "all"}).status_code == 403
    assert entries() == before


def test_an_observer_is_told_why_the_buttons_are_off(client: Client, campaign: Campaign) -> None:
    client.post("/c/mediterranean-1941/seat/", {"seat": "observer"})
    page = client.get(f"{BOARD}?open=demo-1")
    board = text_of(page).partition('id="board"')[2].partition("</main>")[0]
    writing = [
        tag
        for tag in re.findall(r"<button[^>]*>", board)
        if "draft/" not in tag and not re.search('type="button"|name="keys"', tag) and "disabled" not in tag
    ]
    assert writing == []
    assert "Observers look on. Take the seat of a side" in plain(page)
    for headers in ({}, HTMX):
        answer = post(client, "row/demo-1/", ROW | {"sails": "5 SP"}, headers=headers)
        assert "Not done: This is for the Axis seat to do. Take it at the head of the page" in plain(answer)
        answer = post(client, "roll/", {"roll": "all"}, headers=headers)
        assert "Not done: This is for the Allied seat to do. Take it at the head of the page" in plain(answer)


# Hostile and foreign input


HOSTILE = "<script>alert(1)</script>"


FIELDS = ("sails", "on", "origin", "destination", "side", "act", "way", "zone-1", "hexes-1", "status-1", "seen")


@pytest.mark.parametrize("value", [HOSTILE, "\x00", "x" * 5000, "-1", "1e9", "٣", "central-med", "demo-1", ""])
def test_no_field_breaks_the_board(client: Client, campaign: Campaign, value: str) -> None:
    legs = {"way": "naples>tripoli", "zone-1": "central-med", "zone-2": "central-med"}
    for number, field in enumerate(FIELDS):
        for path in ("draft/", "row/", "row/demo-1/draft/", "row/demo-1/"):
            given = ROW | legs | {"submission": new_submission(), field: value}
            answer = client.post(BOARD + path, given, headers=HTMX if number % 2 else {})
            assert answer.status_code in (200, 302, 422), (path, field, value)
            assert HOSTILE not in text_of(answer)
    assert check_campaign(campaign).sound


def test_hostile_names_are_inert(client: Client, campaign: Campaign) -> None:
    name = '<script>alert(1)</script> "division" & sons'
    assert post(client, "row/", ROW | {"sails": f"x {name}, 2 REs"}).status_code == 302
    page = text_of(client.get(f"{BOARD}?open=demo-1"))
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &quot;division&quot; &amp; sons" in page


@pytest.mark.parametrize("key", ["nobody", "demo-1-x", "0"])
def test_a_row_that_is_not_there_is_no_fault(client: Client, campaign: Campaign, key: str) -> None:
    for path in ("", "copy/", "strike/", "draft/"):
        for headers in ({}, HTMX):
            assert post(client, f"row/{key}/{path}", ROW, headers=headers).status_code in (409, 422)


@pytest.mark.parametrize(
    ("typed_in", "says"),
    [
        ({"sails": "150 SP"}, "What sails: at most 99 REs a row; make two rows of it."),
        ({"on": "200 NTs"}, "On: at most 99 transports a row; make two rows of it."),
        ({"air_against-2": "500"}, "Enemy air is a whole number from 0 to 99."),
    ],
)
def test_the_form_takes_no_more_than_the_rules_do(
    client: Client, campaign: Campaign, typed_in: dict[str, str], says: str
) -> None:
    legs = {"open": "1", "way": "naples>tripoli", "zone-1": "tyrrhenian", "zone-2": "central-med"}
    answer = post(client, "row/demo-1/", ROW | legs | typed_in)
    assert answer.status_code == 422
    assert says in plain(answer)


def test_the_most_that_the_form_takes_has_odds_and_rolls(client: Client, campaign: Campaign) -> None:
    legs = {"open": "1", "way": "naples>tripoli", "zone-1": "tyrrhenian", "zone-2": "central-med"}
    most = {"sails": "99 SP", "on": "99 NTs", "air_against-2": "99", "air_for-2": "99"}
    assert post(client, "row/demo-1/", ROW | legs | most).status_code == 302
    assert "No odds" not in plain(client.get(BOARD)).partition("Allied, planned")[0]
    assert roll(client).status_code == 302


def test_no_words_of_a_library_reach_the_page(client: Client, campaign: Campaign) -> None:
    now(
        campaign,
        **{
            "shipment:demo-1.res_afloat": "150",
            "shipment:demo-1.transports_afloat": 150,
            "shipment:demo-1.transport_count": 150,
        },
    )
    answer = roll(client)
    assert answer.status_code == 422
    assert "Not done: This does not fit the rules: res is 150 (at most 99). Change it, and try again." in plain(answer)
    assert "No odds: This row does not fit the rules: at most 99 REs" in plain(client.get(BOARD))
    for words in ("pydantic", "validation error", "https://"):
        assert words not in plain(answer)


# Rolling


def roll(client: Client, order: str = "row:demo-1", strip: str = "", dice: str = "", **more: Any) -> HttpResponse:
    return post(
        client, "roll/", {"roll": order, "strip": strip, "dice": dice or ("typed" if strip else "server")}, **more
    )


def test_a_roll_leads_to_its_read_out(client: Client, campaign: Campaign) -> None:
    now(campaign, **{"malta:status.number": 9})
    put(campaign, typed("3 SP"))
    answer = roll(client, strip="63 4 2 1")
    assert answer.status_code == 302
    assert re.fullmatch(rf"{BOARD}rolled/[0-9a-f]{{32}}/", answer["Location"])
    for _ in range(2):
        words = plain(client.get(answer["Location"]))
        assert "CONTACT on 7 to 12 21 in 36, 58 %" in words
        assert "Eliminated lot 1, 3 SP: all 3 lost" in words
        assert "Tyrrhenian: no check." in words
        assert "● Next: 3 SP, Naples–Tripoli" in words
        assert 'title="Rolls row after row, and stops after a contact' in text_of(client.get(answer["Location"]))
        assert "Roll all the rest" in words
        assert "Roll to next decision" in words
        assert re.search(r"Receipt (\d+) Correct… receipt \1", words)
    assert row(campaign, "demo-1")["res_lost"] == "4"
    assert check_campaign(campaign).sound


def test_the_read_out_says_the_arrival_of_a_row_whose_last_zone_has_no_check(
    client: Client, campaign: Campaign
) -> None:
    """33.B.4.a: after the Central Med the Tyrrhenian asks for no check, and the empties are in Naples."""
    key = put(campaign, typed("empty", "tripoli naples", on="2 NTs"))
    answer = roll(client, order=f"row:{key}", strip="11")
    words = plain(client.get(answer["Location"]))
    assert re.search(r"Tyrrhenian: no check\. [^.]+\. Arrive at Naples: 2 NTs\.", words)
    assert words.count("Arrive at Naples") == 1


def test_htmx_gets_the_read_out_in_the_same_request(client: Client, campaign: Campaign) -> None:
    answer = roll(client, strip="11", headers=HTMX)
    assert answer.status_code == 200
    assert answer["HX-Push-Url"].startswith(f"{BOARD}rolled/")
    assert "NO CONTACT" in plain(answer).upper()
    assert "NO CONTACT" in plain(client.get(answer["HX-Push-Url"])).upper()


def typed_rows(**rows: dict[str, str]) -> dict[str, str]:
    """What the script sends along of rows that are typed into but not saved."""
    return {f"typed-{key.replace('_', '-')}": urlencode(ROW | fields) for key, fields in rows.items()}


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (typed_rows(demo_1={"sails": "9 SP"}), "Row 1 is changed but not saved: save it first, or drop the change."),
        (typed_rows(demo_1={"sails": "banana"}), "Row 1 is changed but not saved"),
        (typed_rows(demo_1={"sails": "9 SP"}, demo_2={"sails": "1 SP"}), "Rows 1 and 2 are changed but not saved"),
        (typed_rows(new={"sails": "4 SP"}), "The new row is filled in but not added"),
    ],
)
def test_nothing_else_is_rolled_than_what_is_shown(
    client: Client, campaign: Campaign, rows: dict[str, str], says: str
) -> None:
    before = entries()
    for headers in ({}, HTMX):
        for order in ("row:demo-1", "next", "all"):
            answer = post(client, "roll/", {"roll": order, "dice": "typed", "strip": "11"} | rows, headers=headers)
            assert answer.status_code == 422
            assert says in plain(answer)
            assert 'value="11"' in text_of(answer)
            for key in rows:
                assert f'href="#row-{key.removeprefix("typed-")}"' in text_of(answer), "the way to the row"
    assert entries() == before


def test_why_nothing_can_be_rolled_is_said_once(client: Client, campaign: Campaign) -> None:
    put(campaign, typed("2 RP", "alexandria valletta", side="allied"))
    assert plain(client.get(BOARD)).count("Can’t be rolled yet") == 1, "of two Allied rows"
    end_steps(campaign, 2)
    words = plain(client.get(BOARD))
    assert words.count("Can’t be rolled yet") == 1, "of the Axis rows; the dock says why for the Allied ones"
    assert "Roll all" not in words.partition("Keys")[0]


def test_a_row_typed_as_it_is_saved_rolls(client: Client, campaign: Campaign) -> None:
    given = typed_rows(demo_1={}, new={"sails": " "}, gone={"sails": "3 SP"})
    assert post(client, "roll/", {"roll": "row:demo-1"} | given).status_code == 302


def test_what_is_typed_in_rows_outlives_a_stale_roll_and_an_undo(client: Client, campaign: Campaign) -> None:
    old = seen(client)
    rows = typed_rows(demo_2={"sails": "8 SP", "side": "allied"})
    post(client, "row/demo-1/", ROW | {"sails": "9 SP"})
    entry = re.search(r'name="entry" value="([^"]+)"', text_of(client.get(BOARD)))
    assert entry
    answer = client.post(
        f"{BOARD}undo/",
        {"submission": new_submission(), "entry": entry[1]} | rows | typed_rows(new={"sails": "2 RP"}),
        headers=HTMX,
    )
    assert answer.status_code == 200
    for value in ("8 SP", "2 RP"):
        assert f'name="sails" value="{value}"' in text_of(answer)
    assert '<details class="new" id="new" open>' in text_of(answer)
    assert old != seen(client)


def test_a_roll_sent_twice_rolls_once_and_shows_the_first(client: Client, campaign: Campaign) -> None:
    given = {"roll": "all", "dice": "server", "strip": "", "submission": new_submission(), "seen": seen(client)}
    answers = [client.post(f"{BOARD}roll/", given) for _ in range(3)]
    assert len({answer["Location"] for answer in answers}) == 1
    assert Entry.objects.filter(submission=given["submission"]).count() == 2


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"dice": "typed", "strip": "63"}, "CONTACT in the Central Mediterranean; 3 more dice are needed"),
        ({"dice": "typed", "strip": "11 2"}, "1 die is too many"),
        ({"dice": "typed", "strip": "1 9"}, "is none of them"),
        ({"dice": "server", "strip": "11"}, "choose “Our own”, or empty the strip"),
        ({"dice": "loaded", "strip": "11"}, "choose the server’s or your own"),
        ({"dice": "server", "roll": "row:nobody"}, "no longer on the board"),
        ({"dice": "server", "roll": "row:demo-2"}, "Allied shipping sails in the Allied player turn"),
        ({"dice": "server", "roll": HOSTILE}, "say what is to be rolled".capitalize()),
        ({"dice": "server", "submission": "again"}, "open the board again"),
    ],
)
def test_what_cannot_be_rolled_is_422_and_the_dice_stay(
    client: Client, campaign: Campaign, data: dict[str, str], says: str
) -> None:
    before = entries()
    for headers in ({}, HTMX):
        answer = post(client, "roll/", {"roll": "row:demo-1"} | data, headers=headers)
        assert answer.status_code == 422
        assert plain(answer).count("Not done:") == 1
        assert plain(answer).count("Dice:") <= 1
        assert says in plain(answer)
        assert f'value="{data.get("strip", "")}"' in text_of(answer)
        assert HOSTILE not in text_of(answer)
    assert entries() == before


def test_a_roll_from_a_stale_page_is_409_and_the_dice_stay(client: Client, campaign: Campaign) -> None:
    old = seen(client)
    post(client, "row/demo-1/", ROW | {"sails": "9 SP"})
    before = entries()
    for headers in ({}, HTMX):
        given = {"roll": "all", "dice": "typed", "strip": "11", "submission": new_submission(), "seen": old}
        answer = client.post(f"{BOARD}roll/", given, headers=headers)
        assert answer.status_code == 409
        assert 'value="11"' in text_of(answer)
        assert "The page was older than the campaign" in plain(answer)
    assert entries() == before


def test_whose_dice_is_remembered(client: Client, campaign: Campaign) -> None:
    put(campaign, typed("3 SP"))
    assert 'value="server" checked' in text_of(client.get(BOARD))
    roll(client, strip="11")
    assert 'value="typed" checked' in text_of(client.get(BOARD))


def test_a_finished_row_says_what_became_of_it(client: Client, campaign: Campaign) -> None:
    roll(client, strip="63 4 2 1")
    words = plain(client.get(BOARD))
    assert "7 SP, Naples–Tripoli Lost 4 SP, 4 NTs Arrived at Tripoli 2 SP, 2 NTs" in words
    assert "Back in Naples, finished 1 SP, 1 NT Receipt 4" in words
    assert "No Axis row is left to sail in this player turn." in words
    assert "Go on to the Allied initial phase ends 2 steps Go on to the Allied naval movement ends 4 steps" in words


def test_from_the_board_one_tap_goes_on_to_where_the_other_side_decides(client: Client, campaign: Campaign) -> None:
    roll(client, strip="11")
    page = text_of(client.get(BOARD))
    form = page.partition(f'{HOME}step/"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    answer = client.post(f"{HOME}step/", fields | {"until": "allied/initial"})
    assert answer.headers["Location"] == f"{HOME}#step"
    assert state_of(campaign).clock[1:] == ("allied", "initial")


def test_rows_that_have_sailed_stand_below_what_is_still_to_do(client: Client, campaign: Campaign) -> None:
    put(campaign, typed("3 SP"))
    roll(client, strip="11")
    page = text_of(client.get(BOARD))
    places = [page.index(f'id="{name}"') for name in ("rows-axis", "dice", "rows-sailed", "row-demo-1", "rows-allied")]
    assert places == sorted(places)
    assert "Sailed this turn 1 7 SP, Naples–Tripoli Arrived at Tripoli 7 SP, 7 NTs Receipt" in plain(client.get(BOARD))
    end_steps(campaign, 4)
    planned = text_of(client.get(BOARD)).partition('id="theirs"')[2]
    assert "Axis, planned for the Axis player turn" in planned
    assert "row-demo-1" not in planned


def test_the_last_turn_is_repeated_in_one_tap(client: Client, campaign: Campaign) -> None:
    roll(client, strip="11")
    assert "Repeat last turn" not in plain(client.get(BOARD))
    end_steps(campaign, 8)
    assert "Repeat last turn 1 Axis row" in plain(client.get(BOARD))
    given = {"side": "axis", "submission": new_submission()}
    answers = [client.post(f"{BOARD}repeat/", given, headers=headers) for headers in ({}, HTMX)]
    assert [answer.status_code for answer in answers] == [302, 200]
    page = client.get(BOARD)
    assert "Repeat last turn" not in plain(page)
    assert "Axis, 1 row still to sail" in plain(page)
    assert post(client, "repeat/", {"side": HOSTILE}).status_code == 422
    assert post(client, "repeat/", {"side": "allied"}, headers=HTMX).status_code == 422


def test_a_read_out_of_nothing_is_not_there(client: Client, campaign: Campaign) -> None:
    for key in (new_submission(), "nothing", "0" * 32):
        assert client.get(f"{BOARD}rolled/{key}/").status_code == 404
    own = new_submission()
    client.post(f"{BOARD}row/", ROW | {"submission": own})
    assert client.get(f"{BOARD}rolled/{own}/").status_code == 404


def test_outside_a_naval_step_nothing_is_rolled(client: Client, campaign: Campaign) -> None:
    end_steps(campaign, 2)
    words = plain(client.get(BOARD))
    assert state_of(campaign).clock[1:] == ("allied", "initial")
    assert "Shipping sails in the naval movement and naval exploitation steps. (33.A)" in words
    assert "● Allied rolls" not in words
