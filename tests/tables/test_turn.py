"""The turn sequence as a data file: what it says of a turn, and that a bad file is refused with its line."""

from pathlib import Path

import pytest

from navalassist.rules.europa import clock as europa_clock
from navalassist.rules.europa import turn as europa
from navalassist.systems.storm_of_steel import clock as great_war_clock
from navalassist.systems.storm_of_steel import turn as great_war
from tables.data_file import TurnError
from tables.turn import load_turn, parse_turn

EUROPA, GREAT_WAR = (Path(module.__file__).with_suffix(".toml") for module in (europa, great_war))
KNOWN = r"\[\[step\]\]: the rules know "
CHECKS = {EUROPA: europa_clock.check, GREAT_WAR: great_war_clock.check}
SMALL = """title = "Small"
source = "none"
months = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"]
halves = ["I"]

[[player_turn]]
key = "red"
title = "Red"

[[player_turn]]
key = "blue"
title = "Blue"

[[step]]
key = "think"
title = "Think"
about = "Think."

[[step]]
key = "sail"
title = "Sail"
shipping = true
about = "Sail."

[[duty]]
key = "plan"
steps = ["*/think", "blue/sail"]
kind = "due"
title = "Plan"
rule = "1"

[[end]]
title = "Fog"
when = "start"
of = "blue/think"
facts = ["sea:fog"]
plain = false
rule = "2"

[[end]]
title = "Storm"
when = "end"
of = "red"
rule = "3"

[[end]]
title = "Tide"
when = "end"
of = "turn"
rule = "4"

[[end]]
title = "Flag"
when = "end"
of = "*/sail"
rule = "5"

[[mark]]
key = "seen"
title = "Seen"
ends = "step"
rule = "6"
"""


def small(old: str = "", new: str = "") -> bytes:
    assert old in SMALL
    return SMALL.replace(old, new, 1).encode()


def test_duties_stand_in_the_steps_that_their_patterns_name_and_a_turn_follows_a_turn() -> None:
    turn = parse_turn(small(), "small.toml")
    assert turn.places == ("red/think", "red/sail", "blue/think", "blue/sail")
    assert turn.after("red", "think") == ("red", "sail", False)
    assert turn.after("red", "sail") == ("blue", "think", False)
    assert turn.after("blue", "sail") == ("red", "think", True)
    with pytest.raises(ValueError, match="not in tuple"):
        turn.after("green", "sail")
    assert [place for place in turn.places if turn.duties_in(place)] == ["red/think", "blue/think", "blue/sail"]
    assert turn.steps_of("plan") == ("*/think", "blue/sail")
    assert turn.life_of("seen") == "step"
    assert [line.shipping for line in turn.step] == [False, True]
    with pytest.raises(KeyError):
        turn.steps_of("dance")


@pytest.mark.parametrize(
    ("before", "after", "ended"),
    [
        (("1", "red", "think"), ("1", "red", "sail"), []),
        (("1", "red", "sail"), ("1", "blue", "think"), ["Fog", "Storm", "Flag"]),
        (("1", "blue", "think"), ("1", "blue", "sail"), []),
        (("1", "blue", "sail"), ("2", "red", "think"), ["Tide", "Flag"]),
    ],
)
def test_what_ends_between_two_moments(
    before: tuple[str, str, str], after: tuple[str, str, str], ended: list[str]
) -> None:
    assert [line.title for line in parse_turn(small(), "small.toml").ended(before, after)] == ended


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ('halves = ["I"]', 'halves = ["I"', 6, "the file is not TOML"),
        ('halves = ["I"]\n', "", None, '"halves" is missing'),
        ('"k", "l"]', '"k"]', 3, '"months"'),
        ('title = "Sail"', 'title = ""', 21, '"title"'),
        ("shipping = true", 'shipping = "perhaps"', 22, '"shipping"'),
        ("shipping = true", "sailing = true", 22, '"sailing" is no field here'),
        ('about = "Sail."\n', "", 19, '"about" is missing'),
        ('key = "sail"', 'key = "think"', 20, "think stands there twice"),
        ('"blue/sail"]', '"green/sail"]', 27, "plan: no step is green/sail"),
        ('"*/think", "blue', '"think", "blue', 27, '"steps"'),
        ('kind = "due"', 'kind = "must"', 28, '"kind"'),
        ('of = "red"', 'of = "green"', 43, "green is no step, no player turn and not turn"),
        ('when = "end"\nof = "turn"', 'when = "noon"\nof = "turn"', 48, '"when"'),
        ('ends = "step"', 'ends = "soon"', 61, '"ends"'),
        ('halves = ["I"]', 'halves = ["I"]\nwinter = ["z"]', 5, "z is none of the months"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(old: str, new: str, line: int | None, problem: str) -> None:
    with pytest.raises(TurnError) as refused:
        parse_turn(small(old, new), "small.toml")
    assert problem in refused.value.problem
    assert refused.value.line == line
    assert str(refused.value).startswith(f"small.toml, line {line}: " if line else "small.toml: ")


def test_the_files_in_use_are_those_of_the_systems_and_one_that_is_no_text_is_refused() -> None:
    assert load_turn(EUROPA) == europa.TURN
    assert load_turn(GREAT_WAR) == great_war.TURN
    with pytest.raises(TurnError, match=r"small\.toml: the file is not UTF-8 text"):
        parse_turn(b"\xff\xfe", "small.toml")


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        (
            EUROPA,
            'key = "exploitation"',
            'key = "raiding"',
            KNOWN + "initial, air, naval-movement",
        ),
        (EUROPA, 'halves = ["I", "II"]', 'halves = ["I", "II", "III"]', '"halves": a month has 2 turns, here are 3'),
        (
            GREAT_WAR,
            'key = "transport"',
            'key = "convoys"',
            KNOWN + "naval-operations, transport",
        ),
        (GREAT_WAR, "halves = []", 'halves = ["I", "II"]', '"halves": a turn is a whole month'),
    ],
)
def test_a_sequence_that_the_rules_do_not_know_stops_the_start(file: Path, old: str, new: str, problem: str) -> None:
    # No duty stands in the step whose key is changed.
    text = file.read_text(encoding="utf-8").replace('/exploitation"', '/air"').replace('/transport"', '/attrition"')
    assert old in text
    with pytest.raises(TurnError, match=problem):
        CHECKS[file](parse_turn(text.replace(old, new).encode(), "turn.toml"))
