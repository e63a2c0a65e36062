"""The topics of a system as a data file: every rule has one, and a bad file is refused with its line."""

import pytest

from navalassist.play.systems import SYSTEMS, System
from tables.data_file import TurnError
from tables.topics import parse_topics
from tables.turn import parse_turn
from tests.tables.test_turn import SMALL

SHIPPED = ("europa", "storm_of_steel")
TOPICS = """at_once = ["flood"]

[[topic]]
title = "Sailing"
lines = [{ key = "sail", word = "boats" }, { key = "flood" }]

[[usual]]
steps = ["*/sail"]
keys = ["sail"]
"""


def system(key: str) -> System:
    return SYSTEMS[key]


@pytest.mark.parametrize("key", SHIPPED)
def test_every_rule_that_is_carried_out_by_itself_has_a_topic_and_says_when_it_may_be_done(key: str) -> None:
    found = system(key)
    lines = {line.key: line for topic in found.topics.topic for line in topic.lines}
    assert found.turn is not None
    duties = {duty.key for duty in found.turn.duty}
    for slug in found.forms:
        assert slug in lines, f'topics.toml of {key}: put {{ key = "{slug}", word = "…" }} among the lines of a topic'
        assert lines[slug].when or (lines[slug].duty or slug) in duties, f"{slug}: when?"
    for line in lines.values():
        assert line.duty is None or line.duty in duties, line.key


@pytest.mark.parametrize("key", SHIPPED)
def test_every_step_has_something_that_is_usual(key: str) -> None:
    found = system(key)
    assert found.turn is not None
    assert [place for place in found.turn.places if not found.topics.usual_in(place)] == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"flood" }]', '"sail" }]', "line 5: sail stands there twice"),
        ('keys = ["sail"]', 'keys = ["row"]', "line 9: row is in no topic"),
        ('at_once = ["flood"]', 'at_once = ["fire"]', "line 1: fire is in no topic"),
        ('title = "Sailing"\n', "", 'line 3: "title" is missing'),
        ("word =", "wort =", '"wort" is no field here'),
    ],
)
def test_a_file_that_does_not_fit_is_refused_with_its_line(old: str, new: str, problem: str) -> None:
    assert parse_topics(TOPICS.encode(), "file").usual_in("red/sail") == ("sail",)
    with pytest.raises(TurnError) as refused:
        parse_topics(TOPICS.replace(old, new, 1).encode(), "file")
    assert problem in str(refused.value)


def test_steps_are_said_in_words() -> None:
    turn = parse_turn(SMALL.encode(), "file")
    assert turn.when(["*/sail"]) == "sail phase"
    assert turn.when(["*/think", "blue/sail"]) == "think or Blue sail phase"
    assert turn.when(["*/*"]) == "any step"
    assert turn.when(["red/*"]) == "any Red step"
