"""A rule that did not happen is struck out: what it did goes back, and a forger who strikes out more is found."""

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import Create, Effect, Set
from navalassist.play.corrections import back, striking, undo
from navalassist.play.corrections.correct import Correction, correct
from navalassist.play.systems import SYSTEMS
from tests.in_hand import InHand, act
from tests.mini.system import do, edit, end_step, facts, seat
from tests.play.test_since import HITS, STRIKE, VP, body, ends_with, faults, forces_leave, last
from tests.promises.archives import LOG, files_of, whole
from tools import verify_log

# What is done, struck out and done again in its turn: with dice of the server, the same with nothing typed, typed ones.
AGAIN: list[tuple[str, Any, Any]] = [
    ("mini-barrage", None, {"guns": 6}),
    ("mini-barrage", None, {}),
    ("mini-scout", "66", {"force": "open"}),
]
KEPT = striking._kept_dice

NEVER = Correction("not-happened", "it was another force", typed={"force": "open"})
LOST = "it does not keep the dice of public/3, which were thrown in this turn"
OTHER = "it does not keep its dice as they are kept"


def strike(entry: Entry, correction: Correction = NEVER) -> Entry:
    made: Entry = act(seat(entry.campaign), correct, entry, correction)
    return made


def test_what_it_did_goes_back_and_what_was_counted_since_gets_the_difference(campaign: Campaign) -> None:
    """14 hits are 14 points; 5 more were posted since."""
    before = facts(campaign)
    entry = do(seat(campaign), "mini-strike", STRIKE, force="open")
    points = facts(campaign)[VP] - before[VP]
    end_step(seat(campaign))
    edit(seat(campaign), Set(VP, facts(campaign)[VP] + 5))
    made = strike(entry)
    told = body(made)
    assert (made.kind, told["act"], told["reason"], told["note"]) == ("undo", "rule.struck", "not-happened", NEVER.note)
    assert points
    assert (facts(campaign)[VP], facts(campaign)[HITS]) == (before[VP] + 5, before[HITS])
    assert faults(campaign) == []


def test_a_row_that_the_calendar_cleared_away_does_not_come_back(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends_with(monkeypatch, forces_leave)
    entry = do(seat(campaign), "mini-scout", "66", force="open")
    end_step(seat(campaign), times=4)
    before = facts(campaign)
    strike(entry)
    assert facts(campaign) == before
    assert body(last(campaign))["act"] == "turn.since"
    assert faults(campaign) == []


def test_a_struck_entry_bars_what_was_before_it(campaign: Campaign) -> None:
    """No undo reaches behind it, and no step comes back across it."""
    entry = do(seat(campaign), "mini-scout", "66", force="open")
    edit(seat(campaign), Set(VP, 3))
    end_step(seat(campaign))
    assert back.last_end(seat(campaign), InHand(campaign).state, SYSTEMS["mini"]) is not None
    made = strike(entry)
    assert undo.strikes_out(made)
    assert back.last_end(seat(campaign), InHand(campaign).state, SYSTEMS["mini"]) is None
    assert undo.last_input(seat(campaign)) is None


def test_it_is_struck_out_once_and_by_whoever_may_act_for_its_seat(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-scout", "66", force="open")
    made = strike(entry)
    for again in (entry, made):
        with pytest.raises(Exception, match=r"taken back|Only a rule"):
            strike(again)
    assert faults(campaign) == []


FORGED: list[tuple[dict[str, Any], str]] = [
    ({"reason": "follows"}, "is something else than it says"),
    ({"undone": "mini-strike"}, "is something else than it says"),
    ({"dependents": ["public/1"]}, "is an entry of kind"),
    ({"agreed_in": "public/2"}, "is an entry of kind"),
]


@pytest.mark.parametrize(("said", "found"), FORGED, ids=lambda one: next(iter(one)) if isinstance(one, dict) else "")
def test_what_it_says_wrongly_is_found(little: InHand, campaign: Campaign, said: dict[str, Any], found: str) -> None:
    little.forged = True
    entry = do(seat(campaign), "mini-scout", "66", force="open")
    strike(entry, replace(NEVER, told=said))
    assert [fault for fault in faults(campaign) if found in fault], faults(campaign)


@pytest.mark.parametrize("more", [(Set(VP, 7),), ()], ids=["more", "less"])
def test_more_or_less_than_it_did_is_found(
    little: InHand, campaign: Campaign, monkeypatch: pytest.MonkeyPatch, more: tuple[Effect, ...]
) -> None:
    little.forged = True
    entry = do(seat(campaign), "mini-scout", "66", force="open")
    honest = striking.strike

    def forged(writer: Any, one: Entry, taken: tuple[Effect, ...], *given: Any) -> Entry:
        return honest(writer, one, (*taken, *more) if more else (), *given)

    monkeypatch.setattr("navalassist.play.corrections.correct.strike", forged)
    strike(entry)
    said = "its effects are not those that strike out"
    assert [fault for fault in faults(campaign) if said in fault], faults(campaign)


def lost(*_: Any) -> Iterator[Create]:
    """No mark: the dice could be thrown anew."""
    yield from ()


def elsewhere(*given: Any) -> Iterator[Create]:
    """A mark that nobody finds who begins the same again: its row has another digest."""
    for kept in KEPT(*given):
        before, _, number = kept.key.rpartition("/")
        yield replace(kept, key=f"{before.rpartition('/')[0]}/{'0' * 16}/{number}")


@pytest.mark.parametrize(("forger", "found"), [(lost, LOST), (elsewhere, OTHER)])
@pytest.mark.parametrize(("rule", "dice", "typed"), AGAIN)
def test_a_strike_that_loses_its_dice_is_found_by_both_checks(
    little: InHand, monkeypatch: pytest.MonkeyPatch, rule: str, dice: Any, typed: Any, forger: Any, found: str
) -> None:
    """Six guns fire with dice of the server; struck out, they could fire with better ones in their own turn."""
    little.forged, campaign = True, little.campaign
    entry = do(seat(campaign), rule, dice, **typed)
    monkeypatch.setattr(striking, "_kept_dice", forger)
    strike(entry, replace(NEVER, typed=typed))
    again = do(seat(campaign), rule, dice, **typed)
    assert "continues" not in body(again)
    assert [found in fault for fault in faults(campaign)] == [True], faults(campaign)
    checker = verify_log.Checker(io.BytesIO(files_of(whole(campaign))[LOG]))
    checker.run()
    assert [found in what for _, what in checker.faults] == [True]


def test_dice_of_an_ended_turn_are_not_kept_and_a_mark_that_keeps_them_is_found(
    little: InHand, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = do(seat(campaign), "mini-scout", "66", force="open")
    end_step(seat(campaign), times=4)
    strike(entry)
    assert faults(campaign) == []
    little.forged = True
    entry = do(seat(campaign), "mini-scout", "66", force="open")
    end_step(seat(campaign), times=4)
    monkeypatch.setattr(striking, "first_of", lambda entry: last(campaign))
    strike(entry)
    assert ["its effects are not those that strike out" in fault for fault in faults(campaign)] == [True]


@pytest.mark.parametrize(("rule", "dice", "typed"), AGAIN)
def test_it_keeps_its_dice_for_whoever_does_the_same_again(
    campaign: Campaign, rule: str, dice: Any, typed: Any
) -> None:
    """What was typed stands in the log, whatever the strike says of it."""
    entry = do(seat(campaign), rule, dice, **typed)
    strike(entry, replace(NEVER, typed={}))
    again = do(seat(campaign), rule, **typed)
    assert (body(again)["continues"], body(again)["answers"]) == (entry.reference, body(entry)["answers"])
    assert faults(campaign) == []
