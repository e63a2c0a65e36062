"""33.B.2.b, 33.B.7.a, 33.B.8.b: the Italian fleet's attempt on Allied shipping.

Worked out by hand from table 1 and the stand-in of the Success Table (R-30), one die and its modifiers:
1 or less D, 2 F*, 3 and 4 F, 5 S, 6 or more S*. Table 1: D minor and 6 VPs for the Allies, F* minor and 3, F minor,
S partial, S* major.
"""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from navalassist.engine import REGISTER, Add, Create, NoOdds, Outcome, Set, Tally, Typed, compute, odds, run
from navalassist.rules.europa.clock import Moment
from navalassist.rules.europa.r33_interference import (
    Attempt,
    Attempted,
    EarlierAttempt,
    Past,
    Sea,
    facts_needed,
    modifiers,
    remember_attempt,
    try_to_interfere,
)
from navalassist.rules.europa.success import Success
from navalassist.rules.europa.upkeep import upkeep
from navalassist.rules.europa.words import Side, Step
from tests.rules.play import number_of, play, refusal
from tests.rules.world import a_book, the_world

RULE = REGISTER["italian-interference"]


def past(result: str, turn: str = "1941-02-2", sea: str = "eastern-med") -> Past:
    """An attempt of another turn."""
    return Past(mark=f"mark:attempt/{sea}/{turn}", turn=turn, result=Success(result))


def an_attempt(
    *history: Past,
    sea: str = "eastern-med",
    player_turn: str = "allied",
    phase: str = "initial",
    tried: str = "",
    **world: object,
) -> Attempt:
    """The Italian fleet tries on Mar I 41, with changes of the world."""
    facts = the_world(**world)  # type: ignore[arg-type]
    return Attempt(
        sea=Sea(sea),
        turn="1941-03-1",
        player_turn=Side(player_turn),
        phase=Step(phase),
        tried=tried,
        history=history,
        facts={key: facts[key] for key in facts_needed(Sea(sea))},  # type: ignore[arg-type]
    )


def rolled(face: int, attempt: Attempt, **rulings: str) -> Outcome[Attempted]:
    """What one die brings."""
    return play(RULE, attempt, str(face), **rulings)


def tally_of(attempt: Attempt) -> Tally:
    """The modifiers of the die."""
    return compute(modifiers(attempt), a_book())


def applied(attempt: Attempt) -> list[tuple[str, int]]:
    """Value and paragraph of the modifiers that apply."""
    return [(term.rule, term.value) for term in tally_of(attempt).terms if term.applies]


def mark(result: str, sea: str = "eastern-med") -> Create:
    """The mark of an attempt on Mar I 41."""
    fields = {
        "kind": "italian-attempt",
        "subject": "italian-fleet",
        "place": f"zone:{sea}",
        "ends": "never",
        "until": "",
        "note": result,
    }
    return Create(f"mark:attempt/{sea}/1941-03-1", tuple(sorted(fields.items())))


@pytest.mark.parametrize(
    ("face", "result", "level", "points"),
    [
        pytest.param(1, "D", "minor", 6, marks=pytest.mark.rule("E33.B.2.b.D")),
        pytest.param(2, "F*", "minor", 3, marks=pytest.mark.rule("E33.B.2.b.F*")),
        pytest.param(3, "F", "minor", 0, marks=pytest.mark.rule("E33.B.2.b.F")),
        pytest.param(4, "F", "minor", 0, marks=pytest.mark.rule("E33.B.2.b.F")),
        pytest.param(5, "S", "partial", 0, marks=pytest.mark.rule("E33.B.2.b.S")),
        pytest.param(6, "S*", "major", 0, marks=pytest.mark.rule("E33.B.2.b.S*")),
    ],
)
def test_each_result_with_its_level_and_victory_points(face: int, result: str, level: str, points: int) -> None:
    outcome = rolled(face, an_attempt())
    assert outcome.result == Attempted(Success(result), "Eastern Med, Aegean", level, points)
    level_set = () if level == "minor" else (Set("zone:eastern-med.interference", level),)
    scored = (Add("ledger:allied.vp", points),) if points else ()
    assert outcome.effects == (*level_set, *scored, mark(result))


@pytest.mark.rule("E33.B.2.b", "E33.B.7.a")
def test_what_the_allies_meet_in_both_seas_follows_the_level_also_one_that_was_entered_by_hand() -> None:
    # Table 3: 0 minor, 6 partial, 12 major, in the Eastern Med and in the Aegean alike.
    for level, status in (("", 0), ("partial", 6), ("major", 12)):
        more = {"zone:eastern-med.interference": level}
        assert number_of("allied", "eastern-med", more=more) == status
        assert number_of("allied", "aegean", more=more) == status
    outcome = rolled(3, an_attempt(more={"zone:eastern-med.interference": "major"}))
    assert outcome.effects == (Set("zone:eastern-med.interference", ""), mark("F"))


@pytest.mark.rule("E33.B.2.b", "E33.B.7.a", "E33.B.8.b")
def test_a_first_attempt_has_these_odds_and_its_level_ends_with_the_allied_player_turn() -> None:
    # One face in six each for S and S*; 6 VPs with one face, 3 with another: 9/6.
    assert RULE.figures is not None
    found = {figure.key: figure.value for figure in RULE.figures(odds(RULE, an_attempt(), a_book()))}
    assert found == {"partial": Fraction(1, 6), "major": Fraction(1, 6), "vp": Fraction(3, 2)}
    last, first = Moment("1941-03-1", Side.ALLIED, Step.EXPLOITATION), Moment("1941-03-2", Side.AXIS, Step.INITIAL)
    ended = upkeep(last, first)
    assert Set("zone:eastern-med.interference", "") in ended
    assert Set("zone:red-sea.interference", "") in ended
    within = upkeep(Moment("1941-03-1", Side.ALLIED, Step.INITIAL), Moment("1941-03-1", Side.ALLIED, Step.AIR))
    assert within == ()


@pytest.mark.rule("E33.B.2.b")
@pytest.mark.parametrize(("player_turn", "phase"), [("axis", "initial"), ("allied", "air"), ("allied", "exploitation")])
def test_only_in_an_allied_initial_phase(player_turn: str, phase: str) -> None:
    found = refusal(try_to_interfere, an_attempt(player_turn=player_turn, phase=phase))
    assert found == "33.B.2.b: The Italian fleet tries in the Allied initial phase."
    assert not refusal(try_to_interfere, an_attempt())


@pytest.mark.rule("E33.B.2.b")
def test_one_attempt_a_phase_for_both_seas_by_the_axis_also_after_italys_surrender() -> None:
    found = refusal(try_to_interfere, an_attempt(tried="public/14"))
    assert found == "33.B.2.b: It has tried in these waters in this phase: public/14."
    assert (an_attempt().side, RULE.roller) == ("axis", "owner")
    fell = an_attempt(conditions={"italy-surrendered": True})
    assert applied(fell) == [("33.B.2.b", 0)]
    assert not refusal(try_to_interfere, fell)


@pytest.mark.rule("E33.B.2.b.MOD", "E33.B.2.b.D", "E33.B.2.b.F*")
def test_earlier_disasters_and_failures_count_however_long_ago_and_only_once() -> None:
    old = past("D", "1940-07-1")
    assert applied(an_attempt(old)) == [("33.B.2.b", -2)]
    assert applied(an_attempt(old, past("D"))) == [("33.B.2.b", -2)]
    # 4 - 2 = 2 is a Complete Failure.
    assert rolled(4, an_attempt(old)).result.result is Success.COMPLETE_FAILURE
    term = tally_of(an_attempt(old)).terms[0]
    assert (term.text, term.facts) == (
        "An earlier Disaster: Jul I 40",
        ("mark:attempt/eastern-med/1940-07-1.note",),
    )
    assert applied(an_attempt(past("F*", "1940-07-1"))) == [("33.B.2.b", -1)]
    assert rolled(5, an_attempt(past("F*"))).result.result is Success.FAILURE


@pytest.mark.rule("E33.B.2.b.MOD", "E33.B.2.b.S")
@pytest.mark.parametrize(("turn", "counts"), [("1941-02-2", True), ("1941-01-1", True), ("1940-12-2", False)])
def test_a_success_adds_1_in_the_four_turns_after_it(turn: str, counts: bool) -> None:
    # The four turns before Mar I 41: Feb II, Feb I, Jan II, Jan I 41. Dec II 40 is the fifth.
    assert applied(an_attempt(past("S", turn))) == ([("33.B.2.b", 1)] if counts else [])


@pytest.mark.rule("E33.B.2.b.MOD", "E33.B.2.b.S*")
def test_successes_of_four_turns_add_up_not_one_of_this_turn_elsewhere_but_a_disaster_counts_there() -> None:
    assert applied(an_attempt(past("S*", "1941-01-1"))) == [("33.B.2.b", 2)]
    assert applied(an_attempt(past("S*", "1940-12-2"))) == []
    assert rolled(4, an_attempt(past("S*"))).result.result is Success.GREAT_SUCCESS
    # one history for all seas; the four turns are those before this one, an earlier Disaster is any earlier one.
    now = {"turn": "1941-03-1", "sea": "eastern-med"}
    assert applied(an_attempt(past("S", **now), sea="red-sea")) == [("33.B.8.b", -1)]
    assert applied(an_attempt(past("D", **now), sea="red-sea")) == [("33.B.2.b", -2), ("33.B.8.b", -1)]
    attempt = an_attempt(past("D", "1940-07-1"), past("F*", "1940-08-1"), past("S", "1941-01-2"), past("S*"), past("F"))
    # -2 - 1 + 1 + 2
    assert tally_of(attempt).total == 0
    assert len(applied(attempt)) == 4
    assert applied(an_attempt(past("F"))) == []


@pytest.mark.rule("E33.B.8.b", "E33.B.2.b.MOD")
@pytest.mark.parametrize(
    ("face", "result", "level", "points"),
    [(1, "D", "minor", 2), (2, "D", "minor", 2), (3, "F*", "minor", 1), (5, "F", "minor", 0), (6, "S", "partial", 0)],
)
def test_in_the_red_sea_1_less_and_a_third_of_the_points(face: int, result: str, level: str, points: int) -> None:
    outcome = rolled(face, an_attempt(sea="red-sea"))
    assert outcome.result == Attempted(Success(result), "Red Sea", level, points)
    assert outcome.effects[-1] == mark(result, "red-sea")


@pytest.mark.rule("E33.B.8.b")
def test_the_red_sea_is_at_the_table_until_a_success_replaces_it_and_closed_once_massaua_was_allied() -> None:
    # Massaua Axis-owned 4; Success 6, Great Success 12; after a failure 4 again and not 0.
    for level, status in (("", 4), ("partial", 6), ("major", 12)):
        assert number_of("allied", "red-sea", more={"zone:red-sea.interference": level}) == status
    lost = an_attempt(sea="red-sea", more={"port:massaua.ever_allied": True})
    found = refusal(try_to_interfere, lost)
    assert found == "33.B.8.b: The Allies have owned Massaua: the Red Sea is closed to the attempt."
    assert not refusal(try_to_interfere, an_attempt(sea="red-sea"))


@pytest.mark.rule("E33.B.2.b")
def test_with_a_printed_chart_the_die_is_thrown_and_its_reading_is_entered() -> None:
    # a 6 with an earlier Disaster is read at 4.
    result = run(RULE, an_attempt(past("D")), a_book(R_30="printed"), Typed((6,)))
    assert (result.pending.seat, result.pending.label) == ("axis", "the printed Success Table at 4")
    chosen = run(RULE, an_attempt(past("D")), a_book(R_30="printed"), Typed((6,), {"chart": "S"}))
    assert chosen.value.result.interference == "partial"
    with pytest.raises(NoOdds):
        odds(RULE, an_attempt(), a_book(R_30="printed"))


@pytest.mark.rule("E33.B.2.b.MOD")
def test_an_attempt_of_the_time_before_this_record_is_entered_with_its_mark_alone_and_none_of_a_turn_to_come() -> None:
    earlier = EarlierAttempt(sea=Sea.EASTERN, turn="1940-07-1", now="1941-03-1", result=Success.DISASTER)
    assert [effect.key for effect in play(remember_attempt, earlier).effects] == ["mark:attempt/eastern-med/1940-07-1"]
    assert not refusal(remember_attempt, earlier)
    again = earlier.model_copy(update={"known": "public/9"})
    assert refusal(remember_attempt, again) == "33.B.2.b: That attempt is known already: public/9."
    same = earlier.model_copy(update={"turn": "1941-03-1"})
    assert refusal(remember_attempt, same) == "33.B.2.b: An attempt of this turn is rolled, not entered."
    with pytest.raises(ValidationError, match="comes after Mar I 41"):
        an_attempt(past("S", "1941-03-2"))
