"""A turn file with segments: its places, whose steps they are, its words, what ends with one, and due dates by hand."""

from pathlib import Path

import pytest

from navalassist.rules.europa import turn as europa
from navalassist.systems.storm_of_steel import turn as great_war
from tables.data_file import TurnError
from tables.turn import load_turn, parse_turn, segment_of
from tests.narrows.system import TURN
from tests.tables.test_turn import SMALL

NARROWS = Path(__file__).parents[1] / "narrows" / "turn.toml"
NAS = '[[segment]]\nkey = "nas"\ntitle = "Segment"\nrepeat = 2\n\n'
SEGMENTED = SMALL.replace('[[step]]\nkey = "sail"\n', f'{NAS}[[step]]\nkey = "sail"\nsegment = "nas"\n')
# The middle of the calendar, a year's end, and turns that are whole months.
HALVES, MONTHS = TURN, great_war.TURN


def test_steps_of_a_segment_come_as_often_as_it_is_repeated_and_have_its_number() -> None:
    assert len(TURN.places) == 2 * (1 + 3 * 4 + 1)
    assert TURN.steps[:6] == ("initial", "nas-1/own-recon", "nas-1/own-move", "nas-1/enemy-recon", "nas-1/enemy-move",
                              "nas-2/own-recon")  # fmt: skip
    assert TURN.after("axis", "nas-1/enemy-move") == ("axis", "nas-2/own-recon", False)
    assert TURN.after("axis", "nas-3/enemy-move") == ("axis", "ground", False)
    assert TURN.after("allied", "ground") == ("axis", "initial", True)
    assert (segment_of("nas-3/own-move"), segment_of("ground")) == ("nas-3", "")


@pytest.mark.parametrize("turn", [europa.TURN, great_war.TURN])
def test_a_turn_without_segments_has_the_places_that_it_had(turn: object) -> None:
    assert turn.places == tuple(f"{part.key}/{line.key}" for part in turn.player_turn for line in turn.step)  # type: ignore[attr-defined]
    assert all(turn.acting(*place.split("/")) == place.split("/")[0] for place in turn.places)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("pattern", "number"),
    [("*/own-recon", 6), ("axis/nas-*/own-recon", 3), ("*/nas-3/*", 8), ("axis/*", 14), ("allied/nas-2/enemy-move", 1)],
)
def test_patterns_name_steps_of_segments(pattern: str, number: int) -> None:
    duty = f'[[duty]]\nkey = "look"\nsteps = ["{pattern}"]\nkind = "due"\ntitle = "Look"\nrule = "1"\n\n[[mark]]'
    turn = parse_turn(NARROWS.read_text("utf-8").replace("[[mark]]", duty, 1).encode(), "turn.toml")
    assert sum(bool(turn.duties_in(place)) for place in turn.places) == number


def test_steps_of_segments_in_words() -> None:
    assert TURN.title_of("nas-3/enemy-move") == "Segment 3, {side} movement"
    assert TURN.title_of("ground") == "Ground"
    assert TURN.when(["*/nas-*/own-recon"]) == "own recon phase"
    assert TURN.when(["axis/nas-3/enemy-move"]) == "Axis player turn, enemy movement of Segment 3 phase"
    assert TURN.when(["axis/initial"]) == "Axis initial phase"
    assert TURN.when(["axis/*"]) == "any Axis step"
    assert TURN.when(["axis/nas-2/*"]) == "any Axis step of Segment 2"


def test_what_is_no_step_and_no_player_turn_stops_nothing() -> None:
    for step in ("nas-4/own-recon", "nas/own-recon", "own-recon", "sea/ground"):
        with pytest.raises(ValueError, match=f"no step is {step}"):
            TURN.title_of(step)
        assert TURN.acting("axis", step) == "axis"
    assert TURN.is_over("1941-03-1/red/2", "1941-03-2", "axis")


def test_a_mark_that_ends_with_its_segment_names_it() -> None:
    assert TURN.lasts("seen", "nas-3/own-recon") == {"ends": "player-turn", "until": "nas-3"}
    assert TURN.lasts("seen", "ground") == {"ends": "step", "until": ""}
    assert TURN.lasts("dry", "nas-1/own-recon") == {"ends": "never", "until": ""}


@pytest.mark.parametrize(("when", "ended"), [("start", [1, 3]), ("end", [2, 3, 4])])
def test_what_ends_with_a_segment(when: str, ended: list[int]) -> None:
    line = f'[[end]]\ntitle = "Tide"\nwhen = "{when}"\nof = "segment"\nrule = "4"\n\n[[mark]]'
    turn = parse_turn(NARROWS.read_text("utf-8").replace("[[mark]]", line, 1).encode(), "turn.toml")
    moves = {
        1: (("1", "axis", "initial"), ("1", "axis", "nas-1/own-recon")),
        2: (("1", "axis", "nas-3/enemy-move"), ("1", "axis", "ground")),
        3: (("1", "axis", "nas-1/enemy-move"), ("1", "axis", "nas-2/own-recon")),
        4: (("1", "axis", "nas-3/enemy-move"), ("1", "allied", "initial")),
        5: (("1", "axis", "nas-1/own-recon"), ("1", "axis", "nas-1/own-move")),
        6: (("1", "axis", "ground"), ("1", "allied", "initial")),
    }
    assert [number for number, move in moves.items() if turn.ended(*move)] == ended


@pytest.mark.parametrize(
    ("turn", "player_turn", "owner", "number", "due"),
    [
        # In one's own player turn the first is that of the next turn.
        ("1941-03-1", "axis", "axis", 1, "1941-03-2/axis"),
        ("1941-03-2", "axis", "axis", 1, "1941-04-1/axis"),
        # Who moves later has one in this turn yet; who has moved already has none.
        ("1941-03-1", "axis", "allied", 1, "1941-03-1/allied"),
        ("1941-03-1", "allied", "axis", 1, "1941-03-2/axis"),
        ("1941-03-1", "allied", "allied", 1, "1941-03-2/allied"),
        # Over the end of a year.
        ("1941-12-2", "axis", "axis", 1, "1942-01-1/axis"),
        ("1941-12-1", "axis", "allied", 3, "1942-01-1/allied"),
        ("1941-12-2", "allied", "axis", 5, "1942-03-1/axis"),
        ("1940-06-1", "allied", "allied", 48, "1942-06-1/allied"),
    ],
)
def test_a_due_date_counts_turns_of_its_owner(turn: str, player_turn: str, owner: str, number: int, due: str) -> None:
    assert HALVES.due(turn, player_turn, owner, number) == due


def test_a_due_date_is_the_same_as_counting_player_turns_one_by_one() -> None:
    for number in range(1, 60):
        turn, player_turn, step, begun = "1941-11-2", "allied", "ground", 0
        while begun < number:
            before = player_turn
            turn, player_turn, step = HALVES.follows(turn, player_turn, step)
            begun += player_turn == "axis" != before
        due = HALVES.due("1941-11-2", "allied", "axis", number)
        assert due == f"{turn}/axis"
        assert HALVES.has_come(due, turn, player_turn)
        assert not HALVES.has_come(due, HALVES.turn_after(turn, -1), "allied")


def test_turns_that_are_whole_months_and_dates_that_are_none() -> None:
    assert MONTHS.due("1914-12", "central", "central", 1) == "1915-01/central"
    assert MONTHS.turn_after("1914-08", 17) == "1916-01"
    for wrong in ("1914-08-1", "august"):
        with pytest.raises(ValueError, match=r"is no turn|invalid literal"):
            MONTHS.turn_after(wrong)
    with pytest.raises(ValueError, match="at least one turn"):
        HALVES.due("1941-03-1", "axis", "axis", 0)
    assert not HALVES.is_over("1941-03-2/axis", "1941-03-2", "axis")
    assert HALVES.is_over("1941-03-2/axis", "1941-03-2", "allied")
    assert not HALVES.is_over("1941-12-2", "1941-12-2", "allied")


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("repeat = 2", "repeat = 0", 22, '"repeat"'),
        ("repeat = 2", "times = 2", 22, '"times" is no field here'),
        ('segment = "nas"', 'segment = "sea"', 26, "sail: no segment is sea"),
        ('segment = "nas"\n', "", 20, "nas: no step is in this segment"),
        ('segment = "nas"', 'segment = "nas"\nacts = "both"', 27, '"acts"'),
        (
            'title = "Think"',
            'title = "Think"\nacts = "enemy"',
            17,
            "think: the enemy acts in the steps of segments alone",
        ),
        ('key = "sail"', f'key = "sail{"-on" * 12}"', 25, "has more than 40 characters"),
        ('"*/think", "blue', '"*/nas-3/sail", "blue', 33, "plan: no step is */nas-3/sail"),
        ('"*/think", "blue', '"*/nas-01/sail", "blue', 33, '"steps"'),
        (
            'steps = ["*/think", "blue/sail"]',
            'steps = ["*/nas-2/sail", "blue/nas-3/sail"]',
            33,
            "no step is blue/nas-3/sail",
        ),
        ('title = "Blue"', 'title = "Blue"\n\n[[player_turn]]\nkey = "green"\ntitle = "Green"', None, ""),
    ],
)
def test_a_bad_file_with_segments_is_refused_with_its_line(old: str, new: str, line: int | None, problem: str) -> None:
    assert old in SEGMENTED
    file = SEGMENTED.replace(old, new, 1)
    if not problem:
        file = file.replace('segment = "nas"', 'segment = "nas"\nacts = "enemy"')
        line, problem = 31, "sail: there is one enemy where two sides have player turns"
    with pytest.raises(TurnError) as refused:
        parse_turn(file.encode(), "small.toml")
    assert (problem in refused.value.problem, refused.value.line) == (True, line), str(refused.value)


def test_steps_of_a_segment_stand_together_and_a_segment_mark_needs_one() -> None:
    more = '[[step]]\nkey = "turn-back"\nsegment = "nas"\ntitle = "Back"\nabout = "Back."\n\n'
    between = '[[step]]\nkey = "rest"\ntitle = "Rest"\nabout = "Rest."\n\n'
    file = SEGMENTED.replace("[[duty]]", f"{between}{more}[[duty]]", 1)
    with pytest.raises(TurnError, match="the steps of nas do not stand together"):
        parse_turn(file.encode(), "small.toml")
    with pytest.raises(TurnError, match=r"line 61: seen: this turn has no segments"):
        parse_turn(SMALL.replace('ends = "step"', 'ends = "segment"').encode(), "small.toml")
    assert load_turn(NARROWS) == TURN
