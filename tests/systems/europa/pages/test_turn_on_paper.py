"""A whole turn on paper: the lines of both player turns, looked at and entered in one form, come to what taps do.

By hand, from the demo. Malta: 1 hit, 10 to 9; 1 repair point, back to 10. 7 SP, 6 3 on column 9: contact; 4, 2, 1 of
lots 3, 3, 1: 4 lost, 1 back, 2 arrive. 3 SP, 1 1: none, 3 arrive. The Cruisers, 8 less 1 hit, meet 1 mine point with
7 dice and no 1 among them. A 6 for the Italian fleet is a Great success. Naval repair points: 3 go for mines, 2 for a
hit on Force H. The minelayer had 1 mine point, loads 2, lays 1 at sea. Infantry, 1 1 twice: it lands.
"""

import io
import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from navalassist.auditlog.models import Entry
from navalassist.play.archive import pack
from navalassist.play.storage.bodies import whole_body
from navalassist.play.write.submissions import new_submission
from navalassist.systems.europa.board.outlook import contact_on
from navalassist.systems.europa.fleet_edits import form_group
from navalassist.systems.europa.setup import DEMO_MALTA, DEMO_START
from tests.begun import begin
from tests.in_hand import InHand, drawn, in_hand
from tests.in_hand import words_of as words
from tests.promises import archives
from tests.promises.http import tables
from tests.systems.europa.board import put, rolled, typed
from tools import verify_log

WHEN = {"day": "2026-03-01", "hour": "20:15", "offset": "60"}
END = "allied/exploitation"
AXIS, INITIAL, ALLIED = "axis/naval-movement", "allied/initial", "allied/naval-movement"
NEW_ROW, GROUP = "{row}", "{group}"


class Line(NamedTuple):
    """A line as it was played: its step, its rule, what is typed, and its dice."""

    place: str
    kind: str
    typed: dict[str, Any]
    dice: str = ""


TURN = (
    Line(AXIS, "malta-bombed", {"hits": 1}),
    Line(AXIS, "new-row", {"sails": "3 SP", "origin": "naples", "destination": "tripoli"}),
    Line(AXIS, "row", {"row": "demo-1"}, "63 421"),
    Line(AXIS, "row", {"row": NEW_ROW}, "11"),
    Line(AXIS, "naval-move", {"group": "cruisers", "moves": "60", "ends": "tripoli", "fuel": "srp"}),
    Line(AXIS, "unit-contact", {"unit": "squadron-2", "zone": "central-med"}, "11"),
    Line(AXIS, "way-hexes", {"group": "cruisers", "hexes": "18A:0202 18A:0203", "none_met": True}),
    Line(AXIS, "mine-damage", {"group": "cruisers", "hex": "18A:0203"}, "5555555"),
    Line(AXIS, "danger-contact", {"group": "cruisers", "hex": "18A:0203"}, "2"),
    Line(INITIAL, "italian-interference", {"sea": "eastern-med"}, "6"),
    Line(INITIAL, "malta-repaired", {"points": 1, "engineer": True}),
    Line(INITIAL, "mines-loaded", {"unit": "minelayer", "points": 2, "cost": 3}),
    Line(INITIAL, "naval-repair", {"unit": "force-h-1", "hits": 1, "cost": 2}),
    Line(ALLIED, "new-group", {"name": "Layer", "units": ["minelayer"]}),
    Line(ALLIED, "naval-move", {"group": GROUP, "moves": "3 18A:0404", "zone": "central-med"}),
    Line(ALLIED, "mines-laid", {"unit": "minelayer", "points": 1}),
    Line(ALLIED, "row", {"row": "demo-2"}, "11 11"),
)


def form_of(turn: tuple[Line, ...], submission: str, keys: dict[str, str], **more: Any) -> dict[str, Any]:
    """The form with these lines in order. keys: of the new row and the new group, once a page has told them."""
    form: dict[str, Any] = {"seen": "", "submission": submission, "until": END, "line": []} | WHEN
    for number, line in enumerate(turn, start=1):
        if line.kind == "row":
            form |= boxes(line, keys, form["line"])
            continue
        form["line"].append(f"{line.place}|{line.kind}|{number}")
        form |= {f"l{number}-{name}": as_sent(value, keys) for name, value in line.typed.items()}
        form |= {f"l{number}-strip": line.dice} if line.dice else {}
    return form | more


def boxes(line: Line, keys: dict[str, str], order: list[str]) -> dict[str, str]:
    """The boxes of a row that is listed."""
    key = as_sent(line.typed["row"], keys)
    named = key if line.place == AXIS else f"allied.naval-movement.{key}"
    order.append(f"{line.place}||{named}")
    if line.place == ALLIED:
        return {f"contact-{named}-{leg}": dice for leg, dice in enumerate(line.dice.split(), start=1)}
    contact, _, lots = line.dice.partition(" ")
    return {f"contact-{named}-2": contact} | ({f"lots-{named}-2": lots} if lots else {})


def as_sent(value: Any, keys: dict[str, str]) -> Any:
    return value if isinstance(value, list) else "on" if value is True else keys.get(str(value), str(value))


def looked(table: InHand, form: dict[str, Any]) -> str:
    """The page with what would come of it, without what its lists offer."""
    return drawn(table.post("late/look/", **form))


def told(page: str) -> str:
    return words(re.sub(r"<option.*?</option>", "", page))


def keys_in(page: str) -> dict[str, str]:
    """The keys that a page has given to the new row and to the new group."""
    row = re.search(r'name="line" value="axis/naval-movement\|\|(\w{32})"', page)
    group = re.search(r'<option value="(\w{32})"[^>]*>Layer', page)
    assert row
    assert group
    return {NEW_ROW: row[1], GROUP: group[1]}


def enter(table: InHand, turn: tuple[Line, ...]) -> dict[str, str]:
    """All of it as somebody types it: once looked at for the keys of what is new, and then entered."""
    submission = new_submission()
    keys = keys_in(looked(table, form_of(turn, submission, {})))
    passed = re.search(r'name="passed" value="(\w+)"', looked(table, form_of(turn, submission, keys)))
    assert passed
    answer = table.post("late/", **form_of(turn, submission, keys, passed=passed[1]))
    assert answer.status_code == 302, told(answer.content.decode())
    return keys


def tap(table: InHand, turn: tuple[Line, ...]) -> dict[str, str]:
    """The same, one tap after the other, at the pages where it is done."""
    keys: dict[str, str] = {}
    for line in (*turn, Line(END, "", {})):
        table.until(line.place)
        given = {name: keys.get(str(value), value) for name, value in line.typed.items()}
        if line.kind == "new-row":
            keys[NEW_ROW] = put(table.campaign, typed(given["sails"], f"{given['origin']} {given['destination']}"))
        elif line.kind == "new-group":
            table.enter(form_group, given["name"], given["units"])
            keys[GROUP] = next(key for key in table.rows("group") if table.facts[f"group:{key}.name"] == "Layer")
        elif line.kind == "row":
            rolled(table.campaign, f"row:{given['row']}", line.dice)
        elif line.kind:
            table.do(line.kind, line.dice, **given)
    return keys


def state_of(table: InHand, keys: dict[str, str]) -> Any:
    """Every fact, with one name for what each has made."""
    text = json.dumps(table.facts, default=str, sort_keys=True)
    for name, key in keys.items():
        text = text.replace(key, name)
    return json.loads(text)


def verdicts(table: InHand, keys: dict[str, str]) -> Iterator[tuple[Any, ...]]:
    """Rule, situation, dice, outcome and moment of each entry."""
    for entry in Entry.objects.filter(campaign=table.campaign, kind="rule").order_by("id"):
        body = whole_body(entry)
        text = json.dumps([body.get(name) for name in ("situation", "answers", "outcome", "odds")], sort_keys=True)
        for name, key in keys.items():
            text = text.replace(key, name)
        yield entry.procedure, entry.player_turn, entry.step, json.loads(text)


@pytest.fixture
def taps(db: None) -> Iterator[InHand]:
    """A second demo, where everything is tapped."""
    with in_hand(begin("Tapped", malta=DEMO_MALTA, slug="tapped", demo=True)) as table:
        yield table


def test_a_turn_of_both_sides_on_paper_comes_to_the_same_as_taps(demo: InHand, taps: InHand) -> None:
    for table in (demo, taps):
        table.set({"task-force:force-h-1.hits": 1}, seat="allied")
    on_paper, tapped = enter(demo, TURN), tap(taps, TURN)
    assert list(verdicts(demo, on_paper)) == list(verdicts(taps, tapped))
    assert state_of(demo, on_paper) == state_of(taps, tapped)
    facts, row = demo.facts, demo.state.row
    assert demo.state.clock == ("1941-03-1", "allied", "exploitation")
    assert facts["malta:status.number"] == 10
    first, new = row("shipment:demo-1"), row(f"shipment:{on_paper[NEW_ROW]}")
    assert [str(first[name]) for name in ("res_lost", "res_returned", "res_afloat")] == ["4", "1", "2"]
    assert (new["state"], str(new["res_afloat"])) == ("arrived", "3")
    assert (facts["task-force:squadron-2.hits"], facts["task-force:force-h-1.hits"]) == (1, 0)
    assert facts["task-force:minelayer.mines"] == 2
    assert row("shipment:demo-2")["state"] == "arrived"


def test_it_is_sound_by_the_checker_of_its_own(demo: InHand) -> None:
    demo.set({"task-force:force-h-1.hits": 1}, seat="allied")
    enter(demo, TURN)
    files = archives.files_of(archives.whole(demo.campaign))
    checker = verify_log.Checker(io.BytesIO(files[pack.LOG]))
    checker.run()
    assert checker.faults == []


def test_what_is_wrong_stands_at_its_line_and_nothing_of_the_turn_is_entered(demo: InHand) -> None:
    """Two lines do not fit; the others are told as if these were not there, and enter nothing with them."""
    turn = (
        Line(AXIS, "malta-bombed", {"hits": 99}),
        Line(AXIS, "row", {"row": "demo-1"}, "63 421"),
        Line(INITIAL, "italian-interference", {"sea": "eastern-med"}, "7"),
    )
    before, form = tables(), form_of(turn, new_submission(), {})
    page = looked(demo, form)
    wrong = {"l1-hits": "type a whole number", "l3-strip": "a die has faces 1 to 6; '7' is none of them"}
    for field, said in wrong.items():
        assert re.search(rf'name="{field}"[^>]*aria-invalid="true"', page), field
        assert said in told(page)
    assert "4 SP, 4 NTs lost; 2 SP, 2 NTs arrive at Tripoli" in told(page)
    refused = drawn(demo.post("late/", **form), 422)
    assert "Line 1, Bomb Malta: Hits" in told(refused)
    assert 'value="421"' in refused
    assert tables() == before


def test_hits_that_were_typed_draw_the_column_of_the_row_anew(demo: InHand) -> None:
    """10 less 3 is 7."""
    assert f"status 10 , contact on {contact_on(demo.state, 10)}" in demo.words("late/")
    page = looked(demo, {"seen": "", "submission": new_submission(), "hits": "3"})
    assert f"status 7 , contact on {contact_on(demo.state, 7)}" in told(page)


def test_lines_change_places_and_go(demo: InHand) -> None:
    """Bombed after the row has sailed on column 10, or before it on column 8."""
    turn = (Line(AXIS, "row", {"row": "demo-1"}), Line(AXIS, "malta-bombed", {"hits": 2}))
    form = form_of(turn, new_submission(), {})
    assert "status 10" in told(looked(demo, form | {"until": AXIS}))
    moved = looked(demo, form | {"up": f"{AXIS}|malta-bombed|2", "until": AXIS})
    assert "status 8" in told(moved)
    assert re.findall(r'name="line" value="([^"]+)"', moved)[:2] == [f"{AXIS}|malta-bombed|2", f"{AXIS}||demo-1"]
    gone = looked(demo, form | {"drop": f"{AXIS}|malta-bombed|2", "until": AXIS})
    assert "Line 1: Bomb Malta" in told(moved)
    assert "Line 1: Bomb Malta" not in told(gone)
    assert "status 10" in told(gone)


def test_a_step_that_passes_something_over_asks_for_one_more_tap_and_the_log_names_it(demo: InHand) -> None:
    mended = Line(INITIAL, "malta-repaired", {"points": 1, "engineer": True})
    form = form_of((mended,), new_submission(), {}, until=INITIAL)
    demo.set({"malta:status.number": 9})
    refused = drawn(demo.post("late/", **form), 409)
    assert "Row 1: 7 SP Naples–Tripoli has not sailed" in told(refused)
    passed = re.search(r'name="passed" value="(\w+)"', refused)
    assert passed
    assert demo.post("late/", **form, passed=passed[1]).status_code == 302
    assert demo.state.clock[1:] == ("allied", "initial")
    assert demo.facts["malta:status.number"] == 10
    assert "1 shipment" in demo.words("log/")


def test_a_second_tap_enters_nothing_twice_and_a_bombing_is_told_as_thrown_on_paper(demo: InHand) -> None:
    form = form_of((Line(AXIS, "malta-bombed", {"hits": 1}),), new_submission(), {}, until=AXIS)
    first = demo.post("late/", **form)
    count = Entry.objects.count()
    assert first["Location"] == demo.post("late/", **form)["Location"]
    assert Entry.objects.count() == count
    assert "Thrown on paper (UTC) 19:15, 1 Mar 2026" in demo.receipt(demo.last(procedure="malta-bombed"))


def test_what_a_rule_asks_is_asked_in_its_line(demo: InHand) -> None:
    """R-30: the printed Success Table is read by the players; a 4 is thrown, and their chart says what it is."""
    demo.set({"ruling:R-30.choice": "printed"})
    demo.until(INITIAL)
    line = Line(INITIAL, "italian-interference", {"sea": "eastern-med"}, "4")
    form = form_of((line,), new_submission(), {}, until=INITIAL)
    page = looked(demo, form)
    assert "the printed Success Table at 4: choose what was decided." in told(page)
    assert re.search(r'name="l1-choice-0"[^>]*aria-invalid="true"', page)
    assert "choose what was decided" in told(drawn(demo.post("late/", **form), 422))
    assert demo.post("late/", **form, **{"l1-choice-0": "S"}).status_code == 302
    assert whole_body(demo.last(procedure="italian-interference"))["outcome"]["result"] == "S"


@pytest.fixture
def closed(db: None) -> Iterator[InHand]:
    """A campaign in which sides keep their plans, in the Axis naval movement."""
    with in_hand(begin("Closed", malta=10, moment=DEMO_START, rulings={"R-56": "closed"})) as table:
        yield table


def test_in_a_closed_campaign_one_has_only_the_steps_of_ones_own_side(closed: InHand) -> None:
    put(closed.campaign, typed("7 SP"))
    axis, allied = closed.at("axis"), closed.at("allied")
    form = {"seen": "", "submission": new_submission(), "until": "axis/exploitation"}
    for said in (axis.words("late/"), axis.words("paper/"), told(looked(axis, form))):
        assert "7 SP on 7 NTs" in said
        assert "■ Axis Naval exploitation" in said or "Axis: Naval exploitation" in said
        assert not re.search("Allied:? (Initial|Air|Naval)", said)
    for said in (allied.words("late/"), allied.words("paper/")):
        assert "7 SP on" not in said
    closed.until(INITIAL)
    assert "● Allied Naval movement" in allied.words("paper/")


def test_what_a_side_has_played_in_secret_is_entered_for_its_own_eyes(closed: InHand) -> None:
    """7 SP on column 10: 1 1 is no contact. What was planned and joined is told to the Axis alone."""
    axis, allied = closed.at("axis"), closed.at("allied")
    planned = Line(AXIS, "new-row", {"sails": "7 SP", "origin": "naples", "destination": "tripoli"})
    form = form_of((planned,), new_submission(), {}, until=AXIS)
    row = re.search(r'name="line" value="axis/naval-movement\|\|(\w{32})"', looked(axis, form))
    assert row
    answer = axis.post("late/", **form, **{f"contact-{row[1]}-2": "11"})
    assert answer.status_code == 302, told(answer.content.decode())
    assert closed.state.row(f"shipment:{row[1]}")["state"] == "arrived"
    assert "7 SP" in axis.words("log/")
    assert "7 SP" not in allied.words("log/")


def test_the_blanks_have_the_lines_of_the_form_in_the_same_order(demo: InHand) -> None:
    page = demo.text("late/")
    offered = re.search(rf'name="kind-{AXIS}">(.*?)<optgroup', page, re.DOTALL)
    assert offered
    titles = re.findall(r"<option value=\"[^\"]+\">([^<]+)<", offered[1])
    blanks = demo.words("paper/").partition("Axis Naval movement")[2].partition("Axis Combat")[0]
    places = [blanks.find(title) for title in titles]
    assert places == sorted(places)
    assert places[0] > 0
    assert "Row 1: " not in blanks
    assert "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 11 and 12" in demo.words("paper/")


@pytest.mark.parametrize(
    ("kind", "fields", "wrong", "said"),
    [
        ("new-row", {"sails": "7 XY", "origin": "naples", "destination": "tripoli"}, "sails", "7 XY"),
        ("new-row", {"sails": "7 SP", "origin": "naples", "destination": ""}, "destination", "Choose of the list"),
        ("new-row", {"sails": "1 SP", "origin": "naples", "destination": "tripoli", "by": "Styx"}, "by", "no sea zone"),
        ("new-group", {"name": " ", "units": ["squadron-2"]}, "name", "write something here"),
        ("new-group", {"name": "All", "units": ["squadron-1", "minelayer"]}, "units", "of one side sail together"),
        ("unit-joins", {"unit": "squadron-2", "place": "group:force-h"}, "place", "a group of its own side"),
    ],
)
def test_what_is_no_rule_names_its_field_too(
    demo: InHand, kind: str, fields: dict[str, Any], wrong: str, said: str
) -> None:
    form = form_of((Line(AXIS, kind, fields),), new_submission(), {}, until=AXIS)
    refused = drawn(demo.post("late/", **form), 422)
    assert said.casefold() in told(refused).casefold()
    assert re.search(rf'(name="l1-{wrong}"[^>]*aria-invalid="true")|id="l1-{wrong}_error"', refused)


def test_units_join_the_next_naval_step_begins_and_a_row_sails_the_way_that_is_written(demo: InHand) -> None:
    turn = (
        Line(AXIS, "new-row", {"sails": "1 SP", "origin": "naples", "destination": "tripoli", "by": "Central Med"}),
        Line(AXIS, "next-part", {}),
        Line(AXIS, "unit-joins", {"unit": "squadron-2", "place": "port:naples"}),
    )
    answer = demo.post("late/", **form_of(turn, new_submission(), {}, until=AXIS))
    assert answer.status_code == 302, told(answer.content.decode())
    rows = [demo.state.row(f"shipment:{key}") for key in demo.rows("shipment")]
    assert [[leg["zone"] for leg in row["route"]] for row in rows if row["row"] == 3] == [["central-med"]]
    assert demo.facts["task-force:squadron-2.place"] == "port:naples"
    assert "naval step 2" in demo.words("")


@pytest.mark.parametrize("text", ["7", '"><b>\0{{7*7}}'])
def test_every_kind_of_line_answers_whatever_is_typed_and_enters_nothing_of_it(demo: InHand, text: str) -> None:
    before = tables()
    for kind in (*demo.system.forms, "new-row", "new-group", "unit-joins"):
        model = demo.system.forms.get(kind)
        names = (
            list(model.model_fields) if model else ["sails", "origin", "destination", "by", "name", "units", "place"]
        )
        form = form_of((Line(AXIS, kind, dict.fromkeys(names, text), text),), new_submission(), {}, until=AXIS)
        page = looked(demo, form)
        assert "<b>\0" not in page
        assert tables() == before
        answer = demo.post("late/", **form)
        assert answer.status_code in (409, 422), (kind, answer.status_code)
        assert tables() == before


def test_a_new_line_has_nothing_chosen_and_the_first_one_is_line_1(demo: InHand) -> None:
    demo.until(AXIS)
    lines = [f"{AXIS}|naval-move|1", f"{AXIS}|unit-contact|2", f"{AXIS}|new-row|3"]
    page = looked(demo, {"seen": "", "submission": new_submission(), "line": lines} | WHEN)
    for name in ("l1-group", "l2-unit", "l3-origin", "l3-destination"):
        assert re.search(rf'<select name="{name}"[^>]*>\s*<option value=""[^>]*>choose</option>', page), name
        field = re.search(rf'<select name="{name}".*?</select>', page, re.S)
        assert field
        assert not re.search(r'value="[^"]+" selected', field[0])
    assert re.findall(r"Line (\d+):", page) == ["1", "2", "3"]
    empty = dict.fromkeys(("l1-group", "l1-moves", "l1-fuel", "l2-unit", "l3-sails"), "")
    empty |= {"l2-enemy_air": "0", "l2-own_air": "0"}
    again = looked(demo, {"seen": "", "submission": new_submission(), "line": lines, **empty} | WHEN)
    assert "aria-invalid" not in again


def test_what_is_passed_over_stands_at_the_end_of_the_step_that_passes_it_over(demo: InHand) -> None:
    demo.until(AXIS)
    page = looked(demo, {"seen": "", "submission": new_submission(), "until": "axis/combat"} | WHEN)
    movement, combat = (told(part) for part in page.split("</section>")[:2])
    assert "Passed over as Axis naval movement" in movement
    assert "has not sailed" in movement
    assert "Axis Combat" in combat
    assert "Passed over" not in combat


def test_a_time_still_to_come_is_refused_by_the_look(demo: InHand) -> None:
    form = form_of((Line(AXIS, "malta-bombed", {"hits": 1}),), new_submission(), {}, until=AXIS, day="2199-01-01")
    page = drawn(demo.post("late/look/", **form), 422)
    assert "Time: this is still to come" in told(page[page.index('id="late"') :])
    assert re.search(r'name="hour"[^>]*aria-invalid="true"', page)
    assert "Malta takes 1 hit" in told(page)


def test_what_is_read_beside_the_form_opens_beside_it(demo: InHand) -> None:
    page = demo.text("late/")
    for place in ("paper/", "sheet/"):
        assert f'href="{demo.home}{place}" target="_blank" rel="noopener"' in page


def test_the_blanks_have_no_line_of_other_waters(demo: InHand, db: None) -> None:
    said = demo.words("paper/")
    assert "Move the border" not in said
    assert "Move the border" not in demo.words("late/")
    assert "Bomb Malta" in said
    with in_hand(begin("North", malta=10, slug="north", theatres="north")) as north:
        assert "Move the border" in north.words("paper/")
        assert "Bomb Malta" not in north.words("paper/")


def test_a_check_without_a_zone_is_of_the_zone_behind_it_first(demo: InHand) -> None:
    """Naples to Brindisi: nothing is due in the Tyrrhenian; the Central Med comes before the Adriatic, where it is."""
    demo.until(AXIS)
    demo.do("naval-move", group="cruisers", moves="60", ends="brindisi", fuel="srp")
    zones = [demo.do("unit-contact", "22", unit="squadron-2").record["body"]["situation"]["leg"]["zone"] for _ in "12"]
    assert zones == ["central-med", "adriatic"]
