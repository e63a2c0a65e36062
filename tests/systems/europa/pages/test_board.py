"""The board's pages: everything by plain POST, everything in one request by htmx, nothing lost, never a fault."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.desk.on_board import BOARD, HTMX, ROW, Board, entries, plain, text_of
from tests.in_hand import drawn

# Reading


def test_the_board_an_open_row_and_a_draft_show_odds_terms_lots_and_why_one_cannot_roll(board: Board) -> None:
    board.set({"malta:status.number": 9})
    page = board.client.get(BOARD)
    words = plain(page)
    assert page.status_code == 200
    assert "Tyrrhenian not subject Central Med status 9 → 58 % Malta's number" in words
    assert "All arrive 42 % 15/36 Expected loss 2.8 RE 203/72" in words
    assert "Allied, planned for the Allied player turn" in words
    assert "Can't be rolled yet: Allied shipping sails in the Allied player turn. 33.A" in words
    assert "● Allied rolls row 1" in words
    assert '<button class="go grow side-allied" name="roll" value="row:demo-1">' in text_of(page)
    assert "Axis, 1 row still to sail All arrive 42 % 15/36 Expected loss 2.8 RE 203/72" in words
    words = board.words("?open=demo-1")
    assert "Short route between Sardinia, Corsica, Sicily and Tunisia: Naples is none of its ports no (− 5)" in words
    assert "Final status, held in 0 to 15 9 R-02" in words
    assert words.index("term by term") < words.index("What may be lost") < words.index("Zones in order, and what")
    assert "Column 9: contact on 7 to 12, 58.3 % (21/36) . Then one die for each lot of up to 3 REs: 3, 3, 1." in words
    # Table 6 has no "no effect" for cargo, so a contact always costs something: 1 - 21/36 = 15/36.
    assert "A die leaves its lot unharmed on 0 of 6 faces; all 3 have to." in words
    assert "Unharmed here: 41.7 % (15/36 = 1 − 21/36 × (1 − (0/6) 3 ))" in words
    assert "All arrive = 41.7 % (15/36) ; expected loss 2.82 REs (203/72)" in words
    assert "none, all arrive 42 %" in words
    assert "entry 3" in words, "the entry that set Malta's number"
    before = entries()
    answer = board.client.post(f"{BOARD}draft/", ROW, headers=HTMX)
    assert "All arrive 42 % 15/36" in plain(answer)
    assert 'placeholder="7 NTs"' in text_of(answer)
    assert "<h1" not in text_of(answer)
    assert entries() == before


def test_reading_writes_nothing_and_there_is_no_board_of_no_campaign(board: Board) -> None:
    before = entries()
    for path in ("", "?open=demo-1", "?open=nobody", "?open=new"):
        assert board.client.get(BOARD + path).status_code == 200
    for path in ("row/", "row/demo-1/", "row/demo-1/copy/", "row/demo-1/strike/", "roll/", "draft/"):
        assert board.client.get(BOARD + path).status_code == 405
    assert entries() == before
    assert board.client.get("/c/nowhere/board/").status_code == 404


def test_the_zones_of_a_way_multiply_to_its_chance(board: Board) -> None:
    """Row 2, a brigade: column 6 in both zones, contact 12/36; its die spares it on 3 of 6, so 30/36 a zone."""
    words = board.words("?open=demo-2")
    assert "contact on 3, 9 to 12, 33.3 % (12/36) . Then one die for its one lot, 2 REs." in words
    assert words.count("Its die leaves it unharmed on 3 of 6 faces. Unharmed here: 83.3 % (30/36") == 2
    assert "(30/36 = 1 − 12/36 × (1 − 3/6))" in words
    assert "All arrive = 83.3 % × 83.3 % = 69.4 % (25/36)" in words


def test_ten_rows_take_few_queries(board: Board) -> None:
    for number in range(8):
        board.put(f"{number + 1} SP")
    board.client.get(BOARD)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page = board.client.get(BOARD)
    assert page.status_code == 200
    assert len(queries) <= 5
    assert len(re.findall(r'<li id="row-', text_of(page))) == 11


# Drafts


@pytest.mark.parametrize(
    ("way", "says"),
    [
        (("gibraltar", "valletta"), "Check the ports: Gibraltar is Allied-owned. Malta (Valletta) is Allied-owned."),
        (("barcelona", "tripoli"), "Check the ports: Barcelona is neutral."),
        (("toulon", "tripoli"), "Check the ports: Toulon is Vichy-owned."),
        (("naples", "tripoli"), ""),
    ],
)
def test_a_port_of_another_owner_is_told_and_not_forbidden(board: Board, way: tuple[str, str], says: str) -> None:
    given = ROW | {"origin": way[0], "destination": way[1]}
    words = plain(board.client.post(f"{BOARD}draft/", given, headers=HTMX))
    assert says in words
    assert ("Check the ports" in words) == bool(says)
    assert board.sent("row/", given).status_code == 302


def test_chips_do_not_offer_what_a_removed_row_said_and_dice_are_asked_for_zone_after_zone(board: Board) -> None:
    key = board.put("88 SP")
    assert 'value="sails:88 SP"' in board.drawn()
    board.sent(f"row/{key}/strike/", {})
    assert 'value="sails:88 SP"' not in board.drawn()
    assert "Row 1: 2 for contact, then 1 a lot 1 2 3" in board.words()
    while board.state.clock[1:] != ("allied", "naval-movement"):
        board.end_steps()
    assert "Row 2: 2 for contact, then 1 a lot, zone after zone" in board.words()


def test_a_draft_of_a_saved_row_offers_to_save_or_drop_it_and_tells_what_cannot_be_read(board: Board) -> None:
    answer = board.client.post(f"{BOARD}row/demo-1/draft/", ROW | {"sails": "9 SP"}, headers=HTMX)
    assert "Not saved yet." in plain(answer)
    assert 'id="save-demo-1"' in text_of(answer)
    assert "roll" not in text_of(answer)
    assert "Not saved" not in plain(board.client.post(f"{BOARD}row/demo-1/draft/", ROW, headers=HTMX))
    for headers in ({}, HTMX):
        answer = board.client.post(f"{BOARD}row/demo-1/draft/", ROW | {"sails": "9 SP", "act": "drop"}, headers=headers)
        assert 'id="sails-demo-1" name="sails" value="7 SP"' in text_of(answer)
        assert "Not saved" not in plain(answer)
    assert "7 of what?" in plain(drawn(board.client.post(f"{BOARD}draft/", ROW | {"sails": "7"}, headers=HTMX)))


def test_chips_and_zones_work_without_script(board: Board) -> None:
    page = board.client.post(f"{BOARD}draft/", ROW | {"sails": "", "act": "sails:4 SP"})
    assert "<h1" in text_of(page)
    assert 'id="sails-new" name="sails" value="4 SP"' in text_of(page)
    page = board.client.post(f"{BOARD}draft/", ROW | {"act": "route:taranto:tripoli"})
    assert '<option value="taranto" selected>Taranto' in text_of(page)
    assert 'id="zone-new-1"' in text_of(board.client.post(f"{BOARD}draft/", ROW | {"act": "why"}))
    legs = {"open": "1", "way": "naples>tripoli", "zone-1": "tyrrhenian", "zone-2": "central-med"}
    page = board.client.post(f"{BOARD}row/demo-1/draft/", ROW | legs | {"act": "leg-up:2"})
    assert re.search(r'id="zone-demo-1-1".*?value="central-med" selected', text_of(page), re.DOTALL)
    page = board.client.post(f"{BOARD}row/demo-1/draft/", ROW | legs | {"act": "leg-drop:1"})
    assert 'id="zone-demo-1-3"' not in text_of(page)
    page = board.client.post(f"{BOARD}row/demo-1/draft/", ROW | legs | {"act": "leg-add", "zone-3": "adriatic"})
    assert re.search(r'id="zone-demo-1-3".*?value="adriatic" selected', text_of(page), re.DOTALL)


def test_a_zone_asks_for_what_only_the_players_see(board: Board) -> None:
    words = plain(board.client.post(f"{BOARD}row/demo-2/draft/", {"act": "why", "sails": "2 SP"}))
    assert "Hexes to an Axis port 33.B.1.b" in words
    assert "protected waters 36.A.1" in words
    assert "Enemy air, TBF 33.C" in words
    legs = {"open": "1", "way": "naples>tripoli", "zone-1": "baltic", "zone-2": "arctic", "status-2": "7"}
    words = plain(board.client.post(f"{BOARD}row/demo-1/draft/", ROW | legs | {"act": "leg-add"}))
    assert "within 3 hexes of a Soviet naval base 33.B.10" in words
    assert "Agreed status, none is printed R-51" in words
    assert "Arctic status 7 →" in words


def test_mines_and_danger_zones_on_the_way_of_a_row_are_folded_for_who_moves_transports_by_hexes(board: Board) -> None:
    page = text_of(board.client.get(f"{BOARD}?open=demo-1"))
    folded = page.partition('<details id="perils-demo-1">')[2].partition("</details>")[0]
    assert "<summary" in folded
    assert "Only if your group moves transports by hexes" in folded
    assert "do/row-danger/?row=demo-1" in folded
