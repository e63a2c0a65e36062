"""Procedures that wait: an unknown cell, sealed orders. What was thrown stays thrown."""

import json

import pytest

from navalassist.auditlog.models import Entry, Payload
from navalassist.campaigns.models import Campaign, Mark
from navalassist.campaigns.viewer import MODERATOR
from navalassist.engine import ChoiceError, DiceError, NoOdds, odds
from navalassist.play import state as states
from navalassist.play.bodies import body_of
from navalassist.play.correct import NotCorrectable
from navalassist.play.resolve import SERVER, TYPED, DiceInput, preview
from navalassist.play.systems import Unknown, system_of
from navalassist.play.verify import check_campaign
from navalassist.play.writer import NotYours
from tests.mini import PROCEDURES
from tests.mini.system import do, edit, end_step, facts, mend, seat, tell


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
    assert Mark.objects.get().source("kind") == entry.reference


def test_it_goes_on_with_the_same_dice_and_ends_the_wait(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    after = tell(seat(campaign, MODERATOR), entry, "storm", "6")
    told = body(after)
    assert (after.kind, told["continues"], told["outcome"]) == ("rule", entry.reference, "storm for 6")
    assert told["dice"] == {"source": TYPED, "reused": ["weather"]}
    assert [a["key"] for a in told["answers"]] == ["weather/cell", "weather", "days"]
    assert facts(campaign)["zone:outer.interference"] == "major"
    assert not Mark.objects.filter(kind="waiting").exists()
    assert check_campaign(campaign).sound


def test_dice_of_the_server_that_were_thrown_before_the_wait_are_kept(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-orders", zone="inner")
    fog = body(entry)["answers"]
    second = tell(seat(campaign), entry, "attack")
    third = tell(seat(campaign, "allied"), second, "attack")
    assert body(second)["answers"] == fog
    assert body(third)["answers"][0] == fog[0]
    assert body(third)["dice"] == {"source": SERVER, "reused": ["fog"]}
    end_step(seat(campaign), times=4)
    assert check_campaign(campaign).sound


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
    assert check_campaign(campaign).sound


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
    from navalassist.engine import Remove, Set

    edit(seat(campaign, MODERATOR), Set("mark:precedent/mini/weather/9/open.note", "calm"))
    assert body(do(seat(campaign), "mini-weather", "5 4 2", zone="outer"))["outcome"] == "calm for 2"
    edit(seat(campaign, MODERATOR), Remove("mark:precedent/mini/weather/9/open"))
    assert do(seat(campaign), "mini-weather", "5 4", zone="outer").kind == "waiting"
    assert check_campaign(campaign).sound


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
    assert check_campaign(campaign).sound


def test_sealed_orders_without_further_dice(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-orders", "1", zone="inner")
    third = tell(seat(campaign, "allied"), tell(seat(campaign), entry, "wait", ""), "attack", "")
    assert body(third)["outcome"] == ["wait", "attack"]
    assert facts(campaign)["zone:inner.declared"] == "tight"
    assert check_campaign(campaign).sound


def test_each_seat_answers_for_itself(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-orders", "4", zone="inner")
    with pytest.raises(NotYours):
        tell(seat(campaign, "allied", at_table=False), entry, "attack", "")
    second = tell(seat(campaign, "axis", at_table=False), entry, "attack", "")
    with pytest.raises(NotYours):
        tell(seat(campaign, "axis", at_table=False), second, "attack", "")


def test_an_option_that_is_none_is_refused_and_nothing_is_written(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    count = Entry.objects.count()
    with pytest.raises(ChoiceError, match="choose one of calm, gale, storm"):
        tell(seat(campaign, MODERATOR), entry, "fog", "6")
    assert Entry.objects.count() == count
    assert tell(seat(campaign, MODERATOR), entry, "gale", "6").kind == "rule"


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
    assert check_campaign(campaign).sound


def test_what_was_begun_by_hand_goes_on_by_hand(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    with pytest.raises(DiceError, match="1 more die is needed"):
        tell(seat(campaign, MODERATOR), entry, "storm")
    with pytest.raises(DiceError, match="too many"):
        tell(seat(campaign, MODERATOR), entry, "storm", "66")


def test_what_the_server_began_it_ends(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-orders", zone="inner")
    with pytest.raises(DiceError, match="the server threw the first dice"):
        tell(seat(campaign), entry, "attack", "3")


def test_a_waiting_entry_is_no_place_for_a_correction(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4", zone="outer")
    with pytest.raises(NotCorrectable, match="Only a rule that was carried out"):
        mend(seat(campaign), entry)


def test_a_correction_may_have_to_wait_too(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-weather", "5 4 2", zone="inner")
    assert body(entry)["outcome"] == "gale for 2"
    waiting = mend(seat(campaign), entry, situation={"water": "open"})
    assert (waiting.kind, waiting.corrects) == ("waiting", entry.reference)
    assert facts(campaign)["zone:inner.interference"] == ""
    done = tell(seat(campaign, MODERATOR), waiting, "storm", "3")
    assert body(done)["outcome"] == "storm for 3"
    assert facts(campaign)["zone:inner.interference"] == "major"
    assert check_campaign(campaign).sound


def test_dice_are_the_servers_or_typed(campaign: Campaign) -> None:
    for wrong in ("", "mine", "Server", "typed "):
        with pytest.raises(DiceError, match="neither"):
            DiceInput(wrong)
