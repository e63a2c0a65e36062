"""The board's rows: added, edited, copied, removed; untouched writes nothing, and nothing typed breaks it."""

import re

import pytest

from navalassist.desk.turn.skips import skips_of
from navalassist.play.agenda import Agenda
from navalassist.play.state import State
from navalassist.play.systems import system_of
from navalassist.play.write.submissions import new_submission
from tests.desk.on_board import BOARD, HOME, HOSTILE, HTMX, ROW, Board, entries, plain, text_of
from tests.in_hand import drawn


def rolled_with(strip: str) -> dict[str, str]:
    """What the dice bar sends for the demo's first row with typed dice."""
    return {"submission": new_submission(), "seen": "", "roll": "row:demo-1", "strip": strip, "dice": "typed"}


def agenda_of(state: State) -> Agenda:
    """The duties as somebody sees them who sees everything."""
    return Agenda(state, state.values, system_of("europa"))


# Rows


@pytest.mark.rule("E33.E.E", "E33.E.R")
def test_the_receipt_of_a_warship_s_cargo_says_what_came_back(board: Board) -> None:
    board.sent("row/demo-1/", ROW | {"on": "warships"})
    assert "Rolled" in plain(board.client.post(BOARD + "roll/", rolled_with("66 6 2 1"), follow=True))
    words = board.words(f"{HOME}log/public/{entries()}/")
    assert "lot 1, 3 SP: all 3 lost, 2 hits" in words
    assert "lot 2, 3 SP: 1 lost, 2 back to Naples" in words
    assert "lot 3, 1 SP: back to Naples" in words
    assert "Lost 4 SP, 2 hits" in words
    assert "Back in Naples, finished 3 SP, 1 warship" in words


@pytest.mark.rule("E33.A.2")
def test_a_row_that_stops_at_sea_is_due_as_the_exploitation_step_begins(board: Board) -> None:
    zones = {"way": "naples>tripoli", "zone-1": "tyrrhenian", "zone-2": "central-med", "stops-2": "on"}
    board.sent("row/demo-1/", ROW | zones)
    assert [leg["stops"] for leg in board.row("demo-1")["route"]] == [False, True]
    words = board.words("?open=demo-1")
    assert "none, all stop at sea" in words
    assert "Unharmed" in words
    board.roll(strip="11", dice="typed")
    words = board.words()
    assert "Tyrrhenian sailed Central Med at sea here, checked" in words
    assert "Can't be rolled yet: It stops at sea in this step. Take out its stop, under Why, to sail on. R-57" in words
    assert "Axis, 0 rows still to sail" in words
    board.end_steps()
    words = board.words()
    due = "At sea in the Central Mediterranean: this step began with it there. It is checked there before it sails on."
    assert f"{due} 33.A.2" in words
    assert "33.A.2 at sea as this step began" in board.words(HOME)
    assert "Axis, 1 row still to sail" in words
    assert '<button class="go grow side-allied" name="roll" value="row:demo-1">' in board.drawn()
    board.roll(strip="11", dice="typed")
    receipt = board.words(f"{HOME}log/public/{entries()}/")
    assert "The step began with it at sea here 33.A.2 yes" in receipt
    assert "Stops here at sea yes" in receipt
    assert due not in board.words()
    assert "at sea as this step began" not in board.words(HOME)


@pytest.mark.rule("E33.A.2")
def test_ending_a_step_names_what_is_at_sea_and_not_checked_in_it(board: Board) -> None:
    zones = {"way": "naples>tripoli", "zone-1": "central-med", "stops-1": "on"}
    board.sent("row/demo-1/", ROW | zones)
    board.roll(strip="11", dice="typed")
    state = board.state
    assert skips_of(agenda_of(state)) == [], "it stays where it is, as it should"
    ahead = skips_of(agenda_of(state), "allied/naval-movement")
    assert [skip.title for skip in ahead] == ["Axis naval exploitation, Mar I 41"]
    assert ahead[0].lines[0].endswith("at sea, not checked in this step")
    board.end_steps()
    state = board.state
    assert [skip.keys for skip in skips_of(agenda_of(state))] == [("demo-1",)]
    board.roll(strip="11", dice="typed")
    state = board.state
    assert skips_of(agenda_of(state)) == []


def test_where_a_row_is_at_sea_its_zone_is_settled(board: Board) -> None:
    zones = {"way": "naples>tripoli", "zone-1": "central-med", "stops-1": "on"}
    board.sent("row/demo-1/", ROW | zones)
    board.roll(strip="11", dice="typed")
    board.sent("row/demo-1/", {"destination": "tripoli", "zone-1": "adriatic", "air_against-1": "2"})
    leg = board.row("demo-1")["route"][0]
    assert (leg["zone"], leg["stops"], leg["air_against"]) == ("central-med", False, 2)


@pytest.mark.rule("E33.D.MOD1")
def test_empty_transports_have_a_tick_for_sailing_alone(board: Board) -> None:
    tick = 'name="alone" id="alone-new" value="1" checked'
    empties = ROW | {"sails": "4 empty NTs", "origin": "tripoli", "destination": "naples"}
    assert tick in text_of(board.sent("draft/", empties, headers=HTMX))
    assert tick not in text_of(board.sent("draft/", ROW, headers=HTMX))
    assert tick not in text_of(board.sent("draft/", empties | {"sails": "4 empty LCs"}, headers=HTMX))
    board.sent("row/", empties | {"alone-asked": "1"})
    key = board.state.rows("shipment")[-1].removeprefix("shipment:")
    assert board.row(key)["alone"] is False
    assert f'id="alone-{key}" value="1">' in board.drawn()
    answer = board.sent(f"row/{key}/", empties | {"alone-asked": "1", "alone": "1"}, headers=HTMX)
    assert f'id="alone-{key}" value="1" checked' in text_of(answer)
    assert board.row(key)["alone"] is True


def test_a_row_is_added_by_a_plain_form_and_by_htmx_and_the_new_one_remembers_the_last_way(board: Board) -> None:
    answer = board.sent("row/", ROW | {"sails": "Ariete division, 4 REs"})
    assert (answer.status_code, answer["Location"]) == (302, BOARD)
    answer = drawn(board.sent("row/", ROW | {"sails": "3 SP"}, headers=HTMX))
    parts = re.findall(r'hx-target="(#[^"]+)" hx-swap="([^"]+)"', answer)
    assert parts == [
        ("#rows-axis", "beforeend"),
        ("#new", "outerHTML"),
        ("#summary", "outerHTML"),
        ("#dice", "outerMorph"),
        ("#go-on", "outerMorph"),
        ("#tools", "outerHTML"),
        ("#head", "outerHTML"),
        ("#thumb", "outerMorph"),
        ("#messages", "innerHTML"),
    ]
    assert "Undo Row 4 added" in plain(answer)
    labels = [board.state.row(key)["label"] for key in board.state.rows("shipment")]
    assert "Ariete division" in labels
    board.sent("row/", ROW | {"origin": "taranto", "destination": "misurata"})
    page = board.drawn()
    assert re.search(r'id="origin-new"[^>]*><option value="taranto" selected>', page)
    assert re.search(r'id="destination-new"[^>]*><option value="misurata" selected>', page)
    assert 'value="route:taranto:misurata"' in page
    # Empties sail back, and lend their way to no cargo.
    board.sent("row/", ROW | {"sails": "2 NT empty", "origin": "misurata", "destination": "taranto"})
    assert re.search(r'id="origin-new"[^>]*><option value="taranto" selected>', board.drawn())


def test_the_way_on_is_drawn_by_itself_so_that_no_copy_of_it_is_left(board: Board) -> None:
    board.end_steps(6)
    partials = text_of(board.sent("row/", ROW, headers=HTMX)).split("<hx-partial")
    holds = [
        part.partition('hx-target="')[2].partition('"')[0] for part in partials if "Go on to the Axis naval" in part
    ]
    assert holds == ["#go-on"]
    assert board.drawn().count("Go on to the Axis naval") == 1


def test_a_new_row_is_for_the_side_whose_turn_it_is_and_stays_with_the_side_used_last(board: Board) -> None:
    def whose() -> str:
        form = board.drawn().partition('id="f-new"')[2]
        found = re.search(r'name="side" value="(\w+)"', form)
        return found[1]

    assert whose() == "axis"
    board.end_steps(4)
    assert whose() == "allied"
    board.sit("axis")
    assert whose() == "allied"
    board.sent("row/", ROW)
    assert whose() == "axis"
    board.end_steps(4)
    assert whose() == "axis"
    board.sent("row/", ROW | {"side": "allied", "origin": "alexandria", "destination": "valletta"})
    assert whose() == "allied"
    board.end_steps(4)
    assert whose() == "allied", "that of the new player turn"


def test_a_row_that_cannot_be_read_is_422_and_keeps_what_was_typed(board: Board) -> None:
    before = entries()
    for headers in ({}, HTMX):
        answer = drawn(board.sent("row/", ROW | {"sails": "the lot", "destination": "benghazi"}, headers=headers), 422)
        assert 'value="the lot"' in answer
        assert '<option value="benghazi" selected>' in answer
        assert "“the lot” has no size" in plain(answer)
        assert 'aria-invalid="true"' in answer
    assert entries() == before


def test_a_saved_row_is_edited_in_place_untouched_writes_nothing_and_zones_are_kept(board: Board) -> None:
    before = entries()
    assert board.sent("row/demo-1/", ROW).status_code == 302
    assert entries() == before
    answer = drawn(board.sent("row/demo-1/", ROW | {"sails": "9 SP"}, headers=HTMX))
    assert entries() == before + 1
    assert (board.row("demo-1")["points"], board.row("demo-1")["transport_count"]) == ("9", 9)
    assert 'hx-target="#row-demo-1" hx-swap="outerMorph"' in answer
    legs = {"open": "1", "way": "naples>tripoli", "zone-1": "tyrrhenian", "zone-2": "central-med", "air_for-2": "2"}
    board.sent("row/demo-1/", ROW | legs)
    assert board.row("demo-1")["route"][1]["air_for"] == 2
    board.sent("row/demo-1/", ROW | {"sails": "8 SP"})
    assert board.row("demo-1")["route"][1]["air_for"] == 2
    board.sent("row/demo-1/", ROW | {"origin": "taranto"})
    assert [leg["zone"] for leg in board.row("demo-1")["route"]] == ["central-med"]


@pytest.mark.parametrize("path", ["row/", "row/demo-1/", "row/demo-1/copy/", "row/demo-1/strike/"])
def test_a_double_post_is_done_once(board: Board, path: str) -> None:
    before = entries()
    given = ROW | {"sails": "5 SP", "submission": new_submission(), "seen": board.seen()}
    answers = [board.client.post(BOARD + path, given) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert entries() == before + 1


def test_a_stale_row_is_409_with_what_changed_and_what_was_typed(board: Board) -> None:
    old = board.seen()
    board.sent("row/demo-1/", ROW | {"sails": "9 SP"})
    before = entries()
    for headers in ({}, HTMX):
        answer = drawn(
            board.client.post(
                f"{BOARD}row/demo-1/",
                ROW | {"sails": "8 SP", "submission": new_submission(), "seen": old},
                headers=headers,
            ),
            409,
        )
        assert 'value="8 SP"' in answer
        assert "The page was older than the campaign" in plain(answer)
        assert "Row 1 was changed to 9 SP by entry 3" in plain(answer)
        assert "/log/public/3/" in answer
    assert entries() == before


def test_copy_and_remove(board: Board) -> None:
    answer = board.sent("row/demo-1/copy/", {}, headers=HTMX)
    assert 'hx-target="#rows-axis" hx-swap="beforeend"' in text_of(answer)
    assert "7 SP" in text_of(answer)
    assert 'hx-target="#row-demo-1" hx-swap="delete"' in text_of(board.sent("row/demo-1/strike/", {}, headers=HTMX))
    assert board.row("demo-1")["state"] == "struck"
    for headers in ({}, HTMX):
        answer = drawn(board.sent("row/demo-1/", ROW, headers=headers), 409)
        assert "What was typed stands in a new row." in plain(answer)
        assert 'id="sails-new" name="sails" value="7 SP"' in answer
        answer = drawn(board.sent("row/demo-1/copy/", {}, headers=headers), 422)
        assert "Nothing was done. This row is no longer on the board." in plain(answer)
    assert "Row 1 removed" in board.words()


def test_who_strikes_a_row_that_has_just_sailed_is_told_why_it_stays(board: Board) -> None:
    board.roll(strip="63 421")
    for headers in ({}, HTMX):
        answer = plain(drawn(board.sent("row/demo-1/strike/", {}, headers=headers), 422))
        assert "Nothing was done. A row that has sailed stays on the board; correct its receipt instead" in answer


def test_undo_brings_a_removed_row_back(board: Board) -> None:
    board.sent("row/demo-1/strike/", {})
    page = board.drawn()
    entry = re.search(r'name="entry" value="([^"]+)"', page)
    assert 'id="row-demo-1"' in text_of(board.sent("undo/", {"entry": entry[1]}, headers=HTMX))
    assert board.row("demo-1")["state"] == "planned"
    for headers in ({}, HTMX):
        answer = drawn(board.sent("undo/", {"entry": entry[1]}, headers=headers), 409)
        assert "can no longer be taken back" in plain(answer)


def test_an_observer_may_not_change_the_board_and_is_told_why_the_buttons_are_off(board: Board) -> None:
    board.sit("observer")
    before = entries()
    for path in ("row/", "row/demo-1/", "row/demo-1/copy/", "row/demo-1/strike/"):
        assert board.sent(path, ROW | {"sails": "5 SP"}).status_code == 403
    assert board.sent("roll/", {"roll": "all"}).status_code == 403
    assert entries() == before
    board.sit("observer")
    page = board.client.get(f"{BOARD}?open=demo-1")
    shown = text_of(page).partition('id="board"')[2].partition("</main>")[0]
    writing = [
        tag
        for tag in re.findall(r"<button[^>]*>", shown)
        if "draft/" not in tag and not re.search('type="button"|name="keys"', tag) and "disabled" not in tag
    ]
    assert writing == []
    assert "Observers look on. Take the seat of a side" in plain(page)
    for headers in ({}, HTMX):
        answer = board.sent("row/demo-1/", ROW | {"sails": "5 SP"}, headers=headers)
        assert "Nothing was done. This is for the Axis seat to do. Take it at the head of the page" in plain(answer)
        answer = board.sent("roll/", {"roll": "all"}, headers=headers)
        assert "Nothing was done. This is for the Axis seat to do. Take it at the head of the page" in plain(answer)


# Hostile and foreign input


FIELDS = ("sails", "on", "origin", "destination", "side", "act", "way", "zone-1", "hexes-1", "status-1", "seen")


@pytest.mark.parametrize("value", [HOSTILE, "\x00", "x" * 5000, "-1", "1e9", "٣", "central-med", "demo-1", ""])
def test_no_field_breaks_the_board(board: Board, value: str) -> None:
    legs = {"way": "naples>tripoli", "zone-1": "central-med", "zone-2": "central-med"}
    for number, field in enumerate(FIELDS):
        for path in ("draft/", "row/", "row/demo-1/draft/", "row/demo-1/"):
            given = ROW | legs | {"submission": new_submission(), field: value}
            answer = board.client.post(BOARD + path, given, headers=HTMX if number % 2 else {})
            assert answer.status_code in (200, 302, 422), (path, field, value)
            assert HOSTILE not in text_of(answer)


def test_hostile_names_are_inert(board: Board) -> None:
    name = '<script>alert(1)</script> "division" & sons'
    assert board.sent("row/", ROW | {"sails": f"x {name}, 2 REs"}).status_code == 302
    page = board.drawn("?open=demo-1")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &quot;division&quot; &amp; sons" in page


@pytest.mark.parametrize("key", ["nobody", "demo-1-x", "0"])
def test_a_row_that_is_not_there_is_no_fault(board: Board, key: str) -> None:
    for path in ("", "copy/", "strike/", "draft/"):
        for headers in ({}, HTMX):
            assert board.sent(f"row/{key}/{path}", ROW, headers=headers).status_code in (409, 422)


@pytest.mark.parametrize(
    ("typed_in", "says"),
    [
        ({"sails": "150 SP"}, "What sails: at most 99 REs a row; make two rows of it."),
        ({"on": "200 NTs"}, "On: at most 99 transports a row; make two rows of it."),
        ({"air_against-2": "500"}, "Enemy air is a whole number from 0 to 99."),
    ],
)
def test_the_form_takes_no_more_than_the_rules_do(board: Board, typed_in: dict[str, str], says: str) -> None:
    legs = {"open": "1", "way": "naples>tripoli", "zone-1": "tyrrhenian", "zone-2": "central-med"}
    assert says in plain(drawn(board.sent("row/demo-1/", ROW | legs | typed_in), 422))


def test_the_most_that_the_form_takes_has_odds_and_rolls(board: Board) -> None:
    legs = {"open": "1", "way": "naples>tripoli", "zone-1": "tyrrhenian", "zone-2": "central-med"}
    most = {"sails": "99 SP", "on": "99 NTs", "air_against-2": "99", "air_for-2": "99"}
    assert board.sent("row/demo-1/", ROW | legs | most).status_code == 302
    assert "No odds" not in board.words().partition("Allied, planned")[0]
    assert board.roll().status_code == 302


def test_no_words_of_a_library_reach_the_page(board: Board) -> None:
    board.set(
        {
            "shipment:demo-1.res_afloat": "150",
            "shipment:demo-1.transports_afloat": 150,
            "shipment:demo-1.transport_count": 150,
        }
    )
    answer = drawn(board.roll(), 422)
    assert "Nothing was done. This does not fit the rules: res is 150 (at most 99). Change it" in plain(answer)
    assert "No odds: This row does not fit the rules: at most 99 REs" in board.words()
    for words in ("pydantic", "validation error", "https://"):
        assert words not in plain(answer)
