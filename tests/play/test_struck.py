"""A rule that did not happen is struck out: what it did goes back, and a forger who strikes out more is found."""

from dataclasses import replace
from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import Effect, Set
from navalassist.play.corrections import back, striking, undo
from navalassist.play.corrections.correct import Correction, correct
from navalassist.play.systems import SYSTEMS
from tests.in_hand import InHand, act
from tests.mini.system import do, edit, end_step, facts, seat
from tests.play.test_since import HITS, STRIKE, VP, body, ends_with, faults, forces_leave, last

NEVER = Correction("not-happened", "it was another force")


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
    whole = striking.strike

    def forged(writer: Any, one: Entry, taken: tuple[Effect, ...], *given: Any) -> Entry:
        return whole(writer, one, (*taken, *more) if more else (), *given)

    monkeypatch.setattr("navalassist.play.corrections.correct.strike", forged)
    strike(entry)
    said = "it does not keep its dice as they are kept" if more else "its effects are not those that strike out"
    assert [fault for fault in faults(campaign) if said in fault], faults(campaign)
