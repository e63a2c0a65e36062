"""Naval groups: marks on those that part, join, come to port or are no more, and what is known of a danger roll.

Mines are looked for once a hex and step, and what a roll in a danger zone or a patrol has made of a group holds for all
its ships in that step; a Disaster weighs on one next roll (36.A.2, 36.C.1, 36.D.2, 36.F.2).

Of a roll in a danger zone the campaign knows night, staying and the sea by itself (36.D.2.M, 36.D.2.N). By hand, in the
Allied naval movement: Force B begins at 18A:0521, one hex off Tripoli. Until it moves it has not left that hex; by
night it comes to a hex whose move is by night; a group that sits still may begin by night while its strip leaves it
night MPs (36.A.2, R-22).
"""

from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.engine import create
from navalassist.engine.duties import Moment
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.play.rules.resolve import Refused
from navalassist.rules.europa.mines import mark
from navalassist.systems.europa import fleet_edits
from navalassist.systems.europa.danger import on_the_way
from navalassist.systems.europa.fleet_marks import marks_on
from navalassist.taskforces.models import TaskForce
from tests.begun import begin
from tests.in_hand import InHand, in_hand

SEA = "hex:18A:0407"


@pytest.fixture
def marked(db: None) -> Iterator[InHand]:
    """Axis naval movement: two groups of two in one hex, each with marks; the Axis has mines and a carrier too."""
    with in_hand(begin("Med", malta=10, slug="med")) as med:
        mark_all(med)
        yield med


def mark_all(med: InHand) -> None:
    unit = {"strength": 1, "reverse": 0}
    med.group("a", "axis", SEA, "central-med", zara=unit, pola=unit)
    med.group("b", "axis", SEA, "central-med", fiume=unit, gorizia=unit)
    aquila = TaskForce.new_facts(side="axis", name="aquila", place="port:naples", kind="carrier")
    rows: list[Any] = [create("task-force:aquila", **aquila), create("mines:allied/18A-0407", **BELT)]
    rows += [mark("mark:mined/a/18A-0407", "group:a", SEA), mark("mark:safe/a", "group:a")]
    rows += [mark("mark:found/a", "group:a"), mark("mark:mined/b/18A-0407", "group:b", SEA)]
    rows += [mark("mark:pending/a", "group:a", SEA), mark("mark:zone-checked/a", "group:a", SEA, "1")]
    rows += [mark("mark:aircraft/aquila", "task-force:aquila", note="Re 2001")]
    med.edit(*rows, mark("mark:fuel/zara", "task-force:zara"))


BELT = {"side": "allied", "hex": "18A:0407", "zone": "central-med", "points": 3}


def on(med: InHand, row: str) -> set[str]:
    """What is marked of a row, without its key: `mined/18A-0407`."""
    marks = (mark.removeprefix("mark:").split("/") for mark in marks_on(med.facts, row))
    return {"/".join((kind, *rest)) for kind, _, *rest in marks}


def new_group(med: InHand) -> str:
    return "group:" + next(row for row in med.rows("group") if row not in ("a", "b"))


ALL = {"mined/18A-0407", "safe", "zone-checked", "found"}


@pytest.mark.rule("E36.C.1.a", "E36.D.2.D")
def test_both_parts_of_a_group_carry_what_its_step_knows_and_a_disaster_stays_with_its_key(marked: InHand) -> None:
    marked.enter(fleet_edits.form_group, "Detached", ["zara"])
    assert on(marked, new_group(marked)) == ALL
    assert on(marked, "group:a") == ALL | {"pending"}
    values = marked.facts
    copied = f"mark:zone-checked/{new_group(marked).partition(':')[2]}"
    assert (values[f"{copied}.note"], values[f"{copied}.ends"]) == ("1", values["mark:zone-checked/a.ends"])


@pytest.mark.rule("E36.D.2.D")
def test_a_group_that_sails_on_under_another_name_keeps_its_disaster(marked: InHand) -> None:
    marked.enter(fleet_edits.form_group, "Renamed", ["zara", "pola"])
    assert on(marked, new_group(marked)) == ALL | {"pending"}
    assert on(marked, "group:a") == set()


@pytest.mark.rule("E36.C.1.a")
def test_a_group_out_of_two_has_done_what_both_had_done_and_is_found_as_either_was(marked: InHand) -> None:
    marked.enter(fleet_edits.form_group, "Both", ["fiume", "zara"])
    assert on(marked, new_group(marked)) == {"mined/18A-0407", "found"}


def test_ships_that_join_a_group_bring_along_what_they_are(marked: InHand) -> None:
    marked.enter(fleet_edits.place_unit, "zara", "group:b")
    assert on(marked, "group:b") == {"mined/18A-0407", "found"}
    assert on(marked, "task-force:zara") == {"fuel", "unit-safe", "unit-zone-checked"}
    marked.enter(fleet_edits.place_unit, "pola", "group:b")
    assert on(marked, "group:a") == set()
    marked.take_back()
    assert on(marked, "group:a") == ALL | {"pending"}


@pytest.mark.rule("E36.C.1.a")
@pytest.mark.parametrize("together", [False, True], ids=["joins", "formed"])
def test_who_was_checked_for_mines_is_not_checked_again_for_one_who_joins(marked: InHand, together: bool) -> None:
    """Column 3 hits once on a 6: one die for Trento's one point, and the two others of group b sail on."""
    marked.group("c", "axis", SEA, "central-med", trento={"strength": 1, "reverse": 0})
    if together:
        marked.enter(fleet_edits.form_group, "All", ["fiume", "gorizia", "trento"])
    else:
        marked.enter(fleet_edits.place_unit, "trento", "group:b")
    key = new_group(marked).partition(":")[2] if together else "b"
    assert on(marked, f"group:{key}") == set()
    assert on(marked, "task-force:fiume") == {"unit-mined/18A-0407"}
    target = {"group": key, "hex": "18A:0407", "occasion": "entered"}
    marked.do("mine-damage", "6", **target, because="as the example goes")
    assert [marked.facts[f"task-force:{unit}.hits"] for unit in ("trento", "fiume", "gorizia")] == [1, 0, 0]
    assert on(marked, f"group:{key}") == {"mined/18A-0407"}
    assert "It was checked in 18A:0407" in marked.refuse("mine-damage", **target)


@pytest.mark.rule("E36.D.2")
def test_who_was_safe_is_not_hit_in_a_danger_zone_for_one_who_joins(marked: InHand) -> None:
    """Zara and Pola are safe. 6 is a Great Success; Trento alone rolls, one die, in column 1."""
    marked.set({"port:valletta.map_reference": "18A:0407"}, seat="moderator")
    marked.group("c", "axis", SEA, "central-med", trento={"strength": 1, "reverse": 0})
    marked.enter(fleet_edits.place_unit, "trento", "group:a")
    assert "safe" not in on(marked, "group:a")
    entry = marked.do("danger-contact", "66", group="a", because="as the example goes")
    assert [unit["name"] for unit in entry.record["body"]["outcome"]["toll"]["units"]] == ["Trento"]


def test_the_marks_of_a_group_that_ends_in_port_go_with_it(marked: InHand) -> None:
    marked.enter(fleet_edits.change_group, "a", {"name": "a", "place": "port:naples", "hex": "", "zone": ""})
    marked.enter(fleet_edits.end_group, "a")
    assert on(marked, "group:a") == set()
    assert on(marked, "group:b") == {"mined/18A-0407"}


def test_the_marks_of_a_unit_that_is_taken_away_go_with_it_and_with_the_last_those_of_its_group(marked: InHand) -> None:
    marked.enter(fleet_edits.remove_unit, "zara")
    assert on(marked, "task-force:zara") == set()
    assert on(marked, "group:a") == ALL | {"pending"}
    marked.enter(fleet_edits.remove_unit, "pola")
    assert on(marked, "group:a") == set()


@pytest.mark.rule("E36.F.2.out")
def test_a_carrier_keeps_its_aircraft_when_it_is_sunk_and_loses_them_when_it_withdraws(marked: InHand) -> None:
    """A sunk carrier group withdraws too, and its air units are paid for only then."""
    marked.enter(fleet_edits.place_unit, "aquila", "sunk")
    assert on(marked, "task-force:aquila") == {"aircraft"}
    marked.enter(fleet_edits.place_unit, "aquila", "withdrawn")
    assert on(marked, "task-force:aquila") == set()


@pytest.mark.rule("E36.C.1.p")
def test_the_marks_of_a_group_that_mines_sink_go_with_it(marked: InHand) -> None:
    """Column 3 hits once on a 5 or 6: the two ships of one strength point each are lost."""
    target = {"group": "a", "hex": "18A:0407", "occasion": "entered", "because": "as the example goes"}
    marked.do("mine-damage", "66", **target)
    assert "a" not in marked.rows("group")
    assert on(marked, "group:a") == set()
    assert on(marked, "group:b") == {"mined/18A-0407"}


@pytest.mark.rule("E36.C.1.p")
def test_a_correction_that_sinks_a_group_is_no_worse_for_marks_that_have_ended(marked: InHand) -> None:
    """The dice were 6 6, not 1 1; by the end of the step only the Disaster was left of the marks."""
    target = {"group": "a", "hex": "18A:0407", "occasion": "entered", "because": "as the example goes"}
    entry = marked.do("mine-damage", "11", **target)
    marked.end_steps()
    assert on(marked, "group:a") == {"pending"}
    after = marked.correct(entry, strip="66")
    assert after.record["body"]["situation"]["marks"] == ["mark:pending/a"]
    assert "a" not in marked.rows("group")
    assert on(marked, "group:a") == set()


HERE = "18A:0521"


@pytest.fixture
def med(db: None) -> Iterator[InHand]:
    moment = Moment("1941-03-1", "allied", "naval-movement")
    with in_hand(begin("Med", malta=10, slug="med", moment=moment, theatres="both")) as med:
        med.group("b", "allied", f"hex:{HERE}", "central-med", called="Force B", ajax="task-force")
        med.set({"port:tripoli.map_reference": "18A:0520"}, seat="moderator")
        yield med


def sail(med: InHand, moves: str) -> None:
    med.do("naval-move", group="b", moves=moves, zone="central-med")


def roll(med: InHand, strip: str = "3", **typed: Any) -> dict[str, Any]:
    """The modifiers that counted, and the whole outcome's `overruled`."""
    body = med.do("danger-contact", strip, group="b", **typed).record["body"]
    terms = next(answer["terms"] for answer in body["answers"] if answer.get("terms"))
    said = {text for text in ("night", "left") for term in terms if term["applies"] and text in term["text"].lower()}
    return {"terms": said, "overruled": body["outcome"]["overruled"]}


def known(med: InHand, rolled: bool = False, where: str = HERE) -> tuple[bool, bool, bool, bool | None]:
    found = on_the_way(med.facts, "b", Hex.of(where), rolled)
    return found.stays, found.left, found.night, found.known_night


@pytest.mark.rule("E36.D.2.M", "E36.D.2.N")
@pytest.mark.parametrize(
    ("moves", "where", "expected"),
    [
        # It has not moved: it stays so far, and may begin by night.
        ("", HERE, (True, False, False, None)),
        # A hex that it is to enter: nobody knows yet when.
        ("", "18A:0519", (False, True, False, None)),
        ("5n 18A:0522", HERE, (False, True, True, True)),
        ("5 18A:0522 5n 18A:0523", HERE, (False, True, False, False)),
        ("5 18A:0522 5n 18A:0523", "18A:0522", (False, True, False, False)),
        ("5 18A:0522 5n 18A:0523", "18A:0523", (False, True, True, True)),
        # It spends MPs where it is, by day, after it came by night.
        ("5n 18A:0522 20 18A:0522", "18A:0522", (False, True, True, True)),
        ("20 18A:0521", HERE, (True, False, False, False)),
        # No hex named: as it moved last, but nothing is certain.
        ("10 5n", HERE, (False, False, False, False)),
        ("10 5n", "18A:0519", (False, True, True, None)),
    ],
)
def test_the_moves_of_the_naval_step_tell(
    med: InHand, moves: str, where: str, expected: tuple[bool, bool, bool, bool | None]
) -> None:
    if moves:
        sail(med, moves)
    assert known(med, where=where) == expected


@pytest.mark.rule("E36.D.2.M")
def test_a_group_that_comes_back_is_in_the_zone_by_the_night_of_its_last_entry(med: InHand) -> None:
    sail(med, "5 18A:0525 5n 18A:0521")
    assert known(med, rolled=False)[2:] == (False, False)
    assert known(med, rolled=True)[2:] == (True, True)


def test_what_is_typed_against_the_strip_wants_a_reason(med: InHand) -> None:
    sail(med, "5 18A:0522")
    with pytest.raises(Refused, match="Has not left the hex where it began the naval step"):
        roll(med, stays="yes", hex=HERE)
    with pytest.raises(Refused, match="its moves show that it is by day"):
        roll(med, night="yes", hex=HERE)
    told = roll(med, night="yes", hex=HERE, because="it left at dusk")
    assert told["terms"] == {"night"}
    assert "by day" in told["overruled"]
    assert "it left at dusk" in told["overruled"]


def test_what_the_strip_tells_counts_by_itself(med: InHand) -> None:
    # 6 - 1, a contact; 1 in column 4 is no hit.
    assert roll(med, "61")["terms"] == {"left"}
    sail(med, "4 18A:0525 4n 18A:0521")
    assert roll(med)["terms"] == {"night"}


@pytest.mark.rule("E36.D.2.N")
def test_a_group_that_sits_still_begins_by_night_while_it_has_night_mps(med: InHand) -> None:
    assert roll(med, night="yes")["terms"] == {"night", "left"}
    sail(med, "5n 18A:0521")
    med.next_part("allied")
    assert known(med) == (True, False, False, False)
    with pytest.raises(Refused, match="Moves at night"):
        roll(med, night="yes")
    assert roll(med)["terms"] == {"left"}


@pytest.mark.rule("E36.D.2.M")
def test_the_sea_is_as_it_is_kept_unless_a_reason_is_given(med: InHand) -> None:
    med.do("sea-state", waters="mediterranean", typed="rough")
    with pytest.raises(Refused, match="“The sea is”: it is rough in this turn"):
        roll(med, sea="stormy")
    assert roll(med, "4", sea="rough")["overruled"] == ""
    med.next_part("allied")
    assert "it is rough in this turn" in roll(med, sea="stormy", because="a squall")["overruled"]
