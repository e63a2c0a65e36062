"""The rule check: recorded situation, answers and book give the recorded outcome, or it says what differs."""

from typing import Any

import pytest

from navalassist.engine import Book, Choose, Dice, Replay, Typed, Verdict, run, to_plain, verify
from navalassist.engine.verify import record_answers, record_effect, replay_of
from tests.mini import PROCEDURES, rules

FACES = (6, 6, 6, 6, 6, 6, 6, 6, 5, 5, 5, 5)


def record_of(slug: str, situation: Any, book: Book, faces: tuple[int, ...] = (), **choices: str) -> dict[str, Any]:
    procedure = PROCEDURES[slug]
    given = {key.replace("__", "/"): value for key, value in choices.items()}
    result = run(procedure, situation, book, Typed(faces, given))
    return {
        "procedure": slug,
        "edition": procedure.edition,
        "situation": situation.model_dump(mode="json"),
        "answers": record_answers(result.answers),
        "outcome": None if result.value is None else to_plain(result.value.result),
        "effects": [record_effect(effect) for effect in result.effects],
        "waits_for": result.pending.plain if result.pending else None,
        "sealed": record_answers(answer for _, answer in result.sealed),
        "rulings": dict(result.rulings),
        "tables": dict(result.tables),
    }


@pytest.fixture
def struck(mini: None, mini_book: Book) -> dict[str, Any]:
    situation = rules.Strike(side="axis", force="f", strength=3, zone="inner")
    return record_of("mini-strike", situation, mini_book, FACES)


def test_what_was_recorded_is_the_same_again_with_what_its_effects_do(struck: dict[str, Any], mini_book: Book) -> None:
    check = verify(struck, mini_book)
    assert (check.verdict, check.reason) == (Verdict.SAME, "")
    assert [effect["do"] for effect in struck["effects"]] == ["add", "add", "set", "create"]
    assert struck["effects"][3]["fields"]["ends"] == "step"


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("outcome", {"found": True, "hits": 1, "rounds": 1}, "the outcome would differ"),
        ("effects", [], "the effects would differ"),
        ("situation", {"side": "axis"}, "it cannot be run again: ValidationError"),
        ("answers", [], "it now asks for search"),
        ("sealed", [{"key": "x", "kind": "sealed"}], "the readings would differ"),
        ("waits_for", {"key": "x"}, "it would wait for something else, or for nothing"),
        ("edition", "of yesterday", "there never was an edition 'of yesterday' of mini-strike"),
        ("procedure", "mini-ram", "there never was a procedure mini-ram"),
        ("rulings", {}, "it would use other rulings or tables"),
        ("tables", {}, "it would use other rulings or tables"),
    ],
)
def test_what_was_altered_is_told(struck: dict[str, Any], mini_book: Book, field: str, value: Any, why: str) -> None:
    check = verify({**struck, field: value}, mini_book)
    assert (check.verdict, check.reason) == (Verdict.DIFFERS, why)


def test_a_reading_that_was_altered_and_true_in_place_of_one_are_told(struck: dict[str, Any], mini_book: Book) -> None:
    answers = [dict(answer) for answer in struck["answers"]]
    answers[1]["reading"] = 0
    assert verify({**struck, "answers": answers}, mini_book).reason == "the readings would differ"
    answers[1]["faces"] = [9]
    assert verify({**struck, "answers": answers}, mini_book).reason == "it cannot be run again: DiceError"
    outcome = struck["outcome"]
    assert outcome["found"] is True
    forged = {**struck, "outcome": {**outcome, "found": 1}}
    assert forged == struck
    assert verify(forged, mini_book).reason == "the outcome would differ"


def test_an_edition_that_was_shipped_before_is_no_alarm_and_a_book_without_the_table_is_told(
    struck: dict[str, Any], mini_book: Book
) -> None:
    older = {**struck, "edition": "of 1800"}
    assert verify(older, mini_book).verdict is Verdict.SAME
    assert verify({**older, "outcome": None}, mini_book).verdict is Verdict.RULES_CHANGED
    assert verify(struck, Book({})).reason == "it cannot be run again: LookupError"


def test_what_waits_is_checked_too_and_its_sealed_choices(mini: None, mini_book: Book) -> None:
    waiting = record_of("mini-weather", rules.Sky(zone="outer", water="open"), mini_book, (5, 4))
    assert waiting["outcome"] is None
    assert verify(waiting, mini_book).verdict is Verdict.SAME
    assert verify({**waiting, "answers": []}, mini_book).reason == "it would wait for something else, or for nothing"
    waiting = record_of("mini-orders", rules.Council(zone="inner"), mini_book, (4,), orders__axis="attack")
    assert waiting["sealed"][0]["choice"] == "attack"
    assert verify(waiting, mini_book).verdict is Verdict.SAME
    assert verify({**waiting, "sealed": []}, mini_book).verdict is Verdict.DIFFERS


def test_a_replay_gives_recorded_answers_by_key() -> None:
    replay = replay_of([{"key": "a", "faces": [1, 2]}, {"key": "b", "choice": "x"}])
    assert isinstance(replay, Replay)

    assert replay.faces("a", Dice(2), "") == (1, 2)
    assert replay.faces("c", Dice(2), "") is None
    assert replay.choice("b", Choose("b", {}, "axis")) == "x"
