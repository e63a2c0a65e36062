"""An entry of a step that has ended is corrected: what came since stands again behind it, and a forger is found out."""

from dataclasses import replace
from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import Effect, Remove, Set, create
from navalassist.engine.reader import rows_in
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.play.corrections import correct as correcting
from navalassist.play.corrections.correct import NotCorrectable, why_not_correct
from navalassist.play.storage.bodies import body_of
from navalassist.play.systems import SYSTEMS
from tests.in_hand import InHand, act
from tests.mini.system import do, edit, end_step, facts, hide_force, mend, seat

HITS, VP, DECLARED, WEATHER = "zone:inner.hits", "ledger:axis.vp", "zone:inner.declared", "zone:inner.interference"
# Found (6), three ships with 2, 1 and 2 guns, the flag with 2, then a duel of two rounds: 14 hits. No hits at all.
STRIKE, MISSED = "6, 66 6 66, 66, 5 5 5 5", "1"


def body(entry: Entry) -> dict[str, Any]:
    return body_of(entry, frozenset({"public", "axis", "allied"}))


def faults(campaign: Campaign) -> list[str]:
    return [str(fault) for fault in check_campaign(campaign).faults]


def last(campaign: Campaign, number: int = 1) -> Entry:
    return Entry.objects.filter(campaign=campaign).order_by("-id")[number - 1]


def ends_with(monkeypatch: pytest.MonkeyPatch, over: Any, again: Any = None) -> None:
    """The miniature system, with what goes as a step of it ends, and what goes with rows that are cleared again."""
    given: dict[str, Any] = {"cleared_again": again} if again else {}
    monkeypatch.setitem(SYSTEMS, "mini", replace(SYSTEMS["mini"], step_over=over, **given))


def forces_leave(values: Any, ending: Any) -> tuple[Effect, ...]:
    """As a turn ends every force leaves the map."""
    turn_ends = (ending.player_turn, ending.step) == ("allied", "sail")
    return tuple(map(Remove, rows_in(values, "task-force"))) if turn_ends else ()


@pytest.fixture
def scouted(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> Entry:
    """A storm hits a force (6 6: 1 hit), which the end of the turn clears away."""
    ends_with(monkeypatch, forces_leave)
    entry = do(seat(campaign), "mini-scout", "66", force="open")
    end_step(seat(campaign), times=4)
    assert "task-force:open.hits" not in facts(campaign)
    return entry


def test_a_row_that_the_calendar_cleared_away_is_made_anew_put_right_and_goes_again(scouted: Entry) -> None:
    campaign = scouted.campaign
    before = facts(campaign)
    after = mend(seat(campaign), scouted, "mistyped-die", strip="11")
    assert (body(after)["outcome"], body(scouted)["outcome"]) == ("calm", "storm")
    again = last(campaign)
    assert (again.kind, body(again)["act"], body(again)["effects"]) == (
        "clock",
        "turn.since",
        [{"do": "remove", "key": "task-force:open"}],
    )
    assert facts(campaign) == before
    assert faults(campaign) == []
    third = mend(seat(campaign), after, "mistyped-die", strip="66")
    assert body(third)["outcome"] == "storm"
    end_step(seat(campaign), times=4)
    assert faults(campaign) == []


def test_what_is_counted_by_such_rows_gets_the_difference(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(values: Any, rows: Any) -> tuple[Effect, ...]:
        more = sum(values[f"{row}.hits"] - then["hits"] for row, then in rows.items())
        return (*map(Remove, rows), Set("ledger:allied.vp", values["ledger:allied.vp"] + more))

    ends_with(monkeypatch, forces_leave, counted)
    entry = do(seat(campaign), "mini-scout", "66", force="open")
    end_step(seat(campaign), times=4)
    edit(seat(campaign), Set("ledger:allied.vp", 7))
    mend(seat(campaign), entry, "mistyped-die", strip="11")
    assert facts(campaign)["ledger:allied.vp"] == 6
    assert faults(campaign) == []


def test_a_row_that_somebody_took_away_comes_first(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-scout", "66", force="open")
    edit(seat(campaign), Remove("task-force:open"))
    end_step(seat(campaign), times=4)
    with pytest.raises(NotCorrectable, match="no longer there"):
        mend(seat(campaign), entry, "mistyped-die", strip="11")


def test_a_number_that_was_changed_since_gets_the_difference(campaign: Campaign) -> None:
    """14 points for the strike, 5 by hand since; no hit at all leaves those 5."""
    entry = do(seat(campaign), "mini-strike", STRIKE, force="open")
    end_step(seat(campaign))
    edit(seat(campaign), Set(VP, 19), Set(HITS, 15))
    assert facts(campaign)[DECLARED] == "tight"
    mend(seat(campaign), entry, "mistyped-die", strip=MISSED)
    now = facts(campaign)
    assert (now[VP], now[HITS], now[DECLARED]) == (5, 1, "")
    assert faults(campaign) == []


def test_in_its_own_step_what_was_changed_since_comes_first(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-strike", STRIKE, force="open")
    edit(seat(campaign), Set(VP, 19))
    with pytest.raises(NotCorrectable, match="changed the same facts"):
        mend(seat(campaign), entry, "mistyped-die", strip=MISSED)


def test_a_number_that_would_not_fit_is_a_sentence(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-strike", STRIKE, force="open")
    end_step(seat(campaign))
    edit(seat(campaign), Set(HITS, 3))
    with pytest.raises(NotCorrectable, match="is 3 now, and by what came since would be -11, which cannot be"):
        mend(seat(campaign), entry, "mistyped-die", strip=MISSED)


def test_what_the_calendar_has_set_since_stays_as_it_set_it(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The weather is over with the step, and hits count anew; those of a later strike stay."""

    def over(values: Any, ending: Any) -> tuple[Effect, ...]:
        return (Set(WEATHER, ""), Set(HITS, 0))

    ends_with(monkeypatch, over)
    gale, strike = do(seat(campaign), "mini-weather", "55 1", zone="inner"), None
    strike = do(seat(campaign), "mini-strike", STRIKE, force="open")
    end_step(seat(campaign))
    edit(seat(campaign), Set(HITS, 2))
    mend(seat(campaign), gale, "mistyped-die", strip="66 1")
    now = facts(campaign)
    assert (now[WEATHER], now[HITS], now[VP]) == ("", 2, 14)
    mend(seat(campaign), strike, "mistyped-die", strip=MISSED)
    now = facts(campaign)
    assert (now[HITS], now[VP]) == (2, 0)
    assert faults(campaign) == []


def test_words_that_a_later_entry_set_come_first(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-strike", STRIKE, force="open")
    end_step(seat(campaign))
    edit(seat(campaign), Set(DECLARED, "loose"))
    state = states.load(campaign.slug)
    assert "changed the same facts" in why_not_correct(state, entry, body(entry))


def test_a_secret_row_goes_again_on_the_chain_of_its_side(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    ends_with(monkeypatch, forces_leave)
    hide_force(campaign)
    entry = do(seat(campaign, "allied"), "mini-scout", "66", force="hidden")
    end_step(seat(campaign), times=4)
    public = last(campaign)
    after = mend(seat(campaign, "allied"), entry, "mistyped-die", strip="11")
    assert body(after)["outcome"] == "calm"
    again = last(campaign)
    assert (again.chain, again.record["body"], body(again)["act"]) == ("allied", {"act": "secret"}, "turn.since")
    told = Entry.objects.filter(campaign=campaign, chain="public", id__gt=public.pk, kind="clock")
    assert not told.exists()
    assert faults(campaign) == []


# Forged


def test_rows_that_are_not_cleared_again_are_found(
    little: InHand, scouted: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    little.forged = True
    monkeypatch.setattr(correcting, "stand_again", lambda *_: None)
    mend(seat(scouted.campaign), scouted, "mistyped-die", strip="11")
    (fault,) = faults(scouted.campaign)
    assert fault == ("the end: before it, what came since the corrected entry did not stand again (task-force:open)")
    edit(seat(scouted.campaign), Set(VP, 1))
    assert "did not stand again" in faults(scouted.campaign)[0]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (Set(VP, 99), "what stands again behind a correction is not what came since"),
        (create("ledger:third", vp=3), "what stands again behind a correction is not what came since"),
        (Remove("zone:outer"), "what came since the corrected entry is not what it says of zone:outer"),
    ],
)
def test_more_than_came_since_is_found(
    little: InHand, scouted: Entry, monkeypatch: pytest.MonkeyPatch, more: Effect, said: str
) -> None:
    little.forged = True
    end = correcting.stand_again

    def forged(writer: Any, came: Any, seat_name: str) -> None:
        honest = writer.system.cleared_again
        again = replace(writer.system, cleared_again=lambda *given: (*honest(*given), more))
        writer.system = again
        end(writer, came, seat_name)

    monkeypatch.setattr(correcting, "stand_again", forged)
    mend(seat(scouted.campaign), scouted, "mistyped-die", strip="11")
    assert any(said in fault for fault in faults(scouted.campaign))


def test_another_difference_is_found(little: InHand, campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    little.forged = True
    entry = do(seat(campaign), "mini-strike", STRIKE, force="open")
    end_step(seat(campaign))
    edit(seat(campaign), Set(VP, 19))
    monkeypatch.setattr("navalassist.play.corrections.since.with_the_difference", lambda now, left, right: 6)
    mend(seat(campaign), entry, "mistyped-die", strip=MISSED)
    assert any("not what it says of ledger:axis.vp" in fault for fault in faults(campaign))


def test_nothing_stands_again_where_nothing_was_corrected(little: InHand, campaign: Campaign) -> None:
    little.forged = True

    def forged(writer: Any) -> None:
        writer.edit("turn.since", [Set(VP, 3)], kind="clock", seat="axis", chain="public")

    act(seat(campaign), forged)
    assert any("nothing was corrected before it" in fault for fault in faults(campaign))


def test_a_fact_is_put_right_since_a_player_turn_that_was(little: InHand, campaign: Campaign) -> None:
    little.forged = True

    def forged(writer: Any, *when: str) -> None:
        writer.edit("fact.since", (), title="Loose", since=list(when))

    act(seat(campaign), forged, "0001", "axis")
    assert faults(campaign) == []
    act(seat(campaign), forged, "0001", "allied")
    assert any("since a player turn that never was" in fault for fault in faults(campaign))
