"""Taking back an input, correcting a rolled entry: never erased, always followed."""

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign, FactHistory
from navalassist.engine import Add, DiceError, Remove, Set
from navalassist.engine.reader import Unknown
from navalassist.play.checks.odds import wrong_odds
from navalassist.play.checks.verify import check_campaign
from navalassist.play.corrections.correct import (
    Correction,
    NotCorrectable,
    Redo,
    correct_all,
    correction_of,
    dependents,
)
from navalassist.play.corrections.reasons import every_reason
from navalassist.play.corrections.situations import _with as changed
from navalassist.play.corrections.undo import NothingToUndo, last_input, undo
from navalassist.play.dice.server import SERVER, TYPED
from navalassist.play.rules.resolve import Refused
from navalassist.play.storage.bodies import body_of
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import Conflict, NotYours
from tests.in_hand import act
from tests.mini.system import do, edit, end_step, facts, force, mend, seat

HITS = "zone:inner.hits"
DECLARED = "zone:inner.declared"
# Found (6), three ships with 2, 1 and 2 guns, the flag with 2, then a duel of two rounds.
STRIKE = "6, 66 6 66, 66, 5 5 5 5"


def body(entry: Entry) -> dict:
    return body_of(entry, frozenset({"public"}))


def take_back(campaign: Campaign, entry: Entry, seat_name: str = "axis", at_table: bool = True) -> Entry:
    return act(seat(campaign, seat_name, at_table), undo, entry.reference)


@pytest.fixture
def struck(campaign: Campaign) -> Entry:
    return do(seat(campaign), "mini-strike", STRIKE, force="open")


def test_an_input_without_dice_is_taken_back_with_one_tap_and_what_it_took_away_comes_back_whole(
    campaign: Campaign,
) -> None:
    before = facts(campaign)
    entry = edit(seat(campaign), Set(DECLARED, "tight"), Add("ledger:axis.vp", 3), force("new"))
    back = take_back(campaign, entry)
    assert facts(campaign) == before
    assert (back.kind, back.corrects, back.record["body"]["undone"]) == ("undo", entry.reference, "test.edit")
    assert Entry.objects.filter(pk=entry.pk).exists()
    assert check_campaign(campaign).sound
    entry = edit(seat(campaign), Remove("task-force:open"))
    assert "task-force:open.name" not in facts(campaign)
    take_back(campaign, entry)
    assert facts(campaign) == before


def test_inputs_are_taken_back_the_last_first(campaign: Campaign) -> None:
    first, second = edit(seat(campaign), Set(HITS, 1)), edit(seat(campaign), Set(HITS, 2))
    with pytest.raises(NothingToUndo):
        take_back(campaign, first)
    assert last_input(seat(campaign)) == second
    take_back(campaign, second)
    assert last_input(seat(campaign)) == first
    take_back(campaign, first)
    assert facts(campaign)[HITS] == 0
    assert last_input(seat(campaign)) is None
    with pytest.raises(NothingToUndo):
        take_back(campaign, first)


def test_nothing_is_taken_back_past_dice_or_the_end_of_a_step(campaign: Campaign) -> None:
    entry = edit(seat(campaign), Set(HITS, 1))
    do(seat(campaign), "mini-watch")
    assert last_input(seat(campaign)) is None
    with pytest.raises(NothingToUndo):
        take_back(campaign, entry)
    after = edit(seat(campaign), Set(HITS, 2))
    end_step(seat(campaign))
    with pytest.raises(NothingToUndo):
        take_back(campaign, after)


def test_an_input_is_taken_back_by_whoever_made_it(campaign: Campaign) -> None:
    mine = edit(seat(campaign, "axis", at_table=False), Set(DECLARED, "loose"))
    theirs = edit(seat(campaign, "allied", at_table=False), Set("ledger:allied.vp", 1))
    assert last_input(seat(campaign, "axis", at_table=False)) == mine
    with pytest.raises(NothingToUndo):
        take_back(campaign, theirs, at_table=False)
    take_back(campaign, mine, at_table=False)
    assert facts(campaign)["ledger:allied.vp"] == 1


def test_an_input_is_not_taken_back_over_a_later_one_of_the_same_fact(campaign: Campaign) -> None:
    mine = edit(seat(campaign, "axis", at_table=False), Set(HITS, 5))
    theirs = edit(seat(campaign, "allied", at_table=False), Set(HITS, 5))
    with pytest.raises(Conflict) as found:
        take_back(campaign, mine, at_table=False)
    assert found.value.changed == [(HITS, theirs.reference)]
    assert facts(campaign)[HITS] == 5


def test_history_keeps_every_value_a_fact_had(campaign: Campaign) -> None:
    entry = edit(seat(campaign), Set(HITS, 4))
    edit(seat(campaign), Set(HITS, 4))
    back = take_back(campaign, last_input(seat(campaign)))
    values = FactHistory.objects.of(campaign, HITS).values_list("value", "entry", "turn", "player_turn")
    assert list(values) == [(0, "public/1", "0001", "axis"), (4, entry.reference, "0001", "axis")]
    assert back.kind == "undo"


@pytest.mark.promise("P20")
def test_a_correction_is_a_new_entry_and_the_old_one_stays(campaign: Campaign, struck: Entry) -> None:
    text = struck.content
    after = mend(seat(campaign), struck, note="the moon was up", situation={"moon": True})
    told = body(after)
    assert (after.kind, after.corrects, told["reason"], told["note"]) == (
        "correction",
        struck.reference,
        "typo",
        "the moon was up",
    )
    assert told["changed"] == ["moon"]
    assert told["situation"]["moon"] is True
    assert Entry.objects.get(pk=struck.pk).content == text
    assert correction_of(struck) == after
    # It shows the odds of what is right.
    assert [body(entry)["odds"][0] for entry in (struck, after)] == [
        ["found", "found", "1/2", "chance"],
        ["found", "found", "2/3", "chance"],
    ]


def test_a_correction_keeps_the_dice(campaign: Campaign, struck: Entry) -> None:
    assert facts(campaign)[HITS] == 14
    after = mend(seat(campaign), struck, "wrong-cargo", situation={"strength": 1})
    told = body(after)
    assert told["dice"] == {
        "source": TYPED,
        "reused": [
            "duel-1/mine",
            "duel-1/theirs",
            "duel-2/mine",
            "duel-2/theirs",
            "flag/guns",
            "search",
            "ship-1/guns",
        ],
    }
    assert sorted(told["unused_dice"]) == ["ship-2/guns", "ship-3/guns"]
    assert (facts(campaign)[HITS], facts(campaign)["ledger:axis.vp"]) == (8, 8)


def test_a_correction_that_asks_for_more_throws_only_what_is_new(campaign: Campaign) -> None:
    entry = None
    while entry is None or len(body(entry)["answers"]) < 4:
        entry = do(seat(campaign), "mini-strike", force="open")
        end_step(seat(campaign))
    answers = {a["key"]: a["faces"] for a in body(entry)["answers"]}
    after = mend(seat(campaign), entry, "wrong-cargo", situation={"strength": 5})
    told = body(after)
    assert told["dice"]["source"] == SERVER
    assert set(told["dice"]["reused"]) == set(answers)
    assert {a["key"] for a in told["answers"]} - set(answers) == {"ship-4/guns", "ship-5/guns"}
    assert all(a["faces"] == answers[a["key"]] for a in told["answers"] if a["key"] in answers)
    end_step(seat(campaign), times=4)


def guns_of(entry: Entry) -> list[int]:
    return next(list(a["faces"]) for a in body(entry)["answers"] if a["key"] == "guns")


def test_a_pool_that_grows_or_shrinks_keeps_every_die_that_was_thrown(campaign: Campaign) -> None:
    three = do(seat(campaign), "mini-barrage", guns=3)
    four = mend(seat(campaign), three, situation={"guns": 4})
    assert guns_of(four)[:3] == guns_of(three)
    two = mend(seat(campaign), four, situation={"guns": 2})
    assert guns_of(two) == guns_of(three)[:2]
    assert body(two)["unused_dice"] == {"guns": guns_of(four)}
    six = mend(seat(campaign), two, situation={"guns": 6})
    assert guns_of(six)[:4] == guns_of(four), "the fourth die was thrown once, and stays what it was"
    assert body(six)["dice"] == {"source": SERVER, "reused": ["guns"]}
    end_step(seat(campaign), times=4)
    report = check_campaign(campaign)
    assert (report.faults, report.dice) == ([], 6)


def test_a_typed_pool_that_grows_asks_only_for_the_dice_that_are_new(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-barrage", "6 2 5", guns=3)
    with pytest.raises(DiceError, match="1 more die is needed"):
        mend(seat(campaign), entry, situation={"guns": 4})
    assert guns_of(mend(seat(campaign), entry, situation={"guns": 2})) == [6, 2]


def test_what_cannot_be_or_is_gone_is_no_correction_and_nothing_is_written(campaign: Campaign, struck: Entry) -> None:
    with pytest.raises(DiceError, match="1 more die is needed, for guns"):
        mend(seat(campaign), struck, situation={"strength": 4})
    assert correction_of(struck) is None
    with pytest.raises(Refused, match="without ships"):
        mend(seat(campaign), struck, situation={"strength": 0})
    assert correction_of(struck) is None
    edit(seat(campaign), Remove("zone:inner"))
    with pytest.raises(NotCorrectable, match=r"no longer there \(zone:inner\)"):
        mend(seat(campaign), struck)


def test_a_mistyped_die_is_typed_anew_with_all_the_others(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-strike", "6, 66 6 66, 66, 5 5 5 5", force="open")
    after = mend(seat(campaign), entry, "mistyped-die", strip="6, 61 1 66, 66, 5 5 5 5")
    assert facts(campaign)[HITS] == 10
    assert body(after)["dice"] == {"source": TYPED, "reused": []}
    again = mend(seat(campaign), after, "mistyped-die", strip="1")
    assert facts(campaign)[HITS] == 0
    assert facts(campaign)[DECLARED] == ""
    assert body(again)["outcome"]["found"] is False
    assert check_campaign(campaign).sound
    for strip, why in (("6", "more"), ("1 1", "too many"), ("7", "faces 1 to 6")):
        with pytest.raises(DiceError, match=why):
            mend(seat(campaign), again, strip=strip)


def test_server_dice_are_never_typed_anew_nor_after_a_correction(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-strike", force="open")
    for wrong in ({"reason": "mistyped-die", "strip": "1"}, {"strip": "1"}, {"reason": "mistyped-die"}):
        with pytest.raises(NotCorrectable, match="server's dice and cannot be retyped"):
            mend(seat(campaign), entry, situation={"moon": True}, **wrong)
    assert correction_of(entry) is None
    after = mend(seat(campaign), entry, "forgot", situation={"moon": True})
    assert body(after)["dice"]["source"] == SERVER
    with pytest.raises(NotCorrectable, match="cannot be retyped"):
        mend(seat(campaign), after, strip="1")


def test_a_correction_can_be_corrected_and_only_the_last_counts(campaign: Campaign, struck: Entry) -> None:
    first = mend(seat(campaign), struck, situation={"strength": 1})
    with pytest.raises(NotCorrectable, match="corrected already"):
        mend(seat(campaign), struck, situation={"strength": 2})
    second = mend(seat(campaign), first, situation={"strength": 2}, strip="6, 66 6, 66, 5 5 5 5")
    assert body(second)["situation"]["strength"] == 2
    assert facts(campaign)[HITS] == 10
    assert facts(campaign)["ledger:axis.vp"] == 10


def test_facts_that_go_with_a_correction_stay_when_that_is_corrected(campaign: Campaign, struck: Entry) -> None:
    first = mend(seat(campaign), struck, also=(Set("task-force:open.name", "Better"),))
    mend(seat(campaign), first)
    assert facts(campaign)["task-force:open.name"] == "Better"


def test_dependents_are_the_later_entries_that_read_what_it_set(campaign: Campaign, struck: Entry) -> None:
    do(seat(campaign), "mini-weather", "66 1", zone="outer")
    end_step(seat(campaign))
    second = do(seat(campaign), "mini-strike", "1", force="open")
    assert dependents(struck, frozenset({"public"})) == [second]
    assert body(mend(seat(campaign), struck, situation={"strength": 1}))["dependents"] == [second.reference]
    assert dependents(second, frozenset({"public"})) == []


def test_what_later_entries_changed_is_corrected_from_the_end(campaign: Campaign, struck: Entry) -> None:
    end_step(seat(campaign))
    second = do(seat(campaign), "mini-strike", STRIKE, force="open")
    with pytest.raises(NotCorrectable, match=rf"changed the same facts \(.*{second.reference}"):
        mend(seat(campaign), struck)
    mend(seat(campaign), second, strip="1")


def test_a_later_entry_that_set_the_same_value_counts_too(campaign: Campaign) -> None:
    first = do(seat(campaign), "mini-weather", "66 1", zone="inner")
    second = do(seat(campaign), "mini-weather", "55 1", zone="inner")
    assert facts(campaign)["zone:inner.interference"] == "partial"
    with pytest.raises(NotCorrectable, match=second.reference):
        mend(seat(campaign), first, strip="11 1")
    mend(seat(campaign), second, strip="55 2")
    with pytest.raises(NotCorrectable):
        mend(seat(campaign), first, strip="11 1")


def test_what_was_only_put_back_is_no_hindrance(campaign: Campaign) -> None:
    first = do(seat(campaign), "mini-weather", "66 1", zone="inner")
    change = edit(seat(campaign), Set("zone:inner.interference", "major"))
    take_back(campaign, change)
    assert body(mend(seat(campaign), first, strip="11 1"))["outcome"] == "calm for 1"
    assert facts(campaign)["zone:inner.interference"] == ""


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"strength": "many"}, 'strength: "many" does not fit; give a whole number from 0 to 20'),
        ({"strength": 21}, "strength: 21 does not fit; give a whole number from 0 to 20"),
        ({"side": "vichy"}, 'side: "vichy" does not fit; give one of axis, allied (Whose task force it is)'),
        ({"colour": "blue"}, "colour: there is no such field; there are side, force, name, strength, zone, moon,"),
        ({"facts.a.b": 1}, "facts.a.b: the situation has no such field"),
        ({"name.0": 1}, "name.0: the situation has no such field"),
    ],
)
def test_a_changed_field_that_does_not_fit_is_named(
    campaign: Campaign, struck: Entry, changes: dict, sentence: str
) -> None:
    with pytest.raises(ValueError, match="^" + sentence.replace("(", r"\(").replace(")", r"\)")):
        mend(seat(campaign), struck, situation=changes)
    assert correction_of(struck) is None


def test_only_what_a_rule_did_is_corrected_and_with_a_known_reason(campaign: Campaign) -> None:
    change = edit(seat(campaign), Set(HITS, 1))
    with pytest.raises(NotCorrectable, match="Only a rule"):
        mend(seat(campaign), change)
    entry = do(seat(campaign), "mini-watch", name="lookout")
    with pytest.raises(Unknown, match="choose one of typo, wrong cargo"):
        mend(seat(campaign), entry, "because")
    with_other_seat = seat(campaign, "allied", at_table=False)
    with pytest.raises(NotYours):
        mend(with_other_seat, entry)
    assert every_reason().keys() == {
        "typo",
        "wrong-cargo",
        "mistyped-die",
        "wrong-owner",
        "captured",
        "forgot",
        "not-happened",
        "reading",
        "follows",
    }


def test_an_entry_without_dice_and_effects_is_corrected_too(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-watch", name="")
    assert body(entry)["outcome"] == []
    assert body(entry)["effects"] == []
    after = mend(seat(campaign), entry, situation={"name": "lookout"})
    assert body(after)["outcome"] == ["lookout", "calm"]
    assert body(mend(seat(campaign), after, situation={"name": ""}))["outcome"] == []


def test_after_its_step_a_correction_leaves_no_mark_of_that_step(campaign: Campaign, struck: Entry) -> None:
    end_step(seat(campaign))
    mend(seat(campaign), struck, situation={"strength": 1})
    assert facts(campaign)[HITS] == 8
    assert not [key for key in facts(campaign) if key.startswith("mark:")]
    do(seat(campaign), "mini-strike", "1", force="open")


def test_a_field_within_a_list_is_changed_by_its_place() -> None:
    old = {"legs": [{"zone": "inner"}, {"zone": "outer"}], "name": "x"}
    assert changed(old, ["legs", "1", "zone"], "inner", "legs.1.zone") == {
        "legs": [{"zone": "inner"}, {"zone": "inner"}],
        "name": "x",
    }
    assert old["legs"][1] == {"zone": "outer"}
    for path in ("legs.2.zone", "legs.x", "legs.-1.zone", "legs.².zone"):
        with pytest.raises(ValueError, match="the situation has no such field"):
            changed(old, path.split("."), 1, path)


def test_a_correction_goes_by_the_rulings_of_its_time_unless_one_is_read_as_now(campaign: Campaign) -> None:
    """M.1.c: by moonlight the search has one column more, as R-90 was read then."""
    axis = seat(campaign)
    first = do(axis, "mini-strike", STRIKE, force="open", moon=True)
    edit(seat(campaign, "moderator"), Set("ruling:R-90.choice", "no"), act="ruling.choice")
    kept = mend(axis, first, situation={"strength": 2})
    assert kept.record["body"]["rulings"] == {"R-90": "yes"}
    with writing(axis) as writer:
        anew = Redo(kept, lambda state, made: Correction("reading"), today=("R-90",))
        (mended,) = correct_all(writer, (anew,))
    assert mended.record["body"]["rulings"] == {"R-90": "no"}
    terms = mended.record["body"]["answers"][0]["terms"]
    assert [term["applies"] for term in terms if term.get("ruling") == "R-90"] == [False]
    assert not wrong_odds(campaign)
