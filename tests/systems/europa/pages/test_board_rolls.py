"""The board's dice: one row or all of them, their read-out, what cannot be rolled, and a roll that is sent twice."""

import re
from urllib.parse import urlencode

import pytest

from navalassist.auditlog.models import Entry
from navalassist.play.write.submissions import new_submission
from tests.desk.on_board import BOARD, HOME, HOSTILE, HTMX, ROW, Board, entries, plain, text_of
from tests.in_hand import drawn
from tests.systems.europa.board import put, rolled, typed


def test_a_roll_leads_to_its_read_out(board: Board) -> None:
    board.set({"malta:status.number": 9})
    board.put("3 SP")
    answer = board.roll(strip="63 4 2 1")
    assert answer.status_code == 302
    assert re.fullmatch(rf"{BOARD}rolled/[0-9a-f]{{32}}/", answer["Location"])
    for _ in range(2):
        words = plain(board.client.get(answer["Location"]))
        assert "CONTACT on 7 to 12 21 in 36, 58 %" in words
        assert "Eliminated lot 1, 3 SP: all 3 lost" in words
        assert "Tyrrhenian: no check." in words
        assert "● Next: 3 SP, Naples–Tripoli" in words
        assert 'title="Rolls row after row, and stops after a contact' in text_of(board.client.get(answer["Location"]))
        assert "Roll all the rest" in words
        assert "Roll to next decision" in words
        assert re.search(r"Receipt (\d+) Correct… receipt \1", words)
    assert board.row("demo-1")["res_lost"] == "4"


def test_the_read_out_says_the_arrival_of_a_row_whose_last_zone_has_no_check(board: Board) -> None:
    """33.B.4.a: after the Central Med the Tyrrhenian asks for no check, and the empties are in Naples."""
    key = board.put("empty", "tripoli naples", on="2 NTs")
    answer = board.roll(order=f"row:{key}", strip="11")
    words = plain(board.client.get(answer["Location"]))
    assert re.search(r"Tyrrhenian: no check\. [^.]+\. Arrive at Naples: 2 NTs\.", words)
    assert words.count("Arrive at Naples") == 1


def test_htmx_gets_the_read_out_in_the_same_request(board: Board) -> None:
    answer = board.roll(strip="11", headers=HTMX)
    assert answer.status_code == 200
    assert answer["HX-Push-Url"].startswith(f"{BOARD}rolled/")
    assert "NO CONTACT" in plain(answer).upper()
    assert "NO CONTACT" in plain(board.client.get(answer["HX-Push-Url"])).upper()


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
def test_nothing_else_is_rolled_than_what_is_shown(board: Board, rows: dict[str, str], says: str) -> None:
    before = entries()
    for headers in ({}, HTMX):
        for order in ("row:demo-1", "next", "all"):
            answer = drawn(
                board.sent("roll/", {"roll": order, "dice": "typed", "strip": "11"} | rows, headers=headers), 422
            )
            assert says in plain(answer)
            assert 'value="11"' in answer
            for key in rows:
                assert f'href="#row-{key.removeprefix("typed-")}"' in answer, "the way to the row"
    assert entries() == before


def test_why_nothing_can_be_rolled_is_said_once(board: Board) -> None:
    board.put("2 RP", "alexandria valletta", side="allied")
    assert board.words().count("Can't be rolled yet") == 1, "of two Allied rows"
    board.end_steps(2)
    words = board.words()
    assert words.count("Can't be rolled yet") == 1, "of the Axis rows; the dock says why for the Allied ones"
    assert "Roll all" not in words.partition("Keys")[0]


def test_a_row_typed_as_it_is_saved_rolls(board: Board) -> None:
    given = typed_rows(demo_1={}, new={"sails": " "}, gone={"sails": "3 SP"})
    assert board.sent("roll/", {"roll": "row:demo-1"} | given).status_code == 302


def test_what_is_typed_in_rows_outlives_a_stale_roll_and_an_undo(board: Board) -> None:
    old = board.seen()
    rows = typed_rows(demo_2={"sails": "8 SP", "side": "allied"})
    board.sent("row/demo-1/", ROW | {"sails": "9 SP"})
    entry = re.search(r'name="entry" value="([^"]+)"', board.drawn())
    answer = drawn(
        board.client.post(
            f"{BOARD}undo/",
            {"submission": new_submission(), "entry": entry[1]} | rows | typed_rows(new={"sails": "2 RP"}),
            headers=HTMX,
        )
    )
    for value in ("8 SP", "2 RP"):
        assert f'name="sails" value="{value}"' in answer
    assert '<details class="new" id="new" open>' in answer
    assert old != board.seen()


def test_a_roll_sent_twice_rolls_once_and_shows_the_first(board: Board) -> None:
    given = {"roll": "all", "dice": "server", "strip": "", "submission": new_submission(), "seen": board.seen()}
    answers = [board.client.post(f"{BOARD}roll/", given) for _ in range(3)]
    assert len({answer["Location"] for answer in answers}) == 1
    assert Entry.objects.filter(submission=given["submission"]).count() == 2


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"dice": "typed", "strip": "63"}, "CONTACT in the Central Mediterranean; 3 more dice are needed"),
        ({"dice": "typed", "strip": "11 2"}, "1 die too many"),
        ({"dice": "typed", "strip": "1 9"}, "is none of them"),
        ({"dice": "server", "strip": "11"}, "choose “Our own”, or empty the strip"),
        ({"dice": "loaded", "strip": "11"}, "choose the server's or your own"),
        ({"dice": "server", "roll": "row:nobody"}, "no longer on the board"),
        ({"dice": "server", "roll": "row:demo-2"}, "Allied shipping sails in the Allied player turn"),
        ({"dice": "server", "roll": HOSTILE}, "say what is to be rolled".capitalize()),
        ({"dice": "server", "submission": "again"}, "open the board again"),
    ],
)
def test_what_cannot_be_rolled_is_422_and_the_dice_stay(board: Board, data: dict[str, str], says: str) -> None:
    before = entries()
    for headers in ({}, HTMX):
        answer = drawn(board.sent("roll/", {"roll": "row:demo-1"} | data, headers=headers), 422)
        # More dice to throw is no mistake.
        assert plain(answer).count("Nothing was done.") == ("more dice" not in says)
        assert plain(answer).count("Dice:") <= 1
        assert says in plain(answer)
        assert f'value="{data.get("strip", "")}"' in answer
        assert HOSTILE not in answer
    assert entries() == before


def test_a_roll_from_a_stale_page_is_409_and_the_dice_stay(board: Board) -> None:
    old = board.seen()
    board.sent("row/demo-1/", ROW | {"sails": "9 SP"})
    before = entries()
    for headers in ({}, HTMX):
        given = {"roll": "all", "dice": "typed", "strip": "11", "submission": new_submission(), "seen": old}
        answer = drawn(board.client.post(f"{BOARD}roll/", given, headers=headers), 409)
        assert 'value="11"' in answer
        assert "The page was older than the campaign" in plain(answer)
    assert entries() == before


def test_whose_dice_is_remembered_and_rows_that_have_sailed_stand_below_what_is_still_to_do(board: Board) -> None:
    board.put("3 SP")
    assert 'value="server" checked' in board.drawn()
    board.roll(strip="11")
    assert 'value="typed" checked' in board.drawn()
    page = board.drawn()
    places = [page.index(f'id="{name}"') for name in ("rows-axis", "dice", "rows-sailed", "row-demo-1", "rows-allied")]
    assert places == sorted(places)
    assert "Sailed this turn 1 7 SP, Naples–Tripoli Arrived at Tripoli 7 SP, 7 NTs Receipt" in board.words()
    board.end_steps(4)
    planned = board.drawn().partition('id="theirs"')[2]
    assert "Axis, planned for the Axis player turn" in planned
    assert "row-demo-1" not in planned


def test_a_finished_row_says_what_became_of_it_and_going_on_names_each_row_that_it_skips_once(board: Board) -> None:
    board.roll(strip="63 4 2 1")
    words = board.words()
    assert "7 SP, Naples–Tripoli Lost 4 SP, 4 NTs Arrived at Tripoli 2 SP, 2 NTs" in words
    assert "Back in Naples, finished 1 SP, 1 NT Receipt 4" in words
    assert "No Axis row is left to sail in this player turn." in words
    ways = "Go on to the Axis naval exploitation ends 2 steps Go on to the Allied initial phase ends 3 steps "
    assert ways + "Go on to the Allied naval movement ends 5 steps" in words
    until = "allied/exploitation"
    answer = drawn(
        board.client.post(
            "/c/mediterranean-1941/step/",
            {"submission": new_submission(), "clock": "1941-03-1/axis/naval-movement", "until": until},
        ),
        409,
    )
    assert plain(answer).count("Row 2:") == 1


def test_from_the_board_one_tap_goes_on_to_where_the_other_side_decides(board: Board) -> None:
    board.roll(strip="11")
    page = board.drawn()
    forms = [part.partition("</form>")[0] for part in page.split(f'{HOME}step/"')[1:]]
    assert [re.findall(r'name="until" value="([^"]*)"', form) for form in forms] == [
        ["axis/exploitation"],
        ["allied/initial"],
        ["allied/naval-movement"],
    ]
    form = forms[1]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    assert board.client.post(f"{HOME}step/", fields | {"until": "allied/initial"}).headers["Location"] == f"{HOME}#step"
    assert board.state.clock[1:] == ("allied", "initial")


def test_the_last_turn_is_repeated_in_one_tap(board: Board) -> None:
    board.roll(strip="11")
    assert "Repeat last turn" not in board.words()
    board.end_steps(8)
    assert "Repeat last turn 1 Axis row" in board.words()
    given = {"side": "axis", "submission": new_submission()}
    answers = [board.client.post(f"{BOARD}repeat/", given, headers=headers) for headers in ({}, HTMX)]
    assert [answer.status_code for answer in answers] == [302, 200]
    page = board.client.get(BOARD)
    assert "Repeat last turn" not in plain(page)
    assert "Axis, 1 row still to sail" in plain(page)
    assert board.sent("repeat/", {"side": HOSTILE}).status_code == 422
    assert board.sent("repeat/", {"side": "allied"}, headers=HTMX).status_code == 422


def test_beside_repeat_stands_what_is_not_repeated_and_why(board: Board) -> None:
    key = put(board.campaign, typed("1 inf XX, 6 REs"))
    rolled(board.campaign, f"row:{key}", "11")
    board.roll(strip="11")
    board.end_steps(8)
    assert "Repeat last turn 1 Axis row 1 inf XX: arrived at Tripoli." in board.words()


def test_a_read_out_of_nothing_is_not_there(board: Board) -> None:
    for key in (new_submission(), "nothing", "0" * 32):
        assert board.client.get(f"{BOARD}rolled/{key}/").status_code == 404
    own = new_submission()
    board.client.post(f"{BOARD}row/", ROW | {"submission": own})
    assert board.client.get(f"{BOARD}rolled/{own}/").status_code == 404


def test_outside_a_naval_step_nothing_is_rolled(board: Board) -> None:
    board.end_steps(2)
    words = board.words()
    assert board.state.clock[1:] == ("allied", "initial")
    assert "Shipping sails in the naval movement and naval exploitation steps. (33.A)" in words
    assert "● Allied rolls" not in words
