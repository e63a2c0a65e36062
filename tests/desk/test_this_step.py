"""The clock and this step: what is due, what ending it would skip, its end, and one tap back."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from navalassist.auditlog.models import Entry
from navalassist.desk.moments import moments_of_turn
from navalassist.desk.turn.clock import steps_to
from navalassist.desk.turn.steps import named_in
from navalassist.engine.duties import Moment
from navalassist.play.systems import system_of
from tests.databases import only_on_sqlite
from tests.in_hand import InHand, drawn
from tests.systems.europa.pages.test_chart import put


def test_the_turn_clock_says_what_is_done_and_this_step_what_is_due_and_would_be_skipped(demo: InHand) -> None:
    page = demo.text()
    clock = page[page.index('<ol class="clock"') : page.index("</ol>")]
    assert re.findall(r"</span> (done|now|later)", clock) == ["done"] * 2 + ["now"] + ["later"] * 7
    assert "Mar II 41<small>next turn" in clock
    page = demo.text()
    assert "1, before the step ends" in page
    assert re.search(r'<li class="side-allied"><a class="btn go"[^>]*> <span>.*?Row 1: 7 SP, Naples–Tripoli ', page)
    assert '<button class="full">End step' in page, "what is due is filled, and nothing else"
    assert "skips 1 shipment" in page
    assert re.search(r"expected loss \d+\.\d RE, all arrive \d+\s%</small> </span> <b>contact 64\s%</b>", page)
    assert f'href="{demo.home}board/#row-demo-1"' in page
    assert 'href="{}"'.format(demo.home + "do/malta-bombed/") in page
    put(demo, **{"shipment__demo-1__state": "struck"})
    page = demo.text()
    assert "Row 1" not in page
    assert "skips" not in page


def test_a_clock_has_the_same_steps_wherever_it_stands() -> None:
    system = system_of("europa")
    moments, place, following = moments_of_turn(Moment("1941-12-2", "allied", "exploitation"), system)
    assert (len(moments), place, following) == (10, 9, "1942-01-1")
    assert {moment.turn for moment in moments} == {"1941-12-2"}
    assert steps_to(Moment("1941-03-1", "axis", "naval-movement"), "allied/naval-movement", system) == 5
    assert steps_to(Moment("1941-03-1", "allied", "naval-movement"), "axis/naval-movement", system) == 5


def test_a_step_in_which_nothing_sails_asks_for_nothing(demo: InHand) -> None:
    demo.end_steps(2)
    page = demo.text()
    assert "Open the convoy board" not in page
    assert "Repair Malta" in page
    assert "South Aegean zone" in page
    assert "Row 1" not in page
    assert '<button class="full go">End step' in page
    assert "Nothing that is due would be passed over" in page


@pytest.mark.rule("E33.A.4")
def test_this_step_says_which_marks_end_with_it(demo: InHand) -> None:
    assert "ENDS" not in demo.text()
    for dice in ("", "11"):
        demo.do("cargo-contact", dice, shipment="demo-1")
    assert "With this step: 1 check “once a zone”" in demo.text()
    demo.end_steps(1)
    assert "once a zone" not in demo.text()


def listed(page: str) -> list[str]:
    """The lines that stand on top, and the titles of what is folded."""
    usual = page.partition("USUAL NOW")[2].partition("ALL OTHERS")[0]
    return [found.strip() for found in re.findall(r'<span class="ring"></span> ?<span>(?:<b>)?([^<]*)', usual)]


def test_what_the_system_names_is_on_top_and_all_else_is_folded_by_topic_in_a_word_or_two(demo: InHand) -> None:
    page = demo.text()
    assert listed(page) == [
        "Move Battle fleet",
        "Move Cruisers",
        "Bomb Malta before you sail",
        "Place air units against shipping",
        "Send the empties back",
        "Begin naval step 2",
    ]
    assert "ALL OTHERS 5, by topic Danger zones ports" in demo.words()
    assert "<summary>Mines <small>belts</small></summary>" in page
    demo.end_steps(2)
    assert listed(demo.text()) == [
        "Italian fleet: Eastern Med, Aegean",
        "Italian fleet: Red Sea",
        "Declare the South Aegean zone",
        "Repair Malta",
        "Malta repair points arrive",
    ]


def test_what_the_last_turns_used_in_a_step_comes_first(demo: InHand) -> None:
    demo.end_steps(2)
    assert "Receive" not in " ".join(listed(demo.text()))
    for _ in range(2):
        demo.do("malta-points", points=1)
    demo.do("malta-repaired", points=1, engineer=True)
    demo.end_steps(8)
    top = listed(demo.text())
    assert demo.state.clock[:3] == ("1941-03-2", "allied", "initial")
    assert top[:2] == ["Malta repair points arrive", "Repair Malta"]
    assert len(top) <= 5


@only_on_sqlite("the plan of another database is its own")
def test_what_the_last_turns_used_is_looked_up_by_turn_in_a_log_of_any_length(demo: InHand) -> None:
    demo.end_steps(10)
    with CaptureQueriesContext(connection) as asked:
        demo.get()
    of_turns = [query["sql"] for query in asked.captured_queries if '"turn" IN' in query["sql"]]
    assert len(of_turns) == 1
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {of_turns[0]}")
        assert "log_of_a_turn" in str(cursor.fetchall())


def test_what_is_done_once_is_folded_as_done(demo: InHand) -> None:
    demo.end_steps(2)
    demo.do("italian-interference", "6", waters="red-sea")
    page = demo.text()
    assert "<summary>Done in this step <small>1</small></summary>" in page


def test_the_end_of_a_turn_is_told_before_it_comes(demo: InHand) -> None:
    demo.end_steps(5)
    assert "With this turn: its dice are opened" in demo.text()


def test_a_verdict_names_what_came_of_the_dice_first(demo: InHand) -> None:
    entry = demo.do("malta-bombed", hits=2)
    page = demo.text()
    assert re.search(rf'href="{demo.home}log/{entry.reference}/"> <span class="rule-no">3<br>Mar I 41', page)
    assert "<b>Malta takes 2 hits" not in page
    assert "Malta takes 2 hits: its number goes from 10 to 8." in page
    assert "8 · 2 hits" in page


def test_the_step_ends_by_its_button_and_a_second_tap_of_it_does_nothing_more(demo: InHand) -> None:
    put(demo, **{"shipment__demo-1__state": "arrived"})
    fields = hidden(demo.text(), "step/")
    for _ in range(2):
        assert demo.post("step/", **fields).status_code == 302
    assert demo.state.clock == ("1941-03-1", "axis", "combat")


def test_one_tap_goes_on_to_where_the_other_side_begins_to_decide_and_to_its_naval_movement(demo: InHand) -> None:
    put(demo, **{"shipment__demo-1__state": "arrived"})
    page = demo.text()
    assert 'name="until" value="allied/naval-movement"' in page
    assert "ends 5 steps</small>" in page
    demo.post("step/", **hidden(page, "step/") | {"until": "allied/initial"})
    assert demo.state.clock == ("1941-03-1", "allied", "initial")
    page = demo.text()
    assert "Go on to the Allied naval movement" in page
    assert "Go on to the Allied initial phase" not in page, "it has begun"
    demo.post("step/", **hidden(page, "step/") | {"until": "allied/naval-movement"})
    assert demo.state.clock == ("1941-03-1", "allied", "naval-movement")
    page = demo.text()
    assert "Go on to the Axis naval movement" in page
    assert 'name="until" value="axis/initial"' in page


@pytest.mark.parametrize(("until", "steps"), [("", 1), ("axis/exploitation", 2), ("allied/naval-movement", 5)])
def test_nothing_due_is_passed_over_before_a_page_has_asked(demo: InHand, until: str, steps: int) -> None:
    page = demo.text()
    assert "ends 5 steps, skips 1 shipment" in page
    count = Entry.objects.count()
    answer = demo.post("step/", **hidden(page, "step/") | {"until": until})
    asked = answer.content.decode()
    assert (answer.status_code, Entry.objects.count()) == (409, count)
    assert asked.count("Row 1: 7 SP Naples–Tripoli has not sailed") == 1, "named once, where it comes first"
    assert "Axis naval movement, Mar I 41" in asked
    assert f'href="{demo.home}">Back</a>' in asked
    fields = hidden(asked, "step/") | {"confirm": "yes"}
    for _ in range(2):
        assert demo.post("step/", **fields).status_code == 302
    assert Entry.objects.count() == count + steps


def test_a_step_that_no_turn_has_is_refused_and_a_confirmation_holds_for_what_it_was_asked_about(demo: InHand) -> None:
    assert demo.post("step/", **hidden(demo.text(), "step/") | {"until": "axis/never"}).status_code == 422
    assert Entry.objects.filter(kind="clock").count() == 0
    asked = demo.post("step/", **hidden(demo.text(), "step/")).content.decode()
    put(demo, **{"shipment__demo-2__side": "axis"})
    assert "Row 2: Infantry brigade" in drawn(demo.post("step/", **hidden(asked, "step/") | {"confirm": "yes"}), 409)
    assert demo.state.clock == ("1941-03-1", "axis", "naval-movement")


def hidden(page: str, action: str) -> dict[str, str]:
    """The hidden fields of the form that goes to an address ending so."""
    form = re.search(rf'<form[^>]*action="[^"]*{action}".*?</form>', page, re.DOTALL)
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form[0]))


def test_the_last_input_is_taken_back_with_one_tap_and_an_observer_gets_no_button(demo: InHand) -> None:
    put(demo, malta__status__number=6)
    page = demo.text()
    assert "Malta stands at 6" in page
    demo.post("undo/", **hidden(page, "undo/"))
    assert "Malta stands at 10" in demo.text()
    put(demo, malta__status__number=6)
    demo = demo.at("observer")
    page = demo.text()
    assert f'action="{demo.home}step/"' not in page
    assert f'action="{demo.home}undo/"' not in page


def test_what_was_corrected_or_taken_back_is_struck_out_of_the_last_verdicts(demo: InHand) -> None:
    bombed = demo.do("malta-bombed", hits=3)
    demo.correct(bombed, "typo", hits=2)
    put(demo, malta__status__number=6)
    page = demo.text()
    demo.post("undo/", **hidden(page, "undo/"))
    page = demo.text()
    verdicts = unescape(page[page.index("Last verdicts") : page.index("<h2>Undo")])
    assert re.search("<del>Malta takes 3 hits[^<]*</del> corrected", verdicts)
    assert "Correction of 3: Malta takes 2 hits" in verdicts
    assert len(re.findall("</del> taken back", verdicts)) == 1


def test_what_an_address_names_is_matched_whole() -> None:
    assert {"tf-1", "18A:0407"} <= named_in("do/mine-damage/?group=tf-1&hex=18A%3A0407")
    assert "tf" not in named_in("do/mine-damage/?group=tf-1")
    assert {"naples", "naples/axis"} <= named_in("do/ships-scuttled/?port=naples/axis")
    assert "force-h" in named_in("fleet/group/force-h/")
