"""An operation of any rule system: rounds until one side breaks off, by its rules and from its own page."""

from collections.abc import Iterator

import pytest

from navalassist.auditlog.models import Entry
from navalassist.engine.duties import Kind
from tests.in_hand import InHand, in_hand, words_of
from tests.skirmish.system import begin, install

pytestmark = [pytest.mark.urls("tests.skirmish.system")]
HERE = "red/battle"


@pytest.fixture
def skirmish(monkeypatch: pytest.MonkeyPatch, db: None) -> Iterator[InHand]:
    """Red attacks Blue: clash 1."""
    install(monkeypatch.setitem)
    with in_hand(begin()) as table:
        table.do("skirmish-engage", side="red")
        yield table


def at(skirmish: InHand, *fields: str) -> list[object]:
    return [skirmish.facts[f"clash:1.{field}"] for field in fields]


def due(skirmish: InHand) -> list[tuple[str, str, str]]:
    found = skirmish.duties(HERE)
    return [(duty.procedure, duty.url.partition("?")[2], duty.seat) for duty in found if duty.kind is Kind.DUE]


def order(skirmish: InHand, red: str, blue: str) -> None:
    skirmish.do("skirmish-order", clash="1", side="blue", manoeuvre=blue)
    skirmish.do("skirmish-order", clash="1", side="red", manoeuvre=red)


def stages(page: str) -> str:
    """The strip in words."""
    return words_of(page.partition('class="stages"')[2].partition(">")[2].partition("</ol>")[0])


def test_rounds_are_fought_until_one_side_breaks_off_and_a_stage_with_nothing_to_do_is_passed_over(
    skirmish: InHand,
) -> None:
    assert at(skirmish, "stage", "round") == ["orders", 1]
    orders = {side: ("skirmish-order", f"clash=1&side={side}", side) for side in ("red", "blue")}
    assert due(skirmish) == list(orders.values())
    # Long range is 2; Blue opens it to 3, Red closes to 2: torpedoes run 1.
    skirmish.do("skirmish-order", clash="1", side="blue", manoeuvre="open")
    assert (due(skirmish), at(skirmish, "stage")) == ([orders["red"]], ["orders"])
    assert "Blue has given its order" in skirmish.refuse("skirmish-order", clash="1", side="blue", manoeuvre="hold")
    skirmish.do("skirmish-order", clash="1", side="red", manoeuvre="close")
    assert at(skirmish, "stage", "range") == ["gunfire", 2]
    assert due(skirmish) == [("skirmish-fire", "clash=1", "red")]
    skirmish.do("skirmish-fire", "5", clash="1")
    assert at(skirmish, "stage", "blue_hits") == ["parting", 1]
    skirmish.do("skirmish-stay", clash="1", side="blue")
    assert due(skirmish) == [("skirmish-stay", "clash=1&side=red", "red")]
    skirmish.do("skirmish-stay", clash="1", side="red")
    assert at(skirmish, "stage", "round", "ordered", "stay") == ["orders", 2, [], []]
    order(skirmish, "close", "hold")
    skirmish.do("skirmish-fire", "3", clash="1")
    assert at(skirmish, "stage", "range") == ["torpedoes", 1]
    skirmish.do("skirmish-torpedoes", "6", clash="1")
    assert at(skirmish, "stage", "blue_hits") == ["parting", 2]
    skirmish.do("skirmish-break-off", clash="1", side="blue")
    assert (at(skirmish, "stage", "round"), due(skirmish)) == (["ended", 2], [])


def test_a_rule_at_another_stage_is_refused_with_what_its_operation_waits_for_and_the_way_there(
    skirmish: InHand,
) -> None:
    words = "Clash 1 waits for the orders of both sides."
    for rule in ("skirmish-fire", "skirmish-torpedoes"):
        assert words in skirmish.refuse(rule, clash="1")
    page = skirmish.text("do/skirmish-fire/?clash=1")
    assert words in page
    assert f'href="/c/{skirmish.slug}/clash/1/#next">Go on with clash 1<' in page
    sent = skirmish.tap("do/skirmish-fire/", 422, clash="1", dice="typed", strip="5")
    assert words in sent
    assert "Go on with clash 1" in sent
    order(skirmish, "hold", "hold")
    assert "Go on with clash 1" not in skirmish.text("do/skirmish-fire/?clash=1")
    skirmish.do("skirmish-fire", "1", clash="1")
    skirmish.do("skirmish-break-off", clash="1", side="red")
    assert "Clash 1 is over." in skirmish.refuse("skirmish-stay", clash="1", side="blue")
    assert "See how clash 1 ended" in skirmish.text("do/skirmish-stay/?clash=1&side=blue")


def test_its_page_has_the_strip_what_waits_for_whom_the_one_act_and_what_was_done_so_far(skirmish: InHand) -> None:
    red, blue = skirmish.at("red"), skirmish.at("blue")
    page = red.text("clash/1/")
    assert stages(page) == "Contact ✓ done Orders Gunfire Torpedoes Parting End"
    words = words_of(page)
    assert "Clash 1, round 1" in words
    assert "It waits for the orders of both sides: ■ Red , ● Blue ." in words
    # Each sees its own part first; somebody who only looks on, that of the first.
    assert "Next, ■ Red : Give an order" in words
    assert "Next, ● Blue : Give an order" in blue.words("clash/1/")
    assert "The observer seat only watches" in skirmish.at("observer").words("clash/1/")
    skirmish.do("skirmish-order", clash="1", side="red", manoeuvre="hold")
    assert "It waits for the orders of both sides: ● Blue ." in red.words("clash/1/")
    skirmish.do("skirmish-order", clash="1", side="blue", manoeuvre="hold")
    skirmish.do("skirmish-fire", "5", clash="1")
    page = red.text("clash/1/")
    assert stages(page) == "Contact ✓ done Orders ✓ done Gunfire ✓ done Torpedoes , passed over Parting End"
    # The other rule of the stage is no part of the form.
    assert "Break off" in words_of(page).partition("Also in this step")[2]
    assert "HIT Red hits Blue." in words_of(page).partition("So far")[2]
    for side in ("red", "blue"):
        skirmish.do("skirmish-stay", clash="1", side=side)
    page = red.text("clash/1/")
    assert stages(page) == "Contact ✓ done Orders Gunfire Torpedoes Parting End"
    assert "Clash 1, round 2" in words_of(page)
    assert "Red hits Blue." in words_of(page).partition("So far")[2]


def test_what_is_sent_from_its_page_leads_back_to_it_and_what_is_wrong_is_told_there(skirmish: InHand) -> None:
    red, before = skirmish.at("red"), Entry.objects.count()
    sent = {"panel": "clash:1", "clash": "1", "side": "red"}
    said = red.tap("do/skirmish-order/", 422, **sent)
    assert ("Round" not in said, "round 1" in said, "Manoeuvre" in said) == (True, True, True)
    assert Entry.objects.count() == before
    answer = red.send("clash/1/", "do/skirmish-order/", **sent, manoeuvre="close")
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, f"/c/{skirmish.slug}/clash/1/")
    skirmish.do("skirmish-order", clash="1", side="blue", manoeuvre="hold")
    # An older page still asks for an order: the battle has gone on, and its page says what comes next.
    said = red.tap("do/skirmish-order/", 422, **sent, manoeuvre="close")
    assert "Clash 1 waits for gunfire." in said
    assert "Next, ■ Red : Fire" in said


def test_the_head_the_plain_main_page_and_receipts_lead_to_it(skirmish: InHand) -> None:
    red = skirmish.at("red")
    assert "Clash 1, round 1, orders It waits for the orders of both sides: ■ Red , ● Blue ." in red.words("")
    assert f"/c/{skirmish.slug}/clash/1/#next" in red.text("")
    entry = skirmish.do("skirmish-order", clash="1", side="red", manoeuvre="hold")
    assert "Clash 1 goes on" in skirmish.receipt(entry)
    assert red.words("clash/2/", 404).count("No such thing here") > 0


def test_the_end_of_the_step_says_what_it_passes_over(skirmish: InHand) -> None:
    lines = [passed.line for duty in skirmish.duties(HERE) for passed in duty.passes]
    assert lines == ["Clash 1: the fleets part"] * 2


def test_what_was_put_right_is_struck_out_where_its_page_tells_what_was_done(skirmish: InHand) -> None:
    order(skirmish, "hold", "hold")
    fired = skirmish.do("skirmish-fire", "5", clash="1")
    skirmish.correct(fired, "mistyped-die", strip="1")
    lines = skirmish.text("clash/1/").partition("So far")[2]
    assert "<del>HIT Red hits Blue.</del> corrected" in " ".join(lines.split())
