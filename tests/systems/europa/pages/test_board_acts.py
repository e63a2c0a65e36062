"""The board's order, empties, templates, roster and what-if: by plain forms and by htmx, nothing lost."""

import re
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from navalassist.auditlog.models import Entry
from navalassist.play.write.submissions import new_submission
from navalassist.systems.europa.board import outlook, whatif
from navalassist.systems.europa.upkeep import EditError
from tests.desk.on_board import BOARD, HOME, HTMX, Board, entries, plain, text_of
from tests.in_hand import drawn
from tests.systems.europa.board import rolled


@pytest.fixture(autouse=True)
def malta(board: Board) -> None:
    board.set({"malta:status.number": 9})


# Order and empties


def test_a_row_is_moved_by_a_plain_button_and_by_htmx(board: Board) -> None:
    key = board.put("4 SP")
    answer = board.sent(f"row/{key}/up/", {})
    assert (answer.status_code, answer["Location"]) == (302, f"{BOARD}#row-{key}")
    assert (board.row(key)["row"], board.row("demo-1")["row"]) == (1, 3)
    kept = {"typed-demo-1": "sails=9+SP&origin=naples&destination=tripoli"}
    answer = drawn(board.sent(f"row/{key}/down/", kept, headers=HTMX))
    assert (board.row(key)["row"], board.row("demo-1")["row"]) == (3, 1)
    assert f'id="down-{key}"' in answer
    assert 'value="9 SP"' in answer, "what stands typed in another row stays"


def test_the_first_row_cannot_go_up_and_one_tap_sends_the_empties_back(board: Board) -> None:
    answer = drawn(board.sent("row/demo-1/up/", {}, headers=HTMX), 422)
    assert "Row 1 is the first of its side already." in plain(answer)
    rolled(board.campaign, "row:demo-1", "11")
    assert "Send 7 NTs back empty" in board.words()
    answer = board.sent("row/demo-1/back/", {}, headers=HTMX)
    words = plain(answer)
    assert "Empties sail alone" in words
    assert "9 − 5 empty, alone" in words
    assert "Row 3 added, empties sent back" in words
    assert "back empty" not in board.words(), "it is offered once"


# Templates


def test_templates_are_saved_used_renamed_and_deleted_by_plain_forms(board: Board) -> None:
    board.put("4 SP")
    board.sent("templates/", {"side": "axis", "name": "Tripoli run"})
    words = board.words()
    assert "Tripoli run 2 rows" in words
    assert "7 SP, Naples–Tripoli; 4 SP, Naples–Tripoli" in words
    key = next(k for k in board.state.rows("template")).partition(":")[2]
    assert board.sent(f"templates/{key}/", {"act": "put"}).status_code == 302
    assert "Rows 4 and 5 added" in board.words()
    board.sent(f"templates/{key}/", {"act": "rename", "name": "Night run"})
    assert "Night run 2 rows" in board.words()
    board.sent(f"templates/{key}/", {"act": "delete"})
    assert "Night run 2 rows" not in board.words()


def test_a_template_of_the_board_takes_only_the_rows_that_wait(board: Board) -> None:
    board.put("4 SP")
    rolled(board.campaign, "row:demo-1", "11")
    assert "Name for the 1 Axis row that waits" in board.words()
    board.sent("templates/", {"side": "axis", "name": "Second wave"})
    words = board.words()
    assert "Second wave 1 row" in words
    assert "Name for the 1 Axis row" in words


def test_a_row_is_kept_as_it_is_typed_and_a_name_that_is_taken_is_refused(board: Board) -> None:
    data = {
        "sails": "3 SP",
        "on": "",
        "origin": "naples",
        "destination": "tripoli",
        "template": "Small run",
        "open": "1",
    }
    assert "Small run 1 row" in plain(board.sent("row/demo-1/template/", data, headers=HTMX))
    assert board.row("demo-1")["points"] == "7", "keeping a template saves no row"
    board.sent("templates/", {"side": "axis", "name": "Run"})
    answer = drawn(board.sent("templates/", {"side": "axis", "name": "RUN"}, headers=HTMX), 422)
    assert "There is one called RUN already" in plain(answer).replace("there is", "There is")
    assert 'value="RUN" aria-invalid="true"' in answer
    assert board.sent("templates/", {"side": "axis", "name": " "}).status_code == 422
    assert board.sent("templates/", {"side": "vichy", "name": "Run 2"}).status_code == 422
    assert board.sent("templates/nobody/", {"act": "put"}).status_code == 422
    assert board.sent("templates/nobody/", {"act": "burn"}).status_code == 422


def test_the_other_side_sees_no_secret_template_and_an_observer_changes_nothing(board: Board) -> None:
    board.sent("templates/", {"side": "axis", "name": "Night run", "secret": "1"})
    assert "Night run 1 row, secret" in board.words()
    board.sit("allied")
    for page in (BOARD, "/c/mediterranean-1941/log/"):
        assert "Night run" not in plain(board.client.get(page))
    board.sit("observer")
    before = entries()
    for path in ("row/demo-1/down/", "row/demo-1/back/", "templates/", "roster/"):
        answer = board.sent(path, {"side": "axis", "name": "x", "port-1": "naples", "what-1": "nt", "count-1": "5"})
        assert answer.status_code in (403, 422)
    assert entries() == before


# Roster


def count(board: Board, port: str, number: str, what: str = "nt", **more: str) -> Any:
    return board.sent("roster/", {"side": "axis", "port-1": port, "what-1": what, "count-1": number, **more})


def test_the_roster_says_what_to_do_is_entered_shown_and_let_go(board: Board) -> None:
    assert "No transports are kept yet. Enter what stands in a port" in board.words("roster/")
    assert "Free at" not in board.words()
    answer = count(board, "naples", "12")
    assert (answer.status_code, answer["Location"]) == (302, f"{BOARD}roster/?side=axis")
    assert "Naples NTs 7" in board.words("roster/")
    assert "Free at Naples: 12 NTs." in board.words()
    rolled(board.campaign, "row:demo-1", "11")
    page = board.drawn("roster/")
    assert 'name="free-axis/naples/nt" value="5"' in page
    assert 'name="free-axis/tripoli/nt" value="7"' in page
    board.sent("roster/", {"side": "axis", "free-axis/naples/nt": "6", "free-axis/tripoli/nt": "7"})
    assert 'name="free-axis/naples/nt" value="6"' in board.drawn("roster/")
    assert re.search("Roster, Axis[ ,]+Naples 6 NTs", board.words(f"{HOME}log/"))
    board.sent("roster/", {"side": "axis", "drop": "nt:"})
    assert "No transports are kept yet" in board.words("roster/")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"port-1": "atlantis", "what-1": "nt", "count-1": "5"}, "Port: choose one of the list."),
        ({"port-1": "naples", "what-1": "submarines", "count-1": "5"}, "What: choose one of the list."),
        ({"port-1": "naples", "what-1": "nt", "count-1": "2.5"}, "How many: type a whole number from 0 to 9999."),
        ({"port-1": "naples", "what-1": "sp", "count-1": "many"}, "How many: type a number from 0 to 9999."),
        ({"port-1": "naples", "what-1": "unit", "count-1": "4"}, "Unit: give its name, at most 80 characters."),
    ],
)
def test_what_does_not_fit_is_named_and_kept(board: Board, data: dict[str, str], says: str) -> None:
    before = entries()
    answer = drawn(board.sent("roster/", {"side": "axis", **data, "count-2": ""}), 422)
    assert says in plain(answer)
    assert f'value="{data["count-1"]}"' in answer
    assert entries() == before


def test_too_few_in_port_is_told_refused_and_overridden_by_a_tick(board: Board) -> None:
    count(board, "naples", "3")
    assert "Too few there: Naples has 3 NTs free, and this row takes 7 NTs. Sail all the same" in board.words()
    order = {"submission": new_submission(), "roll": "row:demo-1", "dice": "typed", "strip": "11"}
    answer = drawn(board.client.post(f"{BOARD}roll/", order, headers=HTMX), 422)
    assert "Tick “Sail all the same” at row 1" in plain(answer)
    assert 'value="11"' in answer, "the dice stay typed"
    order |= {"submission": new_submission(), "beyond": "demo-1"}
    assert board.client.post(f"{BOARD}roll/", order, headers=HTMX).status_code == 200
    assert board.row("demo-1")["state"] == "arrived"
    assert 'name="free-axis/naples/nt" value="−4"' in board.drawn("roster/")


# What if


def test_what_if_shows_before_and_after_of_what_the_rows_hang_on_and_writes_nothing(board: Board) -> None:
    """Column 9 contacts on 21 of 36, column 4 on 8: 15/36 is 42 %, 28/36 is 78 %."""
    before = entries()
    words = board.words("what-if/?malta:status.number=4")
    assert "42 % → 78 % 2.8 → 1.1 Central Med 9 → 4" in words
    assert "Bomb Malta first?" in words
    assert "Axis: all arrive, %" in words
    assert entries() == before
    assert board.client.post(f"{BOARD}what-if/").status_code == 405
    answer = board.client.get(f"{BOARD}what-if/?malta:status.number=4", headers=HTMX)
    assert "<h1" not in text_of(answer)
    assert "42 % → 78 %" in plain(answer)
    state = board.state
    mine = {"demo-1": state.row("shipment:demo-1")}
    keys = {lever.key for lever in whatif.levers(state, mine)}
    assert "malta:status.number" in keys
    assert "air:central-med.air_against" in keys
    assert "condition:suez-canal.value" not in keys
    assert board.client.get(f"{BOARD}what-if/?condition:suez-canal.value=open&x=1").status_code == 200


def test_the_scale_of_large_convoys_is_worked_out_only_when_asked_for(board: Board) -> None:
    board.put("41 SP")
    page = board.drawn("what-if/")
    assert "all arrive, %" not in page
    link = re.search(r'href="([^"]+)"[^>]*>Work out every number', page)
    page = text_of(board.client.get(link[1].partition("#")[0]))
    assert "Axis: all arrive, %" in page
    assert '<input type="hidden" name="scale" value="1" form="try">' in page, "the next change asks for it again"
    assert "Work out every number" not in page


def test_what_if_leads_to_the_bombing_in_the_steps_in_which_malta_is_bombed(board: Board) -> None:
    """36.A.4.a: in the Axis player turn."""
    assert '/do/malta-bombed/">Bomb Malta</a>' in board.drawn("what-if/")
    board.end_steps(2)
    page = board.drawn("what-if/")
    assert "Bomb Malta first?" in page
    assert "/do/malta-bombed/" not in page


@pytest.mark.parametrize("number", ["16", "-1", "x", "９", "9" * 50])
def test_what_cannot_be_tried_is_said(board: Board, number: str) -> None:
    answer = drawn(board.client.get(f"{BOARD}what-if/", {"malta:status.number": number}), 422)
    assert "Malta's number: type a whole number from 0 to 15." in plain(answer)


def test_air_and_an_owner_are_tried_as_their_pages_would_set_them(board: Board) -> None:
    """33.C: 3 TBF against adds 3, so 12; 36.A.4: an Axis Valletta fixes Malta's number at 0, where nothing is found."""
    state = board.state
    mine = {"demo-1": state.row("shipment:demo-1")}
    known = whatif.levers(state, mine)
    flown = whatif.tried(state, known, {"air:central-med.air_against": "3"})
    assert outlook.of_row(flown, "demo-1", flown.row("shipment:demo-1")).legs[1].total == 12
    fallen = whatif.tried(state, known, {"port:valletta.owner": "axis"})
    assert fallen.values["malta:status.number"] == 0
    with pytest.raises(EditError, match="fixed while the Axis owns Valletta"):
        whatif.tried(state, known, {"port:valletta.owner": "axis", "malta:status.number": "5"})
    assert state.values["malta:status.number"] == 9
    scale = whatif.malta_scale(state, mine)
    assert [number for number, _ in scale] == list(range(16))
    assert scale[9][1].all_arrive == Fraction(15, 36)
    assert whatif.malta_scale(fallen, mine) == []


def test_the_pages_cost_few_queries(board: Board) -> None:
    count(board, "naples", "12")
    for path in ("", "roster/", "what-if/?malta:status.number=4"):
        board.client.get(BOARD + path)
        with CaptureQueriesContext(connection) as queries:
            assert board.client.get(BOARD + path).status_code == 200
        assert len(queries) <= 5, path
    assert Entry.objects.filter(campaign=board.campaign).count() == entries()


# The log


def test_every_new_act_has_a_line_and_a_receipt_in_words(board: Board) -> None:
    board.put("4 SP")
    board.sent("row/demo-1/down/", {})
    board.sent("templates/", {"side": "axis", "name": "Tripoli run"})
    key = board.state.rows("template")[0].partition(":")[2]
    board.sent(f"templates/{key}/", {"act": "put"})
    board.sent(f"templates/{key}/", {"act": "rename", "name": "Night run"})
    board.sent(f"templates/{key}/", {"act": "delete"})
    count(board, "naples", "12")
    count(board, "naples", "4", "unit", **{"name-1": "Ariete division"})
    words = board.words(f"{HOME}log/")
    for line in (
        "Row 1 moved down, now row 3",
        "Template saved, Tripoli run",
        "Rows 4 and 5 added",
        "Template deleted, Night run",
    ):
        assert line in words, line
    assert re.search("Roster, Axis[ ,]+Naples 4 REs of Ariete division", words)
    told = ""
    for entry in Entry.objects.filter(campaign=board.campaign, kind="edit"):
        page = board.client.get(f"/c/mediterranean-1941/log/{entry.reference}/")
        assert page.status_code == 200
        told += plain(page)
    assert "Tripoli run, name Tripoli run Night run" in told
    assert "NT kept in Naples – there" in told


def test_the_roster_says_that_nothing_was_typed_and_takes_no_port_of_the_enemy(board: Board) -> None:
    written = Entry.objects.count()
    for fields, said in (
        ({}, "Nothing is typed yet: choose a port"),
        ({"port-1": "alexandria", "what-1": "nt", "count-1": "3"}, "Port: Alexandria is Allied: the Axis side keeps"),
    ):
        answer = drawn(board.sent("roster/", {"side": "axis", **fields}), 422)
        assert said in plain(answer)
        assert '<div class="msg bad" role="alert" tabindex="-1" data-focus>' in answer
    assert Entry.objects.count() == written


def test_a_template_is_its_own_sides_unless_that_is_taken_away(board: Board) -> None:
    assert '<input type="checkbox" name="secret" value="1" checked>' in board.drawn()
