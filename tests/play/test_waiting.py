"""Procedures that wait: an unknown cell, sealed orders. What was thrown stays thrown."""

import json

import pytest

from navalassist.auditlog.models import Entry, Payload
from navalassist.campaigns.models import Campaign, Mark
from navalassist.campaigns.viewer import MODERATOR
from navalassist.engine import ChoiceError, DiceError, NoOdds, Remove, Set, odds
from navalassist.engine.reader import Unknown
from navalassist.play import state as states
from navalassist.play.corrections.correct import NotCorrectable, correction_of
from navalassist.play.corrections.undo import NothingToUndo, is_open, last_input
from navalassist.play.dice.server import SERVER, TYPED, DiceInput
from navalassist.play.rules.resolve import carry_out, preview
from navalassist.play.storage.bodies import body_of
from navalassist.play.systems import system_of
from navalassist.play.write.writer import NotYours
from tests.in_hand import act
from tests.mini import PROCEDURES
from tests.mini.system import do, drop, edit, end_step, facts, hide_force, mend, seat, tell


def faces(entry: Entry) -> dict[str, list[int]]:
    return {a["key"]: a["faces"] for a in body(entry)["answers"] if "faces" in a}


def body(entry: Entry, *seats: str) -> dict:
    return body_of(entry, frozenset({"public", *seats}))


def test_an_unknown_cell_is_never_guessed_but_asked_of_the_moderator(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    waits = body(entry)["waits_for"]
    assert entry.kind == "waiting"
    assert (waits["seat"], waits["key"]) == (MODERATOR, "weather/cell")
    assert [option for option, _ in waits["options"]] == ["calm", "gale", "storm"]
    assert "row 9, column open is not known" in waits["label"]
    assert facts(campaign)["zone:outer.interference"] == ""
    assert Mark.objects.get().sources["kind"] == entry.reference


def test_it_goes_on_with_the_same_dice_and_ends_the_wait(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    after = tell(seat(campaign, MODERATOR), entry, "storm", "6")
    told = body(after)
    assert (after.kind, told["continues"], told["outcome"]) == ("rule", entry.reference, "storm for 6")
    assert told["dice"] == {"source": TYPED, "reused": ["weather"]}
    assert [a["key"] for a in told["answers"]] == ["weather/cell", "weather", "days"]
    assert facts(campaign)["zone:outer.interference"] == "major"
    assert not Mark.objects.filter(kind="waiting").exists()


def test_dice_of_the_server_that_were_thrown_before_the_wait_are_kept(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-orders", zone="inner")
    fog = body(entry)["answers"]
    second = tell(seat(campaign), entry, "attack")
    third = tell(seat(campaign, "allied"), second, "attack")
    assert body(second)["answers"] == fog
    assert body(third)["answers"][0] == fog[0]
    assert body(third)["dice"] == {"source": SERVER, "reused": ["fog"]}
    end_step(seat(campaign), times=4)


def test_what_the_moderator_read_is_kept_as_a_precedent(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    first = tell(seat(campaign, MODERATOR), entry, "storm", "6")
    mark = Mark.objects.get(kind="precedent")
    assert (mark.subject, mark.place, mark.note, mark.ends) == ("mini/weather", "9|open", "storm", "never")
    again = do(seat(campaign), "mini-weather", "6 3, 1", zone="outer")
    told = body(again)
    assert (again.kind, told["outcome"]) == ("rule", "storm for 1")
    assert told["answers"][0]["cells"][0]["provenance"] == "precedent"
    assert ["mark:precedent/mini/weather/9/open.note", "storm", first.reference] in told["facts_read"]
    end_step(seat(campaign), times=8)
    assert Mark.objects.filter(kind="precedent").exists()


def test_with_a_precedent_there_are_odds_where_there_were_none(campaign: Campaign) -> None:
    state = states.load(campaign.slug)
    found = preview(state, "mini-weather", {"zone": "outer"}, system_of("mini"))
    assert found.no_odds == ""  # the rule shows no figures, so nothing is said
    situation = found.situation
    with pytest.raises(NoOdds, match="row 9, column open is not known"):
        odds(PROCEDURES["mini-weather"], situation, state.book)
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    tell(seat(campaign, MODERATOR), entry, "storm", "6")
    book = states.load(campaign.slug).book
    assert odds(PROCEDURES["mini-weather"], situation, book).chance(lambda s: s.startswith("storm")) * 36 == 4 + 6


def test_a_precedent_that_is_edited_is_read_anew(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    tell(seat(campaign, MODERATOR), entry, "storm", "6")

    edit(seat(campaign, MODERATOR), Set("mark:precedent/mini/weather/9/open.note", "calm"))
    assert body(do(seat(campaign), "mini-weather", "5 4 2", zone="outer"))["outcome"] == "calm for 2"
    edit(seat(campaign, MODERATOR), Remove("mark:precedent/mini/weather/9/open"))
    assert do(seat(campaign), "mini-weather", "5 4", zone="outer").kind == "waiting"


def test_sealed_orders_are_read_by_nobody_else_before_all_are_in(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-orders", "4", zone="inner")
    second = tell(seat(campaign), entry, "attack", "")
    assert body(second)["waits_for"]["seat"] == "allied"
    (payload,) = Payload.objects.filter(entry=second)
    assert payload.audience == "axis"
    for eyes in ("allied", MODERATOR, "observer"):
        said = json.dumps(body(second, eyes)["answers"]) + second.content
        assert "sealed" not in body(second, eyes)
        assert '"choice"' not in said
    assert body(second, "axis")["sealed"][0]["choice"] == "attack"
    third = tell(seat(campaign, "allied"), second, "attack", "33")
    assert body(third)["outcome"] == ["attack", "attack"]
    assert [a["choice"] for a in body(third)["answers"] if a["kind"] == "sealed"] == ["attack", "attack"]
    assert facts(campaign)["zone:inner.hits"] == 6


def test_sealed_orders_without_further_dice(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-orders", "1", zone="inner")
    third = tell(seat(campaign, "allied"), tell(seat(campaign), entry, "wait", ""), "attack", "")
    assert body(third)["outcome"] == ["wait", "attack"]
    assert facts(campaign)["zone:inner.declared"] == "tight"


def test_each_seat_answers_for_itself_and_dice_are_the_servers_or_typed(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-orders", "4", zone="inner")
    for name in (MODERATOR, "observer"):
        with pytest.raises(NotYours):
            tell(seat(campaign, name, at_table=False), entry, "attack", "")
    for wrong in ("", "mine", "Server", "typed "):
        with pytest.raises(DiceError, match="neither"):
            DiceInput(wrong)


def test_sealed_orders_come_in_any_order_and_may_be_changed_until_the_last_is_in(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-orders", "4", zone="inner")
    second = tell(seat(campaign, "allied", at_table=False), entry, "attack", "")
    assert (second.seat, body(second)["waits_for"]["seat"]) == ("allied", "axis")
    third = tell(seat(campaign, "allied", at_table=False), second, "wait", "")
    fourth = tell(seat(campaign, "allied", at_table=False), third, "wait", "")
    assert [answer["choice"] for answer in body(fourth, "allied")["sealed"]] == ["wait"]
    assert "sealed" not in body(fourth, "axis")
    last = tell(seat(campaign, "axis", at_table=False), fourth, "attack", "")
    assert body(last)["outcome"] == ["attack", "wait"]
    with pytest.raises(Unknown, match="waits no longer"):
        tell(seat(campaign, "allied", at_table=False), fourth, "attack", "")


def test_an_option_that_is_none_is_refused_and_what_the_server_began_it_ends(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    count = Entry.objects.count()
    with pytest.raises(ChoiceError, match="choose one of calm, gale, storm"):
        tell(seat(campaign, MODERATOR), entry, "fog", "6")
    assert Entry.objects.count() == count
    assert tell(seat(campaign, MODERATOR), entry, "gale", "6").kind == "rule"
    entry = do(seat(campaign), "mini-orders", zone="inner")
    with pytest.raises(DiceError, match="the server threw the first dice"):
        tell(seat(campaign), entry, "attack", "3")


def test_what_waits_no_longer_cannot_be_answered_again(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-orders", "4", zone="inner")
    second = tell(seat(campaign), entry, "attack", "")
    with pytest.raises(Unknown, match="waits no longer"):
        tell(seat(campaign), entry, "wait", "")
    third = tell(seat(campaign, "allied"), second, "wait", "")
    with pytest.raises(Unknown, match="waits no longer"):
        tell(seat(campaign, "allied"), second, "attack", "")
    with pytest.raises(Unknown, match="waits for nobody"):
        tell(seat(campaign), third, "attack", "")


def test_what_was_begun_by_hand_goes_on_by_hand_and_is_no_place_for_a_correction(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    with pytest.raises(DiceError, match="1 more die is needed"):
        tell(seat(campaign, MODERATOR), entry, "storm")
    with pytest.raises(DiceError, match="too many"):
        tell(seat(campaign, MODERATOR), entry, "storm", "66")
    with pytest.raises(NotCorrectable, match="Once it is answered, the answer can be corrected"):
        mend(seat(campaign), entry)


def test_a_correction_may_have_to_wait_too(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4 2", zone="inner")
    assert body(entry)["outcome"] == "gale for 2"
    waiting = mend(seat(campaign), entry, situation={"water": "open"})
    assert (waiting.kind, waiting.corrects) == ("waiting", entry.reference)
    assert facts(campaign)["zone:inner.interference"] == ""
    assert body(waiting)["unused_dice"] == {"days": [2]}
    assert correction_of(entry) == waiting
    with pytest.raises(DiceError, match="too many"):
        tell(seat(campaign, MODERATOR), waiting, "storm", "3")
    assert body(tell(seat(campaign, MODERATOR), waiting, "storm", ""))["outcome"] == "storm for 2"
    assert facts(campaign)["zone:inner.interference"] == "major"


# Dice that are typed after a sealed choice


def test_a_sealed_choice_is_written_down_before_its_dice(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-orders", "4", zone="inner")
    assert body(entry)["waits_for"]["kind"] == "sealed"
    third = tell(seat(campaign, "allied"), tell(seat(campaign), entry, "attack", ""), "attack", "")
    waits = body(third)["waits_for"]
    assert (third.kind, waits["kind"], waits["seat"], waits["dice"]) == ("waiting", "roll", "", "2d6")
    for strip in ("", "3", "333"):
        with pytest.raises(DiceError):
            tell(seat(campaign), third, "", strip)
    assert body(tell(seat(campaign), third, "wait", "33"))["outcome"] == ["attack", "attack"]
    assert facts(campaign)["zone:inner.hits"] == 6


# Giving it up


def test_a_procedure_that_waits_is_given_up_with_a_reason(campaign: Campaign) -> None:
    before = facts(campaign)
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    over = drop(seat(campaign), entry, note="it was the inner zone")
    said = body(over)
    assert (over.kind, over.corrects, said["act"]) == ("undo", entry.reference, "rule.given-up")
    assert (said["reason"], said["note"], said["undone"]) == ("mistake", "it was the inner zone", "mini-weather")
    state = states.load(campaign.slug)
    assert not is_open(state, entry, body(entry))
    assert {k: v for k, v in facts(campaign).items() if not k.startswith("mark:")} == before
    with pytest.raises(Unknown, match="waits no longer"):
        tell(seat(campaign, MODERATOR), entry, "storm", "6")
    with pytest.raises(NothingToUndo, match="waits no longer"):
        drop(seat(campaign), entry)
    assert last_input(seat(campaign)) is None


def test_only_the_seat_that_began_it_or_the_moderator_gives_it_up(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-orders", "4", zone="inner")
    second = tell(seat(campaign), entry, "attack", "")
    for name in ("allied", "observer"):
        with pytest.raises(NotYours):
            drop(seat(campaign, name), second)
    with pytest.raises(Unknown, match="choose why"):
        drop(seat(campaign), second, "spite")
    assert drop(seat(campaign, MODERATOR), second).seat == MODERATOR


def test_who_begins_it_again_may_give_it_up(campaign: Campaign) -> None:
    drop(seat(campaign), do(seat(campaign), "mini-orders", "4", zone="inner"))
    again = tell(seat(campaign), do(seat(campaign, "allied"), "mini-orders", "", zone="inner"), "wait", "")
    with pytest.raises(NotYours):
        drop(seat(campaign), again)
    assert drop(seat(campaign, "allied"), again).seat == "allied"


@pytest.mark.promise("P12")
def test_begun_again_it_has_the_same_dice(campaign: Campaign) -> None:
    first = entry = do(seat(campaign), "mini-orders", zone="inner")
    for _ in range(3):
        drop(seat(campaign), entry)
        entry = do(seat(campaign), "mini-orders", zone="inner")
        assert faces(entry) == faces(first)
        assert body(entry)["dice"] == {"source": SERVER, "reused": ["fog"]}
    assert faces(tell(seat(campaign, "allied"), tell(seat(campaign), entry, "wait"), "wait")) == faces(first)
    assert not Mark.objects.filter(kind="given-up").exists()
    end_step(seat(campaign), times=4)


@pytest.mark.promise("P12")
def test_begun_again_its_dice_keep_the_time_at_which_they_were_thrown(campaign: Campaign) -> None:
    early = "2026-03-01T19:05:00Z"
    entry = act(seat(campaign), carry_out, "mini-orders", {"zone": "inner"}, DiceInput(TYPED, "4", rolled_at=early))
    drop(seat(campaign), entry)
    again = do(seat(campaign), "mini-orders", "", zone="inner")
    assert (body(again)["rolled_at"], faces(again)) == (early, {"fog": [4]})


def test_dice_that_were_thrown_before_are_not_typed_again(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    drop(seat(campaign), entry)
    for wrong, said in (("66 1", "too many"), ("1", "too many")):
        with pytest.raises(DiceError, match=said):
            do(seat(campaign), "mini-weather", wrong, zone="outer")
    again = do(seat(campaign), "mini-weather", "", zone="outer")
    assert (again.kind, faces(again), body(again)["continues"]) == ("waiting", {"weather": [5, 4]}, entry.reference)
    assert body(tell(seat(campaign, MODERATOR), again, "storm", "2"))["outcome"] == "storm for 2"


@pytest.mark.promise("P12")
def test_the_server_does_not_throw_again_for_dice_that_were_typed_nor_the_other_way(campaign: Campaign) -> None:
    drop(seat(campaign), do(seat(campaign), "mini-weather", "5 4", zone="outer"))
    again = do(seat(campaign), "mini-weather", zone="outer")
    assert (faces(again), body(again)["dice"]["source"]) == ({"weather": [5, 4]}, TYPED)
    thrown = do(seat(campaign), "mini-orders", zone="inner")
    drop(seat(campaign), thrown)
    with pytest.raises(DiceError, match="the server threw the first dice"):
        do(seat(campaign), "mini-orders", "6", zone="inner")
    assert faces(do(seat(campaign), "mini-orders", "", zone="inner")) == faces(thrown)


def test_decisions_that_were_open_stand_with_the_dice(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-orders", "4", zone="inner")
    third = tell(seat(campaign, "allied"), tell(seat(campaign), entry, "attack", ""), "attack", "")
    drop(seat(campaign), third)
    assert body(do(seat(campaign), "mini-orders", "33", zone="inner"))["outcome"] == ["attack", "attack"]


def test_sealed_decisions_that_nobody_saw_are_made_anew(campaign: Campaign) -> None:
    second = tell(seat(campaign), do(seat(campaign), "mini-orders", "4", zone="inner"), "attack", "")
    drop(seat(campaign), second)
    again = do(seat(campaign), "mini-orders", "", zone="inner")
    assert body(again)["waits_for"]["seat"] == "axis"
    assert not Payload.objects.filter(entry=again).exists()


def test_another_thing_or_another_turn_has_dice_of_its_own(campaign: Campaign) -> None:
    drop(seat(campaign), do(seat(campaign), "mini-orders", "4", zone="inner"))
    other = do(seat(campaign), "mini-orders", "2", zone="outer")
    assert (faces(other), "continues" in body(other)) == ({"fog": [2]}, False)
    drop(seat(campaign), other)
    end_step(seat(campaign), times=4)
    assert not Mark.objects.filter(kind="given-up").exists()
    assert faces(do(seat(campaign), "mini-orders", "1", zone="inner")) == {"fog": [1]}


@pytest.mark.promise("P12")
def test_what_waits_cannot_be_begun_a_second_time_for_other_dice(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-orders", zone="inner")
    count = Entry.objects.count()
    with pytest.raises(Unknown, match=f"waits \\(entry {entry.sequence}\\): answer it or give it up"):
        do(seat(campaign), "mini-orders", zone="inner")
    assert Entry.objects.count() == count
    assert do(seat(campaign), "mini-orders", zone="outer").kind == "waiting"


@pytest.mark.promise("P12")
def test_what_is_being_corrected_cannot_be_begun_again_for_other_dice(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4 2", zone="inner")
    waiting = mend(seat(campaign), entry, situation={"water": "open"})
    count = Entry.objects.count()
    with pytest.raises(Unknown, match=f"a correction of this waits \\(entry {waiting.sequence}\\): answer it first"):
        do(seat(campaign), "mini-weather", zone="inner")
    assert Entry.objects.count() == count
    assert do(seat(campaign), "mini-weather", "1 2 3", zone="outer").kind == "rule"
    tell(seat(campaign, MODERATOR), waiting, "calm", "")
    assert do(seat(campaign), "mini-weather", "1 2 3", zone="inner").kind == "rule"


def test_a_correction_that_waits_is_answered_not_given_up(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4 2", zone="inner")
    waiting = mend(seat(campaign), entry, situation={"water": "open"})
    with pytest.raises(NothingToUndo, match="taken back already"):
        drop(seat(campaign), waiting)
    assert tell(seat(campaign, MODERATOR), waiting, "calm", "").kind == "rule"


@pytest.mark.promise("P13")
def test_what_one_side_gives_up_in_secret_stays_secret(campaign: Campaign) -> None:
    hide_force(campaign)
    entry = do(seat(campaign, "allied"), "mini-scout", "5 4", force="hidden")
    assert drop(seat(campaign, "allied"), entry).chain == "allied"
    assert Mark.objects.get(kind="given-up").audience == "allied"
    again = do(seat(campaign, "allied"), "mini-scout", "", force="hidden")
    assert "begun_for" not in again.record["body"]
    assert body(again, "allied")["answers"][0]["faces"] == [5, 4]
    end_step(seat(campaign), times=4)
